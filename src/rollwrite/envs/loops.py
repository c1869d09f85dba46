"""The loops of the environments: rules like the others, so that they compile and run on a GPU.

A batch has one table an environment. ``who`` is the learner's seat there, ``numbers`` the number of
its game, ``finished`` whether that is over, ``last`` the learner's score when it last decided.
"""

from __future__ import annotations

from typing import Any

from rollwrite.kernel.match import chosen, first_pending, leave_to_chance, winning_seats
from rollwrite.kernel.rng import draw, seeded
from rollwrite.kernel.rule import rule

# Bound by interpreter, compiler and GPU (see specialize.py).
rules: Any = None

SCORE, VICTORY = 0, 1  # what is rewarded: points as they come, or the victory at the end
ILLEGAL = -1  # the reward of a move that is not legal; nothing else happens


@rule
def observe(s: Any, raw: Any, seat: int, runs: Any, view: Any) -> None:
    """Write what a seat sees into a row (see layout.py)."""
    seats = s.seats
    view[0] = s.phase
    view[1] = (s.active - seat + seats) % seats
    view[2] = (s.pending >> seat | s.pending << (seats - seat)) & ((1 << seats) - 1)
    for run in range(len(runs)):
        source = runs[run][0]
        width = runs[run][1]
        count = runs[run][2]
        place = runs[run][3]
        if runs[run][4] >> view[0] & 1:
            for item in range(count):
                view[place + item] = 0
        elif width == 1:
            for item in range(count):
                view[place + item] = raw[source + item]
        else:
            for item in range(count):
                end = source + (item + 1) * width - 1
                value = int(raw[end])  # the sign is in the last byte
                for byte in range(1, width):
                    value = value << 8 | raw[end - byte] & 255
                view[place + item] = value


@rule
def allow(s: Any, seat: int, moves: Any, mask: Any) -> None:
    """Write a 1 for every legal action of a seat that owes a decision."""
    for action in range(len(mask)):
        mask[action] = 0
    if s.pending >> seat & 1:
        for place in range(rules.legal(s, seat, moves)):
            mask[moves[place]] = 1


@rule
def to_learner(
    s: Any, seat: int, work: Any, spare: Any, moves: Any, replies: Any, worth: Any, event: Any,
    rng: Any, lineup: Any, models: Any,
) -> None:  # fmt: skip
    """Let chance and the others go on until the learner must decide or the game is over.

    ``lineup`` holds the policies of the seats after the learner, in turn order.
    """
    leave_to_chance(s, event, rng)
    while s.pending != 0 and s.pending >> seat & 1 == 0:
        other = first_pending(s)
        count = rules.legal(s, other, moves)
        slot = (other - seat - 1 + s.seats) % s.seats
        place = chosen(
            lineup[slot], s, other, moves, count, models[slot], work, spare, replies, worth, rng
        )
        rules.apply(s, other, moves[place])
        leave_to_chance(s, event, rng)


@rule
def step_many(
    tables: Any,
    raw: Any,
    work: Any,
    spare: Any,
    moves: Any,
    replies: Any,
    worth: Any,
    event: Any,
    rngs: Any,
    start: Any,
    lineup: Any,
    models: Any,
    runs: Any,
    who: Any,
    numbers: Any,
    finished: Any,
    last: Any,
    seat_wanted: int,
    seed: int,
    size: int,
    lost: int,
    reward: int,
    actions: Any,
    views: Any,
    masks: Any,
    rewards: Any,
    ended: Any,
    illegal: Any,
    first: int,
    after: int,
    stride: int,
) -> None:
    """One step of every ``stride``-th environment from ``first`` to before ``after``.

    An environment whose game was over begins its next one. The loop is one function and calls
    each part once, because handing all these arrays on costs as much as a decision.
    """
    for here in range(first, after, stride):
        s = tables[here]
        wrong = 0
        if finished[here] != 0:
            tables[here] = start[0]
            numbers[here] += size
            seeded(rngs[here], seed, numbers[here])
            who[here] = seat_wanted
            if seat_wanted < 0:
                who[here] = numbers[here] % s.seats
        else:
            action = actions[here]
            if action < 0 or action >= rules.ACTIONS or masks[here][action] == 0:
                wrong = 1
            else:
                rules.apply(s, who[here], action)
        seat = who[here]
        to_learner(s, seat, work, spare, moves, replies, worth, event, rngs[here], lineup, models)
        over = s.phase == rules.OVER
        gain = 0.0
        if reward == SCORE or over:
            now = rules.score(s, seat)
            if reward == SCORE and finished[here] == 0:
                gain = now - last[here]
            last[here] = now
        if over and reward == VICTORY:
            gain = victory(winning_seats(s, lost), seat, s.seats)
        if wrong != 0:
            gain = ILLEGAL
        rewards[here] = gain
        illegal[here] = wrong
        ended[here] = over
        finished[here] = over
        observe(s, raw[here], seat, runs[seat], views[here])
        allow(s, seat, moves, masks[here])
        if over:
            masks[here][0] = 1  # whatever is answered, the next game begins


@rule
def victory(won: int, seat: int, seats: int) -> float:
    """A seat's share of a victory."""
    shared = 0
    for other in range(seats):
        shared += won >> other & 1
    if won >> seat & 1:
        return 1.0 / shared
    return 0.0


@rule
def pick_any(masks: Any, rngs: Any, actions: Any, first: int, stride: int) -> None:
    """A random legal action for every ``stride``-th environment from ``first`` on."""
    for here in range(first, len(actions), stride):
        count = 0
        for action in range(len(masks[here])):
            count += masks[here][action]
        left = draw(rngs[here], count)
        for action in range(len(masks[here])):
            if masks[here][action] != 0:
                if left == 0:
                    actions[here] = action
                    break
                left -= 1


@rule
def act(
    tables: Any, raw: Any, moves: Any, event: Any, rng: Any, runs: Any, lost: int,
    asked: Any, views: Any, masks: Any, scores: Any, facts: Any,
) -> None:  # fmt: skip
    """One decision at one table, then what every seat sees and may do.

    ``asked`` holds the seat (-1: nobody decides) and its action. ``facts`` gets the pending seats
    and the winners, as bits, and whether the game is over.
    """
    s = tables[0]
    if asked[0] >= 0:
        rules.apply(s, asked[0], asked[1])
    leave_to_chance(s, event, rng)
    facts[0] = s.pending
    facts[1] = 0
    facts[2] = 0
    if s.pending == 0:
        facts[1] = winning_seats(s, lost)
        facts[2] = 1
    for other in range(s.seats):
        observe(s, raw[0], other, runs[other], views[other])
        allow(s, other, moves, masks[other])
        scores[other] = rules.score(s, other)
