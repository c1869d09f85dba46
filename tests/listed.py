"""The moves that ``rollwrite play`` lists."""

from __future__ import annotations

import re

# Numbers before them, at least three spaces between.
_MOVES = re.compile(r"(?:^|\s{3})\s*\d+ (\S.*?)(?=\s{3}|$)")


def listed(shown: str) -> list[str]:
    """The moves that a person is offered, from what stands on the screen up to the prompt."""
    lines = shown.rpartition("\nSeat ")[2].splitlines()[1:-1]
    return [move for line in lines for move in _MOVES.findall(line)]
