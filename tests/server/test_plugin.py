"""A game of another package that has nothing optional, beside a broken one, on a real server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import pytest

import plugins
from patience import COMPILING, wait_until
from rollwrite.play.registry import PLUGINS
from server.running import Browser, Server

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("site")
    paths = [*map(str, plugins.install_pig(folder)), os.environ.get("PYTHONPATH", "")]
    plugins.install(folder, "rw-broken", "broken = nothing_like_this:GAME")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
        environment.setenv(PLUGINS, "on")
        server = Server(folder / "tables.sqlite")
    yield server
    told = [line for line in server.stop().splitlines() if "rw-broken" in line]
    assert len(told) == 1, "the log names what is broken, once"
    assert "'broken' of the package rw-broken is left out: importing nothing_like_this" in told[0]


@pytest.fixture
def anna(running: Server) -> Browser:
    return Browser(running)


def page(browser: Browser, path: str, language: str = "en") -> str:
    answer = browser.http.get(path, headers={"accept-language": language})
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.mark.parametrize(
    ("language", "about", "provenance"),
    [
        ("en", "Roll on, or keep what you have.", "new design"),
        ("fr", "Relancez, ou gardez ce que vous avez.", "création inédite"),
        ("de", "Wirf weiter, oder behalte, was du hast.", "eigener Entwurf"),
    ],
)
def test_pages(anna: Browser, language: str, about: str, provenance: str) -> None:
    start = page(anna, "/", language)
    card = start.partition('data-game="pig"')[2].partition("</article>")[0]
    assert about in card and provenance in card
    assert "&quot;seats&quot;: [2, 3, 4]" in card, "it is not played alone"
    assert 'class="emblem whole"' in card, "its sheet stands for it"
    assert " min" not in card.lower(), "it does not say how long it takes"
    assert 'data-game="broken"' not in start
    rules = page(anna, "/rules/pig", language)
    assert about in rules and "Roll as often as you like" in rules, (
        "English where there is no other"
    )
    assert "Pig" not in page(anna, "/daily", language)
    assert "<svg" in page(anna, f"/static/pictures/pig.{language}.svg")


@pytest.mark.parametrize("mode", ["solo", "daily"])
def test_nobody_plays_it_alone(anna: Browser, mode: str) -> None:
    refused = anna.post("/api/tables", game="pig", mode=mode, name="Anna", seats=[])
    assert refused.status_code == 400
    assert "2" in refused.json()["text"] and "4" in refused.json()["text"]


def test_what_could_not_be_loaded_is_told(anna: Browser) -> None:
    told = page(anna, "/about")
    assert "broken, from the package rw-broken" in told
    assert "nothing_like_this" not in told, "why is for the log"
    assert "Spiele, die sich nicht laden ließen" in page(anna, "/about", "de")
    gone = anna.http.get("/rules/broken")
    assert gone.status_code == 404


def test_a_game_against_bots_with_hints_and_a_review(anna: Browser) -> None:
    view: dict[str, Any] = {"deciding": []}
    while not view["deciding"]:  # a bot that begins may win at once
        table = anna.begin("pig", "bots", "me", "bot")
        view = anna.my_turn(table)
    assert "There is no trained model for Pig: these bots search" in view["note"]
    hint = anna.ok(f"/api/tables/{table}/hint", seat=0, seq=view["seq"])
    assert hint["move"] == "roll" and "the only move" in hint["text"]
    assert anna.move(table, 0, hint["seq"], "roll").status_code == 200
    while (view := anna.my_turn(table))["status"] != "over":
        hint = anna.ok(f"/api/tables/{table}/hint", seat=0, seq=view["seq"])
        assert hint["text"] and hint["move"] in ("roll", "hold")
        assert anna.move(table, 0, hint["seq"], hint["move"]).status_code == 200
    assert max(lines[0]["points"] for lines in view["tally"]) >= 20

    def ready() -> bool:
        return bool(anna.http.get(f"/api/tables/{table}/review").json()["ready"])

    wait_until(ready, "the review", seconds=COMPILING, every=0.1)
    assert "There is no trained model for this game" in page(anna, f"/review/{table}")
    assert "Pig" in page(anna, f"/replay/{table}")
