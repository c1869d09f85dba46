"""The keeper: has a SQLite file for this server, and watches over it for as long as it runs."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from contextlib import suppress
from pathlib import Path

from rollwrite.server.metrics import METRICS
from rollwrite.server.problems import Cause, Problem, StoreError
from rollwrite.server.storage.database import file_of, reason, take_file
from rollwrite.server.storage.integrity import damage
from rollwrite.server.storage.sqlite_file import SQLiteFile, is_damage
from rollwrite.server.storage.sqlite_writer import Replaced, SQLiteWriter

LOG = logging.getLogger(__name__)
LOOK_SECONDS = 0.5  # between two looks whether the file is still there
START_SECONDS = (
    1.0  # for which a start waits for the check; a large file is checked to the end later
)


class SQLiteKeeper:
    """One server's hold on a SQLite file; ``lost`` says why nothing can be stored any more."""

    def __init__(self, file: SQLiteFile) -> None:
        self.file = file
        self.writer: SQLiteWriter | None = None
        self.lost: str | None = None  # the key of what is said of it
        self._stop = threading.Event()
        self._check: asyncio.Task[str | None] | None = None
        self._tasks: list[asyncio.Task[None]] = []

    @classmethod
    async def open(cls, database: str) -> SQLiteKeeper | None:
        """Take a file and check it; None for a database that is not a file."""
        file = file_of(database)
        if file is None:
            return None
        await asyncio.to_thread(take_file, file)
        keeper = cls(file)
        keeper._check = asyncio.create_task(keeper._damage())
        try:
            async with asyncio.timeout(START_SECONDS):
                found = await asyncio.shield(keeper._check)
        except TimeoutError:
            return keeper
        if found is not None:
            await keeper.close()
            raise StoreError("damaged", database=file.path, reason=found)
        return keeper

    def begin(self, integrity_seconds: float) -> None:
        """Watch over the file; look through all of it every so often (0: at the start only)."""
        self._tasks = [
            asyncio.create_task(self._watch()),
            asyncio.create_task(self._look_through(integrity_seconds)),
        ]

    async def close(self) -> None:
        """Let others have the file."""
        self._stop.set()
        for task in self._tasks:
            task.cancel()
        if self._check is not None:
            with suppress(asyncio.CancelledError):
                await self._check  # SQLite's connection must be closed first
        self.file.release()

    def check(self) -> None:
        """Raise a Problem once nothing can be stored any more."""
        if self.lost is not None:
            raise Problem(Cause.UNAVAILABLE, self.lost)

    async def examine(self, error: BaseException) -> None:
        """Find out what an error means for everything that is to be stored from now on."""
        if isinstance(error, Replaced) or self.file.replaced():
            await self._replaced()
        elif is_damage(error):
            self._damaged(reason(error))

    async def _damage(self) -> str | None:
        return await asyncio.to_thread(damage, self.file, self._stop.is_set)

    async def _watch(self) -> None:
        while self.lost is None:
            await asyncio.sleep(LOOK_SECONDS)
            if self.file.replaced():
                await self._replaced()

    async def _look_through(self, pause: float) -> None:
        assert self._check is not None
        while self.lost is None:
            found = await self._check
            if found is not None and not self._stop.is_set() and not self.file.replaced():
                self._damaged(found)
            if not pause:
                return
            await asyncio.sleep(pause)
            self._check = asyncio.create_task(self._damage())

    def _damaged(self, found: str) -> None:
        if self.lost is None:
            self._lose("damaged")
            LOG.critical(
                "the database %s is damaged (%s): nothing is stored any more. Stop this server, "
                "save what can be read with 'rollwrite database restore --salvage', and start "
                "with the new file",
                self.file.path, found,
            )  # fmt: skip

    async def _replaced(self) -> None:
        """Nothing that is stored now would be there after a restart: say so, and save the rest."""
        if self.lost is not None:
            return
        self._lose("replaced")
        path = self.file.path
        LOG.critical(
            "the database %s was deleted or replaced while the server was running: nothing is "
            "stored any more. Stop this server", path,
        )  # fmt: skip
        copy = path.with_name(f"{path.name}.rescued-{time.strftime('%Y%m%d-%H%M%S')}")
        try:
            assert self.writer is not None
            await self.writer.rescue(copy)
            found = await asyncio.to_thread(damage, SQLiteFile(copy))
        except Exception as error:
            found = reason(error)
        if found is None:
            LOG.critical("everything that was stored until then has been copied to %s", copy)
        else:
            LOG.critical("what was stored until then could not be copied: %s", found)
            _remove(copy)

    def _lose(self, key: str) -> None:
        self.lost = key
        METRICS.whole.set(0)


def _remove(copy: Path) -> None:
    with suppress(OSError):
        copy.unlink()
