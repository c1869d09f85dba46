"""Every mistake that authors of games make is found by the check and named."""

from __future__ import annotations

from pathlib import Path

import pytest
from mistakes import MISTAKES, RULES, Mistake, broken, mistake

import sample_game
from rollwrite.play.game import Game
from rollwrite.testing import check_game, check_runs_agree, inspect_game

pytestmark = pytest.mark.slow


def test_the_sample_game_is_right() -> None:
    report = inspect_game(Game(sample_game.GAME), compiled=False)
    assert report.lines() == []
    reached = report.coverage.reached(sample_game.GAME.package, sample_game.GAME.rules)
    never = {one.what: one.never for one in reached if one.never}
    assert never == {"parts": ("die-B", "die-R")}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_mistake_is_found_and_named(tmp_path: Path, mistake: Mistake) -> None:
    game, told = broken(tmp_path, mistake)
    lines = inspect_game(game, compiled=False).lines()
    assert any(all(word in line for word in told) for line in lines), "\n".join([*told, *lines])


def test_all_findings_are_told_at_once_and_the_compiler_is_not_asked(tmp_path: Path) -> None:
    string, _ = broken(tmp_path, _two(RULES[0], MISTAKES[-1]))
    report = inspect_game(string)
    assert report.left_out == ["rules"]
    assert len({finding.where for finding in report.findings}) >= 2
    with pytest.raises(AssertionError) as raised:
        check_game(string, playthroughs=3)
    lines = str(raised.value).splitlines()
    assert lines[0].endswith(f"{len(lines) - 1} findings")
    assert any("string" in line for line in lines) and any(
        "drawing.sheet" in line for line in lines
    )


def _two(one: Mistake, two: Mistake) -> Mistake:
    return Mistake("two mistakes", (*one.edits, *two.edits), ())


def test_a_rule_that_never_returns_is_found(tmp_path: Path) -> None:
    hangs = mistake("a loop", (), ("rules.py", "        seat += 1\n", "        seat += 0\n"))
    game, _ = broken(tmp_path, hangs)
    lines = inspect_game(game, compiled=False, patience=0.5).lines()
    assert any("rules.py" in line and "does not come back" in line for line in lines), lines


@pytest.mark.compiled
def test_runs_that_differ_are_told_by_game_decision_and_field(tmp_path: Path) -> None:
    narrow = next(one for one in RULES if one.name == "a narrow integer")
    game, _ = broken(tmp_path, narrow)
    with pytest.raises(AssertionError, match=r"in game \d+, after .*seat \d.* phase WRITE, sheets"):
        check_runs_agree(game, 2, 50, seed=1)
