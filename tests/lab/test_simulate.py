"""Simulation: the same games however they are played, sound figures, bad input named."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import rollwrite as rw
from rollwrite.bots import bot
from rollwrite.bots.players import Player
from rollwrite.kernel.match_runner import match_compiled, match_interpreted
from rollwrite.kernel.policy import GREEDY, RANDOM
from rollwrite.kernel.rule import rule
from rollwrite.kernel.run import run_interpreted
from rollwrite.kernel.step import Scratch
from rollwrite.lab.report import median
from rollwrite.lab.summary import mean, share
from rollwrite.lab.turns import by_turn

pytestmark = pytest.mark.compiled

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))  # where own_bots lives


def boxes() -> list[rw.Game]:
    """Every game in every variant."""
    return [
        rw.game(name, variant=variant)
        for name in rw.games()
        for variant in rw.game(name).definition.variants or (None,)
    ]


@pytest.mark.parametrize("game", boxes(), ids=repr)
def test_compiled_matches_are_the_interpreted_ones(game: rw.Game) -> None:
    seats = min(2, game.seats[-1]) if game.seats[0] <= 2 else game.seats[0]
    start = game.definition.position.start(game, seats, 0, game.options)
    lineup = [(GREEDY, RANDOM)[slot % 2] for slot in range(seats)]
    plain = match_interpreted(game.rules, start, lineup, 12, seed=3, first=5)
    fast = match_compiled(game.rules, start, lineup, 12, seed=3, first=5)
    assert [array.tolist() for array in fast] == list(plain)


@pytest.mark.parametrize("game", boxes(), ids=repr)
def test_random_bots_play_the_random_games_of_the_kernel(game: rw.Game) -> None:
    """Two loops, one game: only the seats are turned."""
    seats = game.seats[-1]
    start = game.definition.position.start(game, seats, 0, game.options)
    kernel = run_interpreted(game.rules, start, 6, seed=8)
    match = match_interpreted(game.rules, start, [RANDOM] * seats, 6, seed=8)
    turned = [
        [scores[(slot + number) % seats] for slot in range(seats)]
        for number, scores in enumerate(kernel.scores)
    ]
    assert (match.scores, match.decisions) == (turned, kernel.decisions)


@pytest.mark.parametrize("game", boxes(), ids=repr)
def test_a_simulation_is_the_same_whatever_the_number_of_workers(game: rw.Game) -> None:
    seats = game.seats[-1]
    runs = [
        rw.lab.simulate(game, "greedy,random"[: 13 if seats > 1 else 6], seats=seats, games=700,
                        seed=2, workers=workers).json()
        for workers in (1, 3)
    ]  # fmt: skip
    assert runs[0] == runs[1]
    assert runs[0]["games"] == 700


def test_bots_take_every_seat_in_turn() -> None:
    """Game n seats slot k at (k + n) % seats, by the rules and by what is reported."""
    found = rw.lab.simulate("qwinto", [First(), "random"], games=40, seed=1, workers=1)
    assert [slot.games for slot in found.summary.seats] == [40, 40]
    seen: Counter[tuple[int, int]] = Counter()

    def note(state: rw.State, seat: int) -> rw.Move:
        seen[seat, state.active] += 1
        return state.moves(seat)[0]

    rw.lab.simulate("qwinto", [note, "random"], games=10, seed=1, workers=1)
    assert {seat for seat, _ in seen} == {0, 1}


class First:
    def choose(self, state: rw.State, seat: int) -> rw.Move:
        return state.moves(seat)[0]


def test_figures_are_those_of_the_games() -> None:
    """Means, shares and lengths add up as if each game had been counted by hand."""
    game = rw.game("qwinto")
    start = game.definition.position.start(game, 2, 0, {})
    by_hand = match_interpreted(game.rules, start, [GREEDY, RANDOM], 60, seed=4)
    found = rw.lab.simulate(game, "greedy,random", games=60, seed=4)
    for slot in range(2):
        scores = [scores[slot] for scores in by_hand.scores]
        assert found.summary.slots[slot].mean().value == pytest.approx(sum(scores) / 60)
        won = sum({0b01: 1 - slot, 0b10: slot, 0b11: 0.5}[bits] for bits in by_hand.winners)
        assert found.summary.slots[slot].share().value == pytest.approx(won / 60)
    assert found.length.value == pytest.approx(sum(by_hand.decisions) / 60)


def test_a_table_has_one_minus_sign() -> None:
    told = str(rw.lab.simulate("qwinto", "random", games=200, seed=1))
    assert re.search(r" −\d+ +−?\d+ +\d+ ", told), "lowest, median and highest score"
    assert not re.search(r"-\d", told)


def test_intervals() -> None:
    assert mean(Counter([1, 2, 3])).value == 2
    low, high = mean(Counter([0, 2] * 50))[1:]
    assert (low, high) == pytest.approx((1 - 0.197, 1 + 0.197), abs=1e-3)
    assert share(0, 100).low == 0 < share(0, 100).high < 0.05
    assert share(100, 100).high == 1 > share(100, 100).low > 0.95
    assert median(Counter([5, 1, 9])) == 5


def test_the_interval_of_a_mean_holds_what_it_promises() -> None:
    """Of a hundred runs about 95 have an interval that holds the mean of them all."""
    runs = [rw.lab.simulate("qwinto", "random", games=200, seed=seed) for seed in range(100)]
    truth = sum(run.summary.slots[0].mean().value for run in runs) / 100
    hits = sum(low <= truth <= high for _, low, high in (r.summary.slots[0].mean() for r in runs))
    assert 88 <= hits <= 100


@pytest.mark.parametrize("name", rw.games())
def test_scores_by_turn_end_at_the_score(name: str) -> None:
    from rollwrite.lab.job import job
    from rollwrite.lab.turns import _turns

    made = job(name, "greedy,random", 2, 5)
    found = match_interpreted(
        made.game.rules,
        made.game.definition.position.start(made.game, 2, 0, {}),
        [GREEDY, RANDOM], 3, seed=5,
    )  # fmt: skip
    assert [list(_turns(made, number))[-1] for number in range(3)] == found.scores
    turns = by_turn(made, 4)
    assert turns[0][0].turn == 1
    assert len(turns[0]) > 3


def test_own_bots_play_and_processes_agree_with_threads() -> None:
    names = ["own_bots:First", "own_bots:last"]
    one = rw.lab.simulate("qwinto", names, games=60, seed=1, workers=1)
    two = rw.lab.simulate("qwinto", names, games=60, seed=1, workers=2)
    assert one.json() == two.json()
    assert not one.summary.broken


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("own_bots:stumbles", "ZeroDivisionError: three misses"),
        ("own_bots:cheats", "'O9 twice', which is not a legal move"),
    ],
)
def test_a_bot_that_fails_costs_its_game_alone(name: str, reason: str) -> None:
    found = rw.lab.simulate("qwinto", [name, "random"], games=30, seed=9, workers=1)
    summary = found.summary
    assert summary.broken > 0 < summary.games
    assert summary.broken + summary.games == 30
    fault = summary.faults[0]
    assert reason in fault.reason
    assert (fault.seed, fault.bot) == (9, name)
    state = rw.game("qwinto").position(fault.position)
    assert fault.seat in state.pending
    assert state.position()["sheets"][fault.seat]["misses"] == 3
    assert f"game {fault.game} of seed 9" in str(found)


@rule
def choose_too_far(s: Any, seat: int, count: int, model: Any, scratch: Scratch) -> int:
    """A compiled policy that points past its moves in the eleventh decision of a sheet."""
    return count if s.active == 1 else 0


def test_a_compiled_policy_that_fails_is_caught_too() -> None:
    wrong = Player("wrong", bot("random")._replace(own=RANDOM._replace(choose=choose_too_far)))
    found = rw.lab.simulate("qwinto", [wrong, "random"], games=50, seed=3, workers=1)
    assert (found.summary.broken, found.summary.games) == (50, 0)
    fault = found.summary.faults[0]
    assert (fault.game, fault.bot) == (0, "wrong")
    assert rw.game("qwinto").position(fault.position).active == 1
    assert found.json()["bots"][0]["mean"] is None
    assert "–" in str(found)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"bots": "gredy"}, "Unknown bot 'gredy'. Did you mean greedy"),
        ({"games": 0}, "games must be a whole number from 1"),
        ({"seats": 7}, "seats must be a whole number from 1 to 6, not 7"),
        ({"seats": 2, "bots": "random,random,random"}, "1 to 2 bots, not 3"),
        ({"seed": -1}, "seed must be a whole number"),
        ({"device": "gpus"}, "Unknown device 'gpus'. Did you mean gpu"),
        ({"workers": 0}, "workers must be"),
        ({"bots": "nowhere:Bot"}, "'nowhere:Bot' cannot be used: No module named"),
        ({"bots": "own_bots:Nobody"}, "'own_bots:Nobody' cannot be used"),
    ],
)
def test_bad_input_is_named(arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(rw.RollwriteError, match=None) as caught:
        rw.lab.simulate("qwinto", **{"bots": "random", **arguments})
    assert told in str(caught.value)
    for language in ("fr", "de"):
        assert caught.value.text(language)


def test_two_evaluators_at_one_table_are_refused() -> None:
    expert = bot("expert").policy(rw.game("qwinto"))
    other = expert._replace(evaluator=rw.game("twenty_one").definition.evaluator)
    line_up = [Player(f"own {place}", bot("expert")._replace(own=policy))
               for place, policy in enumerate((expert, other))]  # fmt: skip
    with pytest.raises(rw.BadOption, match=r"share one evaluator.*qwinto.*twenty_one"):
        rw.lab.simulate("qwinto", line_up, games=2, workers=1)


def gpu_is_there() -> bool:
    from rollwrite.kernel.cuda.runner import NoGPU, cuda_module

    try:
        cuda_module()
    except (NoGPU, rw.MissingExtra):
        return False
    return True


@pytest.mark.skipif(gpu_is_there(), reason="there is a GPU here")
def test_without_a_gpu_that_is_said() -> None:
    with pytest.raises(rw.RollwriteError, match=r"No GPU found|Running on a GPU needs numba-cuda"):
        rw.lab.simulate("qwinto", "random", device="gpu")


@pytest.mark.skipif(not gpu_is_there(), reason="no GPU here; benchmarks/lab_gpu.py checks it")
@pytest.mark.parametrize("name", rw.games())
def test_a_gpu_finds_the_same(name: str) -> None:
    both = [
        rw.lab.simulate(name, "greedy,random", games=5000, seed=2, device=device)
        for device in ("cpu", "gpu")
    ]
    assert both[0].json() == both[1].json()


CLI = "from rollwrite.cli.main import main; main()"


def command(*words: str) -> list[str]:
    return [sys.executable, "-c", CLI, *words]


INTERRUPTED = """
import os, signal
from contextlib import contextmanager
from rollwrite.cli import lab
from rollwrite.cli.main import main

