"""Tables where the players roll dice of their own, and enter what these show."""

from __future__ import annotations

import asyncio
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

import rollwrite as rw
import sample_game
from patience import wait_until
from rollwrite.cli.main import app
from rollwrite.server.problems import Problem
from rollwrite.server.tables import commands, entering_view, replays
from rollwrite.server.tables.table import Table
from rollwrite.server.thinking.lookups import Lookups
from rollwrite.texts import LANGUAGES
from server.running import Browser, heard

LIMIT = 1500  # steps of a game


def begin(browser: Browser, game: str, mode: str, *kinds: str, **more: Any) -> str:
    return browser.begin(game, mode, *kinds, own_dice=True, **more)


def enter(browser: Browser, table: str, roll: str, what: str = "roll") -> Any:
    seq = browser.view(table)["seq"]
    return browser.post(f"/api/tables/{table}/{what}", seq=seq, roll=roll)


WHO = "anna"
PADLOCK = Path(__file__).parents[2] / "examples" / "padlock" / "src"


class Room:
    """A table as the server keeps it, without the server: all five games in no time."""

    def __init__(self, game: rw.Game) -> None:
        me = [{"kind": "me", "name": name} for name in ("Anna", "Ben", "Cleo")][: game.seats[-1]]
        created = commands.create(game, "device", me, WHO, "Anna", ("casual",), own_dice=True)
        self.table = Table(created.table)
        self.table.apply(created)
        self.do(commands.seed(self.table, WHO, "ab"))

    def do(self, steps: commands.Steps) -> None:
        for step in steps:
            self.table.apply(step.entry, step.state)

    def step(self, whim: Random) -> bool:
        """A roll that some faces make, or a decision; whether the roll can be."""
        table, state = self.table, self.table.playing
        if state.chance is None:
            seat = state.pending[0]
            self.do(commands.move(table, WHO, seat, table.seq, str(whim.choice(state.moves(seat)))))
            return True
        found = entering_view.picking(table, WHO, "en", last=False)
        picks = found.picks * (found.count if len(found.picks) == 1 else 1)
        text = " ".join(whim.choice(pick.faces).text for pick in picks)
        if found.totals and whim.random() < 0.5:
            text = str(whim.randint(*found.totals))
        try:
            self.do(commands.enter(table, WHO, table.seq, text))
        except rw.IllegalRoll as refused:
            assert refused.kind == rw.Kind.WRONG_DICE
            return False
        return True


def padlock() -> rw.Game:
    """The game of the tutorial, which is not installed."""
    sys.path.append(str(PADLOCK))
    try:
        return rw.Game(import_module("rollwrite_padlock").GAME)
    finally:
        sys.path.remove(str(PADLOCK))


GAMES = [rw.Game(rw.game(name).definition, variant) for name in rw.games()
         for variant in rw.game(name).definition.variants or (None,)]  # fmt: skip


@pytest.mark.parametrize("game", [*GAMES, rw.Game(sample_game.GAME), padlock()], ids=repr)
def test_a_whole_game_with_dice_that_are_entered(
    monkeypatch: pytest.MonkeyPatch, game: rw.Game
) -> None:
    monkeypatch.setattr("rollwrite.server.tables.table._game", lambda *_: game)
    whim, room = Random(3), Room(game)
    taken = refused = 0
    for _ in range(LIMIT):
        if room.table.status == "over":
            break
        if room.step(whim):
            taken += 1
        else:
            refused += 1
    assert room.table.status == "over"
    assert refused < taken / 2, "most faces that are offered can be picked"
    log = room.table.playing.log
    assert game.replay(log) == room.table.playing


def test_the_table_waits_for_the_players_dice(anna: Browser) -> None:
    table = begin(anna, "qwinto", "device", "me", "me")
    view = anna.view(table)
    assert view["fair"]["own_dice"] and not view["fair"]["commitment"]
    assert view["deciding"] == [0], "the first name begins"
    anna.move(table, 0, view["seq"], "roll YP")
    view = anna.view(table)
    assert view["entering"] == {"due": "Anna rolls 2 dice. Enter what they show.", "mine": True}
    found = anna.http.get(f"/api/tables/{table}/faces").json()
    assert [one["label"] for one in found["picks"]] == ["yellow", "purple"]
    assert [face["text"] for face in found["picks"][0]["faces"]] == [f"Y{n}" for n in range(1, 7)]
    assert found["totals"] == [2, 12]
    for roll, told in (
        ("Y7 P1", "Y cannot show 7"),
        ("Y3", "missing from the roll: P"),
        ("Y3 P2 O1", "O"),
        ("13", "2 to 12"),
        ("", "not"),
        ("Y3 P3 " * 200, "not the text"),
    ):
        refused = enter(anna, table, roll)
        assert refused.status_code == 409, refused.text
        assert told in refused.json()["text"], refused.text
    assert anna.view(table)["seq"] == view["seq"], "what is refused changes nothing"
    assert enter(anna, table, "p6 y1").status_code == 200
    assert anna.view(table)["last"]["text"] == "Y1 P6"
    assert enter(anna, table, "Y1 P1").json()["error"] == "no_chance"
    late = anna.post(f"/api/tables/{table}/roll", seq=view["seq"], roll="Y1 P1")
    assert late.json()["error"] == "stale" and late.json()["view"]["seq"] > view["seq"]


