"""Donnant Donnant's positions, notation, rolls and deals: what is read, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from donnant_table import GAME, SOLO, at, moves, table

import rollwrite as rw
from rollwrite import IllegalMove, IllegalRoll, Kind


def test_the_position_of_the_specification() -> None:
    """With the rests that its dots stand for."""
    position = table(
        {"c3": "B05 .2.", "c4": "B09"},
        phase="decide",
        rolls=2,
        dice="33531",
        site=["Y", "O"],
        market={"e": [None, "E01", "E02", "E04"], "b": ["B01", "B02", "B03", "B04"]},
    )
    full = {
        **position,
        "spent": [],
        "acted": False,
        "bought": [],
        "last_round": None,
        "pending": [0],
    }
    assert GAME.position(position).position() == full


def in_the_middle() -> dict[str, dict[str, Any]]:
    """A position of every phase."""
    grid = {"c3": "B02 2..", "b3": "B01 135 u1"}
    window: dict[str, Any] = {"phase": "passive", "rolls": 2, "dice": "25126"}
    market = {"e": ["E05", None, "E06", "E07"], "b": ["B06", "B07", "B08", "B09"]}
    slid = {**market, "e": [None, "E05", "E06", "E07"]}
    solo: dict[str, Any] = {"variant": "solo", "level": 2, "round": 4}
    return {
        "act": table(grid, dice="25126"),
        "filling": table(
            {"c3": "B02 2.."}, dice="25126", filling={"place": "c3", "dice": ["2Y"]}
        ),
        "bought": table(
            grid,
            dice="33312",
            phase="place",
            acted=True,
            spent=["Y", "O", "G"],
            bought=["e"],
            market=market,
            sheets={0: {"hand": ["E09"]}},
        ),
        "drawn": table(grid, dice="25126", phase="place", sheets={0: {"hand": ["E09"]}}),
        "drawing": table(grid, dice="25126", phase="deal", drawing="b"),
        "joker": table(grid, dice="25126", phase="joker", sheets={0: {"written": ["P"]}}),
        "passive": table({}, grid, **window, site=["B"], sheets={1: {"written": ["Y"]}}),
        "three": table({}, grid, {"c3": "B05"}, **window, pending=[2]),
        "roll": table(grid, dice="20000", phase="roll", rolls=1, site=["Y"]),
        "deal": table(grid, phase="deal", rolls=0, bought=["e"], market=slid),
        "wild": table({"c3": "B15 33"}, phase="wild", rolls=0, last_round="last", cards=9),
        "solo_passive": table(
            grid, **solo, dice="25126", phase="solo_passive", rolls=0, allowance=2
        ),
        "remove": table(grid, **solo, phase="remove", rolls=0, allowance=0),
    }  # fmt: skip


@pytest.mark.parametrize("name", in_the_middle())
def test_positions_of_every_phase_round_trip(name: str) -> None:
    position = in_the_middle()[name]
    game = SOLO if position["variant"] == "solo" else GAME
    state = game.position(position)
    written = state.position()
    assert {key: written[key] for key in position} == position
    assert game.position(written) == state
    assert eval(repr(state), {"rollwrite": rw}) == state


Change = Callable[[dict[str, Any]], Any]


def grid(position: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = position["sheets"][0]["grid"]
    return found


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda p: p.update(seats=5), r"seats: .* 2 to 4, not 5"),
        (lambda p: p.update(seats=1), r"seats: .* 2 to 4, not 1"),
        (lambda p: p.update(variant="solo"), r"variant 'solo', not 'base'"),
        (lambda p: p.update(phase="acting"), r"phase: 'acting' is not allowed .*"),
        (lambda p: p.update(phase="remove", rolls=0), r"phase: .*solo variant \(D23\)"),
        (lambda p: p.update(rolls=0), r"rolls: must be one of 1, 2, 3 in this phase, not 0"),
        (lambda p: p["dice"].update(Y=7), r"dice\.Y: .* 0 to 6, not 7"),
        (lambda p: p["dice"].update(Y=0), r"dice\.Y: this die has been rolled"),
        (lambda p: p.update(site=["R"]), r"site\[0\]: 'R' is not one of Y, O, G, B, P"),
        (lambda p: p.update(site=["Y", "Y"]), r"site\[1\]: Y is listed twice"),
        (lambda p: p.update(site=list("YOGBP")), r"site: .*\(D7\)"),
        (lambda p: p.update(spent=["Y"]), r"spent: .*\(D10\)"),
        (lambda p: p.update(acted=1), r"acted: must be true or false, not 1"),
        (lambda p: p.update(bought=["e"]), r"bought: .*\(D13\)"),
        (lambda p: p.update(last_round="soon"), r"last_round: .*not 'soon'"),
        (lambda p: p.update(last_round="last"), r"last_round: .*nine cards \(D20\)"),
        (lambda p: p.update(drawing="e"), r"drawing: .*\(D18\)"),
        (lambda p: p.update(pending=[1]), r"pending: must be \[0\]"),
        (lambda p: p.update(tokens=1), r"unknown field 'tokens'"),
        (
            lambda p: p["market"].update(e=["B01"] + [None] * 3),
            r"market\.e\[0\]: .*not an evaluation",
        ),
        (lambda p: p["market"].update(e=["E99"] + [None] * 3), r"market\.e\[0\]: 'E99' is no"),
        (lambda p: p["market"]["e"].__setitem__(1, None), r"market\.e: .*\(D13\)"),
        (lambda p: p["decks"]["e"].append("E29"), r"E29 is in two places"),
        (lambda p: p["decks"]["b"].append("B01"), r"B01 is in two places"),
        (lambda p: p["sheets"].pop(), r"sheets: must be a list of length 2"),
        (lambda p: p["sheets"][0].update(hand=[p["decks"]["e"].pop()]), r"hand: must hold 0 cards"),
        (lambda p: p["sheets"][1].update(written=["Y"]), r"sheets\[1\]\.written: is not used"),
        (lambda p: grid(p).update(f9={"card": "E05"}), r"grid\.f9: 'f9' is not a place"),
        (lambda p: grid(p).pop("c3"), r"grid: the first card must be on c3 \(D3\)"),
        (lambda p: grid(p).update(e5=grid(p).pop("d4")), r"the card on e5 touches no other \(D3\)"),
        (lambda p: grid(p).update(e3=grid(p).pop("c4"), a3=grid(p).pop("d4")), r"three columns"),
        (lambda p: grid(p).pop("d4"), r"grid: after the draft .* at least 3 cards \(D5\)"),
        (lambda p: grid(p)["c3"].update(cells=[1, None]), r"c3\.cells: must be a list of length 3"),
        (lambda p: grid(p)["c3"].update(cells=[3, None, None]), r"c3\.cells\[0\]: .*\(D2, D15\)"),
        (lambda p: grid(p)["c3"].update(cells=[0, None, None]), r"cells\[0\]: .* 1 to 6, not 0"),
        (lambda p: grid(p)["c3"].update(uses=1), r"c3\.uses: .* 0 to 0, not 1"),
        (lambda p: grid(p)["c3"].update(colour="Y"), r"c3\.colour: .*wild card .*\(P4\)"),
        (lambda p: p.update(filling={"place": "c3", "dice": ["1O"]}), r"filling.*not a step"),
        (
            lambda p: p.update(filling={"place": "a1", "dice": []}),
            r"'a1' is not a place with a card",
        ),
        (lambda p: p.update(rolls=1), r"phase: nobody can stop before the third roll"),
        (lambda p: p.update(phase="deal", rolls=0), r"dice\.Y: .*not been rolled yet"),
        (lambda p: p.update(phase="over", rolls=0), r"dice\.Y: "),
        (lambda p: p.update(phase="joker", sheets=p["sheets"][:1] * 2), r"is in two places"),
    ],
)
def test_bad_positions_are_named(change: Change, told: str) -> None:
    position = deepcopy(table({"c3": "B02"}, dice="13146"))
    change(position)
    with pytest.raises(rw.BadPosition, match=told):
        GAME.position(position)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"level": 8}, r"level: .* 1 to 7, not 8"),
        ({"round": 13}, r"round: .* 0 to 12, not 13"),
        ({"round": 12}, r"round: after round 12 the game is over \(D24\)"),
        ({"allowance": 2}, r"allowance: is not used"),
        (
            {"phase": "passive", "rolls": 2},
            r"phase: there is no passive window in a solo game \(D23\)",
        ),
        ({"phase": "over", "rolls": 0, "dice": "00000"}, r"phase: .*\(D24\)"),
    ],
)
def test_bad_solo_positions_are_named(changes: dict[str, Any], told: str) -> None:
    solo: dict[str, Any] = {"variant": "solo", "level": 1, "round": 0, "dice": "12346"}
    with pytest.raises(rw.BadPosition, match=told):
        SOLO.position(table({"c3": "B02"}, **(solo | changes)))


def test_a_position_of_another_level_is_refused() -> None:
    position = table({}, variant="solo", level=2, round=0, dice="12346")
    assert SOLO.position(position).position()["level"] == 2
    with pytest.raises(rw.BadPosition, match="this is level 2, but the game was made for level 3"):
        rw.game("donnant", variant="solo", level=3).position(position)


@pytest.mark.parametrize(
    ("text", "kind", "told"),
    [
        ("deal E99", Kind.UNREADABLE, "'deal E99' is not a card of this game"),
        ("six", Kind.UNREADABLE, "Write it like this: deal E01"),
        ("", Kind.UNREADABLE, "'' is not a card"),
        ("deal B01", Kind.WRONG_DICE, "B01 does not belong to the scoring deck"),
    ],
)
def test_bad_deals_are_named(text: str, kind: Kind, told: str) -> None:
    state = GAME.start(seats=2)
    with pytest.raises(IllegalRoll, match=told) as refused:
        state.roll(text)
    assert refused.value.kind is kind
    gone = state.roll("deal E05")
    with pytest.raises(IllegalRoll, match="E05 is no longer in the scoring deck"):
        gone.roll("E05")


@pytest.mark.parametrize(
    ("text", "kind", "told"),
    [
        ("fill c3", Kind.UNREADABLE, "is not a valid move"),
        ("buy e3 YYO", Kind.UNREADABLE, "is not a valid move"),
        ("fill c3 1Y+-", Kind.UNREADABLE, "is not a valid move"),
        ("place E05 c2", Kind.WRONG_MOMENT, "place E05 c2 is not possible now"),
        ("drop E05", Kind.WRONG_MOMENT, "drop E05 is not possible now"),
        ("colour c3 Y", Kind.WRONG_MOMENT, "colour c3 Y is not possible now"),
        ("remove e", Kind.WRONG_MOMENT, "remove e is not possible now"),
        ("stop", Kind.WRONG_MOMENT, "stop is not possible now"),
        ("fill a1 1Y", Kind.AGAINST_RULES, r"There is no card here \(D11\)"),
        ("fill c3 5Y", Kind.AGAINST_RULES, r"3 cells, so there is no cell 5 \(D2\)"),
        ("fill b3 1Y", Kind.AGAINST_RULES, r"A 1 is already written there \(D2\)"),
        ("fill c3 3O", Kind.AGAINST_RULES, r"another one comes first \(D11\)"),
        ("fill c3 1Y+", Kind.AGAINST_RULES, r"by 1 in all, and your bonuses allow 0 \(P1\)"),
        ("fill c3 1O", Kind.AGAINST_RULES, r"needs a 2, not a 5 \(D2\)"),
    ],
)
def test_refused_moves_name_the_rule(text: str, kind: Kind, told: str) -> None:
    state = at({"c3": "B02", "b3": "B01 135 u3"}, dice="25146")
    with pytest.raises(IllegalMove, match=told) as refused:
        state.play(text)
    assert refused.value.kind is kind


@pytest.mark.parametrize("text", ["buy e3 yog", "BUY E3 G,O,Y", " buy  e3  G O Y ", "Buy e 3 GYO"])
def test_notation_is_read_in_any_order_and_case(text: str) -> None:
    state = at(dice="33346")
    assert state.play(text) == state.play("buy e3 YOG")


def test_parts_of_moves_are_drawn_and_no_two_moves_share_them() -> None:
    state = at({"c3": "E12", "b3": "B01 135", "d3": "B05 123"}, dice="13146")
    for name in ("fill", "buy", "joker", "pass"):
        found = [move.parts for move in state.moves() if str(move).startswith(name)]
        assert len({frozenset(parts) for parts in found}) == len(found)
    assert ("deck-e",) in [move.parts for move in state.moves()]
    assert moves(state, "fill") != []
