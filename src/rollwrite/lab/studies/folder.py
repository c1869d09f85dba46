"""A folder that keeps a run: what it was asked for, how far it has come, and its rows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from rollwrite.errors import BadOption, checked_language, say
from rollwrite.games.contract import Json
from rollwrite.lab.job import Job
from rollwrite.lab.parts import Part
from rollwrite.lab.studies.tables import (
    COLUMNS,
    FORMATS,
    KINDS,
    BadRows,
    Table,
    check_format,
    frame,
    joined,
    read,
    written,
)

RUN = "run.json"
BLOCK = {"games": 100_000, "decisions": 500}  # games in a file; from there a run resumes
WITHOUT_ROWS = 10  # blocks of which only totals are kept are so many times as long


class Folder:
    """A folder that keeps a run, so that it may be resumed and its rows may be read."""

    def __init__(self, path: Path, job: Job, form: str = "csv", rows: str = "games") -> None:
        self.path, self.form, self.rows = path, form, rows
        self.language = job.game.language
        game = job.game
        self._run: Json = {
            "game": game.id,
            "variant": game.variant,
            "edition": game.edition,
            "options": dict(game.options),
            "version": game.definition.version,
            "bots": [player.name for player in job.players],
            "seed": job.seed,
            "rows": rows,
            "format": form,
        }
        self._done: Json = {}

    def open(self, *, resume: bool, force: bool) -> None:
        """Begin, or go on with what is there; refuse what belongs to another run."""
        check_format(self.form, self.language)
        try:
            there = self.path.is_dir() and any(self.path.iterdir())
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            told = say("lab.unwritable", path=self.path, reason=error.strerror)
            raise BadOption(told, self.language) from None
        if there and resume:
            self._resume()
            return
        if there and not force:
            raise BadOption(say("lab.run_exists", path=self.path), self.language)
        if there:
            for path in (self.path / RUN, *rows_in(self.path)):
                path.unlink(missing_ok=True)
        self._keep()  # so that a run that is killed early can be resumed, too

    def _resume(self) -> None:
        kept = read_run(self.path, self.language)
        for name, right in self._run.items():
            if (given := kept["run"].get(name)) != right:
                told = say("lab.other_run", path=self.path, field=name, given=given, right=right)
                raise BadOption(told, self.language)
        self._done = kept["done"]
        for path in rows_in(self.path):
            read(path, self.language)  # a file that is cut off is told before anything is played

    def begun(self, kind: str) -> tuple[int, Json | None]:
        """How many games are done, and what they came to."""
        kept = self._done.get(kind)
        return (kept["games"], kept["found"]) if kept else (0, None)

    def save(self, kind: str, first: int, rows: Table | None, done: int, found: Json) -> None:
        """Write the rows of a block, then how far the run has come."""
        if rows is not None:
            name = f"{kind}-{first:015}.{self.form}"
            self._write(self.path / name, written(rows, self.form))
        self._done[kind] = {"games": done, "found": found}
        self._keep()

    def _keep(self) -> None:
        content = json.dumps({"run": self._run, "done": self._done}, indent=1)
        self._write(self.path / RUN, content.encode())

    def _write(self, path: Path, content: bytes) -> None:
        part = path.with_name(path.name + ".part")
        try:
            part.write_bytes(content)
            part.replace(path)
        except OSError as error:
            told = say("lab.unwritable", path=path, reason=error.strerror)
            raise BadOption(told, self.language) from None


def read_run(path: Path, language: str = "en") -> Json:
    """What a folder says about its run; BadRows if there is none or it is damaged."""
    try:
        kept: Json = json.loads((path / RUN).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadRows(say("lab.no_run", path=path), language) from None
    except (OSError, ValueError) as error:
        told = say("lab.rows_unreadable", path=path / RUN, reason=str(error))
        raise BadRows(told, language) from None
    if not isinstance(kept, dict) or not {"run", "done"} <= kept.keys():
        raise BadRows(say("lab.rows_strange", path=path / RUN), language)
    return kept


def rows_in(path: Path, kind: str | None = None) -> list[Path]:
    """The files with rows in a folder, in the order of their games."""
    kinds = KINDS if kind is None else (kind,)
    return sorted(
        file for form in FORMATS for one in kinds for file in path.glob(f"{one}-*.{form}")
    )


def rows(folder: str | Path, kind: str = "games", language: str = "en") -> Any:
    """The rows of a run that was kept in a folder, as a data frame of Polars.

    ``kind`` is ``games`` (a row for each seat of each game) or ``decisions``.
    """
    path = checked_folder(folder, checked_language(language))
    read_run(path, language)
    found = [read(file, language) for file in rows_in(path, checked_kind(kind, language))]
    return frame(joined(found, COLUMNS[kind]), language)


def checked_folder(folder: object, language: str) -> Path:
    """A path of a folder, if it can be one."""
    if not isinstance(folder, str | Path) or not str(folder) or "\0" in str(folder):
        raise BadOption(say("lab.folder", value=folder), language)
    return Path(folder)


def checked_kind(kind: str, language: str) -> str:
    """A kind of rows, if there is such a one."""
    if not isinstance(kind, str) or kind not in KINDS:
        raise BadOption(say("lab.rows", value=kind, choices=list(KINDS)), language)
    return kind


class Book:
    """What parts of a run come to, added up; where it has a folder, block by block in order."""

    def __init__(
        self, kind: str, total: Any, folder: Folder | None, restore: Callable[[Json], Any],
        *, keep: bool,
    ) -> None:  # fmt: skip
        self.kind, self.total, self.keep = kind, total, keep
        self._folder, self.done = folder, 0
        self._size = BLOCK[kind] * (1 if keep else WITHOUT_ROWS)
        self.tables: list[tuple[int, Table]] = []  # of a run without a folder
        if folder is not None:
            self.done, found = folder.begun(kind)
            self.total = restore(found) if found is not None else total
        self._blocks: dict[int, list[Part]] = {}

    @property
    def cut(self) -> int | None:
        """The number of games in a block, if there are any."""
        return self._size if self._folder is not None else None

    def add(self, part: Part) -> None:
        """Add what a part came to; a block that is whole is written once all before it are."""
        if self._folder is None:
            found, table = part.found
            self.total.add(found)
            if table is not None:
                self.tables.append((part.first, table))
            return
        size = self._size
        self._blocks.setdefault(part.first // size, []).append(part)
        while self._played(self.done // size) == size:
            self._close(self.done // size)

    def _played(self, block: int) -> int:
        return sum(part.games for part in self._blocks.get(block, ()))

    def _close(self, block: int) -> None:
        """Write a block that is whole: its rows, and how far the run has come."""
        assert self._folder is not None
        first, table = block * self._size, self._added(block)
        self.done = first + self._size
        self._folder.save(self.kind, first, table, self.done, self.total.json())

    def _added(self, block: int) -> Table | None:
        parts = sorted(self._blocks.pop(block), key=lambda part: part.first)
        for part in parts:
            self.total.add(part.found[0])
        if not self.keep:
            return None
        return joined((part.found[1] for part in parts), COLUMNS[self.kind])

    def finish(self) -> None:
        """Add the games of a block that is not whole: its rows are there, but it is played again.

        A run that was longer has the same files.
        """
        if self._folder is None:
            return
        before, done = self.total.json(), self.done
        for block in sorted(self._blocks):
            table = self._added(block)
            first = block * self._size
            self._folder.save(self.kind, first, table, done, before)

    def rows(self) -> Iterator[Table]:
        """The rows that are kept in memory, in the order of their games."""
        return (table for _, table in sorted(self.tables, key=lambda one: one[0]))
