"""One Card rule by rule: examples named after the rules of the specification."""

from __future__ import annotations

from math import isclose
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from one_card_moments import ADVANCED, BASE, at, cards, marking, moves, on, own, scored

import rollwrite as rw
from rollwrite import State
from rollwrite.server.tables.queries import alike


def dealt(state: State, *numbers: int) -> State:
    for number in numbers:
        state = state.roll(f"deal {number}")
    return state


def test_c1_each_player_is_dealt_two_cards_and_the_first_player_rolls() -> None:
    state = BASE.start(seats=3, first=1)
    assert state.chance == ("deal", ("card",))
    assert len(state.chance_outcomes()) == 30
    state = dealt(state, 1, 2, 3, 4, 5)
    assert state.chance == ("deal", ("card",))
    assert len(state.chance_outcomes()) == 25
    state = dealt(state, 6)
    assert [cards(state, seat) for seat in (1, 2, 0)] == [
        [(1, {}), (2, {})],
        [(3, {}), (4, {})],
        [(5, {}), (6, {})],
    ]
    assert state.chance == ("roll", ("1", "2", "3", "4", "5"))
    assert state.active == 1
    assert state.position()["deck"] == list(range(7, 31))


def test_c1_seat_by_seat_from_the_first_player() -> None:
    state = dealt(BASE.start(seats=3, first=2), 1, 2, 3, 4, 5, 6)
    order = []
    for _ in range(4):
        order.append(state.active)
        state = state.roll("ROYBG").play("keep")
        for seat in state.pending:
            state = state.play("pass", seat)
    assert order == [2, 0, 1, 2]


def test_c2_up_to_two_rerolls_of_any_dice_kept_ones_too() -> None:
    state = at("roll", "?????", own(1, 2), own(3, 4)).roll("ROYBG")
    assert state.pending == (0,)
    assert len(state.moves()) == 32  # keep, and every choice of five different dice
    state = state.play("reroll 1,3")
    assert state.position()["dice"] == "?O?BG"
    assert state.chance == ("roll", ("1", "3"))
    state = state.roll("VV").play("reroll 1,2,3,4,5").roll("RRRRR")
    assert state.position()["phase"] == "mark", "the third roll stands"
    assert state.pending == (0, 1)


def test_c2_a_first_roll_may_be_kept() -> None:
    state = at("keep", "ROYBG", own(1, 2), own(3, 4)).play("keep")
    assert (state.position()["phase"], state.position()["dice"]) == ("mark", "ROYBG")


@pytest.mark.parametrize(
    ("dice", "count"),
    [("RRRRR", 6), ("RRRRO", 10), ("RROOY", 18), ("RROYB", 24), ("ROYBG", 32)],
)
def test_c2_equal_dice_are_offered_once(dice: str, count: int) -> None:
    """Of n equal dice 0 to n may be rerolled: (5 + 1), (4 + 1)(1 + 1), 3 · 3 · 2, …"""
    assert len(at("keep", dice, own(1, 2)).moves()) == count


def test_c2_of_equal_dice_the_first_ones_are_rerolled() -> None:
    state = at("keep", "VRVRV", own(1, 2))
    assert "reroll 1,2" in moves(state)
    assert "reroll 1,4" not in moves(state)
    assert state.play("reroll 4,5") == state.play("reroll 1,2")
    assert state.play("reroll 5,3").position()["dice"] == "?R?RV"


def test_c2_rolled_colours_fall_into_the_places_in_their_order() -> None:
    state = at("roll", "R?V?O", own(1, 2), rolls=1)
    assert state.roll("BY") == state.roll("YB")
    assert state.roll("BY").position()["dice"] == "RYVBO"


@pytest.mark.parametrize(
    ("dice", "outcomes", "event", "weight"),
    [
        ("?????", 252, "RROBV", 60 / 6**5),
        ("?????", 252, "RRRRR", 1 / 6**5),
        ("R?V?O", 21, "YB", 2 / 36),
        ("R?V?O", 21, "BB", 1 / 36),
        ("RRRR?", 6, "V", 1 / 6),
    ],
)
def test_c2_equal_rolls_are_one_outcome(
    dice: str, outcomes: int, event: str, weight: float
) -> None:
    state = at("roll", dice, own(1, 2), rolls=0 if dice == "?????" else 1)
    found = dict(state.chance_outcomes())
    assert len(found) == outcomes
    assert isclose(found[event], weight)
    assert isclose(sum(found.values()), 1)


