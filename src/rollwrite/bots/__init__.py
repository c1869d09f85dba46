"""Bots of every level, for every game.

>>> import rollwrite as rw
>>> from rollwrite.bots import bot, names
>>> names()
('random', 'greedy', 'beginner', 'casual', 'strong', 'expert')
>>> state = rw.game("qwinto").start(seats=2, seed=42)
>>> state = state.play(bot("greedy").choose(state, 0))
"""

from rollwrite.bots.bot import Bot, UnknownBot, bot, names, prepare
from rollwrite.bots.model import LEVELS, BadModel

__all__ = ["LEVELS", "BadModel", "Bot", "UnknownBot", "bot", "names", "prepare"]
