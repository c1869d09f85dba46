"""A seat's cards, the market and the dice of Donnant Donnant in lines of text."""

from __future__ import annotations

from rollwrite.games.contract import GameContext
from rollwrite.games.donnant.rules.record import DICE, HAND, ROWS, USES, State
from rollwrite.games.donnant.sheet import COLOURS, NONE, SLOTS, say
from rollwrite.games.donnant.ui.card_drawing import Filled, filled
from rollwrite.games.donnant.ui.card_words import lower, objective
from rollwrite.games.donnant.ui.names import DECKS, NAMES, card_name, dice, place_name

TEXT_COLOURS = dict(zip(COLOURS, NAMES, strict=True))


def text(game: GameContext, s: State, seat: int) -> str:
    """A seat's cards in lines: place, name, colour, cells, lower half; then the hand."""
    rules, paper = game.rules, s.sheets[seat]
    lines = [game.text(say("text_head", seat=seat, score=rules.score(s, seat)))]
    for slot in range(paper.count):
        card = paper.card[slot] - 1
        on = filled(game, s, seat, slot)
        done = "x" if not paper.empty[slot] else " "
        left = USES - paper.uses[slot]
        words = game.text(lower(game, card, left))
        place = place_name(paper.place[slot])
        lines.append(
            f"{place} ({done}) {card_name(card)} {_letter(on.colour)} "
            f"{_cells_text(game, card, on):<44} {words}"
        )
    hand = [card_name(paper.hand[at] - 1) for at in range(HAND) if paper.hand[at]]
    for name, number in zip(hand, paper.hand, strict=False):
        lines.append(f"{game.text(say('hand'))}: {name} {_card_text(game, number - 1)}")
    return "\n".join(lines)


def _letter(tone: int) -> str:
    return "-" if tone == NONE else COLOURS[tone]


def _cells_text(game: GameContext, card: int, on: Filled) -> str:
    """An objective with what is written: ``[3Y:3] < [·:5]``."""
    words = objective(game, card).split(" ")
    cell = 0
    for place, word in enumerate(words):
        if word.startswith("["):
            value = on.values[cell] or on.chosen[cell]
            if value:
                words[place] = f"{word[:-1]}:{value}]"
            cell += 1
    return " ".join(words)


def _card_text(game: GameContext, card: int) -> str:
    tone = _letter(game.rules.COLOUR[card])
    return f"{tone} {objective(game, card):<44} {game.text(lower(game, card))}"


def tray_text(game: GameContext, s: State) -> str:
    """The market, a line a card with its price, then the dice: ``*`` on the site, ``x`` used."""
    lines = []
    if s.level:
        rounds, goal = game.rules.ROUNDS[s.level - 1], game.rules.GOALS[s.level - 1]
        head = say("solo_head", level=s.level, round=s.round, rounds=rounds, goal=goal)
        lines.append(game.text(head))
    for row in range(ROWS):
        for slot in range(SLOTS):
            card = s.market[row][slot] - 1
            if card >= 0:
                name = f"{DECKS[row]}{slot + 1} {game.rules.PRICES[row][slot]}× {card_name(card)}"
                lines.append(f"{name} {_card_text(game, card)}".rstrip())
    marks = ("*" if s.site >> n & 1 else "x" if s.spent >> n & 1 else "" for n in range(DICE))
    shown = zip(dice.tray_text(game, s).split(), marks, strict=True)
    lines.append(" ".join(f"{die}{mark}" for die, mark in shown))
    return "\n".join(lines)
