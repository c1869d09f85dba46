"""Levels and campaigns, as a browser keeps them."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rollwrite as rw
from rollwrite import web as pages
from server.running import Server
from web.player import Player, open_table, same_person, table_of

GAME = "donnant"
ALL_WON = {"won": [1, 2, 3, 4, 5, 6, 7], "level": 2, "points": 100, "summits": 0}


def lost_game(level: int) -> rw.State:
    state, whim = rw.game(GAME, variant="solo", level=level).start(seed=level), Random(level)
    while not state.over:
        if state.chance:
            state = state.roll()
        else:
            state = state.play(whim.choice(state.moves(state.pending[0])))
    return state


def told(kept: object, finished: rw.State | None = None) -> dict[str, Any]:
    found = pages.progress(GAME, "en", kept, finished)
    assert isinstance(found, dict)
    return found


def test_games_without_levels_have_no_progress() -> None:
    without = [game for game in rw.games() if rw.game(game).definition.campaign is None]
    assert "qwinto" in without
    assert pages.progress("qwinto", "en", None) is None


def test_a_browser_without_progress_begins_at_level_one() -> None:
    assert (told(None)["next"], told(None)["open"]) == (1, False)


NONSENSE: list[object] = [
    "x", 3, [], {"won": "all"}, {"won": [0]}, {"won": [8]}, {"won": [True]}, {"won": [1.0]},
    {"level": 0}, {"level": 9}, {"points": -1}, {"points": 10**9}, {"summits": None},
]  # fmt: skip


@pytest.mark.parametrize("kept", NONSENSE, ids=repr)
def test_nonsense_from_a_browser_counts_as_nothing(kept: object) -> None:
    assert told(kept) == told(None)


def test_a_lost_level_stays_next() -> None:
    state = lost_game(1)
    assert state.winners() == ()
    found = told(None, state)
    assert found["next"] == 1
    assert f"{state.scores()[0]} points" in found["text"]


def test_a_shortfall_is_paid_with_campaign_points() -> None:
    state = lost_game(2)
    goal = state.game.rules.GOALS[1]
    found = told(ALL_WON, state)
    assert found["next"] == 3
    assert found["progress"]["points"] == 100 + state.scores()[0] - goal


def test_another_level_than_the_campaigns_changes_nothing() -> None:
    assert told(ALL_WON, lost_game(5))["progress"] == told(ALL_WON)["progress"]


def test_a_solo_game_counts_once_through_the_page(page: Page, serving: Server) -> None:
    page.goto(serving.url)
    page.evaluate("kept => localStorage.setItem('progress donnant', kept)", json.dumps(ALL_WON))
    open_table(page, serving.url, GAME, "solo")
    Player(page, 3).play(3)
    same_person(page.context, serving).play_out(table_of(page))
    expect(page.locator("#ending [role=status]")).to_contain_text("campaign points")
    kept = page.evaluate("() => localStorage.getItem('progress donnant')")
    page.reload()
    expect(page.locator("#ending [role=status]")).to_contain_text("Campaign")
    assert page.evaluate("() => localStorage.getItem('progress donnant')") == kept
