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
        "A roll of these dice fits on your sheet in 100 of 100 cases, of the other dice in 0.",
    ),
    (
        qwinto("choose", {}),
        "roll OY", "roll O",
        "The number may go into more rows that are not full: 2 instead of 1.",
    ),
    (
        qwinto("choose", COLUMN),
        "roll P", "roll O",
        "A roll of these dice can complete a row or column in 83 of 100 cases,"
        " of the other dice in 0.",
    ),
    (
        qwinto("choose", {}, {"O": [*[0] * 8, 3]}),
        "roll O", "roll P",
        "A roll of these dice fits on the other sheet in only 33 of 100 cases,"
        " of the other dice in 100.",
    ),
    (
        qwinto("keep", TIGHT, Y=3),
        "reroll", "keep",
        "The 3 fits nowhere, and a miss costs you 5 points; a reroll fits in 33 of 100 cases.",
    ),
    (
        qwinto("keep", TIGHT, Y=5),
        "keep", "reroll",
        "A reroll fits nowhere in 67 of 100 cases, and a miss costs you 5 points.",
    ),
    (
        qwinto("keep", COLUMN, P=6),
        "keep", "reroll",
        "The 6 completes the column of pentagon O2: 5 points.",
    ),
    (
        qwinto("keep", {}, {"O": [*[0] * 8, 2]}, O=2),
        "keep", "reroll",
        "The 2 fits on your sheet and on no other.",
    ),
    (
        qwinto("keep", {}, O=2),
        "keep", "reroll",
        "The 2 leaves room beside it; a reroll leaves as much in only 33 of 100 cases.",
    ),
    (
        qwinto("keep", {}, O=6),
        "reroll", "keep",
        "A reroll leaves more room beside the number than the 6 does in 83 of 100 cases.",
    ),
    (
        qwinto("keep", {}, COLUMN, P=6),
        "reroll", "keep",
        "The 6 can complete a row or column on another sheet.",
    ),
    (
        qwinto("write", COLUMN, P=6),
        "P4", "pass",
        "The 6 completes the column of pentagon O2: 5 points.",
    ),
    (
        qwinto("write", LAST_YELLOW, Y=5, P=6),
        "Y9", "pass",
        "The 11 fills the yellow row: 11 points.",
    ),
    (
        qwinto("write", {}, O=3),
        "O1", "pass",
        "A miss would cost you 5 points.",
    ),
    (
        qwinto("write", {}, O=3),
        "O1", "O9",
        "No field is lost here; the other move leaves fields that can never be filled: 6.",
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
        "A roll of these dice leaves numbers to spare on both sides in 100 of 100 cases,"
        " of the other dice in 33.",
    ),
    (
        qwinto("write", {"O": [1, 0, 0, 0, 0, 9, 0, 0, 0]}, O=6),
        "O4", "O3",
        "On its narrower side the 6 leaves more numbers to spare: 1 instead of 0.",
    ),
    (
        qwinto("write", {}, O=4, P=4),
        "pass", "O8",
        "Written there, the 8 would leave no number to spare on one side.",
    ),
    (
        qwinto("write", {}, O=4),
        "O2", "O1",
        "Over all choices of dice, a roll then finds a field in 98 of 100 cases,"
        " after the other move in 90.",
    ),
    (
        qwinto("write", {"Y": [0, 0, 9, *[0] * 6]}, O=4),
        "O2", "O3",
        "Two of the three fields in the column of pentagon O2 are then filled.",
    ),
    (
        qwinto("write", {}, O=4),
        "O2", "O3",
        "The 4 stands in a pentagon: it counts once more if its column fills up.",
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
        "The red 6 is a hit: the bonus of row 1 grows by 1 point.",
    ),
    (
        twenty_one("write", [], dice="624311"),
        "write RGB", "write R",
        "More hits: the bonus of row 1 grows by 5 points.",
    ),
    (
        twenty_one("write", [], dice="624311"),
        "write RG", "write RYG",
        "The yellow field stays open for a hit: it takes a 5, and the 2 would not be one.",
    ),
    (
        twenty_one("write", [], dice="624311"),
        "write RY", "write R",
        "Row 1 comes nearer to its end: empty fields left 4 instead of 5.",
    ),
    (
        twenty_one("write", [], dice="624311"),
        "write Y", "cross",
        "Crossing out would give up the red 6.",
    ),
    (
        twenty_one("write", [LAST_TWO], dice="645611"),
        "write YW", "write Y",
        "This finishes row 1: your next dice go into row 2.",
    ),
    (
        twenty_one("write", [*DONE, [4, 4, 3, 3, 2, None]], [], dice="111111"),
        "write G", "write G",
        None,
    ),
    (
        twenty_one("keep", [LAST_TWO], dice="645621"),
        "keep", "reroll",
        "These dice can finish row 1 at once; a reroll can in only 28 of 100 cases.",
    ),
    (
        twenty_one("keep", [LAST_TWO], dice="665661"),
        "reroll", "keep",
        "None of these dice fits in row 1; a reroll brings one that does in 89 of 100 cases.",
    ),
    (
        twenty_one("keep", [LAST_TWO], dice="656661"),
        "keep", "reroll",
        "Hits among these dice: 1; a reroll brings as many in only 31 of 100 cases.",
    ),
    (
        twenty_one("keep", [LAST_TWO], dice="646661"),
        "reroll", "keep",
        "A reroll can finish row 1 in 28 of 100 cases; these dice cannot.",
    ),
    (
        twenty_one("write", [*DONE, [4, 4, 3, None, 2, None]], [], dice="111111"),
        "write RG", "write R",
        "This ends the game, and right now you are 192 points ahead.",
    ),
    (
        twenty_one("keep", [[None, None, 4, 3, 2, None]], dice="516623"),
        "keep", "reroll",
        "These dice can bring 6 points; a reroll brings as many in only 44 of 100 cases.",
    ),
    (
        twenty_one("keep", [[6, None, None, 3, 2, 1]], dice="626621"),
        "keep", "reroll",
        "After a reroll none of the dice fits in 6 of 100 cases.",
    ),
    (
        twenty_one("keep", [[6, 5, None, 3, 2, 1]], dice="662621"),
        "reroll", "keep",
        "These dice can bring 2 points; a reroll brings more in 33 of 100 cases.",
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
        "This finishes card 3: 17 points.",
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
        "You tick 5 boxes, with the other move 3 boxes.",
    ),
    (
        marking("RRRGG", own(3, 23)),
        "card 1", "pass",
        "Card 3 then lacks only 7 boxes.",
    ),
    (
        marking("RRRYY", own(3, 5)),
        "pass", "card 1",
        "Fewer rows are left with a single free box, which takes only a lone die: 0 instead of 1.",
    ),
    (
        one_card("keep", "BGGVY", own(NEAR, 23)),
        "keep", "reroll 1",
        "These dice finish a card now; the next roll would in 17 of 100 cases.",
    ),
    (
        one_card("keep", "RRGGV", own(NEAR, 23)),
        "reroll 3", "reroll 1,2",
        None,
    ),
    (
        one_card("keep", "RRGGV", own(NEAR, 23)),
        "reroll 1,2", "reroll 3",
        "The next roll finishes a card in 31 of 100 cases, the other way in 17.",
    ),
    (
        one_card("keep", "RRRRY", own(1, 7)),
        "reroll 1,2,3,4", "keep",
        "The next roll fills a row in 3 of 100 cases, the other way in 0.",
    ),
    (
        one_card("keep", "RRRRY", own(3, 26)),
        "keep", "reroll 1",
        "These dice fill a row now; the next roll would in only 17 of 100 cases.",
    ),
    (
        one_card("keep", "BBGGR", own(on(3, R=4, O=4), on(5, R=4, O=4))),
        "keep", "reroll 1,2",
        "These dice tick 4 boxes; the next roll ticks as many in only 25 of 100 cases.",
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
        "Its three shortest rows have 9 boxes, those of the other card 12 boxes.",
    ),
    (
        held(1, 2, 25, 26, 27),
        "hold 3,4,5", "hold 1,2,3",
        "The three shortest rows on each of these cards have 27 boxes in all,"
        " on the others 33 boxes.",
    ),
    (
        marking("RRGBV", own(3, 26)),
        "pass", "card 1",
        "In 100 rolls your cards would take 463 dice, the other way 460.",
    ),
]  # fmt: skip

