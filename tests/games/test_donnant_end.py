"""Donnant Donnant: the end and the score (D20 to D22), chances, and what always holds."""

from __future__ import annotations

import time
from collections import Counter
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from donnant_table import GAME, SOLO, at, moves, refused, table, uses
from hypothesis import given
from hypothesis import strategies as st

import rollwrite as rw
from rollwrite import Kind


def test_d20_after_the_ninth_card_the_round_is_finished_and_one_more_is_played() -> None:
    position = table({}, {"c3": "B01"}, dice="33346", cards=4)
    grid = position["sheets"][0]["grid"]
    for place in ("d3", "b3", "d2", "c2"):  # four more cards, still open: eight in all
        name = position["decks"]["e"].pop()
        length = GAME.rules.LENGTH[int(name[1:]) - 1]
        grid[place] = {"card": name, "cells": [None] * length, "uses": 0}
    state = GAME.position(position, seed=3).play("buy e4 YOG")
    bought = state.position()["sheets"][0]["hand"][0]
    state = state.play(f"place {bought} b2")
    assert state.position()["last_round"] == "finish"
    state = state.play("end")
    turns = []
    while not state.over and state.position()["phase"] != "wild":
        if state.chance:
            if state.chance.kind == "roll" and len(state.chance.what) == 5:
                rolls = state.position()["rolls"]
                turns += [(state.active, state.position()["last_round"])] if rolls == 0 else []
            state = state.roll()
        else:
            seat = state.pending[0]
            names = moves(state, "", seat)
            state = state.play("reroll YOGBP" if "reroll YOGBP" in names else "pass", seat)
    assert turns == [(1, "finish"), (0, "last"), (1, "last")]
    assert refused(state, "pass", 0).kind is Kind.GAME_OVER


@pytest.mark.parametrize(
    ("grid", "points"),
    [
        # S1: E02 on c3 has completed neighbours b3 and c2, not the corner b2, not open d3
        ({"c3": "E02 1166", "b3": "B08 66", "c2": "B15 33", "b2": "B10 11", "d3": "B02"}, 2 * 3),
        ({"c3": "E02 116.", "b3": "B08 66", "c2": "B15 33"}, 0),  # not completed
        # S2: E05 is yellow itself, B01 and E14 are open and count
        ({"c3": "E05 222", "b3": "B01", "c2": "E14", "d3": "B02"}, 3 * 2),
        # S3: E11 counts orange neighbours by edge; E06 on the corner does not count
        ({"c3": "E11 1234", "b3": "B02", "c2": "E10", "b2": "E06"}, 2 * 4),
        # S4: a row of three completed cards; E16 need not be in it
        ({"c3": "E16 66662", "b2": "B08 66", "c2": "B15 33", "d2": "B10 11"}, 2),
        # S5: all five colours, completed or not
        ({"c3": "E19 11222", "b3": "B01", "c2": "B02", "d3": "B03", "b2": "B04"}, 8),
        ({"c3": "E19 11222", "b3": "B01", "c2": "B02", "d3": "B03"}, 0),
        # S6: a row of three green cards, open ones too
        ({"c3": "E23 444", "b3": "B03", "d3": "B06", "c2": "B02"}, 5),
        # S7: P1 twice and P3 once are two kinds
        ({"c3": "E26 6663", "b3": "B01 135", "c2": "B02 225", "d3": "B10 11"}, 2 * 2),
    ],
)
def test_d21_evaluations(grid: dict[str, str], points: int) -> None:
    state = at(grid, dice="12346")
    own = [line for line in state.tally(0) if line.parts == ("c3",)]
    assert sum(line.points for line in own) == points
    assert sum(line.points for line in state.tally(0)) == state.scores()[0]


def test_d22_a_tie_goes_to_fewer_empty_cells_then_is_shared() -> None:
    rules = GAME.rules
    record = rules.State()
    record.seats = 3
    for seat in range(3):
        rules.lay(record.sheets[seat], 60, 12)
    record.sheets[0].cells[0][0] = 1
    record.sheets[0].empty[0] = 2
    standings = [rules.standing(record, seat) for seat in range(3)]
    assert standings[0] > standings[1] == standings[2]


