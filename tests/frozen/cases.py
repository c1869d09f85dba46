"""Which games are frozen: every game, variant, level, edition and number of seats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import rollwrite as rw
from frozen.store import FILES

EDITIONS = FILES / "editions"
RANDOM = "random"  # every move equally likely, with decisions taken back now and then


@dataclass(frozen=True)
class Case:
    """One frozen game: how it is set up, and who chose its moves when it was recorded."""

    game: str
    seats: int
    seed: int
    variant: str | None = None
    edition: str | None = None
    first: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    players: str = RANDOM  # RANDOM, or the name of a bot

    @property
    def name(self) -> str:
        """By which the data know it."""
        options = [f"{name}={value}" for name, value in self.options.items()]
        words = [self.game, self.variant, self.edition, *options, self.players]
        return " ".join([*filter(None, words), f"seats={self.seats}", f"seed={self.seed}"])

    def box(self, language: str = "en") -> rw.Game:
        """The game it is about."""
        return box(self.game, self.variant, self.edition, language, **self.options)


def box(
    game: str,
    variant: str | None = None,
    edition: str | None = None,
    language: str = "en",
    **options: Any,
) -> rw.Game:
    """A game, if need be with a frozen edition."""
    path = EDITIONS / f"{edition}.toml" if edition else None
    return rw.game(game, variant=variant, edition=path, language=language, **options)


# Written out, not asked of the code: what is no longer there must be missed.
SEATS: dict[tuple[str, str | None], range] = {
    ("clever_kids", None): range(1, 5),
    ("donnant", "base"): range(2, 5),
    ("donnant", "solo"): range(1, 2),
    ("one_card", "base"): range(1, 5),
    ("one_card", "advanced"): range(1, 5),
    ("qwinto", None): range(1, 7),
    ("twenty_one", None): range(1, 7),
}
EDITION_CASES = (
    Case("clever_kids", 2, 31, edition="tiny-party"),
    Case("clever_kids", 4, 32, edition="grand-party"),
    Case("donnant", 3, 33, "base", "cheap-box"),
    Case("donnant", 1, 34, "solo", "cheap-box", options={"level": 2}),
    Case("one_card", 2, 35, "base", "own-cards"),
    Case("one_card", 4, 36, "advanced", "own-cards"),
)
OPTION_CASES = (
    Case("twenty_one", 3, 41, options={"sheets": "FBD"}),
    *(Case("donnant", 1, 50 + level, "solo", options={"level": level}) for level in range(1, 8)),
)


def cases() -> Iterator[Case]:
    """Every frozen game."""
    for (game, variant), counts in SEATS.items():
        for seats in counts:
            yield Case(game, seats, 10 + seats, variant, first=seats - 1)
            if seats <= 4:
                level = ("beginner", "casual", "strong", "expert")[seats - 1]
                yield Case(game, seats, 20 + seats, variant, players=level)
    yield Case("donnant", 1, 25, "solo", options={"level": 4}, players="strong")
    yield from EDITION_CASES
    yield from OPTION_CASES
