"""Dice of Clever Kids stand for what they choose: nobody needs to read to play."""

from __future__ import annotations

import rollwrite as rw
from rollwrite.games.optional import OptionalNotation


def aliases(state: rw.State, seat: int = 0) -> dict[str, str]:
    notation = OptionalNotation.of(state.game.definition.notation)
    return dict(notation.aliases(state.game, state._record, seat))


def test_a_die_chooses_the_zone_of_its_colour() -> None:
    state = rw.game("clever_kids").start(2, seed=1).roll("heart candle joker donut cake")
    assert aliases(state) == {
        "die-1": "zone-yellow",
        "die-2": "zone-red",
        "die-4": "zone-blue",
        "die-5": "zone-blue",
    }


def test_a_die_that_is_of_no_use_stands_for_nothing() -> None:
    state = rw.game("clever_kids").start(2, seed=1).roll("heart blue candle donut cake")
    assert aliases(state) == {
        "die-1": "zone-yellow",
        "die-2": "zone-yellow",
        "die-3": "zone-red",
    }


def test_a_die_ticks_the_only_symbol_it_can() -> None:
    state = rw.game("clever_kids").start(2, seed=1).roll("heart blue candle donut cake")
    state = state.play("zone yellow")
    assert aliases(state) == {"die-1": "Y1"}


def test_a_die_that_could_tick_several_symbols_leaves_the_choice() -> None:
    state = rw.game("clever_kids").start(2, seed=1).roll("gift1 blue candle donut cake")
    state = state.play("zone green")
    assert aliases(state) == {}
    assert len(state.moves(0)) == 3


def test_aliases_are_no_parts_of_moves_and_stand_for_such() -> None:
    state = rw.game("clever_kids").start(3, seed=4)
    asked = 0
    while not state.over and asked < 200:
        if state.chance:
            state = state.roll()
            continue
        seat = state.pending[-1]
        moves = state.moves(seat)
        parts = {part for move in moves for part in move.parts}
        found = aliases(state, seat)
        assert not set(found) & parts
        assert set(found.values()) <= parts
        state = state.play(moves[asked % len(moves)], seat)
        asked += 1
    assert asked > 50
