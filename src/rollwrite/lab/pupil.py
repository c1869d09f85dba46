"""A mind that is being trained: it plays a batch of games, then learns from it, and so on."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from rollwrite.errors import BadOption, say
from rollwrite.kernel import learn
from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.policy import HEAD, THINK, UNIT
from rollwrite.kernel.run_match import match_scratch, signed
from rollwrite.play.game import Game

TURNS = 96  # turns of a game that are noted
LEARNERS = 4  # threads that learn: each has a few numbers for every weight
KNOWN, KEEN = 200.0, 0.1  # corrections in points that a mind brings along, and how one-sided


class Lesson(NamedTuple):
    """How a mind is trained."""

    games: int
    seed: int = 1
    seats: tuple[int, ...] = (2,)
    batch: int = 512  # games between two corrections
    passes: int = 1  # how often a batch is learnt from
    noise: float = 1.0  # points by which judgement goes astray while learning
    pace: float = 1.0  # how far a correction goes at first, and
    slow: float = 0.1  # at the end
    trust: float = 0.5  # how much the end of a game counts against what was expected on the way
    checkpoints: int = 8

    @property
    def weight_of_end(self) -> int:
        """Trust, as loops take it."""
        return round(self.trust * learn.WHOLE)


BOUNDS = {
    "games": (1, 10**12), "batch": (1, 1 << 20), "passes": (1, 99), "noise": (0, 100),
    "pace": (0, 1), "trust": (0, 1), "checkpoints": (1, 99),
}  # fmt: skip


def lesson(game: Game, seats: str | None = None, **wishes: Any) -> Lesson:
    """The lesson that is meant: what is left out is what serves the game best."""
    thinking = game.definition.thinking
    if thinking is None or not hasattr(thinking, "features"):
        raise BadOption(say("train.not_learnt", game=game.id), game.language)
    made = Lesson(**({"games": 200_000} | getattr(thinking, "LESSON", {})))
    made = made._replace(**{name: wish for name, wish in wishes.items() if wish is not None})
    if seats is not None:
        if not all(word.strip().isdigit() for word in seats.split(",")):
            raise BadOption(say("train.seats", given=seats), game.language)
        made = made._replace(seats=tuple(map(int, seats.split(","))))
    made = made._replace(seats=tuple(count for count in made.seats if count in game.seats))
    if not made.seats:
        low, high = game.seats.start, game.seats.stop - 1
        message = say("option.count", name="seats", value=seats, low=low, high=high)
        raise BadOption(message, game.language)
    for name, (low, high) in BOUNDS.items():
        value = getattr(made, name)
        if not low <= value <= high:
            message = say("option.count", name=name, value=value, low=low, high=high)
            raise BadOption(message, game.language)
    return made


class Notes(NamedTuple):
    """What was noted of some games: what was seen turn by turn, turns, and final scores."""

    seen: Any
    turns: Any
    finals: Any


class Learnt(NamedTuple):
    """What a pupil has in its head: its mind, and how its weights have moved so far."""

    mind: Any
    drift: Any
    travel: Any


class Pupil:
    """A mind that is being trained."""

    def __init__(self, game: Game, lesson: Lesson, weights: Sequence[int] | None = None) -> None:
        import numpy as np

        self.game, self.lesson, self.played = game, lesson, 0
        thinking = game.definition.thinking
        mind = np.zeros(HEAD + thinking.WEIGHTS, np.int32)
        # A mind that goes on learning is not to be unsettled by its first few games.
        known = round(KNOWN * UNIT) if weights is not None else 0
        if weights is None and hasattr(thinking, "first_guess"):
            weights = thinking.first_guess(game.rules)
        if weights is not None:
            mind[HEAD:] = weights
        for place, learning, _, _ in getattr(thinking, "GIVEN", ()):
            mind[place] = learning
        mind[0] = round(lesson.noise * UNIT)
        travel = np.full(len(mind), known, np.int64)
        # Once it knows something itself, it meets others who play in another manner.
        met = thinking.strangers(mind) if known and hasattr(thinking, "strangers") else []
        self.strangers = np.array(met, np.int32).reshape(len(met), len(mind))
        self.learnt = Learnt(mind, (travel * KEEN).astype(np.int64), travel)

    def save(self, path: Path) -> None:
        """Write down all that is needed to go on later as if nothing had happened."""
        import numpy as np

        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"part-{path.name}")
        np.savez(part, *self.learnt, np.array([self.played]), np.array(repr(self.lesson)))
        part.replace(path)

    def resume(self, path: Path) -> None:
        """Go on from what was written down; BadOption if that was another lesson."""
        import numpy as np

        with np.load(path) as kept:
            *learnt, played, lesson = kept.values()
        if str(lesson) != repr(self.lesson):
            message = say("train.other", path=path, lesson=str(lesson))
            raise BadOption(message, self.game.language)
        for array, found in zip(self.learnt, learnt, strict=True):
            array[:] = found
        self.played = int(played[0])

    def study(self, school: School) -> None:
        """Play a batch of games and learn from it."""
        share = min(1.0, self.played / self.lesson.games)
        pace = self.lesson.pace * (1 - share) + self.lesson.slow * share
        school.study(self.played, round(pace * learn.WHOLE))
        self.played += self.lesson.batch


class School(Protocol):
    """Where batches of games are played, and a mind is held against what came of them."""

    def study(self, first: int, pace: int) -> None:
        """Play the batch that begins with a game's number and learn from it."""

    def fetch(self) -> None:
        """See to it that what was learnt stands where the pupil has it."""


