"""The worked turn of a rules page is a turn of a real game, told and drawn in every language."""

from __future__ import annotations

import re

import pytest

import rollwrite as rw
from rollwrite.texts import LANGUAGES
from rollwrite.web import rules_page
from rollwrite.web.worked_turn import _turn
from web.test_choices_at_the_table import NOTATION


@pytest.mark.parametrize("game", rw.games())
def test_the_steps_are_a_turn_that_can_be_played(game: str) -> None:
    states = _turn(game)
    now = states[0]
    for after in states[1:]:
        event = after.log.events[-1]
        now = now.roll(event.text) if event.seat is None else now.play(event.text, event.seat)
        assert now == after


@pytest.mark.parametrize("game", rw.games())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_is_told_and_something_is_drawn(game: str, language: str) -> None:
    page = rules_page(language, game)
    worked = page[page.index('class="worked"') :]
    steps = re.findall(r"<li><p>(.*?)</p>", worked)
    assert len(steps) == len(_turn(game)) - 1
    assert all(step.endswith(".") and "{" not in step for step in steps)
    assert not [step for step in steps if NOTATION.search(step)], "in words, as at a table"
    assert worked.count("<svg") >= 2
    assert len(page.encode()) < 400_000, "a page that takes long to load on a phone"
