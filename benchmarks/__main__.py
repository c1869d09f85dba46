"""``make bench``: one table, one run. Say ``--no-peers`` to leave other libraries out."""

from __future__ import annotations

import argparse
import platform

import rollwrite as rw
from benchmarks import carriers, ceiling, lab, own
from benchmarks.peers import PEERS, PeerError, measure


def main() -> None:
    """Measure everything and print it as tables of figures and ratios."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--no-peers", action="store_true", help="leave other libraries out")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long to time each figure")
    arguments = parser.parse_args()
    print(f"rollwrite {rw.__version__}, Python {platform.python_version()}, {platform.machine()}")
    print("\nUniformly random play, two seats, decisions per second\n")
    print(own.HEAD)
    fastest = {}
    for name in rw.games():
        figures = own.measure(rw.game(name), arguments.seconds)
        fastest[name] = figures.compiled
        print(own.row(name, figures, ceiling.rate(name, arguments.seconds)), flush=True)
    print("\nGreedy bots, decisions per second\n")
    print(own.GREEDY_HEAD)
    for name, random in fastest.items():
        rate = own.greedy(name, arguments.seconds)
        print(f"| {name} | {rate:,.0f} | {rate / random:.3f} |", flush=True)
    carriers.print_carriers(arguments.seconds)
    lab.print_environments(arguments.seconds)
    print("\nStart, in seconds\n")
    for what, seconds in own.starts():
        print(f"| {what:<58} | {seconds:6.3f} |")
    if not arguments.no_peers:
        print_peers(arguments.seconds, min(fastest.values()))


def print_peers(seconds: float, slowest: float) -> None:
    """Other libraries on one core, and how many times faster our slowest game is."""
    print("\nOther libraries on one core, and our slowest game compared with them\n")
    print("| library | game | how | batch | decisions/s | ours ÷ theirs |")
    print("|---|---|---|---:|---:|---:|")
    for peer in PEERS:
        try:
            for figure in measure(peer, seconds):
                rate = figure.decisions_per_second
                print(
                    f"| {figure.peer} {figure.version} | {figure.game} | {figure.how} "
                    f"| {figure.batch} | {rate:,.0f} | {slowest / rate:,.1f} |",
                    flush=True,
                )
        except PeerError as error:
            print(f"| {peer} | could not be measured: {error} | | | | |")


if __name__ == "__main__":
    main()
