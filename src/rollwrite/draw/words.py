"""How wide printed words are, and words in lines: a picture cannot ask a browser for that."""

from __future__ import annotations

from functools import lru_cache

# Widths of bold letters in hundredths of their size; what is not named is as wide as an "n".
_WIDTHS = {
    **dict.fromkeys("iIj.,:;'’!|", 28),
    **dict.fromkeys("fltr()-", 40),
    **dict.fromkeys(" ", 28),
    **dict.fromkeys("csz", 51),
    **dict.fromkeys("aekvxyéèêàäç", 58),
    **dict.fromkeys("ABCDGHKNOPQRUVXÄÖÜ", 78),
    **dict.fromkeys("mwM≥%", 93),
    **dict.fromkeys("W", 115),
}
_USUAL = 63


def width_of(text: str, size: float) -> float:
    """The room that a bold text needs in the fonts that browsers have."""
    return sum(_WIDTHS.get(letter, _USUAL) for letter in text) * size / 100


def wrapped(text: str, width: float, size: float) -> list[str]:
    """A text in lines of a width; a word that is wider has a line of its own."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width_of(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _even(text: str, found: list[str], size: float) -> list[str]:
    """The same number of lines, the longest as short as can be."""
    words = [width_of(word, size) for word in text.split()]
    room = max(words, default=0.0)
    while len(even := wrapped(text, room, size)) > len(found):
        room += size / 2
    return even


@lru_cache(4096)  # what is printed on cards is the same in every picture of them
def fitted(text: str, width: float, size: float, lines: int) -> tuple[tuple[str, ...], float]:
    """A text in so many lines at most, as large as fits, and its size."""
    while True:
        found = wrapped(text, width, size)
        if len(found) <= lines and all(width_of(line, size) <= width for line in found):
            return tuple(_even(text, found, size)), size
        size *= 0.96
