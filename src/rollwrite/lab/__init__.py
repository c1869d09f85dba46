"""The lab: simulations, tournaments, and positions played out, with statistics."""

from rollwrite.lab.duplicate import DuplicateTournament
from rollwrite.lab.engine import NoCluster
from rollwrite.lab.rollouts import RolledOut, Rollouts, rollouts
from rollwrite.lab.simulate import Simulation, simulate
from rollwrite.lab.studies.compare import Comparison, compare
from rollwrite.lab.studies.folder import rows
from rollwrite.lab.studies.study import Study
from rollwrite.lab.studies.tables import BadRows
from rollwrite.lab.summary import Fault, Interval, Slot, Summary
from rollwrite.lab.tournament import Tournament, tournament

__all__ = [
    "BadRows",
    "Comparison",
    "DuplicateTournament",
    "Fault",
    "Interval",
    "NoCluster",
    "RolledOut",
    "Rollouts",
    "Simulation",
    "Slot",
    "Study",
    "Summary",
    "Tournament",
    "compare",
    "rollouts",
    "rows",
    "simulate",
    "tournament",
]
