"""Players who move as fast as they are answered, and remember every move that was acknowledged."""

from __future__ import annotations

import http.client
import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from patience import PATIENCE
from server.running import Server

SEATS = 4
SECONDS = PATIENCE  # for one answer
MOST_STEPS = 1_000


class Gone(Exception):
    """The server does not answer."""


class Player:
    """One browser with a table on which it moves for everybody."""

    def __init__(self, server: Server) -> None:
        self.port = server.port
        self.table = ""
        self.acknowledged: dict[tuple[str, int], str] = {}  # table and number: the move
        self.refused: dict[str, int] = {}  # how often, by what was said
        self.slowest = 0.0
        self._cookie = ""
        self._http: http.client.HTTPConnection | None = None
        self._plan: list[tuple[int, str]] = []
        self._seq = 0
        self._steps = 0

    def ask(self, method: str, path: str, body: object = None) -> tuple[int, dict[str, Any]]:
        """A request; Gone if there is no answer to it."""
        origin = f"http://localhost:{self.port}"
        headers = {"origin": origin, "host": f"localhost:{self.port}", "cookie": self._cookie}
        try:
            if self._http is None:
                self._http = http.client.HTTPConnection("localhost", self.port, timeout=SECONDS)
            text = None if body is None else json.dumps(body)
            self._http.request(method, path, text, headers)
            answer = self._http.getresponse()
            content = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise Gone(f"{method} {path}: {error}") from error
        if answer.getheader("set-cookie") and not self._cookie:
            self._cookie = str(answer.getheader("set-cookie")).partition(";")[0]
        found: dict[str, Any] = {"text": f"{answer.status} {content[:80]!r}"}
        if content[:1] == b"{":
            found = json.loads(content)
        return answer.status, found

    def close(self) -> None:
        if self._http is not None:
            self._http.close()
        self._http = None

    def move_to(self, server: Server) -> None:
        self.close()
        self.port = server.port
        self._plan = []  # what was stored of the last move is for the server to say

    def sit_down(self) -> bool:
        """A new table that has begun."""
        self.ask("GET", "/about")
        seats = [{"kind": "me"}] * SEATS
        order = {"game": "qwinto", "mode": "device", "seats": seats, "name": "Anna"}
        status, made = self.ask("POST", "/api/tables", order)
        if status >= 300:
            return self._no(made)
        table = str(made["table"])
        status, answer = self.ask("POST", f"/api/tables/{table}/seed", {"seed": "ab"})
        if status >= 300:
            return self._no(answer)
        self.table, self._plan, self._steps = table, [], 0
        return True

    def move(self) -> bool:
        """Make a move; whether it was acknowledged."""
        if not self.table or self._steps > MOST_STEPS:
            return self.sit_down()
        if not self._plan and not self._look():
            return False
        seat, text = self._plan[0]
        body = {"seat": seat, "seq": self._seq, "move": text}
        begun = time.monotonic()
        plan, self._plan = self._plan, []
        status, answer = self.ask("POST", f"/api/tables/{self.table}/move", body)
        self.slowest = max(self.slowest, time.monotonic() - begun)
        if status != 200:
            return self._no(answer)
        self.acknowledged[self.table, self._seq + 1] = text
        self._seq, self._plan = answer["seq"], plan[1:]
        self._steps += 1
        return True

    def _no(self, answer: dict[str, Any]) -> bool:
        """A refusal: of what the game has moved past, or because something is broken."""
        if answer.get("error") != "stale":
            text = str(answer.get("text", answer))
            self.refused[text] = self.refused.get(text, 0) + 1
        return False

    def _look(self) -> bool:
        """See where the game is, and plan the rest of the turn."""
        status, view = self.ask("GET", f"/api/tables/{self.table}/view")
        if status != 200:
            return self._no(view)
        if view["status"] == "over":
            return self.sit_down() and self._look()
        self._seq = view["seq"]
        for seat in view["deciding"]:
            texts = [move["text"] for move in view["moves"][str(seat)]]
            choice = next((t for t in ("pass", "keep") if t in texts), texts[0])
            self._plan.append((seat, choice))
        if self._plan and self._plan[0][1].startswith("roll"):
            seat = self._plan[0][0]
            self._plan += [(seat, "keep"), *((n, "pass") for n in range(SEATS))]
        return bool(self._plan)


class Load:
    """Several players, each in a thread."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.players = players
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []

    @property
    def acknowledged(self) -> int:
        return sum(len(player.acknowledged) for player in self.players)

    def begin(self, patient: bool = False) -> None:
        """Let everybody move until ``end``, or until the server is gone; the patient come back."""
        self._stop.clear()

        def play(player: Player) -> None:
            while not self._stop.is_set():
                try:
                    if not player.move():
                        time.sleep(0.02)
                except Gone:
                    if not patient:
                        return
                    time.sleep(0.1)

        self._threads = [
            threading.Thread(target=play, args=(player,), daemon=True) for player in self.players
        ]
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(2 * SECONDS)
        for player in self.players:
            player.close()

    @contextmanager
    def running(self, patient: bool = False) -> Iterator[None]:
        self.begin(patient)
        try:
            yield
        finally:
            self.end()

    def move_to(self, server: Server) -> None:
        for player in self.players:
            player.move_to(server)

    def wait(self, moves: int, seconds: float = 60.0) -> bool:
        """Wait for some more acknowledged moves."""
        goal, end = self.acknowledged + moves, time.monotonic() + seconds
        while self.acknowledged < goal:
            if time.monotonic() > end:
                return False
            time.sleep(0.005)
        return True

    def lost(self, stored: Callable[[str], dict[int, str]]) -> int:
        """How many acknowledged moves are not stored as they were made."""
        tables = {table for player in self.players for table, _ in player.acknowledged}
        found = {table: stored(table) for table in tables}
        return sum(
            json.dumps(text) not in found[table].get(seq, "")
            for player in self.players
            for (table, seq), text in player.acknowledged.items()
        )

    def refused(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for player in self.players:
            for text, count in player.refused.items():
                found[text] = found.get(text, 0) + count
        return found


def in_file(database: Path) -> Callable[[str], dict[int, str]]:
    """What a SQLite file has of a table."""

    def stored(table: str) -> dict[int, str]:
        with closing(sqlite3.connect(database, 30)) as connection:
            query = "select seq, data from events where table_id = ? order by seq"
            return dict(connection.execute(query, (table,)).fetchall())

    return stored
