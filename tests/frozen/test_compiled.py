"""What is compiled comes to the same: random games, bots, environments, training."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

import rollwrite as rw
from frozen import adapter
from frozen.cases import box
from frozen.recording import databases, envs, files, simulations
from frozen.recording.wire import SETTINGS, Person
from frozen.store import FACTS, load
from server.running import Server

pytestmark = pytest.mark.compiled

FROZEN: dict[str, Any] = load(FACTS, "compiled")
DATABASE = "0001"


def test_random_games() -> None:
    found = simulations.random_games(adapter.simulated_compiled)
    assert found == load(FACTS, "simulations")


@pytest.mark.parametrize("name", simulations.LINEUPS)
def test_bots(name: str) -> None:
    assert simulations.lineup(name) == FROZEN["lineups"][name]


def test_tournament() -> None:
    assert simulations.tournament() == FROZEN["tournament"]


@pytest.mark.parametrize("name", envs.EPISODES)
def test_environments(name: str) -> None:
    assert envs.EPISODES[name]() == FROZEN["envs"][name]


def test_training_learns_the_same(tmp_path: Path) -> None:
    *_, average = adapter.train(box("qwinto"), tmp_path)
    assert adapter.weights_in(box("qwinto"), average) == FROZEN["trained"]


def test_a_training_that_was_left_goes_on_or_is_refused(tmp_path: Path) -> None:
    """Half-way in an old format it may be refused, naming the file, but never go on otherwise."""
    try:
        *_, average = adapter.train(box("qwinto"), files.half_trained(tmp_path), resume=True)
    except rw.RollwriteError as refusal:
        assert ".npz" in str(refusal)
    else:
        assert adapter.weights_in(box("qwinto"), average) == FROZEN["trained"]


def test_a_table_is_reviewed(tmp_path: Path) -> None:
    """The review of a finished table of the frozen database."""
    tables = load(FACTS, "databases")[DATABASE]
    (table,) = (t for t, (view, *_) in tables.items() if finished(view, "twenty_one"))
    server = Server(databases.unpacked(DATABASE, tmp_path), SETTINGS)
    person = Person(server, "anna")
    answers = [person.http.get(f"/api/tables/{table}/review").json()]
    until = time.monotonic() + 300
    while not answers[-1]["ready"] and time.monotonic() < until:
        time.sleep(0.1)
        answers.append(person.http.get(f"/api/tables/{table}/review").json())
    page = person.http.get(answers[-1]["url"])
    server.stop()
    assert answers[0] == {"ready": False, "url": f"/review/{table}"}
    assert answers[-1] == {"ready": True, "url": f"/review/{table}"}
    assert page.status_code == 200
    assert "Anna" in page.text


def finished(view: Any, game: str) -> bool:
    return bool(view["status"] == "over" and view["game"]["id"] == game)
