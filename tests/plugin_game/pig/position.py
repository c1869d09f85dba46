"""Positions of Pig as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rollwrite.games.contract import GameContext, Json, OptionValue
from rollwrite.games.kit.reading import Fields, integer, wrong

from . import rules
from .notation import say
from .rules import CHOOSE, GOAL, OVER, ROLL, SEATS, State

PHASES = ("choose", "roll", "over")


def start(game: GameContext, seats: int, first: int, options: Mapping[str, OptionValue]) -> State:
    s = State()
    rules.start(s, seats, first)
    return s


def write(game: GameContext, s: State, seat: int | None) -> Json:
    return {
        "game": "pig",
        "seats": s.seats,
        "active": s.active,
        "phase": PHASES[s.phase],
        "pending": [s.active] if s.phase == CHOOSE else [],
        "turn": s.turn,
        "die": s.die,
        "totals": [s.sheets[other].total for other in range(s.seats)],
    }


def read(game: GameContext, data: Mapping[str, Any]) -> State:
    fields = Fields(data)
    s = State()
    fields.value("game", "pig")
    s.seats = fields.integer("seats", 2, SEATS)
    s.active = fields.integer("active", 0, s.seats - 1)
    s.phase = PHASES.index(fields.choice("phase", PHASES))
    s.turn = fields.integer("turn", 0, 0 if s.phase == OVER else GOAL - 1)
    s.die = fields.integer("die", 0, 0 if s.phase == ROLL else 6)
    for seat, total in enumerate(fields.items("totals", s.seats)):
        most = GOAL + 5 if s.phase == OVER and seat == s.active else GOAL - 1
        s.sheets[seat].total = integer(total, 0, most, f"totals[{seat}]")
    if s.phase == OVER and s.sheets[s.active].total < GOAL:
        raise wrong("phase", say("position.P3"))
    s.pending = 1 << s.active if s.phase == CHOOSE else 0
    fields.expect("pending", [s.active] if s.phase == CHOOSE else [])
    fields.done()
    return s
