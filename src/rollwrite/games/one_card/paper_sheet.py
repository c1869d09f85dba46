"""Cards of One Card that were played on paper: a line for each, with the rows that are full."""

from __future__ import annotations

from collections.abc import Sequence

from rollwrite.games.contract import GameContext, PlayedSheet, SheetLine
from rollwrite.games.kit.paper_sheet import NOTHING
from rollwrite.games.one_card.cards import FULL, LAST, OWN
from rollwrite.games.one_card.notation import colour
from rollwrite.games.one_card.position import card_points
from rollwrite.games.one_card.rules import BASE_OWN, OVER, State
from rollwrite.games.one_card.sheet import COLOURS, say
from rollwrite.texts import Message

MOST = LAST + OWN


def lines(game: GameContext, typed: Sequence[Sequence[str]]) -> tuple[SheetLine, ...]:
    """The number of each card, and the letters of its full rows."""
    rules = game.rules
    words = (*(str(rules.NUMBERS[card]) for card in range(1, rules.CARDS + 1)), *COLOURS)
    return tuple(
        SheetLine(
            say("paper.card", number=number + 1), words, most=1 + len(COLOURS), example="7 O Y B"
        )
        for number in range(MOST)
    )


def read(game: GameContext, typed: Sequence[Sequence[str]]) -> PlayedSheet:
    """The cards, scored or not, and what breaks C1, C6 or C8."""
    s = State()
    s.seats, s.phase = 1, OVER
    s.advanced = int(game.variant == "advanced")
    s.places = OWN if s.advanced else BASE_OWN
    problems: list[Message] = []
    seen: list[int] = []
    sheet, left = s.sheets[0], 0
    for number, words in enumerate(typed):
        there = [word for word in words if word != NOTHING]
        if not there:
            continue
        if there[0] in COLOURS:
            problems.append(say("paper.no_number", line=number + 1))
            continue
        card = game.rules.NUMBERS.index(int(there[0]))
        letters = "".join(dict.fromkeys(there[1:]))
        problems += _problems(game, card, there[1:], seen)
        seen.append(card)
        rows = [COLOURS.index(letter) for letter in letters if letter in COLOURS]
        if len(rows) >= FULL and sheet.done < LAST:
            sheet.scored[sheet.done] = card
            lengths, sunny = game.rules.LENGTHS[card], game.rules.SUNNY[card]
            full = [row for row in rows if lengths[row]]
            sheet.points[sheet.done] = card_points(lengths, sunny, full)
            sheet.done += 1
        elif len(rows) >= FULL:
            problems.append(say("paper.C8"))
        elif left < s.places:
            sheet.cards[left] = card
            for row in rows:
                sheet.ticks[left][row] = game.rules.LENGTHS[card][row]
            left += 1
        else:
            problems.append(say("paper.C7", most=s.places))
    return PlayedSheet(s, tuple(problems))


def _problems(
    game: GameContext, card: int, letters: Sequence[str], seen: Sequence[int]
) -> list[Message]:
    number, found = game.rules.NUMBERS[card], []
    if card in seen:
        found.append(say("paper.C1", card=number))
    for letter in dict.fromkeys(letters):
        if letter not in COLOURS:
            found.append(say("paper.two_numbers", card=number, other=letter))
        elif not game.rules.LENGTHS[card][COLOURS.index(letter)]:
            told = {"colour": colour(COLOURS.index(letter)), "card": number}
            found.append(say("position.no_row", **told))
    return found
