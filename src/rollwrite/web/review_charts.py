"""The charts at the top of a seat's review: its chance to win, and what its result came from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from rollwrite.coach.report import Portrait, signed
from rollwrite.texts import Figure
from rollwrite.web.html import Html, h
from rollwrite.web.translate import Translate

WIDTH, HEIGHT, EDGE, DOT = 600.0, 240.0, 14.0, 11.0
BAR = 1000.0
Point = tuple[float, float]


class Mark(NamedTuple):
    """A turn with a moment that is told below the curve."""

    turn: int
    kind: str  # a mistake is "bad", the choice that mattered most "good"


def chance_card(t: Translate, one: Portrait, language: str) -> Html:
    """The chance to win after every turn as one curve, with the moments that are told below."""
    shares = one.chances
    marks = sorted(
        {Mark(lesson.turn, "bad") for lesson in one.lessons}
        | ({Mark(one.finest.turn, "good")} if one.finest else set())
    )
    points = [_place(turn, share, len(shares)) for turn, share in enumerate(shares)]
    shown = marks[-1].turn if marks else len(shares) - 1
    line = _smooth(points)
    floor = HEIGHT - EDGE
    area = f"{line}L{points[-1][0]:.1f},{floor}L{points[0][0]:.1f},{floor}Z"
    grid = [
        _shape("line", x1=EDGE, x2=WIDTH - EDGE, y1=y, y2=y, class_=name)
        for y, name in ((EDGE, "most"), (HEIGHT / 2, "even"), (floor, "none"))
    ]
    dots = [
        _shape("circle", cx=points[mark.turn][0], cy=points[mark.turn][1], r=DOT, class_=mark.kind)
        for mark in marks
    ]
    ends = {"first": Figure(shares[0], ".0%"), "last": Figure(shares[-1], ".0%")}
    told = t("review.chance_told", **{key: value.text(language) for key, value in ends.items()})
    svg = h(
        "svg",
        grid,
        h("path", d=area, class_="area"),
        h("path", d=line, class_="curve"),
        h("line", class_="here", x1="0", x2="0", y1=f"{EDGE}", y2=f"{floor}"),
        dots,
        viewBox=f"0 0 {WIDTH:g} {HEIGHT:g}",
        role="img",
        aria_label=told,
    )
    named = [
        t("review.at_turn", turn=turn, share=Figure(share, ".0%").text(language))
        for turn, share in enumerate(shares)
    ]
    named[0] = t("review.at_start", share=ends["first"].text(language))
    return h(
        "figure",
        h("figcaption", h("strong", t("review.chance")), h("span", named[shown], class_="at")),
        svg,
        class_="chart card chance",
        data_points=json.dumps(
            [[round(x, 1), name] for (x, _), name in zip(points, named, strict=True)]
        ),
    )


def balance_card(one: Portrait, language: str) -> Html:
    """The result, and a bar of luck, choices and what was not foreseen."""
    total = sum(abs(value) for _, value, _ in one.balance) or 1.0
    body, x = [], 0.0
    for _, value, colour in one.balance:
        width = abs(value) / total * BAR
        body.append(_shape("rect", x=x, y=0, width=width, height=40, class_=colour))
        x += width
    words = [
        h("span", f"{label} {signed(value, language)}", class_=colour)
        for label, value, colour in one.balance
    ]
    svg = h(
        "svg",
        body,
        viewBox=f"0 0 {BAR:g} 40",
        preserveAspectRatio="none",
        aria_hidden="true",
        focusable="false",
    )
    legend = h("p", words, class_="legend")
    return h("figure", h("figcaption", h("strong", one.result)), svg, legend, class_="chart card")


def _shape(name: str, *, class_: str, **places: float) -> Html:
    return h(name, class_=class_, **{key: f"{value:.1f}" for key, value in places.items()})


def _place(turn: int, share: float, turns: int) -> Point:
    """Where a share of the chances lies after so many turns."""
    x = EDGE + (WIDTH - 2 * EDGE) * turn / max(1, turns - 1)
    return x, EDGE + (HEIGHT - 2 * EDGE) * (1 - share)


def _smooth(points: Sequence[Point]) -> str:
    """A path through points that never leaves the range of two neighbours (Fritsch, Carlson)."""
    steps = [(after[1] - before[1]) / (after[0] - before[0]) for before, after in pairwise(points)]
    slopes = [
        0.0 if before * after <= 0 else 2 * before * after / (before + after)
        for before, after in pairwise(steps)
    ]
    slopes = [*steps[:1], *slopes, *steps[-1:]]
    path = [f"M{points[0][0]:.1f},{points[0][1]:.1f}"]
    for number, (before, after) in enumerate(pairwise(points)):
        third = (after[0] - before[0]) / 3
        bends = (
            (before[0] + third, before[1] + third * slopes[number]),
            (after[0] - third, after[1] - third * slopes[number + 1]),
            after,
        )
        path.append("C" + " ".join(f"{x:.1f},{y:.1f}" for x, y in bends))
    return "".join(path)
