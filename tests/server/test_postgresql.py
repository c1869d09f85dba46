"""Two real servers on one PostgreSQL behave as one."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

import rollwrite as rw
from patience import PATIENCE, wait_until
from rollwrite.server.problems import Conflict
from rollwrite.server.storage.hosting import renew_key
from rollwrite.server.storage.store import Store
from rollwrite.server.tables.entries import EntryKind, entry
from rollwrite.server.tables.ids import new_id
from server import postgresql
from server.running import Browser, Server, at_once, heard

pytestmark = pytest.mark.postgresql


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    with postgresql.running() as found:
        yield found.uri


@pytest.fixture(scope="module")
def servers(database: str) -> Iterator[tuple[Server, Server]]:
    """Both start at the same time: one makes the tables, the other waits."""
    made: list[Server] = []
    at_once(*[lambda: made.append(Server(database, {"away_seconds": "1"}))] * 2)
    one, two = made
    yield one, two
    for server in (one, two):
        assert "Traceback" not in server.stop()


def follow(browser: Browser, table: str, views: list[dict[str, Any]], place: int) -> None:
    """Play from what the socket brings alone, to the end."""
    with browser.live(table) as socket:
        while views[place].get("status") != "over":
            view = views[place] = heard(socket)
            for seat in view["deciding"]:
                move = view["moves"][str(seat)][-1]["text"]
                answer = browser.move(table, seat, view["seq"], move)
                late = ("stale", "game_over")  # of views that were on their way
                assert answer.status_code == 200 or answer.json()["error"] in late


def test_friends_at_two_servers_play_a_whole_game(servers: tuple[Server, Server]) -> None:
    anna, ben = Browser(servers[0]), Browser(servers[1])
    table = anna.create("qwinto", "friends", "me", "open", "bot")
    ben.ok(f"/api/tables/{table}/join", name="Ben")
    anna.ok(f"/api/tables/{table}/seed", seed="aa")
    ben.ok(f"/api/tables/{table}/seed", seed="bb")
    anna.ok(f"/api/tables/{table}/start")
    views: list[dict[str, Any]] = [{}, {}]
    at_once(lambda: follow(anna, table, views, 0), lambda: follow(ben, table, views, 1))
    assert [view.get("status") for view in views] == ["over", "over"]
    assert [view["seats"][0]["score"] for view in views] == [views[0]["seats"][0]["score"]] * 2
    assert ben.http.get(f"/api/tables/{table}/verify").json()["ok"]
    assert views[0]["fair"]["seeds"] == ["aa", "bb"]


def test_the_host_decides_at_one_server_for_both(
    servers: tuple[Server, Server], database: str
) -> None:
    host, anna = Browser(servers[0]), Browser(servers[1])
    key = asyncio.run(renew_key(database))
    host.ok("/api/host/enter", key=key)
    other = Browser(servers[1])
    other.http.cookies.set("host", host.http.cookies["host"])
    assert "pg_dump" in other.http.get("/host").text, "a session counts at both"
    assert other.http.get("/host/backup").json()["error"] == "wrong_time"
    table = anna.begin("qwinto", "solo")
    with anna.live(table) as socket:
        heard(socket)
        wait_until(lambda: table in host.http.get("/host").text, "both know who is where")
        host.ok("/api/host/close", table=table)
        assert heard(socket)["error"] == "no_table"
    assert anna.post(f"/api/tables/{table}/rename", seat=0, name="B").status_code == 404
    host.ok("/api/host/words", words=["troll"])
    try:
        named = partial(anna.post, "/api/me/name", name="TROLL")
        wait_until(lambda: named().status_code == 400, "the other server has heard it")
    finally:
        host.ok("/api/host/words", words=[])


def test_a_profile_is_the_same_at_both_servers(servers: tuple[Server, Server]) -> None:
    phone, desk = Browser(servers[0]), Browser(servers[1])
    table = phone.begin("twenty_one", "daily")
    desk.http.get("/api/me")  # its server knows this browser as somebody else
    desk.ok("/api/me/add", token=phone.ok("/api/me/carry")["url"].partition("#add=")[2])
    assert desk.create("twenty_one", "daily") == table
    score = desk.play_out(table)["seats"][0]["score"]
    state = phone.http.get("/api/daily").json()
    assert (state["games"]["twenty_one"]["points"], state["streak"]) == (score, 1)
    for path in ("/games", "/games/twenty_one", f"/daily/twenty_one/{state['day']}"):
        assert phone.http.get(path).status_code == 200
    assert table in phone.http.get("/games").text
    (other,) = [one for one in phone.http.get("/api/me").json()["browsers"] if not one["here"]]
    phone.ok("/api/me/revoke", id=other["id"])
    wait_until(lambda: not desk.view(table)["seats"][0]["mine"], "the news")
    phone.ok("/api/me/delete")
    assert desk.view(table)["seats"][0]["name"] == "A player"


def test_presence_is_seen_across_servers(servers: tuple[Server, Server]) -> None:
    anna, ben = Browser(servers[0]), Browser(servers[1])
    table = anna.create("qwinto", "friends", "me", "open")
    ben.ok(f"/api/tables/{table}/join", name="Ben")
    with anna.live(table) as left:
        view = heard(left)
        with ben.live(table) as right:
            while not view["seats"][1]["connected"]:
                view = heard(left)
            other = heard(right)
            while not other["seats"][0]["connected"]:
                other = heard(right)
        while view["seats"][1]["connected"]:
            view = heard(left)


def test_the_same_seat_at_both_servers_moves_once(servers: tuple[Server, Server]) -> None:
    anna = Browser(servers[0])
    table = anna.begin("qwinto", "solo")
    twin = Browser(servers[1])
    twin.http.cookies = anna.http.cookies
    codes: list[int] = []

    def post(browser: Browser, seq: int, move: str) -> None:
        codes.append(browser.move(table, 0, seq, move).status_code)

    for _ in range(12):
        codes.clear()
        view = anna.view(table)
        assert twin.view(table)["table"] == table
        move = view["moves"]["0"][0]["text"]
        at_once(*(partial(post, browser, view["seq"], move) for browser in (anna, twin)))
        assert sorted(codes) == [200, 409]
    metrics = anna.http.get("/metrics").text + twin.http.get("/metrics").text
    assert "rollwrite_conflicts_total" in metrics


@pytest.fixture(scope="module")
def survivor(database: str) -> Iterator[Server]:
    """Whoever is at the table only now and then keeps his seat here."""
    server = Server(database)
    yield server
    assert "Traceback" not in server.stop()


@pytest.mark.parametrize("game", rw.games())
def test_games_go_on_when_one_server_is_killed(database: str, survivor: Server, game: str) -> None:
    one = Server(database)
    anna = Browser(one)
    seats = max(2, rw.game(game).seats.start)
    table = anna.begin(game, "bots", "me", *["bot"] * (seats - 1))
    anna.decide(table)
    one.stop(signal.SIGKILL)
    anna.move_to(survivor)
    assert anna.play_out(table)["status"] == "over"


def test_a_bot_stands_in_only_for_whoever_is_at_no_server(
    servers: tuple[Server, Server],
) -> None:
    anna, ben = Browser(servers[0]), Browser(servers[1])
    table = anna.create("twenty_one", "friends", "me", "open")
    ben.ok(f"/api/tables/{table}/join", name="Ben")
    anna.ok(f"/api/tables/{table}/start")
    with anna.live(table):
        with ben.live(table):
            time.sleep(2.5)
            view = anna.view(table)
            assert not view["seats"][0]["away"] and not view["seats"][1]["away"]
        for _ in range(200):
            if anna.decide(table) is None:
                break
        wait_until(lambda: anna.view(table)["seats"][1]["away"], "a bot for whoever is away")
    assert not ben.view(table)["seats"][1]["away"]


def test_of_two_stores_one_gets_the_number(database: str) -> None:
    async def work() -> None:
        one, two = await Store.open(database), await Store.open(database)
        for _ in range(20):
            table = new_id()
            tries: list[Any] = await asyncio.gather(
                *(store.append([entry(table, 1, EntryKind.CREATED)]) for store in (one, two)),
                return_exceptions=True,
            )
            assert sorted(type(result).__name__ for result in tries) == ["Conflict", "NoneType"]
            assert any(isinstance(result, Conflict) for result in tries)
        await one.close()
        await two.close()

    asyncio.run(asyncio.wait_for(work(), PATIENCE))
