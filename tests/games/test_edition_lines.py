"""An edition's errors name the line, in lists that run over several lines too."""

from __future__ import annotations

import pytest

from rollwrite.games.kit.edition import line_of

SOURCE = """\
name = "mine"  # [1]
[cards]
first = [1, 2, 3]
second = [
    "a, b", # a comment, with a comma
    ["nested", "list"], 'c]',

    "d",
]
[[rows]]
letter = "A"
[[rows]]
letter = "B"
"""


@pytest.mark.parametrize(
    ("where", "line"),
    [
        ("name", 1),
        ("cards", 2),
        ("cards.first", 3),
        ("cards.first[2]", 3),
        ("cards.second", 4),
        ("cards.second[0]", 5),
        ("cards.second[1]", 6),
        ("cards.second[2]", 6),
        ("cards.second[3]", 8),
        ("cards.second[4]", 4),  # there is none: the list itself
        ("rows[0].letter", 11),
        ("rows[1].letter", 13),
    ],
)
def test_line_of(where: str, line: int) -> None:
    assert line_of(SOURCE, where) == line
