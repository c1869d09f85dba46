"""Training: a mind learns from games against itself, and the best of its days is kept.

Reproducible from a seed whatever the number of workers. Checkpoints are minds like any other; the
one that is kept is chosen by games against a fixed panel, because the mean score of games against
oneself misleads: copies share dice and mistakes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from rollwrite.bots import mind as minds
from rollwrite.bots.mind import LEVELS, STAGES
from rollwrite.errors import BadOption, say
from rollwrite.games.contract import LOST
from rollwrite.kernel import learn
from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.policy import GREEDY, HEAD, RANDOM, THINK, UNIT, Policy
from rollwrite.kernel.run import stored
from rollwrite.kernel.run_match import match_compiled, match_scratch, signed
from rollwrite.kernel.twins import Twins
from rollwrite.lab.engine import cores
from rollwrite.play.game import Game

BATCH = 512  # games between two lessons
TURNS = 96  # turns of a game that are noted
KNOWN, KEEN = 200.0, 0.1  # corrections in points that a mind brings along, and how one-sided
GAP = 0.70  # what a level should win against the one below
LESS = 0.9  # what a level should make alone of the points of the one above
WATCHED = 2000  # games that tell how far a margin may still go

OBJECTIVE = "the margin over the best other seat at the end; alone, the points"

Progress = Callable[[int, int], None]


class Lesson(NamedTuple):
    """How a mind is trained."""

    games: int
    seed: int = 1
    seats: tuple[int, ...] = (2,)
    noise: float = 1.0  # points by which judgement goes astray while learning
    pace: float = 0.5  # how far a correction goes at first, and
    slow: float = 0.05  # at the end
    trust: float = 0.5  # how much the end of a game counts against what was expected on the way
    checkpoints: int = 8


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
    low, high = game.seats.start, game.seats.stop - 1
    if not made.seats:
        message = say("option.count", name="seats", value=seats, low=low, high=high)
        raise BadOption(message, game.language)
    bounds = {"games": 10**12, "checkpoints": 99, "noise": 100, "pace": 1, "trust": 1}
    for name, most in bounds.items():
        least = 1 if name in ("games", "checkpoints") else 0
        if not least <= getattr(made, name) <= most:
            value = getattr(made, name)
            message = say("option.count", name=name, value=value, low=least, high=most)
            raise BadOption(message, game.language)
    return made


class Pupil:
    """A mind that is being trained."""

    def __init__(self, game: Game, lesson: Lesson, weights: Sequence[int] | None = None) -> None:
        import numpy as np

        self.game, self.lesson, self.played = game, lesson, 0
        self.thinking = game.definition.thinking
        self.mind = np.zeros(HEAD + self.thinking.WEIGHTS, np.int32)
        # A mind that goes on learning is not to be unsettled by its first few games.
        known = KNOWN * UNIT if weights is not None else 0.0
        if weights is None and hasattr(self.thinking, "first_guess"):
            weights = self.thinking.first_guess(game.rules)
        if weights is not None:
            self.mind[HEAD:] = weights
        for place, _ in getattr(self.thinking, "GIVEN", ()):
            self.mind[place] = 0
        self.mind[0] = round(lesson.noise * UNIT)
        self._travel = np.full(len(self.mind), known)
        self._drift = self._travel * KEEN
        self._starts = starts(game, lesson.seats)
        self._seats = np.array([start["seats"] for start in self._starts], np.int64)
        # One batch is played, with a mind that stands still, while the last one is learnt from.
        self._playing = self.mind.copy()
        self._noted, self._next = self._room(), self._room()
        self._unlearnt: int | None = None  # the number of the first game of that last batch

    def _room(self) -> tuple[Any, Any, Any]:
        """Room for the notes of a batch: what was seen, turns, and final scores."""
        import numpy as np

        most, width = max(self.lesson.seats), learn.PLACES + self.thinking.FEATURES
        notes = np.zeros((BATCH, TURNS, most, width), np.int32)
        return notes, np.zeros(BATCH, np.int32), np.zeros((BATCH, most), np.int32)

    def study(self, pool: ThreadPoolExecutor, workers: int) -> None:
        """Play a batch of games, and learn from the batch before."""
        self._playing[:] = self.mind
        under_way = run_loop(
            self.game, learn.note_many, self._starts, self._playing, self.lesson.seed, self.played,
            self._next, pool, workers,
        )  # fmt: skip
        self.learn()
        list(under_way)
        self._noted, self._next = self._next, self._noted
        self._unlearnt = self.played
        self.played += BATCH

    def learn(self) -> None:
        """Learn from the batch that was played last, unless that is done."""
        import numpy as np

        if self._unlearnt is None:
            return
        share = min(1.0, self._unlearnt / max(1, self.lesson.games))
        pace = self.lesson.pace * (1 - share) + self.lesson.slow * share
        notes, turns, finals = self._noted
        _loop(learn.learn_from, self.game.rules, self.thinking)(
            notes, turns, self._seats, finals, self._unlearnt,
            self.mind, self._drift, self._travel, np.array([pace, self.lesson.trust]),
        )  # fmt: skip
        self._unlearnt = None


def starts(game: Game, seats: Sequence[int]) -> Any:
    """Starts of games with so many seats each, as an array."""
    import numpy as np

    made = [start for count in seats for start in beginnings(game, count)]
    return np.concatenate([stored(start) for start in made])


def beginnings(game: Game, seats: int) -> list[Any]:
    """The starts of games with so many seats: with the options given, or all that are practised.

    A game's thinking may say by ``practice`` which options to practise in a variant.
    """
    practice = getattr(game.definition.thinking, "practice", None)
    wishes = practice(game.variant) if practice and not game.options else [game.options]
    return [game.definition.position.start(game, seats, 0, options) for options in wishes]


def run_loop(
    game: Game, loop: Any, begin: Any, mind: Any, seed: int, first: int,
    found: tuple[Any, ...], pool: ThreadPoolExecutor, workers: int,
) -> Iterator[None]:  # fmt: skip
    """Run one of the loops of learning on so many threads; exhaust what comes back to wait."""
    thinking, rules = game.definition.thinking, game.rules
    compiled = _loop(loop, rules, thinking)
    lineup = [THINK._replace(thinking=thinking)]

    def play(index: int) -> None:
        scratch = match_scratch(rules, begin[:1], lineup)
        compiled(begin, *scratch, mind, signed(seed), first, index, workers, *found)

    return pool.map(play, range(workers))


@cache
def _loop(function: Any, rules: Any, thinking: Any) -> Compiled:
    return Compiled(function, {"rules": rules, "thinking": thinking}, rules.TITLE)


def train(
    game: Game,
    lesson: Lesson,
    folder: Path,
    workers: int | None = None,
    progress: Progress | None = None,
    begin: Path | None = None,
) -> list[Path]:
    """Train a mind from nothing, or from one in a folder; the folders of its checkpoints."""
    known = minds.load(game, begin) if begin else None
    pupil = Pupil(game, lesson, known.weights if known else None)
    count = workers or cores()
    made: list[Path] = []
    total: Any = 0
    with ThreadPoolExecutor(count) as pool:
        for part in range(1, lesson.checkpoints + 1):
            until = lesson.games * part // lesson.checkpoints
            while pupil.played < until:
                pupil.study(pool, count)
                if progress:
                    progress(min(pupil.played, lesson.games), lesson.games)
            pupil.learn()
            place = folder / f"checkpoint-{part:02}"
            keep(game, pupil.mind[HEAD:].tolist(), place, {"games": pupil.played, **about(lesson)})
            made.append(place)
            total = total + pupil.mind[HEAD:] if 2 * part > lesson.checkpoints else total
    # The last word of learning is noisy: the mean of the later minds is often better than any.
    count = sum(2 * part > lesson.checkpoints for part in range(1, lesson.checkpoints + 1))
    mean = [int(weight) for weight in (total / count).round()]
    made.append(folder / "average")
    keep(game, mean, made[-1], {"games": pupil.played, **about(lesson)})
    return made


def about(lesson: Lesson) -> dict[str, Any]:
    """What a manifest says about a lesson."""
    told = lesson._asdict()
    return {f"lesson_{name}": list(v) if isinstance(v, tuple) else v for name, v in told.items()}


def keep(game: Game, weights: list[int], folder: Path, told: dict[str, Any]) -> None:
    """Write a mind down, before its levels and its spread are known.

    What a game gives its minds beside what they learn is added here: it would only blur lessons.
    """
    for place, value in getattr(game.definition.thinking, "GIVEN", ()):
        weights[place - HEAD] = value
    none = dict.fromkeys(LEVELS, 0.0)
    minds.save(game, folder, weights, none, [1.0] * STAGES, told)


def policy_of(game: Game, folder: Path, noise: float = 0.0) -> Policy:
    """The policy of a mind in a folder."""
    found = minds.load(game, folder)
    assert found is not None
    return _with_noise(game, found.weights, noise)


def _with_noise(game: Game, weights: Sequence[int], noise: float) -> Policy:
    mind = [round(noise * UNIT), *weights]
    return THINK._replace(mind=mind, thinking=game.definition.thinking)


def share(
    game: Game, one: Policy, two: Policy, games: int, seed: int, pool: ThreadPoolExecutor,
    workers: int,
) -> float:  # fmt: skip
    """What part of two-seat games the first of two policies wins; shared ones count half."""
    start = game.definition.position.start(game, 2, 0, game.options)
    size = -(-games // (2 * workers)) * 2

    def play(part: int) -> float:
        found = match_compiled(game.rules, start, [one, two], size, seed, part * size, LOST)
        return float(((found.winners & 1) + 1 - (found.winners >> 1 & 1)).sum()) / 2

    return sum(pool.map(play, range(workers))) / (size * workers)


def select(
    game: Game, folders: Sequence[Path], games: int, seed: int, workers: int | None = None
) -> Iterator[tuple[Path, float]]:
    """How each mind fares against a fixed panel (the others, greedy, random); alone, how it wins.

    In a game that two cannot play the share of the points needed counts, over all its starts.
    """
    count = workers or cores()
    policies = [policy_of(game, folder) for folder in folders]
    with ThreadPoolExecutor(count) as pool:
        for folder, own in zip(folders, policies, strict=True):
            if 2 not in game.seats:
                yield folder, alone(game, own, games, seed, pool)
                continue
            others = [other for other in policies if other is not own] + [GREEDY, RANDOM]
            shares = [share(game, own, other, games, seed, pool, count) for other in others]
            yield folder, sum(shares) / len(shares)


def alone(game: Game, own: Policy, games: int, seed: int, pool: ThreadPoolExecutor) -> float:
    """What part of the points needed to win somebody makes who plays alone."""
    begin = beginnings(game, game.seats.start)
    size = -(-games // len(begin))

    def play(start: Any) -> float:
        found = match_compiled(game.rules, start, [own], size, seed, 0, LOST)
        goal = getattr(game.definition.thinking, "goal", None)
        return float(found.scores.mean()) / (_bound(goal, game)(start) if goal else 100)

    return sum(pool.map(play, begin)) / len(begin)


def _bound(function: Any, game: Game) -> Any:
    return Twins({"rules": game.rules}).of(function)


def finish(
    game: Game, chosen: Path, folder: Path, seed: int, games: int, workers: int | None = None
) -> dict[str, float]:
    """Make the chosen checkpoint the mind of a folder, with levels and spread; the noises."""
    found = minds.load(game, chosen)
    assert found is not None
    noise, spread = calibrate(game, found.weights, seed, games, workers)
    told = {name: value for name, value in found.manifest.items() if name.startswith("lesson_")}
    told |= {"made_by": game.definition.thinking.COMMAND, "objective": OBJECTIVE}
    minds.save(game, folder, found.weights, noise, spread, told)
    return noise


def calibrate(
    game: Game, weights: Sequence[int], seed: int, games: int = 2000, workers: int | None = None
) -> tuple[dict[str, float], list[float]]:
    """The noise of each level, and by stage how far a margin may still go."""
    count = workers or cores()
    with ThreadPoolExecutor(count) as pool:
        noise = {"expert": 0.0}
        if 2 in game.seats:
            above = 0.0
            for level in reversed(LEVELS[:-1]):
                above = _noise_below(game, weights, above, games, seed, pool, count)
                noise[level] = round(above, 2)
        else:
            best = alone(game, _with_noise(game, weights, 0.0), games, seed, pool)
            above = 0.0
            for down, level in enumerate(reversed(LEVELS[:-1]), 1):
                above = _noise_alone(game, weights, above, best * LESS**down, games, seed, pool)
                noise[level] = round(above, 2)
        return noise, _spread(game, weights, seed, pool, count)


def _noise_below(
    game: Game, weights: Sequence[int], above: float, games: int, seed: int,
    pool: ThreadPoolExecutor, workers: int,
) -> float:  # fmt: skip
    """The noise that loses just clearly enough to a level with less of it."""
    better = _with_noise(game, weights, above)

    def wins(noise: float) -> float:
        return share(game, better, _with_noise(game, weights, noise), games, seed, pool, workers)

    low, high = above, max(1.0, 2 * above)
    while wins(high) < GAP and high < 200:
        low, high = high, 2 * high
    for _ in range(5):
        middle = (low + high) / 2
        low, high = (middle, high) if wins(middle) < GAP else (low, middle)
    return high


def _noise_alone(
    game: Game, weights: Sequence[int], above: float, aim: float, games: int, seed: int,
    pool: ThreadPoolExecutor,
) -> float:  # fmt: skip
    """The noise with which somebody who plays alone makes no more than an aim."""

    def makes(noise: float) -> float:
        return alone(game, _with_noise(game, weights, noise), games, seed, pool)

    low, high = above, max(1.0, 2 * above)
    while makes(high) > aim and high < 200:
        low, high = high, 2 * high
    for _ in range(4):
        middle = (low + high) / 2
        low, high = (middle, high) if makes(middle) > aim else (low, middle)
    return high


def _spread(
    game: Game, weights: Sequence[int], seed: int, pool: ThreadPoolExecutor, workers: int
) -> list[float]:
    import numpy as np

    mind = np.array([0, *weights], np.int32)
    seats = [2] if 2 in game.seats else [game.seats.start]
    found = np.zeros((WATCHED, TURNS, 3), np.int64), np.zeros(WATCHED, np.int32)
    begin = starts(game, seats)
    list(run_loop(game, learn.watch_many, begin, mind, seed, 0, found, pool, workers))
    seen, turns = found
    rows = np.concatenate([seen[game_, : turns[game_]] for game_ in range(WATCHED)])
    spread: list[float] = []
    for stage in range(STAGES):
        here = rows[rows[:, learn.STAGE] == stage]
        missed = (here[:, learn.FINAL] - here[:, learn.WORTH]) / UNIT
        spread.append(sqrt(float((missed**2).mean())) if len(here) >= 20 else 0.0)
    for stage in reversed(range(STAGES)):  # stages hardly ever seen are like their neighbours
        if spread[stage] == 0.0:
            spread[stage] = spread[stage + 1] if stage + 1 < STAGES else 1.0
    return spread
