"""A grid of Donnant Donnant that was played on paper: a line for each card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rollwrite.games.contract import GameContext, PlayedSheet, SheetLine
from rollwrite.games.donnant.position_reader import read_sheet
from rollwrite.games.donnant.rules.record import ANY_COLOUR, GRID, OVER, PLACES, State
from rollwrite.games.donnant.sheet import CARDS, CELLS, COLOURS, say
from rollwrite.games.donnant.ui.names import card_name, card_of, place_name
from rollwrite.games.kit.paper_sheet import NOTHING, refused_by
from rollwrite.texts import Message

DICE = tuple("123456")
NAMES = tuple(map(place_name, range(PLACES)))


def lines(game: GameContext, typed: Sequence[Sequence[str]]) -> tuple[SheetLine, ...]:
    """Where a card lies, which it is, what stands in its cells, and the colour of a wild one."""
    cards = [card_name(card) for card in range(CARDS) if game.rules.LENGTH[card]]
    words = (*NAMES, *cards, *DICE, *COLOURS)
    return tuple(
        SheetLine(
            say("paper.card", number=number + 1), words, most=3 + CELLS, example="c3 E12 1 - 4"
        )
        for number in range(GRID)
    )


def read(game: GameContext, typed: Sequence[Sequence[str]]) -> PlayedSheet:
    """The grid, and what breaks D3, D15 or P4."""
    s = State()
    s.seats, s.phase = 1, OVER
    problems: list[Message] = []
    grid: dict[str, Any] = {}
    for number, words in enumerate(typed):
        there = list(words)
        while there and there[-1] == NOTHING:
            there.pop()
        if not there:
            continue
        if len(there) < 2 or there[0] not in NAMES or card_of(game, there[1]) is None:
            problems.append(say("paper.begin", line=number + 1))
        elif there[0] in grid:
            problems.append(say("paper.place", place=there[0]))
        else:
            grid[there[0]] = _card(game, there[1], there[2:])
    if not problems:
        problems += refused_by(lambda: read_sheet(game, {"grid": grid}, s.sheets[0]))
        if not problems and game.rules.nameless(s.sheets[0]) >= 0:
            problems.append(say("position.P4.missing"))
    return PlayedSheet(s, tuple(problems))


def _card(game: GameContext, name: str, words: Sequence[str]) -> dict[str, Any]:
    """A card as positions have it; cells that were not typed are empty."""
    card = card_of(game, name)
    assert card is not None
    found: dict[str, Any] = {"card": name}
    given = list(words)
    if given and given[-1] in COLOURS and game.rules.BONUS[card] == ANY_COLOUR:
        found["colour"] = given.pop()
    read = {NOTHING: None, **{word: int(word) for word in DICE}}
    cells = [read.get(word, word) for word in given]
    return found | {"cells": cells + [None] * (game.rules.LENGTH[card] - len(cells))}
