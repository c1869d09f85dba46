"""Duplicate tournaments: the same dice at every table, and everybody beside those in their seat."""

from rollwrite.lab.duplicate.pairings import Round, round_robin, swiss
from rollwrite.lab.duplicate.scoring import Compared, compared, compared_tables
from rollwrite.lab.duplicate.standings import Line
from rollwrite.lab.duplicate.tournament import DuplicateTournament

__all__ = [
    "Compared",
    "DuplicateTournament",
    "Line",
    "Round",
    "compared",
    "compared_tables",
    "round_robin",
    "swiss",
]
