"""What the check of a game has met: phases, parts, texts; and what it never met."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from rollwrite.testing.sources import modules_of
from rollwrite.texts import own_texts

# Texts that only pages of the browser say.
ELSEWHERE = ("name", "about", "title", "seat", "tray", "inherit")


class Reached(NamedTuple):
    """How many things of a kind were met, of how many, and those that never were."""

    what: str
    met: int
    of: int
    never: tuple[str, ...]


@dataclass
class Coverage:
    """Everything met so far."""

    games: Counter[str] = field(default_factory=Counter)  # by how they were played
    decisions: int = 0
    rolls: int = 0
    phases: set[int] = field(default_factory=set)
    drawn: set[str] = field(default_factory=set)
    chosen: set[str] = field(default_factory=set)  # parts of moves that were played
    words: set[str] = field(default_factory=set)  # first words of moves that were played
    said: set[tuple[str, str]] = field(default_factory=set)  # packages and keys of texts

    def reached(self, package: str, rules: Any) -> list[Reached]:
        """What was met of all that the game has: phases, parts, texts by their section."""
        names = phase_names(package, rules)
        found = [_compared("phases", (names.get(p, str(p)) for p in self.phases), names.values())]
        found.append(_compared("parts", self.chosen, self.drawn | self.chosen))
        sections: dict[str, list[str]] = {}
        for key in _texts(package):
            if key not in ELSEWHERE:
                section = key.partition(".")[0] if "." in key else "texts"
                sections.setdefault(section, []).append(key)
        said = {key for own, key in self.said if own == package}
        found += [_compared(section, said, keys) for section, keys in sections.items()]
        return found


def _texts(package: str) -> dict[str, str]:
    """The texts of a game; none where they cannot be read, which is a finding of its own."""
    try:
        return own_texts(package, "en")
    except (OSError, ValueError):
        return {}


def _compared(what: str, met: Iterable[str], known: Iterable[str]) -> Reached:
    known = set(known)
    never = known - set(met)
    return Reached(what, len(known) - len(never), len(known), tuple(sorted(never)))


def phase_names(package: str, rules: Any) -> dict[int, str]:
    """The phases by number, from the line of the game that names OVER among others."""
    return _phase_names(package, int(rules.OVER))


@cache
def _phase_names(package: str, over: int) -> dict[int, str]:
    for module in modules_of(package):
        for node in module.tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
                names = [getattr(target, "id", "") for target in node.targets[0].elts]
                values = [getattr(module.module, name, None) for name in names]
                if "OVER" in names and values[names.index("OVER")] == over:
                    pairs = zip(values, names, strict=True)
                    return {value: name for value, name in pairs if isinstance(value, int)}
    return {over: "OVER"}
