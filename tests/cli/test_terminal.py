"""``rollwrite play`` at a real terminal: colours, numbers, width, editing; and in a pipe."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from test_cli import rollwrite

import rollwrite as rw
from listed import listed
from rollwrite.cli.terminal import screen
from rollwrite.games.optional import OptionalDrawings

CODE = re.compile(r"\x1b\[[\d;?]*[a-zA-Z]|\r")  # colours, and what readline asks of the terminal


class Terminal:
    """A process with a terminal of its own."""

    def __init__(self, words: tuple[str, ...], home: Path, **environment: str) -> None:
        self._master, slave = pty.openpty()
        command = "from rollwrite.cli.main import main; main()"
        settings = {"LC_ALL": "en", "XDG_DATA_HOME": str(home), "COLUMNS": "80", "TERM": "xterm"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", command, *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, **settings, "NO_COLOR": "", **environment},
        )
        os.close(slave)
        self.shown = ""
        self._seen = 0

    def until(self, text: str) -> None:
        """Read until a text appears behind what was waited for before."""
        while (found := CODE.sub("", self.shown).find(text, self._seen)) < 0:
            assert self._read(), self.shown
        self._seen = found + len(text)

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def _read(self) -> bool:
        ready, _, _ = select.select([self._master], [], [], 300)
        try:
            found = os.read(self._master, 65536) if ready else b""
        except OSError:  # the process has ended
            return False
        self.shown += found.decode().replace("\r\n", "\n")
        return bool(found)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._master)


@contextmanager
def at_terminal(home: Path, *words: str, **environment: str) -> Iterator[Terminal]:
    terminal = Terminal(words, home, **environment)
    try:
        yield terminal
    finally:
        terminal.close()


PLAY = ("play", "qwinto", "--seats", "1", "--seed", "8")


def test_a_terminal_shows_colours_numbers_and_completes_moves(tmp_path: Path) -> None:
    with at_terminal(tmp_path, *PLAY, "--save", str(tmp_path / "a.log")) as terminal:
        terminal.until("roll YP\n> ")
        assert "\x1b[38;5;208mO  " in terminal.shown, "the orange row"
        assert "  1 roll O " in terminal.shown
        terminal.type("hi\t\n")
        terminal.until("(type roll ")
        terminal.until("roll YP\n> ")
        terminal.type("7\n")
        terminal.until("Rolled: ")
        terminal.until("reroll\n> ")
        terminal.type("qui\t\n")
        terminal.until("Game saved.")
        assert terminal.process.wait() == 0
    with at_terminal(tmp_path, *PLAY, "--save", str(tmp_path / "b.log")) as terminal:
        terminal.until("roll YP\n> ")
        terminal.type("\x1b[A\x1b[A\n")  # up, up: the line before the last one of the last game
        terminal.until("Rolled: ")
    log = (tmp_path / "a.log").read_text(encoding="utf-8")
    assert "0 roll OYP" in log
    assert log == (tmp_path / "b.log").read_text(encoding="utf-8")


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colours_where_they_are_not_wanted(tmp_path: Path, environment: dict[str, str]) -> None:
    with at_terminal(tmp_path, *PLAY, "--language", "de", **environment) as terminal:
        terminal.until("\n> ")
        assert "\x1b[38;5;208m" not in terminal.shown


def test_a_pipe_gets_plain_text_and_every_move(tmp_path: Path) -> None:
    save = tmp_path / "game.log"
    game = ("play", "donnant", "--seed", "3", "--bots", "0", "--save", str(save))
    told = rollwrite(*game, typed="1\n" * 12, home=tmp_path).stdout
    assert "\x1b" not in told
    state = rw.game("donnant").replay(save.read_text(encoding="utf-8"))
    moves = state.moves(state.pending[0])
    assert sorted(listed(told)) == sorted(map(str, moves))


def test_a_number_that_no_move_has_is_told(tmp_path: Path) -> None:
    told = rollwrite(*PLAY, typed="0\n9\n99999999999999999999\n", home=tmp_path).stdout
    assert "There is no move number 9. The last one is 7." in told
    assert "There is no move number 0." in told


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_lines_fit_the_terminal(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    state = rw.game("donnant").start(2, seed=3)
    for text in (screen.drawn(str(state), {}), screen.wrapped("word " * 100)):
        assert max(map(len, text.split("\n"))) <= columns
    lines, left_out = screen.listed([f"move {number}" for number in range(100)])
    assert max(map(len, lines)) <= columns and left_out == 40
    words = re.findall(r"(\d+) move (\d+)", "\n".join(lines))
    assert sorted((int(number), int(move)) for number, move in words) == [
        (number + 1, number) for number in range(60)
    ]


@pytest.mark.parametrize("name", rw.games())
def test_only_dice_and_fields_are_coloured(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Colours change nothing else, and the name of no card is taken for a die."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "300")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    state = rw.game(name).start(2, seed=3)
    for _ in range(20):
        seat = next(iter(state.pending), None)
        state = state.roll() if seat is None else state.play(state.moves(seat)[0], seat)
    letters = OptionalDrawings.of(state.game.definition.drawing).TEXT_COLOURS
    shown = screen.drawn(str(state), letters)
    assert CODE.sub("", shown) == str(state)
    assert shown != str(state)
    assert not re.search(r"m[A-Z]\d\d", shown)


def test_version_and_completion(tmp_path: Path) -> None:
    assert re.fullmatch(r"rollwrite \d+\.\d+\.\d+\n", rollwrite("--version", home=tmp_path).stdout)
    script = rollwrite("completion", "bash", home=tmp_path)
    assert script.returncode == 0 and "_ROLLWRITE_COMPLETE=bash_complete" in script.stdout
    wrong = rollwrite("completion", "bsh", home=tmp_path)
    assert (wrong.returncode, wrong.stderr) == (
        2,
        "rollwrite: Unknown shell 'bsh'. Did you mean bash?\n",
    )
    completed = subprocess.run(
        [sys.executable, "-c", "from rollwrite.cli.main import main; main()"],
        env={
            **os.environ,
            "_ROLLWRITE_COMPLETE": "bash_complete",
            "COMP_WORDS": "rollwrite play qw",
            "COMP_CWORD": "2",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    assert completed.stdout.strip() == "plain,qwinto"
