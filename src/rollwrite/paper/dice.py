"""Dice of paper: what the faces of a game's dice show, unfolded, to cut out and glue."""

from __future__ import annotations

from collections.abc import Iterator

from rollwrite.draw.shapes import Drawing
from rollwrite.draw.svg import svg
from rollwrite.games.optional import OptionalDrawings
from rollwrite.paper.layout import MARGIN, PAPERS
from rollwrite.paper.markup import quoted
from rollwrite.play.game import Game

FACES = 6
EDGE, TAB = 18.0, 5.0  # millimetres of a die, and of what is glued
WIDE, TALL = 3 * EDGE + 2 * TAB + 4, 4 * EDGE + 2 * TAB + 4
# Columns and rows of the faces 1 to 6 in a cross: opposite ones add up to 7.
CROSS = ((1, 0), (1, 1), (0, 1), (2, 1), (1, 3), (1, 2))


def dice(game: Game) -> tuple[tuple[Drawing, ...], ...]:
    """The six faces of each die of a game; nothing where they cannot be told."""
    state = game.start(game.seats[-1], seed=0)
    picking = OptionalDrawings.of(game.definition.drawing).picking
    while state.chance is None or state.chance.kind != "roll":
        if state.over:
            return ()
        state = state.roll() if state.chance else state.play(state.moves(state.pending[0])[-1])
    found = picking(game, state._record, None)
    if found is None or any(len(pick.faces) != FACES for pick in found.picks):
        return ()
    faces = [tuple(face.drawing for face in pick.faces) for pick in found.picks]
    return tuple(tuple(d for d in six if d is not None) for six in faces if None not in six)


def pages(game: Game, paper: str) -> Iterator[str]:
    """The markup of each page of unfolded dice."""
    width, height = PAPERS[paper]
    across = int((width - 2 * MARGIN) / WIDE)
    each = across * int((height - 2 * MARGIN) / TALL)
    nets = dice(game)
    for begin in range(0, len(nets), each):
        lines: list[str] = []
        for place, faces in enumerate(nets[begin : begin + each]):
            row, column = divmod(place, across)
            lines += _net(game, faces, MARGIN + column * WIDE, MARGIN + row * TALL)
        yield "\n".join(lines)


def _net(game: Game, faces: tuple[Drawing, ...], left: float, top: float) -> Iterator[str]:
    """A cross of six squares with tabs to glue."""
    left, top = left + TAB + 2, top + TAB + 2
    for x, y, wide, tall in _tabs():
        yield f"#tab({left + x:.2f}, {top + y:.2f}, {wide}, {tall})"
    for (column, row), face in zip(CROSS, faces, strict=True):
        x, y = left + column * EDGE, top + row * EDGE
        told = face.title.text(game.language)
        side = EDGE - 3
        picture = f"drawn({quoted(svg(face, game.language))}, {side}, {side}, {quoted(told)})"
        yield f"#face({x:.2f}, {y:.2f}, {EDGE}, {picture})"


def _tabs() -> Iterator[tuple[float, float, float, float]]:
    """Where paper is left to glue: at every second edge of the outline."""
    yield EDGE, -TAB, EDGE, TAB
    for row in (0, 2, 3):
        yield EDGE - TAB, row * EDGE, TAB, EDGE
        yield 2 * EDGE, row * EDGE, TAB, EDGE
