"""What speaks for a move in One Card and Clever Kids: a moment, two moves, and the sentence."""

from __future__ import annotations

import pytest
from advised import Case, advised, named
from clever_kids_table import bonus, pool, turn
from clever_kids_table import sheet as party
from one_card_moments import ADVANCED, marking, on, own
from one_card_moments import at as one_card

from rollwrite import State


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
        "This finishes a card: 17 points.",
    ),
    (
        marking("RRRRY", own(3, 26)),
        "card 1", "pass",
        "This fills the red row of your first card: 4 points.",
    ),
    (
        marking("OYYBV", own(3, on(23, O=3, B=2))),
        "card 2", "card 1",
        "This fills the orange row of your second card: 4 points.",
    ),
    (
        marking("RRRGG", own(3, 23)),
        "card 1", "card 2",
        "You tick 5 boxes instead of 3.",
    ),
    (
        marking("RRRGG", own(3, 23)),
        "card 1", "pass",
        "Your first card then only needs 7 boxes more.",
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
        "Ticking balloon 4 earns you a rainbow star.",
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


@pytest.mark.parametrize(
    ("state", "action", "other", "sentence"), named(ONE_CARD_CASES + CLEVER_CASES)
)
def test_what_speaks_for_a_move(
    state: State, action: str, other: str, sentence: str | None
) -> None:
    assert advised(state, action, other, state.pending[0]) == sentence
