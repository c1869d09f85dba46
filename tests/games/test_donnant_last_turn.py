"""Donnant Donnant alone, with no turn left: points count, and what a die may still bring."""

from __future__ import annotations

import itertools
from array import array
from typing import Any

import pytest
from donnant_models import SOLO, SPECIALIZED

from rollwrite.games.donnant import rules
from rollwrite.games.donnant.bot import card_value, evaluator, sheet_value, training
from rollwrite.games.donnant.rules import grid
from rollwrite.games.donnant.rules import record as r
from rollwrite.kernel.evaluate import MoveEvaluator
from rollwrite.kernel.policy import BY_MODEL, UNIT

MODEL = array("i", [0, *training.prior(rules)])
ASKER = MoveEvaluator(rules, BY_MODEL._replace(model=MODEL, evaluator=evaluator), compiled=False)


def last_turn(laid: dict[int, int]) -> Any:
    """Alone in the last round of level 7: completed cards (from 0) by place."""
    s = SOLO.definition.position.start(SOLO, 1, 0, {"level": 7})
    for place, card in laid.items():
        grid.lay(s.sheets[0], card, place)
        s.sheets[0].empty[rules.slot_at(s.sheets[0], place)] = 0
    s.round, s.phase, s.rolls, s.pending, s.bought = 8, r.ACT, 3, 1, 0
    return s


def best_named(s: Any) -> int:
    """The most points over all colours that wild cards may get."""
    sheet, most = s.sheets[0].copy(), 0
    wild = [slot for slot in range(sheet.count) if rules.BONUS[sheet.card[slot] - 1] == 4]
    for colours in itertools.product(range(1, 6), repeat=len(wild)):
        for slot, colour in zip(wild, colours, strict=True):
            sheet.named[slot] = colour
        most = max(most, sum(rules.card_points(sheet, slot) for slot in range(sheet.count)))
    return most


@pytest.mark.parametrize(
    "laid",
    [
        {12: 8, 13: 12, 17: 1},
        {12: 8, 13: 74, 17: 1},  # E09 counts purple cards, B15 is wild
        {12: 8, 13: 74, 17: 72, 18: 21},  # two wild cards
    ],
)
def test_without_a_turn_left_only_points_count(laid: dict[int, int]) -> None:
    s = last_turn(laid)
    stage = SPECIALIZED.of(card_value.stage_of)(s, 0, len(laid), 1)
    assert stage == card_value.ENDED
    before = s.copy()
    found = SPECIALIZED.of(sheet_value.worth_of)(
        s.sheets[0], stage, 0, 0, MODEL, evaluator.Workspace()
    )
    assert found == best_named(s) * UNIT > 0
    assert s == before


def test_a_joker_brings_a_card_within_reach_of_the_last_die() -> None:
    """E09 (blue 4, purple 5, yellow 6) counts four points for itself: two cells now, one by luck.

    The passive turn enters one die: with probability 1/6 the yellow one shows a 6.
    """
    s = last_turn({13: 74})
    grid.lay(s.sheets[0], 8, 12)
    s.phase, s.dice = r.JOKER, [1, 1, 1, 4, 5]
    rated = ASKER.rate(s, 0)
    assert max(rated, key=lambda action: rated[action]) >= r.WRITE
    assert 0 < max(rated.values()) - rated[r.END] <= 8 * UNIT // 6 + 1


def test_an_entry_that_completes_nothing_is_worth_nothing_in_the_end() -> None:
    s = last_turn({13: 74})
    grid.lay(s.sheets[0], 8, 12)
    s.phase, s.rolls, s.allowance, s.dice = r.SOLO_PASSIVE, 0, 1, [1, 1, 1, 4, 5]
    assert len(set(ASKER.rate(s, 0).values())) == 1
