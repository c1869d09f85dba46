"""Frozen wire messages: requests, their responses, and what sockets bring, for whole games.

A script is a list of steps: what was sent by whom, and what came back. Recording makes one, and
the test performs its requests again and compares. What changes from run to run (ids of new tables,
tokens, ports) has a name in braces; words and drawings are kept apart from facts.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable
from contextlib import ExitStack
from typing import Any, NamedTuple

import httpx
from websockets import Origin
from websockets.sync.client import ClientConnection, connect

from frozen.adapter import cookie_of
from frozen.store import digest
from server import documented
from server.running import Server

SETTINGS = {
    "start_seconds": "900000000",  # tables that were laid long ago start when told to
    "away_seconds": "900000000",
    "ping_seconds": "3600",
}
SAID = "…"  # stands for words in facts
_SHA = re.compile(r"\b[0-9a-f]{64}\b")
_ALWAYS_WORDS = frozenset({"about", "label", "note", "story", "svg", "told", "tray", "worth"})
_VALUES_ARE_WORDS = frozenset({"buttons", "prompt"})
# Fields that came later, which no frozen message has.
_ADDED = frozenset({"act", "aliases", "asks", "market", "tips", "turns"})
_DRAWN = "drawn"  # new pieces of drawings; which ones are new depends on what was cached


class Outcome(NamedTuple):
    """What came back: a status (None from a socket), facts, and a hash of the words."""

    status: int | None
    facts: Any
    words: str


class Person:
    """Somebody with a browser of a known secret."""

    def __init__(self, server: Server, name: str) -> None:
        self.language = {"carla": "fr", "dora": "de"}.get(name, "en")
        self.cookie = cookie_of(secret_of(name))
        headers = {"origin": server.url, "accept-language": self.language}
        self.http = httpx.Client(
            base_url=server.url, headers=headers, timeout=60, cookies={"who": self.cookie},
            event_hooks={"response": [documented.check]},
        )  # fmt: skip


def secret_of(name: str) -> str:
    """The secret of a person's browser."""
    return f"frozen-{name}-0123456789"


