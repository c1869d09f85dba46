"""Time random play and print what was measured.

Every `run_<peer>.py` script imports this module from inside its own environment, so it uses the
standard library only.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from importlib.metadata import version
from time import perf_counter
from typing import NamedTuple


class Figure(NamedTuple):
    """One measured speed of one game in one library."""

    peer: str
    version: str
    game: str
    how: str
    batch: int
    decisions_per_second: float


class Way(NamedTuple):
    """One way to drive a game: `play` runs a round and returns the decisions made in it."""

    how: str
    batch: int
    play: Callable[[], float]


def seconds_wanted() -> float:
    """Return the value of the `--seconds` option."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=3.0, help="seconds timed per figure")
    seconds: float = parser.parse_args().seconds
    return seconds


def rate(play: Callable[[], float], seconds: float) -> float:
    """Return the decisions per second of `play`, called for at least `seconds`."""
    play()  # the first round may compile or fill caches, which is not what is measured
    decisions = 0.0
    started = perf_counter()
    while (elapsed := perf_counter() - started) < seconds or not decisions:
        decisions += play()
    return decisions / elapsed


def report(peer: str, game: str, ways: Sequence[Way], seconds: float) -> None:
    """Print the figure of the fastest of `ways` as one line of JSON.

    With several ways, each gets a short trial and only the winner is timed in full.
    """
    trials = [rate(way.play, seconds / 4) for way in ways] if len(ways) > 1 else [0.0]
    best = ways[trials.index(max(trials))]
    speed = rate(best.play, seconds)
    figure = Figure(peer, version(peer), game, best.how, best.batch, speed)
    print(json.dumps(figure._asdict()), flush=True)
