"""How Clever Kids' zones, symbols and dice are called, in notation and in sentences."""

from __future__ import annotations

from rollwrite.games.clever_kids.rules import State
from rollwrite.games.clever_kids.sheet import (
    BLUE,
    BLUE_AT,
    COLOURS,
    DICE,
    FACES,
    GREEN,
    GREEN_AT,
    MOST_BALLOONS,
    MOST_COLUMNS,
    MOST_PAIRS,
    MOST_ROWS,
    MOST_WAGONS,
    RED,
    RED_AT,
    YELLOW_AT,
    say,
)
from rollwrite.games.clever_kids.zones import Sheet, zone_of
from rollwrite.texts import Message

ROW_LETTERS = "MDC"  # the rows of treats
_ROWS = {
    "Y": (YELLOW_AT, MOST_BALLOONS),
    "R": (RED_AT, MOST_WAGONS),
    **{row: (BLUE_AT + MOST_PAIRS * place, MOST_PAIRS) for place, row in enumerate(ROW_LETTERS)},
}


def target_id(target: int) -> str:
    """The notation of a symbol, which is its part of the sheet too: Y4, R2, G23, M1."""
    zone = zone_of(target)
    if zone == GREEN:
        row, column = divmod(target - GREEN_AT, MOST_COLUMNS)
        return f"G{row + 1}{column + 1}"
    if zone == BLUE:
        treat, pair = divmod(target - BLUE_AT, MOST_PAIRS)
        return f"{ROW_LETTERS[treat]}{pair + 1}"
    return f"R{target - RED_AT + 1}" if zone == RED else f"Y{target - YELLOW_AT + 1}"


def target_of(letter: str, number: str) -> int | None:
    """The symbol that a letter and a number mean, on the largest sheet there can be."""
    if letter == "G":
        row, column = divmod(int(number), 10)
        if 1 <= row <= MOST_ROWS and 1 <= column <= MOST_COLUMNS:
            return GREEN_AT + MOST_COLUMNS * (row - 1) + column - 1
    elif letter in _ROWS and 1 <= int(number) <= _ROWS[letter][1]:
        return _ROWS[letter][0] + int(number) - 1
    return None


def zone_name(zone: int) -> Message:
    """The name of a zone's colour."""
    return say(f"zone.{COLOURS[zone - 1]}")


def face_name(face: int) -> Message:
    """What a face shows."""
    return say(f"face.{FACES[face]}")


def symbol_name(target: int) -> Message:
    """A symbol on the sheet by where it stands: "balloon 2", "gift 3 of row 1"."""
    letter, number = target_id(target)[0], target_id(target)[1:]
    return say(f"told.field-{letter}", what=number, row=number[0], column=number[-1])


def dice_of(bits: int) -> list[int]:
    """The dice of a set of bits."""
    return [die for die in range(DICE) if bits >> die & 1]


def faces_of(s: State, bits: int) -> list[str]:
    """What some dice show, in notation."""
    return [FACES[s.dice[die]] for die in dice_of(bits)]


def bonuses(sheet: Sheet) -> list[int]:
    """The zones of the bonus crosses that are still to be made, one by one."""
    return [zone + 1 for zone, count in enumerate(sheet.bonus) for _ in range(count)]
