"""The file of a SQLite database: one server has it at a time, and notices when it is taken away.

SQLite itself goes on writing into a file that was deleted or replaced. What it says is stored is
gone as soon as the server ends. So the names of the database and of its journal must stand for the
files that were opened, and the database must carry the mark that the server gave it at its start.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import sys
from contextlib import closing, suppress
from pathlib import Path

from rollwrite.server.problems import StoreError

BUSY_SECONDS = 5
JOURNALS = ("-wal", "-shm")
_MARK = slice(60, 64)  # SQLite's user version, in the header
_LOCKED_BYTE = 1 << 30  # far behind the process number: Windows lets nobody read a locked byte


class SQLiteFile:
    """A database file that a server has to itself."""

    def __init__(self, path: Path, uri: str | None = None) -> None:
        self.path = path.resolve()
        self.uri = uri  # with options such as ``mode=ro``
        self._lock: int | None = None
        self._header: int | None = None  # never closed before SQLite has let go of its own
        self._mark = b""
        self._known: list[tuple[int, int] | None] = []

    # One server at a time

    def take(self) -> None:
        """Take the file, or raise a StoreError that names the process that has it."""
        place = self.lock_path
        try:
            while self._lock is None:
                found = os.open(place, os.O_RDWR | os.O_CREAT, 0o644)
                if not _locked(found):
                    process = _process(found)
                    os.close(found)
                    raise StoreError("in_use", database=self.path, process=process)
                if _identity(place) == _identity(found):
                    self._lock = found
                else:  # whoever had it has just taken the lock file away
                    os.close(found)
            os.ftruncate(self._lock, 0)
            os.pwrite(self._lock, str(os.getpid()).encode(), 0)
        except OSError as error:
            raise StoreError(
                "unusable", database=self.path, reason=error.strerror or str(error)
            ) from None

    def release(self) -> None:
        """Let others have the file, when all its connections are closed."""
        if self._header is not None:
            os.close(self._header)
        if self._lock is not None:
            with suppress(OSError):
                self.lock_path.unlink()
            os.close(self._lock)
        self._header = self._lock = None

    @property
    def lock_path(self) -> Path:
        """The file that says who has the database."""
        return self.path.with_name(self.path.name + ".lock")

    # Whether it is still there

    def mark(self) -> None:
        """Find out by the plainest means whether this is a database that can be written."""
        new = secrets.randbelow(1 << 31)
        with closing(self.connect(create=True)) as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute(f"PRAGMA user_version = {new}")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._mark = new.to_bytes(4, "big")

    def connect(self, *, create: bool = False) -> sqlite3.Connection:
        """A plain connection, that any thread may use."""
        place = self.uri or f"{self.path.as_uri()}?mode={'rwc' if create else 'rw'}"
        return sqlite3.connect(place, BUSY_SECONDS, check_same_thread=False, uri=True)

    def remember(self) -> None:
        """From now on the file, and its journal, must stay the ones they are."""
        self._header = os.open(self.path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        self._known = [_identity(place) for place in self._places()]

    def replaced(self) -> bool:
        """Whether the file or its journal was deleted or replaced since."""
        if self._header is None:
            return False
        if [_identity(place) for place in self._places()] != self._known:
            return True
        return os.pread(self._header, _MARK.stop, 0)[_MARK] != self._mark

    def _places(self) -> list[Path]:
        return [self.path, *(self.path.with_name(self.path.name + end) for end in JOURNALS)]


def is_damage(error: BaseException | None) -> bool:
    """Whether an error of SQLite says that the file is damaged."""
    while error is not None:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return True
        error = getattr(error, "orig", None) or error.__cause__
    return False


def _identity(place: Path | int) -> tuple[int, int] | None:
    try:
        found = os.stat(place)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _process(descriptor: int) -> str:
    return os.pread(descriptor, 20, 0).decode("ascii", "replace") or "?"


if sys.platform == "win32":
    import msvcrt

    def _locked(descriptor: int) -> bool:
        """Lock a file until it is closed, if nobody else has."""
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _locked(descriptor: int) -> bool:
        """Lock a file until it is closed, if nobody else has."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
