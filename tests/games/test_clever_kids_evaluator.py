"""The evaluator of Clever Kids: against plain search by the rules, and bots against each other."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from clever_kids_table import GAME, bonus, sheet, turn
from click.testing import CliRunner

import rollwrite as rw
from rollwrite import State
from rollwrite.bots import bot
from rollwrite.cli.main import app
from rollwrite.errors import BadOption
from rollwrite.games.clever_kids.bot import evaluator
from rollwrite.games.clever_kids.bot.evaluator import CANDIDATES
from rollwrite.games.clever_kids.bot.sheet_value import BY_TREATS, FURTHER, nearness, pack
from rollwrite.games.clever_kids.bot.solver import solve_sheets
from rollwrite.kernel.evaluate import MoveEvaluator
from rollwrite.kernel.match_runner import match_compiled, match_interpreted
from rollwrite.kernel.policy import BY_MODEL, GREEDY, UNIT
from rollwrite.kernel.specialize import Specializer
from rollwrite.kernel.workspace import workspace
from rollwrite.lab.solve import solve
from scrambled import scramble

OPTIMUM = 16.375387  # stars of a single seat, by solve_sheets on the printed sheet

# The printed sheet with dice of two or three faces: few enough rolls to look at each.
FEW_ROLLS = """
name = "Few rolls"
[dice]
D1 = ["joker", "joker", "candle", "candle", "candle", "candle"]
D2 = ["blue", "blue", "cake", "cake", "cake", "cake"]
D3 = ["joker", "pink", "pink", "pink", "pink", "pink"]
D4 = ["heart", "heart", "gift4", "gift4", "gift4", "gift4"]
D5 = ["candle", "candle", "candle", "muffin", "muffin", "muffin"]
[yellow]
balloons = ["heart", "blue", "pink (blue)", "pink *", "heart (green)", "blue", "pink *"]
[blue]
muffin = ["*", "(yellow)", "*"]
donut = ["(red)"]
cake = ["(green)", "*", "*"]
"""
# Small enough to be solved by going through every game there is.
TINY = """
name = "Tiny party"
[yellow]
balloons = ["heart (blue)", "blue *"]
[red]
wagons = ["1 (green)", "2 *"]
[green]
gifts = ["12"]
rows = ["*"]
columns = ["(yellow)", "*"]
[blue]
muffin = ["(red)"]
donut = ["*"]
cake = ["*"]
[dice]
D1 = ["joker", "joker", "joker", "candle", "candle", "gift1"]
D2 = ["blue", "blue", "blue", "cake", "cake", "cake"]
D3 = ["muffin", "muffin", "muffin", "cake", "cake", "cake"]
D4 = ["heart", "heart", "heart", "muffin", "gift2", "gift2"]
D5 = ["candle", "candle", "candle", "donut", "donut", "donut"]
"""


@cache
def edition(source: str, folder: Path) -> rw.Game:
    path = folder / "mine.toml"
    path.write_text(source, encoding="utf-8")
    return rw.game("clever_kids", edition=path)


@cache
def model(size: int) -> array[int]:
    """A model of random opinions up to a size, in UNIT."""
    random = Random(size)
    found = [random.randrange(-size, size + 1) for _ in range(evaluator.WEIGHTS - 1)]
    return array("i", [0, *found, 0])  # nothing is searched further


def evaluator_loop(
    game: rw.Game = GAME, size: int = UNIT, *, compiled: bool = False, further: int = 0
) -> MoveEvaluator:
    policy = BY_MODEL._replace(model=[*model(size)[:-1], further], evaluator=evaluator)
    return MoveEvaluator(game.rules, policy, compiled=compiled)


def moments(seats: int, seed: int, game: rw.Game = GAME) -> Iterator[State]:
    """The moments of a random game."""
    state, random = game.start(seats=seats, seed=seed), Random(seed)
    while not state.over:
        yield state
        if state.chance:
            state = state.roll()
        else:
            state = state.play(random.choice(state.moves(random.choice(state.pending))))


RULES = GAME.rules
SPECIALIZED = Specializer({"rules": RULES})
FEATURES, NEARNESS, PACK = map(SPECIALIZED.of, (evaluator.features, nearness, pack))
RATE, EXPECT = map(SPECIALIZED.of, (evaluator.rate, evaluator.expect))
OWN = evaluator.Workspace()


def points(s: Any, seat: int) -> int:
    """What a seat has and is taken to make when a turn begins."""
    places = OWN.features[: FEATURES(s, seat, OWN)]
    worth: int = RULES.score(s, seat) * UNIT + sum(model(UNIT)[place] for place in places)
    return worth


def ends(s: Any, seat: int) -> list[Any]:
    """Every moment at which a seat may have finished its part of the turn."""
    if not s.pending >> seat & 1:
        return [s]
    moves, found = [0] * RULES.MOVES, []
    for action in moves[: RULES.legal(s, seat, moves)]:
        after = s.copy()
        RULES.apply(after, seat, action)
        turned = after.active != s.active or after.phase < s.phase
        found += [after] if turned else ends(after, seat)
    return found


def plain_worth(s: Any, seat: int, action: int) -> int:
    """What a move is worth by going through everything that the rules allow, one or two seats."""
    after = s.copy()
    RULES.apply(after, seat, action)
    mine = [after] if after.phase not in (s.phase, RULES.OVER) else ends(after, seat)
    if s.seats == 1:
        return max(points(end, 0) for end in mine)
    return max(answered(end, seat) for end in mine)


def answered(s: Any, seat: int) -> int:
    """The margin of a seat after the other has done what is best for its own points."""
    other = 1 - seat
    theirs = ends(s, other) if s.phase == RULES.POOL else [s]
    end = max(theirs, key=lambda e: (points(e, other), -NEARNESS(PACK(e.sheets[other]))))
    return points(end, seat) - points(end, other)


@pytest.mark.parametrize("seats", [1, 2])
def test_worth_is_what_a_search_through_all_moves_finds(seats: int) -> None:
    ask, seen = evaluator_loop(), 0
    for number, state in enumerate(moments(seats, seed=seats)):
        if not state.chance and number % 3 == 0:
            seat = state.pending[0]
            worths = ask.rate(state._record, seat)
            before = state._record.copy()
            for action, worth in worths.items():
                assert worth == plain_worth(before, seat, action)
            seen += len(worths) > 1
    assert seen >= 8


def test_evaluation_changes_nothing() -> None:
    for seats in (1, 2, 3, 4):
        ask = evaluator_loop()
        for number, state in enumerate(moments(seats, seed=5)):
            if state.pending and number % 4 == 0:
                before = state._record.copy()
                for seat in range(seats):
                    ask.value(state._record, seat)
                assert state._record == before


LIMITS = {"rate": 2, "expect": 2, "roll": 1}  # scrambling a workspace takes a while


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_what_was_in_the_workspace_does_not_matter(seats: int) -> None:
    ask, draw = evaluator_loop(), Random(seats)
    asked: list[str] = []
    for state in list(moments(seats, seed=7))[20:]:
        record, seat = state._record, draw.randrange(seats)
        what = "roll" if state.chance else "rate" if seat in state.pending else "expect"
        if asked.count(what) < LIMITS[what]:
            asked.append(what)
            w = scramble(workspace(RULES, evaluator)(), draw)
            if what == "rate":
                moves = [move.action for move in state.moves(seat)]
                RATE(record, seat, moves, len(moves), model(UNIT), w)
                assert dict(zip(moves, w.worth, strict=False)) == ask.rate(record, seat)
            else:
                assert EXPECT(record, seat, model(UNIT), w) == ask.value(record, seat)
            places = w.own.features[: FEATURES(record, seat, w.own)]
            assert places == OWN.features[: FEATURES(record, seat, OWN)]
    assert len(asked) == (3 if seats == 1 else 5)


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_a_roll_is_worth_the_mean_of_what_comes_of_it(seats: int, tmp_path: Path) -> None:
    game = edition(FEW_ROLLS, tmp_path)
    ask = evaluator_loop(game)
    begins = [state for state in moments(seats, seed=3, game=game) if state.chance]
    for state in begins[len(begins) // 3 :: len(begins) // 2]:
        for seat in range(min(seats, 2)):
            total = ways = 0.0
            for event, weight in state.chance_outcomes():
                after = state.roll(event)
                if after.moves(after.pending[0])[0].text != "reroll":
                    total += weight * ask.value(after._record, seat)
                    ways += weight
            assert ask.value(state._record, seat) == pytest.approx(total / ways, abs=2)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_who_watches_expects_what_the_best_move_brings(seats: int) -> None:
    ask = evaluator_loop()
    for state in moments(seats, seed=8):
        if state.chance or state.pending != (active := (state.position()["active"],)):
            continue
        worths = ask.rate(state._record, active[0])
        best = max(worths.values())
        if list(worths.values()).count(best) > 1 or len(worths) == 1:
            continue
        move = next(m for m in state.moves(active[0]) if worths[m.action] == best)
        after = state.play(move)
        for seat in range(seats):  # others may do better than was feared once it is their turn
            if not after.chance and (seat not in after.pending or seat == active[0]):
                assert ask.value(state._record, seat) == ask.value(after._record, seat)


def test_close_moves_are_weighed_by_the_turn_that_follows() -> None:
    """Of moves that come near the best, each is made; all do what is best for now until a roll."""
    expert = bot("expert").policy(GAME)
    quick = array("i", expert.model)
    quick[FURTHER] = 0
    known = MoveEvaluator(GAME.rules, expert, compiled=False)
    asked = MoveEvaluator(GAME.rules, expert._replace(model=quick), compiled=False)
    weighed = 0
    for state in moments(2, seed=5):
        for seat in state.pending:
            now, then = asked.rate(state._record, seat), known.rate(state._record, seat)
            least = max(now.values()) - expert.model[FURTHER]
            first = {worth: one for one, worth in reversed(now.items()) if worth > least}
            assert then == now or len(first) > 1
            for action in first.values() if 1 < len(first) <= CANDIDATES else []:
                after = state.play(next(m for m in state.moves(seat) if m.action == action))
                while after.pending:
                    other = after.pending[0]
                    worths = asked.rate(after._record, other)
                    best = max(worths, key=lambda one: worths[one])
                    after = after.play(next(m for m in after.moves(other) if m.action == best))
                assert then[action] == asked.value(after._record, seat)
                weighed += 1
        if weighed > 8:
            return
    raise AssertionError(weighed)


@pytest.mark.compiled
def test_the_compiled_evaluator_agrees_to_the_bit() -> None:
    plain, fast, seen = evaluator_loop(), evaluator_loop(compiled=True), 0
    for seats in (1, 2, 3, 4):
        for number, state in enumerate(moments(seats, seed=13)):
            for seat in range(seats):
                if state._record.pending >> seat & 1:
                    assert plain.rate(state._record, seat) == fast.rate(state._record, seat)
                elif not state.chance or number % 40 == 0:
                    assert plain.value(state._record, seat) == fast.value(state._record, seat)
                seen += 1
    assert seen > 500
    plain, fast = (evaluator_loop(compiled=compiled, further=UNIT) for compiled in (False, True))
    for number, state in enumerate(moments(2, seed=14)):
        if number % 9 == 0:
            for seat in state.pending:
                assert plain.rate(state._record, seat) == fast.rate(state._record, seat)


def best(state: State, seat: int = 0, opinions: int = 0) -> str:
    """The move worth most, by default to somebody who only counts the stars of this turn."""
    worths = evaluator_loop(size=opinions).rate(state._record, seat)
    return max(state.moves(seat), key=lambda move: worths[move.action]).text


def worth(state: State, seat: int = 0) -> float:
    return evaluator_loop(size=0).value(state._record, seat) / UNIT


def test_a_chain_of_bonuses_is_seen_to_its_end() -> None:
    state = turn("joker candle pink gift4 cake", sheet(Y=1, R=1, M=3), sheet(Y=4))
    assert best(state) == "zone yellow"
    assert worth(state) == 2  # two muffins and what is to come, against a balloon
    state = state.play("zone yellow").play("tick Y2").play("tick Y3")
    assert best(state) == "tick D1"
    assert best(state.play("tick D1")) == "tick R2"


def test_a_zone_is_filled_for_its_star_unless_the_future_is_worth_more() -> None:
    state = turn("joker candle gift3 heart cake", sheet(Y=11), sheet(M=3))
    assert best(state) == "zone yellow"
    assert worth(state) == 4 - 2
    hopeful = array("i", model(0))
    hopeful[BY_TREATS] = 5 * UNIT  # for a sheet without gifts and treats
    policy = BY_MODEL._replace(model=hopeful, evaluator=evaluator)
    worths = MoveEvaluator(GAME.rules, policy, compiled=False).rate(state._record, 0)
    assert max(worths, key=worths.__getitem__) == 1  # zone red
    assert max(worths.values()) == (3 + 5 - 2) * UNIT


def test_a_joker_is_spent_so_that_the_others_do_not_get_it() -> None:
    state = turn("joker candle gift3 gift4 cake", sheet(), sheet(Y=3)).play("zone red")
    worths = evaluator_loop(size=0).rate(state._record, 0)
    told = {move.text: worths[move.action] for move in state.moves(0)}
    assert told == {"tick R1": -UNIT, "tick R1 j": 0}  # a joker is the other's green balloon


def test_a_bonus_that_ends_the_game_may_be_declined() -> None:
    state = bonus("yellow", Y=11)
    assert best(state) == "tick Y12"
    ends_game = evaluator_loop(size=UNIT).rate(state._record, 0)
    assert len(set(ends_game.values())) == 2


@pytest.mark.compiled
def test_the_expert_beats_whoever_takes_the_next_star() -> None:
    start = GAME.definition.position.start(GAME, 2, 0, {})
    lineup = [rw.bots.bot("expert").policy(GAME), GREEDY]
    found = match_compiled(GAME.rules, start, lineup, 300, seed=4)
    won = sum(1 if who == 1 else 0.5 if who == 3 else 0 for who in found.winners.tolist())
    assert won / 300 > 0.92  # 98.6 % in many games


def test_the_expert_alone_comes_near_the_best_there_is() -> None:
    start = GAME.definition.position.start(GAME, 1, 0, {})
    found = match_interpreted(GAME.rules, start, [rw.bots.bot("expert").policy(GAME)], 30, seed=6)
    assert sum(stars for (stars,) in found.scores) / 30 > OPTIMUM - 0.8  # 0.3 less in many games


def test_tiny_parties_are_solved_as_by_going_through_every_game(tmp_path: Path) -> None:
    game = edition(TINY, tmp_path)
    optimum = plain_optimum(game)
    assert solve_sheets(game, workers=1).optimum == pytest.approx(optimum, abs=1e-5)
    found = solve(game)
    assert found.start[0] == pytest.approx(optimum, abs=1e-5)
    assert f"seats 1: {optimum:.3f}" in found.text()
    with pytest.raises(BadOption, match="too large for a model file"):
        found.save(tmp_path / "model")
    assert not (tmp_path / "model").exists()


def test_alone_is_the_only_way_it_is_solved(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="the objective must be solo, not 'race'"):
        solve("clever_kids", "race")
    found = CliRunner().invoke(app, ["solve", "clever_kids", "--output", str(tmp_path / "model")])
    assert found.exit_code != 0
    assert not (tmp_path / "model").exists()


def plain_optimum(game: rw.Game) -> float:
    """The mean of best play, by going through every game."""
    rules, known = game.rules, {}

    def value(s: Any) -> float:
        if s.phase == rules.OVER:
            return float(rules.score(s, 0))
        if s.pending:
            moves, found = [0] * rules.MOVES, []
            for action in moves[: rules.legal(s, 0, moves)]:
                after = s.copy()
                rules.apply(after, 0, action)
                found.append(value(after))
            return max(found)
        own = s.sheets[0]
        key = (own.balloons, own.wagons, own.gifts, *own.treats)
        if key not in known:
            total = ways = 0.0
            for event, weight in game.definition.notation.outcomes(game, s):
                after = s.copy()
                rules.resolve(after, event)
                if after.sheets[0].step != rules.REROLL:
                    total += weight * value(after)
                    ways += weight
            known[key] = total / ways
        return known[key]

    return value(game.definition.position.start(game, 1, 0, {}))