def test_c3_everybody_uses_the_same_dice_on_one_card_or_passes() -> None:
    state = marking("RRROO", own(3, 6), own(4, 1), own(2, 5))
    assert [moves(state, seat) for seat in range(3)] == [
        ["card 1", "card 2", "pass"],
        ["card 1", "card 2", "pass"],
        ["card 1", "card 2", "pass"],
    ]
    state = state.play("pass", 2).play("card 2", 1).play("card 1", 0)
    assert cards(state, 0) == [(3, {"R": 3, "O": 2}), (6, {})]
    assert cards(state, 1) == [(4, {}), (1, {"O": 2})]
    assert cards(state, 2) == [(2, {}), (5, {})]
    assert state.active == 1


def test_c3_answers_stay_hidden_until_all_have_answered() -> None:
    state = marking("RRROO", own(3, 6), own(4, 1)).play("card 1", 0)
    assert state.position()["answers"] == {"0": "card 1"}
    assert "answers" not in state.position(seat=1)
    assert cards(state) == [(3, {}), (6, {})]
    assert state.take_back(0) == marking("RRROO", own(3, 6), own(4, 1))


@pytest.mark.parametrize(
    ("before", "dice", "after"),
    [
        ({}, "VVYYO", {"V": 2, "Y": 2}),  # example 1: orange has no row
        ({"V": 2, "Y": 2}, "VVVYY", {"V": 5, "Y": 2}),  # example 2: one free yellow box for two
        ({"R": 4}, "RBBBB", {"R": 4, "B": 4}),  # a full row takes nothing
        ({"G": 1}, "GGBOO", {"B": 1, "G": 1}),  # two green dice for one box
        ({"G": 1}, "GBBOO", {"B": 2, "G": 2}),
    ],
)
def test_c4_all_dice_of_a_colour_fit_or_none_is_ticked(
    before: dict[str, int], dice: str, after: dict[str, int]
) -> None:
    state = marking(dice, own(on(26, **before), 3)).play("card 1")
    assert cards(state)[0] == (26, after)


@pytest.mark.parametrize(
    ("cards", "dice", "expected"),
    [
        (own(26, 27), "OOOOO", ["pass"]),  # no orange row on 26, four boxes on 27
        (own(26, 30), "OOOOO", ["card 2", "pass"]),  # six on 30
        (own(on(26, G=1), 1), "GGRRR", ["card 1", "card 2", "pass"]),  # red fits on 26
        (own(on(26, G=1, R=2), 1), "GGRRR", ["card 2", "pass"]),
    ],
)
def test_c5_only_a_card_on_which_something_fits_can_be_chosen(
    cards: Any, dice: str, expected: list[str]
) -> None:
    assert moves(marking(dice, cards)) == expected


def test_c5_every_colour_that_fits_is_ticked() -> None:
    state = marking("ROYBG", own(30, 3)).play("card 1")
    assert cards(state)[0] == (30, {"O": 1, "B": 1, "G": 1, "R": 1, "Y": 1})


@pytest.mark.parametrize(
    ("card", "dice", "points"),
    [
        # example 3: 5 + 3 (sun) + 2, red and blue not full
        (on(26, V=5, Y=2, G=1, R=2, B=5), "YGOOO", 12),
        # example 4: red and blue with suns, orange, green; violet not full
        (on(3, R=3, O=4, B=3, G=4), "RBYYY", 21),
        # four rows at once: 4 · 4 and both suns
        (on(3, R=3, O=3, B=3, G=3), "ROBGY", 21),
        # all five rows: 20 boxes and 5
        (on(3, R=3, O=3, B=3, G=3, V=3), "ROBGV", 25),
        # no sun at all: orange, green, violet
        (on(3, O=4, G=4, V=3), "VYYYY", 12),
    ],
)
def test_c6_three_full_rows_are_scored_at_once(card: Any, dice: str, points: int) -> None:
    state = marking(dice, own(card, 1)).play("card 1")
    assert scored(state) == [(card["card"], points)]
    assert cards(state)[0] is None
    assert state.scores() == (points,)


def test_c6_two_full_rows_are_not_scored() -> None:
    state = marking("YOOOO", own(on(26, V=5, Y=2), 3)).play("card 1")
    assert scored(state) == []
    assert cards(state)[0] == (26, {"V": 5, "Y": 3})


