"""The evaluator of Donnant Donnant: exact where it can be, and the same however it runs."""

from __future__ import annotations

import itertools
import random
from array import array
from typing import Any

import pytest
from donnant_models import BASE, PLAIN, POLICY, SOLO, SPECIALIZED, fast, walk

from rollwrite.bots import model as models
from rollwrite.games.donnant import rules
from rollwrite.games.donnant.bot import (
    card_value,
    dice_subsets,
    entry_value,
    evaluator,
    fill_search,
    sheet_value,
    solo_utility,
    training,
)
from rollwrite.games.donnant.rules import grid
from rollwrite.games.donnant.rules import record as r
from rollwrite.kernel.evaluate import MoveEvaluator
from rollwrite.kernel.match_runner import match_interpreted
from rollwrite.kernel.policy import GREEDY, UNIT


@pytest.mark.compiled
def test_interpreted_and_compiled_agree_and_change_nothing() -> None:
    draw, phases, seats = random.Random(2), set(), 2
    for state in itertools.chain(walk(BASE, seats, 5), walk(BASE, seats, 6)):
        record = state._record
        phase = int(record.phase)
        if phase == r.DEAL or draw.random() < (0.93 if phase in (r.ROLL, r.DECIDE) else 0.6):
            continue
        before = record.copy()
        seat = draw.choice(state.pending) if state.pending else draw.randrange(seats)
        phases.add(phase)
        if seat in state.pending:
            assert PLAIN.rate(before, seat) == fast().rate(before, seat)
        else:
            assert PLAIN.value(before, seat) == fast().value(before, seat)
        assert record == before
    assert {r.DRAFT, r.DECIDE, r.ACT} <= phases


def test_every_way_to_complete_a_card_is_found() -> None:
    """What the search takes for possible is what the rules allow, for the dice as they lie."""
    fill, forget = SPECIALIZED.of(fill_search.fill_ways), SPECIALIZED.of(fill_search.no_ways)
    draw, own, seen = random.Random(3), evaluator.Workspace(), [0, 0]
    for state in itertools.chain(walk(BASE, 2, 1), walk(BASE, 2, 2)):
        record = state._record.copy()
        record.filling = record.spent = 0
        record.dice = [draw.randint(1, 6) for _ in range(r.DICE)]
        for sheet, seat in zip(record.sheets, range(2), strict=False):
            for slot in range(sheet.count):
                if not sheet.empty[slot]:
                    continue
                pips, swaps = draw.choice([(0, 0), (0, 1), (2, 0), (1, 2)])
                legal = rules.ways_to_fill(record, seat, slot, pips, swaps) != 0
                card, values = sheet.card[slot] - 1, rules.packed(sheet, slot)
                forget(own)
                task = fill_search.Task(card, values, 0)
                means = fill_search.Means(record.dice, r.ALL_DICE, 0, pips, swaps)
                fill(task, means, UNIT, 0, own)
                found = max(own.exactly) > 0
                assert found == legal
                seen[found] += 1
    assert min(seen) > 30


def test_what_the_best_die_adds_is_the_mean_over_all_rolls() -> None:
    top, order = SPECIALIZED.of(entry_value.mean_top), SPECIALIZED.of(entry_value.sort_entries)
    draw, entries = random.Random(1), entry_value.Entries()
    for die in range(r.DICE):
        for value in range(1, 7):
            entries.gain[die][value] = draw.choice([0, 0, draw.randint(1, UNIT)])
    order(entries)
    for dice in (0b00001, 0b10110, 0b01011, 0b11101):
        chosen = [die for die in range(r.DICE) if dice >> die & 1]
        total = 0
        for values in itertools.product(range(1, 7), repeat=len(chosen)):
            total += max(entries.gain[d][v] for d, v in zip(chosen, values, strict=True))
        assert top(dice, entries) == total // 6 ** len(chosen)


def best_entries(sheet: Any, dice: list[int], free: int, most: int, worth: Any) -> Any:
    """By trying everything: the most that a sheet is worth with up to so many dice entered."""
    best = worth(sheet)
    for slot, die in itertools.product(range(sheet.count), range(r.DICE)):
        card, values = sheet.card[slot] - 1, rules.packed(sheet, slot)
        for cell in range(rules.LENGTH[card]):
            if (
                most == 0
                or not free >> die & 1
                or values >> 3 * cell & 7
                or rules.foreign(card, cell, die)
                or rules.repeats(card, values, cell)
                or not rules.lowest(card, values, cell)
                <= dice[die]
                <= rules.highest(card, values, cell)
            ):
                continue
            after = sheet.copy()
            after.cells[slot][cell] = dice[die]
            after.empty[slot] -= 1
            best = max(best, best_entries(after, dice, free & ~(1 << die), most - 1, worth))
    return best


