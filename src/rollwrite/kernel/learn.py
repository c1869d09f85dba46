"""Learning a model from games it plays against itself: loops like the others, to the bit.

Games are played with a model that stands still, on as many threads as one likes, and what was seen
is written down. Then every weight is told by how much the games say it is off, in sums of whole
numbers: they come out the same in whatever order they are added, so the model that comes out does
not depend on who played which game, or when, or where.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rollwrite.kernel.policy import NOISE, UNIT, seen_best
from rollwrite.kernel.rule import rule
from rollwrite.kernel.step import Batch, Scratch, play_games

# Bound by interpreter, compiler and GPU (see specialize.py); ``quick_rate`` rates moves while
# learning, ``add`` adds to a place of an array that others may be adding to.
rules: Any = None
evaluator: Any = None
quick_rate: Any = None
add: Any = None

# What a note of a seat holds: how many weights, its score, the stage of the game, and where.
COUNT, SCORE, STAGE, PLACES = 0, 1, 2, 3
NOISE_HALVES = (0, 1, 2, 4)  # halves of the noise of a config, by seat and game
LOTS = 8  # seats draw one of so many: the first are the opponent pool's, the others the trainer's
NEIGHBOURS = 32  # games that begin alike one after the other: a GPU runs so many in step
WHOLE = 1024  # shares are told in so many parts
MEMORY = 256  # batches after which corrections of the past begin to be forgotten


def bindings(rules: Any, evaluator: Any) -> dict[str, Any]:
    """What to bind for learning a game: a game may have a quicker look at its moves for it."""
    return {
        "rules": rules,
        "evaluator": evaluator,
        "quick_rate": getattr(evaluator, "quick_rate", evaluator.rate),
        "STEPPED": True,  # a turn may begin right after chance: that is seen only between steps
    }


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


class Notes(NamedTuple):
    """What is noted of games: by game, turn and seat; the turns by game; the final scores."""

    seen: Any
    turns: Any
    finals: Any


class TrainingGames(NamedTuple):
    """Games to learn from: where they begin, who plays them, and what is noted of them.

    Game number n begins with the start of its turn among ``starts``. Seats whose lot is that of
    one of the ``opponent_pool`` are played by its model.
    """

    starts: Any
    model: Any
    opponent_pool: Any
    seen: Any
    turns: Any
    finals: Any


@rule
def note_many(job: TrainingGames, scratch: Scratch, batch: Batch) -> None:
    """Play the games of a batch; note every seat whenever a turn begins.

    Turns that find no room are played but not noted.
    """
    play_games(job, scratch, batch, begin_training_game, decide_noisily, note_turn, keep_finals)


@rule
def begin_training_game(job: TrainingGames, table: Any, game: int, number: int) -> int:
    """Begin a game with one of the starts."""
    job.turns[game] = 0
    table[0] = job.starts[start_of(number, len(job.starts))]
    return number


@rule
def decide_noisily(
    s: Any, seat: int, count: int, scratch: Scratch, job: TrainingGames, number: int
) -> int:
    """Pick a move by the model that plays there, with the noise of the seat."""
    if count == 1:
        return 0
    lot = lot_of(number, len(job.starts), seat)
    own = job.opponent_pool[lot] if lot < len(job.opponent_pool) else job.model
    w = scratch.work[0]
    quick_rate(s, seat, scratch.moves, count, own, w)
    noise = seat_noise(job.model[NOISE], number, len(job.starts), seat)
    return seen_best(w.worth, count, noise, scratch.rng)


@rule
def note_turn(s: Any, job: TrainingGames, game: int, scratch: Scratch) -> None:
    """Note every seat at the beginning of a turn."""
    turn = job.turns[game]
    if turn < len(job.seen[game]) and evaluator.resting(s):
        notes = job.seen[game][turn]
        own = scratch.work[0].own
        for seat in range(s.seats):
            count = evaluator.features(s, seat, own)
            notes[seat][COUNT] = count
            notes[seat][SCORE] = rules.score(s, seat)
            notes[seat][STAGE] = evaluator.progress(s)
            for index in range(count):
                notes[seat][PLACES + index] = own.features[index]
        job.turns[game] = turn + 1


@rule
def keep_finals(s: Any, job: TrainingGames, game: int, number: int, made: int) -> None:
    """Keep the scores at the end of a game."""
    for seat in range(s.seats):
        job.finals[game][seat] = rules.score(s, seat)


@rule
def expected(note: Any, model: Any) -> Any:
    """What a model expects a seat to make in all, by a note of it."""
    value = note[SCORE] * UNIT
    for place in range(note[COUNT]):
        value += model[note[PLACES + place]]
    return value


class Sums(NamedTuple):
    """By weight: the sum of its errors, of their sizes, and how many they are."""

    errors: Any
    sizes: Any
    visits: Any


class TdConfig(NamedTuple):
    """How errors are told: by which model, and how much the end of a game counts."""

    seats: Any  # by start: how many play
    model: Any
    pool: int  # lots of the opponent pool: nothing is learnt from how they fare
    td_lambda: int


@rule
def add_errors(notes: Notes, config: TdConfig, batch: Batch, sums: Sums) -> None:
    """Add up how far the weights were off in the games of a batch, each from its end on.

    What a seat was expected to make at a turn is held against what came of it: by ``td_lambda`` the
    end of the game counts, with the rest what was expected one turn later. Each weight that had a
    part in it gets an equal share of the error.
    """
    game = batch.offset
    starts = len(config.seats)
    while game < batch.games:
        number = batch.first + game
        for seat in range(config.seats[start_of(number, starts)]):
            target = notes.finals[game][seat] * UNIT
            own = lot_of(number, starts, seat) >= config.pool
            for back in range(notes.turns[game] if own else 0):
                note = notes.seen[game][notes.turns[game] - 1 - back][seat]
                value = expected(note, config.model)
                if note[COUNT] > 0:
                    error = (target - value) // note[COUNT]
                    for place in range(note[COUNT]):
                        where = note[PLACES + place]
                        add(sums.errors, where, error)
                        add(sums.sizes, where, abs(error))
                        add(sums.visits, where, 1)
                kept = config.td_lambda * target
                target = (kept + (WHOLE - config.td_lambda) * value) // WHOLE
        game += batch.stride


@rule
def add_alone(array: Any, place: int, amount: int) -> None:
    """Add to a place of an array that nobody else adds to."""
    array[place] += amount


class Learnt(NamedTuple):
    """A model, and how its weights moved so far: the sum of corrections, and of their sizes."""

    model: Any
    drift: Any
    travel: Any


class Epoch(NamedTuple):
    """One of the ``parts`` in which a batch is learnt from."""

    learning_rate: int
    part: int
    parts: int


@rule
def improve(learnt: Learnt, sums: Sums, epoch: Epoch, offset: int, stride: int) -> None:
    """Move every ``stride``-th weight by its mean error, less if it was hardly ever asked.

    A weight whose corrections go to and fro moves slowly. A batch is learnt from in parts, ever
    more closely; a weight seen once moves as if once in all, whatever their number. The sums are
    at zero again afterwards.
    """
    model, drift, travel = learnt
    errors, sizes, visits = sums
    place = offset
    while place < len(model):
        times = visits[place]
        if times > 0:
            if epoch.part == 0:
                drift[place] += errors[place] - drift[place] // MEMORY
                travel[place] += sizes[place] - travel[place] // MEMORY
            keen = abs(drift[place]) * WHOLE // max(1, travel[place])
            reach = min(times * keen // epoch.parts, WHOLE) * epoch.learning_rate // WHOLE
            model[place] += errors[place] * reach // (times * WHOLE)
            errors[place] = 0
            sizes[place] = 0
            visits[place] = 0
        place += stride