def test_c7_new_cards_are_dealt_in_turn_order_into_the_gaps() -> None:
    ready = {"V": 5, "Y": 3, "G": 1}
    almost_3 = on(3, R=4, O=4, B=3)
    sheets = (own(1, on(26, **ready)), own(2, 4), own(almost_3, 5))
    state = marking("GBOOO", *sheets, active=1)
    state = state.play("card 2", 0).play("pass", 1).play("card 1", 2)
    assert state.chance == ("deal", ("card",))
    assert (cards(state, 0)[1], cards(state, 2)[0]) == (None, None)
    state = state.roll("deal 30")
    assert cards(state, 2)[0] == (30, {}), "seat 2 comes before seat 0 when seat 1 is active"
    assert state.position()["phase"] == "deal"
    state = state.roll("deal 29")
    assert cards(state, 0)[1] == (29, {})
    assert (state.position()["phase"], state.active) == ("roll", 2)
    assert not {3, 26, 29, 30} & set(state.position()["deck"]), "scored cards lie aside"


@pytest.mark.parametrize("game", [BASE, ADVANCED], ids=["base", "advanced"])
def test_c8_the_fourth_scored_card_ends_the_game_and_nobody_draws(game: rw.Game) -> None:
    three = [(7, 13), (8, 13), (9, 13)]
    extra = [] if game is BASE else [10]
    sheets = (
        own(on(26, V=5, Y=3, G=1), 1, *extra, scored=three),
        own(on(23, V=3, Y=6), on(3, R=4, O=4, B=3), *[card + 1 for card in extra]),
    )
    state = marking("GBOOO", *sheets, game=game).play("card 1", 0)
    assert not state.over
    state = state.play("card 2", 1)
    assert state.over
    assert (cards(state, 0)[0], cards(state, 1)[1]) == (None, None)
    assert state.scores() == (13 + 13 + 13 + 12, 9 + 17)
    assert state.winners() == (0,)


def test_c8_unfinished_cards_count_full_rows_without_suns() -> None:
    """Example 5: yellow 6 (with a sun) and violet 3 are full: 9."""
    state = marking("OOOOO", own(on(23, Y=6, V=3, R=2), on(30, O=6)))
    assert state.scores() == (9 + 6,)
    assert [(line.label, line.points, line.parts) for line in state.tally(0)] == [
        ("Full rows of your first card: yellow and purple", 9, ("card-1",)),
        ("Full rows of your second card: orange", 6, ("card-2",)),
    ]


def test_c8_the_highest_total_wins_and_equal_totals_share() -> None:
    four = [(7, 13), (8, 13), (9, 13), (10, 13)]  # 52
    other = [(11, 17), (12, 13), (13, 13)]  # 43, and 6, 9 or 11 for full rows
    winners = []
    for card in (on(23, Y=6), on(23, Y=6, V=3), on(30, O=6, B=5)):
        sheets = (own(None, 1, scored=four), own(card, 2, scored=other))
        winners.append(at("over", "RROOY", *sheets).winners())
    assert winners == [(0,), (0, 1), (1,)]


def test_c9_everybody_keeps_three_of_five_then_three_cards_are_laid_open() -> None:
    state = dealt(ADVANCED.start(seats=2), *range(1, 10))
    assert state.position()["phase"] == "deal"
    state = dealt(state, 10)
    assert (state.position()["phase"], state.pending) == ("hold", (0, 1))
    assert len(state.moves(0)) == 10
    assert moves(state, 0)[0] == "hold 1,2,3"
    first = state.play("hold 1,3,5", 0)
    assert first.pending == (1,)
    assert "answers" not in first.position(seat=1)
    state = first.play("hold 2,3,4", 1)
    assert [card and card[0] for card in cards(state, 0)] == [1, 3, 5]
    assert [card and card[0] for card in cards(state, 1)] == [7, 8, 9]
    assert state.position()["deck"] == [2, 4, 6, *range(10, 31)], "the rest are shuffled back"
    state = dealt(state, 2, 30)
    assert state.position()["open"] == [2, 30, None]
    state = dealt(state, 4)
    assert state.position()["open"] == [2, 30, 4]
    assert (state.position()["phase"], state.active) == ("roll", 0)


def test_c9_a_finished_card_is_replaced_from_the_open_ones_in_turn_order() -> None:
    ready = on(26, V=5, Y=3, G=1)
    sheets = (own(1, ready, 4), own(on(3, R=4, O=4, B=3), 5, 6))
    state = marking("GBOOO", *sheets, game=ADVANCED, active=1)
    state = state.play("card 2", 0).play("card 1", 1)
    assert (state.position()["phase"], state.pending) == ("take", (1,))
    assert moves(state) == ["take 1", "take 2", "take 3"]
    state = state.play("take 2")
    assert cards(state, 1)[0] == (29, {})
    assert state.position()["open"] == [28, None, 30]
    state = state.roll("deal 12")
    assert state.position()["open"] == [28, 12, 30], "refilled at once, in the same place"
    assert state.pending == (0,), "the next one chooses from the new three"
    state = state.play("take 2").roll("deal 13")
    assert cards(state, 0)[1] == (12, {})
    assert (state.position()["phase"], state.active) == ("roll", 0)


