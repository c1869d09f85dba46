"""What a choice rules out is told, and never possible again."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from donnant_table import drafted, moves
from one_card_moments import marking, on, own

import rollwrite as rw
from rollwrite.games.donnant import closing as donnant
from rollwrite.games.kit.closing import Reachable
from rollwrite.games.qwinto import reachable as qwinto
from rollwrite.games.twenty_one import reachable as twenty_one
from rollwrite.server.tables import queries
from rollwrite.texts import LANGUAGES

EMPTY = [0] * 9


def writing(number: int, **rows: list[int]) -> rw.State:
    """A moment of Qwinto at which somebody alone writes a sum of the orange and purple dice."""
    sheet = {letter: rows.get(letter, EMPTY) for letter in "OYP"} | {"misses": 0}
    dice = {"O": number // 2, "P": number - number // 2}
    moment = {"seats": 1, "active": 0, "phase": "write", "rolls": 1, "dice": dice}
    return rw.game("qwinto").position({**moment, "sheets": [sheet]})


def row(**fields: int) -> list[int]:
    return [fields.get(f"f{field}", 0) for field in range(1, 10)]


def told(state: rw.State, move: str) -> str:
    return queries.preview(state, 0, move).closes


@pytest.mark.parametrize(
    ("state", "move", "expected"),
    [
        # Q5: eight fields to its right, and numbers enough for them or not.
        (writing(10), "O1", ""),
        (writing(11), "O1", "a full orange row."),
        (writing(6, O=row(f1=5, f3=7)), "P3", ""),
        (writing(6, O=row(f1=4, f3=7)), "O2", ""),
        (writing(8, O=row(f1=6)), "O3", ""),
        (writing(7, O=row(f1=6)), "O3", "a number in field 2 of the orange row, a full orange"),
        (writing(7, O=row(f1=6)), "O4", "numbers in fields 2 and 3 of the orange row, a full"),
        # Q6: the 7 is the only number that the purple field of the same column still takes.
        (
            writing(7, P=row(f2=6, f4=8)),
            "O1",
            "a number in field 3 of the purple row, a full purple row and the full column",
        ),
    ],
)
def test_what_a_number_rules_out_in_qwinto(state: rw.State, move: str, expected: str) -> None:
    found = told(state, move)
    assert found.startswith(f"No longer possible after this: {expected}" if expected else ""), found
    assert bool(found) == bool(expected)


def test_a_finished_card_keeps_its_other_rows_as_they_are() -> None:
    state = marking("BBRRR", own(on(7, O=4, Y=5, B=2), 8), own(1, 2))
    assert told(state, "card 1").endswith(": the green and purple rows of this card.")
    assert told(state, "card 2") == ""
    assert told(marking("BYRRR", own(on(7, O=4, Y=4, B=2), 8), own(1, 2)), "card 1") == ""


def test_cards_span_three_columns_and_rows() -> None:
    state = drafted().play("drop E09", 0)
    card = moves(state, "place", 0)[0].split()[0]
    state = state.play(f"place {card} c3", 0)
    card = moves(state, "place", 0)[0].split()[0]
    assert told(state, f"place {card} d3") == ""
    state = state.play(f"place {card} d3", 0)
    card = moves(state, "place", 0)[0].split()[0]
    assert told(state, f"place {card} d2") == ""
    both = "a card further to the left and a card further to the right."
    assert told(state, f"place {card} e3") == f"No longer possible after this: {both}"


@pytest.mark.parametrize(
    ("id_", "reachable"),
    [
        ("qwinto", qwinto.reachable),
        ("twenty_one", twenty_one.reachable),
        ("donnant", donnant.reachable),
    ],
)
def test_what_is_lost_never_comes_back(id_: str, reachable: Reachable) -> None:
    whim = Random(5)
    warned = 0
    for seed in range(3):
        state = rw.game(id_).start(2, seed)
        lost: list[set[Any]] = [set(), set()]
        before: list[set[Any]] = [set(), set()]
        while not state.over:
            if state.chance is not None:
                state = state.roll()
                continue
            seat = whim.choice(state.pending)
            move = whim.choice(state.moves(seat))
            warned += bool(told_of(state, move))
            state = state.play(move)
            for other in range(2):
                now = set(reachable(state.game, state._record, other))
                lost[other] |= before[other] - now
                assert not lost[other] & now
                before[other] = now
        assert any(lost)
    assert warned


def told_of(state: rw.State, move: rw.Move) -> str:
    """The warning, in every language."""
    told_in = [state.in_language(language) for language in LANGUAGES]
    texts = [queries.preview(one, move.seat, move.text).closes for one in told_in]
    assert len(set(map(bool, texts))) == 1
    return texts[0]
