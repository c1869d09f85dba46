"""Matches: games between policies, by one loop for every game and every line-up, however it runs.

A line-up has a slot for each seat and says which policy sits there. Slots move on by one seat from
game to game, so that each begins equally often.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rollwrite.kernel.playout import STEPPED, in_step
from rollwrite.kernel.rng import seeded
from rollwrite.kernel.rule import rule

# Bound by interpreter, compiler and GPU (see specialize.py): rules and up to six policies.
rules: Any = None
POLICY_KINDS = 1
policy_0: Any = None
policy_1: Any = None
policy_2: Any = None
policy_3: Any = None
policy_4: Any = None
policy_5: Any = None

MOST_KINDS = 6
ENDLESS = 100_000  # decisions after which a game is taken not to end
FAULT, NO_END = -1, -2  # what stands for the number of decisions of a game that was broken off


def bindings(rules: Any, chooses: Sequence[Any], evaluator: Any = None) -> dict[str, Any]:
    """The names a match is bound to: a game's rules and evaluator, and how its policies choose."""
    if not 1 <= len(chooses) <= MOST_KINDS:
        raise ValueError(f"a match takes 1 to {MOST_KINDS} different policies, not {len(chooses)}")
    spare = [chooses[0]] * (MOST_KINDS - len(chooses))
    named = {f"policy_{kind}": choose for kind, choose in enumerate([*chooses, *spare])}
    bound = {"POLICY_KINDS": len(chooses), **named}
    # A binding stands for its name everywhere, in the rules too.
    if taken := [name for name in bound if hasattr(rules, name)]:
        raise ValueError(f"the rules of {rules.TITLE} use a name that matches need: {taken[0]}")
    return {"rules": rules, "evaluator": evaluator, **bound}


@rule
def chosen(
    kind: int, s: Any, seat: int, moves: Any, count: int,
    model: Any, work: Any, spare: Any, replies: Any, worth: Any, rng: Any,
) -> Any:  # fmt: skip
    """The place of the move that a kind of policy picks."""
    if POLICY_KINDS > 1 and kind == 1:
        return policy_1(s, seat, moves, count, model, work, spare, replies, worth, rng)
    if POLICY_KINDS > 2 and kind == 2:
        return policy_2(s, seat, moves, count, model, work, spare, replies, worth, rng)
    if POLICY_KINDS > 3 and kind == 3:
        return policy_3(s, seat, moves, count, model, work, spare, replies, worth, rng)
    if POLICY_KINDS > 4 and kind == 4:
        return policy_4(s, seat, moves, count, model, work, spare, replies, worth, rng)
    if POLICY_KINDS > 5 and kind == 5:
        return policy_5(s, seat, moves, count, model, work, spare, replies, worth, rng)
    return policy_0(s, seat, moves, count, model, work, spare, replies, worth, rng)


@rule
def first_pending(s: Any) -> int:
    """The seat that is asked next."""
    seat = 0
    while s.pending >> seat & 1 == 0:
        seat += 1
    return seat


@rule
def leave_to_chance(s: Any, event: Any, rng: Any) -> None:
    """Roll and deal until somebody must decide or the game is over."""
    while s.pending == 0 and s.phase != rules.OVER:
        rules.sample(s, event, rng)
        rules.resolve(s, event)


@rule
def winning_seats(s: Any, lost: int) -> int:
    """A bit for each seat that has won; none where all have the standing ``lost``."""
    best = lost
    found = 0
    for seat in range(s.seats):
        own = rules.standing(s, seat)
        if own > best:
            best = own
            found = 1 << seat
        elif own == best and own != lost:
            found |= 1 << seat
    return found


@rule
def match_many(
    start: Any,
    table: Any,
    work: Any,
    spare: Any,
    moves: Any,
    replies: Any,
    worth: Any,
    event: Any,
    rng: Any,
    lineup: Any,
    models: Any,
    lost: int,
    seed: int,
    first: int,
    index: int,
    stride: int,
    decisions: Any,
    scores: Any,
    winners: Any,
) -> None:
    """Play every ``stride``-th game from ``index`` on, all from the same start.

    Game number ``first + i`` runs on that stream of the seed; slot k of it sits at seat
    ``(first + i + k) % seats`` and has model k. Row i holds its decisions, its scores by slot and
    its winners as bits by slot. A policy that answers illegally leaves FAULT there, a game without
    end NO_END. ``lost`` is the standing of a seat that cannot have won; the rest is scratch.
    """
    games = len(decisions)
    game = index
    made = -1  # decisions in this game; -1 asks for a new one
    turned = 0
    while game < games:
        if made < 0:
            made = 0
            table[0] = start[0]
            seeded(rng, seed, first + game)
            turned = (first + game) % table[0].seats
        s = table[0]
        if not in_step(s.phase):
            continue
        broken = 0
        chance = s.pending == 0
        if chance and s.phase != rules.OVER:
            rules.sample(s, event, rng)
            rules.resolve(s, event)
        if s.pending != 0 and not (chance and STEPPED):
            seat = first_pending(s)
            count = rules.legal(s, seat, moves)
            slot = (seat - turned + s.seats) % s.seats
            place = chosen(
                lineup[slot], s, seat, moves, count,
                models[slot], work, spare, replies, worth, rng,
            )  # fmt: skip
            if place < 0 or place >= count:
                broken = FAULT
            else:
                rules.apply(s, seat, moves[place])
                made += 1
                if made >= ENDLESS:
                    broken = NO_END
        if broken != 0:
            decisions[game] = broken
            game += stride
            made = -1
        elif s.phase == rules.OVER:
            decisions[game] = made
            won = winning_seats(s, lost)
            bits = 0
            for slot in range(s.seats):
                seat = (slot + turned) % s.seats
                scores[game][slot] = rules.score(s, seat)
                bits |= (won >> seat & 1) << slot
            winners[game] = bits
            game += stride
            made = -1
