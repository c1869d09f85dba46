"""Learning a model from games it plays against itself: loops like the others, to the bit.

Games are played with a model that stands still, on as many threads as one likes, and what was seen
is written down. Then every weight is told by how much the games say it is off, in sums of whole
numbers: they come out the same in whatever order they are added, so the model that comes out does
not depend on who played which game, or when, or where.
"""

from __future__ import annotations

from typing import Any

from rollwrite.kernel.match import ENDLESS, first_pending
from rollwrite.kernel.playout import in_step
from rollwrite.kernel.policy import NOISE, UNIT, seen_best
from rollwrite.kernel.rng import seeded
from rollwrite.kernel.rule import rule

# Bound by interpreter, compiler and GPU (see specialize.py); ``quick_rate`` rates moves while
# learning, ``add`` adds to a place of an array that others may be adding to.
rules: Any = None
evaluator: Any = None
quick_rate: Any = None
add: Any = None

# What a note of a seat holds: how many weights, its score, the stage of the game, and where.
COUNT, SCORE, STAGE, PLACES = 0, 1, 2, 3
NOISE_HALVES = (0, 1, 2, 4)  # halves of the noise of a config, by seat and game
LOTS = 8  # seats draw one of so many: the first ones are opponent_pool', the others the trainer's
NEIGHBOURS = 32  # games that begin alike one after the other: a GPU runs so many in step
WHOLE = 1024  # shares are told in so many parts
MEMORY = 256  # batches after which corrections of the past begin to be forgotten


def bindings(rules: Any, evaluator: Any) -> dict[str, Any]:
    """What to bind for learning a game: a game may have a quicker look at its moves for it."""
    return {
        "rules": rules,
        "evaluator": evaluator,
        "quick_rate": getattr(evaluator, "quick_rate", evaluator.rate),
    }  # fmt: skip


@rule
def start_of(number: int, starts: int) -> int:
    """With which of some starts a game begins."""
    return number // NEIGHBOURS % starts


@rule
def seat_noise(noise: int, number: int, starts: int, seat: int) -> int:
    """The noise on a seat's judgement in a game: none, half of what is asked for, all, or twice.

    Whom a model meets while it learns should not all play alike: all line-ups of these come up.
    """
    return noise * NOISE_HALVES[lineup_of(number, starts) >> 2 * seat & 3] // 2


@rule
def lineup_of(number: int, starts: int) -> int:
    """Which of the games with the same start a game is."""
    return number // (NEIGHBOURS * starts) * NEIGHBOURS + number % NEIGHBOURS


@rule
def lot_of(number: int, starts: int, seat: int) -> int:
    """The lot that a seat draws in a game: who plays there."""
    mixed = (lineup_of(number, starts) * 2654435761 + seat * 40503 + 12345) & 0x7FFFFFFF
    mixed ^= mixed >> 13
    return (mixed * 1274126177 & 0x7FFFFFFF) >> 15 & LOTS - 1


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
    model: Any,
    opponent_pool: Any,
    seed: int,
    first: int,
    index: int,
    stride: int,
    notes: Any,
    turns: Any,
    finals: Any,
) -> None:
    """Play every ``stride``-th game from ``index`` on; note every seat whenever a turn begins.

    Game number ``first + i`` begins with the start of its turn among ``starts``. Seats whose lot is
    that of one of the ``opponent_pool`` are played by its model. Turns that find no room are
    played but not noted.
    """
    game = index
    number = first + game
    turn = -1  # turns noted of this game; -1 asks for a new one
    events = 0
    while game < len(turns):
        if turn < 0:
            turn = 0
            events = 0
            number = first + game
            table[0] = starts[start_of(number, len(starts))]
            seeded(rng, seed, number)
        s = table[0]
        if in_step(s.phase):
            events += 1
            if turn < len(notes[game]) and evaluator.resting(s):
                note_seats(s, notes[game][turn], work)
                turn += 1
            if s.pending == 0:
                rules.sample(s, event, rng)
                rules.resolve(s, event)
            else:
                seat = first_pending(s)
                count = rules.legal(s, seat, moves)
                place = 0
                if count > 1:
                    lot = lot_of(number, len(starts), seat)
                    own = opponent_pool[lot] if lot < len(opponent_pool) else model
                    quick_rate(s, seat, moves, count, own, work, spare, worth)
                    noise = seat_noise(model[NOISE], number, len(starts), seat)
                    place = seen_best(worth, count, noise, rng)
                rules.apply(s, seat, moves[place])
            if s.phase == rules.OVER or events >= ENDLESS:
                turns[game] = turn
                for seat in range(s.seats):
                    finals[game][seat] = rules.score(s, seat)
                game += stride
                turn = -1


