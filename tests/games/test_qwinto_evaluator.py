"""The evaluator of Qwinto: the search is exact, and the same however it runs."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

import rollwrite as rw
from rollwrite.bots import bot
from rollwrite.games.qwinto import rules
from rollwrite.games.qwinto.bot import evaluator, style
from rollwrite.kernel.evaluate import MoveEvaluator
from rollwrite.kernel.match_runner import Matches, match_compiled
from rollwrite.kernel.policy import BY_MODEL, GREEDY, UNIT, Policy
from rollwrite.kernel.specialize import Specializer
from rollwrite.kernel.workspace import workspace
from rollwrite.play.state import State
from scrambled import scramble

GAME = rw.game("qwinto")
FEATURES, RATE, EXPECT = map(
    Specializer({"rules": rules}).of, (evaluator.features, evaluator.rate, evaluator.expect)
)


def a_model(further: int = 0) -> array[int]:
    """Weights that mean nothing, but no two sheets the same."""
    reach = int(0.4 * UNIT)
    weights = np.random.default_rng(7).integers(-reach, reach, evaluator.WEIGHTS, np.int32)
    model = array("i", [0])
    model.frombytes(weights.tobytes())
    model[style.PREMIUM] = model[style.HASTE] = model[style.IGNORE_OPPONENTS] = 0
    model[style.FURTHER] = further * UNIT
    for seats in range(3, rules.SEATS + 1):
        for parameter in range(style.PREMIUM, style.OPEN_RACE + 1):
            model[style.adjustment(parameter, seats)] = 0
    return model


POLICY = BY_MODEL._replace(model=a_model(), evaluator=evaluator)
FORESIGHT = POLICY._replace(model=a_model(further=2))
FORESEEING = MoveEvaluator(rules, FORESIGHT, compiled=True)
PLAIN = MoveEvaluator(rules, POLICY, compiled=False)
FAST = MoveEvaluator(rules, POLICY, compiled=True)


def walk(seats: int, seed: int) -> Iterator[State]:
    """The moments of a game at random."""
    draw = random.Random(seed)
    state = GAME.start(seats=seats, seed=seed)
    while not state.over:
        yield state
        if state.pending:
            state = state.play(draw.choice(state.moves(draw.choice(state.pending))))
        else:
            state = state.roll()


def next_of(state: State) -> list[tuple[State, float]]:
    return [(state.roll(dice), chance) for dice, chance in state.chance_outcomes()]


def worth(state: State, seat: int) -> float:
    """What a moment is worth to a seat, told by the compiled rules."""
    return FAST.value(state._record, seat)


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [1, 2, 3, 6])
def test_interpreted_and_compiled_agree_and_change_nothing(seats: int) -> None:
    draw = random.Random(seats)
    asked = 0
    for seed in range(3):
        for state in walk(seats, seed):
            if draw.random() < 0.7 or asked >= 80:
                continue
            before = state._record.copy()
            for seat in range(seats):
                asked += 1
                if seat in state.pending:
                    assert PLAIN.rate(before, seat) == FAST.rate(before, seat)
                    if draw.random() < 0.2:
                        slow = MoveEvaluator(rules, FORESIGHT, compiled=False)
                        assert slow.rate(before, seat) == FORESEEING.rate(before, seat)
                else:
                    assert PLAIN.value(before, seat) == FAST.value(before, seat)
            assert state._record == before
    assert asked >= 40


@pytest.mark.parametrize("seats", [1, 2, 6])
def test_what_stood_in_a_workspace_before_does_not_matter(seats: int) -> None:
    draw, pick, phases = random.Random(seats), random.Random(seats), set()
    plain = MoveEvaluator(rules, FORESIGHT, compiled=False)
    for state in walk(seats, 2):
        if pick.random() < 0.7:
            continue
        record = state._record
        seat = pick.randrange(seats)
        w = scramble(workspace(rules, evaluator)(), draw)
        if seat in state.pending:
            moves = [move.action for move in state.moves(seat)]
            RATE(record, seat, moves, len(moves), FORESIGHT.model, w)
            assert w.worth[: len(moves)] == list(plain.rate(record, seat).values())
        else:
            assert EXPECT(record, seat, FORESIGHT.model, w) == plain.value(record, seat)
        phases.add(record.phase)
        other = scramble(evaluator.Workspace(), draw)
        count = FEATURES(record, seat, w.own)
        assert count == FEATURES(record, seat, other)
        assert w.own.features[:count] == other.features[:count]
    assert phases == {rules.CHOOSE, rules.ROLL, rules.KEEP, rules.WRITE}


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_expectation_is_the_mean_over_all_rolls(seats: int) -> None:
    seen = set()
    for state in walk(seats, 11):
        if state.pending or len(state.chance_outcomes()) > 36:
            continue
        seen.add(state._record.rolls)
        for seat in range(seats):
            mean = sum(chance * worth(after, seat) for after, chance in next_of(state))
            assert worth(state, seat) == pytest.approx(mean, abs=2)
    assert seen == {0, 1}


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_decision_is_worth_what_comes_after_it(seats: int) -> None:
    """Until the sheets are written: what is read from them then is another turn's business."""
    for state in walk(seats, 5):
        if state._record.phase not in (rules.CHOOSE, rules.KEEP):
            continue
        rated = FAST.rate(state._record, state.active)
        for move in state.moves(state.active):
            after = state.play(move)
            assert worth(after, state.active) == rated[move.action]
        for seat in set(range(seats)) - {state.active}:
            best = max(rated, key=lambda action: (rated[action], -action))
            move = next(m for m in state.moves(state.active) if m.action == best)
            assert worth(state, seat) == worth(state.play(move), seat)


