"""A server answers the frozen requests, and tells those who look on, as it always did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from frozen.recording import scripts
from frozen.recording.wire import SETTINGS, Wire
from frozen.store import FACTS, WORDS, load
from server.running import Server

pytestmark = pytest.mark.server

FROZEN: dict[str, Any] = load(FACTS, "wire")
SAID: dict[str, Any] = load(WORDS, "wire")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(scripts.unpacked(tmp_path_factory.mktemp("wire")), SETTINGS)
    yield running
    errors = running.stop()
    assert "Traceback" not in errors, errors


def test_every_script_is_there() -> None:
    assert list(FROZEN) == ["lobby", *scripts.LAID]


@pytest.mark.parametrize("name", FROZEN)
def test_messages(server: Server, name: str) -> None:
    wire = Wire(server)
    words = []
    for number, (step, status, facts) in enumerate(FROZEN[name]):
        found = wire.perform(step)
        words.append(found.words)
        assert [step, found.status, found.facts] == [step, status, facts], f"step {number}"
    wire.close()
    # May change on purpose: README.md says how.
    both = zip(FROZEN[name], SAID[name], words, strict=True)
    changed = [step for (step, *_), old, new in both if old != new]
    assert not changed, f"other words: {changed[:3]}"
