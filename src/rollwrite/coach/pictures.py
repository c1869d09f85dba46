"""A review as pictures: the curve of the chances, and bars for luck and skill."""

from __future__ import annotations

from collections.abc import Sequence

from rollwrite.coach.report import portraits, say, signed
from rollwrite.coach.review import Review
from rollwrite.draw.chart import Axis, Series, chart, document, text
from rollwrite.draw.palette import paint

WIDTH, LABELS, ROW, TOP = 760.0, 245.0, 26.0, 48.0
BESIDE = 500.0  # from this width on, labels stand beside their bars
FIGURE = 46.0  # room for a figure beside its bar


def curve(review: Review, names: Sequence[str], language: str, *, width: float = WIDTH) -> str:
    """How the chance to win of every seat went through the game."""
    rows = review.chances
    series = [
        Series(name, [(float(event), row[seat]) for event, row in enumerate(rows)])
        for seat, name in enumerate(names)
    ]
    x = Axis(say("events").text(language), 0.0, float(max(1, len(rows) - 1)))
    y = Axis(say("chance").text(language), 0.0, 1.0, per_cent=True, language=language)
    return chart(say("curve").text(language), x, y, series, width=width)


def bars(review: Review, names: Sequence[str], language: str, *, width: float = WIDTH) -> str:
    """For every seat what was expected, luck, errors, remainder, and what came of it."""
    told = portraits(review, names, language)
    most = max(1.0, *(abs(value) for one in told for _, value in one.figures))
    labels = LABELS if width >= BESIDE else 20.0  # on narrow paper they stand above the bars
    middle = (labels + width - 20) / 2
    scale = ((width - 20 - labels) / 2 - FIGURE) / most
    body: list[str] = []
    y = TOP
    for one in told:
        body.append(text(20, y + 18, one.headline, 14, bold=True))
        y += ROW
        for label, value in one.figures:
            body.append(text(36 if width >= BESIDE else 20, y + 17, label))
            y += 0 if width >= BESIDE else ROW - 4
            body.append(_bar(middle, y, value * scale))
            at = middle + value * scale
            side, anchor = (6, "start") if value >= 0 else (-6, "end")
            body.append(text(at + side, y + 17, signed(value, language), anchor=anchor))
            y += ROW
        y += 10
    body.append(
        f'<line x1="{middle:.1f}" y1="{TOP:.1f}" x2="{middle:.1f}" y2="{y:.1f}" '
        f'stroke="{paint("line")}"/>'
    )
    return document(say("bars").text(language), width, y + 10, "".join(body))


def _bar(middle: float, y: float, length: float) -> str:
    colour = paint("green" if length >= 0 else "red")
    left = middle if length >= 0 else middle + length
    return (
        f'<rect x="{left:.1f}" y="{y + 5:.1f}" width="{max(1.0, abs(length)):.1f}" height="16" '
        f'rx="3" fill="{colour}"/>'
    )
