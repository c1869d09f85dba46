"""What speaks for a move in Qwinto and Twenty One: a moment, two moves, and the sentence."""

from __future__ import annotations

from typing import Any

import pytest
from advised import Case, advised, named

import rollwrite as rw
from rollwrite import State

QWINTO, TWENTY_ONE = rw.game("qwinto"), rw.game("twenty_one")
EMPTY = [0] * 9
FULL = [1, 2, 3, 4, 5, 6, 7, 8, 9]


def qwinto(phase: str, *sheets: Any, **dice: int) -> State:
    """Seat 0 is active; rows that are not named are empty."""
    rows = {"O": EMPTY, "Y": EMPTY, "P": EMPTY, "misses": 0}
    position = {
        "seats": len(sheets), "active": 0, "phase": phase, "dice": dice,
        "rolls": {"choose": 0, "keep": 1}.get(phase, 2), "sheets": [rows | s for s in sheets],
    }  # fmt: skip
    return QWINTO.position(position)


COLUMN = {"O": [0, 5, *[0] * 7], "Y": [0, 0, 7, *[0] * 6]}
LAST_YELLOW = {"Y": [2, 3, 4, 5, 6, 8, 9, 10, 0]}
TIGHT = {"Y": [4, *[0] * 8]}
QWINTO_CASES: list[Case] = [
    (
        qwinto("choose", {"O": FULL}),
        "roll Y", "roll O",
        "These dice fit on your sheet 100% of the time, the others 0%.",
    ),
    (
        qwinto("choose", {}),
        "roll OY", "roll O",
        "The number can go in more unfinished rows: 2 instead of 1.",
    ),
    (
        qwinto("choose", COLUMN),
        "roll P", "roll O",
        "These dice can complete a row or column 83% of the time, the others 0%.",
    ),
    (
        qwinto("choose", {}, {"O": [*[0] * 8, 3]}),
        "roll O", "roll P",
        "These dice fit on your opponent’s sheet only 33% of the time, the others 100%.",
    ),
    (
        qwinto("keep", TIGHT, Y=3),
        "reroll", "keep",
        "The 3 fits nowhere, and a miss costs you 5 points. A reroll fits 33% of the time.",
    ),
    (
        qwinto("keep", TIGHT, Y=5),
        "keep", "reroll",
        "A reroll would fit nowhere 67% of the time, and a miss costs you 5 points.",
    ),
    (
        qwinto("keep", COLUMN, P=6),
        "keep", "reroll",
        "The 6 completes a column: 5 points.",
    ),
    (
        qwinto("keep", {}, {"O": [*[0] * 8, 2]}, O=2),
        "keep", "reroll",
        "The 2 fits on your sheet but on nobody else’s.",
    ),
    (
        qwinto("keep", {}, O=2),
        "keep", "reroll",
        "The 2 leaves good gaps for other numbers;"
        " a reroll leaves gaps as good only 33% of the time.",
    ),
    (
        qwinto("keep", {}, O=6),
        "reroll", "keep",
        "83% of the time, a reroll leaves better gaps for other numbers than the 6.",
    ),
    (
        qwinto("keep", {}, COLUMN, P=6),
        "reroll", "keep",
        "The 6 could complete a row or column for another player.",
    ),
    (
        qwinto("write", COLUMN, P=6),
        "P4", "pass",
        "The 6 completes a column: 5 points.",
    ),
    (
        qwinto("write", LAST_YELLOW, Y=5, P=6),
        "Y9", "pass",
        "The 11 completes the yellow row: 11 points.",
    ),
    (
        qwinto("write", {}, O=3),
        "O1", "pass",
        "A miss would cost you 5 points.",
    ),
    (
        qwinto("write", {}, O=3),
        "O1", "O9",
        "The other move would make 6 fields impossible to fill; this one wastes none.",
    ),
    (
        qwinto("write", LAST_YELLOW | {"O": FULL}, {}, Y=5, P=6),
        "Y9", "P1",
        "This ends the game, and right now you are 20 points ahead.",
    ),
    (
        qwinto("write", {"misses": 3}, {"O": FULL}, P=1),
        "P1", "pass",
        "The other move would end the game while you are 29 points behind.",
    ),
    (
        qwinto("choose", {"Y": [0, 0, 0, 0, 0, 7, 0, 0, 0]}),
        "roll O", "roll Y",
        "These dice leave room on both sides 100% of the time, the others 33%.",
    ),
    (
        qwinto("write", {"O": [1, 0, 0, 0, 0, 9, 0, 0, 0]}, O=6),
        "O4", "O3",
        "The 6 leaves more spare numbers on its tighter side: 1 instead of 0.",
    ),
    (
        qwinto("write", {}, O=4, P=4),
        "pass", "O8",
        "Written there, the 8 would leave no spare numbers on one side.",
    ),
    (
        qwinto("write", {}, O=4),
        "O2", "O1",
        "The next roll fits on your sheet 98% of the time instead of 90%.",
    ),
    (
        qwinto("write", {"Y": [0, 0, 9, *[0] * 6]}, O=4),
        "O2", "O3",
        "This fills two of the three fields in a pentagon column.",
    ),
    (
        qwinto("write", {}, O=4),
        "O2", "O3",
        "The 4 is in a pentagon: it counts again once its column is full.",
    ),
]  # fmt: skip


