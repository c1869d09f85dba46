"""The five dice of Clever Kids in the middle of the table."""

from __future__ import annotations

from rollwrite.draw.shapes import Circle, Drawing, Label, Part, Rect, Shape
from rollwrite.games.clever_kids.rules import ALL_DICE, OVER, POOL, TICK, TURN, State
from rollwrite.games.clever_kids.sheet import DICE, FACES, say
from rollwrite.games.clever_kids.ui.names import face_name
from rollwrite.games.clever_kids.ui.pictures import background, picture
from rollwrite.games.contract import GameContext

SIZE, STEP, LINE = 76, 112, 18
WIDE = 10  # letters that fit under a die


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
    """The five dice; those that are spent lie back."""
    shapes: list[Shape] = []
    left = left_over(game, s)
    for die in range(DICE):
        x, y, face = 12 + STEP * die, 10, s.dice[die]
        idle = not left >> die & 1
        shown = face_name(face) if face else say("part.not_rolled")
        state = say("part.spent", face=shown) if idle else shown
        shapes.append(
            Part(
                f"die-{die + 1}",
                say("part.die", die=die + 1, state=state),
                _die(x + (STEP - SIZE) / 2, y, face, idle),
            )
        )
        label = game.text(face_name(face)) if face else f"D{die + 1}"
        shapes += [
            Label(x + STEP / 2, y + SIZE + 15 + LINE * line, words, 16, "faint" if idle else "ink")
            for line, words in enumerate(_lines(label))
        ]
    return Drawing(24 + DICE * STEP, SIZE + 38 + LINE, say("tray"), tuple(shapes))


def _lines(label: str) -> list[str]:
    """A name under a die; one that is wider than its die goes on below."""
    return label.split(", " if ", " in label else None, 1) if len(label) > WIDE else [label]


def _die(x: float, y: float, face: int, idle: bool) -> tuple[Shape, ...]:
    middle = (x + SIZE / 2, y + SIZE / 2)
    if face == 0:
        return (
            Rect(x, y, SIZE, SIZE, "paper", "ink", 14, 2),
            Label(*middle, "?", 34, "ink", bold=True),
        )
    colour = background(face)
    fill = f"{colour}.tint" if idle else colour
    return (
        Rect(x, y, SIZE, SIZE, fill, "line" if idle else "ink", 14, 2),
        Circle(*middle, SIZE * 0.42, "paper", "line" if idle else f"{colour}.text", 1),
        *picture(face, *middle, SIZE * (0.58 if idle else 0.66), ticked=idle),
    )


def tray_text(game: GameContext, s: State) -> str:
    """What the dice show; ``?`` is still to be rolled, ``(…)`` is spent."""
    left = left_over(game, s)
    shown = [FACES[face] or "?" for face in s.dice]
    return " ".join(word if left >> die & 1 else f"({word})" for die, word in enumerate(shown))