signal.signal(signal.SIGINT, signal.default_int_handler)  # some shells start programs deaf to it
sent = []

@contextmanager
def pressed(language):
    def show(done, total):
        if done and not sent:
            sent.append(done)
            os.kill(os.getpid(), signal.SIGINT)
    yield show

lab.progress_bar = pressed
main()
"""


def test_json_is_whole_where_only_ascii_can_be_printed(tmp_path: Path) -> None:
    sheet = tmp_path / "fête.toml"
    sheet.write_text('name = "Fête “−”"\n[yellow]\nballoons = ["heart"]\n', encoding="utf-8")
    words = ["simulate", "clever_kids", "--edition", str(sheet), "--bots", "own_bots:last"]
    found = subprocess.run(
        command(*words, "--seats", "1", "--games", "3", "--workers", "1", "--json"),
        cwd=HERE, check=True, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )  # fmt: skip
    assert json.loads(found.stdout)["edition"].startswith("Fête “−” #")


def interrupted(*words: str) -> str:
    """What a command prints that is stopped as soon as some games are played."""
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED, *words], stdout=subprocess.PIPE, text=True
    )
    try:
        output, _ = process.communicate()
    finally:
        process.kill()  # where it has not ended: a thousand million games are an hour's work
    assert process.returncode == 130
    return output


def test_ctrl_c_keeps_what_is_done() -> None:
    words = ["simulate", "qwinto", "--games", str(10**9), "--seed", "6", "--json"]
    found = json.loads(interrupted(*words))
    assert found["interrupted"]
    assert 0 < found["games"] < 10**9
    again = rw.lab.simulate("qwinto", "greedy,random", games=found["games"], seed=6).json()
    assert again["bots"] == found["bots"]


def test_ctrl_c_keeps_what_is_done_of_a_tournament() -> None:
    words = ["tournament", "qwinto", "greedy", "random", "--games", str(10**9), "--json"]
    found = json.loads(interrupted(*words))
    assert found["interrupted"]


def test_the_command_writes_json_and_a_plot_and_never_over_a_file(tmp_path: Path) -> None:
    words = command(
        "simulate", "twenty_one", "--games", "300", "--seed", "2", "-l", "en",
        "--output", str(tmp_path / "found.json"), "--plot", str(tmp_path / "found.svg"),
    )  # fmt: skip
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "Twenty One, seats: 2; 300 games" in done.stdout
    found = json.loads((tmp_path / "found.json").read_text())
    assert found == json.loads(
        json.dumps(rw.lab.simulate("twenty_one", "greedy,random", games=300, seed=2).json())
    )
    assert (tmp_path / "found.svg").read_text().startswith("<svg")
    before = (tmp_path / "found.json").stat().st_mtime_ns
    again = subprocess.run(words, capture_output=True, text=True, check=False)
    assert again.returncode == 2
    assert "already exists" in again.stderr
    assert (tmp_path / "found.json").stat().st_mtime_ns == before
    forced = subprocess.run([*words, "--force"], capture_output=True, text=True, check=False)
    assert forced.returncode == 0


def test_the_command_reports_what_a_bot_broke_off() -> None:
    words = command("simulate", "qwinto", "--bots", "own_bots:stumbles,random", "--games", "20")
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=HERE)
    assert done.returncode == 1, done.stderr
    assert "ZeroDivisionError: three misses" in done.stdout


MEMORY = """
import resource, rollwrite as rw
from pathlib import Path
def most():
    # Where there is a /proc: what getrusage says still holds the memory of whoever started us.
    status = Path("/proc/self/status")
    if status.exists():
        return int(status.read_text().split("VmHWM:")[1].split()[0])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
rw.lab.simulate("twenty_one", "random", games=70_000, seed=1, workers=2)
before = most()
rw.lab.simulate("twenty_one", "random", games=700_000, seed=1, workers=2)
print(before, most())
"""


def test_memory_does_not_grow_with_the_number_of_games() -> None:
    done = subprocess.run(
        [sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True
    )
    few, many = map(int, done.stdout.split())
    assert many < few + 60_000, "kilobytes"
    assert many < 500_000


def test_rules_that_use_a_name_of_ours_are_refused() -> None:
    """A binding would stand for it in the rules as well, and silently play another game."""
    from types import SimpleNamespace

    from rollwrite.kernel.match import bindings

    with pytest.raises(ValueError, match="POLICY_KINDS"):
        bindings(SimpleNamespace(TITLE="A game", POLICY_KINDS=3), [RANDOM])
