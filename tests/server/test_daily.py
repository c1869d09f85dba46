"""The daily challenge: once for each profile, on the server's dice and the server's day."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

import rollwrite as rw
from patience import wait_until
from rollwrite.server.players import results
from rollwrite.server.players.streak import streak
from rollwrite.server.problems import Problem
from rollwrite.server.storage.store import Store
from rollwrite.server.tables import commands, daily
from rollwrite.server.tables.table import Table
from server.running import Browser, Server
from server.test_players import rows, who_of

GAME = "twenty_one"


def state(browser: Browser) -> dict[str, Any]:
    found: dict[str, Any] = browser.http.get("/api/daily").json()
    return found


@pytest.mark.server
def test_a_challenge_is_played_once_in_whichever_browser(at: Server, database: Path) -> None:
    phone, desk = Browser(at), Browser(at)
    table = phone.begin(GAME, "daily")
    alone = desk.begin(GAME, "daily")
    desk.play_out(alone)
    assert phone.create(GAME, "daily") == table != alone
    url = phone.ok("/api/me/carry")["url"]
    desk.ok("/api/me/add", token=url.partition("#add=")[2])
    assert desk.create(GAME, "daily") == table, "it goes on where the profile has begun"
    day = state(desk)["day"]
    page = desk.http.get(f"/daily/{GAME}/{day}").text
    assert "Play first" in page and "<svg xmlns" not in page
    points = desk.play_out(table)["seats"][0]["score"]
    assert state(phone)["games"] == {GAME: {"table": table, "points": points}}
    assert state(phone)["streak"] == 1
    found = rows(database, "select table_id, day from played where who = ?", who_of(phone))
    assert {row["table_id"]: row["day"] for row in found}[table] == day
    assert phone.create(GAME, "daily") == table


@pytest.mark.server
def test_what_is_told_after_a_challenge(at: Server, database: Path) -> None:
    anna = Browser(at)
    table = anna.begin(GAME, "daily")
    own = anna.play_out(table)["seats"][0]["score"]
    day = state(anna)["day"]
    with closing(sqlite3.connect(database, timeout=60)) as connection, connection:
        (before, better) = connection.execute(
            "select count(*), sum(score > ?) from played where day = ?", (own, day)
        ).fetchone()
    address = f"/daily/{GAME}/{day}"

    def look() -> str | None:
        text = anna.http.get(address).text
        return text if "The expert scored" in text else None

    page = wait_until(look, "the expert's game", every=0.5)
    assert page is not None
    assert f"Place {1 + better} of {before}" in page
    lines = page.partition('data-lines="')[2].partition('"')[0].split("\n")
    assert lines[1].startswith(f"{own} points") and "[" in lines[2]
    (expert,) = rows(database, "select score, log from experts where day = ?", day)
    log = rw.Log.parse(expert["log"])
    secret = anna.http.get(f"/api/tables/{table}/log").text
    assert "secret:\n" in secret, "while others may still play, its dice stay hidden"
    first = next(event.text for event in log.events if event.seat is None)
    assert f"* {first}" in secret or first in secret, "the same dice"
    assert rw.game(GAME).replay(log).scores() == (expert["score"],)


@pytest.mark.server
def test_days_that_are_over_are_practice(at: Server, database: Path) -> None:
    anna = Browser(at)
    today = date.fromisoformat(state(anna)["day"])
    for given in (today + timedelta(days=1), today - timedelta(days=400), "x", "2026-1-1"):
        body = {"game": GAME, "mode": "daily", "seats": [], "day": str(given)}
        assert anna.post("/api/tables", **body).status_code == 400
        assert anna.http.get("/daily", params={"day": str(given)}).status_code == 400
    past = str(today - timedelta(days=3))
    table = anna.begin(GAME, "daily", day=past)
    assert anna.begin(GAME, "daily", day=past) != table, "as often as one likes"
    anna.play_out(table)
    assert rows(database, "select day from played where table_id = ?", table) == [{"day": None}]
    assert state(anna)["streak"] == 0
    calendar = anna.http.get("/daily/calendar").text
    assert f'href="/daily?day={today}"' in calendar
    assert anna.http.get("/daily/calendar", params={"month": "2026-13"}).status_code == 400


def finished(day: str, at: float, **more: Any) -> list[dict[str, Any]]:
    """The rows of a challenge of a day that ended at some time."""
    game = rw.game(GAME)
    dice = daily.Dice(day, b"x" * 32, False)
    created = commands.create(game, "daily", [], "w" * 64, "Anna", ["casual"], daily=dice)
    created.data.update(more)
    table = Table(created.table)
    table.apply(created)
    end = game.start(1, 1, 0)
    while not end.over:
        end = end.roll() if end.chance is not None else end.play(end.moves()[0])
    return results.results(table, end, at)


def test_a_game_counts_for_the_day_on_which_it_was_begun() -> None:
    midnight = daily.ends("2026-03-28")
    for late, day in ((-60.0, "2026-03-28"), (3600.0, "2026-03-28"), (13 * 3600.0, None)):
        assert finished("2026-03-28", midnight + late)[0]["day"] == day
    assert finished("2026-03-28", midnight, practice=True)[0]["day"] is None
    assert finished("2026-03-28", midnight, brought=2)[0]["day"] is None


def test_the_day_does_not_go_back_with_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    async def days(*clock: str) -> list[str]:
        store = await Store.open(":memory:")
        found = []
        for day in clock:
            monkeypatch.setattr(daily, "clock_day", lambda day=day: day)
            found.append(await daily.today(store))
        with pytest.raises(Problem):
            await daily.dice_of(store, GAME, str(date.fromisoformat(found[-1]) + timedelta(days=1)))
        await store.close()
        return found

    assert asyncio.run(days("2026-03-01", "2026-03-02", "2026-03-01", "2026-03-03")) == [
        "2026-03-01", "2026-03-02", "2026-03-02", "2026-03-03",
    ]  # fmt: skip
    wrong = ["2026-03-01", "2031-01-01", "2026-03-01"]
    assert asyncio.run(days(*wrong)) == wrong, "a clock that was years ahead is put right"


@pytest.mark.parametrize(
    ("played", "days", "freezes", "frozen", "longest"),
    [
        ("", 0, 0, 0, 0),
        ("..xx", 2, 0, 0, 2),
        ("xx.", 2, 0, 0, 2),  # today can still be played
        ("xx..", 0, 0, 0, 2),
        ("xxxxxxx.x", 8, 0, 1, 8),
        ("xxxxxxx..x", 1, 0, 1, 7),
        ("xxxxxxxxxxxxxx..x", 15, 0, 2, 15),
        ("x" * 30, 30, 2, 0, 30),
    ],
)
def test_streaks_and_freezes(
    played: str, days: int, freezes: int, frozen: int, longest: int
) -> None:
    first = date(2026, 2, 20)
    known = [str(first + timedelta(days=n)) for n, mark in enumerate(played) if mark == "x"]
    found = streak(known, str(first + timedelta(days=max(0, len(played) - 1))))
    assert (found.days, found.freezes, len(found.frozen), found.longest) == (
        days, freezes, frozen, longest,
    )  # fmt: skip
