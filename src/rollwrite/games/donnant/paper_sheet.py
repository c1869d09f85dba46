"""A grid of Donnant Donnant that was played on paper: a line for each card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rollwrite.errors import BadPosition
from rollwrite.games.contract import GameContext, PlayedSheet, SheetLine
from rollwrite.games.donnant.position_reader import read_sheet
from rollwrite.games.donnant.rules.record import ANY_COLOUR, GRID, OVER, PLACES, State
from rollwrite.games.donnant.sheet import CARDS, CELLS, COLOURS, say
from rollwrite.games.donnant.ui.names import card_name, card_of, place_name
from rollwrite.games.kit.paper_sheet import NOTHING
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
            continue
        place, name = there[:2]
        if place in grid:
            problems.append(say("paper.place", place=place))
        if any(card["card"] == name for card in grid.values()):
            problems.append(say("paper.twice", card=name))
        grid[place], refused = _card(game, name, there[2:])
        problems += refused
    if not problems:
        problems += _refused(lambda: read_sheet(game, {"grid": grid}, s.sheets[0]))
        if not problems and game.rules.nameless(s.sheets[0]) >= 0:
            problems.append(say("position.P4.missing"))
    return PlayedSheet(s, tuple(problems))


def _card(
    game: GameContext, name: str, words: Sequence[str]
) -> tuple[dict[str, Any], list[Message]]:
    """A card as positions have it, and what cannot be on it; cells not typed are empty."""
    card = card_of(game, name)
    assert card is not None
    found: dict[str, Any] = {"card": name}
    given, most = list(words), game.rules.LENGTH[card]
    if given and given[-1] in COLOURS and game.rules.BONUS[card] == ANY_COLOUR:
        found["colour"] = given.pop()
    wrong = [word for word in given if word != NOTHING and word not in DICE]
    problems = [say("paper.cell", card=name, value=word) for word in wrong]
    if not wrong and len(given) > most:
        problems.append(say("paper.cells", card=name, given=len(given), most=most))
    cells = [None if word == NOTHING else int(word) for word in given if word not in wrong]
    return found | {"cells": cells + [None] * (most - len(cells))}, problems


def _refused(check: Callable[[], object]) -> list[Message]:
    """What a check of positions refuses, with the place of the card in the grid."""
    try:
        check()
    except BadPosition as error:
        told = error.message.values
        place = next((one for one in str(told["where"]).split(".") if one in NAMES), None)
        return [told["what"] if place is None else say("paper.on", place=place, what=told["what"])]
    return []