class Threads:
    """A school on this machine's cores."""

    def __init__(self, pupil: Pupil, pool: ThreadPoolExecutor, workers: int) -> None:
        import numpy as np

        game, lesson = pupil.game, pupil.lesson
        self._game, self._lesson, self._learnt = game, lesson, pupil.learnt
        self._pool, self._workers = pool, workers
        self._starts = starts(game, lesson.seats)
        self._strangers = pupil.strangers
        self.seats = np.array([start["seats"] for start in self._starts], np.int64)
        self.notes = room(game, lesson.batch, max(lesson.seats))
        self._learners = min(workers, LEARNERS)
        # For each learner: the errors of every weight, their sizes, and how many they are.
        self._sums = np.zeros((self._learners, 3, len(pupil.learnt.mind)), np.int64)

    def study(self, first: int, pace: int) -> None:
        """Play the batch that begins with a game's number and learn from it."""
        note(self._game, self._starts, self._learnt.mind, self._lesson.seed, first, self.notes,
             self._pool, self._workers, self._strangers)  # fmt: skip
        for part in range(self._lesson.passes):
            self._sums[:] = 0
            list(self._pool.map(lambda index: self._weigh(first, index), range(self._learners)))
            sums = self._sums.sum(axis=0)
            _improving()(*self._learnt, *sums, pace, part, self._lesson.passes, 0, 1)

    def _weigh(self, first: int, index: int) -> None:
        _learning()(
            self.notes.seen, self.notes.turns, self.seats, self.notes.finals, first,
            self._learnt.mind, len(self._strangers), self._lesson.weight_of_end, index,
            self._learners, *self._sums[index],
        )  # fmt: skip

    def fetch(self) -> None:
        """What was learnt stands there already."""


class Device:
    """A school on the GPU: what is learnt stays there until it is fetched."""

    def __init__(self, pupil: Pupil) -> None:
        from rollwrite.kernel.gpu_learn import DeviceSchool

        game, lesson = pupil.game, pupil.lesson
        notes = room(game, lesson.batch, max(lesson.seats))
        begin = starts(game, lesson.seats)
        self._learnt, self._lesson = pupil.learnt, lesson
        self._there = DeviceSchool(
            game.rules, game.definition.thinking, begin, notes, pupil.learnt, pupil.strangers
        )

    def study(self, first: int, pace: int) -> None:
        """Play the batch that begins with a game's number and learn from it."""
        lesson = self._lesson
        self._there.play(signed(lesson.seed), first)
        for part in range(lesson.passes):
            self._there.learn(first, lesson.weight_of_end, pace, part, lesson.passes)

    def fetch(self) -> None:
        """Copy what was learnt to where the pupil has it."""
        self._there.fetch(self._learnt)


def room(game: Game, games: int, seats: int) -> Notes:
    """Room for the notes of some games."""
    import numpy as np

    width = learn.PLACES + game.definition.thinking.FEATURES
    seen = np.zeros((games, TURNS, seats, width), np.int32)
    return Notes(seen, np.zeros(games, np.int32), np.zeros((games, seats), np.int32))


def note(
    game: Game, begin: Any, mind: Any, seed: int, first: int, notes: Notes,
    pool: ThreadPoolExecutor, workers: int, strangers: Any = None,
) -> None:  # fmt: skip
    """Play games with a mind, on so many threads, and note them."""
    met = mind.reshape(1, -1)[:0] if strangers is None else strangers
    thinking, rules = game.definition.thinking, game.rules
    noting = _noting(rules, thinking)
    lineup = [THINK._replace(thinking=thinking)]

    def play(index: int) -> None:
        scratch = match_scratch(rules, begin[:1], lineup)
        noting(begin, *scratch, mind, met, signed(seed), first, index, workers, *notes)

    list(pool.map(play, range(workers)))


def starts(game: Game, seats: Sequence[int]) -> Any:
    """Starts of games with so many seats each, as an array."""
    import numpy as np

    made = [start for count in seats for start in beginnings(game, count)]
    found = np.zeros(len(made), made[0].dtype())  # concatenated they would be of another type
    for slot, start in zip(found, made, strict=True):
        start.store(slot)
    return found


def beginnings(game: Game, seats: int) -> list[Any]:
    """The starts of games with so many seats: with the options given, or all that are practised.

    A game's thinking may say by ``practice`` which options to practise in a variant.
    """
    practice = getattr(game.definition.thinking, "practice", None)
    wishes = practice(game.variant) if practice and not game.options else [game.options]
    return [game.definition.position.start(game, seats, 0, options) for options in wishes]


@cache
def _noting(rules: Any, thinking: Any) -> Compiled:
    return Compiled(learn.note_many, learn.bindings(rules, thinking), rules.TITLE)


@cache
def _learning() -> Compiled:
    return Compiled(learn.add_errors, {"add": learn.add_alone}, "learning")


@cache
def _improving() -> Compiled:
    return Compiled(learn.improve, {}, "learning")
