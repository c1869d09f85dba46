"""The lab: simulations and tournaments between bots, with statistics."""

from rollwrite.lab.engine import NoCluster
from rollwrite.lab.simulate import Simulation, simulate
from rollwrite.lab.summary import Fault, Interval, Slot, Summary
from rollwrite.lab.tournament import Tournament, tournament

__all__ = [
    "Fault",
    "Interval",
    "NoCluster",
    "Simulation",
    "Slot",
    "Summary",
    "Tournament",
    "simulate",
    "tournament",
]
