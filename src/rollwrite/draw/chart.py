"""Charts as SVG, drawn in Python: a frame with axes, lines and areas in it, and a key."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10
from typing import NamedTuple

from rollwrite.draw.palette import COLOURS, paint
from rollwrite.draw.svg import FONT
from rollwrite.texts import Figure

WIDTH, HEIGHT = 760.0, 420.0
LEFT, RIGHT, TOP, BOTTOM = 64.0, 20.0, 64.0, 52.0
KEY_ROW = 18.0
ROW = 34.0
# Told apart by people of any colour vision, and by their dashes where there is no colour.
TONES = ("blue", "orange", "green", "purple", "red", "black")
DASHES = ("none", "7 4", "2 4", "10 4 2 4", "14 4", "4 2")


class Series(NamedTuple):
    """Named points, joined by a line; ``band`` holds the low and high edge at each point."""

    name: str
    points: Sequence[tuple[float, float]]
    band: Sequence[tuple[float, float]] = ()
    filled: bool = False  # down to the axis


class Bin(NamedTuple):
    """A bar of a histogram, from where to where and how high; ``mark`` is said above it."""

    low: float
    high: float
    value: float
    mark: str = ""


class Span(NamedTuple):
    """A mean and its interval; ``own`` is the one that the others are compared with."""

    name: str
    mean: float
    low: float
    high: float
    own: bool = False


@dataclass(frozen=True)
class Axis:
    """An axis: what it shows, from where to where."""

    label: str
    low: float
    high: float
    per_cent: bool = False
    language: str = "en"
    whole: bool = False  # nothing lies between two whole numbers

    def at(self, value: float) -> float:
        """Where a value lies, from 0 to 1."""
        return (value - self.low) / ((self.high - self.low) or 1.0)

    def ticks(self) -> list[tuple[float, str]]:
        """Round values on the axis, about six of them, with their names."""
        step = nice((self.high - self.low or 1.0) / 6)
        step = max(1.0, step) if self.whole else step
        first = floor(self.low / step + 0.999999)
        values = [step * number for number in range(first, floor(self.high / step + 1e-9) + 1)]
        return [(value, self._name(value)) for value in values]

    def _name(self, value: float) -> str:
        figure = Figure(100 * value if self.per_cent else value, "g").text(self.language)
        return f"{figure} %" if self.per_cent else figure


def nice(step: float) -> float:
    """The next of 1, 2, 5, 10, 20 … above a step."""
    power = 10.0 ** floor(log10(step))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= step * 0.999999)


class Plot(NamedTuple):
    """Two axes in a frame of some width."""

    x: Axis
    y: Axis
    width: float = WIDTH
    top: float = TOP
    height: float = HEIGHT

    def across(self, value: float) -> float:
        """Where a value of the x axis lies."""
        return LEFT + self.x.at(value) * (self.width - LEFT - RIGHT)

    def up(self, value: float) -> float:
        """Where a value of the y axis lies."""
        return self.height - BOTTOM - self.y.at(value) * (self.height - self.top - BOTTOM)


def chart(
    title: str, x: Axis, y: Axis, series: Sequence[Series], *,
    width: float = WIDTH, height: float = HEIGHT, paper: str = "paper",
) -> str:  # fmt: skip
    """Lines in a frame, with a key above them."""
    key, rows = _key([one.name for one in series], width)
    plot = Plot(x, y, width, TOP + KEY_ROW * (rows - 1), height)
    body = [_grid(plot)]
    body += [_series(one, number, plot) for number, one in enumerate(series)]
    return document(title, width, height, "".join([*body, key]), paper)


def histogram(
    title: str, x: Axis, y: Axis, bins: Sequence[Bin], *,
    width: float = WIDTH, height: float = HEIGHT,
) -> str:  # fmt: skip
    """Bars that touch each other, one of them marked; the words of a mark stand above it."""
    plot = Plot(x, y, width, TOP - KEY_ROW, height)
    body = [_grid(plot)]
    for one in bins:
        left, right = plot.across(one.low), plot.across(one.high)
        top, tone = plot.up(one.value), COLOURS["orange" if one.mark else "blue"]
        body.append(
            f'<rect x="{left + 0.5:.1f}" y="{top:.1f}" width="{max(1.0, right - left - 1):.1f}" '
            f'height="{plot.height - BOTTOM - top:.1f}" fill="{tone.strong}"/>'
        )
        if one.mark:
            middle = min(max((left + right) / 2, LEFT + 30), width - RIGHT - 30)
            body.append(text(middle, top - 6, one.mark, anchor="middle", bold=True))
    return document(title, width, height, "".join(body))


def intervals(
    title: str, x: Axis, rows: Sequence[Span], *, width: float = WIDTH, side: float = 150.0
) -> str:
    """Means with their intervals, one below the other, each with its name."""
    height = TOP + ROW * len(rows) + BOTTOM

    def across(value: float) -> float:
        return side + x.at(min(max(value, x.low), x.high)) * (width - side - RIGHT)

    bottom = TOP + ROW * len(rows)
    body = []
    for value, name in x.ticks():
        body.append(_line(across(value), TOP - 8, across(value), bottom, "line"))
        body.append(text(across(value), bottom + 19, name, anchor="middle", colour="faint"))
    body.append(text((side + width - RIGHT) / 2, height - 12, x.label, anchor="middle"))
    for number, row in enumerate(rows):
        y = TOP + ROW * (number + 0.5)
        tone = COLOURS["orange" if row.own else "blue"].strong
        body.append(text(side - 12, y + 4, row.name, 14, anchor="end", bold=row.own))
        body.append(
            f'<line x1="{across(row.low):.1f}" y1="{y:.1f}" x2="{across(row.high):.1f}" '
            f'y2="{y:.1f}" stroke="{tone}" stroke-width="4" stroke-linecap="round"/>'
            f'<circle cx="{across(row.mean):.1f}" cy="{y:.1f}" r="7" fill="{tone}"/>'
        )
    return document(title, width, height, "".join(body))


def document(title: str, width: float, height: float, body: str, paper: str = "paper") -> str:
    """A whole SVG document on paper of some colour, with its title."""
    name = escape(title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" font-family="{FONT}" role="img" '
        f'aria-label="{name}" style="max-width:100%;height:auto"><title>{name}</title>'
        f'<rect width="{width:g}" height="{height:g}" fill="{paint(paper)}"/>'
        f"{text(20, 28, title, 17 if width >= 500 else 12, bold=True)}{body}</svg>\n"
    )


def text(
    x: float, y: float, words: str, size: float = 12, *, anchor: str = "start",
    colour: str = "ink", bold: bool = False, turned: bool = False,
) -> str:  # fmt: skip
    """Words at a place."""
    weight = ' font-weight="700"' if bold else ""
    turn = f' transform="rotate(-90 {x:.1f} {y:.1f})"' if turned else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" text-anchor="{anchor}" '
        f'fill="{paint(colour)}"{weight}{turn}>{escape(words)}</text>'
    )


def _grid(plot: Plot) -> str:
    bottom, right = plot.height - BOTTOM, plot.width - RIGHT
    lines = []
    for value, name in plot.x.ticks():
        here = plot.across(value)
        lines.append(_line(here, bottom, here, bottom + 5, "faint"))
        lines.append(text(here, bottom + 19, name, anchor="middle", colour="faint"))
    for value, name in plot.y.ticks():
        here = plot.up(value)
        lines.append(_line(LEFT, here, right, here, "line"))
        lines.append(text(LEFT - 8, here + 4, name, anchor="end", colour="faint"))
    lines.append(_line(LEFT, bottom, right, bottom, "ink"))
    lines.append(text((LEFT + right) / 2, plot.height - 12, plot.x.label, anchor="middle"))
    lines.append(text(16, (plot.top + bottom) / 2, plot.y.label, anchor="middle", turned=True))
    return "".join(lines)


def _line(x1: float, y1: float, x2: float, y2: float, colour: str) -> str:
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{paint(colour)}"/>'
    )


def _series(one: Series, number: int, plot: Plot) -> str:
    tone = COLOURS[TONES[number % len(TONES)]]
    line = " ".join(f"{plot.across(at):.1f},{plot.up(value):.1f}" for at, value in one.points)
    found = []
    edge: list[tuple[float, float]] = []
    if one.band:
        places = [at for at, _ in one.points]
        edge = list(zip(places, (high for _, high in one.band), strict=True))
        edge += list(zip(places, (low for low, _ in one.band), strict=True))[::-1]
    elif one.filled and one.points:
        edge = [*one.points, (one.points[-1][0], plot.y.low), (one.points[0][0], plot.y.low)]
    if edge:
        area = " ".join(f"{plot.across(at):.1f},{plot.up(value):.1f}" for at, value in edge)
        found.append(f'<polygon points="{area}" fill="{tone.strong}" fill-opacity=".18"/>')
    found.append(
        f'<polyline points="{line}" fill="none" stroke="{tone.strong}" stroke-width="2.2" '
        f'stroke-linejoin="round" stroke-dasharray="{DASHES[number % len(DASHES)]}"/>'
    )
    return "".join(found)


def _key(names: Sequence[str], width: float) -> tuple[str, int]:
    """Which line is whose, and how many rows that takes."""
    pieces, x, y = [], LEFT, 48.0
    for number, name in enumerate(names):
        tone = COLOURS[TONES[number % len(TONES)]]
        dash = DASHES[number % len(DASHES)]
        long = 52 + 7.2 * len(name)
        if x > LEFT and x + long > width:
            x, y = LEFT, y + KEY_ROW
        pieces.append(
            f'<line x1="{x:.1f}" y1="{y:g}" x2="{x + 26:.1f}" y2="{y:g}" stroke="{tone.strong}" '
            f'stroke-width="2.6" stroke-dasharray="{dash}"/>{text(x + 32, y + 4, name)}'
        )
        x += long
    return "".join(pieces), 1 + round((y - 48) / KEY_ROW)
