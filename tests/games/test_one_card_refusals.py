"""What One Card refuses: positions, rolls, deals and moves, each with its reason."""

from __future__ import annotations

from typing import Any

import pytest
from one_card_moments import ADVANCED, BASE, at, marking, on, own

import rollwrite as rw
from rollwrite import IllegalMove, IllegalRoll, Kind

FULL_26 = {"V": 5, "Y": 3, "G": 2}  # three full rows of card 26


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"dice": "RROB"}, r"dice: must be five letters from R, O, Y, B, G, V.*not 'RROB'"),
        ({"dice": "RROBX"}, r"dice: must be five letters"),
        ({"dice": 5}, r"dice: must be five letters"),
        ({"dice": "RROB?"}, r"dice: all dice have been rolled"),
        ({"phase": "roll", "rolls": 0}, r"dice: nothing .* rolled yet, .* must be '\?\?\?\?\?'"),
        ({"phase": "roll", "rolls": 1}, r"dice: at least one die must be '\?'"),
        ({"phase": "roll", "rolls": 3}, r"rolls: .* 0 to 2, not 3"),
        ({"phase": "hold", "rolls": 0}, r"phase: .*'hold' only exists in the advanced game"),
        ({"phase": "marks"}, r"'marks' is not allowed here. Did you mean mark\?"),
        ({"sheets": [own(1, 2), own(3, 2)]}, r"sheets\[1\]\.cards\[1\]\.card: card 2 is already"),
        ({"sheets": [own(1, 31), own(3, 4)]}, r"sheets\[0\]\.cards\[1\]\.card: .* no card 31"),
        ({"sheets": [own(1, 0), own(3, 4)]}, r"no card 0 in this game"),
        ({"sheets": [own(1, 2, 5), own(3, 4)]}, r"sheets\[0\]\.cards: .* of length 2"),
        ({"sheets": [own(1, 2)]}, r"sheets: must be a list of length 2"),
        ({"sheets": [own(1, None), own(3, 4)]}, r"sheets\[0\]\.cards: a card is missing"),
        ({"sheets": [own(on(1, R=1), 2), own(3, 4)]}, r"ticks\.R: card 1 has no red row"),
        ({"sheets": [own(on(1, O=5), 2), own(3, 4)]}, r"ticks\.O: .* 0 to 4, not 5"),
        ({"sheets": [own(on(1, X=1), 2), own(3, 4)]}, r"ticks: 'X' is not a colour"),
        ({"sheets": [own(on(1, YB=1), 2), own(3, 4)]}, r"ticks: 'YB' is not a colour"),
        (
            {"sheets": [own(on(26, **FULL_26), 2), own(3, 4)]},
            r"sheets\[0\]\.cards\[0\]\.ticks: card 26 has three full rows.*\(C6\)",
        ),
        (
            {"sheets": [own(1, 2, scored=[(26, 11)]), own(3, 4)]},
            r"scored\[0\]\.points: card 26 cannot score 11 points, only .*\(C6\)",
        ),
        ({"sheets": [own(1, 2, scored=[(1, 12)]), own(3, 4)]}, r"\.card: card 1 is already"),
        (
            {"sheets": [own(1, 2, scored=[(c, 13) for c in (7, 8, 9, 10, 11)]), own(3, 4)]},
            r"scored: 5 scored cards are too many",
        ),
        (
            {"sheets": [own(1, 2, scored=[(c, 13) for c in (7, 8, 9, 10)]), own(3, 4)]},
            r"phase: seat 0 has scored four cards, so this must be 'over' \(C8\)",
        ),
        ({"phase": "over"}, r"phase: nobody has scored four cards.*\(C8\)"),
        (
            {
                "phase": "over",
                "sheets": [own(1, 2, scored=[(c, 13) for c in (7, 8, 9, 10)]), own(3, 4)],
            },
            r"sheets\[0\]\.cards: the fourth scored card is not replaced",
        ),
        ({"phase": "deal"}, r"phase: nobody is missing a card, so the phase cannot be 'deal'"),
        (
            {"phase": "deal", "sheets": [own(1, None), own(3, 4)]},
            r"sheets\[0\]\.cards: at most one card can be missing, and only if one was scored",
        ),
        (
            {"phase": "deal", "rolls": 0, "dice": "?????", "sheets": [own(on(1, O=1), None)] * 2},
            r"ticks: nothing can be ticked before the first turn",
        ),
        (
            {
                "phase": "deal", "rolls": 0, "dice": "?????",
                "sheets": [own(1, None, scored=[(26, 12)]), own(3, 4)],
            },
            r"scored: 1 scored cards are too many: none before the first turn",
        ),
        ({"open": [5, 6, 7]}, r"open: must be a list of length 0"),
        ({"deck": [1, 2]}, r"deck: must be \[5, 6, "),
        ({"pending": [0]}, r"pending: must be \[0, 1\]"),
        ({"answers": {"0": "card 3"}}, r"answers\.0: You have no third card.*\(C1\)"),
        ({"answers": {"0": "keep", "1": "pass"}}, r"answers\.0: keep is not possible now"),
        ({"answers": {"0": "pass", "1": "pass"}}, r"every seat has already moved"),
        ({"seats": 5}, r"seats: .* 1 to 4, not 5"),
        ({"variant": "advanced"}, r"position of the variant 'advanced', not 'base'"),
        ({"edition": "mine #1"}, r"position of the edition 'mine #1', not None"),
        ({"turn": 3}, r"unknown field 'turn'"),
    ],
)  # fmt: skip
def test_bad_positions_are_named(change: dict[str, Any], told: str) -> None:
    right = {"seats": 2, "active": 0, "phase": "mark", "rolls": 3, "dice": "RROBV"}
    with pytest.raises(rw.BadPosition, match=told):
        BASE.position({**right, "sheets": [own(1, 2), own(3, 4)], **change})


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"open": [28, 29, None]}, r"open: there must be three open cards \(C9\)"),
        ({"open": [28, 29]}, r"open: must be a list of length 3"),
        ({"open": [1, 29, 30]}, r"sheets\[0\]\.cards\[0\]\.card: card 1 is already in open\[0\]"),
        ({"phase": "take"}, r"phase: nobody is missing a card, so the phase cannot be 'take'"),
        ({"phase": "deal"}, r"open: the open card to be dealt must be null"),
        ({"phase": "deal", "open": [None, None, 30]}, r"open: the open card to be dealt must be"),
        (
            {"phase": "hold", "rolls": 0, "dice": "?????", "sheets": [own(1, 2, 3, 4, 5)]},
            r"open: there are no open cards while players draw",
        ),
        (
            {"phase": "hold", "rolls": 0, "dice": "?????", "open": [None] * 3},
            r"sheets\[0\]\.cards: must be a list of length 5",
        ),
        (
            {
                "phase": "deal", "rolls": 0, "dice": "?????", "open": [None] * 3,
                "sheets": [own(1, 2, None)],
            },
            r"sheets\[0\]\.cards: a card is missing",
        ),
    ],
)  # fmt: skip
def test_bad_positions_of_the_advanced_game_are_named(change: dict[str, Any], told: str) -> None:
    right = {"seats": 1, "active": 0, "phase": "mark", "rolls": 3, "dice": "RROBV"}
    sheets = [own(1, 2, 3)]
    with pytest.raises(rw.BadPosition, match=told):
        ADVANCED.position({**right, "open": [28, 29, 30], "sheets": sheets, **change})


