"""The picture of a player: symbols of ours on a tile, drawn from what others know him by."""

from __future__ import annotations

import hashlib
from html import escape

from rollwrite.draw.palette import COLOURS
from rollwrite.draw.symbols import OUTLINES
from rollwrite.web.html import Html, h

SIZE, CELL = 96, 26
NAMES = tuple(COLOURS)
_PLACES = (22, 48, 74)


def player_picture(public: str) -> str:
    """A tile with three by three symbols, the same on the left and on the right."""
    drawn = hashlib.sha256(f"picture|{public}".encode()).digest()
    ground, ink = (NAMES[drawn[n] % len(NAMES)] for n in (0, 1))
    if ground == ink:
        ink = NAMES[(NAMES.index(ink) + 3) % len(NAMES)]
    accent = NAMES[drawn[2] % len(NAMES)]
    shapes = []
    for row, y in enumerate(_PLACES):
        for column, x in enumerate(_PLACES):
            number = drawn[3 + 2 * row + (column == 1)]
            symbol = COLOURS[NAMES[number % len(NAMES)]].symbol
            colour = accent if number // len(NAMES) % 3 == 0 else ink
            place = f"translate({x} {y}) scale({CELL / 2:g})"
            shapes.append(
                f'<path d="{OUTLINES[symbol]}" fill-rule="evenodd" transform="{place}" '
                f'fill="{COLOURS[colour].text}"/>'
            )
    tone = COLOURS[ground]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" '
        f'height="{SIZE}" role="img" aria-label="{escape(public)}">'
        f'<rect x="2" y="2" width="92" height="92" rx="18" fill="{tone.tint}" '
        f'stroke="{tone.strong}" stroke-width="4"/>{"".join(shapes)}</svg>'
    )


def player_image(public: str, size: int = 48) -> Html:
    """The picture on a page; the name stands beside it."""
    return h("img", src=f"/players/{public}.svg", alt="", width=size, height=size, class_="player")