def test_dice_entered_together_are_weighed_together() -> None:
    """On one sheet with a single card all sets are tried; two dice never count for one cell."""
    read, join, these = map(
        SPECIALIZED.of, (entry_value.read_done, dice_subsets.read_sets, dice_subsets.these_dice)
    )
    best_set, worth = SPECIALIZED.of(dice_subsets.best_set), SPECIALIZED.of(sheet_value.worth_of)
    draw, own, gained = random.Random(4), evaluator.Workspace(), 0
    for card in (0, 1, 6, 9, 11, 16, 61, 64, 67, 76):
        sheet = SOLO.definition.position.start(SOLO, 1, 0, {"level": 7}).sheets[0]
        grid.lay(sheet, card, 12)
        dice, most = [draw.randint(1, 6) for _ in range(r.DICE)], draw.randint(1, 3)
        read(sheet, 6, 0, 0, POLICY.model, own)
        these(dice, 0b11011, own.subsets)
        join(sheet, 6, most, 0, POLICY.model, own)
        found = best_set(dice, 0b11011, most, own.subsets)
        before = worth(sheet, 6, 0, 0, POLICY.model, own)
        tried = best_entries(
            sheet, dice, 0b11011, most,
            lambda made: worth(made, 6, 0, 0, POLICY.model, own),
        )  # fmt: skip
        assert found == tried - before
        gained += found > 0
    assert gained > 5


def test_the_mean_of_joint_entries_is_that_of_all_outcomes() -> None:
    """What two of five dice add on average, and for one outcome."""
    read, join, every = map(
        SPECIALIZED.of, (entry_value.read_done, dice_subsets.read_sets, dice_subsets.any_dice)
    )
    best_set, best_sets = (
        SPECIALIZED.of(dice_subsets.best_set),
        SPECIALIZED.of(dice_subsets.best_sets),
    )
    own = evaluator.Workspace()
    sheet = SOLO.definition.position.start(SOLO, 1, 0, {"level": 7}).sheets[0]
    for card, place in ((1, 12), (9, 13), (64, 17)):
        grid.lay(sheet, card, place)
    read(sheet, 6, 0, 0, POLICY.model, own)
    every(own.subsets)
    join(sheet, 6, 2, 0, POLICY.model, own)
    mean, total = best_sets(2, own.subsets.joint, own.ahead), 0
    for dice in itertools.product(range(1, 7), repeat=r.DICE):
        found = own.ahead[sum(v * p for v, p in zip(dice, fill_search.POWER, strict=True))]
        total += found
        if dice[0] == dice[1] == 3:
            assert found == best_set(list(dice), r.ALL_DICE, 2, own.subsets)
    assert mean == total // 6**r.DICE


def test_the_premium_is_a_step_at_the_goal() -> None:
    read, utility = SPECIALIZED.of(solo_utility.read_aim), SPECIALIZED.of(solo_utility.utility)
    model, aim = array("i", POLICY.model), solo_utility.Aim()
    model[card_value.PREMIUM] = 10 * UNIT
    s = SOLO.definition.position.start(SOLO, 1, 0, {"level": 7})
    read(s, 0, model, aim)
    goal = rules.GOALS[6]
    worths = [utility(points * UNIT, aim) for points in range(100)]
    assert worths == sorted(worths)
    assert worths[goal] - worths[goal - 1] > 1.2 * UNIT  # nowhere does a point count more
    assert worths[0] == -10 * UNIT
    assert worths[99] == 109 * UNIT
    s.phase = r.OVER
    read(s, 0, model, aim)
    assert utility((goal - 1) * UNIT, aim) == (goal - 1 - 10) * UNIT
    assert utility(goal * UNIT, aim) == (goal + 10) * UNIT
    read(BASE.definition.position.start(BASE, 2, 0, {}), 0, model, aim)
    assert utility(5 * UNIT, aim) == 5 * UNIT


@pytest.mark.parametrize("premium", [0, 40])
def test_expectation_before_a_reroll_is_the_mean_of_the_best_after_it(premium: int) -> None:
    """Alone, where a reroll gives nobody anything; up to the third roll, for points or the goal."""
    model = array("i", POLICY.model)
    model[card_value.PREMIUM] = premium * UNIT
    evaluator_loop = MoveEvaluator(rules, POLICY._replace(model=model), compiled=False)
    states = (state for state in walk(SOLO, 1, 3) if state._record.phase == r.DECIDE)
    state = next(state for state in states if state._record.rolls == 1)
    for dice in (0b1, 0b10000):
        move = next(m for m in state.moves(0) if m.action == r.REROLL + dice)
        before = state.play(move)
        mean = 0.0
        for outcome, chance in before.chance_outcomes():
            mean += chance * max(evaluator_loop.rate(before.roll(outcome)._record, 0).values())
        assert evaluator_loop.value(before._record, 0) == pytest.approx(mean, abs=10)
        assert evaluator_loop.rate(state._record, 0)[r.REROLL + dice] == pytest.approx(mean, abs=10)


