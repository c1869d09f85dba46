"""How many pieces fit on a page, and where; all lengths are millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN = 10.0  # what printers leave white, and where the cutting marks are
INSET = 2.0  # between a piece and the line along which it is cut
SMALLEST = 0.19  # of a unit of a drawing: a field of 48 is 9 mm then, small print 7 points
CARD_WIDTH = 59.0  # with its insets 63, as playing cards have: three fill a line


class Layout(NamedTuple):
    """A page and the grid of pieces in its middle."""

    width: float
    height: float
    columns: int
    rows: int
    scale: float  # of a unit of a drawing
    piece: tuple[float, float]  # the size of a piece

    @property
    def pieces(self) -> int:
        """How many pieces a page takes."""
        return self.columns * self.rows

    @property
    def cell(self) -> tuple[float, float]:
        """The size between the cuts."""
        return self.piece[0] + 2 * INSET, self.piece[1] + 2 * INSET

    @property
    def corner(self) -> tuple[float, float]:
        """Where the grid begins."""
        wide, tall = self.cell
        return (self.width - self.columns * wide) / 2, (self.height - self.rows * tall) / 2

    def cells(self, *, mirrored: bool = False) -> Iterator[tuple[float, float]]:
        """Where each piece's cell begins; mirrored on the back, so that it is behind its front."""
        left, top = self.corner
        wide, tall = self.cell
        for place in range(self.pieces):
            row, column = divmod(place, self.columns)
            at = self.columns - 1 - column if mirrored else column
            yield left + at * wide, top + row * tall


def for_sheets(paper: str, width: float, height: float) -> Layout:
    """As many sheets as fit and can still be written on, then as large as they can be."""
    short, long = PAPERS[paper]
    best = None
    for page in ((short, long), (long, short)):
        for columns in range(1, 9):
            for rows in range(1, 9):
                found = _grid(page, columns, rows, width, height)
                if found.scale < SMALLEST and found.pieces > 1:
                    continue
                if best is None or (found.pieces, found.scale) > (best.pieces, best.scale):
                    best = found
    assert best is not None, "one sheet always fits"
    return best


def _grid(
    page: tuple[float, float], columns: int, rows: int, width: float, height: float
) -> Layout:
    across = (page[0] - 2 * MARGIN) / columns - 2 * INSET
    down = (page[1] - 2 * MARGIN) / rows - 2 * INSET
    scale = min(across / width, down / height)
    return Layout(*page, columns, rows, scale, (scale * width, scale * height))


def for_cards(paper: str, width: float, height: float) -> Layout:
    """As many cards of the usual width as fit on an upright page."""
    page = PAPERS[paper]
    scale = CARD_WIDTH / width
    card = (scale * width, scale * height)
    columns, rows = (
        max(1, int((side - 2 * MARGIN) / (length + 2 * INSET)))
        for side, length in zip(page, card, strict=True)
    )
    return Layout(*page, columns, rows, scale, card)