@cache
def falls(count: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Rerolling so many dice, as the engine enumerates it, equal falls merged."""
    state = at(dice="12346", phase="decide", rolls=1).play(f"reroll {'YOGBP'[:count]}")
    found: dict[tuple[int, ...], float] = {}
    for event, chance in state.chance_outcomes():
        fall = tuple(sorted(int(word[1]) for word in event.split()))
        found[fall] = found.get(fall, 0.0) + chance
    return tuple(found.items())


def best(goal: Any) -> float:
    """The chance to reach a goal within three rolls with best play."""

    @cache
    def value(dice: tuple[int, ...], rerolls: int) -> float:
        if goal(dice):
            return 1.0
        if rerolls == 0:
            return 0.0
        kept = {
            tuple(die for die, keep in zip(dice, keeps, strict=True) if keep)
            for keeps in product((0, 1), repeat=5)
        }
        return max(
            sum(p * value(tuple(sorted(k + fall)), rerolls - 1) for fall, p in falls(5 - len(k)))
            for k in kept
            if len(k) < 5
        )

    return sum(chance * value(fall, 2) for fall, chance in falls(5))


def test_example_1_chances_within_three_rolls() -> None:
    def alike(count: int) -> Any:
        return lambda dice: max(Counter(dice).values()) >= count

    def pair_and_triple(dice: tuple[int, ...]) -> bool:
        return sorted(Counter(dice).values()) in ([2, 3], [5])

    assert best(alike(3)) == pytest.approx(0.7432, abs=5e-5)
    assert best(alike(4)) == pytest.approx(0.2908, abs=5e-5)
    assert best(alike(5)) == pytest.approx(0.0460, abs=5e-5)
    assert best(pair_and_triple) == pytest.approx(0.366, abs=5e-4)


@given(st.sampled_from(["base", "solo"]), st.integers(0, 2**32), st.integers(0, 2**32))
def test_always_cards_are_conserved_and_grids_are_sound(variant: str, seed: int, whim: int) -> None:
    random = Random(whim)
    game = GAME if variant == "base" else SOLO
    state = game.start(seats=2 if variant == "base" else 1, seed=seed)
    set_aside = 0
    while not state.over:
        if state.chance:
            state = state.roll()
            continue
        move = random.choice(state.moves(random.choice(state.pending)))
        set_aside += str(move).startswith("remove")
        state = state.play(move)
        position = state.position()
        lying = [name for row in position["market"].values() for name in row if name]
        lying += [name for deck in position["decks"].values() for name in deck]
        lying += [name for deck in position.get("under", {}).values() for name in deck]
        for sheet in position["sheets"]:
            lying += [entry["card"] for entry in sheet["grid"].values()]
            lying += sheet["hand"] + ([sheet["dropped"]] if "dropped" in sheet else [])
            assert len(sheet["grid"]) <= 9
            for axis in (0, 1):
                along = {place[axis] for place in sheet["grid"]}
                assert len(along) <= 3
            assert all(0 <= entry["uses"] <= 3 for entry in sheet["grid"].values())
        assert len(lying) == len(set(lying)) == 49 - set_aside


@pytest.mark.parametrize(("game", "seats"), [(GAME, 2), (GAME, 4), (SOLO, 1)])
def test_no_move_is_listed_under_two_names(game: rw.Game, seats: int) -> None:
    """Different moves lead to different positions; only equal dice in one cell may not."""
    random = Random(seats)
    state = game.start(seats=seats, seed=seats)
    while not state.over:
        if state.chance:
            state = state.roll()
            continue
        seat = random.choice(state.pending)
        found = state.moves(seat)
        results: dict[rw.State, list[str]] = {}
        for move in found:
            results.setdefault(state.play(move), []).append(str(move))
        for same in results.values():
            where = {" ".join(text.split()[:2]) + text.split()[-1][0] for text in same}
            assert len(same) == 1 or (same[0].startswith("write") and len(where) == 1), same
        eager = [move for move in found if str(move).startswith(("fill", "buy", "write", "stop"))]
        state = state.play(random.choice(eager or found))


def test_the_worst_position_lists_its_moves_quickly() -> None:
    grid = {
        "b2": "B01 135", "c2": "B02 225", "d2": "B05 123", "b3": "E12", "c3": "E21", "d3": "E03",
        "b4": "E20", "c4": "E28", "d4": "E17",
    }  # fmt: skip
    worst = 0.0
    for dice in ("12131", "66616", "13561", "11111", "25252"):
        state = at(grid, dice=dice, cards=9, last_round="finish")
        begin = time.process_time()
        found = state.moves()
        worst = max(worst, time.process_time() - begin)
        assert len({str(move) for move in found}) == len(found)
    assert worst < 0.02
    assert uses(state, "b2") == 0
