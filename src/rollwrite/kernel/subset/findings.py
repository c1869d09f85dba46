"""What a check finds: a place and one sentence that says what is wrong there."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import NamedTuple


class Finding(NamedTuple):
    """A mistake: where it is (``rules.py:12``, a text, a seat), and what to do about it."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


class Findings:
    """What was found so far, each once, in the order in which it was met."""

    def __init__(self) -> None:
        self._found: dict[Finding, None] = {}

    def add(self, where: str, what: str) -> None:
        self._found[Finding(where, what)] = None

    def extend(self, findings: Iterable[Finding]) -> None:
        self._found.update(dict.fromkeys(findings))

    def sorted(self) -> list[Finding]:
        """File by file, and from the top of each to its end."""
        return sorted(self._found, key=_place)


def _place(finding: Finding) -> tuple[str, int]:
    path, _, line = finding.where.rpartition(":")
    return (path, int(line)) if line.isdecimal() else (finding.where, 0)


def nearest(word: str, known: Iterable[str]) -> str:
    """Which name was meant, if one is near; else the names there are."""
    names = sorted(known)
    close = get_close_matches(word, names, 1)
    return f"did you mean `{close[0]}`?" if close else f"it has {listed(names)}"


def listed(names: Iterable[str]) -> str:
    """Names in a sentence."""
    return ", ".join(f"`{name}`" for name in names) or "none"