def test_c9_three_cards_may_be_used() -> None:
    state = marking("GGGGV", own(1, 28, 2), game=ADVANCED, open=[3, 4, 5])
    assert moves(state) == ["card 1", "card 2", "card 3", "pass"]


@pytest.mark.parametrize(
    "position",
    [
        {
            "game": "one_card", "variant": "base", "seats": 2, "active": 0, "phase": "mark",
            "rolls": 3, "pending": [0, 1], "dice": "VVYYO",
            "deck": [n for n in range(1, 31) if n not in (26, 3, 11, 5, 6)], "open": [],
            "sheets": [
                {"cards": [on(26, V=2, Y=1), on(3)], "scored": [{"card": 11, "points": 21}]},
                {"cards": [on(5), on(6)], "scored": []},
            ],
        },
        {
            "game": "one_card", "variant": "advanced", "seats": 1, "active": 0, "phase": "deal",
            "rolls": 0, "pending": [], "dice": "?????", "deck": list(range(4, 31)),
            "open": [None, None, None],
            "sheets": [{"cards": [on(1), on(2), on(3), None, None], "scored": []}],
        },
        {
            "game": "one_card", "variant": "advanced", "seats": 1, "active": 0, "phase": "deal",
            "rolls": 0, "pending": [], "dice": "?????", "deck": list(range(4, 31)),
            "open": [None, None, None],
            "sheets": [{"cards": [on(1), on(2), on(3)], "scored": []}],
        },
    ],
    ids=["specification", "three of five drawn", "three held, open ones to be laid"],
)  # fmt: skip
def test_positions_round_trip(position: dict[str, Any]) -> None:
    game = rw.game("one_card", variant=position["variant"])
    assert game.position(position).position() == position
    without = {name: value for name, value in position.items() if name != "deck"}
    assert game.position(without).position() == position, "the deck may be left out"


@given(
    st.sampled_from([BASE, ADVANCED]),
    st.integers(1, 4),
    st.integers(0, 2**64 - 1),
    st.randoms(use_true_random=False),
)
def test_always_every_card_lies_in_one_place_and_ticks_only_grow(
    game: rw.Game, seats: int, seed: int, random: Any
) -> None:
    state = game.start(seats=seats, seed=seed)
    before: dict[int, int] = {}
    while not state.over:
        if state.chance:
            state = state.roll()
        else:
            state = state.play(random.choice(state.moves(random.choice(state.pending))))
        position = state.position()
        lying = [card for sheet in position["sheets"] for card in sheet["cards"] if card]
        aside = [card["card"] for sheet in position["sheets"] for card in sheet["scored"]]
        shown = [card for card in position["open"] if card]
        every = [card["card"] for card in lying] + aside + shown + position["deck"]
        assert sorted(every) == list(range(1, 31))
        ticks = {card["card"]: sum(card["ticks"].values()) for card in lying}
        assert all(ticks[card] >= before.get(card, 0) for card in ticks)
        before = ticks
        for sheet in position["sheets"]:
            assert all(6 <= card["points"] <= 25 for card in sheet["scored"])


def test_the_open_cards_are_shown_with_their_rows() -> None:
    state = marking("RROBV", own(1, 2, 3), game=ADVANCED)
    assert "open cards\n1: no. 28  V6  ......  O5  .....   Y4* ....    G3* ...     R2  .." in str(
        state
    )


def test_the_cards_of_the_rulebooks_examples_are_drawn_longest_row_first() -> None:
    drawn = str(dealt(BASE.start(seats=2), 26, 3, 23, 1))
    assert "no. 26  B6  ......  V5  .....   R4* ....    Y3* ...     G2  .." in drawn
    assert "no. 3   R4* ....    O4  ....    B4* ....    G4  ....    V4  ...." in drawn
    assert "no. 23  Y6* ......  R4  ....    O4  ....    B3* ...     V3  ..." in drawn


def test_dice_of_one_colour_are_alike() -> None:
    state = rw.game("one_card").start(seats=1)
    state = state.roll("deal 1").roll("deal 2")
    state = state.roll("ROBBB")
    assert alike(state, 0) == (("die-3", "die-4", "die-5"),)
    assert "reroll 3" in map(str, state.moves())
    assert "reroll 4" not in map(str, state.moves())
    assert state.play("reroll 4") == state.play("reroll 3")
