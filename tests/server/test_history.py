"""My games and statistics: what is found, what is refused, and from when on something is said."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from math import inf
from pathlib import Path

import pytest

import rollwrite as rw
from rollwrite.coach.levels import Loss, level_losses, per_decision, plays_like
from rollwrite.server.tables.ids import new_id, public_id
from server.running import Browser, Server
from server.test_players import who_of

DAY = 24 * 3600.0


def add(database: Path, who: str, day: int, game: str = "qwinto", score: int = 50) -> str:
    """A game that somebody has finished at noon of a day since 1970."""
    row = {
        "table_id": new_id(), "seat": 0, "who": who, "name": "Anna", "game": game, "version": 1,
        "options": "{}", "seats": 1, "mode": "solo", "dice": "server", "at": (day + 0.5) * DAY,
        "score": score, "place": 1, "won": 1, "hints": 0, "stood_in": 0,
    }  # fmt: skip
    with closing(sqlite3.connect(database, timeout=60)) as connection, connection:
        marks = ", ".join(f":{name}" for name in row)
        connection.execute(f"insert into played ({', '.join(row)}) values ({marks})", row)
    return str(row["table_id"])


@pytest.mark.server
def test_my_games_are_filtered_and_turned_over(at: Server, database: Path) -> None:
    anna, ben = Browser(at), Browser(at)
    table = anna.create("twenty_one", "friends", "me", "open")
    ben.ok(f"/api/tables/{table}/join", name="Ben <i>")
    anna.ok(f"/api/tables/{table}/start")
    while anna.view(table)["status"] != "over":
        anna.decide(table)
        ben.decide(table)
    old = [add(database, who_of(anna), day) for day in range(20, 45)]

    def listed(**query: str) -> list[str]:
        page = anna.http.get("/games", params=query)
        assert page.status_code == 200 and "<i>" not in page.text
        return [part[:12] for part in page.text.split('href="/replay/')[1:]]

    assert listed() == [table, *old[:5:-1]]
    assert listed(game="twenty_one") == [table]
    assert listed(**{"with": public_id(who_of(ben))}) == [table]
    assert listed(**{"with": "aaaaaaaaaaaa"}) == []
    assert listed(**{"from": "1970-01-22", "to": "1970-01-23"}) == [old[2], old[1]]
    older = anna.http.get("/games").text.partition("before=")[2].partition('"')[0]
    assert listed(before=older.replace("%3A", ":")) == old[5::-1]
    assert Browser(at).http.get("/games").text.count("/replay/") == 0
    for query in ({"from": "1970-02-30"}, {"to": "yesterday"}, {"before": "1-x"}, {"before": "x"}):
        assert anna.http.get("/games", params=query).status_code == 400
    assert anna.http.get("/games", params={"game": "chess"}).status_code == 404


@pytest.mark.server
def test_statistics_tell_no_more_than_there_are_games_for(at: Server, database: Path) -> None:
    anna = Browser(at)
    page = f"{at.url}/games/one_card"
    for number, plots in ((4, 0), (1, 4)):
        for score in range(number):
            add(database, who_of(anna), 100, "one_card", 10 * score)
        assert anna.http.get(page).text.count("<svg xmlns") == plots
    assert anna.http.get("/games/chess").status_code == 404


def test_losses_are_told_with_their_interval() -> None:
    assert per_decision([(2.0, 10)]) == Loss(1, 0.2, inf)
    even = per_decision([(2.0, 10)] * 8)
    assert (even.games, round(even.mean, 6), round(even.half, 6)) == (8, 0.2, 0.0)
    assert per_decision([(0.0, 10), (4.0, 10)] * 4).half == pytest.approx(
        1.96 * 0.2 * (8 / 7) ** 0.5 / 8**0.5
    )
    for seats in (1, 2, 4):
        shipped = [loss.mean for loss in level_losses(rw.game("qwinto"), seats).values()]
        assert len(shipped) == 4 and shipped == sorted(shipped, reverse=True)
    levels = {"beginner": Loss(9, 0.5, 0.02), "strong": Loss(9, 0.2, 0.02), "expert": Loss(9, 0, 0)}
    assert plays_like(Loss(9, 0.21, 0.05), levels) == ("strong", "strong")
    assert plays_like(Loss(9, 0.3, 0.3), levels) == ("beginner", "expert")
    assert plays_like(Loss(9, 0.9, 0.01), levels) == ("beginner", "beginner")
