"""Small rules that tests compile, also in processes of their own."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.rule import rule

STEP = 2
TABLE = ((1, 2), (3, 4))
rules: Any = None


@rule
def doubled(value: int) -> int:
    return value * STEP


@rule
def fill(numbers: Any, add: int) -> None:
    for place in range(len(numbers)):
        numbers[place] = doubled(place) + TABLE[place % 2][1] + rules.BASE + add


def box(base: int) -> ModuleType:
    made = ModuleType("box")
    made.BASE = base  # type: ignore[attr-defined]  # a rules module of one constant
    return made


def filled(base: int, function: Any = fill) -> list[int]:
    numbers = np.zeros(4, np.int32)
    Compiled(function, {"rules": box(base)}, "a test")(numbers, 100)
    found: list[int] = numbers.tolist()
    return found
