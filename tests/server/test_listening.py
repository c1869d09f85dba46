"""Two servers on one PostgreSQL that is restarted, cut off, or silent: both see the same again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Any

import pytest

from patience import wait_until
from server import postgresql
from server.postgresql import PostgreSQL
from server.proxy import Proxy
from server.running import Browser, Server, at_once, heard

pytestmark = pytest.mark.postgresql

SOON = 20.0  # health answers within seconds; a busy machine may need more of them


@pytest.fixture(scope="module")
def database() -> Iterator[PostgreSQL]:
    with postgresql.running() as found:
        yield found


@pytest.fixture(scope="module")
def proxy(database: PostgreSQL) -> Iterator[Proxy]:
    found = Proxy(database.socket)
    yield found
    found.close()


@pytest.fixture(scope="module")
def servers(database: PostgreSQL, proxy: Proxy) -> Iterator[tuple[Server, Server]]:
    """Of two servers the second reaches the database through the proxy."""
    one = Server(database.uri)
    two = Server(proxy.database)
    yield one, two
    for server in (one, two):
        assert "Traceback" not in server.stop()


def health(browser: Browser) -> int:
    begun = time.monotonic()
    status = browser.http.get("/health").status_code
    assert time.monotonic() - begun < SOON
    return status


def metric(browser: Browser, name: str) -> float:
    lines = browser.http.get("/metrics").text.splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith(f"rollwrite_{name} ")))


def pair(servers: tuple[Server, Server]) -> tuple[Browser, Browser, str]:
    """A table of two, one at each server."""
    anna, ben = (Browser(server) for server in servers)
    wait_until(lambda: health(anna) == health(ben) == 200, "two healthy servers")
    table = anna.create("qwinto", "friends", "me", "open")
    ben.ok(f"/api/tables/{table}/join", name="Ben")
    anna.ok(f"/api/tables/{table}/start")
    return anna, ben, table


def play(anna: Browser, ben: Browser, table: str) -> int:
    """Let whoever is to move do so; the number of the last entry."""
    seq: int = anna.view(table)["seq"]
    for browser in (anna, ben):
        view = browser.view(table)
        for seat in view["deciding"]:
            answer = browser.move(table, seat, view["seq"], view["moves"][str(seat)][-1]["text"])
            if answer.status_code == 200:
                return int(answer.json()["seq"])
    return seq


def sees(socket: Any, seq: int) -> None:
    """Wait until a socket has brought an entry."""
    at_once(lambda: _read(socket, seq))


def _read(socket: Any, seq: int) -> None:
    while heard(socket)["seq"] < seq:
        pass


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_servers_hear_each_other_after_postgresql_restarts(
    servers: tuple[Server, Server], database: PostgreSQL, mode: str
) -> None:
    anna, ben, table = pair(servers)
    lost = metric(ben, "listeners_lost_total")
    with ben.live(table) as socket:
        sees(socket, play(anna, ben, table))
        database.restart(mode)
        wait_until(lambda: metric(ben, "listeners_lost_total") > lost, "a listener that noticed")
        wait_until(lambda: health(anna) == health(ben) == 200, "servers that hear again")
        for _ in range(3):
            sees(socket, wait_until(lambda: _moved(anna, ben, table), "a move"))
    wait_until(lambda: anna.view(table)["seq"] == ben.view(table)["seq"], "the same view")
    assert metric(anna, "listening") == metric(ben, "listening") == 1


def _moved(anna: Browser, ben: Browser, table: str) -> int:
    before: int = anna.view(table)["seq"]
    seq = play(anna, ben, table)
    return seq if seq > before else 0


def test_a_server_that_is_cut_off_says_so_and_catches_up(
    servers: tuple[Server, Server], proxy: Proxy
) -> None:
    """The network drops every packet: nothing is closed, and nothing comes back."""
    anna, ben, table = pair(servers)
    with ben.live(table) as socket:
        sees(socket, play(anna, ben, table))
        proxy.cut()
        wait_until(lambda: health(ben) == 503, "a server that says it is cut off")
        assert health(anna) == 200
        for number in range(5):
            anna.ok(f"/api/tables/{table}/rename", seat=0, name=f"Anna {number}")
        seq = anna.view(table)["seq"]
        assert health(ben) == 503
        proxy.heal()
        sees(socket, seq)
        wait_until(lambda: health(ben) == 200, "a server that hears again")
    assert ben.view(table)["seats"][0]["name"] == "Anna 4"


def test_moves_while_cut_off_are_refused_in_time_and_not_lost(
    servers: tuple[Server, Server], proxy: Proxy
) -> None:
    anna, ben, table = pair(servers)
    proxy.cut()
    answer = ben.post(f"/api/tables/{table}/rename", seat=1, name="Benedict")
    assert (answer.status_code, answer.json()["error"]) == (503, "unavailable")
    proxy.heal()
    wait_until(lambda: health(ben) == 200, "a server that is back")
    ben.ok(f"/api/tables/{table}/rename", seat=1, name="Benjamin")
    wait_until(lambda: anna.view(table)["seats"][1]["name"] == "Benjamin", "the other's view")


def test_what_no_message_tells_is_found_by_polling(
    servers: tuple[Server, Server], database: PostgreSQL
) -> None:
    _, ben, table = pair(servers)
    found = metric(ben, "polled_total")
    with ben.live(table) as socket:
        heard(socket)

        def counted() -> bool:
            """A message about something else may be faster than polling: then another is lost."""
            sees(socket, asyncio.run(_appended_silently(database.uri, table)))
            return metric(ben, "polled_total") > found

        wait_until(counted, "polling to be counted", every=0.5)


async def _appended_silently(database: str, table: str) -> int:
    """The number of an entry whose message was lost."""
    import asyncpg

    connection = await asyncpg.connect(database)
    seq: int = await connection.fetchval(
        "insert into events select $1::varchar, max(seq) + 1, 'renamed', 0, $2, 0 from events"
        " where table_id = $1::varchar returning seq",
        table,
        '{"name": "Ann"}',
    )
    await connection.close()
    return seq


def test_connections_that_are_reset_are_made_anew(
    servers: tuple[Server, Server], proxy: Proxy
) -> None:
    anna, ben, table = pair(servers)
    for number in range(3):
        proxy.reset()
        wait_until(lambda: health(ben) == 200, "a server that hears again")
        anna.ok(f"/api/tables/{table}/rename", seat=0, name=f"A{number}")
        name = f"A{number}"
        wait_until(lambda name=name: ben.view(table)["seats"][0]["name"] == name, "the new name")  # type: ignore[misc]
