"""What programs pass by mistake, and what must come of it: an error of ours, or nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import rollwrite as rw
from rollwrite.errors import RollwriteError
from rollwrite.texts import LANGUAGES

DIGITS = "9" * 5000


class Hostile:
    """An object that cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


WRONG: list[Any] = [
    None, 5, -1, 99, 10**6000, True, 1.0, float("nan"), "", "\0", "a\0b", "x" * 100_000, DIGITS,
    "🎲", "0", b"", b"1", [], [1.0], ["O"], {}, {"a": 1}, (), object(), Hostile(), print, rw.Game,
    "[" * 100_000, '{"a":' * 50_000, Path("/nowhere"), Path("x" * 5000),
]  # fmt: skip
LONGEST = 1200  # letters of a message, examples of legal moves included


class Target:
    """A public function with good arguments, and which of them are not tried."""

    def __init__(
        self, name: str, call: Callable[..., object], /, *without: str, **good: object
    ) -> None:
        self.name = name
        self.call = call
        self.good = good
        self.tried = [parameter for parameter in good if parameter not in without]


def refused_or_fine(call: Callable[[], object], what: str) -> None:
    """Whatever else is raised fails the test."""
    try:
        call()
    except RollwriteError as error:
        for language in LANGUAGES:
            assert 0 < len(error.text(language)) <= LONGEST, what
    except Exception as foreign:
        raise AssertionError(f"{what} raised {type(foreign).__name__}: {foreign!s:.200}") from None


def try_all(target: Target) -> None:
    """Call a function well, and then with every wrong value in the place of each argument."""
    target.call(**target.good)
    for parameter in target.tried:
        for value in WRONG:
            what = f"{target.name}({parameter}=<{type(value).__name__}>)"
            refused_or_fine(partial(target.call, **target.good | {parameter: value}), what)
