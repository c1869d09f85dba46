"""Players: what is written when somebody sits down and when a game ends."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from frozen.recording import databases
from patience import wait_until
from rollwrite.server.tables.ids import hashed, public_id
from server.running import Browser, Server

pytestmark = pytest.mark.server


def rows(database: Path, query: str, *values: Any) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(query, values)]


def who_of(browser: Browser) -> str:
    return hashed(browser.http.cookies["who"].partition(".")[0])


def test_a_finished_game_writes_a_row_for_each_seat_once(at: Server, database: Path) -> None:
    anna, ben = Browser(at), Browser(at)
    table = anna.create("twenty_one", "friends", "me", "open", "bot")
    ben.ok(f"/api/tables/{table}/join", name="Ben")
    anna.ok(f"/api/tables/{table}/start")
    assert not rows(database, "select * from played where table_id = ?", table)
    while anna.view(table)["status"] != "over":
        anna.decide(table, 3)
        ben.decide(table, 5)
    view = anna.view(table)
    found = rows(database, "select * from played where table_id = ? order by seat", table)
    places = {rank["seat"]: rank["place"] for rank in view["result"]["places"]}
    assert [row["score"] for row in found] == [seat["score"] for seat in view["seats"]]
    assert [row["place"] for row in found] == [places[seat] for seat in range(3)]
    assert [row["who"] for row in found] == [who_of(anna), who_of(ben), None]
    assert [row["name"] for row in found][:2] == ["Anna", "Ben"] and found[2]["level"]
    assert all((row["dice"], row["day"], row["seats"]) == ("server", None, 3) for row in found)
    people = rows(database, "select * from players where who = ?", who_of(ben))
    assert [(row["name"], row["public"]) for row in people] == [("Ben", public_id(who_of(ben)))]


def test_todays_databases_come_along(tmp_path: Path) -> None:
    """Everybody who has sat down anywhere is found, and every game that was finished."""
    file = databases.unpacked("0001", tmp_path)
    told = rows(file, "select count(distinct table_id) as tables from events")
    server = Server(file)
    wait_until(lambda: rows(file, "select 1 from settings where value = 'all'"), "all old games")
    browser = Browser(server)
    ends = {
        row["table_id"]: [seat["score"] for seat in view["seats"]]
        for row in rows(file, "select distinct table_id from events")
        if (view := browser.view(row["table_id"]))["status"] == "over"
    }
    server.stop()
    found: dict[str, list[int]] = {}
    for row in rows(file, "select * from played order by table_id, seat"):
        found.setdefault(row["table_id"], []).append(row["score"])
    assert found == ends and len(ends) > 4
    seats = rows(file, "select table_id, who from seats")
    assert len({row["table_id"] for row in seats}) == told[0]["tables"]
    assert all(len(row["who"]) == 64 for row in seats)
    assert rows(file, "select version_num from alembic_version") == [{"version_num": "0003"}]
