"""A review as pictures: the curve of the chances, and bars for luck and skill."""

from __future__ import annotations

from collections.abc import Sequence

from rollwrite.coach.report import portraits, say, signed
from rollwrite.coach.review import Review
from rollwrite.draw.chart import Axis, Series, chart, document, text
from rollwrite.draw.palette import paint

WIDTH, EDGE, ROW, TOP = 760.0, 20.0, 92.0, 44.0
LETTER, GAP = 6.8, 12.0  # the width of a letter, about, and what is between two words


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
    """For every seat what made its result: luck, choices, and what was not foreseen."""
    told = portraits(review, names, language)
    sums = [sum(abs(value) for _, value, _ in one.balance) for one in told]
    scale = (width - 2 * EDGE) / max(1.0, *sums)
    body: list[str] = []
    y = TOP
    for one in told:
        body.append(text(EDGE, y + 16, one.result, 14, bold=True))
        x, words = EDGE, EDGE
        for label, value, colour in one.balance:
            length = max(1.0, abs(value) * scale)
            body.append(
                f'<rect x="{x:.1f}" y="{y + 26:.1f}" width="{length:.1f}" height="22" '
                f'fill="{paint(colour)}"/>'
            )
            x += length
            body.append(_dot(words + 5, y + 62, colour))
            said = f"{label} {signed(value, language)}"
            body.append(text(words + 14, y + 66, said, 13))
            words += 14 + LETTER * len(said) + GAP
        y += ROW
    return document(say("bars").text(language), width, y + 4, "".join(body))


def _dot(x: float, y: float, colour: str) -> str:
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{paint(colour)}"/>'
