"""What the host of a server has decided, as every request needs it: known without asking."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from rollwrite.server.problems import Cause, Problem
from rollwrite.server.tables.name_filter import NameFilter

if TYPE_CHECKING:
    from rollwrite.server.storage.store import Store

REVIEWS: Final = "reviews"
SWITCHES: Final = (REVIEWS,)  # what can be switched off
TRIES, AGAIN_SECONDS = 20, 0.5


class HostRules:
    """The name filter and the switches of a server, and of all others on its database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.names = NameFilter()
        self.off: frozenset[str] = frozenset()
        self._reading: asyncio.Task[None] | None = None
        self._again = False

    async def load(self) -> None:
        """Read what was decided; in a browser's own store nobody decides anything."""
        hosting = getattr(self._store, "hosting", None)
        if hosting is not None:
            words, off = await hosting.decisions()
            self.names, self.off = NameFilter(words), frozenset(off)

    def told(self, _name: str) -> None:
        """Another server has stored a decision."""
        self._again = True
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read())

    def close(self) -> None:
        """Read nothing any more."""
        if self._reading is not None:
            self._reading.cancel()

    async def _read(self) -> None:
        for _ in range(TRIES):
            with suppress(Problem):
                while self._again:
                    self._again = False
                    await self.load()
                return
            self._again = True
            await asyncio.sleep(AGAIN_SECONDS)

    def check(self, switch: str) -> None:
        """Refuse what is switched off."""
        if switch in self.off:
            raise Problem(Cause.WRONG_TIME, f"{switch}_off")
