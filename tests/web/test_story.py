"""The story of a game is true: its points and its turns are those of the log."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random

import pytest

import rollwrite as rw
from rollwrite import web as pages
from rollwrite.texts import LANGUAGES

NAMES = ("Anna", "Béa", "Carl", "Dora")


def played(game: str, seats: int, seed: int) -> rw.State:
    state, whim = rw.game(game).start(seats, seed=seed), Random(seed)
    while not state.over:
        if state.chance:
            state = state.roll()
        else:
            state = state.play(whim.choice(state.moves(state.pending[0])))
    return state


def test_whoever_always_leads_was_never_behind() -> None:
    state = rw.game("twenty_one").start(2, seed=1)
    while not state.over:
        if state.chance:
            state = state.roll()
            continue
        seat = state.pending[0]
        moves = [str(move) for move in state.moves(seat)]
        writes = [move for move in moves if move.startswith("write")]
        chosen = max(writes, key=len) if seat == 0 and writes else "cross"
        state = state.play("keep" if "keep" in moves else chosen, seat)
    assert pages.story(state, NAMES, "en")[-1] == "Anna was never behind."
    assert pages.story(state, ("You", "Béa"), "en")[-1] == "You were never behind."
    assert pages.story(state, ("You", "Béa"), "de")[-1] == "Du lagst nie zurück."


@pytest.mark.parametrize("game", rw.games())
def test_the_best_turn_is_the_best(game: str) -> None:
    """Checked against logs that are cut off after each turn."""
    seats = max(2, rw.game(game).seats.start)
    state = played(game, seats, 5)
    *head, _ = str(state.log).splitlines()
    first = head.index("") + 1
    cut = ["\n".join([*head[:end], "open", ""]) for end in range(first + 1, len(head))]
    after = [(0,) * seats, *(state.game.replay(log).scores() for log in cut), state.scores()]
    best = max(now[seat] - was[seat] for was, now in pairwise(after) for seat in range(seats))
    line = pages.story(state, NAMES, "en")[0]
    assert f" {best} points" in line or best < 2


@pytest.mark.parametrize("game", rw.games())
def test_every_language_tells_the_same_story(game: str) -> None:
    seats = max(2, rw.game(game).seats.start)
    state = played(game, seats, 3)
    told = [pages.story(state, NAMES, language) for language in LANGUAGES]
    assert 0 < len(told[0]) <= 3
    numbers = [[re.findall(r"\d+", line) for line in lines] for lines in told]
    assert [sorted(map(sorted, lines)) for lines in numbers] == [
        sorted(map(sorted, numbers[0]))
    ] * len(LANGUAGES)
