"""A card of Donnant Donnant in words: what it asks for, what it scores or does."""

from __future__ import annotations

from rollwrite.games.contract import GameContext
from rollwrite.games.donnant.rules.record import ANY_COLOUR, USES
from rollwrite.games.donnant.sheet import APART, COLOURS, NONE, RISING, say
from rollwrite.games.donnant.ui.names import colour
from rollwrite.games.donnant.ui.words import Words, card_words, own_dice
from rollwrite.texts import Message


def told(game: GameContext, card: int) -> dict[str, Words]:
    """A card on which nothing is written, as texts name what is on it."""
    return {
        "card": card_words(game, card),
        "lower": lower(game, card),
        "dice": own_dice(game, card),
    }


def lower(game: GameContext, card: int, left: int = USES) -> Message:
    """The lower half of a card."""
    rules = game.rules
    if kind := rules.EVALUATION[card]:
        what = say(f"evaluation.S{kind}", colour=colour(rules.TARGET[card]))
        return say("part.evaluation", points=rules.POINTS[card], what=what)
    kind = rules.BONUS[card]
    what = say(f"bonus.P{kind}")
    if kind == ANY_COLOUR:
        return say("part.wild", what=what)
    return say("part.bonus", what=what, left=left)


def asked(game: GameContext, card: int, cell: int) -> Message:
    """What a cell asks for."""
    number, die = game.rules.NUMBER[card][cell], game.rules.CELL_COLOUR[card][cell]
    asks = say("part.number", number=number) if number else say("part.any")
    return say("part.of_die", asks=asks, colour=colour(die)) if die != NONE else asks


def printed(game: GameContext, card: int) -> str:
    """What stands on the lower half, in the language in use: a few words."""
    rules = game.rules
    if kind := rules.EVALUATION[card]:
        target = rules.TARGET[card]
        tint = say(f"tint.{COLOURS[target]}") if target != NONE else ""
        return game.text(say(f"short.S{kind}", colour=tint))
    return game.text(say(f"short.P{rules.BONUS[card]}"))


def objective(game: GameContext, card: int) -> str:
    """An objective in the notation of the cards' table: ``[3Y] < [·]``."""
    rules = game.rules
    words = []
    for cell in range(rules.LENGTH[card]):
        relation = rules.RELATION[card][cell - 1] if cell else APART
        if relation != APART:
            words.append("<" if relation == RISING else "=")
        die = rules.CELL_COLOUR[card][cell]
        words.append(f"[{rules.NUMBER[card][cell] or '·'}{COLOURS[die] if die != NONE else ''}]")
    if rules.SUM[card]:
        words.append(f"sum≥{rules.SUM[card]}")
    return " ".join(words)
