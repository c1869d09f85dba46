"""Yardsticks: players of single games with a plan but no table, to measure strong ones by.

They are no levels anybody would choose, so no menu lists them; the lab takes them by address:
``rollwrite tournament twenty_one expert rollwrite.bots.yardsticks:everything``.
"""

from rollwrite.bots.bot import Bot
from rollwrite.games.one_card.plain import FILLING
from rollwrite.games.qwinto.spacing import SPACING
from rollwrite.games.twenty_one.plain import EVERYTHING, HITS_FIRST

spacing = Bot("spacing", own=SPACING)
"""Qwinto: keeps its numbers evenly spaced."""

everything = Bot("everything", own=EVERYTHING)
"""Twenty One: writes every die that fits."""

hits_first = Bot("hits_first", own=HITS_FIRST)
"""Twenty One: writes hits and nothing else as long as there are some."""

filling = Bot("filling", own=FILLING)
"""One Card: gains what it can at once, else fills as many boxes as it can."""
