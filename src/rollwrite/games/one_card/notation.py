"""One Card's actions, rolls and deals: notation, the parts they touch, and why one is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import factorial, prod

from rollwrite.errors import Kind
from rollwrite.errors import say as say_common
from rollwrite.games.contract import Chance, GameContext, Refusal
from rollwrite.games.kit.moves import Words, against, wrong_moment
from rollwrite.games.kit.windows import carried_out
from rollwrite.games.kit.wording import counted
from rollwrite.games.one_card.cards import HAND, OWN
from rollwrite.games.one_card.rules import (
    CARD_AT,
    DEAL,
    DICE,
    HOLD,
    HOLD_AT,
    KEEP,
    MARK,
    PASS,
    ROLL,
    STAY,
    TAKE,
    TAKE_AT,
    State,
)
from rollwrite.games.one_card.sheet import COLOURS, say
from rollwrite.texts import Message

preview = carried_out
_words = Words(keep=STAY, **{"pass": PASS})
_PLACES = re.compile(r"(reroll|hold)\s+([1-5](?:[,\s]*[1-5])*)")


def colour(number: int) -> Message:
    """The name of a colour."""
    return say(f"colour.{COLOURS[number]}")


def nth(place: int) -> Message:
    """A place for a card, from 0, in words."""
    return say(f"nth.{place + 1}")


def letters(dice: list[int]) -> str:
    """Dice as letters; ``?`` is to be rolled."""
    return "".join(COLOURS[die - 1] if die else "?" for die in dice)


def places(bits: int) -> list[int]:
    """The places (from 1) whose bits are set."""
    return [place + 1 for place in range(DICE) if bits >> place & 1]


def write(game: GameContext, s: State, seat: int, action: int) -> str:
    if word := _words.write(action):
        return word
    if action >= HOLD_AT:
        return "hold " + ",".join(map(str, places(action - HOLD_AT)))
    if action >= TAKE_AT:
        return f"take {action - TAKE_AT + 1}"
    if action >= CARD_AT:
        return f"card {action - CARD_AT + 1}"
    return "reroll " + ",".join(map(str, places(action)))


def read(game: GameContext, s: State, seat: int, text: str) -> int | None:
    words = text.lower().strip()
    if match := re.fullmatch(r"(card|take)\s*([1-3])", words):
        return (CARD_AT if match[1] == "card" else TAKE_AT) + int(match[2]) - 1
    if match := _PLACES.fullmatch(words):
        given = re.sub(r"[,\s]", "", match[2])
        if len(set(given)) == len(given):
            bits = sum(1 << int(place) - 1 for place in given)
            return HOLD_AT + bits if match[1] == "hold" else _first_of_equals(s, bits)
    return _words.read(words)


def _first_of_equals(s: State, bits: int) -> int:
    """The same reroll with the first of equal dice: which of two red ones rolls is no matter."""
    found = 0
    for die in set(s.dice):
        alike = [place for place in range(DICE) if s.dice[place] == die]
        count = sum(bits >> place & 1 for place in alike)
        found |= sum(1 << place for place in alike[:count])
    return found


def parts(game: GameContext, s: State, seat: int, action: int) -> tuple[str, ...]:
    if word := _words.write(action):
        return (word,)
    if action >= HOLD_AT:
        return tuple(f"card-{place}" for place in places(action - HOLD_AT))
    if action >= TAKE_AT:
        return (f"open-{action - TAKE_AT + 1}",)
    if action >= CARD_AT:
        return (f"card-{action - CARD_AT + 1}",)
    return tuple(f"die-{place}" for place in places(action))


def alike(game: GameContext, s: State, seat: int) -> tuple[tuple[str, ...], ...]:
    """Dice of one colour: rerolling any of them is the same decision."""
    if s.phase != KEEP:
        return ()
    groups = [[f"die-{p + 1}" for p in range(DICE) if s.dice[p] == die] for die in set(s.dice)]
    return tuple(tuple(group) for group in sorted(groups) if len(group) > 1)


def refusal(game: GameContext, s: State, seat: int, action: int) -> Refusal:
    if s.phase == HOLD and action >= HOLD_AT:
        return against(say, "C9", given=(action - HOLD_AT).bit_count(), right=OWN, drawn=HAND)
    if s.phase == MARK and CARD_AT <= action < PASS:
        place = action - CARD_AT
        if place >= s.places:
            return against(say, "C1", card=nth(place), count=s.places)
        return against(say, "C5", card=nth(place))
    return wrong_moment(write(game, s, seat, action), prompt(game, s, seat))


def prompt(game: GameContext, s: State, seat: int) -> Message:
    if s.phase == KEEP:
        return counted(say, "prompt.keep", game.rules.ROLLS - s.rolls)
    if s.phase == MARK:
        some = any(game.rules.usable(s.sheets[seat], place, s.counts) for place in range(s.places))
        return say("prompt.mark" if some else "prompt.nothing_fits")
    return say("prompt.take" if s.phase == TAKE else "prompt.hold", right=OWN, drawn=HAND)


def _due(s: State) -> list[int]:
    return [place for place in range(DICE) if s.dice[place] == 0]


def chance(game: GameContext, s: State) -> Chance:
    """``deal card``, or ``roll`` with the places of the dice."""
    if s.phase == DEAL:
        return Chance("deal", ("card",))
    return Chance("roll", tuple(str(place + 1) for place in _due(s)))


def write_event(game: GameContext, s: State, event: list[int]) -> str:
    if s.phase == DEAL:
        return f"deal {game.rules.NUMBERS[event[0]]}"
    return letters([die for die in event if die])


def read_event(game: GameContext, s: State, text: str) -> list[int] | Refusal:
    return _read_deal(game, s, text) if s.phase == DEAL else _read_roll(s, text)


def _read_deal(game: GameContext, s: State, text: str) -> list[int] | Refusal:
    """A card by its number, with or without the word ``deal``."""
    match = re.fullmatch(r"(?:deal\s*)?(\d{1,4})", text.strip().lower(), re.ASCII)
    if match is None:
        example = next(write_event(game, s, event) for event, _ in outcomes(game, s))
        told = say("refused.deal_unreadable", text=text, example=example)
        return Refusal(Kind.UNREADABLE, told)
    number = int(match[1])
    if number == 0 or number not in game.rules.NUMBERS:
        return Refusal(Kind.WRONG_DICE, say("refused.no_such_card", card=number))
    card = game.rules.NUMBERS.index(number)
    if not game.rules.in_deck(s, card):
        return Refusal(Kind.WRONG_DICE, say("refused.not_in_deck", card=number))
    return [card] + [0] * (game.rules.EVENT - 1)


def _read_roll(s: State, text: str) -> list[int] | Refusal:
    """The dice that are due as letters, in any order."""
    given, due = re.sub(r"[,\s]", "", text.upper()), len(_due(s))
    if not given.isalpha():
        told = say_common("refused.roll_unreadable", text=text, example="RROBV"[:due])
        return Refusal(Kind.UNREADABLE, told)
    for letter in given:
        if letter not in COLOURS:
            told = say("refused.no_such_colour", letter=letter, letters=list(COLOURS))
            return Refusal(Kind.WRONG_DICE, told)
    if len(given) != due:
        told = say("refused.dice_count", count=len(given), due=due)
        return Refusal(Kind.WRONG_DICE, told)
    return sorted(COLOURS.index(letter) + 1 for letter in given) + [0] * (DICE - due)


def outcomes(game: GameContext, s: State) -> Iterator[tuple[list[int], int]]:
    """Every card of the deck, or every different fall of the dice that are due."""
    rest = [0] * (DICE - 1)
    if s.phase == DEAL:
        for card in range(1, game.rules.CARDS + 1):
            if game.rules.in_deck(s, card):
                yield [card, *rest], 1
        return
    due = len(_due(s))
    for fall in combinations_with_replacement(range(1, len(COLOURS) + 1), due):
        ways = factorial(due) // prod(factorial(fall.count(die)) for die in set(fall))
        yield [*fall, *[0] * (DICE - due)], ways


def begins_turn(game: GameContext, s: State) -> bool:
    """The first deal opens the log; every turn begins with its first roll."""
    untouched = not any(any(sheet.cards) for sheet in s.sheets)
    return s.rolls == 0 and (s.phase == ROLL or (s.phase == DEAL and untouched))
