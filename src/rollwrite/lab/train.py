"""Training: a model learns from games against itself, and the best of its days is kept.

Reproducible from a seed whatever the number of workers, and whether on a GPU or not. Checkpoints
are models like any other; the one that is kept is chosen by games against a fixed panel, because
the mean score of games against oneself misleads: copies share dice and mistakes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from rollwrite.bots import model as models
from rollwrite.bots.model import LEVELS, STAGES
from rollwrite.errors import BadOption, require_extra, say
from rollwrite.games.kit.training import TrainingConfig
from rollwrite.kernel.policy import GREEDY, HEAD, RANDOM
from rollwrite.lab.contest import contests, share
from rollwrite.lab.engine import Engine, TrainingJob, cores, engine
from rollwrite.lab.job import check_device
from rollwrite.lab.levels import alone, calibrate, policy_of
from rollwrite.lab.trainer import Backend, Device, Threads, Trainer, training_config
from rollwrite.play.game import Game

__all__ = ["TrainingConfig", "finish", "select", "train", "training_config"]

KEPT = "unfinished.npz"  # what an interrupted training resumes from
AMONG_OTHERS = "among-others"  # the folder of the second half of a training
OBJECTIVE = "the margin over the best other seat at the end; alone, the points"

Progress = Callable[[int, int], None]


def train(
    game: Game,
    config: TrainingConfig,
    folder: Path,
    workers: int | None = None,
    progress: Progress | None = None,
    begin: Path | None = None,
    device: str = "cpu",
    resume: bool = False,
    *,
    cluster: str | None = None,
) -> list[Path]:
    """Train a model from nothing, or from one in a folder; the folders of its checkpoints.

    What was trained from nothing goes on learning among other opponents where the game says how;
    then only the mean of that is to be chosen. With ``resume``, an interrupted training in the
    folder goes on from its last checkpoint. On a cluster the workers play, and the model is the
    same.
    """
    check_device(device)
    require_extra("fast", game.language)
    if cluster is not None and device != "cpu":
        raise BadOption(say("train.cluster_device", device=device), game.language)
    with _place(game, workers, device, cluster) as place:
        return _trained(game, config, folder, begin, place, progress, resume)


class Place(NamedTuple):
    """Where a training plays: so many threads, a device, and a cluster if there is one."""

    workers: int
    device: str
    engine: Engine | None


@contextmanager
def _place(game: Game, workers: int | None, device: str, cluster: str | None) -> Iterator[Place]:
    if cluster is None:
        yield Place(workers or cores(), device, None)
        return
    with engine(TrainingJob(game), workers, cluster) as found:
        yield Place(workers or cores(), device, found)


def _trained(
    game: Game, config: TrainingConfig, folder: Path, begin: Path | None, place: Place,
    progress: Progress | None, resume: bool,
) -> list[Path]:  # fmt: skip
    """Train in one stage, or in two where the game says how to go on among others."""
    further = None if begin else further_config(game, config)
    games = config.games + (further.games if further else 0)
    among = folder / AMONG_OTHERS

    def show(done: int) -> None:
        if progress:
            progress(done, games)

    made = [folder / "average"]
    if not (resume and further and (among / KEPT).exists()):
        made = _stage(game, config, folder, begin, place, resume, show)
    if further is None:
        return made
    made = _stage(
        game, further, among, made[-1], place, resume,
        lambda done: show(config.games + done),
    )  # fmt: skip
    return made[-1:]


def further_config(game: Game, config: TrainingConfig) -> TrainingConfig | None:
    """How a model goes on learning among others after a training from nothing, if it does."""
    training = game.definition.training
    assert training is not None
    if training.further is None:
        return None
    seats = tuple(count for count in training.further.seats if count in config.seats)
    if not seats:
        return None
    games = training.further.games * config.games // training.config.games
    batch = min(training.further.batch, config.batch)
    return training.further._replace(
        games=max(1, games), seats=seats, batch=batch, seed=config.seed, noise=config.noise
    )


def _stage(
    game: Game, config: TrainingConfig, folder: Path, begin: Path | None, place: Place,
    resume: bool, show: Callable[[int], None],
) -> list[Path]:  # fmt: skip
    """One training: the folders of its checkpoints, and of their mean."""
    known = models.load(game, begin) if begin else None
    trainer = Trainer(game, config, known.weights if known else None)
    kept = folder / KEPT
    if resume and kept.exists():
        trainer.resume(kept)
    resumed = trainer.played
    made: list[Path] = []
    with ThreadPoolExecutor(place.workers) as pool:
        backend = _backend(trainer, pool, place)
        for part in range(1, config.checkpoints + 1):
            until = config.games * part // config.checkpoints
            made.append(folder / f"checkpoint-{part:02}")
            if until <= resumed and made[-1].exists():
                continue
            while trainer.played < until:
                trainer.study(backend)
                show(min(trainer.played, config.games))
            backend.fetch()
            told = {"games": trainer.played, **about(config)}
            keep(game, trainer.learnt.model[HEAD:].tolist(), made[-1], told)
            trainer.save(kept)
    kept.unlink()
    mean = folder / "average"
    keep(game, average(game, made[len(made) // 2 :]), mean, about(config))
    return [*made, mean]


def _backend(trainer: Trainer, pool: ThreadPoolExecutor, place: Place) -> Backend:
    """What plays and learns where a training is to be."""
    if place.device == "gpu":
        return Device(trainer)
    if place.engine is None:
        return Threads(trainer, pool, place.workers)
    from rollwrite.lab.practice import Cluster

    return Cluster(trainer, pool, place.workers, place.engine)


def average(game: Game, folders: Sequence[Path]) -> list[int]:
    """The mean of some models: the last word of learning is noisy, and this often plays better."""
    import numpy as np

    found = [models.load(game, folder) for folder in folders]
    rows = np.array([model.weights for model in found if model], np.int64)
    return [int(weight) for weight in rows.mean(axis=0).round()]


def about(config: TrainingConfig) -> dict[str, Any]:
    """What a manifest says about how a model was trained."""
    told = config._asdict()
    return {f"training_{name}": list(v) if isinstance(v, tuple) else v for name, v in told.items()}


def keep(game: Game, weights: list[int], folder: Path, told: dict[str, Any]) -> None:
    """Write a model down, before its levels and its spread are known.

    What a game gives its models beside what they learn is added here: it would blur the training.
    """
    if game.definition.training is not None:
        for fixed in game.definition.training.fixed_weights:
            weights[fixed.place - HEAD] = fixed.playing
    none = dict.fromkeys(LEVELS, 0.0)
    models.save(game, folder, weights, none, [1.0] * STAGES, told)


def select(
    game: Game,
    folders: Sequence[Path],
    games: int,
    seed: int,
    workers: int | None = None,
    cluster: str | None = None,
) -> Iterator[tuple[Path, float]]:
    """How each model fares against a fixed panel (the others, greedy, random); alone, how it wins.

    In a game that two cannot play the share of the points needed counts, over all its starts.
    """
    policies = [policy_of(game, folder) for folder in folders]
    with ThreadPoolExecutor(workers or cores()) as pool, contests(game, workers, cluster) as place:
        for folder, own in zip(folders, policies, strict=True):
            if 2 not in game.seats:
                yield folder, alone(game, own, games, seed, pool)
                continue
            others = [other for other in policies if other is not own] + [GREEDY, RANDOM]
            shares = [share(game, own, other, games, seed, place) for other in others]
            yield folder, sum(shares) / len(shares)


def finish(
    game: Game,
    chosen: Path,
    folder: Path,
    seed: int,
    games: int,
    workers: int | None = None,
    cluster: str | None = None,
) -> dict[str, float]:
    """Make the chosen checkpoint the model of a folder, with levels and spread; the noises."""
    found = models.load(game, chosen)
    assert found is not None
    with contests(game, workers, cluster) as place:
        noise, spread = calibrate(game, found.weights, seed, games, place)
    told = {
        name.replace("lesson_", "training_"): value  # what earlier versions called it
        for name, value in found.manifest.items()
        if name.startswith(("training_", "lesson_"))
    }
    evaluator = game.definition.evaluator
    assert evaluator is not None
    told |= {"made_by": evaluator.COMMAND, "objective": OBJECTIVE}
    models.save(game, folder, found.weights, noise, spread, told)
    return noise
