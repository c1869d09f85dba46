"""Listening to what other servers publish through PostgreSQL, and knowing whether one still hears.

A connection that was cut says nothing, for a long time or for ever. So the listener speaks to
itself: it publishes a word of its own every second, and where that does not come back it is deaf.
Then it connects again, at once and then less and less often, and catches up on everything.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from random import uniform
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

from rollwrite.server.metrics import METRICS
from rollwrite.server.storage.deadline import within

LOG = logging.getLogger(__name__)
BEAT_SECONDS = 0.7  # between two words to oneself
ANSWER_SECONDS = 1.0  # in which each must come back
CONNECT_SECONDS = 2.0
CATCH_UP_SECONDS = 30.0
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 2.0  # before connecting again

Receiver = Callable[[str], None]


class Listener:
    """Receives on channels for as long as it runs, through whatever befalls its connections."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._own = f"rollwrite_{secrets.token_hex(6)}"  # the channel on which it hears itself
        self._word: asyncio.Future[None] | None = None
        self._heard = 0.0
        self.listening = asyncio.Event()

    @property
    def deaf(self) -> bool:
        """Whether what others publish may not arrive."""
        return not self.listening.is_set()

    @property
    def silent(self) -> float:
        """For how many seconds it has not been certain that everything arrives."""
        return time.monotonic() - self._heard

    async def run(
        self, channels: Mapping[str, Receiver], reconnected: Callable[[], Awaitable[None]]
    ) -> None:
        """Receive on channels; ``reconnected`` is awaited after each time something was missed."""
        pause = FIRST_PAUSE
        while True:
            begun = time.monotonic()
            try:
                await self._listen(channels, reconnected)
            except Exception as error:  # whatever it is, nobody may stay deaf
                LOG.warning("not listening to other servers: %s", _named(error))
            finally:
                self.listening.clear()
                METRICS.listening.set(0)
            METRICS.listeners_lost.inc()
            # Connections are cut together as a rule; those that wait for their next use are not
            # asked one by one, but left.
            await self._engine.dispose(close=False)
            if time.monotonic() - begun > LONGEST_PAUSE:
                pause = FIRST_PAUSE  # it had worked
            await asyncio.sleep(uniform(0.7, 1.3) * pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _listen(
        self, channels: Mapping[str, Receiver], reconnected: Callable[[], Awaitable[None]]
    ) -> None:
        connection = await within(CONNECT_SECONDS, self._connect())
        try:
            for channel, receive in channels.items():
                await within(ANSWER_SECONDS, connection.add_listener(channel, _calling(receive)))
            await within(ANSWER_SECONDS, connection.add_listener(self._own, self._came_back))
            await self._beat(connection)
            await within(CATCH_UP_SECONDS, _awaited(reconnected))
            LOG.info("listening to other servers")
            self.listening.set()
            METRICS.listening.set(1)
            while True:
                await asyncio.sleep(BEAT_SECONDS)
                await self._beat(connection)
        finally:
            connection.terminate()  # saying goodbye may take for ever

    async def _connect(self) -> Any:
        import asyncpg

        _, options = self._engine.dialect.create_connect_args(self._engine.url)
        own = {"prepared_statement_cache_size", "prepared_statement_name_func"}  # SQLAlchemy's
        given = {name: value for name, value in options.items() if name not in own}
        return await asyncpg.connect(**given, timeout=CONNECT_SECONDS)

    async def _beat(self, connection: Any) -> None:
        """Say a word to oneself, and hear it."""
        begun = time.monotonic()
        self._word = asyncio.get_running_loop().create_future()
        await within(ANSWER_SECONDS, self._speak(connection, self._word))
        self._heard = begun

    async def _speak(self, connection: Any, word: asyncio.Future[None]) -> None:
        await connection.execute("select pg_notify($1, '')", self._own)
        await word

    def _came_back(self, *_: object) -> None:
        if self._word is not None and not self._word.done():
            self._word.set_result(None)


def _calling(receive: Receiver) -> Callable[[Any, int, str, str], None]:
    def received(_connection: Any, _process: int, _channel: str, payload: str) -> None:
        receive(payload)

    return received


async def _awaited(call: Callable[[], Awaitable[None]]) -> None:
    await call()


def _named(error: BaseException) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:200].rstrip(" :")
