"""A SQLite file that is used twice, deleted, replaced or damaged; checks, backups, restoring."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from patience import PATIENCE, wait_until
from server.running import MAIN, Browser, Server

REFUSED = (503, "unavailable")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"


@pytest.fixture
def own(database: Path) -> Iterator[Server]:
    server = Server(database, {"integrity_seconds": "0.3"})
    yield server
    if server.process.poll() is None:
        server.stop()


def rollwrite(*words: str | Path, language: str = "en") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", MAIN, *words, f"--language={language}"],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip


def played(server: Server, moves: int = 8) -> tuple[Browser, str]:
    anna = Browser(server)
    table = anna.begin("qwinto", "device", "me", "me")
    for _ in range(moves):
        anna.decide(table)
    return anna, table


def refuses(anna: Browser, table: str, said: str) -> None:
    """The server stores nothing any more, says why, and its health says so too."""
    wait_until(lambda: anna.http.get("/health").status_code == 503, "health that tells the truth")
    before = anna.view(table)
    seat = before["deciding"][0]
    answer = anna.move(table, seat, before["seq"], before["moves"][str(seat)][0]["text"])
    assert (answer.status_code, answer.json()["error"]) == REFUSED
    assert said in answer.json()["text"] and said in anna.http.get("/health").json()["text"]
    assert "rollwrite_database_whole 0.0" in anna.http.get("/metrics").text
    assert anna.view(table)["seq"] == before["seq"]


def rescued(database: Path) -> Path:
    """What a server has saved of a file that was taken away from it."""
    found = wait_until(lambda: [*database.parent.glob("*.rescued-*")], "a rescued copy")
    wait_until(lambda: rollwrite("database", "check", found[0]).returncode == 0, "a whole copy")
    return found[0]


# Two servers


def test_a_second_server_is_refused_and_the_first_one_named(own: Server, database: Path) -> None:
    link = database.with_name("link.sqlite")
    link.symlink_to(database)
    for place in (database, link):
        second = rollwrite("serve", "--port=0", f"--database={place}")
        assert second.returncode == 2 and "Traceback" not in second.stderr
        assert f"process {own.process.pid}" in second.stderr
    anna, table = played(own, 2)
    assert anna.decide(table)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_a_server_that_has_ended_keeps_nobody_from_its_file(
    own: Server, database: Path, how: signal.Signals
) -> None:
    own.stop(how)
    if how == signal.SIGTERM:
        assert own.process.returncode == 0
        assert not database.with_name("tables.sqlite.lock").exists()
    Server(database).stop()


# A file that is taken away


def test_a_file_deleted_under_a_server_is_noticed_and_rescued(own: Server, database: Path) -> None:
    anna, table = played(own)
    before = anna.view(table)
    database.unlink()
    refuses(anna, table, "deleted or replaced")
    copy = rescued(database)
    own.stop()
    assert not database.exists()
    assert rollwrite("database", "restore", copy, database).returncode == 0
    again = Server(database)
    anna.move_to(again)
    assert anna.view(table) == before
    assert anna.decide(table)
    again.stop()


def test_a_move_into_a_deleted_file_is_not_acknowledged(own: Server, database: Path) -> None:
    """At once, not only when the server has looked by itself."""
    anna, table = played(own)
    view = anna.view(table)
    seat = view["deciding"][0]
    os.rename(database, database.with_name("away.sqlite"))
    answer = anna.move(table, seat, view["seq"], view["moves"][str(seat)][0]["text"])
    assert (answer.status_code, answer.json()["error"]) == REFUSED


@pytest.mark.parametrize("journal", ["-wal", "-shm"])
def test_a_journal_that_is_deleted_is_noticed(own: Server, database: Path, journal: str) -> None:
    anna, table = played(own)
    database.with_name(database.name + journal).unlink()
    refuses(anna, table, "deleted or replaced")
    rescued(database)


def test_a_file_that_is_overwritten_is_noticed(own: Server, database: Path, tmp_path: Path) -> None:
    """As by ``cp backup.sqlite tables.sqlite``: the file stays the same, what is in it does not."""
    backup = tmp_path / "backup.sqlite"
    assert rollwrite("database", "backup", database, backup).returncode == 0
    own.stop()
    again = Server(database)
    anna, table = played(again)
    with database.open("rb+") as file, backup.open("rb") as source:
        file.truncate()
        shutil.copyfileobj(source, file)
    refuses(anna, table, "deleted or replaced")
    again.stop()


# Damage


def damage(database: Path) -> None:
    """Write nonsense over the middle of a file."""
    size = database.stat().st_size
    with database.open("rb+") as file:
        file.seek(size // 2 // 4096 * 4096)
        file.write(b"\x5a" * (4096 * 3))


def filled(server: Server, database: Path, tables: int = 200) -> None:
    """A database of many pages."""
    _, table = played(server)
    server.stop()
    with sqlite3.connect(database) as connection:
        rows = connection.execute("select * from events where table_id = ?", (table,)).fetchall()
        for number in range(tables):
            copies = [(f"a{number:011d}", *row[1:]) for row in rows]
            connection.executemany("insert into events values (?, ?, ?, ?, ?, ?)", copies)
    connection.close()


def test_a_damaged_database_is_refused_at_the_start(own: Server, database: Path) -> None:
    filled(own, database)
    damage(database)
    refused = rollwrite("serve", "--port=0", f"--database={database}")
    assert refused.returncode == 2 and "Traceback" not in refused.stderr
    assert "is damaged" in refused.stderr and "database restore --salvage" in refused.stderr


def test_damage_under_a_running_server_is_noticed(own: Server, database: Path) -> None:
    filled(own, database)
    again = Server(database, {"integrity_seconds": "0.3"})
    anna, table = played(again)
    damage(database)
    refuses(anna, table, "damaged")
    again.stop()


def test_an_entry_that_is_missing_is_damage(own: Server, database: Path) -> None:
    _, table = played(own)
    own.stop()
    with sqlite3.connect(database) as connection:
        connection.execute("delete from events where table_id = ? and seq = 3", (table,))
    connection.close()
    found = rollwrite("database", "check", database)
    assert found.returncode == 2 and table in found.stderr


def test_what_can_be_read_of_a_damaged_database_is_saved(
    own: Server, database: Path, tmp_path: Path
) -> None:
    filled(own, database)
    with closing(sqlite3.connect(database)) as connection:
        (before,) = connection.execute("select count(*) from events").fetchone()
    damage(database)
    new = tmp_path / "new.sqlite"
    refused = rollwrite("database", "restore", database, new)
    assert refused.returncode == 2 and "is damaged" in refused.stderr and not new.exists()
    saved = rollwrite("database", "restore", "--salvage", database, new)
    assert saved.returncode == 0, saved.stderr
    with closing(sqlite3.connect(new)) as connection:
        (after,) = connection.execute("select count(*) from events").fetchone()
    assert before / 3 < after < before
    Server(new).stop()


# Copies


def test_a_backup_of_a_running_server_is_whole(own: Server, database: Path, tmp_path: Path) -> None:
    anna, table = played(own)
    before = anna.view(table)
    copy, new = tmp_path / "copy.sqlite", tmp_path / "new.sqlite"
    told = rollwrite("database", "backup", database, copy)
    assert told.returncode == 0 and "Tables: 1" in told.stdout
    anna.decide(table)
    assert rollwrite("database", "check", database).returncode == 0
    assert rollwrite("database", "restore", copy, new).returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir() if "tables" not in path.name) == [
        "copy.sqlite", "new.sqlite",
    ]  # fmt: skip
    own.stop()
    again = Server(new)
    anna.move_to(again)
    assert anna.view(table) == before
    again.stop()


def test_nothing_is_overwritten_or_invented(own: Server, database: Path, tmp_path: Path) -> None:
    other, none = tmp_path / "other", tmp_path / "none.sqlite"
    other.write_text("mine")
    assert "already exists" in rollwrite("database", "backup", database, other).stderr
    assert other.read_text() == "mine"
    assert "no database file" in rollwrite("database", "check", none).stderr
    assert not none.exists()
    assert "damaged" in rollwrite("database", "check", other).stderr
    assert "pg_dump" in rollwrite("database", "check", "postgresql://a:secret@db/x").stderr
    assert "pg_dump" in rollwrite("database", "backup", ":memory:", none).stderr
    away = tmp_path / "nowhere" / "copy.sqlite"
    assert "Cannot write" in rollwrite("database", "backup", database, away).stderr


@pytest.mark.parametrize(
    ("language", "whole", "missing"),
    [("fr", "n’est pas endommagée", "Il n’y a pas"), ("de", "nicht beschädigt", "Es gibt keine")],
)
def test_it_speaks_the_language_asked_for(
    own: Server, database: Path, tmp_path: Path, language: str, whole: str, missing: str
) -> None:
    assert whole in rollwrite("database", "check", database, language=language).stdout
    told = rollwrite("database", "check", tmp_path / "none", language=language)
    assert told.returncode == 2 and missing in told.stderr
