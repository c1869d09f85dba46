"""A real server for tests, and browsers that talk to it."""

from __future__ import annotations

import json
import os
import re
import secrets
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import httpx
import msgspec
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from patience import PATIENCE, wait_until
from quick import QUICK
from rollwrite.server import schemas
from server import documented

MAIN = "from rollwrite.cli.main import main; main()"
FAST = {
    "bot_seconds": "0",
    "prepare_bots": "no",
    "start_seconds": "5",  # a busy machine may be slow to tell its randomness
    "posts_per_second": "5000",
    "posts_burst": "5000",
    "tables_per_minute": "6000",
    "reads_per_second": "5000",
    "reads_burst": "5000",
    "connections_per_address": "2000",
    "sockets_per_address": "500",
}


class Server:
    """``rollwrite serve`` in a process of its own; nothing it does can keep a test waiting."""

    def __init__(
        self,
        database: Path | str,
        settings: Mapping[str, str] | None = None,
        port: int = 0,
        python: Path | str = sys.executable,
        *,
        prefix: Sequence[str | Path] = (),
        environment: Mapping[str, str] | None = None,
    ) -> None:
        assert QUICK not in os.environ, "a quick check starts no server: mark the test as server"
        chosen = FAST | dict(settings or {})
        words = [f"--set={name}={value}" for name, value in chosen.items()]
        # A file, not a pipe: nobody reads along, and a full pipe would stop the server.
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115  # closed when it has been read
        self.process = subprocess.Popen(
            [*prefix, python, "-c", MAIN, "serve", f"--port={port}",
             f"--database={database}", "--language=en", *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self._errors, text=True,
            env={**os.environ, **(environment or {})},
        )  # fmt: skip
        line = self._first_line()
        found = re.search(r"http://localhost:(\d+)", line)
        if found is None:
            raise AssertionError(f"the server did not start: {line} {self.stop(signal.SIGKILL)}")
        self.port = int(found[1])
        self.url = f"http://localhost:{self.port}"

    def _first_line(self) -> str:
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        return self.process.stdout.readline() if ready else f"silent for {PATIENCE} s"

    def stop(self, how: signal.Signals = signal.SIGTERM) -> str:
        """End the process; what it wrote to stderr."""
        assert self.process.stdout is not None
        self.process.send_signal(how)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(PATIENCE)
            raise AssertionError(f"{how.name} did not end the server: {self._said()}") from None
        self.process.stdout.close()
        return self._said()

    def _said(self) -> str:
        if self._errors.closed:
            return ""
        self._errors.seek(0)
        with self._errors:
            return self._errors.read()


def at_once(*works: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Do several things at the same time; fail with what one of them raised, or if one is slow."""
    raised: list[BaseException] = []

    def run(work: Callable[[], object]) -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=run, args=(work,), daemon=True) for work in works]
    for thread in threads:
        thread.start()
    end = time.monotonic() + seconds
    for thread in threads:
        thread.join(max(0, end - time.monotonic()))
    if raised:
        raise raised[0]
    assert not any(thread.is_alive() for thread in threads), f"not done after {seconds} s"


class Browser:
    """A browser: it keeps cookies and sends where it comes from."""

    def __init__(self, server: Server, language: str = "en", origin: str | None = None) -> None:
        self.server = server
        headers = {"origin": origin or server.url, "accept-language": language}
        hooks: dict[str, list[Any]] = {"response": [documented.check]}
        self.http = httpx.Client(
            base_url=server.url, headers=headers, timeout=PATIENCE, event_hooks=hooks
        )
        self.http.get("/about")

    def move_to(self, server: Server) -> None:
        """Go on at another server (or at the same one, started again)."""
        self.server = server
        self.http.base_url = httpx.URL(server.url)
        self.http.headers["origin"] = server.url
        # Cookies ignore ports, as in any browser.

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.http.post(path, json=body)

    def ok(self, path: str, **body: Any) -> dict[str, Any]:
        answer = self.post(path, **body)
        assert answer.status_code < 300, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def create(self, game: str, mode: str, *kinds: str, **more: Any) -> str:
        seats = [{"kind": kind} for kind in kinds]
        found = self.ok("/api/tables", game=game, mode=mode, seats=seats, name="Anna", **more)
        return str(found["table"])

    def begin(self, game: str, mode: str, *kinds: str, **more: Any) -> str:
        """A table that has started."""
        table = self.create(game, mode, *kinds, **more)
        self.ok(f"/api/tables/{table}/seed", seed=secrets.token_hex(16))
        if mode == "friends":
            self.ok(f"/api/tables/{table}/start")
        return table

    def view(self, table: str, **query: str) -> dict[str, Any]:
        answer = self.http.get(f"/api/tables/{table}/view", params=query)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def move(self, table: str, seat: int, seq: int, move: str) -> httpx.Response:
        return self.post(f"/api/tables/{table}/move", seat=seat, seq=seq, move=move)

    def decide(self, table: str, pick: int = 0) -> dict[str, Any] | None:
        """Make some legal move for the first of my seats that is to move; the view before it."""
        view = self.view(table)
        if not view["deciding"]:
            return None
        seat = view["deciding"][0]
        moves = view["moves"][str(seat)]
        answer = self.move(table, seat, view["seq"], moves[pick % len(moves)]["text"])
        assert answer.status_code == 200 or answer.json()["error"] == "stale", answer.text
        return view

    def play_out(self, table: str, limit: int = 2000) -> dict[str, Any]:
        """Play my seats to the end of the game."""
        for step in range(limit):
            if self.decide(table, step * 7) is None:
                view = self.my_turn(table)
                if view["status"] == "over":
                    return view
        raise AssertionError(f"table {table} is not over after {limit} steps")

    def my_turn(self, table: str) -> dict[str, Any]:
        """The table as soon as a seat of mine is to move, or it is over."""

        def look() -> dict[str, Any] | None:
            view = self.view(table)
            return view if view["deciding"] or view["status"] == "over" else None

        found = wait_until(look, "my turn", every=0.01)
        assert found is not None
        return found

    def live(self, table: str, query: str = "") -> ClientConnection:
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        return connect(
            f"ws://localhost:{self.server.port}/api/tables/{table}/live{query}",
            additional_headers={"cookie": cookies},
            origin=Origin(self.http.headers["origin"]),
            open_timeout=PATIENCE,
            close_timeout=PATIENCE,
            ping_timeout=PATIENCE,
        )


Told = tuple[dict[str, Any], dict[str, list[str]]]  # a view, and the pieces of its pictures
_TOLD: WeakKeyDictionary[ClientConnection, Told] = WeakKeyDictionary()


def message(socket: ClientConnection, seconds: float = PATIENCE) -> dict[str, Any]:
    """The next message that a socket brings: what has changed."""
    while True:
        found: dict[str, Any] = json.loads(socket.recv(timeout=seconds))
        if "ping" not in found:
            return found


def heard(socket: ClientConnection, seconds: float = PATIENCE) -> dict[str, Any]:
    """The next view that a socket brings, whole, put together as a page does it."""
    new = message(socket, seconds)
    old, pieces = _TOLD.get(socket, ({}, {}))
    view = {**old, **new}
    if log := new.get("log"):
        view["log"] = [*old.get("log", [])[: log["after"]], *log["lines"]]
    if tally := new.get("tally"):
        view["tally"] = [old["tally"][n] if own is None else own for n, own in enumerate(tally)]
    for place, drawn in view.pop("drawn", {}).items():
        cut = [[p] if isinstance(p, str) else pieces[place][slice(*p)] for p in drawn]
        pieces[place] = [piece for run in cut for piece in run]
    if pieces:
        tray, *drawn = ("".join(pieces[str(place)]) for place in range(len(pieces)))
        seats = len(view["seats"])
        view["tray"] = tray
        view["sheets"] = [{"seat": seat, "svg": svg} for seat, svg in enumerate(drawn[:seats])]
        if len(drawn) > seats:
            view["market"] = drawn[seats]
    _TOLD[socket] = view, pieces
    if "error" not in view:
        msgspec.convert(view, schemas.View)
    return dict(view)
