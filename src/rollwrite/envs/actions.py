"""The numbers of actions: what each means, as a table (docs/actions.md).

``python -m rollwrite.envs.actions`` writes the tables of all installed games.
"""

from __future__ import annotations

from typing import NamedTuple

from rollwrite.games.optional import OptionalRules
from rollwrite.play.game import Game
from rollwrite.play.registry import game, games

GAMES = 60  # that are played at random to find examples


class ActionRange(NamedTuple):
    """Actions of one kind, from the first to the last: what they mean, and one in notation."""

    first: int
    last: int
    meaning: str
    example: str


def action_ranges(given: Game) -> list[ActionRange]:
    """The kinds of actions of a game; in their meaning ``n`` is the action minus the first one."""
    table = OptionalRules.of(given.rules).ACTION_TABLE
    firsts = [first for first, _ in table]
    ends = [*firsts[1:], given.rules.ACTIONS]
    examples = met(given, firsts)
    return [
        ActionRange(first, end - 1, meaning, examples.get(first, ""))
        for (first, meaning), end in zip(table, ends, strict=True)
    ]


def met(given: Game, firsts: list[int]) -> dict[int, str]:
    """For each range that random games come by, one of its actions and its notation."""
    found: dict[int, str] = {}
    variants = given.definition.variants or (None,)
    for variant in variants:
        one = game(given.id, variant=variant)
        for seed in range(GAMES):
            state = one.start(seats=2 if 2 in one.seats else 1, seed=seed)
            while not state.over and len(found) < len(firsts):
                if state.chance:
                    state = state.roll()
                    continue
                moves = state.moves(state.pending[0])
                for move in moves:
                    first = max(number for number in firsts if number <= move.action)
                    found.setdefault(first, f"{move.action}: `{move}`")
                state = state.play(moves[(seed + len(state.log.events)) % len(moves)])
    return found


def markdown() -> str:
    """The tables of all games."""
    lines = [
        "# Actions",
        "",
        "The number of every action, by game. `n` is the action minus the first one of its row;",
        "all parts count from 0. `python -m rollwrite.envs.actions` writes this page.",
    ]
    for name in games():
        one = game(name)
        ranges = action_ranges(one)
        if ranges:
            lines += ["", f"## {one.name}: {one.rules.ACTIONS:,} actions", ""]
            lines += ["| actions | meaning | for example |", "|---|---|---|"]
            for first, last, meaning, example in ranges:
                numbers = f"{first}" if first == last else f"{first} to {last}"
                lines.append(f"| {numbers} | {meaning} | {example.replace('|', chr(92) + '|')} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(markdown(), end="")
