"""Yardsticks: players of single games with a plan of their own, to measure strong ones by.

They are no levels anybody would choose, so no menu lists them; the lab takes them by address:
``rollwrite tournament twenty_one expert rollwrite.bots.baselines:everything``.
"""

from functools import cache

from rollwrite.bots.bot import Bot, bot
from rollwrite.errors import BadOption, say
from rollwrite.games.one_card.bot.baselines import FILLING
from rollwrite.games.qwinto.bot.baselines import SPACING
from rollwrite.games.qwinto.bot.evaluator import FIXED_WEIGHTS
from rollwrite.games.qwinto.bot.turn_search import IGNORE_OPPONENTS
from rollwrite.games.twenty_one.bot.baselines import EVERYTHING, HITS_FIRST
from rollwrite.kernel.policy import Policy
from rollwrite.play.game import Game

GAMES = {"own_sheet": "qwinto", "spacing": "qwinto", "everything": "twenty_one",
         "hits_first": "twenty_one", "filling": "one_card"}  # fmt: skip


class Yardstick(Bot):
    """A player of one game, who does not know the others."""

    def policy(self, game: Game) -> Policy:
        """How it chooses in its game."""
        if game.id != GAMES[self.name]:
            message = say("lab.baseline", name=self.name, game=GAMES[self.name], given=game.id)
            raise BadOption(message, game.language)
        return self.own or _for_points(game)


@cache
def _for_points(game: Game) -> Policy:
    """What Qwinto's expert has learnt, if it minded nobody."""
    expert = bot("expert").policy(game)
    model = list(expert.model)
    for place, learning, _, _ in FIXED_WEIGHTS:
        model[place] = learning
    model[IGNORE_OPPONENTS] = 1
    return expert._replace(model=model)


own_sheet = Yardstick("own_sheet")
"""Qwinto: the expert's model, for as many points as it can make, whatever the others do."""

spacing = Yardstick("spacing", own=SPACING)
"""Qwinto: keeps its numbers evenly spaced."""

everything = Yardstick("everything", own=EVERYTHING)
"""Twenty One: writes every die that fits."""

hits_first = Yardstick("hits_first", own=HITS_FIRST)
"""Twenty One: writes hits and nothing else as long as there are some."""

filling = Yardstick("filling", own=FILLING)
"""One Card: gains what it can at once, else fills as many boxes as it can."""