@pytest.mark.compiled
def test_an_answer_keeps_its_worth_while_others_decide() -> None:
    for state in walk(3, 3):
        if state._record.phase == rules.WRITE and len(state.pending) == 3:
            for seat in range(3):
                rated = FAST.rate(state._record, seat)
                for move in state.moves(seat):
                    assert worth(state.play(move), seat) == rated[move.action]


@pytest.mark.compiled
def test_hidden_answers_change_nothing() -> None:
    for state in walk(2, 8):
        if state._record.phase == rules.WRITE and len(state.pending) == 2:
            for move in state.moves(0):
                seen = FAST.rate(state.play(move)._record, 1)
                assert seen == FAST.rate(state._record, 1)


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [1, 2])
def test_the_best_answers_are_weighed_a_turn_further(seats: int) -> None:
    """Each by what the moment after it is worth, the others left as far behind as they were."""
    looked, left = 0, 0
    for state in walk(seats, 13):
        if state._record.phase != rules.WRITE or len(state.pending) < seats:
            continue
        if len(state.moves(0)) == 1:
            continue  # nothing to decide
        near, far = FAST.rate(state._record, 0), FORESEEING.rate(state._record, 0)
        most = max(near.values())
        best = max(far[action] for action in near if near[action] > most - 2 * UNIT)
        for move in state.moves(0):
            if near[move.action] > most - 2 * UNIT:
                after = state.play(move)
                known = {worth(after, 0)} if seats == 1 else {
                    worth(after.play(reply), 0) for reply in after.moves(1)
                }  # fmt: skip
                assert far[move.action] in known
                looked += 1
            else:
                assert best - far[move.action] == most - near[move.action]
                left += 1
    assert looked > 30
    assert left > 10


@pytest.mark.compiled
def test_foresight_sees_no_hidden_answers() -> None:
    for state in walk(2, 8):
        if state._record.phase == rules.WRITE and len(state.pending) == 2:
            open_window = FORESEEING.rate(state._record, 1)
            for move in state.moves(0):
                assert FORESEEING.rate(state.play(move)._record, 1) == open_window


