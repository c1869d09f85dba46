"""The command line as its user meets it: a fresh process, typed input, exit codes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import rollwrite as rw
from listed import listed
from rollwrite.texts import MINUS


def rollwrite(
    *words: str, typed: str = "", language: str = "en", home: Path
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from rollwrite.cli.main import main; main()", *words],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "LC_ALL": language, "XDG_DATA_HOME": str(home), "COLUMNS": "100"},
    )


def test_games_lists_every_game(tmp_path: Path) -> None:
    listed = rollwrite("games", home=tmp_path)
    assert listed.returncode == 0
    for name in rw.games():
        assert f"\n{name} " in "\n" + listed.stdout
    assert "feuilles" in rollwrite("games", language="fr_FR.UTF-8", home=tmp_path).stdout
    assert "Plätze" in rollwrite("games", "--language", "de", home=tmp_path).stdout


@pytest.mark.parametrize("name", rw.games())
def test_a_whole_game_by_typing_moves_that_are_shown(name: str, tmp_path: Path) -> None:
    """A person who picks any of the moves on the screen, against a bot, to the end."""
    save = tmp_path / "game.log"
    whim = Random(name)
    words = [sys.executable, "-uc", "from rollwrite.cli.main import main; main()", "play", name]
    process = subprocess.Popen(
        [*words, "--seed", "4", "--save", str(save), "--language", "en"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    shown = ""
    while character := process.stdout.read(1):
        shown += character
        if shown.endswith("\n> "):
            process.stdin.write(f"{whim.choice(listed(shown))}\n")
            process.stdin.flush()
    assert process.wait() == 0
    assert "\n! " not in shown, "a move on the screen was refused"
    assert "Winner: seat" in shown
    end = rw.game(name).replay(save.read_text(encoding="utf-8"))
    assert end.over
    points = str(end.scores()[0]).replace("-", MINUS)
    assert f"Seat 0: {points} points" in shown


def test_leaving_and_coming_back_loses_nothing(tmp_path: Path) -> None:
    save = tmp_path / "a game.log"
    play = ("play", "qwinto", "--seats", "2", "--bots", "0", "--seed", "8", "--save", str(save))
    first = rollwrite(*play, typed="roll yp\nkeep\nback\nreroll\nY1\n", home=tmp_path)
    assert first.returncode == 0
    kept = rw.game("qwinto").replay(save.read_text(encoding="utf-8"))
    assert kept.pending == (1,)
    assert kept.position()["answers"] == {"0": "Y1"}
    resumed = rollwrite("play", "--resume", str(save), "--bots", "0", typed="pass\n", home=tmp_path)
    assert "Seat 1: Choose one, two or three dice" in resumed.stdout
    assert rw.game("qwinto").replay(save.read_text(encoding="utf-8")).active == 1


def test_whoever_leaves_at_once_can_resume(tmp_path: Path) -> None:
    save = tmp_path / "game.log"
    play = ("play", "donnant", "--seats", "2", "--bots", "0", "--real-dice", "--save", str(save))
    assert str(save) in rollwrite(*play, home=tmp_path).stdout
    resumed = rollwrite("play", "--resume", str(save), "--bots", "0", home=tmp_path)
    assert resumed.returncode == 0 and "Game saved" in resumed.stdout


def test_refusals_are_told_and_change_nothing(tmp_path: Path) -> None:
    save = tmp_path / "game.log"
    play = ("play", "qwinto", "--seats", "1", "--seed", "8", "--save", str(save))
    told = rollwrite(*play, typed="O3\nback\nroll o\n", home=tmp_path).stdout
    assert "! O3 is not possible now." in told
    assert "! There is nothing to undo" in told
    assert "1. 0 roll O; [" in save.read_text(encoding="utf-8")


def test_a_hint_says_what_to_type_and_why(tmp_path: Path) -> None:
    save = tmp_path / "game.log"
    play = ("play", "qwinto", "--seats", "1", "--seed", "8", "--save", str(save))
    told = rollwrite(*play, typed="hint\nhelp\n", home=tmp_path).stdout
    found = re.search(r"> Hint: (.+) \(type (.+)\)\. (.+)\n", told)
    assert found is not None, told
    assert found[2] in [str(move) for move in rw.game("qwinto").start(1, seed=8).moves()]
    assert len(found[3]) > 10
    assert all(f"\n  {word}  " in told for word in ("hint", "back", "log ", "quit", "help"))
    assert "1. " not in save.read_text(encoding="utf-8"), "a hint plays nothing"


def test_forced_moves_are_made_by_themselves(tmp_path: Path) -> None:
    save = tmp_path / "game.log"
    play = ("play", "qwinto", "--seats", "1", "--real-dice", "--forced", "--save", str(save))
    # Right of the 6 in the first field a 1 fits nowhere: that turn can only be passed.
    typed = "roll o\nO6\nkeep\nO1\nroll o\nO1\nkeep\nback\nreroll\nO2\n"
    told = rollwrite(*play, typed=typed, home=tmp_path).stdout
    assert told.count("Seat 0: pass (the only move)") == 2
    log = save.read_text(encoding="utf-8")
    assert "0 keep; 0 pass; 0 take back; 0 take back; 0 reroll; [O2]; 0 pass" in log


def test_real_dice_are_typed_in(tmp_path: Path) -> None:
    save = tmp_path / "game.log"
    play = ("play", "qwinto", "--seats", "1", "--real-dice", "--save", str(save))
    told = rollwrite(*play, typed="roll o\nO7\nO4\n", home=tmp_path)
    assert "! Die O cannot show 7" in told.stdout
    assert "[O4]" in save.read_text(encoding="utf-8")


def test_the_game_is_asked_for_and_saved_in_the_users_folder(tmp_path: Path) -> None:
    told = rollwrite("play", typed="1\n", home=tmp_path)
    assert told.returncode == 0
    assert "--resume" in told.stdout


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("play", "qwitno"), "Unknown game 'qwitno'. Did you mean qwinto?"),
        (("play", "qwinto", "--seats", "9"), "seats must be a whole number from 1 to 6, not 9"),
        (("play", "qwinto", "--bots", "3"), "bots must be a whole number from 0 to 2, not 3"),
        (("play", "qwinto", "--level", "greedi"), "Did you mean greedy?"),
        (("play", "qwinto", "--variant", "x"), "qwinto has no variant 'x'"),
        (("play", "qwinto", "--language", "es"), "Unknown language 'es'"),
        (("play", "twenty_one", "-o", "sheets=AA"), "2 different letters"),
        (("play", "twenty_one", "-o", "sheets"), "Write options as name=value, not 'sheets'"),
        (("play", "qwinto", "--edition", "none.toml"), "has no editions"),
        (("play", "--resume", "none.log"), "Cannot read none.log"),
        (("replay", "none.log"), "Cannot read none.log: No such file"),
    ],
)
def test_bad_command_lines_are_named(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    answer = rollwrite(*words, home=tmp_path)
    assert answer.returncode == 2
    assert told in answer.stderr
    assert "Traceback" not in answer.stderr


def test_replay_shows_every_turn_and_the_tally(tmp_path: Path) -> None:
    state = rw.game("qwinto").start(2, seed=6)
    while not state.over:
        state = state.roll() if state.chance else state.play(state.moves(state.pending[0])[-1])
    (tmp_path / "game.log").write_text(str(state.log), encoding="utf-8")
    told = rollwrite("replay", str(tmp_path / "game.log"), home=tmp_path)
    assert told.returncode == 0
    assert "\n1. " in "\n" + told.stdout
    first, second = (str(score).replace("-", MINUS) for score in state.scores())
    assert first.startswith(MINUS)
    assert f"Seat 0: {first} points" in told.stdout
    assert f"\n   {first} : {second}\n" in told.stdout
    assert f"  {first}  Misses" in told.stdout
    assert not re.search(r"-\d", told.stdout), "one minus sign for everything"
    assert "Winner: seat" in told.stdout
    turn = rollwrite("replay", str(tmp_path / "game.log"), "--turn", "2", home=tmp_path)
    assert turn.stdout.startswith("2. ")
    beyond = rollwrite("replay", str(tmp_path / "game.log"), "--turn", "99", home=tmp_path)
    assert (beyond.returncode, "turn must be" in beyond.stderr) == (2, True)


SAVED = Path(__file__).parent.parent / "frozen" / "files" / "logs"
ASCII_ONLY = (
    {"PYTHONIOENCODING": "ascii"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
)


@pytest.mark.parametrize("environment", ASCII_ONLY, ids=["stream", "locale"])
@pytest.mark.parametrize(
    ("words", "shown", "code"),
    [
        (["games", "-l", "fr"], "1 a 6 places, feuilles conformes a l'edition imprimee", 0),
        (["games", "-l", "de"], "nasche Susses", 0),
        (["replay", str(SAVED / "qwinto.log"), "-l", "fr"], "-20  Coups manques : 4", 0),
        (["verify", str(SAVED / "downloaded-qwinto.log"), "-l", "fr"], "Equitable :", 0),
        (["campaign", "-l", "fr"], "Niveaux reussis", 0),
        (["play", "qwinto", "--seed", "1", "-l", "fr"], "Place 0", 0),
        (["--help"], "Usage:", 0),
        (["replay", "nothing.log", "-l", "fr"], "Impossible de lire nothing.log :", 2),
        (["serve", "--set=x=1", "-l", "fr"], "Reglage inconnu : 'x'", 2),
    ],
    ids=lambda words: " ".join(words[:1]) if isinstance(words, list) else "",
)
def test_an_ascii_terminal_is_shown_something_readable(
    environment: dict[str, str], words: list[str], shown: str, code: int, tmp_path: Path
) -> None:
    found = subprocess.run(
        [sys.executable, "-c", "from rollwrite.cli.main import main; main()", *words],
        stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=120, cwd=tmp_path,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "COLUMNS": "100", **environment},
    )  # fmt: skip
    told = (found.stderr if code else found.stdout).decode("ascii")
    assert shown in told
    assert b"Traceback" not in found.stderr
    assert found.returncode == code


def test_replay_of_a_log_that_was_cut_off_says_so(tmp_path: Path) -> None:
    state = rw.game("qwinto").start(2, seed=6).play("roll O").roll().play("keep")
    (tmp_path / "game.log").write_text(str(state.log).replace("\nopen", ""), encoding="utf-8")
    told = rollwrite("replay", str(tmp_path / "game.log"), home=tmp_path)
    assert told.returncode == 0
    assert "The log ends abruptly at line" in told.stderr


@pytest.mark.compiled
def test_rollouts_of_a_saved_game(tmp_path: Path) -> None:
    """The last decision of a frozen game, and whatever is none."""
    log = str(SAVED / "twenty_one.log")
    events = rw.Log.parse(Path(log).read_text(encoding="utf-8")).events
    last = max(number for number, event in enumerate(events, 1) if event.seat is not None)
    roll = max(number for number, event in enumerate(events, 1) if event.seat is None)
    words = ("rollouts", log, "--games", "2", "--workers", "1")
    told = rollwrite(*words, "--at", str(last), home=tmp_path)
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith(f"Twenty One, event {last}, seat {events[last - 1].seat}: ")
    assert re.search(rf"(?m)^{re.escape(events[last - 1].text)} \*  ", told.stdout)
    assert "Each move played out 2 times with seed 0" in told.stdout
    again = rollwrite(*words, "--at", str(last), "--json", home=tmp_path)
    assert '"games": 2' in again.stdout
    for at, named in (
        ((), "The game is over. Choose one of its decisions with --at"),
        (("--at", "0"), f"at must be a whole number from 1 to {len(events)}, not 0"),
        (("--at", "99999"), "not 99999"),
        (("--at", str(roll)), f"Event {roll} of the log is [{events[roll - 1].text}], which"),
        (("--at", str(last), "--seat", "7"), "There is no seat 7"),
        (("--at", str(last), "--seconds", "-1"), "seconds must be more than 0"),
    ):
        refused = rollwrite(*words, *at, home=tmp_path)
        assert (refused.returncode, named in refused.stderr) == (2, True), refused.stderr
        assert "Traceback" not in refused.stderr
