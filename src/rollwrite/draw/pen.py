"""Handwriting: digits and marks as pen strokes with a little irregularity, always the same."""

from __future__ import annotations

from random import Random

Point = tuple[float, float]

# Strokes through these points, in a box one high; the pen lifts between strokes.
_STROKES: dict[str, tuple[tuple[Point, ...], ...]] = {
    "0": (((0.36, 0.02), (0.12, 0.2), (0.06, 0.55), (0.2, 0.92), (0.42, 0.97), (0.58, 0.75),
           (0.6, 0.38), (0.5, 0.1), (0.32, 0.02)),),
    "1": (((0.08, 0.26), (0.3, 0.03), (0.29, 0.5), (0.27, 0.98)),),
    "2": (((0.08, 0.22), (0.24, 0.03), (0.5, 0.08), (0.54, 0.32), (0.36, 0.6), (0.06, 0.96),
           (0.32, 0.92), (0.6, 0.95)),),
    "3": (((0.1, 0.1), (0.36, 0.01), (0.54, 0.16), (0.46, 0.38), (0.24, 0.46), (0.5, 0.54),
           (0.6, 0.76), (0.38, 0.98), (0.08, 0.9)),),
    "4": (((0.4, 0.02), (0.22, 0.36), (0.05, 0.64), (0.34, 0.66), (0.64, 0.62)),
          ((0.46, 0.38), (0.44, 0.7), (0.43, 1.0))),
    "5": (((0.56, 0.04), (0.2, 0.05), (0.14, 0.42), (0.4, 0.38), (0.6, 0.62), (0.46, 0.92),
           (0.2, 0.99), (0.06, 0.86)),),
    "6": (((0.5, 0.03), (0.24, 0.26), (0.08, 0.62), (0.2, 0.95), (0.46, 0.96), (0.58, 0.74),
           (0.42, 0.54), (0.2, 0.6), (0.1, 0.76)),),
    "7": (((0.06, 0.06), (0.34, 0.08), (0.6, 0.04), (0.44, 0.42), (0.26, 0.98)),
          ((0.18, 0.52), (0.52, 0.48))),
    "8": (((0.5, 0.14), (0.3, 0.02), (0.12, 0.18), (0.26, 0.42), (0.5, 0.6), (0.52, 0.88),
           (0.3, 0.99), (0.1, 0.86), (0.18, 0.62), (0.44, 0.42), (0.54, 0.2), (0.46, 0.1)),),
    "9": (((0.54, 0.24), (0.34, 0.04), (0.12, 0.16), (0.14, 0.42), (0.36, 0.48), (0.54, 0.26),
           (0.52, 0.6), (0.4, 0.99)),),
    "-": (((0.1, 0.55), (0.34, 0.52), (0.56, 0.54)),),
    "x": (((0.06, 0.1), (0.34, 0.48), (0.66, 0.9)), ((0.64, 0.08), (0.36, 0.5), (0.06, 0.92))),
    "/": (((0.02, 0.94), (0.36, 0.5), (0.7, 0.06)),),
    "v": (((0.0, 0.52), (0.1, 0.62), (0.24, 0.9), (0.36, 0.6), (0.74, 0.02)),),
    "o": (((0.5, 0.04), (0.16, 0.03), (-0.12, 0.28), (-0.14, 0.66), (0.12, 0.94), (0.48, 0.97),
           (0.78, 0.72), (0.8, 0.34), (0.56, 0.06), (0.36, 0.0)),),
}  # fmt: skip
_ADVANCE = 0.66
_WOBBLE = 0.03


def strokes(text: str, x: float, y: float, size: float, hand: str) -> str:
    """An SVG path that writes a text of the given height, its middle at (x, y)."""
    whim = Random(f"{hand}:{text}")
    width = _ADVANCE * len(text)
    paths = []
    for place, character in enumerate(text):
        lean = whim.uniform(-0.05, 0.05)
        rise = whim.uniform(-0.04, 0.04)
        for stroke in _STROKES[character]:
            points = []
            for px, py in stroke:
                down = py + whim.gauss(0, _WOBBLE) + rise - 0.5
                right = px + whim.gauss(0, _WOBBLE) + _ADVANCE * place - width / 2 - lean * down
                points.append((x + size * right, y + size * down))
            paths.append(_smooth(points))
    return "".join(paths)


def _smooth(points: list[Point]) -> str:
    """A curve through all points (Catmull-Rom, as Bézier pieces)."""
    padded = [points[0], *points, points[-1]]
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for before, start, end, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        c1 = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        c2 = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        path += "C" + " ".join(f"{value:.1f}" for value in (*c1, *c2, *end))
    return path
