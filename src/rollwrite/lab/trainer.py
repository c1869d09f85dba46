"""A model that is being trained: it plays a batch of games, then learns from it, and so on."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from rollwrite.errors import BadOption, say
from rollwrite.kernel import learn
from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.match_runner import match_scratch, signed
from rollwrite.kernel.policy import BY_MODEL, HEAD, UNIT
from rollwrite.play.game import Game

TURNS = 96  # turns of a game that are noted
LEARNERS = 4  # threads that learn: each has a few numbers for every weight
KNOWN, KEEN = 200.0, 0.1  # corrections in points that a model brings along, and how one-sided


class TrainingConfig(NamedTuple):
    """How a model is trained."""

    games: int
    seed: int = 1
    seats: tuple[int, ...] = (2,)
    batch: int = 512  # games between two corrections
    epochs: int = 1  # how often a batch is learnt from
    noise: float = 1.0  # points of noise on every judgement while learning
    learning_rate: float = 1.0  # how far a correction goes at first, and
    slow: float = 0.1  # at the end
    td_lambda: float = 0.5  # how much the end of a game counts against what was expected on the way
    checkpoints: int = 8

    @property
    def weight_of_end(self) -> int:
        """``td_lambda``, as loops take it."""
        return round(self.td_lambda * learn.WHOLE)


BOUNDS = {
    "games": (1, 10**12), "batch": (1, 1 << 20), "epochs": (1, 99), "noise": (0, 100),
    "learning_rate": (0, 1), "td_lambda": (0, 1), "checkpoints": (1, 99),
}  # fmt: skip


def training_config(game: Game, seats: str | None = None, **wishes: Any) -> TrainingConfig:
    """The configuration that is meant; what is left out is what serves the game best."""
    evaluator = game.definition.evaluator
    if evaluator is None:
        raise BadOption(say("train.nothing", game=game.id), game.language)
    if not hasattr(evaluator, "features"):
        message = say("train.not_learnt", game=game.id, command=evaluator.COMMAND)
        raise BadOption(message, game.language)
    made = TrainingConfig(**({"games": 200_000} | getattr(evaluator, "TRAINING", {})))
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


def _current(config: str) -> str:
    """A configuration as it is written today, from a training begun by an earlier version."""
    renamed = {
        "Lesson(": "TrainingConfig(", " passes=": " epochs=",
        " pace=": " learning_rate=", " trust=": " td_lambda=",
    }  # fmt: skip
    for old, new in renamed.items():
        config = config.replace(old, new)
    return config


class Notes(NamedTuple):
    """What was noted of some games: what was seen turn by turn, turns, and final scores."""

    seen: Any
    turns: Any
    finals: Any


class Learnt(NamedTuple):
    """What a trainer has in its head: its model, and how its weights have moved so far."""

    model: Any
    drift: Any
    travel: Any


class Trainer:
    """A model that is being trained."""

    def __init__(
        self, game: Game, config: TrainingConfig, weights: Sequence[int] | None = None
    ) -> None:
        import numpy as np

        self.game, self.config, self.played = game, config, 0
        evaluator = game.definition.evaluator
        model = np.zeros(HEAD + evaluator.WEIGHTS, np.int32)
        # A model that goes on learning is not to be unsettled by its first few games.
        known = round(KNOWN * UNIT) if weights is not None else 0
        if weights is None and hasattr(evaluator, "prior"):
            weights = evaluator.prior(game.rules)
        if weights is not None:
            model[HEAD:] = weights
        for place, learning, _, _ in getattr(evaluator, "FIXED_WEIGHTS", ()):
            model[place] = learning
        model[0] = round(config.noise * UNIT)
        travel = np.full(len(model), known, np.int64)
        # Once it knows something itself, it meets others who play in another manner.
        met = (
            evaluator.opponent_pool(model) if known and hasattr(evaluator, "opponent_pool") else []
        )
        self.opponent_pool = np.array(met, np.int32).reshape(len(met), len(model))
        self.learnt = Learnt(model, (travel * KEEN).astype(np.int64), travel)

    def save(self, path: Path) -> None:
        """Write down all that is needed to go on later as if nothing had happened."""
        import numpy as np

        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"part-{path.name}")
        np.savez(part, *self.learnt, np.array([self.played]), np.array(repr(self.config)))
        part.replace(path)

    def resume(self, path: Path) -> None:
        """Go on from what was written down; BadOption if that had another configuration."""
        import numpy as np

        with np.load(path) as kept:
            *learnt, played, config = kept.values()
        kept_config = _current(str(config))
        if kept_config != repr(self.config):
            message = say("train.other", path=path, config=kept_config)
            raise BadOption(message, self.game.language)
        for array, found in zip(self.learnt, learnt, strict=True):
            array[:] = found
        self.played = int(played[0])

    def study(self, backend: Backend) -> None:
        """Play a batch of games and learn from it."""
        share = min(1.0, self.played / self.config.games)
        learning_rate = self.config.learning_rate * (1 - share) + self.config.slow * share
        backend.study(self.played, round(learning_rate * learn.WHOLE))
        self.played += self.config.batch


class Backend(Protocol):
    """Where batches of games are played, and a model is held against what came of them."""

    def study(self, first: int, learning_rate: int) -> None:
        """Play the batch that begins with a game's number and learn from it."""

    def fetch(self) -> None:
        """See to it that what was learnt stands where the trainer has it."""