@pytest.mark.parametrize(
    ("dice", "given", "kind", "told"),
    [
        ("?????", "RROBVV", Kind.WRONG_DICE, "Roll 5 dice, not 6"),
        ("?????", "RROB", Kind.WRONG_DICE, "Roll 5 dice, not 4"),
        ("R?V?O", "RRO", Kind.WRONG_DICE, "Roll 2 dice, not 3"),
        ("?????", "RROBW", Kind.WRONG_DICE, "W is not a colour of the dice; choose from: R, O, Y"),
        ("?????", "R1O2", Kind.UNREADABLE, "'R1O2' is not a valid roll. Write it like this: RROBV"),
        ("R?V?O", "", Kind.UNREADABLE, "'' is not a valid roll. Write it like this: RR"),
        ("?????", "deal 12", Kind.UNREADABLE, "'deal 12' is not a valid roll"),
    ],
)
def test_bad_rolls_are_named(dice: str, given: str, kind: Kind, told: str) -> None:
    state = at("roll", dice, own(1, 2), rolls=0 if dice == "?????" else 1)
    with pytest.raises(IllegalRoll, match=told) as refused:
        state.roll(given)
    assert refused.value.kind is kind


@pytest.mark.parametrize(
    ("given", "kind", "told"),
    [
        ("deal 1", Kind.WRONG_DICE, "Card 1 is not in the deck; it is already on the table"),
        ("deal 26", Kind.WRONG_DICE, "Card 26 is not in the deck"),  # scored
        ("deal 31", Kind.WRONG_DICE, "There is no card 31 in this game"),
        ("deal 0", Kind.WRONG_DICE, "There is no card 0 in this game"),
        ("deal", Kind.UNREADABLE, "'deal' is not a valid deal. Write it like this: deal 2"),
        ("RROBV", Kind.UNREADABLE, "'RROBV' is not a valid deal"),
    ],
)
def test_bad_deals_are_named(given: str, kind: Kind, told: str) -> None:
    state = at("deal", "RROBV", own(1, None, scored=[(26, 12)]))
    with pytest.raises(IllegalRoll, match=told) as refused:
        state.roll(given)
    assert refused.value.kind is kind


