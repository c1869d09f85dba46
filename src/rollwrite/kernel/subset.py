"""What rules may be made of, checked before anything is compiled."""

from __future__ import annotations

from typing import Any, NamedTuple


class Finding(NamedTuple):
    """Something that is wrong with a game: where, and what, in one sentence."""

    where: str
    what: str


def check_rules(rules: Any, evaluator: Any = None) -> list[Finding]:
    """What in the rules and the evaluator the compiler does not take."""
    return []
