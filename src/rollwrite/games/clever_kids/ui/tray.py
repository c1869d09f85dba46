"""The five dice of Clever Kids in the middle of the table."""

from __future__ import annotations

from collections.abc import Iterator

from rollwrite.draw.shapes import Circle, Drawing, Label, Part, Rect, Shape
from rollwrite.games.clever_kids.rules import ALL_DICE, OVER, POOL, TICK, TURN, State
from rollwrite.games.clever_kids.sheet import COLOURS, DICE, FACES, JOKER, say
from rollwrite.games.clever_kids.ui.names import face_name
from rollwrite.games.clever_kids.ui.pictures import background, picture
from rollwrite.games.contract import GameContext
from rollwrite.games.optional import Face, Pick, Picking

SIZE, GAP, EDGE, ROUND = 76, 20, 12, 19


def left_over(game: GameContext, s: State) -> int:
    """The dice, as bits, that are not spent by the active seat."""
    sheet = s.sheets[s.active]
    if s.phase in (POOL, OVER):
        return s.pool
    if s.phase == TURN and sheet.step == TICK:
        spent = game.rules.taken(s, s.active, sheet.zone) & ~sheet.hand
        return ALL_DICE & ~int(spent)
    return ALL_DICE if s.pool == 0 else s.pool


def tray(game: GameContext, s: State) -> Drawing:
    """The five dice; those that are spent leave their places."""
    shapes: list[Shape] = []
    left = left_over(game, s)
    for die in range(DICE):
        x, face = EDGE + (SIZE + GAP) * die, s.dice[die]
        idle = not left >> die & 1
        shown = face_name(face) if face else say("part.not_rolled")
        state = say("part.spent", face=shown) if idle else shown
        if not idle:
            shapes.append(Rect(x + 4, EDGE + 7, SIZE, SIZE, "shadow", radius=ROUND))
        label = say("part.die", die=die + 1, state=state)
        shapes.append(Part(f"die-{die + 1}", label, tuple(_die(x, EDGE, face, idle))))
    width = 2 * EDGE + DICE * (SIZE + GAP) - GAP
    return Drawing(width, SIZE + 2 * EDGE + 8, say("tray"), tuple(shapes))


def _die(x: float, y: float, face: int, idle: bool) -> Iterator[Shape]:
    """The cube in the colour of its zone, in all of them for a joker, and the picture on paper."""
    middle = (x + SIZE / 2, y + SIZE / 2)
    if idle:
        yield Rect(x + 1, y + 1, SIZE - 2, SIZE - 2, "sheen", "quiet", ROUND, 1.5, dotted=True)
        yield Circle(*middle, SIZE * 0.36, "paper")
        yield from picture(face, *middle, SIZE * 0.5, ticked=True)
        return
    colour = background(face) if face else "white"
    yield Rect(x, y, SIZE, SIZE, f"{colour}.edge", radius=ROUND)
    yield Rect(x + 1, y + 1, SIZE - 3, SIZE - 5, f"{colour}.light", radius=ROUND - 1)
    yield Rect(x + 3, y + 3, SIZE - 5, SIZE - 7, colour, radius=ROUND - 2)
    if face == 0:
        yield Label(*middle, "?", 36, "white.on", bold=True)
        return
    if face == JOKER:
        half = (SIZE - 6) / 2
        for place, zone in enumerate(COLOURS):
            corner = (x + 3 + half * (place % 2), y + 2 + half * (place // 2))
            yield Rect(*corner, half, half, zone, radius=ROUND * 0.6)
    yield Circle(middle[0], middle[1] - 1, SIZE * 0.42, "paper", f"{colour}.edge", 1)
    yield from picture(face, middle[0], middle[1] - 1, SIZE * 0.68)


def picking(game: GameContext, s: State, viewer: int | None) -> Picking:
    """Five times any face that the dice have: which of them shows it is found by itself."""
    shown = sorted({face for faces in game.rules.SHOWS for face in faces})
    faces = tuple(Face(FACES[face], face_name(face), _alone(face)) for face in shown)
    return Picking(DICE * (Pick(say("tray"), faces),), alike=True)


def _alone(face: int) -> Drawing:
    return Drawing(SIZE + 4, SIZE + 4, face_name(face), tuple(_die(2, 2, face, idle=False)))


def tray_text(game: GameContext, s: State) -> str:
    """What the dice show; ``?`` is still to be rolled, ``(…)`` is spent."""
    left = left_over(game, s)
    shown = [FACES[face] or "?" for face in s.dice]
    return " ".join(word if left >> die & 1 else f"({word})" for die, word in enumerate(shown))
