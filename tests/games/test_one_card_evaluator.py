"""The evaluator of One Card: whole turns are searched exactly, with the same worths everywhere."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

import rollwrite as rw
from rollwrite import lab
from rollwrite.bots import bot
from rollwrite.games.one_card.bot import evaluator
from rollwrite.games.one_card.bot.hand_value import WEIGHTS, prior
from rollwrite.games.one_card.bot.patterns import (
    COUNTS,
    FIRST,
    FRESH,
    KIND,
    LACKING,
    POINTS,
    STRIDE,
)
from rollwrite.games.one_card.rules import DEAL, HOLD, KEEP, MARK, ROLL, TAKE, State
from rollwrite.kernel.evaluate import MoveEvaluator
from rollwrite.kernel.policy import UNIT
from rollwrite.kernel.specialize import Specializer
from rollwrite.kernel.workspace import workspace
from scrambled import scramble

VARIANTS = ("base", "advanced")
GAMES = {variant: rw.game("one_card", variant=variant) for variant in VARIANTS}
FAST, PLAIN = (
    {
        variant: MoveEvaluator(game.rules, bot("expert").policy(game), compiled=compiled)
        for variant, game in GAMES.items()
    }
    for compiled in (True, False)
)


def card(number: int, **ticks: int) -> dict[str, Any]:
    return {"card": number, "ticks": ticks}


def at(phase: str, *sheets: Any, dice: str, rolls: int = 3, active: int = 0) -> rw.State:
    position = {"variant": "base", "seats": len(sheets), "active": active, "phase": phase}
    told = [
        {"cards": cards, "scored": [{"card": c, "points": p} for c, p in scored.items()]}
        for cards, scored in sheets
    ]
    return GAMES["base"].position({**position, "rolls": rolls, "dice": dice, "sheets": told})


def best(state: rw.State, seat: int = 0) -> str:
    worths = PLAIN["base"].rate(state._record, seat)
    action = max(worths, key=lambda action: worths[action])
    return next(move.text for move in state.moves(seat) if move.action == action)


def moments(variant: str, name: str, seats: int, seed: int) -> list[rw.State]:
    """Every moment of a game; a player at random gives up after a while."""
    state = GAMES[variant].start(seats=seats, seed=seed)
    found = [state]
    while not state.over and len(found) < 400:
        if state.pending:
            state = state.play(bot(name).choose(state, state.pending[0]))
        else:
            state = state.roll()
        found.append(state)
    return found


def test_states_of_cards_are_numbered_alike_whatever_their_colours() -> None:
    rules = GAMES["base"].rules
    for number in range(1, rules.CARDS + 1):
        fresh = FRESH[KIND[number]]
        full = fresh + sum(
            rules.LENGTHS[number][colour] * STRIDE[number][colour] for colour in range(6)
        )
        assert full == FRESH[KIND[number] + 1] - 1
        assert POINTS[full] == 25
        shortest = sorted(length for length in rules.LENGTHS[number] if length)[:3]
        assert LACKING[fresh] == sum(shortest)


def test_sets_of_dice_are_all_there() -> None:
    assert len(COUNTS) == 462
    assert FIRST == 210
    assert len({tuple(sorted(roll)) for roll in product(range(6), repeat=5)}) == 462 - 210


@pytest.mark.compiled
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", range(1, 5))
def test_interpreted_and_compiled_worths_agree_to_the_bit(variant: str, seats: int) -> None:
    for name, step in (("random", 41), ("greedy", 19)):
        for state in moments(variant, name, seats, seed=seats)[:-1:step]:
            record, before = state._record, state.position()
            for seat in range(seats):
                assert PLAIN[variant].value(record, seat) == FAST[variant].value(record, seat)
                if seat in state.pending:
                    assert PLAIN[variant].rate(record, seat) == FAST[variant].rate(record, seat)
            assert state.position() == before


@pytest.mark.parametrize(("variant", "seats"), [("base", 1), ("base", 3), ("advanced", 2)])
def test_what_stood_in_a_workspace_before_does_not_matter(variant: str, seats: int) -> None:
    draw, phases, rules = Random(seats), set(), GAMES[variant].rules
    model = bot("expert").policy(GAMES[variant]).model
    rate, expect, features = map(
        Specializer({"rules": rules}).of, (evaluator.rate, evaluator.expect, evaluator.features)
    )
    states = moments(variant, "greedy", seats, seed=2)[:-1]
    for state in draw.sample(states, 25):
        record, seat = state._record, draw.randrange(seats)
        w = scramble(workspace(rules, evaluator)(), draw)
        if seat in state.pending:
            moves = [move.action for move in state.moves(seat)]
            rate(record, seat, moves, len(moves), model, w)
            assert w.worth[: len(moves)] == list(PLAIN[variant].rate(record, seat).values())
        else:
            assert expect(record, seat, model, w) == PLAIN[variant].value(record, seat)
        phases.add(record.phase)
        other = scramble(evaluator.Workspace(), draw)
        count = features(record, seat, w.own)
        assert count == features(record, seat, other)
        assert w.own.features[:count] == other.features[:count]
    assert {ROLL, KEEP, MARK} <= phases


def settled(name: str, seats: int, phase: int, variant: str = "base") -> list[State]:
    """Records of a greedy game in a phase, from all over it."""
    found = [state._record for state in moments(variant, name, seats, seed=3)]
    return [record for record in found if record.phase == phase and record.rolls > 0]


@pytest.mark.compiled
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_roll_is_worth_the_mean_over_all_rolls(variant: str, seats: int) -> None:
    game, ask = GAMES[variant], FAST[variant]
    states = [state for state in moments(variant, "greedy", seats, 3) if not state.over]
    for rolls in (0, 1, 2):
        rolling = [s for s in states if s._record.phase == ROLL and s._record.rolls == rolls]
        for state in rolling[:: max(1, len(rolling) // 2)]:
            for seat in range(seats):
                outcomes = list(game.definition.notation.outcomes(game, state._record))
                total = sum(weight for _, weight in outcomes)
                mean = 0.0
                for event, weight in outcomes:
                    record = state._record.copy()
                    game.rules.resolve(record, event)
                    mean += weight * ask.value(record, seat) / total
                assert ask.value(state._record, seat) == pytest.approx(mean, abs=2)


@pytest.mark.compiled
def test_a_deal_is_worth_the_mean_over_the_deck() -> None:
    game, ask = GAMES["base"], FAST["base"]
    records = settled("greedy", 2, DEAL)
    assert records
    for record in records[:3]:
        outcomes = list(game.definition.notation.outcomes(game, record))
        for seat in range(2):
            mean = 0.0
            for event, _ in outcomes:
                after = record.copy()
                game.rules.resolve(after, event)
                mean += ask.value(after, seat) / len(outcomes)
            if record.copy().phase == DEAL and sum(c == 0 for c in _cards(record)) == 1:
                assert ask.value(record, seat) == pytest.approx(mean, abs=2)


def _cards(record: State) -> list[int]:
    return [c for seat in range(record.seats) for c in record.sheets[seat].cards[: record.places]]


def test_hold_and_take_are_weighed() -> None:
    seen = {state._record.phase for state in moments("advanced", "greedy", 2, seed=1)}
    assert {HOLD, TAKE, DEAL} <= seen


LATE = {11: 21, 13: 20, 14: 20}


def test_whoever_wins_by_it_ends_the_game() -> None:
    leader = [card(3, R=4, O=4, B=3), card(26)], LATE
    other = [card(1), card(2)], {4: 12}
    state = at("mark", leader, other, dice="BOYVV")
    assert best(state) == "card 1"


def test_of_two_cards_that_end_the_game_the_dearer_is_finished() -> None:
    leader = [card(6, O=4, Y=4, B=3), card(3, R=4, O=4, B=3)], LATE
    other = [card(1), card(2)], {4: 12}
    assert best(at("mark", leader, other, dice="BVVVV")) == "card 2"  # two suns, not one


def test_the_dice_that_finish_the_last_card_are_kept() -> None:
    leader = [card(3, R=4, O=4, B=2), card(26)], LATE
    other = [card(1), card(2)], {4: 12}
    state = at("keep", leader, other, dice="BBYYY", rolls=1)
    assert best(state) == "keep"


def test_answers_of_others_are_not_looked_at() -> None:
    state = at("mark", ([card(3), card(26)], {}), ([card(1), card(2)], {}), dice="ROYBG")
    before = PLAIN["base"].rate(state._record, 0)
    answered = state.play(state.moves(1)[0])
    assert PLAIN["base"].rate(answered._record, 0) == before


def test_the_first_guess_fits_the_model() -> None:
    guess = prior(None)
    assert len(guess) == WEIGHTS
    assert all(abs(weight) < 128 * UNIT for weight in guess)


@pytest.mark.compiled
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_expert_beats_greedy(variant: str) -> None:
    found = lab.simulate(GAMES[variant], "expert,greedy", games=200, seed=4).summary
    assert found.slots[0].victories / 200 > 0.8
