"""How the scripts of wire messages are recorded: what people do at the frozen tables."""

from __future__ import annotations

import gzip
import json
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from frozen.adapter import give_cookie_key
from frozen.recording.wire import Person, Wire
from frozen.store import FILES
from server.running import Server

TABLES = FILES / "tables.sqlite.gz"  # laid, not yet begun, with ids and secrets that stay
NOON = 1_794_830_400.0  # when they were laid
ME, OPEN = {"kind": "me"}, {"kind": "open"}
EXPERT = {"kind": "bot", "level": "expert"}  # has no noise: the same moves in every run
LAID: dict[str, dict[str, Any]] = {
    "frndsxxxxckk": {"game": "clever_kids", "mode": "friends", "seats": [ME, OPEN]},
    "frndsxxxxdnt": {"game": "donnant", "mode": "friends", "seats": [ME, OPEN]},
    "frndsxxxxnca": {
        "game": "one_card", "mode": "friends", "seats": [ME, OPEN], "variant": "advanced",
    },
    "frndsxxxxqwn": {"game": "qwinto", "mode": "friends", "seats": [ME, OPEN]},
    "frndsxxxxtwy": {"game": "twenty_one", "mode": "friends", "seats": [ME, OPEN, OPEN]},
    "btsxxxxxxqwn": {"game": "qwinto", "mode": "bots", "seats": [ME, EXPERT]},
    "btsxxxxxxtwy": {"game": "twenty_one", "mode": "bots", "seats": [ME, EXPERT, EXPERT]},
    "devxxxxxxnce": {"game": "one_card", "mode": "device", "seats": [ME, ME]},
    "sxxxxxxxxdnt": {
        "game": "donnant", "mode": "solo", "variant": "solo", "options": {"level": 7},
    },
    "watchxxxxckk": {"game": "clever_kids", "mode": "watch", "seats": [EXPERT, EXPERT]},
}  # fmt: skip