@pytest.mark.parametrize(
    ("text", "kind", "told"),
    [
        ("card 3", Kind.AGAINST_RULES, r"no third card; you play with 2 cards \(C1\)"),
        (
            "card 1",
            Kind.AGAINST_RULES,
            r"Nothing fits on your first card: .*\(C5\)",
        ),
        (
            "keep",
            Kind.WRONG_MOMENT,
            r"keep is not possible now. Use these dice on one of your cards",
        ),
        ("reroll 1,2", Kind.WRONG_MOMENT, r"reroll 1,2 is not possible now"),
        ("take 1", Kind.WRONG_MOMENT, r"take 1 is not possible now"),
        ("hold 1,2,3", Kind.WRONG_MOMENT, r"hold 1,2,3 is not possible now"),
        (
            "card 4",
            Kind.UNREADABLE,
            r"'card 4' is not a valid move. Possible moves: card 2, pass",
        ),
        ("reroll 1,1", Kind.UNREADABLE, r"'reroll 1,1' is not a valid move"),
        ("reroll 6", Kind.UNREADABLE, r"'reroll 6' is not a valid move"),
    ],
)
def test_refused_moves_name_the_rule(text: str, kind: Kind, told: str) -> None:
    state = marking("GGOOO", own(on(26, G=1), 3))
    with pytest.raises(IllegalMove, match=told) as refused:
        state.play(text)
    assert refused.value.kind is kind


def test_holding_other_than_three_cards_is_refused() -> None:
    state = at("hold", "?????", own(1, 2, 3, 4, 5), game=ADVANCED, open=[None] * 3)
    with pytest.raises(IllegalMove, match=r"exactly 3 of the 5 cards you drew, not 2 \(C9\)"):
        state.play("hold 1,2")


@pytest.mark.parametrize("text", ["reroll 1,3,5", "REROLL 5 3 1", " Reroll 3,1, 5", "reroll 135"])
def test_notation_is_read_in_any_order_and_case(text: str) -> None:
    state = at("keep", "ROYBG", own(1, 2))
    assert state.play(text) == state.play("reroll 1,3,5")
    assert state.play(text).log.events[-1].text == "reroll 1,3,5"


@pytest.mark.parametrize("text", ["deal 12", "DEAL 12", "12", " deal  12 "])
def test_a_deal_is_read_with_or_without_its_word(text: str) -> None:
    assert BASE.start().roll(text).log.events[-1].text == "deal 12"
