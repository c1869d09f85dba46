"""The plots of the lab: score distributions, scores by turn, who beats whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import ceil
from typing import TYPE_CHECKING

from rollwrite.draw.chart import Axis, Series, chart, document, text
from rollwrite.draw.palette import COLOURS, paint
from rollwrite.errors import say
from rollwrite.lab.summary import Interval
from rollwrite.lab.turns import TurnScore
from rollwrite.texts import Figure, labelled

if TYPE_CHECKING:
    from rollwrite.lab.simulate import Simulation
    from rollwrite.play.game import Game

BINS = 60
CELL, SIDE, HEAD = 84.0, 150.0, 96.0


def score_distributions(found: Simulation, language: str = "en") -> str:
    """How often each score came up, for every bot of a simulation."""
    players = found.job.players
    named = [
        (player.name, slot.scores)
        for player, slot in zip(players, found.summary.slots, strict=True)
    ]
    return distributions(titled(found.job.game, "scores", language), named, language)


def distributions(title: str, named: Sequence[tuple[str, Counter[int]]], language: str) -> str:
    """Counted scores as curves over the same bins; those with the same name are one."""
    joined: dict[str, Counter[int]] = {}
    for name, counts in named:
        joined.setdefault(name, Counter()).update(counts)
    values = [value for counts in joined.values() for value in counts] or [0]
    low, high = min(values), max(values)
    width = max(1, ceil((high - low + 1) / BINS))
    series = [Series(name, _binned(counts, low, high, width), filled=True)
              for name, counts in joined.items()]  # fmt: skip
    top = max((share for one in series for _, share in one.points), default=1.0)
    x = Axis(_told("score", language), low, high + width, language=language)
    y = Axis(_told("games", language), 0.0, 1.05 * top, per_cent=True, language=language)
    return chart(title, x, y, series)


def _binned(counts: Counter[int], low: int, high: int, width: int) -> list[tuple[float, float]]:
    """A staircase: the share of games in each bin, per point of score."""
    total = counts.total() or 1
    bins: Counter[int] = Counter()
    for value, count in counts.items():
        bins[(value - low) // width] += count
    points: list[tuple[float, float]] = []
    for place in range((high - low) // width + 1):
        share = bins[place] / total / width
        points += [(low + place * width, share), (low + (place + 1) * width, share)]
    return points


def scores_by_turn(
    title: str, named: Sequence[tuple[str, Sequence[TurnScore]]], language: str = "en"
) -> str:
    """The mean score at the start of each turn, with its 95 % interval."""
    series = [
        Series(
            name,
            [(point.turn, point.mean.value) for point in points],
            [(point.mean.low, point.mean.high) for point in points],
        )
        for name, points in named
    ]
    edges = [edge for one in series for pair in one.band for edge in pair] or [0.0, 1.0]
    last = max((one.points[-1][0] for one in series if one.points), default=1)
    x = Axis(_told("turn", language), 1, max(2, last), language=language)
    low, high = min(0.0, *edges), max(edges)
    y = Axis(_told("score", language), low, high + 0.05 * (high - low or 1), language=language)
    return chart(title, x, y, series)


def win_matrix(
    title: str,
    names: Sequence[str],
    shares: Sequence[Sequence[Interval | None]],
    language: str = "en",
) -> str:
    """Who beats whom: the share of the row's victories over the column, blue above a half."""
    count = len(names)
    cells = []
    for row, name in enumerate(names):
        y = HEAD + row * CELL * 0.6
        cells.append(text(SIDE - 10, y + CELL * 0.3 + 4, name, anchor="end"))
        cells.append(text(SIDE + (row + 0.5) * CELL, HEAD - 12, name, anchor="middle"))
        cells += [_cell(SIDE + n * CELL, y, share, language) for n, share in enumerate(shares[row])]
    width = max(SIDE + count * CELL + 20, 60 + 10.5 * len(title))
    return document(title, width, HEAD + count * CELL * 0.6 + 20, "".join(cells))


def _cell(x: float, y: float, share: Interval | None, language: str) -> str:
    if share is None:
        fill, strength, label = paint("shade"), 1.0, ""
    else:
        fill = COLOURS["blue" if share.value >= 0.5 else "orange"].strong
        strength = 0.08 + 0.5 * abs(share.value - 0.5) * 2
        half = max(share.high - share.value, share.value - share.low)
        value, spread = (Figure(100 * each).text(language) for each in (share.value, half))
        label = text(x + CELL / 2, y + 26, value, 15, anchor="middle")
        label += text(x + CELL / 2, y + 42, f"± {spread}", 10, anchor="middle")
    return (
        f'<rect x="{x + 1:.1f}" y="{y + 1:.1f}" width="{CELL - 2:g}" height="{CELL * 0.6 - 2:g}" '
        f'rx="4" fill="{fill}" fill-opacity="{strength:.3f}"/>{label}'
    )


def titled(game: Game, key: str, language: str) -> str:
    """The title of a plot about a game."""
    return labelled(game.name, _told(key, language), language)


def _told(key: str, language: str) -> str:
    return say(f"lab.plot.{key}").text(language)
