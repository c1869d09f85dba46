"""Yardsticks: players of single games with a plan of their own, to measure strong ones by.

They are no levels anybody would choose, so no menu lists them; the lab takes them by address:
``rollwrite tournament twenty_one expert rollwrite.bots.yardsticks:everything``.
"""

from functools import cache

from rollwrite.bots.bot import Bot, bot
from rollwrite.games.one_card.plain import FILLING
from rollwrite.games.qwinto.spacing import SPACING
from rollwrite.games.qwinto.thinking import GIVEN
from rollwrite.games.qwinto.turn import LONELY
from rollwrite.games.twenty_one.plain import EVERYTHING, HITS_FIRST
from rollwrite.kernel.policy import Policy
from rollwrite.play.game import Game


class OwnSheet(Bot):
    """Qwinto's expert, if it minded nobody: what it learnt, for its own points alone."""

    def policy(self, game: Game) -> Policy:
        """How it chooses in a game."""
        return _own_sheet(game)


@cache
def _own_sheet(game: Game) -> Policy:
    expert = bot("expert").policy(game)
    mind = list(expert.mind)
    for place, learning, _, _ in GIVEN:
        mind[place] = learning
    mind[LONELY] = 1
    return expert._replace(mind=mind)


own_sheet = OwnSheet("own_sheet")
"""Qwinto: makes as many points as it can, whatever the others do."""

spacing = Bot("spacing", own=SPACING)
"""Qwinto: keeps its numbers evenly spaced."""

everything = Bot("everything", own=EVERYTHING)
"""Twenty One: writes every die that fits."""

hits_first = Bot("hits_first", own=HITS_FIRST)
"""Twenty One: writes hits and nothing else as long as there are some."""

filling = Bot("filling", own=FILLING)
"""One Card: gains what it can at once, else fills as many boxes as it can."""