@pytest.mark.compiled
def test_foresight_keeps_room_for_the_number_that_ends_the_game() -> None:
    """Untaught it sees a point for either field: a turn further, one of them is easier to fill."""
    model = array("i", [0] * (1 + evaluator.WEIGHTS))
    model[style.FURTHER] = 50 * UNIT
    mine = {"O": FULL_ROW, "Y": [2, 3, 4, 5, 6, 7, 0, 0, 18], "P": [0] * 9, "misses": 0}
    state = position({}, {}, seats=1, pending=[0], sheets=[mine])
    rated = MoveEvaluator(rules, POLICY._replace(model=model), compiled=True).rate(state._record, 0)
    near = untaught(state, 0)
    row = rules.WRITE_AT + rules.FIELDS
    assert near[row + 6] == near[row + 7]
    assert rated[row + 6] > rated[row + 7]  # eight values are left for the last field, or one


@pytest.mark.compiled
@pytest.mark.parametrize("seats", [1, 2, 5])
def test_what_a_written_number_changes_is_what_the_features_say(seats: int) -> None:
    """The search reads a sheet by its changes, learning reads it anew: the same worth."""
    own, checked = evaluator.Workspace(), 0
    for state in walk(seats, 21):
        record = state._record
        if record.phase != rules.WRITE or len(state.pending) < seats:
            continue
        rated = FAST.rate(record, 0)
        worths = {}
        for move in state.moves(0):
            after = record.copy()
            if move.action != rules.PASS:
                row, field = divmod(move.action - rules.WRITE_AT, rules.FIELDS)
                after.sheets[0].cells[row][rules.COLUMNS[row][field]] = rules.number(record)
            elif record.active == 0:
                after.sheets[0].misses += 1
            if rules.finished(after.sheets[0]):
                continue
            after.active = (record.active + 1) % seats
            count = FEATURES(after, 0, own)
            assert count <= evaluator.FEATURES
            assert len(set(own.features[:count])) == count
            worths[move.action] = rules.score(after, 0) * UNIT + sum(
                POLICY.model[place] for place in own.features[:count]
            )
        if any(sheet.misses == 3 for sheet in record.sheets[1:seats]):
            continue  # somebody else may end the game: then only points count
        # What the others write is the same whatever it writes.
        assert len({rated[action] - worths[action] for action in worths}) <= 1
        checked += len(worths)
    assert checked > 30


def position(mine: dict[str, Any], other: dict[str, Any], **more: Any) -> State:
    """Two seats, of which the first is active and has rolled."""
    empty = {letter: [0] * 9 for letter in "OYP"} | {"misses": 0}
    return GAME.position({
        "game": "qwinto", "seats": 2, "active": 0, "phase": "write", "dice": {"Y": 4, "P": 5},
        "rolls": 2, "pending": [0, 1], "sheets": [empty | mine, empty | other], **more,
    })  # fmt: skip


FULL_ROW = [1, 2, 3, 4, 5, 6, 7, 8, 10]
NINE_LEFT = [2, 3, 4, 5, 6, 7, 8, 0, 11]


def untaught(state: State, seat: int) -> dict[int, int]:
    """What moves are worth to who sees nothing but points."""
    model = array("i", [0] * (1 + evaluator.WEIGHTS))
    return MoveEvaluator(rules, POLICY._replace(model=model), compiled=True).rate(
        state._record, seat
    )


@pytest.mark.compiled
def test_ends_the_game_for_what_it_leaves() -> None:
    """The eleven of a full row now, and the point that the other makes of the same number."""
    state = position({"O": FULL_ROW, "Y": NINE_LEFT}, {})
    ending = rules.WRITE_AT + rules.FIELDS + 7
    assert untaught(state, 0)[ending] == (10 + 11 - 1) * UNIT
    model = array("i", [0] * (1 + evaluator.WEIGHTS))
    model[style.PREMIUM] = 5 * UNIT
    rated = MoveEvaluator(rules, POLICY._replace(model=model), compiled=True).rate(state._record, 0)
    assert rated[ending] == (20 + 5) * UNIT


