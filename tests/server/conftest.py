"""Servers that tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.running import Browser, Server

SERVERS = {"server", "own", "slow", "at"}  # fixtures that start one


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if SERVERS & set(getattr(item, "fixturenames", ())):
            item.add_marker("server")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server") / "tables.sqlite")
    yield running
    errors = running.stop()
    assert "Traceback" not in errors, errors


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The database of the server that the tests of a module have for themselves."""
    return tmp_path_factory.mktemp("tables") / "tables.sqlite"


@pytest.fixture(scope="module")
def at(database: Path) -> Iterator[Server]:
    """A server for the tests of one module, which may read its database."""
    running = Server(database)
    yield running
    errors = running.stop()
    assert "Traceback" not in errors, errors


@pytest.fixture
def anna(server: Server) -> Browser:
    return Browser(server)


@pytest.fixture
def ben(server: Server) -> Browser:
    return Browser(server)
