"""Servers that tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.running import Browser, Server

SERVERS = {"server", "own", "slow"}  # fixtures that start one


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


@pytest.fixture
def anna(server: Server) -> Browser:
    return Browser(server)


@pytest.fixture
def ben(server: Server) -> Browser:
    return Browser(server)