@pytest.mark.compiled
def test_takes_points_at_once_when_another_ends_the_game() -> None:
    """The other fills its second row with this nine and leads: nothing is left to wait for."""
    state = position({}, {"P": [1, 4, 5, 6, 7, 8, 9, 12, 13], "Y": NINE_LEFT})
    rated = FAST.rate(state._record, 0)
    other = 13 + 11
    assert rated.pop(rules.PASS) == (-5 - other) * UNIT
    assert set(rated.values()) == {(1 - other) * UNIT}


@pytest.mark.compiled
def test_a_miss_costs_five_points() -> None:
    rated = untaught(position({}, {}), 0)
    assert max(rated.values()) - rated[rules.PASS] == 6 * UNIT
    passive = untaught(position({}, {}), 1)
    assert max(passive.values()) - passive[rules.PASS] == UNIT


@pytest.mark.compiled
def test_chooses_dice_that_serve_it_and_not_the_other() -> None:
    """It lacks one yellow number, the other one orange number: a yellow die alone."""
    mine = {"O": FULL_ROW, "Y": [1, 0, 5, 6, 7, 8, 9, 10, 18]}
    other = {"Y": [1, 2, 3, 4, 5, 6, 7, 8, 17], "O": [1, 0, 5, 6, 7, 8, 9, 10, 18]}
    state = position(mine, other, phase="choose", dice={}, rolls=0, pending=[0])
    rated = untaught(state, 0)
    assert max(rated, key=lambda action: rated[action]) + 1 == 1 << 1


@pytest.mark.compiled
def test_whoever_plays_for_points_alone_sees_nothing_but_its_own() -> None:
    model = array("i", [0] * (1 + evaluator.WEIGHTS))
    model[style.IGNORE_OPPONENTS] = UNIT
    own_sheet_only = MoveEvaluator(rules, POLICY._replace(model=model), compiled=True)
    asked = 0
    for state in walk(3, 4):
        for seat in state.pending if state._record.phase == rules.WRITE else ():
            gains = bot("greedy").evaluate(state, seat)
            rated = own_sheet_only.rate(state._record, seat)
            assert list(rated.values()) == [
                (state.scores()[seat] + gain) * UNIT for _, gain in gains
            ]
            asked += len(rated)
    assert asked > 100


@cache
def bystanders() -> list[Policy]:
    """Policies without a seat: with them in each line-up, one compiled loop serves all."""
    return [bot("expert").policy(GAME), bot("baseline:spacing").policy(GAME)]


def matches(lineup: list[Policy], games: int) -> Matches:
    start = GAME.definition.position.start(GAME, len(lineup), 0, {})
    return match_compiled(rules, start, [*lineup, *bystanders()], games, 3)


def share(one: Policy, other: Policy, games: int) -> float:
    winners = matches([one, other], games).winners
    return float(((winners & 1) + 1 - (winners >> 1 & 1)).mean() / 2)


@pytest.mark.compiled
def test_spacing_is_a_fair_baseline() -> None:
    policy = bot("baseline:spacing").policy(GAME)
    assert matches([policy, policy], 400).scores.mean() >= 47
    assert share(policy, GREEDY, 200) > 0.9


@pytest.mark.compiled
@pytest.mark.parametrize(("seats", "least"), [(1, 72), (2, 78), (5, 82)])
def test_what_was_learnt_makes_many_points_where_nobody_hurries(seats: int, least: int) -> None:
    assert matches([bot("baseline:own_sheet").policy(GAME)] * seats, 200).scores.mean() >= least


@pytest.mark.compiled
def test_the_expert_is_far_ahead_of_the_baselines() -> None:
    expert = bot("expert").policy(GAME)
    assert share(expert, bot("baseline:spacing").policy(GAME), 300) > 0.8
    assert share(expert, GREEDY, 300) > 0.97
    assert share(expert, bot("baseline:own_sheet").policy(GAME), 300) > 0.58
