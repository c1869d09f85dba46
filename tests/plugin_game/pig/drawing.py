"""The sheet of Pig: a box for the points."""

from __future__ import annotations

from rollwrite.draw.dice import SIZE, die
from rollwrite.draw.shapes import Drawing, Label, Part, Pen, Rect
from rollwrite.games.contract import GameContext

from .notation import DIE, say
from .rules import State, score


def sheet(game: GameContext, s: State, seat: int) -> Drawing:
    points = score(s, seat)
    box = (Rect(70, 40, 60, 48, "paper", "ink", 8), Pen(100, 64, str(points), 26, f"{seat}"))
    shapes = (
        Rect(1, 1, 198, 98, "paper", "line", 14),
        Label(20, 22, say("name"), 16, bold=True, anchor="start"),
        Label(180, 22, say("seat", seat=seat), 14, "faint", anchor="end"),
        Part("total", say("part.total", points=points), box),
    )
    return Drawing(200, 100, say("title", seat=seat), shapes)


def tray(game: GameContext, s: State) -> Drawing:
    part = Part(f"die-{DIE}", say("part.die", value=s.die), die(10, 10, "white", s.die))
    return Drawing(SIZE + 20, SIZE + 32, say("tray"), (part,))


def text(game: GameContext, s: State, seat: int) -> str:
    return game.text(say("text", seat=seat, score=score(s, seat)))


def tray_text(game: GameContext, s: State) -> str:
    return f"{DIE}{s.die or '?'}"
