"""The rule decorator: marks the plain functions that are a game's rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

RuleFunction = TypeVar("RuleFunction", bound=Callable[..., object])


def rule(function: RuleFunction) -> RuleFunction:
    """Mark a function as a rule: it stays plain Python, and the compiler may take it as it is.

    A rule works on records and integers alone: no allocation, strings, exceptions, closures or
    library calls. Scratch space is passed in. Constants are module-level integers and tuples.
    ``rollwrite.kernel.compiler`` compiles it; nothing is compiled before it is asked for.
    """
    function.__rule__ = True  # type: ignore[attr-defined]  # a mark on an ordinary function
    return function


def is_rule(thing: object) -> bool:
    """Whether a module's value is a function marked with ``@rule``."""
    return getattr(thing, "__rule__", False) is True
