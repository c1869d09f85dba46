"""The lab: simulations and tournaments between bots, and positions played out, with statistics."""

from rollwrite.lab.engine import NoCluster
from rollwrite.lab.rollouts import RolledOut, Rollouts, rollouts
from rollwrite.lab.simulate import Simulation, simulate
from rollwrite.lab.summary import Fault, Interval, Slot, Summary
from rollwrite.lab.tournament import Tournament, tournament

__all__ = [
    "Fault",
    "Interval",
    "NoCluster",
    "RolledOut",
    "Rollouts",
    "Simulation",
    "Slot",
    "Summary",
    "Tournament",
    "rollouts",
    "simulate",
    "tournament",
]
