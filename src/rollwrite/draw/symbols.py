"""The outline of every colour's symbol, and of a sun, in a box from -1 to 1."""

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
}
