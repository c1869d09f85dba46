"""Play and study roll-and-write dice games.

>>> import rollwrite as rw
>>> game = rw.game("qwinto")
>>> state = game.start(seats=2, seed=42).play("roll YP").roll()
>>> [str(move) for move in state.moves()]
['keep', 'reroll']
"""

from typing import TYPE_CHECKING

from rollwrite.errors import (
    BadEdition,
    BadLog,
    BadOption,
    BadPosition,
    BadProgress,
    GameLeftOut,
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
    "GameLeftOut",
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


# The rooms above the rules are opened when asked for: ``import rollwrite`` loads no NumPy.
_ROOMS = ("bots", "coach", "envs", "lab")

if TYPE_CHECKING:
    from rollwrite import bots as bots
    from rollwrite import coach as coach
    from rollwrite import envs as envs
    from rollwrite import lab as lab
else:

    def __getattr__(name: str) -> object:
        if name in _ROOMS:
            from importlib import import_module

            return import_module(f"rollwrite.{name}")
        raise AttributeError(f"module 'rollwrite' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What there is, rooms that are not open yet included."""
    return sorted({*globals(), *_ROOMS})
