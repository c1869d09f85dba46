"""What people read and see of the frozen games; may change on purpose (README.md says how)."""

from __future__ import annotations

from typing import Any

import pytest

from frozen.cases import Case, cases
from frozen.recording import games
from frozen.store import FACTS, WORDS, load

pytestmark = pytest.mark.slow

FROZEN: dict[str, Any] = load(FACTS, "games")
SAID: dict[str, Any] = load(WORDS, "games")


@pytest.mark.parametrize("case", list(cases()), ids=lambda case: case.name)
def test_words_and_drawings(case: Case) -> None:
    assert games.words(case, FROZEN[case.name]["log"]) == SAID[case.name]