@rule
def note_seats(s: Any, notes: Any, work: Any) -> None:
    """Note every seat at the beginning of a turn."""
    for seat in range(s.seats):
        count = evaluator.features(s, seat, work)
        notes[seat][COUNT] = count
        notes[seat][SCORE] = rules.score(s, seat)
        notes[seat][STAGE] = evaluator.progress(s)
        for place in range(count):
            notes[seat][PLACES + place] = work[place]


@rule
def expected(note: Any, model: Any) -> Any:
    """What a model expects a seat to make in all, by a note of it."""
    value = note[SCORE] * UNIT
    for place in range(note[COUNT]):
        value += model[note[PLACES + place]]
    return value


@rule
def add_errors(
    notes: Any, turns: Any, seats: Any, finals: Any, first: int, model: Any, opponent_pool: int,
    td_lambda: int, index: int, stride: int, sums: Any, sizes: Any, visits: Any,
) -> None:  # fmt: skip
    """Add up how far the weights were off in every ``stride``-th game, each from its end on.

    What a seat was expected to make at a turn is held against what came of it: by ``td_lambda`` the
    end of the game counts, with the rest what was expected one turn later. Each weight that had a
    part in it gets an equal share of the error. Nothing is learnt from how the opponent pool fares.
    """
    game = index
    while game < len(turns):
        for seat in range(seats[start_of(first + game, len(seats))]):
            aim = finals[game][seat] * UNIT
            own = lot_of(first + game, len(seats), seat) >= opponent_pool
            for back in range(turns[game] if own else 0):
                note = notes[game][turns[game] - 1 - back][seat]
                value = expected(note, model)
                if note[COUNT] > 0:
                    step = (aim - value) // note[COUNT]
                    for place in range(note[COUNT]):
                        where = note[PLACES + place]
                        add(sums, where, step)
                        add(sizes, where, abs(step))
                        add(visits, where, 1)
                aim = (td_lambda * aim + (WHOLE - td_lambda) * value) // WHOLE
        game += stride


@rule
def add_alone(array: Any, place: int, amount: int) -> None:
    """Add to a place of an array that nobody else adds to."""
    array[place] += amount


@rule
def improve(
    model: Any, drift: Any, travel: Any, sums: Any, sizes: Any, visits: Any,
    learning_rate: int, part: int, parts: int, index: int, stride: int,
) -> None:  # fmt: skip
    """Move every ``stride``-th weight by its mean error, less if it was hardly ever asked.

    A weight whose corrections go to and fro moves slowly: ``drift`` is their sum, ``travel`` that
    of their sizes. A batch is learnt from in ``parts``, ever more closely; a weight seen once moves
    as if once in all, whatever their number. The sums are at zero again afterwards.
    """
    place = index
    while place < len(model):
        times = visits[place]
        if times > 0:
            if part == 0:
                drift[place] += sums[place] - drift[place] // MEMORY
                travel[place] += sizes[place] - travel[place] // MEMORY
            keen = abs(drift[place]) * WHOLE // max(1, travel[place])
            reach = min(times * keen // parts, WHOLE) * learning_rate // WHOLE
            model[place] += sums[place] * reach // (times * WHOLE)
            sums[place] = 0
            sizes[place] = 0
            visits[place] = 0
        place += stride
