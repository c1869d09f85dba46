"""What speaks for a move, game by game: a moment, two moves, and the sentence."""

from __future__ import annotations

from typing import Any

import pytest
from advised import Case, advised, named
from clever_kids_table import bonus, pool, turn
from clever_kids_table import sheet as party
from one_card_moments import ADVANCED, marking, on, own
from one_card_moments import at as one_card

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
        twenty_one("write", [*DONE, [4, 4, 3, 3, 2, None]], [], dice="111111"),
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
        "A reroll can complete your row 28% of the time; these dice cannot.",
    ),
    (
        twenty_one("write", [*DONE, [4, 4, 3, None, 2, None]], [], dice="111111"),
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


def held(*cards: int) -> State:
    """Seat 0 has these five cards to choose from, alone."""
    state = ADVANCED.start(seats=1)
    for card in cards:
        state = state.roll(f"deal {card}")
    return state


NEAR = on(3, R=4, O=4, B=3)  # R4* O4 B4* G4 V4: one more blue finishes it
ONE_CARD_CASES: list[Case] = [
    (
        marking("BGGVY", own(NEAR, 23)),
        "card 1", "card 2",
        "This completes card 3: 17 points.",
    ),
    (
        marking("RRRRY", own(3, 26)),
        "card 1", "pass",
        "This fills the red row of card 3: 4 points.",
    ),
    (
        marking("OYYBV", own(3, on(23, O=3, B=2))),
        "card 2", "card 1",
        "This fills the orange row of card 23: 4 points.",
    ),
    (
        marking("RRRGG", own(3, 23)),
        "card 1", "card 2",
        "You tick 5 boxes instead of 3.",
    ),
    (
        marking("RRRGG", own(3, 23)),
        "card 1", "pass",
        "Card 3 then only needs 7 boxes more.",
    ),
    (
        marking("RRRYY", own(3, 5)),
        "pass", "card 1",
        "Fewer rows are left with a single free box, which only fits a single die: 0 instead of 1.",
    ),
    (
        one_card("keep", "BGGVY", own(NEAR, 23)),
        "keep", "reroll 1",
        "These dice complete a card now; the next roll would only do so 17% of the time.",
    ),
    (
        one_card("keep", "RRGGV", own(NEAR, 23)),
        "reroll 3", "reroll 1,2",
        None,
    ),
    (
        one_card("keep", "RRGGV", own(NEAR, 23)),
        "reroll 1,2", "reroll 3",
        "The next roll completes a card 31% of the time instead of 17%.",
    ),
    (
        one_card("keep", "RRRRY", own(1, 7)),
        "reroll 1,2,3,4", "keep",
        "The next roll fills a row 3% of the time instead of 0%.",
    ),
    (
        one_card("keep", "RRRRY", own(3, 26)),
        "keep", "reroll 1",
        "These dice fill a row now; the next roll would only do so 17% of the time.",
    ),
    (
        one_card("keep", "BBGGR", own(on(3, R=4, O=4), on(5, R=4, O=4))),
        "keep", "reroll 1,2",
        "These dice tick 4 boxes; the next roll ticks as many only 25% of the time.",
    ),
    (
        one_card("keep", "RROOG", own(3, 26)),
        "keep", "reroll 1",
        "All five dice fit on one card.",
    ),
    (
        one_card(
            "take", "RRRRY", own(None, 2, 3, scored=[(4, 12)]), game=ADVANCED, open=[1, 13, 28]
        ),
        "take 3", "take 1",
        "Its three shortest rows have 9 boxes, those of the other card 12.",
    ),
    (
        held(1, 2, 25, 26, 27),
        "hold 3,4,5", "hold 1,2,3",
        "The three shortest rows of each of these cards add up to 27 boxes,"
        " those of the others to 33.",
    ),
    (
        marking("RRGBV", own(3, 26)),
        "pass", "card 1",
        "Your cards then take about 4.63 dice per roll instead of 4.60.",
    ),
]  # fmt: skip

CLEVER_CASES: list[Case] = [
    (
        turn("candle candle pink gift4 candle", party(R=1), party()),
        "zone red", "zone green",
        "The red zone can bring you more rainbow stars: 1 instead of 0.",
    ),
    (
        turn("heart candle pink gift4 blue", party(Y=2), party()),
        "zone yellow", "zone red",
        "The yellow zone can bring you more bonus crosses: 1 instead of 0.",
    ),
    (
        turn("gift1 gift2 pink candle blue", party(), party()),
        "zone green", "zone red",
        "You can tick more in the green zone: 2 instead of 1.",
    ),
    (
        pool(
            "joker blue pink muffin candle", "blue pink muffin candle",
            party(R=8, M=3), party(Y=11),
        ),
        "pass", "zone yellow",
        "The other move would end the game while you are 1 rainbow star behind.",
    ),
    (
        bonus("yellow", Y=3),
        "tick Y4", "decline",
        "Y4 (green balloon) earns you a rainbow star.",
    ),
    (
        bonus("green", G=["1110", "0000", "0000"]),
        "tick G14", "tick G21",
        "This completes row 1 of the gifts and earns you a rainbow star.",
    ),
    (
        bonus("green", G=["1100", "0000", "0000"]),
        "tick G13", "tick G23",
        "Row 1 of the gifts then only needs 1 gift more for its rainbow star.",
    ),
    (
        bonus("yellow", "blue", M=1),
        "tick M2", "tick Y1",
        "The bonus cross saves you more dice here: 2 instead of 1.",
    ),
    (
        turn("gift1 gift2 pink candle blue", party(), party()).play("zone green").play("tick G11"),
        "tick G12", "done",
        "You can tick one more symbol with your dice.",
    ),
]  # fmt: skip

CASES = QWINTO_CASES + TWENTY_ONE_CASES + ONE_CARD_CASES + CLEVER_CASES


@pytest.mark.parametrize(("state", "action", "other", "sentence"), named(CASES))
def test_what_speaks_for_a_move(
    state: State, action: str, other: str, sentence: str | None
) -> None:
    assert advised(state, action, other, state.pending[0]) == sentence
