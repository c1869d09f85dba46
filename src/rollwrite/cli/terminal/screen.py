"""What a terminal can show and how a line is typed; a pipe gets plain text."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

MOST_MOVES = 60  # that a terminal lists; Tab completes the others
HISTORY = 1_000  # typed lines that are kept for the next game

# ANSI codes: colours of 256 where the sixteen have none.
_CODES = {
    "red": "91", "orange": "38;5;208", "yellow": "93", "green": "92", "blue": "94",
    "purple": "95", "pink": "38;5;211", "white": "97", "black": "90",
}  # fmt: skip


def interactive() -> bool:
    """Whether a person types at a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def shows_colours() -> bool:
    """Whether to print in colour: at a terminal, unless NO_COLOR is set (https://no-color.org)."""
    return (
        sys.stdout.isatty()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM", "") != "dumb"
    )


def width() -> int:
    """The columns of the terminal, or of ``COLUMNS``."""
    return max(20, shutil.get_terminal_size((100, 24)).columns)


def drawn(text: str, letters: Mapping[str, str]) -> str:
    """A sheet or tray in letters, for the terminal: lines that fit, ``Y4`` and the like coloured.

    ``letters`` has the colour of each letter; a row that begins with one is coloured as a whole.
    """
    lines = [part for line in text.split("\n") for part in _fitting(line, indent=6)]
    if letters and shows_colours():
        lines = [_coloured(line, letters) for line in lines]
    return "\n".join(lines)


def wrapped(text: str) -> str:
    """A sentence in lines that fit."""
    return "\n".join(part for line in text.split("\n") for part in _fitting(line))


def _fitting(line: str, indent: int = 0) -> list[str]:
    """A line in parts as wide as the terminal; a pipe gets it as it is."""
    if not sys.stdout.isatty():
        return [line]
    return textwrap.wrap(line, width(), subsequent_indent=" " * indent, break_on_hyphens=False) or [
        ""
    ]


def _coloured(line: str, letters: Mapping[str, str]) -> str:
    one = f"[{''.join(letters)}]"
    if re.fullmatch(f"{one}\\d? .*[\\[(<].*", line):  # a row of one colour
        found = "^.*$"
    elif re.fullmatch(f"{one}+", line):  # dice that show nothing but colours
        found = one
    else:  # a letter with a digit before or behind it, a sun and boxes; no letter of a word
        found = rf"(?<![a-z] )(?<!\w)\d?{one}\d?\*?(?!\w)(?: +[x.]+)?"

    def painted(match: re.Match[str]) -> str:
        letter = next(character for character in match[0] if character in letters)
        return f"\x1b[{_CODES[letters[letter]]}m{match[0]}\x1b[0m"

    return re.sub(found, painted, line)


def listed(moves: Sequence[str]) -> tuple[list[str], int]:
    """Moves with their numbers, in columns as wide as the terminal, and how many are left out."""
    shown = moves if not interactive() else moves[:MOST_MOVES]
    digits = len(str(len(shown)))
    entries = [f"{number:>{digits}} {move}" for number, move in enumerate(shown, 1)]
    widest = max(map(len, entries), default=0)
    columns = max(1, (width() - 2 + 3) // (widest + 3))
    rows = -(-len(entries) // columns)
    lines = ["   ".join(f"{one:<{widest}}" for one in entries[row::rows]) for row in range(rows)]
    return [f"  {line}".rstrip() for line in lines], len(moves) - len(shown)


class Typed:
    """Lines that a person types: with editing, history and completion where there is readline."""

    def __init__(self, history: Path) -> None:
        self._words: list[str] = []
        self._history = history
        self._readline = None
        if interactive():
            with suppress(ImportError):  # Windows: its console edits lines and keeps a history
                import readline

                self._readline = readline
                readline.set_completer(self._completed)
                readline.set_completer_delims("")
                emulated = "libedit" in (readline.__doc__ or "")
                readline.parse_and_bind("bind ^I rl_complete" if emulated else "tab: complete")
                with suppress(OSError):
                    readline.read_history_file(history)

    def ask(self, prompt: str, words: Sequence[str] = ()) -> str:
        """Read a line; Tab completes the words."""
        self._words = list(words)
        return input(prompt).strip()

    def close(self) -> None:
        """Keep the history for the next game; a folder that cannot be written loses only that."""
        if self._readline is not None:
            self._readline.set_completer(None)
            with suppress(OSError):
                self._history.parent.mkdir(parents=True, exist_ok=True)
                self._readline.set_history_length(HISTORY)
                self._readline.write_history_file(self._history)

    def _completed(self, begun: str, number: int) -> str | None:
        found = [word for word in self._words if word.lower().startswith(begun.lower())]
        return found[number] if number < len(found) else None
