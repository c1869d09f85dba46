"""``rollwrite campaign`` as its user meets it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import rollwrite as rw
from rollwrite.cli.main import app
from rollwrite.games.donnant.campaign import Progress, load, save


def campaign(*words: str, typed: str = "") -> str:
    result = CliRunner().invoke(app, ["campaign", *words, "-l", "en"], input=typed)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.output


def solo_moves(level: int, seed: int) -> str:
    """What somebody types who plays a level with a seed, in any way."""
    state = rw.game("donnant", variant="solo", level=level).start(seed=seed)
    whim, typed = Random(1), []
    while not state.over:
        if state.chance:
            state = state.roll()
        else:
            move = whim.choice(state.moves())
            typed.append(str(move))
            state = state.play(move)
    return "\n".join(typed) + "\n"


def test_show_continue_leave_and_resume(tmp_path: Path) -> None:
    file = ("--file", str(tmp_path / "climb.json"))
    assert "next is level 1" in campaign(*file)
    typed = solo_moves(1, 7)
    half = "\n".join(typed.splitlines()[:20]) + "\nquit\n"
    campaign("continue", *file, "--seed", "7", typed=half)
    assert load(tmp_path / "climb.json").progress == Progress()
    rest = "\n".join(typed.splitlines()[20:]) + "\n"
    told = campaign("continue", *file, typed=rest)
    (result,) = load(tmp_path / "climb.json").progress.history
    assert (result.level, result.goal) == (1, 30)
    assert f"level 1: {result.score} points, 30 needed" in told


def test_restart_and_a_damaged_file(tmp_path: Path) -> None:
    path = tmp_path / "climb.json"
    save(path, Progress(won=(1, 2, 3, 4, 5, 6, 7), level=3, points=12))
    assert "next is level 3, campaign points: 12" in campaign("--file", str(path))
    assert "next is level 1, campaign points: 0" in campaign("restart", "--file", str(path))
    path.write_text("{", encoding="utf-8")
    assert "damaged" in campaign("show", "--file", str(path))
    assert path.with_name("climb.json.damaged-1").read_text(encoding="utf-8") == "{"


def test_an_unknown_word_is_refused() -> None:
    with pytest.raises(rw.BadOption, match=r"'go' is not a campaign command"):
        campaign("go")


def test_the_only_game_with_a_campaign_is_meant_unless_another_is_named(tmp_path: Path) -> None:
    file = ("--file", str(tmp_path / "climb.json"))
    assert campaign(*file, "--game", "donnant") == campaign(*file)
    with pytest.raises(rw.BadOption, match=r"qwinto has no campaign\. Choose one of: donnant\."):
        campaign(*file, "--game", "qwinto")
    with pytest.raises(rw.UnknownGame, match="Did you mean donnant"):
        campaign(*file, "--game", "donant")


def test_the_progress_is_kept_where_earlier_versions_kept_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    save(tmp_path / "rollwrite" / "donnant-campaign.json", Progress(won=(1, 2)))
    assert "next is level 3" in campaign()
