"""A TCP proxy for tests: it can stop forwarding, as a network does that drops every packet."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress


class Proxy:
    """Forwards connections to a PostgreSQL's Unix socket, in a thread of its own."""

    def __init__(self, target: str) -> None:
        self._target = target
        self._loop = asyncio.new_event_loop()
        self._forwarding = asyncio.Event()
        self._forwarding.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0
        ready = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(ready,), daemon=True)
        self._thread.start()
        assert ready.wait(30)

    @property
    def database(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def cut(self) -> None:
        """Drop every packet from now on: connections stay open and say nothing, new ones too."""
        self._call(self._forwarding.clear)

    def heal(self, *, keep: bool = False) -> None:
        """Forward new connections again; old ones stay as dead as they are, unless kept."""

        def heal() -> None:
            if not keep:  # nobody forwards for them any more
                for task in self._tasks:
                    task.cancel()
            self._forwarding.set()

        self._call(heal)

    def reset(self) -> None:
        """Close every connection at once."""

        def abort() -> None:
            for writer in self._writers:
                writer.transport.abort()

        self._call(abort)

    def close(self) -> None:
        self._call(self._loop.stop)
        self._thread.join(30)

    def _call(self, what: Callable[[], object]) -> None:
        self._loop.call_soon_threadsafe(what)

    def _run(self, ready: threading.Event) -> None:
        async def listen() -> None:
            server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
            self.port = server.sockets[0].getsockname()[1]
            ready.set()

        self._loop.run_until_complete(listen())
        self._loop.run_forever()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        await self._forwarding.wait()
        try:
            there = await asyncio.open_unix_connection(self._target)
        except OSError:
            writer.transport.abort()
            return
        self._writers.add(there[1])
        for one, other in ((reader, there[1]), (there[0], writer)):
            task = asyncio.create_task(self._forward(one, other))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 16):
                await self._forwarding.wait()
                writer.write(data)
                await writer.drain()
        writer.close()
        self._writers.discard(writer)
