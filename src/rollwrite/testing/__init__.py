"""A conformance check for games: what every game must keep, whoever wrote it.

>>> import rollwrite as rw
>>> from rollwrite.testing import check_game
>>> check_game(rw.game("qwinto"), playthroughs=1, compiled_games=0)
"""

from rollwrite.testing.bots import check_options
from rollwrite.testing.conformance import check_game, inspect_game
from rollwrite.testing.report import Report
from rollwrite.testing.runs import check_runs_agree, count_positions

__all__ = [
    "Report",
    "check_game",
    "check_options",
    "check_runs_agree",
    "count_positions",
    "inspect_game",
]
