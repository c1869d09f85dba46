"""Colours and the symbols that go with them.

The hues start from Okabe and Ito's colour-blind-safe set. Each colour has a strong tone (bands,
dice), a tint (fields that take writing) and a tone for text on paper with a contrast of at least
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


COLOURS = {
    "red": Tone("#d1344b", "#fbe3e6", "#a5182f", "#ffffff", "heart"),
    "orange": Tone("#e6862a", "#fdeddb", "#8f4a00", "#231400", "triangle"),
    "yellow": Tone("#f0c93a", "#fdf6d8", "#6f5800", "#2a2200", "star"),
    "green": Tone("#1f9e77", "#dff3ec", "#0b6b4f", "#001b12", "diamond"),
    "blue": Tone("#2a76b5", "#e0eef9", "#1a5c94", "#ffffff", "square"),
    "purple": Tone("#8d5fb2", "#efe5f6", "#6b3f90", "#ffffff", "pentagon"),
    "pink": Tone("#ef8fbf", "#fdeaf3", "#9a2f6c", "#3a0a26", "flower"),
    "white": Tone("#ffffff", "#ffffff", "#4a4a4a", "#333333", "ring"),
    "black": Tone("#3a3a3e", "#ececee", "#2a2a2e", "#ffffff", "plus"),
}

PAINTS = {
    "none": "none",
    "paper": "#fffdf7",
    "ink": "#26241f",
    "faint": "#6d675c",  # small print, 4.5 to 1 on paper
    "line": "#c9c2b2",
    "shade": "#efeade",
    "pen": "#1c3f94",  # what players write
    "pencil": "#b3261e",  # crosses and strokes that cost
    "glow": "#ffe27a",
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
