"""A sheet of Twenty One that was played on paper."""

from __future__ import annotations

from collections.abc import Sequence

from rollwrite.games.contract import GameContext, PlayedSheet, SheetLine
from rollwrite.games.kit.paper_sheet import CROSS, NOTHING
from rollwrite.games.kit.wording import either
from rollwrite.games.twenty_one.notation import field_id, say
from rollwrite.games.twenty_one.position import problems
from rollwrite.games.twenty_one.rules import (
    CROSSED,
    FIELDS,
    LETTERS,
    NUMBERS,
    OVER,
    PLACES,
    ROWS,
    State,
)

WORDS = (*"123456", CROSS)


def lines(game: GameContext, typed: Sequence[Sequence[str]]) -> tuple[SheetLine, ...]:
    """Which sheet it is, then its rows from the left."""
    letter = SheetLine(say("paper.letter"), tuple(LETTERS), most=1)
    rows = [
        SheetLine(
            say("paper.row", row=row + 1),
            WORDS,
            tuple(field_id(row, PLACES[_model(typed)][row].index(at)) for at in range(FIELDS)),
        )
        for row in range(ROWS)
    ]
    return (letter, *rows)


def _model(typed: Sequence[Sequence[str]]) -> int:
    """The sheet, A if none is named yet."""
    letter = next((words[0] for words in typed[:1] if words), NOTHING)
    return 0 if letter == NOTHING else LETTERS.index(letter)


def read(game: GameContext, typed: Sequence[Sequence[str]]) -> PlayedSheet:
    """The sheet, and what breaks T3, T4 or T5."""
    s = State()
    s.seats, s.phase = 1, OVER
    sheet = s.sheets[0]
    sheet.model = _model(typed)
    found = [] if typed[0][0] != NOTHING else [say("paper.no_letter", letters=either(LETTERS))]
    for row, words in enumerate(typed[1:]):
        for place, word in enumerate(words):
            value = {NOTHING: 0, CROSS: CROSSED}.get(word)
            sheet.cells[row][place] = int(word) if value is None else value
            if value is None and int(word) > NUMBERS[row][place]:
                told = {"row": row + 1, "place": place + 1, "value": word}
                found.append(say("paper.T4", **told, printed=NUMBERS[row][place]))
    found += [message for _, message in problems(s, 0)]
    return PlayedSheet(s, tuple(found))