class Threads:
    """A backend on this machine's cores."""

    def __init__(self, trainer: Trainer, pool: ThreadPoolExecutor, workers: int) -> None:
        import numpy as np

        game, config = trainer.game, trainer.config
        self._game, self._config, self._learnt = game, config, trainer.learnt
        self._pool, self._workers = pool, workers
        self._starts = starts(game, config.seats)
        self._opponent_pool = trainer.opponent_pool
        self.seats = np.array([start["seats"] for start in self._starts], np.int64)
        self.notes = room(game, config.batch, max(config.seats))
        self._learners = min(workers, LEARNERS)
        # For each learner: the errors of every weight, their sizes, and how many they are.
        self._sums = np.zeros((self._learners, 3, len(trainer.learnt.model)), np.int64)

    def study(self, first: int, learning_rate: int) -> None:
        """Play the batch that begins with a game's number and learn from it."""
        note(self._game, self._starts, self._learnt.model, self._config.seed, first, self.notes,
             self._pool, self._workers, self._opponent_pool)  # fmt: skip
        for part in range(self._config.epochs):
            self._sums[:] = 0
            list(self._pool.map(lambda index: self._weigh(first, index), range(self._learners)))
            sums = self._sums.sum(axis=0)
            _improving()(*self._learnt, *sums, learning_rate, part, self._config.epochs, 0, 1)

    def _weigh(self, first: int, index: int) -> None:
        _learning()(
            self.notes.seen, self.notes.turns, self.seats, self.notes.finals, first,
            self._learnt.model, len(self._opponent_pool), self._config.weight_of_end, index,
            self._learners, *self._sums[index],
        )  # fmt: skip

    def fetch(self) -> None:
        """What was learnt stands there already."""


class Device:
    """A backend on the GPU: what is learnt stays there until it is fetched."""

    def __init__(self, trainer: Trainer) -> None:
        from rollwrite.kernel.gpu_learn import DeviceSchool

        game, config = trainer.game, trainer.config
        notes = room(game, config.batch, max(config.seats))
        begin = starts(game, config.seats)
        self._learnt, self._config = trainer.learnt, config
        self._there = DeviceSchool(
            game.rules,
            game.definition.evaluator,
            begin,
            notes,
            trainer.learnt,
            trainer.opponent_pool,
        )

    def study(self, first: int, learning_rate: int) -> None:
        """Play the batch that begins with a game's number and learn from it."""
        config = self._config
        self._there.play(signed(config.seed), first)
        for part in range(config.epochs):
            self._there.learn(first, config.weight_of_end, learning_rate, part, config.epochs)

    def fetch(self) -> None:
        """Copy what was learnt to where the trainer has it."""
        self._there.fetch(self._learnt)


def room(game: Game, games: int, seats: int) -> Notes:
    """Room for the notes of some games."""
    import numpy as np

    width = learn.PLACES + game.definition.evaluator.FEATURES
    seen = np.zeros((games, TURNS, seats, width), np.int32)
    return Notes(seen, np.zeros(games, np.int32), np.zeros((games, seats), np.int32))


def note(
    game: Game, begin: Any, model: Any, seed: int, first: int, notes: Notes,
    pool: ThreadPoolExecutor, workers: int, opponent_pool: Any = None,
) -> None:  # fmt: skip
    """Play games with a model, on so many threads, and note them."""
    met = model.reshape(1, -1)[:0] if opponent_pool is None else opponent_pool
    evaluator, rules = game.definition.evaluator, game.rules
    noting = _noting(rules, evaluator)
    lineup = [BY_MODEL._replace(evaluator=evaluator)]

    def play(index: int) -> None:
        scratch = match_scratch(rules, begin[:1], lineup)
        noting(begin, *scratch, model, met, signed(seed), first, index, workers, *notes)

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

    A game's evaluator may say by ``practice`` which options to practise in a variant.
    """
    practice = getattr(game.definition.evaluator, "practice", None)
    wishes = practice(game.variant) if practice and not game.options else [game.options]
    return [game.definition.position.start(game, seats, 0, options) for options in wishes]


@cache
def _noting(rules: Any, evaluator: Any) -> Compiled:
    return Compiled(learn.note_many, learn.bindings(rules, evaluator), rules.TITLE)


@cache
def _learning() -> Compiled:
    return Compiled(learn.add_errors, {"add": learn.add_alone}, "learning")


@cache
def _improving() -> Compiled:
    return Compiled(learn.improve, {}, "learning")
