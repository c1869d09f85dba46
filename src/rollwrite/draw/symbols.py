"""Outlines in a box from -1 to 1: every colour's symbol, and pieces of which pictures are made."""

from __future__ import annotations

from math import cos, pi, sin


def _wheel(corners: int, inner: float | None = None) -> str:
    """A regular polygon, or a star if it has an inner radius, standing point up."""
    count = corners if inner is None else 2 * corners
    points = []
    for i in range(count):
        radius = inner if inner is not None and i % 2 else 1.0
        angle = 2 * pi * i / count
        points.append(f"{radius * sin(angle):.3f} {-radius * cos(angle):.3f}")
    return "M" + "L".join(points) + "Z"


def _flower(petals: int, waist: float, petal: float) -> str:
    """Round petals about a middle: arcs between points at the waist."""
    angles = [2 * pi * (i + 0.5) / petals for i in range(petals)]
    points = [f"{waist * sin(angle):.3f} {-waist * cos(angle):.3f}" for angle in angles]
    arcs = "".join(f"A{petal} {petal} 0 1 1 {point}" for point in points[1:] + points[:1])
    return f"M{points[0]}{arcs}Z"


def _laurel(leaves: int) -> str:
    """Two branches that meet below, each leaf an arc out and an arc back."""
    found = ""
    for side in (-1, 1):
        for leaf in range(leaves):
            angle = pi * (0.94 - 0.8 * leaf / (leaves - 1))  # from below to the top
            x, y = side * 0.84 * sin(angle), -0.84 * cos(angle)
            lean = angle - 0.75  # leaves point up and outwards
            dx, dy = side * 0.19 * sin(lean), -0.19 * cos(lean)
            ends = (x - dx, y - dy), (x + dx, y + dy)
            (ax, ay), (bx, by) = ends
            arc = "A.27 .27 0 0 1"
            found += f"M{ax:.3f} {ay:.3f}{arc} {bx:.3f} {by:.3f}{arc} {ax:.3f} {ay:.3f}Z"
    return found


OUTLINES = {
    "heart": "M0 .95C-.5 .5-1 .15-1-.35C-1-.75-.7-.95-.45-.95C-.25-.95-.08-.83 0-.62"
    "C.08-.83 .25-.95 .45-.95C.7-.95 1-.75 1-.35C1 .15 .5 .5 0 .95Z",
    "triangle": "M0-.9L1 .85L-1 .85Z",
    "star": _wheel(5, 0.42),
    "diamond": "M0-1L.8 0L0 1L-.8 0Z",
    "square": "M-.8-.8H.8V.8H-.8Z",
    "pentagon": _wheel(5),
    "ring": "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0ZM.55 0A.55 .55 0 1 0-.55 0A.55 .55 0 1 0 .55 0Z",
    "sun": _wheel(12, 0.7),
    "plus": "M-.33-1H.33V-.33H1V.33H.33V1H-.33V.33H-1V-.33H-.33Z",
    "flower": _flower(5, 0.55, 0.36),
    "laurel": _laurel(7),
    # Pieces of pictures.
    "balloon": "M0-1C.5-1 .84-.62 .84-.14C.84 .4 .42 .9 0 1C-.42 .9-.84 .4-.84-.14"
    "C-.84-.62-.5-1 0-1Z",
    "flame": "M.05-1C.3-.45 .75-.1 .7 .38A.7 .62 0 0 1-.7 .38C-.72 0-.1-.35 .05-1Z",
    "dome": "M-.95 .45C-1.2 0-.85-.32-.66-.3C-.62-.8-.25-1 0-1C.25-1 .62-.8 .66-.3"
    "C.85-.32 1.2 0 .95 .45Z",
    "cup": "M-.95-1H.95L.65 1H-.65Z",
    "donut": "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0ZM.3 0A.3 .3 0 1 0-.3 0A.3 .3 0 1 0 .3 0Z",
    "slice-top": "M-1 .12L.3-.72C.7-.72 1-.5 1-.2Z",
    "slice-side": "M-1 .12L1-.2V.62L-1 .92Z",
    "bow": "M0 .1C-.3-.8-1-.95-1-.35C-1 .25-.45 .3 0 .1C.45 .3 1 .25 1-.35C1-.95 .3-.8 0 .1Z",
    "bag": "M-.72-.3H.72L.88 1H-.88ZM-.44-.3V-.5A.44 .48 0 0 1 .44-.5V-.3H.28V-.5"
    "A.28 .31 0 0 0-.28-.5V-.3Z",
    "wrapper": "M-.3 0L-1-.62C-.84-.2-.84 .2-1 .62ZM.3 0L1-.62C.84-.2 .84 .2 1 .62Z",
    "gore": "M0-1C.62-.45 .62 .45 0 1C-.62 .45-.62-.45 0-1Z",
    "hat": "M-.72 .55C-.72 .1-.85-.3-1-.5C-.65-.55-.45-.35-.34-.1C-.3-.45-.15-.75 0-.95"
    "C.15-.75 .3-.45 .34-.1C.45-.35 .65-.55 1-.5C.85-.3 .72 .1 .72 .55Z",
}