class Wire:
    """Performs steps at a running server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._people: dict[str, Person] = {}
        self._sockets: dict[str, ClientConnection] = {}
        self._open = ExitStack()
        self._names = {server.url: "{origin}"}
        self._fresh: set[str] = set()  # tables laid in this run

    def perform(self, step: list[Any]) -> Outcome:
        """Send what a step says, and wait for what comes back."""
        what, *more = step
        found: Outcome = getattr(self, f"_{what}")(*(self._real(word) for word in more))
        return found

    def close(self) -> None:
        """Hang up."""
        self._open.close()

    def _get(self, who: str, path: str) -> Outcome:
        return self._answered(path, self.person(who).http.get(path))

    def _post(self, who: str, path: str, body: Any) -> Outcome:
        return self._answered(path, self.person(who).http.post(path, json=body))

    def _connect(self, who: str, table: str) -> Outcome:
        person = self.person(who)
        socket = connect(
            f"ws://localhost:{self._server.port}/api/tables/{table}/live",
            additional_headers={
                "cookie": f"who={person.cookie}",
                "accept-language": person.language,
            },
            origin=Origin(self._server.url),
        )
        self._sockets[f"{who} {table}"] = self._open.enter_context(socket)
        return self._hear(who, table)

    def _hear(self, who: str, table: str) -> Outcome:
        text = self._sockets[f"{who} {table}"].recv(timeout=30)
        return self._told(table, None, json.loads(text))

    def _await(self, who: str, path: str) -> Outcome:
        """A view once no bot is to move, so that what happens next follows from people."""
        for _ in range(3000):
            answer = self.person(who).http.get(path)
            view = answer.json()
            bots = any(seat["pending"] and seat["kind"] == "bot" for seat in view["seats"])
            if view["status"] != "lobby" and not bots:
                return self._answered(path, answer)
            time.sleep(0.01)
        raise AssertionError(f"the bots did not play: {view['last']}")

    def _watch(self, who: str, table: str) -> Outcome:
        """Look on until a game is over; the last message."""
        self._connect(who, table)
        socket = self._sockets[f"{who} {table}"]
        while "result" not in (told := json.loads(socket.recv(timeout=60))):
            pass
        return self._told(table, None, {"winners": told["result"]["winners"]})

    def _silence(self, who: str, table: str) -> Outcome:
        """Nothing is left unheard on a socket."""
        try:
            found = self._sockets[f"{who} {table}"].recv(timeout=0.05)
        except TimeoutError:
            return Outcome(None, None, "")
        raise AssertionError(f"{who} hears more: {found!r}")

    def person(self, who: str) -> Person:
        """Somebody, who keeps his browser."""
        if who not in self._people:
            self._people[who] = Person(self._server, who)
        return self._people[who]

    def _answered(self, path: str, answer: httpx.Response) -> Outcome:
        if "json" not in answer.headers["content-type"]:
            return self._told(path, answer.status_code, answer.text)
        value = answer.json()
        if answer.status_code < 300:
            self._learn(path, value)
        return self._told(path, answer.status_code, value)

    def _learn(self, path: str, value: Any) -> None:
        """Give names to what is new in every run."""
        if path == "/api/tables" or path.endswith("/rematch"):
            number = len(self._fresh) + 1
            self._fresh.add(value["table"])
            self._names[value["table"]] = f"{{table {number}}}"
        elif path.endswith("/link"):
            self._names[value["url"].rpartition("=")[2]] = "{token}"

    def _told(self, where: str, status: int | None, value: Any) -> Outcome:
        facts, words = split(self._named(value, any(table in where for table in self._fresh)))
        return Outcome(status, facts, digest(words, 12) if words else "")

    def _real(self, value: Any) -> Any:
        return _replaced(value, {name: real for real, name in self._names.items()})

    def _named(self, value: Any, fresh: bool) -> Any:
        found = _replaced(value, self._names)
        if fresh:  # its commitment is another one in every run
            found = json.loads(_SHA.sub("{hash}", json.dumps(found)))
        return found


def _replaced(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        for old, new in names.items():
            value = value.replace(old, new)
        return value
    if isinstance(value, list):
        return [_replaced(item, names) for item in value]
    if isinstance(value, dict):
        return {key: _replaced(item, names) for key, item in value.items()}
    return value


# Facts and words of a message


def split(value: Any) -> tuple[Any, list[Any]]:
    """A message without its words, and the words in their order."""
    words: list[Any] = []
    return _facts(value, words), words


def _facts(value: Any, words: list[Any]) -> Any:
    if isinstance(value, list):
        return [_facts(item, words) for item in value]
    if not isinstance(value, dict):
        return value
    if "margin" in value and "chance" in value:  # of a hint: calibrated now and then
        value = {key: item for key, item in value.items() if key not in ("margin", "chance")}
    found: dict[str, Any] = {}
    for key, item in value.items():
        if key == _DRAWN or key in _ADDED:
            continue
        if item is None:
            found[key] = None
        elif key in _VALUES_ARE_WORDS:
            words.extend(item.values())
            found[key] = dict.fromkeys(item, SAID)
        elif _is_words(key, value):
            words.append(item)
            found[key] = SAID
        elif key == "moves" and isinstance(item, dict):
            found[key] = {seat: _moves(moves, words) for seat, moves in item.items()}
        else:
            found[key] = _facts(item, words)
    return found


def _is_words(key: str, around: dict[str, Any]) -> bool:
    if key == "text":  # the notation of moves and events is no word of a language
        return not ("label" in around or "kind" in around or around.keys() == {"seat", "text"})
    return key in _ALWAYS_WORDS or (key == "name" and "provenance" in around)


def _moves(moves: Iterable[Any], words: list[Any]) -> list[Any]:
    """Legal moves: the first and the last one, how many there are, and a hash of all."""
    found = [_facts(move, words) for move in moves]
    return [found[0], found[-1], len(found), digest(found, 12)]
