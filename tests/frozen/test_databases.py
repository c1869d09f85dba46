"""Databases of every schema version open, and every table in them reads and goes on the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from frozen.recording import databases
from frozen.recording.wire import SETTINGS
from frozen.store import FACTS, load
from server.running import Server

pytestmark = pytest.mark.server

FROZEN: dict[str, Any] = load(FACTS, "databases")


def test_every_database_is_there() -> None:
    assert databases.names() == list(FROZEN)


@pytest.mark.parametrize("name", FROZEN)
def test_tables_read_and_go_on_the_same(tmp_path: Path, name: str) -> None:
    file = databases.unpacked(name, tmp_path)
    assert databases.tables(file) == list(FROZEN[name])
    server = Server(file, SETTINGS)
    for table, frozen in FROZEN[name].items():
        found = list(databases.facts(server, table))
        assert len(found) == len(frozen)
        for old, new in zip(frozen, found, strict=True):
            assert new == old, f"table {table}"
    errors = server.stop()
    assert "Traceback" not in errors, errors
