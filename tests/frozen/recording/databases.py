"""Frozen databases: real tables of servers of every schema version, and what they came to.

``python -m frozen.recording.databases FILE`` plays tables at a server of whatever version is
imported and keeps its database. README.md says which versions made which files.
"""

from __future__ import annotations

import gzip
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from frozen.adapter import give_cookie_key
from frozen.recording.wire import Person, split
from frozen.store import FILES
from server.running import Server

FOLDER = FILES / "databases"
ME, OPEN = {"kind": "me"}, {"kind": "open"}
# How far each table is played: not begun, so many decisions, or to the end.
LOBBY, END = 0, 100_000
FURTHER = 6  # decisions that are made when it is opened again
CLAIMED, REMOVED = "Claire", "Remo"  # whose seat, or whose neighbour's, changes hands in the end
WISHES: tuple[tuple[dict[str, Any], int], ...] = (
    ({"game": "clever_kids", "mode": "friends", "seats": [ME, OPEN]}, END),
    ({"game": "clever_kids", "mode": "device", "seats": [ME, ME, ME]}, 40),
    ({"game": "donnant", "mode": "friends", "seats": [ME, OPEN]}, END),
    ({"game": "donnant", "mode": "friends", "seats": [ME, OPEN, ME]}, 30),
    ({"game": "donnant", "mode": "solo", "variant": "solo", "options": {"level": 3}}, 25),
    ({"game": "donnant", "mode": "solo", "variant": "solo", "options": {"level": 1}}, END),
    ({"game": "one_card", "mode": "friends", "seats": [ME, OPEN]}, 41),
    ({"game": "one_card", "mode": "friends", "seats": [ME, OPEN], "variant": "advanced"}, END),
    ({"game": "qwinto", "mode": "friends", "seats": [ME, OPEN, OPEN]}, 17),
    ({"game": "qwinto", "mode": "friends", "seats": [ME, OPEN]}, END),
    ({"game": "qwinto", "mode": "friends", "seats": [OPEN, ME, OPEN, OPEN]}, LOBBY),
    ({"game": "twenty_one", "mode": "friends", "seats": [ME, OPEN]}, 13),
    ({"game": "twenty_one", "mode": "device", "seats": [ME, ME], "options": {"sheets": "DB"}}, END),
    ({"game": "twenty_one", "mode": "daily"}, 6),
    ({"game": "qwinto", "mode": "bots", "seats": [ME, {"kind": "bot"}]}, 5),
    ({"game": "qwinto", "mode": "friends", "seats": [ME, OPEN], "name": CLAIMED}, 12),
    ({"game": "twenty_one", "mode": "friends", "seats": [ME, OPEN], "name": REMOVED}, 8),
)


class Room:
    """People at one table."""

    def __init__(self, people: dict[str, Person], table: str) -> None:
        self.people = people
        self.table = table

    def post(self, who: str, what: str, **body: Any) -> Any:
        """Do something; what came of it."""
        answer = self.people[who].http.post(f"/api/tables/{self.table}/{what}", json=body)
        return answer.json() if "json" in answer.headers["content-type"] else None

    def get(self, who: str, what: str) -> Any:
        """What somebody sees."""
        answer = self.people[who].http.get(f"/api/tables/{self.table}/{what}")
        assert answer.status_code == 200, answer.text
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    def decide(self, choose: Random | None = None) -> bool:
        """Somebody who is to move makes one: the first legal one, or any; False if none do."""
        for who in self.people:
            view = self.get(who, "view")
            if view["deciding"]:
                seat = view["deciding"][-1]
                moves = view["moves"][str(seat)]
                move = (choose.choice(moves) if choose else moves[0])["text"]
                self.post(who, "move", seat=seat, seq=view["seq"], move=move)
                return True
            if any(seat["pending"] and seat["kind"] == "bot" for seat in view["seats"]):
                time.sleep(0.01)
                return True
        return False

    def begin(self) -> None:
        """Start, if it has not yet."""
        self.post("anna", "seed", seed="0a" * 16)
        self.post("ben", "seed", seed="0b" * 8)
        for host in ("anna", "ben"):
            self.post(host, "start")

    def played_on(self) -> dict[str, Any]:
        """The game some decisions later, or at its end."""
        self.begin()
        for _ in range(FURTHER):
            if not self.decide():
                break
        found: dict[str, Any] = self.get("anna", "view")
        assert found["status"] != "lobby"
        return found


