"""Play and study roll-and-write dice games.

>>> import rollwrite as rw
>>> game = rw.game("qwinto")
>>> state = game.start(seats=2, seed=42).play("roll YP").roll()
>>> [str(move) for move in state.moves()]
['keep', 'reroll']
"""

from typing import Any

from rollwrite.errors import (
    BadEdition,
    BadLog,
    BadOption,
    BadPosition,
    BadProgress,
    IllegalMove,
    IllegalRoll,
    Kind,
    LogCutShort,
    MissingExtra,
    Refused,
    RollwriteError,
    UnknownGame,
)
from rollwrite.play.game import Game
from rollwrite.play.log import Event, Log
from rollwrite.play.registry import game, games
from rollwrite.play.state import Move, State, TallyLine

__all__ = [
    "BadEdition",
    "BadLog",
    "BadOption",
    "BadPosition",
    "BadProgress",
    "Event",
    "Game",
    "IllegalMove",
    "IllegalRoll",
    "Kind",
    "Log",
    "LogCutShort",
    "MissingExtra",
    "Move",
    "Refused",
    "RollwriteError",
    "State",
    "TallyLine",
    "UnknownGame",
    "game",
    "games",
]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """``rw.bots``, ``rw.coach``, ``rw.envs`` and ``rw.lab``, imported on first use."""
    if name in ("bots", "coach", "envs", "lab"):
        from importlib import import_module

        return import_module(f"rollwrite.{name}")
    raise AttributeError(f"module 'rollwrite' has no attribute {name!r}")
