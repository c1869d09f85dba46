"""Learning a mind from games it plays against itself: loops like the others, to the bit.

Games are played with a mind that stands still, on as many threads as one likes; what was seen is
written down and learnt from afterwards, in the order of the games. So the mind that comes out does
not depend on who played which game, or when.
"""

from __future__ import annotations

from typing import Any

from rollwrite.kernel.dice import seeded
from rollwrite.kernel.match import ENDLESS, first_pending
from rollwrite.kernel.policy import NOISE, UNIT, seen_best
from rollwrite.kernel.rule import rule

# Bound by interpreter and compiler (see twins.py).
rules: Any = None
thinking: Any = None

COUNT, SCORE, PLACES = 0, 1, 2  # what a note of a seat holds: how many weights, its score, where
ASTRAY = (0, 1, 2, 4)  # halves of the noise of a lesson, by seat and game
STAGE, WORTH, FINAL = 0, 1, 2  # what is watched: the stage of a game, what is expected, what comes


@rule
def seat_noise(noise: int, number: int, seat: int) -> int:
    """How far a seat's judgement goes astray in a game: not at all, by half, as told, or twice.

    Whom a mind meets while it learns should not all play alike: all line-ups of these come up.
    """
    return noise * ASTRAY[number >> 2 * seat & 3] // 2


@rule
def one_event(
    s: Any, work: Any, spare: Any, moves: Any, replies: Any, worth: Any, event: Any, rng: Any,
    mind: Any, number: int,
) -> None:  # fmt: skip
    """One roll, deal or decision of a game by its number."""
    if s.pending == 0:
        rules.sample(s, event, rng)
        rules.resolve(s, event)
    else:
        seat = first_pending(s)
        count = rules.legal(s, seat, moves)
        place = 0
        if count > 1:
            thinking.rate(s, seat, moves, count, mind, work, spare, worth)
            noise = seat_noise(mind[NOISE], number, seat)
            place = seen_best(worth, count, noise, rng)
        rules.apply(s, seat, moves[place])


@rule
def note_many(
    starts: Any,
    table: Any,
    work: Any,
    spare: Any,
    moves: Any,
    replies: Any,
    worth: Any,
    event: Any,
    rng: Any,
    mind: Any,
    seed: int,
    first: int,
    index: int,
    stride: int,
    notes: Any,
    turns: Any,
    finals: Any,
) -> None:
    """Play every ``stride``-th game from ``index`` on; note every seat whenever a turn begins.

    Game number ``first + i`` begins with the start of its turn among ``starts``. Turns that there
    is no room for are played but not noted.
    """
    game = index
    while game < len(turns):
        table[0] = starts[(first + game) % len(starts)]
        s = table[0]
        seeded(rng, seed, first + game)
        number = (first + game) // len(starts)
        turn = 0
        events = 0
        while s.phase != rules.OVER and events < ENDLESS:
            events += 1
            if turn < len(notes[game]) and thinking.resting(s):
                for seat in range(s.seats):
                    count = thinking.features(s, seat, work)
                    note = notes[game][turn][seat]
                    note[COUNT] = count
                    note[SCORE] = rules.score(s, seat)
                    for place in range(count):
                        note[PLACES + place] = work[place]
                turn += 1
            one_event(s, work, spare, moves, replies, worth, event, rng, mind, number)
        turns[game] = turn
        for seat in range(s.seats):
            finals[game][seat] = rules.score(s, seat)
        game += stride


@rule
def learn_from(
    notes: Any, turns: Any, seats: Any, finals: Any, first: int,
    mind: Any, drift: Any, travel: Any, manner: Any,
) -> None:  # fmt: skip
    """Learn from noted games, each from its end to its start.

    ``manner`` holds pace and trust. What a seat was expected to make at a turn is moved towards
    what came of it: with ``trust`` the end of the game counts, with the rest what was expected one
    turn later. A weight whose corrections go to and fro moves slowly: ``drift`` is their sum,
    ``travel`` that of their sizes.
    """
    pace = manner[0]
    trust = manner[1]
    for game in range(len(turns)):
        for seat in range(seats[(first + game) % len(seats)]):
            aim = finals[game][seat] * float(UNIT)
            for back in range(turns[game]):
                note = notes[game][turns[game] - 1 - back][seat]
                count = note[COUNT]
                value = note[SCORE] * float(UNIT)
                for place in range(count):
                    value += mind[note[PLACES + place]]
                error = aim - value
                if count > 0:
                    step = pace * error / count
                    for place in range(count):
                        where = note[PLACES + place]
                        keen = 1.0
                        if travel[where] > 0.0:
                            keen = abs(drift[where]) / travel[where]
                        mind[where] += int(keen * step)
                        drift[where] += error
                        travel[where] += abs(error)
                aim = trust * aim + (1.0 - trust) * value


@rule
def watch_many(
    starts: Any,
    table: Any,
    work: Any,
    spare: Any,
    moves: Any,
    replies: Any,
    worth: Any,
    event: Any,
    rng: Any,
    mind: Any,
    seed: int,
    first: int,
    index: int,
    stride: int,
    seen: Any,
    turns: Any,
) -> None:
    """Play games and write down, turn by turn, what seat 0 may expect and what comes of it."""
    game = index
    while game < len(turns):
        table[0] = starts[(first + game) % len(starts)]
        s = table[0]
        seeded(rng, seed, first + game)
        number = (first + game) // len(starts)
        turn = 0
        events = 0
        while s.phase != rules.OVER and events < ENDLESS:
            events += 1
            if turn < len(seen[game]) and thinking.resting(s):
                row = seen[game][turn]
                row[STAGE] = thinking.progress(s)
                if s.pending & 1:
                    count = rules.legal(s, 0, moves)
                    thinking.rate(s, 0, moves, count, mind, work, spare, worth)
                    row[WORTH] = worth[0]
                    for place in range(1, count):
                        row[WORTH] = max(row[WORTH], worth[place])
                else:
                    row[WORTH] = thinking.expect(s, 0, mind, work, spare)
                turn += 1
            one_event(s, work, spare, moves, replies, worth, event, rng, mind, number)
        turns[game] = turn
        best = 0
        for other in range(1, s.seats):
            if other == 1 or rules.score(s, other) > best:
                best = rules.score(s, other)
        for row in range(turn):
            seen[game][row][FINAL] = (rules.score(s, 0) - best) * UNIT
        game += stride
