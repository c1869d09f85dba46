"""Colours and the symbols that go with them.

Each colour has a strong tone (bands, dice), a darker and a lighter partner (edges, where the light
falls), a tint (fields that take writing) and a tone for text on paper with a contrast of at least
4.5 to 1; each has one symbol that no other colour has.
"""

from __future__ import annotations

from typing import NamedTuple


class Tone(NamedTuple):
    """One game colour: its tones and its symbol."""

    strong: str
    tint: str
    text: str
    on: str  # text and symbols on the strong tone
    symbol: str
    edge: str
    light: str


COLOURS = {
    "red": Tone("#d23f4e", "#fbe3e6", "#a5182f", "#ffffff", "heart", "#93222f", "#e4717c"),
    "orange": Tone("#e98324", "#fdeddb", "#8f4a00", "#231400", "triangle", "#a5560e", "#f3a863"),
    "yellow": Tone("#f3c63c", "#fdf6d8", "#6f5800", "#2a2200", "star", "#a97f0c", "#f9de86"),
    "green": Tone("#2c9a6c", "#dff3ec", "#0b6448", "#001b12", "diamond", "#17634a", "#62ba95"),
    "blue": Tone("#2c72bf", "#e0eef9", "#1a5c94", "#ffffff", "square", "#194a82", "#629cdb"),
    "purple": Tone("#7d55b4", "#efe5f6", "#6b3f90", "#ffffff", "pentagon", "#4d3179", "#a382d1"),
    "pink": Tone("#ef8fbf", "#fdeaf3", "#9a2f6c", "#3a0a26", "flower", "#b3598a", "#f7bbd9"),
    "white": Tone("#f6f1e6", "#ffffff", "#4a4a4a", "#333333", "ring", "#b5aa93", "#ffffff"),
    "black": Tone("#3a3a3e", "#ececee", "#2a2a2e", "#ffffff", "plus", "#161618", "#626268"),
}

PAINTS = {
    "none": "none",
    "paper": "#fffdf6",
    "ink": "#26221c",
    "faint": "#625b50",  # small print, 4.5 to 1 on paper, in the dark room too
    "line": "#c9c2b2",
    "shade": "#efeade",
    "pen": "#2340a8",  # what players write
    "pencil": "#b3261e",  # crosses and strokes that cost
    "glow": "#ffe27a",
    "clear": "transparent",  # not seen, but takes taps
    "quiet": "#a3b8af",  # an empty place, on felt as on paper
    # Light and shade over any colour.
    "shadow": "#0a1a1645",
    "shading": "#00000026",
    "sheen": "#ffffff24",
    "gloss": "#ffffffb0",
    "cocoa": "#8a5a34",  # cakes and wheels
    "cream": "#fff3dc",
}


def paint(name: str) -> str:
    """The colour behind a name: ``ink``, ``orange``, or a tone of it such as ``orange.tint``."""
    if name in PAINTS:
        return PAINTS[name]
    colour, _, tone = name.partition(".")
    found: str = getattr(COLOURS[colour], tone or "strong")
    return found
