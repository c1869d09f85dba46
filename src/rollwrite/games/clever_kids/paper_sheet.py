"""A sheet of Clever Kids that was played on paper."""

from __future__ import annotations

from collections.abc import Sequence

from rollwrite.games.clever_kids.rules import OVER, State
from rollwrite.games.clever_kids.sheet import (
    BLUE_AT,
    GREEN_AT,
    MOST_COLUMNS,
    MOST_PAIRS,
    RED_AT,
    YELLOW_AT,
    say,
)
from rollwrite.games.clever_kids.ui.names import ROW_LETTERS, target_id
from rollwrite.games.contract import GameContext, PlayedSheet, SheetLine
from rollwrite.games.kit.paper_sheet import CROSS, CROSSES, crossed, has_gap
from rollwrite.texts import Message


def lines(game: GameContext, typed: Sequence[Sequence[str]]) -> tuple[SheetLine, ...]:
    """The crosses of each zone: balloons, wagons, rows of gifts, rows of treats."""
    return tuple(
        SheetLine(label, CROSSES, tuple(map(target_id, targets)))
        for label, targets, _ in _tracks(game)
    )


def _tracks(game: GameContext) -> list[tuple[Message, Sequence[int], bool]]:
    """Each line: what it is called, its symbols, and whether they are ticked in their order."""
    rules = game.rules
    yellow = range(YELLOW_AT, YELLOW_AT + rules.BALLOONS)
    red = range(RED_AT, RED_AT + rules.WAGONS)
    found: list[tuple[Message, Sequence[int], bool]] = [
        (say("paper.Y"), yellow, True),
        (say("paper.R"), red, True),
    ]
    for row in range(rules.ROWS):
        first = GREEN_AT + MOST_COLUMNS * row
        found.append((say("paper.G", row=row + 1), range(first, first + rules.COLUMNS), False))
    for treat, letter in enumerate(ROW_LETTERS):
        first = BLUE_AT + MOST_PAIRS * treat
        pairs = range(first, first + rules.PAIRS[treat])
        found.append((say(f"paper.{letter}"), pairs, True))
    return found


def read(game: GameContext, typed: Sequence[Sequence[str]]) -> PlayedSheet:
    """The sheet, and what breaks K5: the symbols of most lines are ticked in their order."""
    s = State()
    s.seats, s.phase = 1, OVER
    sheet = s.sheets[0]
    tracks = _tracks(game)
    sheet.balloons, sheet.wagons = crossed(typed[0]), crossed(typed[1])
    for row in range(game.rules.ROWS):
        for column, word in enumerate(typed[2 + row]):
            sheet.gifts |= (word == CROSS) << MOST_COLUMNS * row + column
    for treat, words in enumerate(typed[2 + game.rules.ROWS :]):
        sheet.treats[treat] = crossed(words)
    problems = [
        say("paper.K5", line=label, place=list(words).index("-") + 1)
        for (label, _, in_order), words in zip(tracks, typed, strict=True)
        if in_order and has_gap(words)
    ]
    full = [zone for zone in range(1, 5) if game.rules.full(sheet, zone)]
    if len(full) > 2:
        problems.append(say("paper.K9", count=len(full)))
    return PlayedSheet(s, tuple(problems))
