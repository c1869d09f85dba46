"""A model that is being trained: it plays a batch of games, then learns from it, and so on."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from rollwrite.errors import BadOption, say
from rollwrite.games.kit.training import TrainingConfig
from rollwrite.kernel import learn
from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.learn import Epoch, Learnt, Notes, Sums, TdConfig, TrainingGames
from rollwrite.kernel.policy import HEAD, UNIT
from rollwrite.kernel.run import signed
from rollwrite.kernel.step import Batch
from rollwrite.kernel.workspace import compiled_scratch
from rollwrite.play.game import Game

QUICKER = 10  # how many times fewer games an edition is trained with, unless told
TURNS = 96  # turns of a game that are noted
LEARNERS = 4  # threads that learn: each has a few numbers for every weight
KNOWN, KEEN = 200.0, 0.1  # corrections in points that a model brings along, and how one-sided


BOUNDS = {
    "games": (1, 10**12), "batch": (1, 1 << 20), "epochs": (1, 99), "noise": (0, 100),
    "learning_rate": (0, 1), "td_lambda": (0, 1), "checkpoints": (1, 99),
}  # fmt: skip


def training_config(game: Game, seats: str | None = None, **wishes: Any) -> TrainingConfig:
    """The configuration that is meant; what is left out is what serves the game best."""
    if game.definition.training is None:
        solver, name = game.definition.solver, game.id
        key = "train.not_learnt" if solver else "train.nothing"
        raise BadOption(say(key, game=name, command=f"rollwrite solve {name}"), game.language)
    made = game.definition.training.config
    if game.edition is not None:  # a design changes often: its bots are there in minutes
        made = made._replace(games=max(1, made.games // QUICKER))
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


class Trainer:
    """A model that is being trained."""

    def __init__(
        self, game: Game, config: TrainingConfig, weights: Sequence[int] | None = None
    ) -> None:
        import numpy as np

        self.game, self.config, self.played = game, config, 0
        evaluator, training = game.definition.evaluator, game.definition.training
        assert evaluator is not None and training is not None
        model = np.zeros(HEAD + evaluator.WEIGHTS, np.int32)
        # A model that goes on learning is not to be unsettled by its first few games.
        known = round(KNOWN * UNIT) if weights is not None else 0
        if weights is None and training.prior is not None:
            weights = training.prior(game.rules)
        if weights is not None:
            model[HEAD:] = weights
        for fixed in training.fixed_weights:
            model[fixed.place] = fixed.learning
        model[0] = round(config.noise * UNIT)
        travel = np.full(len(model), known, np.int64)
        # Once it knows something itself, it meets others who play in another manner.
        met = training.opponent_pool(model) if known and training.opponent_pool else ()
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
        config = self._config
        self._play(first)
        for part in range(config.epochs):
            self._sums[:] = 0
            list(self._pool.map(lambda index: self._weigh(first, index), range(self._learners)))
            sums, epoch = Sums(*self._sums.sum(axis=0)), Epoch(learning_rate, part, config.epochs)
            _improving()(self._learnt, sums, epoch, 0, 1)

    def _play(self, first: int) -> None:
        """Play the batch that begins with a game's number, and note every turn."""
        batch = Batch(signed(self._config.seed), first, self._config.batch, 0, self._workers)
        note(self._games(), self._game, batch, self._pool)

    def _games(self) -> TrainingGames:
        return TrainingGames(self._starts, self._learnt.model, self._opponent_pool, *self.notes)

    def _weigh(self, first: int, index: int) -> None:
        config = self._config
        how = TdConfig(
            self.seats, self._learnt.model, len(self._opponent_pool), config.weight_of_end
        )
        batch = Batch(signed(config.seed), first, config.batch, index, self._learners)
        _learning()(self.notes, how, batch, Sums(*self._sums[index]))

    def fetch(self) -> None:
        """What was learnt stands there already."""


class Device:
    """A backend on the GPU: what is learnt stays there until it is fetched."""

    def __init__(self, trainer: Trainer) -> None:
        from rollwrite.kernel.cuda.trainer import DeviceTrainer

        game, config = trainer.game, trainer.config
        notes = room(game, config.batch, max(config.seats))
        begin = starts(game, config.seats)
        self._learnt, self._config = trainer.learnt, config
        self._there = DeviceTrainer(
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
            epoch = Epoch(learning_rate, part, config.epochs)
            self._there.learn(first, config.weight_of_end, epoch)

    def fetch(self) -> None:
        """Copy what was learnt to where the trainer has it."""
        self._there.fetch(self._learnt)


def room(game: Game, games: int, seats: int) -> Notes:
    """Room for the notes of some games."""
    import numpy as np

    evaluator = game.definition.evaluator
    assert evaluator is not None
    width = learn.PLACES + evaluator.FEATURES
    seen = np.zeros((games, TURNS, seats, width), np.int32)
    return Notes(seen, np.zeros(games, np.int32), np.zeros((games, seats), np.int32))


def note(games: TrainingGames, game: Game, batch: Batch, pool: ThreadPoolExecutor) -> None:
    """Play games with a model, on as many threads as the batch has shares, and note them."""
    evaluator: Any = game.definition.evaluator  # a module: hashable, though its Protocol is not
    rules = game.rules
    noting = _noting(rules, evaluator)

    def play(share: int) -> None:
        noting(games, compiled_scratch(rules, evaluator), batch._replace(offset=share))

    list(pool.map(play, range(batch.stride)))


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

    A game's training may say by ``practice`` which options to practise in a variant.
    """
    training = game.definition.training
    practice = training.practice if training else None
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