def twenty_one(phase: str, *rows: list[list[int | None]], dice: str, rolls: int = 1) -> State:
    """Each seat's filled rows; the dice in the order R Y G B W K."""
    sheets = [
        {"sheet": letter, "rows": [*given, *[[None] * 6] * (5 - len(given))]}
        for letter, given in zip("ABCDEF", rows, strict=False)
    ]
    lying = {colour: int(value) for colour, value in zip("RYGBWK", dice, strict=True)}
    position = {"seats": len(sheets), "active": 0, "phase": phase, "rolls": rolls}
    return TWENTY_ONE.position({**position, "dice": lying, "sheets": sheets})


LAST_TWO: list[int | None] = [6, None, 4, 3, None, 1]  # yellow 5 and white 2 of row 1
DONE: list[list[int | None]] = [
    [6, 5, 4, 3, 2, 1],
    [5, 4, 4, 3, 3, 1],
    [6, 5, 3, 2, 2, 1],
    [5, 4, 4, 2, 2, 1],
]
CROSSED: list[list[int | None]] = [[0] * 6]  # six turns
TWENTY_ONE_CASES: list[Case] = [
    (
        twenty_one("write", [], dice="624311"),
        "write R", "write Y",
        "The red 6 is a hit: it adds 1 point to the bonus of row 1.",
    ),
    (
        twenty_one("write", [], dice="624311"),
        "write RGB", "write R",
        "More hits: they add 5 points to the bonus of row 1.",
    ),
    (
        twenty_one("write", [], dice="624311"),
        "write RG", "write RYG",
        "The yellow field stays open for a hit: it needs a 5, not a 2.",
    ),
    (
        twenty_one("write", [], dice="624311"),
        "write RY", "write R",
        "Row 1 gets closer to completion: 4 empty fields instead of 5.",
    ),
    (
        twenty_one("write", [], dice="624311"),
        "write Y", "cross",
        "Crossing out would give up the red 6.",
    ),
    (
        twenty_one("write", [LAST_TWO], dice="645611"),
        "write YW", "write Y",
        "This completes row 1; next turn you start row 2.",
    ),
    (
        twenty_one("write", [*DONE, [4, 4, 3, 3, 2, None]], CROSSED, dice="111111"),
        "write G", "write G",
        None,
    ),
    (
        twenty_one("keep", [LAST_TWO], dice="645621"),
        "keep", "reroll",
        "These dice can complete row 1 now; a reroll can only 28% of the time.",
    ),
    (
        twenty_one("keep", [LAST_TWO], dice="665661"),
        "reroll", "keep",
        "None of these dice fits in row 1; after a reroll at least one fits 89% of the time.",
    ),
    (
        twenty_one("keep", [LAST_TWO], dice="656661"),
        "keep", "reroll",
        "These dice give you 1 hit; a reroll gives as many only 31% of the time.",
    ),
    (
        twenty_one("keep", [LAST_TWO], dice="646661"),
        "reroll", "keep",
        "28% of the time, a reroll can complete row 1; these dice cannot.",
    ),
    (
        twenty_one("write", [*DONE, [4, 4, 3, None, 2, None]], CROSSED, dice="111111"),
        "write RG", "write R",
        "This ends the game, and right now you are 192 points ahead.",
    ),
    (
        twenty_one("keep", [[None, None, 4, 3, 2, None]], dice="516623"),
        "keep", "reroll",
        "These dice can score 6 points; a reroll scores as much only 44% of the time.",
    ),
    (
        twenty_one("keep", [[6, None, None, 3, 2, 1]], dice="626621"),
        "keep", "reroll",
        "After a reroll, no dice would fit 6% of the time.",
    ),
    (
        twenty_one("keep", [[6, 5, None, 3, 2, 1]], dice="662621"),
        "reroll", "keep",
        "These dice can score 2 points; a reroll scores more 33% of the time.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("state", "action", "other", "sentence"), named(QWINTO_CASES + TWENTY_ONE_CASES)
)
def test_what_speaks_for_a_move(
    state: State, action: str, other: str, sentence: str | None
) -> None:
    assert advised(state, action, other, state.pending[0]) == sentence
