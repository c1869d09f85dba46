"""The package as its user sees it: what is listed, what type checkers know, what is loaded."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, assert_type

import pytest

import rollwrite as rw

ROOMS = ("bots", "coach", "envs", "lab")

if TYPE_CHECKING:
    # Read by mypy alone: were a room Any, these would be no errors, and the comments would be.
    assert_type(rw.bots.bot("greedy"), rw.bots.Bot)
    assert_type(rw.lab.simulate("qwinto", "greedy"), rw.lab.Simulation)
    assert_type(rw.coach.hint(rw.game("qwinto").start(), 0), rw.coach.Hint)
    rw.lab.simulate("qwinto", "greedy", games="many")  # type: ignore[arg-type]
    assert rw.bots.nobody  # type: ignore[attr-defined]
    assert rw.coach.nothing  # type: ignore[attr-defined]
    assert rw.envs.nothing  # type: ignore[attr-defined]
    assert rw.lab.nothing  # type: ignore[attr-defined]
    assert rw.nothing  # type: ignore[attr-defined]


def test_rooms_are_listed_beside_what_is_exported() -> None:
    assert {*ROOMS, *rw.__all__} <= set(dir(rw))


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_opens_when_asked_for(room: str) -> None:
    assert getattr(rw, room).__name__ == f"rollwrite.{room}"


def test_what_is_not_there_is_named() -> None:
    with pytest.raises(AttributeError, match="no attribute 'labb'"):
        getattr(rw, "labb")  # noqa: B009  # mypy knows that it is not there


HEAVY = ("numpy", "numba", "llvmlite", "gymnasium", "click", "starlette", *(
    f"rollwrite.{room}" for room in ROOMS
))  # fmt: skip


def test_importing_the_package_and_playing_loads_nothing_heavy() -> None:
    code = (
        "import sys, rollwrite as rw\n"
        "dir(rw)\n"
        "for name in rw.games(): rw.game(name).start(seed=1)\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
