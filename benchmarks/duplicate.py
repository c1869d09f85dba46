"""``python -m benchmarks.duplicate``: how many rounds until the stronger one is ahead.

Bots of known strength play the same deals, each at a table of its own; with two seats the other
one is always the strong bot, in the same seat. Results are compared round by round: with equal
dice those of one deal, with dice of their own those of different deals. A result is the points, and
with two seats also the lead over the other one. ``--dice N`` says instead in how many of the rolls
and deals, by their number, the tables of the strong bot and of the expert get the same.
"""

from __future__ import annotations

import argparse
from array import array
from collections.abc import Iterator
from math import ceil
from typing import Any

import numpy as np

import rollwrite as rw
from rollwrite.bots import bot
from rollwrite.kernel.policy import NOISE, Policy
from rollwrite.lab.duplicate.deals import deals_compiled

LEVELS = ("casual", "strong", "near", "expert")
PAIRS = (("strong", "casual"), ("expert", "strong"), ("expert", "near"))
NEAR = 2  # the bot that is nearly an expert has the noise of the strong one divided by this
SURE, QUANTILE = 0.95, 1.644854
FEW, SUMS = 24, 4000  # so few rounds are tried out, so many times; for more, sums are normal
AGAIN = 200  # samples of the deals, drawn with replacement, that give the interval
MOST = 10**6
# Game, variant, seats, deals.
LINE_UPS = (
    ("qwinto", None, 1, 4000), ("qwinto", None, 2, 2000),
    ("twenty_one", None, 1, 4000), ("twenty_one", None, 2, 4000),
    ("one_card", "base", 1, 4000), ("one_card", "base", 2, 2000),
    ("clever_kids", None, 1, 4000), ("clever_kids", None, 2, 1000),
    ("donnant", "solo", 1, 400), ("donnant", "base", 2, 250),
)  # fmt: skip


def main() -> None:
    """Play the deals of every game and print a row for each pair of bots."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.duplicate", description=__doc__)
    parser.add_argument("--game", help="this one alone")
    parser.add_argument("--seats", type=int, help="only with so many")
    parser.add_argument("--share", type=float, default=1.0, help="of the deals to be played")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dice", type=int, metavar="N", help="look at the dice of N deals")
    given = parser.parse_args()
    chosen = [
        line
        for line in LINE_UPS
        if given.game in (None, line[0]) and given.seats in (None, line[2])
    ]
    if given.dice:
        print("| game | seats | deals | rolls and deals alike | alike until the first other one |")
        print("|---|---:|---:|---:|---:|")
        for name, variant, seats, _ in chosen:
            print(dice_row(rw.game(name, variant=variant), seats, given.dice), flush=True)
        return
    print("| game | seats | result | deals | stronger – weaker | ahead by "
          "| rounds, dice of their own | rounds, equal dice | correlation |")  # fmt: skip
    print("|---|---:|---|---:|---|---:|---:|---:|---:|")
    for name, variant, seats, deals in chosen:
        game = rw.game(name, variant=variant)
        for row in rows(game, seats, max(24, int(deals * given.share)), given.seed):
            print(row, flush=True)


def rows(game: rw.Game, seats: int, deals: int, seed: int) -> Iterator[str]:
    """A line of the table for each pair of bots."""
    scores = played(game, seats, deals, seed)
    for result in ("points", "lead")[:seats]:
        found = scores[..., 0] - (scores[..., 1] if result == "lead" else 0)
        for one, other in PAIRS:
            a, b = found[:, LEVELS.index(one)], found[:, LEVELS.index(other)]
            half = 1.96 * (a - b).std(ddof=1) / deals**0.5
            # Another deal, in which whoever begins is the same.
            own, equal = rounds(a - np.roll(b, -2 * seats)), rounds(a - b)
            yield (f"| {titled(game)} | {seats} | {result} | {deals:,} | {one} – {other} "
                   f"| {(a - b).mean():.1f} ± {half:.1f} | {own} | {equal} "
                   f"| {np.corrcoef(a, b)[0, 1]:.2f} |")  # fmt: skip


def titled(game: rw.Game) -> str:
    """The name of a game with its variant."""
    return f"{game.name}, {game.variant}" if game.variant else game.name


def dice_row(game: rw.Game, seats: int, deals: int) -> str:
    """How far two tables of a deal get the same dice, as rolls and deals of a state."""
    alike, length, first = [], 0, 0
    for seed in range(deals):
        one, other = (events(game, seats, seed, level) for level in ("strong", "expert"))
        same = [a == b for a, b in zip(one, other, strict=False)]
        alike += same
        length += len(same)
        first += [*same, False].index(False)
    return (f"| {titled(game)} | {seats} | {deals} | {100 * sum(alike) / len(alike):.0f} % "
            f"| {first / deals:.1f} of {length / deals:.1f} |")  # fmt: skip


def events(game: rw.Game, seats: int, seed: int, level: str) -> list[str]:
    """The rolls and deals of a game with this level in the first seat."""
    players = [bot(level, 1), *[bot("strong", 2)] * (seats - 1)]
    state, found = game.start(seats, seed=seed), []
    while not state.over:
        if state.pending:
            seat = state.pending[0]
            state = state.play(players[seat].choose(state, seat), seat)
        else:
            state = state.roll()
            found.append(state.log.events[-1].text)
    return found


def played(game: rw.Game, seats: int, deals: int, seed: int) -> Any:
    """The scores by deal, by the bot that is compared, and by slot."""
    others = [policy_of(game, "strong")] * (seats - 1)
    tables = [[policy_of(game, level), *others] for level in LEVELS]
    start = game.definition.position.start(game, seats, 0, game.options)
    found = deals_compiled(game.rules, start, tables, deals, seed << 20)
    assert found.decisions.min() > 0, "a game was broken off"
    return found.scores.reshape(deals, len(LEVELS), seats).astype(float)


def policy_of(game: rw.Game, level: str) -> Policy:
    """A level's policy, or that of the bot which is nearly an expert."""
    found = bot("strong" if level == "near" else level).policy(game)
    if level != "near":
        return found
    model = array("i", found.model)
    model[NOISE] //= NEAR
    return found._replace(model=model)


def rounds(gaps: Any) -> str:
    """The least number of rounds after which the stronger is ahead in 95 % of all cases."""
    random = np.random.default_rng(1)
    found = needed(gaps, random)
    again = [needed(random.choice(gaps, len(gaps)), random) for _ in range(AGAIN)]
    low, high = np.quantile(again, (0.025, 0.975), method="nearest")
    return f"{found:,} ({low:,} to {high:,})" if high < MOST else f"{low:,} or more"


def needed(gaps: Any, random: np.random.Generator) -> int:
    """The same as a number; equal sums are shared."""
    if gaps.mean() <= 0:
        return MOST
    by_formula = float(QUANTILE * gaps.std(ddof=1) / gaps.mean()) ** 2
    if by_formula <= FEW / 1.5:
        sums = random.choice(gaps, (SUMS, FEW)).cumsum(axis=1)
        ahead = (sums > 0).mean(axis=0) + (sums == 0).mean(axis=0) / 2
        enough = np.flatnonzero(ahead >= SURE)
        if len(enough):
            return int(enough[0]) + 1
    return min(MOST, ceil(by_formula))


if __name__ == "__main__":
    main()