def lay_tables() -> None:
    """Lay the tables through a server, and give them ids and secrets that stay."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.sqlite"
        server = Server(file)
        anna = Person(server, "anna")
        made = {}
        for name, wish in LAID.items():
            answer = anna.http.post("/api/tables", json={"name": "Anna", **wish})
            made[name] = answer.json()["table"]
        server.stop()
        with closing(sqlite3.connect(file)) as database, database:
            for number, (name, old) in enumerate(made.items(), 1):
                ((data,),) = database.execute("select data from events where table_id = ?", [old])
                changed = json.loads(data) | {"secret": f"{number:02x}" * 32}
                words = [name, json.dumps(changed), NOON + number, old]
                database.execute(
                    "update events set table_id = ?, data = ?, at = ? where table_id = ?", words
                )
        with closing(sqlite3.connect(file)) as database:
            database.execute("pragma journal_mode = delete")
            database.execute("vacuum")
        TABLES.write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))


def unpacked(folder: Path) -> Path:
    """A database with the frozen tables, which a server may write to."""
    file = folder / "tables.sqlite"
    file.write_bytes(gzip.decompress(TABLES.read_bytes()))
    give_cookie_key(file)
    return file


class Recorder:
    """Performs steps and writes down what came of them."""

    def __init__(self, server: Server, table: str) -> None:
        self._wire = Wire(server)
        self.table = table
        self.steps: list[list[Any]] = []
        self.sockets: list[str] = []  # of people who look on
        self.random = Random(table)

    def do(self, *step: Any) -> Any:
        """Perform a step; its facts."""
        outcome = self._wire.perform(list(step))
        self.steps.append([list(step), outcome.status, outcome.facts])
        return outcome.facts

    def post(self, who: str, what: str, **body: Any) -> Any:
        return self.do("post", who, f"/api/tables/{self.table}/{what}", body)

    def get(self, who: str, what: str) -> Any:
        return self.do("get", who, f"/api/tables/{self.table}/{what}")

    def look(self, who: str) -> None:
        """Open a socket; everybody who looks on already hears of it."""
        self.do("connect", who, self.table)
        self.hear()
        self.sockets.append(who)

    def hear(self) -> None:
        """Everybody who looks on hears something."""
        for who in self.sockets:
            self.do("hear", who, self.table)

    def act(self, who: str, what: str, **body: Any) -> None:
        """Change the table; everybody who looks on hears of it."""
        self.post(who, what, **body)
        self.hear()

    def close(self) -> None:
        self._wire.close()

    def view(self, who: str) -> dict[str, Any]:
        """A whole view, which is not part of the script."""
        answer = self._wire.person(who).http.get(f"/api/tables/{self.table}/view")
        found: dict[str, Any] = answer.json()
        return found

    def silence(self) -> None:
        for who in self.sockets:
            self.do("silence", who, self.table)
        self.sockets.clear()


def friends(at: Recorder) -> None:
    """People at their own devices, one who looks on in another language; then all that follows."""
    at.get("anna", "view")
    at.look("anna")
    at.act("ben", "join", name="Ben")
    at.look("ben")
    at.look("carla")
    if len(at.view("anna")["seats"]) > 2:
        at.act("dora", "join", name="Dora")
        at.look("dora")
    for number, who in enumerate(("anna", "ben")):
        at.act(who, "seed", seed=f"{number + 10:02x}" * 16)
    at.act("ben", "rename", seat=1, name="Benno")
    at.post("ben", "start")
    at.act("anna", "start")
    play(at, ("anna", "ben", "dora"))
    at.act("ben", "rename", seat=1, name="Ben")
    at.silence()
    after(at)
    at.post("ben", "rematch")
    at.do("get", "anna", "/api/tables/{table 1}/view")
    at.do("get", "carla", "/api/tables/{table 1}/view")


def play(at: Recorder, people: tuple[str, ...]) -> None:
    """Play to the end: moves, and now and then what else people do."""
    turns = 0
    while True:
        views = {who: at.view(who) for who in people}
        deciding = [who for who, view in views.items() if view["deciding"]]
        if not deciding:
            assert views[people[0]]["status"] == "over"
            return
        who = at.random.choice(deciding)
        view = views[who]
        seat = at.random.choice(view["deciding"])
        text = at.random.choice(view["moves"][str(seat)])["text"]
        turns += 1
        if turns % 9 == 4:
            at.act(who, "hint", seat=seat, seq=view["seq"])
            view = at.view(who)
        if turns % 13 == 5:
            trouble(at, who, view, seat)
        at.act(who, "move", seat=seat, seq=view["seq"], move=text)
        if at.random.random() < 0.15:
            back = at.view(who)
            if seat in back["can_take_back"]:
                at.act(who, "take_back", seat=seat, seq=back["seq"])


def trouble(at: Recorder, who: str, view: dict[str, Any], seat: int) -> None:
    """What is refused, and why a part of the table is of no use; nobody else hears of it."""
    seq = view["seq"]
    at.post(who, "move", seat=seat, seq=seq, move="?!")
    at.post(who, "move", seat=seat, seq=0, move="pass")
    at.post(who, "move", seat=seat, seq="x")
    at.post("emil", "move", seat=seat, seq=seq, move="pass")
    at.post(who, "take_back", seat=seat, seq=seq)
    at.get(who, f"why?seat={seat}&part=nothing")
    at.get(who, "verify")
    at.get("emil", "log")


def after(at: Recorder) -> None:
    """A finished game: its views in every language, its log, the proof of its dice, a replay."""
    for who in ("anna", "carla", "dora"):
        at.get(who, "view")
    at.get("anna", "log")
    at.get("anna", "verify")
    for step in (0, 1, 7, 20, 99_999):
        at.do("get", "anna", f"/api/replay/{at.table}?step={step}")


def alone(at: Recorder) -> None:
    """One browser, alone or for everybody around it."""
    at.get("anna", "view")
    at.look("anna")
    at.act("anna", "seed", seed="ab" * 16)
    play(at, ("anna",))
    at.silence()
    after(at)


def with_bots(at: Recorder) -> None:
    """Against bots, which answer when they are ready: only what it comes to is compared."""
    at.post("anna", "seed", seed="cd" * 16)
    while (view := settled(at))["status"] != "over":
        (seat,) = view["deciding"]
        text = at.random.choice(view["moves"][str(seat)])["text"]
        at.post("anna", "move", seat=seat, seq=view["seq"], move=text)
    after(at)


def settled(at: Recorder) -> dict[str, Any]:
    """The view once the bots have played."""
    at.do("await", "anna", f"/api/tables/{at.table}/view")
    return at.view("anna")


def watched(at: Recorder) -> None:
    """Only bots, and somebody who looks on until they are done."""
    at.post("anna", "start")
    at.do("watch", "anna", at.table)
    after(at)


def lobby(at: Recorder) -> None:
    """A table that is laid in this run: seats change hands, nothing is rolled."""
    seats = [ME, OPEN, OPEN, {"kind": "bot"}]
    at.do("post", "anna", "/api/tables",
          {"game": "qwinto", "mode": "friends", "name": "  Anna ", "seats": seats})  # fmt: skip
    at.table = "{table 1}"
    at.get("anna", "view")
    at.look("anna")
    at.act("ben", "join", name="Ben", seat=2)
    at.post("carla", "join", name="Carla", seat=2)
    at.post("ben", "remove", seat=0)
    at.act("ben", "leave", seat=2)
    at.act("anna", "remove", seat=2, level="strong")
    at.post("anna", "remove", seat=2, level="nobody")
    at.act("anna", "link", seat=0)
    at.act("dora", "claim", token="{token}")
    at.post("dora", "claim", token="{token}")
    at.get("anna", "view")
    at.get("dora", "view")
    at.silence()
    for wish in (
        {"game": "qwint", "mode": "friends"},
        {"game": "qwinto", "mode": "bots", "seats": [ME] * 9},
        {"game": "qwinto", "mode": "watch", "seats": [ME, ME]},
        {"game": "donnant", "mode": "solo", "options": {"level": 9}},
        {"game": "donnant", "mode": "solo", "options": {"levle": 1}},
    ):
        at.do("post", "anna", "/api/tables", wish)
    at.do("get", "anna", "/api/tables/nosuchtable2/view")
    at.do("post", "anna", "/api/progress", {"game": "donnant"})
    at.do("post", "anna", "/api/progress", {"game": "donnant", "progress": {"won": [1, 2]}})
    at.do("post", "anna", "/api/progress", {"game": "qwinto"})


def script_of(table: str) -> Callable[[Recorder], None]:
    """What is done at a frozen table."""
    known = {"bots": with_bots, "watch": watched, "friends": friends}
    return known.get(LAID[table]["mode"], alone)


def record(server: Server) -> dict[str, Any]:
    """All scripts, performed at a server that has the frozen tables."""
    found = {}
    for table in ("lobby", *LAID):
        at = Recorder(server, table)
        (lobby if table == "lobby" else script_of(table))(at)
        at.close()
        found[table] = at.steps
    return found
