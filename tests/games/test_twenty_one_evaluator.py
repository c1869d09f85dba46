"""How Twenty One's bots think: the solved values, exact turns, the same worths everywhere."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

import rollwrite as rw
from rollwrite import lab
from rollwrite.bots import bot
from rollwrite.errors import BadOption
from rollwrite.games.twenty_one.bot.race import PREMIUM
from rollwrite.games.twenty_one.bot.solver import RaceSolver
from rollwrite.games.twenty_one.rules import KEEP, PLACES, REROLL, ROLL, STAY, WRITE
from rollwrite.kernel.evaluate import MoveEvaluator
from rollwrite.kernel.policy import UNIT
from rollwrite.lab.solve import solve

GAME = rw.game("twenty_one")
EXPERT = bot("expert").policy(GAME)
FAST = MoveEvaluator(GAME.rules, EXPERT, compiled=True)
PLAIN = MoveEvaluator(GAME.rules, EXPERT, compiled=False)
# For the expected margin alone, without what a victory is worth beside it.
BY_MARGIN = MoveEvaluator(
    GAME.rules, EXPERT._replace(model=[*EXPERT.model[:PREMIUM], 0]), compiled=False
)
FULL = [[6, 5, 4, 3, 2, 1], [5, 4, 4, 3, 3, 1], [6, 5, 3, 2, 2, 1], [5, 4, 4, 2, 2, 1]]
EMPTY: list[int | None] = [None] * 6


def sheet(letter: str, *rows: Any) -> dict[str, Any]:
    return {"sheet": letter, "rows": [*rows, *[EMPTY] * (5 - len(rows))]}


def at(phase: str, *sheets: Any, dice: str, rolls: int = 1, active: int = 0) -> rw.State:
    shown = dict(zip("RYGBWK", map(int, dice), strict=True))
    position = {"seats": len(sheets), "active": active, "phase": phase, "rolls": rolls}
    return GAME.position({**position, "dice": shown, "sheets": list(sheets)})


def best(state: rw.State, seat: int = 0) -> str:
    worths = PLAIN.rate(state._record, seat)
    action = max(worths, key=lambda action: worths[action])
    return str(GAME.definition.notation.write(GAME, state._record, seat, action))


def moments(name: str, seats: int, seed: int) -> list[rw.State]:
    """Every moment of a game."""
    state = GAME.start(seats=seats, seed=seed)
    found = [state]
    while not state.over:
        if state.pending:
            seat = state.pending[0]
            state = state.play(bot(name).choose(state, seat))
        else:
            state = state.roll()
        found.append(state)
    return found


@pytest.mark.compiled
def test_solo_optimum_116_898_in_turn_and_132_108_always_active() -> None:
    always, in_turn = RaceSolver(GAME).points_alone()
    assert always == pytest.approx(132.108, abs=0.001)
    assert in_turn == pytest.approx(116.898, abs=0.001)


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["random", "strong"])
@pytest.mark.parametrize("seats", range(1, 7))
def test_interpreted_and_compiled_worths_agree_to_the_bit(name: str, seats: int) -> None:
    for state in moments(name, seats, seed=seats)[:-1:3]:
        record, before = state._record, state.position()
        for seat in range(seats):
            assert PLAIN.value(record, seat) == FAST.value(record, seat)
            if seat in state.pending:
                assert PLAIN.rate(record, seat) == FAST.rate(record, seat)
        assert state.position() == before


@pytest.mark.parametrize(("seats", "within"), [(1, 2), (2, UNIT // 2), (3, 2)])
def test_the_worth_of_a_reroll_is_the_mean_over_its_falls(seats: int, within: int) -> None:
    """With two seats nearly so: what the other writes is known only once the dice lie."""
    papers = [sheet(letter, *FULL[:2], [6, 5, None, 2, None, None]) for letter in "ABC"[:seats]]
    state = at("roll", *papers, dice="110101", rolls=1)
    for seat in range(seats):
        mean = sum(
            chance * BY_MARGIN.value(state.roll(event)._record, seat)
            for event, chance in state.chance_outcomes()
        )
        assert BY_MARGIN.value(state._record, seat) == pytest.approx(mean, abs=within)


@pytest.mark.compiled
@pytest.mark.parametrize(("seats", "active"), [(1, 0), (3, 0), (3, 2)])
def test_the_start_of_a_turn_is_worth_the_mean_over_its_first_rolls(
    seats: int, active: int
) -> None:
    """Only the dice of empty fields matter in full; of the others only whether they show a 1."""
    papers = [sheet(letter, *FULL[:3], [5, None, 4, None, 2, 1]) for letter in "ABC"[:seats]]
    state = at("roll", *papers, dice="000000", rolls=0, active=active)
    open_dice = [die for die in range(6) if PLACES[0][3][die] in (1, 3)]
    total = 0.0
    for faces in product(*[range(1, 7) if die in open_dice else (1, 2) for die in range(6)]):
        ways = 1
        for die, face in enumerate(faces):
            ways *= 5 if die not in open_dice and face == 2 else 1
        record = state._record.copy()
        GAME.rules.resolve(record, list(faces))
        total += ways * FAST.value(record, 0)
    # What a model keeps is rounded to a 256th of a point.
    assert PLAIN.value(state._record, 0) / UNIT == pytest.approx(total / 6**6 / UNIT, abs=0.01)


def test_six_hits_are_all_written() -> None:
    state = at("write", sheet("A"), sheet("B"), dice="654321")
    assert best(state) == "write RYGBWK"


def test_whoever_is_far_ahead_ends_the_game() -> None:
    nearly = [4, 4, 3, 3, 2, None]  # the green field of row 5 on sheet A
    ahead = sheet("A", *FULL, nearly)
    behind = sheet("B", [6, 5, 4, 3, 2, 1], [5, 4, 4, 3, 3, None])
    assert best(at("write", ahead, behind, dice="111111")) == "write G"


def test_a_useless_roll_is_rolled_again() -> None:
    papers = sheet("A", [6, 5, 4, 3, None, None]), sheet("B", [None, 5, None, None, None, None])
    state = at("keep", *papers, dice="666666")
    assert best(state) == "reroll"


def test_a_row_of_hits_is_kept() -> None:
    state = at("keep", sheet("A"), sheet("B"), dice="654321")
    assert best(state) == "keep"


@pytest.mark.parametrize("seed", range(3))
def test_two_expect_opposite_margins_as_a_turn_begins(seed: int) -> None:
    turns = [s for s in moments("greedy", 2, seed) if s.chance and s._record.rolls == 0]
    for state in turns[::4]:
        both = [BY_MARGIN.value(state._record, seat) for seat in range(2)]
        assert sum(both) == pytest.approx(0, abs=UNIT // 64)


def test_dice_that_serve_the_other_one_more_are_sooner_rolled_again() -> None:
    own, hits = (sheet(letter, [6, *[None] * 5]) for letter in "AB")
    useless = sheet("C", [6, None, 4, 3, None, None])
    for_rolling = []
    for other in (hits, useless):
        worths = PLAIN.rate(at("keep", own, other, dice="231645")._record, 0)
        for_rolling.append(worths[REROLL] - worths[STAY])
    assert for_rolling[0] > for_rolling[1] + UNIT


def test_whoever_is_a_little_behind_does_not_end_the_game() -> None:
    """Both dice fit: with them one loses by a point, while the other one must cross out."""
    papers = (
        sheet("A", *FULL, [None, None, 3, 3, 2, 1]),
        sheet("B", *FULL, [4, 4, 3, None, None, 1]),
    )
    state = at("write", *papers, dice="616166")
    assert "write YB" in map(str, state.moves(0))
    assert best(state) != "write YB"


def test_answers_of_others_are_not_looked_at() -> None:
    state = at("write", sheet("A"), sheet("B"), dice="214356")
    before = PLAIN.rate(state._record, 0)
    answered = state.play(next(iter(state.moves(1))))
    assert PLAIN.rate(answered._record, 0) == before


@pytest.mark.compiled
def test_phases_that_wait_for_others_have_a_worth() -> None:
    seen = set()
    for state in moments("strong", 3, seed=5)[:-1]:
        for seat in set(range(3)) - set(state.pending):
            seen.add(state._record.phase)
            assert abs(FAST.value(state._record, seat)) < 150 * UNIT
    assert seen == {ROLL, KEEP, WRITE}


@pytest.mark.compiled
def test_the_expert_beats_the_baselines() -> None:
    for name, least in {"everything": 0.60, "hits_first": 0.60, "race": 0.50}.items():
        found = lab.simulate(GAME, [bot("expert"), f"baseline:{name}"], games=400, seed=2).summary
        assert found.slots[0].victories / 400 > least


def test_what_cannot_be_solved_is_refused() -> None:
    with pytest.raises(BadOption, match="qwinto cannot be solved; clever_kids, twenty_one can"):
        solve("qwinto")
    for wrong in ("speed", "cost", "cost=", "cost=21", "cost=-1"):
        with pytest.raises(BadOption, match="race, solo or cost=4"):
            solve("twenty_one", wrong)
    with pytest.raises(BadOption, match="seed"):
        solve("twenty_one", seed=-1)


def test_a_model_in_a_folder_is_not_overwritten(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from rollwrite.cli.main import app

    (tmp_path / "model.toml").write_text("mine")
    found = CliRunner().invoke(app, ["solve", "twenty_one", "--output", str(tmp_path)])
    assert found.exit_code != 0
    assert (tmp_path / "model.toml").read_text() == "mine"
