"""Lookahead in solo Donnant Donnant: the value of the next turn, and what the market does."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest
from donnant_models import BASE, DEEP, PLAIN, PLAIN_DEEP, SOLO, SPECIALIZED, fast, walk

from rollwrite.games.donnant.bot import card_value, evaluator, lookahead
from rollwrite.games.donnant.rules import record as r
from rollwrite.games.donnant.rules import turn
from rollwrite.kernel.policy import UNIT
from rollwrite.kernel.workspace import workspace
from scrambled import scramble


@pytest.mark.compiled
def test_a_look_at_the_next_turn_agrees_too() -> None:
    draw, phases = random.Random(4), set()
    for state in walk(SOLO, 1, 11, level=7):
        record = state._record
        if not state.pending or record.phase == r.DECIDE or draw.random() < 0.6:
            continue
        before = record.copy()
        found = PLAIN_DEEP.rate(before, 0)
        assert found == fast(deep=True).rate(before, 0)
        assert record == before
        if found != PLAIN.rate(before, 0):
            phases.add(int(record.phase))
    assert {r.SOLO_PASSIVE, r.PLACE} <= phases


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), [(SOLO, 1), (BASE, 2)])
def test_what_stood_in_the_workspace_does_not_matter(game: Any, seats: int) -> None:
    rate, expect = SPECIALIZED.of(evaluator.rate), SPECIALIZED.of(evaluator.expect)
    pick, draw, asked = random.Random(6), random.Random(7), Counter[bool]()
    w: Any = workspace(game.rules, evaluator)()
    for state in walk(game, seats, 5, **({"level": 7} if seats == 1 else {})):
        if pick.random() < 0.2:
            seat = pick.randrange(seats)
            if asked.total() % 4 == 0:  # which takes long; the others find what was left before
                scramble(w, draw)
            pending = seat in state.pending
            if pending:
                moves = [move.action for move in state.moves(seat)]
                rate(state._record, seat, moves, len(moves), DEEP.model, w)
                rated = PLAIN_DEEP.rate(state._record, seat)
                assert dict(zip(moves, w.worth, strict=False)) == rated
            else:
                value = PLAIN_DEEP.value(state._record, seat)
                assert expect(state._record, seat, DEEP.model, w) == value
            asked[pending] += 1
    assert asked[True] > 10
    assert asked[False] > 5


def test_the_next_turn_begins_as_it_will() -> None:
    """But for the card that will be dealt, which nobody knows."""
    begin, checked = SPECIALIZED.of(lookahead.begin_turn), 0
    for before in itertools.chain(*(walk(SOLO, 1, seed, level=7) for seed in (1, 2, 3))):
        if before._record.phase == r.REMOVE and before._record.round < 8:
            for move in before.moves(0):
                made, right = before._record.copy(), before.play(move)._record.copy()
                SPECIALIZED.of(turn.set_aside)(made, move.action - r.REMOVE_FROM)
                begin(made, made.sheets[0])
                right.phase, right.bought = r.ROLL, 0
                assert made == right
                checked += 1
    assert checked > 20


@pytest.mark.slow
def test_moves_are_compared_by_the_value_of_the_next_turn() -> None:
    """The two best places for a card that was bought."""
    go_on, search = SPECIALIZED.of(lookahead.next_turn), SPECIALIZED.of(lookahead.evaluate_turn)
    own, checked = evaluator.Workspace(), 0
    for state in itertools.chain(*(walk(SOLO, 1, seed, level=7) for seed in range(1, 9))):
        plain = PLAIN.rate(state._record, 0) if state._record.phase == r.PLACE else {}
        best = sorted(plain, key=lambda action: -plain[action])[:2]
        if len(best) < 2 or plain[best[0]] - plain[best[1]] > 2 * UNIT:
            continue
        count = int(state._record.sheets[0].count)
        if SPECIALIZED.of(card_value.stage_of)(state._record, 0, count, 1) == card_value.ENDED:
            continue
        deep = PLAIN_DEEP.rate(state._record, 0)
        promised = []
        for action in best:
            made = state._record.copy()
            go_on(state._record, made, 0, action, DEEP.model, own)
            promised.append(search(made, 0, DEEP.model, own))
        added = [deep[action] - plain[action] for action in best]
        assert added[1] - added[0] == promised[1] - promised[0]
        checked += 1
        if checked == 4:
            return
    raise AssertionError(checked)


def test_the_card_goes_aside_without_which_purchases_promise_more() -> None:
    """D23: with a card in each row at the same price, what matters is which one stays."""
    found = set()
    for state in walk(SOLO, 1, 1, level=7):
        record = state._record
        last = [next((c for c in reversed(row) if c), 0) for row in record.market]
        if record.phase == r.REMOVE and all(last):
            one, two = record.copy(), record.copy()
            one.market = [[0, 0, 0, last[0]], [0, 0, 0, last[1]]]
            two.market = [[0, 0, 0, last[1]], [0, 0, 0, last[0]]]
            gone, other = (list(PLAIN.rate(s, 0).values()) for s in (one, two))
            assert gone == other[::-1]
            one.market[1][3] = 0
            (nothing_left,) = PLAIN.rate(one, 0).values()
            assert gone[0] >= nothing_left
            found.add(gone[0] > nothing_left)
    assert found == {False, True}


def test_equal_dice_are_as_likely_as_three_rolls_make_them() -> None:
    """The largest group is kept each time, and the other dice are rolled again."""
    chances = {0: 1.0}
    for _ in range(3):
        after = dict.fromkeys(range(1, r.DICE + 1), 0.0)
        for kept, chance in chances.items():
            rolled = list(itertools.product(range(6), repeat=r.DICE - kept))
            for faces in rolled:
                counts = [faces.count(face) + kept * (face == 0) for face in range(6)]
                after[max(counts)] += chance / len(rolled)
        chances = {0 if kept == 1 else kept: chance for kept, chance in after.items()}
    assert evaluator.EQUAL[1:] == tuple(round(1000 * chance) for chance in after.values())