CLEVER_CASES: list[Case] = [
    (
        turn("candle candle pink gift4 candle", party(R=1), party()),
        "zone red", "zone green",
        "You can get more rainbow stars in the red zone: 1 instead of 0.",
    ),
    (
        turn("heart candle pink gift4 blue", party(Y=2), party()),
        "zone yellow", "zone red",
        "You can get more bonus crosses in the yellow zone: 1 instead of 0.",
    ),
    (
        turn("gift1 gift2 pink candle blue", party(), party()),
        "zone green", "zone red",
        "You can tick more symbols in the green zone: 2 instead of 1.",
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
        "Y4 (green balloon) brings you a prize: rainbow star.",
    ),
    (
        bonus("green", G=["1110", "0000", "0000"]),
        "tick G14", "tick G21",
        "This completes row 1 of the gifts: rainbow star.",
    ),
    (
        bonus("green", G=["1100", "0000", "0000"]),
        "tick G13", "tick G23",
        "Row 1 of the gifts then lacks only 1 for its prize: rainbow star.",
    ),
    (
        bonus("yellow", "blue", M=1),
        "tick M2", "tick Y1",
        "The bonus cross saves you more dice here: 2 instead of 1.",
    ),
    (
        turn("gift1 gift2 pink candle blue", party(), party()).play("zone green").play("tick G11"),
        "tick G12", "done",
        "You tick one more symbol with the dice you have.",
    ),
]  # fmt: skip

CASES = QWINTO_CASES + TWENTY_ONE_CASES + ONE_CARD_CASES + CLEVER_CASES


@pytest.mark.parametrize(("state", "action", "other", "sentence"), named(CASES))
def test_what_speaks_for_a_move(
    state: State, action: str, other: str, sentence: str | None
) -> None:
    assert advised(state, action, other, state.pending[0]) == sentence
