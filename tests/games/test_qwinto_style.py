"""The style of the Qwinto expert: what its model says about playing, by table size."""

from __future__ import annotations

import math

import pytest

import rollwrite as rw
from rollwrite.bots import bot
from rollwrite.games.qwinto import rules
from rollwrite.games.qwinto.bot import evaluator, style
from rollwrite.kernel.policy import UNIT
from rollwrite.kernel.specialize import Specializer

GAME = rw.game("qwinto")
FEATURES = Specializer({"rules": rules}).of(evaluator.features)
PLACES = (style.PREMIUM, style.HASTE, style.FURTHER, style.IGNORE_OPPONENTS, style.OPEN_RACE)
STYLE = {style.adjustment(place, seats) for place in PLACES for seats in range(3, 7)}


def test_the_best_of_two_rivals_is_expected_to_make_more_than_either() -> None:
    best_of_two = Specializer({"rules": rules}).of(style.best_of_two)
    ten = 10 * UNIT
    assert best_of_two(ten, 8 * UNIT, 0) == ten
    equal = best_of_two(ten, ten, 5 * UNIT)
    assert equal == pytest.approx(ten + 5 * UNIT * math.log(2), rel=1e-4)
    behind = best_of_two(8 * UNIT, ten, 5 * UNIT)
    assert ten < behind < equal and behind == best_of_two(ten, 8 * UNIT, 5 * UNIT)
    assert best_of_two(ten, -90 * UNIT, 5 * UNIT) == ten


@pytest.mark.parametrize("seats", range(1, 7))
def test_large_tables_are_played_in_another_style(seats: int) -> None:
    style_of = Specializer({"rules": rules}).of(style.style_of)
    model = bot("expert").policy(GAME).model
    played = [style_of(model, place, seats) / UNIT for place in PLACES]
    assert played == ([5, 9, 3, 0.5, 0.25] if seats > 3 else [10, 3, 2, 0, 0])
    alone = bot("baseline:own_sheet").policy(GAME).model
    assert [style_of(alone, place, seats) / UNIT for place in PLACES] == [0, 0, 0, 1, 0]


@pytest.mark.parametrize("seats", range(3, 7))
def test_no_sheet_has_a_weight_where_the_style_of_a_table_stands(seats: int) -> None:
    """Adjustments lie among the weights of counts, for a threat that only somebody alone has."""
    own = evaluator.Workspace()
    state = GAME.start(seats, seed=seats)
    asked = 0
    while not state.over:
        if state.chance:
            state = state.roll()
            continue
        for seat in range(seats):
            count = FEATURES(state._record, seat, own)
            assert not STYLE & set(own.features[:count])
            asked += 1
        state = state.play(bot("random").choose(state, state.pending[0]))
    assert asked > 100
