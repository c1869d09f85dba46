"""Nothing is lost: restarts, kills, late and double messages, a database in trouble."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from patience import PATIENCE, wait_until
from rollwrite.errors import BadOption, MissingExtra
from rollwrite.server.problems import Conflict, Problem, StoreError
from rollwrite.server.settings import RENAMED, Settings, read_settings
from rollwrite.server.storage.database import open_database, read_url
from rollwrite.server.storage.store import Store
from rollwrite.server.tables.entries import EntryKind, entry
from rollwrite.server.tables.ids import new_id
from server.running import FAST, MAIN, Browser, Server, at_once, heard

FULL = Path("/dev/full")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


@pytest.fixture
def own(database: Path) -> Iterator[Server]:
    server = Server(database)
    yield server
    if server.process.poll() is None:
        server.stop()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_ends_comes_back_exactly(
    own: Server, database: Path, how: signal.Signals
) -> None:
    anna = Browser(own)
    table = anna.begin("qwinto", "device", "me", "me")
    for _ in range(15):
        anna.decide(table)
    before = anna.view(table)
    own.stop(how)
    again = Server(database)
    try:
        anna.move_to(again)
        assert anna.view(table) == before
        anna.decide(table)
        assert anna.view(table)["seq"] > before["seq"]
    finally:
        again.stop()


def test_everything_acknowledged_survives_a_kill(own: Server, database: Path) -> None:
    """Several tables move until the server is killed in the middle of it."""
    acknowledged: dict[str, int] = {}

    def play(browser: Browser, table: str) -> None:
        try:
            while True:
                view = browser.view(table)
                seat = view["deciding"][0]
                move = view["moves"][str(seat)][-1]["text"]
                answer = browser.move(table, seat, view["seq"], move)
                if answer.status_code == 200:
                    acknowledged[table] = answer.json()["seq"]
        except Exception:
            return  # killed

    browsers = [Browser(own) for _ in range(4)]
    tables = [browser.begin("qwinto", "device", "me", "me", "me") for browser in browsers]
    works = [partial(play, *pair) for pair in zip(browsers, tables, strict=True)]

    def kill() -> None:
        wait_until(lambda: len(acknowledged) == len(tables), "a move at each table")
        time.sleep(0.2)  # in the middle of whatever comes then
        own.stop(signal.SIGKILL)

    at_once(*works, kill)
    assert acknowledged
    again = Server(database)
    try:
        for browser, table in zip(browsers, tables, strict=True):
            browser.move_to(again)
            assert browser.view(table)["seq"] >= acknowledged[table]
    finally:
        again.stop()


def test_bots_go_on_after_a_restart(own: Server, database: Path) -> None:
    anna = Browser(own)
    table = anna.begin("qwinto", "bots", "me", "bot")
    own.stop(signal.SIGKILL)
    again = Server(database)
    try:
        anna.move_to(again)
        anna.play_out(table)
    finally:
        again.stop()


def test_double_and_late_messages_do_no_harm(anna: Browser) -> None:
    table = anna.begin("qwinto", "solo")
    view = anna.view(table)
    assert anna.move(table, 0, view["seq"], "roll O").status_code == 200
    after = anna.view(table)
    for _ in range(2):
        twice = anna.move(table, 0, view["seq"], "roll O")
        assert (twice.status_code, twice.json()["error"]) == (409, "stale")
        assert twice.json()["view"] == after
    assert anna.view(table) == after


def test_two_tabs_that_move_at_once(anna: Browser) -> None:
    """Of the same decision sent twenty times at once, one happens."""
    table = anna.begin("qwinto", "solo")
    seq = anna.view(table)["seq"]
    codes: list[int] = []
    at_once(*[lambda: codes.append(anna.move(table, 0, seq, "roll OYP").status_code)] * 20)
    assert sorted(codes) == [200, *[409] * 19]
    assert len(anna.view(table)["log"][0]["events"]) == 2


def test_a_socket_that_comes_back_sees_the_present(own: Server, database: Path) -> None:
    anna = Browser(own)
    table = anna.begin("qwinto", "solo")
    with anna.live(table) as socket:
        heard(socket)
    anna.decide(table)
    with anna.live(table) as socket:
        view = heard(socket)
    assert view == anna.view(table) | {"seats": view["seats"]}


# The store itself


def run(work: Any) -> Any:
    return asyncio.run(asyncio.wait_for(work, PATIENCE))


def test_of_two_writers_of_one_number_one_fails_and_spoils_nobody(database: Path) -> None:
    async def work() -> None:
        one = await Store.open(str(database))
        two = Store(await open_database(str(database)))  # as servers that share a database do
        writing = asyncio.create_task(two._write())
        table, other = new_id(), new_id()
        await one.append([entry(table, 1, EntryKind.CREATED)])
        # In one batch: a late writer of two entries, and somebody else who is in time.
        late = two.append([entry(table, 1, EntryKind.LEFT), entry(table, 2, EntryKind.LEFT)])
        fine = two.append([entry(other, 1, EntryKind.CREATED)])
        results = await asyncio.gather(late, fine, return_exceptions=True)
        assert isinstance(results[0], Conflict) and results[1] is None
        assert [e.what for e in await two.read(table)] == [EntryKind.CREATED], (
            "all of it or nothing"
        )
        assert len(await one.read(other)) == 1
        writing.cancel()
        await two.close()
        await one.close()

    run(work())


def test_many_appends_share_a_commit(database: Path) -> None:
    async def work() -> None:
        from rollwrite.server.metrics import METRICS

        store = await Store.open(str(database))
        before = METRICS.count("batches")
        await asyncio.gather(
            *(store.append([entry(new_id(), 1, EntryKind.CREATED)]) for _ in range(500))
        )
        assert 0 < METRICS.count("batches") - before < 20
        await store.close()

    run(work())


@pytest.mark.parametrize("count", [1, 2, 3, 255, 256, 257, 700])
def test_any_number_of_entries_is_stored_in_order(database: Path, count: int) -> None:
    async def work() -> None:
        store = await Store.open(str(database))
        table = new_id()
        entries = [
            entry(table, n, EntryKind.RENAMED, n % 6, name=f"'{n}?") for n in range(1, count + 1)
        ]
        await store.append(entries)
        assert await store.read(table) == entries
        await store.close()

    run(work())


def test_a_locked_database_is_told_and_nothing_changes(own: Server, database: Path) -> None:
    anna = Browser(own)
    table = anna.begin("qwinto", "solo")
    before = anna.view(table)
    with sqlite3.connect(database, isolation_level=None) as other:
        other.execute("begin immediate")
        answer = anna.move(table, 0, before["seq"], "roll O")
        assert (answer.status_code, answer.json()["error"]) == (503, "unavailable")
        assert "locked" in answer.json()["text"]
        other.execute("rollback")
    other.close()
    assert anna.view(table) == before
    assert anna.move(table, 0, before["seq"], "roll O").status_code == 200


def test_a_full_database_is_told_and_nothing_changes(database: Path) -> None:
    async def work() -> None:
        from sqlalchemy import event

        store = await Store.open(str(database))
        table = new_id()
        await store.append([entry(table, 1, EntryKind.CREATED)])

        def full(connection: Any, *_: Any) -> None:
            pages = connection.execute("pragma page_count").fetchone()[0]
            connection.execute(f"pragma max_page_count = {pages}").fetchone()

        assert store._sqlite is not None
        writes = store._sqlite.engine
        writes.dispose()
        event.listen(writes, "connect", full)
        with pytest.raises(Problem, match="full"):
            await store.append(
                [entry(table, n, EntryKind.RENAMED, 0, name="x" * 2000) for n in range(2, 40)]
            )
        assert [e.seq for e in await store.read(table)] == [1]
        event.remove(writes, "connect", full)
        writes.dispose()
        await store.append([entry(table, 2, EntryKind.LEFT)])
        await store.close()

    run(work())


def test_a_writer_that_stumbles_goes_on(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        store = await Store.open(str(database))
        table, insert = new_id(), store._insert

        async def stumbling(entries: Any) -> None:
            monkeypatch.setattr(store, "_insert", insert)
            raise LookupError("nobody thought of this")

        monkeypatch.setattr(store, "_insert", stumbling)
        with pytest.raises(Problem, match="nobody thought of this"):
            await store.append([entry(table, 1, EntryKind.CREATED)])
        await store.append([entry(table, 1, EntryKind.CREATED)])
        assert len(await store.read(table)) == 1
        await store.close()

    run(work())


def refused(database: Path | str, *words: str) -> str:
    """What ``rollwrite serve`` says when it cannot."""
    found = subprocess.run(
        [sys.executable, "-c", MAIN, "serve", "--port=0", f"--database={database}",
         "--language=en", *words],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert found.returncode == 2, found
    assert "Traceback" not in found.stderr
    return found.stderr


def test_databases_that_cannot_be_used(database: Path, tmp_path: Path) -> None:
    database.write_text("this is no database, whatever its name says " * 50)
    assert "not a database" in refused(database)
    assert "Cannot use the database" in refused(tmp_path)
    assert "is not a database address" in refused("mysql://somewhere/else")
    assert "Cannot use the database" in refused("postgresql://127.0.0.1:1/none")


@pytest.mark.parametrize(
    ("given", "driver"),
    [
        ("tables.sqlite", "sqlite+aiosqlite"),
        ("sqlite:///tables.sqlite", "sqlite+aiosqlite"),
        ("postgresql://anna@db/games", "postgresql+asyncpg"),
        ("postgresql+asyncpg://anna@db/games", "postgresql+asyncpg"),
        ("postgres://anna@db/games", "postgresql+asyncpg"),
    ],
)
def test_addresses_of_databases(given: str, driver: str) -> None:
    assert read_url(given).drivername == driver


@pytest.mark.parametrize("given", ["postgresqlql://db/games", "mypostgres://db/games", "://"])
def test_addresses_that_are_none(given: str) -> None:
    with pytest.raises(StoreError, match="is not a database address"):
        read_url(given)


def test_a_database_of_a_newer_version(own: Server, database: Path) -> None:
    own.stop()
    with sqlite3.connect(database) as connection:
        connection.execute("update alembic_version set version_num = '9999'")
    connection.close()
    message = refused(database)
    assert "9999" in message and "Update rollwrite" in message and "?" not in message


def test_a_read_only_database(own: Server, database: Path) -> None:
    own.stop()
    if os.geteuid() == 0:  # root may write anything: let SQLite itself refuse
        assert "readonly" in refused(f"sqlite:///file:{database}?mode=ro&uri=true")
        assert not Path("file:").exists(), "a folder of that name is nobody's wish"
    else:
        database.chmod(0o400)
        assert "readonly" in refused(database)


def test_a_port_in_use(own: Server, tmp_path: Path) -> None:
    message = refused(tmp_path / "other.sqlite", f"--port={own.port}")
    assert f"Port {own.port}" in message and "--port" in message


@pytest.mark.parametrize("port", [65_536, 99_999, -1, 1 << 40])
def test_a_port_that_is_none(database: Path, port: int) -> None:
    message = refused(database, f"--port={port}")
    assert message == f"rollwrite: port must be a whole number from 0 to 65535, not {port}.\n"
    assert not database.exists()


def test_refusals_speak_the_language_asked_for(database: Path) -> None:
    assert "muss eine ganze Zahl" in refused(database, "--port=99999", "--language=de")
    assert "Réglage inconnu" in refused(database, "--set=bot_second=1", "--language=fr")


@pytest.mark.skipif(not FULL.exists(), reason="a device that is always full")
def test_a_server_that_cannot_say_where_it_is_ends_with_the_error(database: Path) -> None:
    with FULL.open("w") as full:
        found = subprocess.run(
            [sys.executable, "-c", MAIN, "serve", "--port=0", f"--database={database}",
             "--set=prepare_bots=no"],
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
    assert found.returncode not in (0, None)
    assert os.strerror(errno.ENOSPC) in found.stderr


def test_settings_that_are_wrong(database: Path) -> None:
    assert "bot_seconds" in refused(database, "--set=bot_second=1")
    assert "'soon'" in refused(database, "--set=bot_seconds=soon")


def test_settings_by_their_old_names_are_refused_with_the_new_ones(database: Path) -> None:
    error = refused(database, "--set=posts_a_second=5")
    assert "posts_a_second" in error and "posts_per_second" in error
    known = {field.name for field in fields(Settings)}
    for old, new in RENAMED.items():
        assert new in known and old not in known
        with pytest.raises(BadOption, match=new):
            read_settings([f"{old}=1"], {})
        with pytest.raises(BadOption, match=f"ROLLWRITE_{new.upper()}"):
            read_settings([], {f"ROLLWRITE_{old.upper()}": "1"})


def test_a_missing_driver_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(MissingExtra, match=r"asyncpg.*rollwrite\[postgresql\]"):
        run(Store.open("postgresql://localhost/none"))


def test_it_starts_fast_settings_are_settings() -> None:
    assert read_settings([f"{name}={value}" for name, value in FAST.items()], {})
    assert read_settings([], {"ROLLWRITE_TRUST_PROXY": "yes"}) == {"trust_proxy": True}