def test_a_roll_is_corrected_until_the_next_one(anna: Browser, ben: Browser) -> None:
    table = anna.create("qwinto", "friends", "me", "open", own_dice=True)
    ben.ok(f"/api/tables/{table}/join", name="Ben")
    anna.ok(f"/api/tables/{table}/start")
    assert enter(anna, table, "Y1", "correct").json()["error"] == "wrong_time"
    anna.move(table, 0, anna.view(table)["seq"], "roll Y")
    enter(ben, table, "Y2")  # anybody at the table may
    with ben.live(table) as socket:
        heard(socket)
        anna.move(table, 0, anna.view(table)["seq"], "keep")
        assert "due" not in heard(socket)["entering"]
        anna.move(table, 0, anna.view(table)["seq"], "Y5")
        heard(socket)
        assert enter(anna, table, "Y8", "correct").json()["error"] == "wrong_dice"
        assert enter(anna, table, "Y6", "correct").status_code == 200
        told = heard(socket)
        assert told["entering"]["corrected"] == "Roll corrected: Anna. To decide again: Anna."
        assert told["last"]["text"] == "Y6"
        assert told["deciding"] == [] and anna.view(table)["deciding"] == [0]
    for browser, seat, move in ((anna, 0, "keep"), (anna, 0, "Y5"), (ben, 1, "Y4")):
        assert browser.move(table, seat, browser.view(table)["seq"], move).status_code == 200
    ben.move(table, 1, ben.view(table)["seq"], "roll O")
    # The next roll is due; until it is entered the last one can still be replaced.
    assert ben.view(table)["entering"]["correct"]
    enter(ben, table, "O3")
    log = anna.http.get(f"/api/tables/{table}/log").text
    assert "[Y6]" in log and "[Y2]" not in log, "the log holds what was really rolled"


def test_a_card_that_is_hidden_is_entered_by_its_owner(anna: Browser, ben: Browser) -> None:
    table = anna.create("donnant", "friends", "me", "open", own_dice=True)
    ben.ok(f"/api/tables/{table}/join", name="Ben")
    anna.ok(f"/api/tables/{table}/start")
    for row in ("E01 E02 E03 E04", "B01 B02 B03 B04"):
        for card in row.split():
            assert enter(ben, table, f"deal {card}").status_code == 200
    assert anna.view(table)["entering"]["seat"] == 0
    refused = enter(ben, table, "deal E05")
    assert refused.json()["error"] == "not_your_seat"
    assert ben.http.get(f"/api/tables/{table}/faces").status_code == 403
    for card in ("E05", "E06", "B05", "B06"):
        assert enter(anna, table, f"deal {card}").status_code == 200
    offered = ben.http.get(f"/api/tables/{table}/faces").json()["picks"][0]["faces"]
    assert "deal E05" in {face["text"] for face in offered}, "what she holds is not told"
    twice = enter(ben, table, "deal E01")
    assert twice.json()["error"] == "wrong_dice" and "no longer in the" in twice.json()["text"]
    assert "E05" not in ben.http.get(f"/api/tables/{table}/log").text


def test_bots_sit_at_such_tables(anna: Browser) -> None:
    """What is rolled for them is entered by the people."""
    table = begin(anna, "twenty_one", "bots", "me", "bot")
    enter(anna, table, "R1 Y1 G1 B1 W1 K1")
    anna.move(table, 0, anna.view(table)["seq"], "keep")
    decided = anna.my_turn(table)
    anna.move(table, 0, decided["seq"], decided["moves"]["0"][0]["text"])

    def due() -> str | None:
        found: str | None = anna.view(table)["entering"].get("due")
        return found

    told = wait_until(due, "the roll for the bot", every=0.02)
    assert told == "Roll 6 dice for Blaise and enter what they show."
    assert enter(anna, table, "R2 Y2 G2 B2 W2 K2").status_code == 200


def test_nothing_is_to_be_checked_of_the_players_own_dice(tmp_path: Path) -> None:
    whim, room = Random(2), Room(rw.game("qwinto"))
    while room.table.status != "over":
        room.step(whim)
    with pytest.raises(Problem, match="players’ own"):
        asyncio.run(replays.verified(room.table, "en", Lookups().ask))
    with pytest.raises(Problem, match="can no longer be corrected"):
        commands.correct(room.table, WHO, room.table.seq, "Y1")
    file = tmp_path / "game.log"
    file.write_text(replays.log_text(room.table, WHO), encoding="utf-8")
    for language, words in zip(
        LANGUAGES, ("own dice", "les dés des joueurs", "eigenen"), strict=True
    ):
        found = CliRunner().invoke(app, ["verify", str(file), f"--language={language}"])
        assert found.exit_code != 0
        error = found.exception
        assert isinstance(error, rw.BadLog) and words in error.text(language)
    replayed = CliRunner().invoke(app, ["replay", str(file)])
    assert replayed.exit_code == 0, replayed.output
    again = commands.rematch(room.table, WHO, ("casual",))
    assert again.data["own_dice"] and "secret" not in again.data


def test_where_the_server_rolls_nothing_is_entered(anna: Browser) -> None:
    table = anna.begin("qwinto", "device", "me", "me")
    view = anna.view(table)
    assert "entering" not in view
    for what in ("roll", "correct"):
        refused = anna.post(f"/api/tables/{table}/{what}", seq=view["seq"], roll="Y1")
        assert refused.status_code == 400 and "server rolls" in refused.json()["text"]
    for mode in ("daily", "watch"):
        seats = [{"kind": "bot"}, {"kind": "bot"}]
        refused = anna.post("/api/tables", game="qwinto", mode=mode, seats=seats, own_dice=True)
        assert refused.status_code == 400 and "your own dice" in refused.json()["text"]
