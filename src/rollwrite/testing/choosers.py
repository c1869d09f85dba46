"""How games are played while they are checked: at random, greedily, by search, or guided."""

from __future__ import annotations

from collections.abc import Callable

from rollwrite.bots.bot import Bot, bot
from rollwrite.kernel.policy import PLAYOUTS, SEARCH
from rollwrite.play.state import Move, State
from rollwrite.testing.inspection import Inspection

Chooser = Callable[[State, int], Move]
DECISIONS = 40  # that a playout is taken to have left
LOOKED = 6  # moves that guided play looks behind, at most


def chooser(inspection: Inspection, play: str) -> Chooser:
    """How the next move is chosen in one way of playing."""
    ways = {"greedy": _greedy, "guided": _guided, "search": _search}
    return ways[play](inspection) if play in ways else _random(inspection)


def _random(inspection: Inspection) -> Chooser:
    return lambda state, seat: inspection.random.choice(state.moves(seat))


def _greedy(inspection: Inspection) -> Chooser:
    return bot("greedy", inspection.seed).choose


def _search(inspection: Inspection) -> Chooser:
    """The best of random playouts while the effort lasts, then greedily: late states of some kind.

    The effort is counted in steps, so that the same games are played on every machine.
    """
    searching = Bot("search", inspection.seed, own=SEARCH)
    left = inspection.effort.search

    def choose(state: State, seat: int) -> Move:
        nonlocal left
        left -= len(state.moves(seat)) * PLAYOUTS * DECISIONS
        return (searching if left >= 0 else bot("greedy", inspection.seed)).choose(state, seat)

    return choose


def _guided(inspection: Inspection) -> Chooser:
    """The move that leads to most that was not met before: parts, words, phases."""
    coverage = inspection.report.coverage

    def news(state: State, move: Move) -> int:
        fresh = len(set(move.parts) - coverage.chosen)
        fresh += 2 * (move.text.partition(" ")[0] not in coverage.words)
        phase = state.play(move)._record.phase
        return fresh + 4 * (phase not in coverage.phases)

    def choose(state: State, seat: int) -> Move:
        moves = state.moves(seat)
        some = inspection.random.sample(moves, min(LOOKED, len(moves)))
        return max(some, key=lambda move: news(state, move))

    return choose