def make(file: Path) -> None:
    """Play tables at a server and keep its database."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "tables.sqlite"
        server = Server(place)
        people = {name: Person(server, name) for name in ("anna", "ben")}
        for number, (wish, length) in enumerate(WISHES):
            answer = people["anna"].http.post("/api/tables", json={"name": "Anna", **wish})
            room = Room(people, answer.json()["table"])
            _play(room, length, Random(number))
            _leave(room, wish, length)
        print(server.stop())
        with closing(sqlite3.connect(place)) as database:
            database.execute("pragma journal_mode = delete")
            database.execute("vacuum")
        file.write_bytes(gzip.compress(place.read_bytes(), 9, mtime=0))


def _play(room: Room, length: int, random: Random) -> None:
    room.post("ben", "join", name="Ben")
    room.post("ben", "rename", seat=1, name="Benno")
    room.post("anna", "link", seat=0)
    if length == LOBBY:
        return
    room.begin()
    for number in range(length):
        who = ("anna", "ben")[number % 2]
        if number % 11 == 6:
            view = room.get(who, "view")
            for seat in view["can_take_back"]:
                room.post(who, "take_back", seat=seat, seq=view["seq"])
        if number % 17 == 9:
            view = room.get(who, "view")
            for seat in view["deciding"]:
                room.post(who, "hint", seat=seat, seq=view["seq"])
        if not room.decide(random):
            break


def _leave(room: Room, wish: dict[str, Any], length: int) -> None:
    if length == END:
        room.post("ben", "rematch")
        progress = {"game": wish["game"], "table": room.table}
        room.people["anna"].http.post("/api/progress", json=progress)
    elif wish.get("name") == CLAIMED:
        url = room.post("anna", "link", seat=0)["url"]
        room.post("ben", "claim", token=url.rpartition("/")[2])
    elif wish.get("name") == REMOVED:
        room.post("anna", "remove", seat=1)
    elif length != LOBBY:
        room.post("ben", "leave", seat=1)
        room.get("ben", "view")  # he has come back


def names() -> list[str]:
    """The frozen databases."""
    return sorted(file.name.removesuffix(".sqlite.gz") for file in FOLDER.glob("*.gz"))


def unpacked(name: str, folder: Path) -> Path:
    """A copy of a frozen database, which a server may write to."""
    file = folder / f"{name}.sqlite"
    file.write_bytes(gzip.decompress((FOLDER / f"{name}.sqlite.gz").read_bytes()))
    give_cookie_key(file)
    return file


def tables(file: Path) -> list[str]:
    """Every table of a database that no server has opened yet, in the order they were laid."""
    with closing(sqlite3.connect(file)) as database:
        query = "select table_id from events where seq = 1 order by at"
        return [str(table) for (table,) in database.execute(query)]


def facts(server: Server, table: str) -> Iterator[Any]:
    """What a table was when it was left, and what it comes to when it is played on."""
    room = Room({name: Person(server, name) for name in ("anna", "ben")}, table)
    for who in ("anna", "ben"):
        view = room.get(who, "view")
        yield _lasting(view)
        if view["status"] != "lobby":
            yield _lasting(room.get(who, "log"))
    later = room.played_on()
    if any(seat["kind"] == "bot" for seat in later["seats"]):
        return  # what bots of the weaker levels do is another thing every time
    yield _lasting(later)
    yield _lasting(room.get("anna", "log"))
    if later["status"] == "over" and later["day"] is None:
        yield split(room.get("anna", "verify"))[0]


def _lasting(value: Any) -> Any:
    """Facts without what depends on today's date: whether a day's secret may be seen."""
    if isinstance(value, str):
        return value.partition("secret:")[0]
    found = split(value)[0]
    del found["fair"]["revealed"]
    return found


if __name__ == "__main__":
    make(Path(sys.argv[1]))