@pytest.mark.parametrize(("game", "seats"), [(SOLO, 1), (BASE, 3)])
def test_every_position_has_a_value(game: Any, seats: int) -> None:
    """In every phase and for every seat there is a value, and the state stays as it was."""
    draw, phases = random.Random(seats), set()
    for state in walk(game, seats, 8):
        record = state._record
        often = 0.05 if record.phase in (r.ROLL, r.DECIDE, r.DEAL) else 0.3
        if record.phase in phases and draw.random() > often:
            continue
        phases.add(int(record.phase))
        before = record.copy()
        for seat in range(seats):
            if seat in state.pending:
                rated = PLAIN.rate(before, seat)
                assert all(abs(worth) < 300 * UNIT for worth in rated.values())
            else:
                assert abs(PLAIN.value(before, seat)) < 300 * UNIT
        assert record == before
    assert len(phases) >= 7


def test_points_are_those_of_the_rules() -> None:
    read, own = SPECIALIZED.of(card_value.prospects), evaluator.Workspace()
    for state in walk(BASE, 3, 6):
        record = state._record
        for seat in range(3):
            count = read(record.sheets[seat], 0, 5, 0, own)
            assert count <= card_value.MOST_PLACES
            assert own.grid.score == rules.score(record, seat)
            assert all(
                0 < place < card_value.START for place in own.features[:count]
            )  # learnt, not given


def test_what_is_hidden_does_not_matter() -> None:
    checked = 0
    for state in walk(BASE, 2, 9):
        record = state._record
        if record.phase == r.DRAFT and len(state.pending) == 2:
            other = record.copy()
            other.sheets[1].hand = [1, 2, 61, 62]
        elif record.phase in (r.ACT, r.PASSIVE) and sum(record.deck) > 4:
            other = record.copy()
            cards = [card for card in range(len(other.deck)) if other.deck[card]]
            for card in cards[:2]:
                other.deck[card] = 0
                other.rest[card >= 60] -= 1
        else:
            continue
        seat = state.pending[0]
        assert PLAIN.rate(record, seat) == PLAIN.rate(other, seat)
        checked += 1
        if checked == 25:
            return
    raise AssertionError(checked)


def table(cells: dict[int, tuple[int, bool]], **more: Any) -> Any:
    """Two seats in the last turn of the first: cards by place, and whether they are completed."""
    s = BASE.definition.position.start(BASE, 2, 0, {})
    other = {12: (60, False), 17: (61, False), 18: (19, False)}
    for sheet, laid in zip(s.sheets, (cells, other), strict=False):
        for place, (card, done) in laid.items():
            grid.lay(sheet, card, place)
            if done:
                sheet.empty[rules.slot_at(sheet, place)] = 0
    s.phase, s.rolls, s.pending, s.last_round, s.bought = r.ACT, 3, 1, r.LAST, 0
    s.dice = [1, 2, 3, 4, 6]
    for name, value in more.items():
        setattr(s, name, value)
    return s


def best(record: Any, seat: int) -> int:
    rated = PLAIN.rate(record, seat)
    return max(rated, key=lambda action: (rated[action], -action))


# E11 (1 2 3 4), which counts four points for its orange neighbour B05; and E02 (1 1 6 6).
ONE_TO_FOUR = {12: (10, False), 17: (64, True), 18: (1, False)}


def test_completes_the_card_that_scores_in_its_last_turn() -> None:
    """A joker would end the turn for less."""
    action = best(table(ONE_TO_FOUR), 0)
    assert r.FILL <= action < r.WRITE
    assert (action - r.FILL) // (8 * r.DICE * 16) == 12


def test_stops_with_what_cannot_be_bettered() -> None:
    assert best(table(ONE_TO_FOUR, phase=r.DECIDE, rolls=1), 0) == r.STOP


def test_rerolls_the_die_that_is_missing() -> None:
    """1 2 3 lie: 4 is wanted of the other two dice, and nothing else can be had."""
    s = table(ONE_TO_FOUR, phase=r.DECIDE, rolls=2, dice=[1, 2, 3, 5, 5])
    assert best(s, 0) == r.REROLL + 0b11000


def test_names_the_colour_that_scores() -> None:
    """E09 counts purple cards, and B15 is wild."""
    s = table({12: (8, True), 17: (74, True), 18: (1, False)}, phase=r.WILD, pending=1)
    assert best(s, 0) == r.NAME + 17 * r.DICE + 4


def test_goal_and_levels() -> None:
    goal = SPECIALIZED.of(evaluator.goal)
    for level in (1, 7):
        start = SOLO.definition.position.start(SOLO, 1, 0, {"level": level})
        assert goal(start) == rules.GOALS[level - 1]
    assert goal(BASE.definition.position.start(BASE, 2, 0, {})) == 0


def test_beats_greedy() -> None:
    found = models.load(BASE)
    policy = POLICY._replace(model=found.at("expert")) if found else POLICY
    start = BASE.definition.position.start(BASE, 2, 0, {})
    played = match_interpreted(rules, start, [policy, GREEDY], 1, 3)
    assert played.winners == [1]


def test_a_prior_has_every_weight() -> None:
    assert len(training.prior(rules)) == evaluator.WEIGHTS
