"""Simulation: many games of one line-up, played part by part, wherever there is room."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from rollwrite.bots.players import BotLike
from rollwrite.errors import BadOption, say
from rollwrite.games.contract import Json
from rollwrite.lab.engine import Engine, engine
from rollwrite.lab.job import Job, check_games, job
from rollwrite.lab.parts import Progress, interrupts, play_parts
from rollwrite.lab.studies.folder import Book, Folder, checked_kind
from rollwrite.lab.studies.folder import rows as rows_of
from rollwrite.lab.studies.study import Study, Watch
from rollwrite.lab.studies.tables import COLUMNS, Table, check_format, frame, game_rows, joined
from rollwrite.lab.summary import Interval, Summary, mean
from rollwrite.play.checks import check_function
from rollwrite.play.game import Game

MOST_ROWS = 1 << 16  # games of a part whose rows are kept
MORE = 64  # times as many games as are played at once may make a part


class Kept(NamedTuple):
    """What is to be kept of a run besides its totals, and where."""

    rows: str = "none"  # "games" or "decisions": rows of what
    study: int = 0  # games to look at decision by decision: the first ones
    folder: Path | None = None
    form: str = "csv"
    resume: bool = False
    force: bool = False


@dataclass(frozen=True)
class Simulation:
    """What a simulation found; ``print(simulation)`` shows it as a table."""

    job: Job
    asked: int
    summary: Summary
    seconds: float
    interrupted: bool = False
    study: Study | None = None  # what was seen of the games that were looked at
    folder: Path | None = None  # where the run is kept
    tables: dict[str, Table] = field(default_factory=dict, repr=False)  # rows without a folder

    @property
    def games(self) -> int:
        """How many games were begun: numbers 0 to this one of the seed."""
        return self.summary.games + self.summary.broken

    @property
    def length(self) -> Interval:
        """The mean number of decisions in a game."""
        return mean(self.summary.lengths)

    def frame(self, kind: str = "games") -> Any:
        """The rows as a data frame of Polars: of ``games`` or of ``decisions``."""
        language = self.job.game.language
        checked_kind(kind, language)
        if kind in self.tables:
            return frame(self.tables[kind], language)
        if self.folder is None:
            raise BadOption(say("lab.rows_not_kept", kind=kind), language)
        return rows_of(self.folder, kind, language)

    def json(self) -> Json:
        """Everything that was found, as JSON data; the same for the same seed, however it ran."""
        from rollwrite.lab.report import as_json

        return as_json(self)

    def text(self, language: str = "en", width: int | None = None) -> str:
        """A table for people, with a width that it is to fit."""
        from rollwrite.lab.report import as_text

        return as_text(self, language, width)

    def __str__(self) -> str:
        return self.text(self.job.game.language)

    def _repr_svg_(self) -> str:
        from rollwrite.lab.plots import score_distributions

        return score_distributions(self, self.job.game.language)


def simulate(
    game: Game | str,
    bots: Sequence[BotLike] | str,
    *,
    games: int = 10_000,
    seats: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    device: str = "cpu",
    cluster: str | None = None,
    progress: Progress | None = None,
    study: int = 0,
    rows: str = "none",
    folder: str | Path | None = None,
    format: str = "csv",  # noqa: A002  # what people look for
    resume: bool = False,
) -> Simulation:
    """Play many games between bots and say what they came to.

    Bots are names, objects with ``choose(state, seat)``, or ``module:name`` of one; fewer bots
    than seats take turns around the table. Ctrl-C ends the run early and keeps what is done: the
    result is that of a run of so many games.

    With ``study``, the first so many games are looked at decision by decision, for the figures in
    ``found.study``. ``rows`` keeps a row for each seat of each game (``"games"``), or for each
    decision of the games that are looked at too (``"decisions"``): as data frames of
    ``found.frame()``, or in a ``folder``, from which a run can be resumed.

    >>> import rollwrite as rw
    >>> found = rw.lab.simulate("qwinto", ["greedy", "random"], games=2000, seed=1)
    >>> found.summary.slots[0].share().low > 0.6
    True
    """
    made = job(game, bots, seats, seed, device)
    with made.game.localized_errors():
        check_games(games)
        check_function("progress", progress)
        place = None if folder is None else Path(folder)
        return play(
            made, games, Kept(rows, study, place, format, resume), workers, cluster, progress
        )


def play(
    made: Job, games: int, kept: Kept, workers: int | None = None, cluster: str | None = None,
    progress: Progress | None = None,
) -> Simulation:  # fmt: skip
    """Play the games of a job where they are to be played, and look at some of them."""
    check_kept(kept, games, made.game.language)
    folder = _opened(made, kept)
    steps = games + kept.study
    with _engine(made, workers, cluster) as place:
        found = run(made, games, place, _until(progress, 0, steps), kept, folder)
    if not kept.study or found.interrupted:
        return found
    watch = Watch(made, kept.rows == "decisions")
    with _engine(watch, workers, cluster) as place:
        return look(found, watch, min(kept.study, games), place, _until(progress, games, steps),
                    folder)  # fmt: skip


def _engine(made: Job | Watch, workers: int | None, cluster: str | None) -> Any:
    """The engine for a job, ready to play."""
    if cluster is None:
        made.prepare()
    return engine(made, workers, cluster)


def check_kept(kept: Kept, games: int, language: str) -> None:
    """What is to be kept of so many games must make sense."""
    if not isinstance(kept.rows, str) or kept.rows != "none":
        checked_kind(kept.rows, language)
    if type(kept.study) is not int or not 0 <= kept.study <= games:
        told = say("option.count", name="study", value=kept.study, low=0, high=games)
        raise BadOption(told, language)
    if kept.rows == "decisions" and not kept.study:
        raise BadOption(say("lab.no_study"), language)
    check_format(kept.form, language)
    if kept.folder is None and kept.resume:
        raise BadOption(say("lab.resume_what"), language)


def _opened(made: Job, kept: Kept) -> Folder | None:
    """The folder of a run, if it has one."""
    if kept.folder is None:
        return None
    folder = Folder(kept.folder, made, kept.form, kept.rows)
    folder.open(resume=kept.resume, force=kept.force)
    return folder


def _until(progress: Progress | None, before: int, total: int) -> Progress | None:
    """The progress of one part of a run as part of the whole."""
    if progress is None:
        return None
    return lambda done, _: progress(before + done, total)


class WithRows(NamedTuple):
    """A job whose parts bring a row for each seat of each game, or none."""

    job: Job
    rows: bool

    @property
    def least(self) -> int:
        """How many games make the first part."""
        return self.job.least

    @property
    def most(self) -> int:
        """How many games may be played at once."""
        return min(self.job.most, MOST_ROWS) if self.rows else MORE * self.job.most

    def play(self, first: int, games: int) -> tuple[Summary, Table | None]:
        """Play the games numbered from ``first`` on."""
        if self.rows:
            summary, found = self.job.play_each(first, games)
            return summary, game_rows(self.job, found, first) if found else None
        summary = Summary.empty(self.job.seats)
        for begin in range(first, first + games, self.job.most):
            summary.add(self.job.play(begin, min(self.job.most, first + games - begin)))
        return summary, None


def run(
    job: Job, games: int, place: Engine, progress: Progress | None,
    kept: Kept, folder: Folder | None,
) -> Simulation:  # fmt: skip
    """Play the games of a job on an engine, in parts that follow each other."""
    begin = time.perf_counter()
    keep = kept.rows != "none"
    book = Book("games", Summary.empty(job.seats), folder, Summary.restored, keep=keep)
    with interrupts() as interrupted:
        span = range(min(book.done, games), games)
        for part in play_parts(WithRows(job, keep), span, place, interrupted, progress, book.cut):
            book.add(part)
        book.finish()
    total: Summary = book.total
    tables = {"games": joined(book.rows(), COLUMNS["games"])} if keep and folder is None else {}
    seconds = time.perf_counter() - begin
    early = total.games + total.broken < games
    return Simulation(job, games, total, seconds, early, None, kept.folder, tables)


def look(
    found: Simulation, watch: Watch, games: int, place: Engine, progress: Progress | None,
    folder: Folder | None,
) -> Simulation:  # fmt: skip
    """Look at the first games of a simulation decision by decision."""
    book = Book("decisions", Study(watch.job.seats), folder, Study.restored, keep=watch.moves)
    with interrupts() as interrupted:
        span = range(min(book.done, games), games)
        for part in play_parts(watch, span, place, interrupted, progress, book.cut):
            book.add(part)
        book.finish()
    study: Study = book.total
    tables = dict(found.tables)
    if watch.moves and folder is None:
        tables["decisions"] = joined(book.rows(), COLUMNS["decisions"])
    return replace(
        found, study=study, tables=tables, interrupted=study.games + study.broken < games
    )
