"""Printed data of Donnant Donnant as constants of its rules: cards, prices and solo levels.

Cards are numbered: evaluation cards from 0, bonus cards from ``FIRST_BONUS``, so that an edition
with more or fewer cards has the same actions. Every table has a row for each number; the rows of
cards that an edition does not have are zero.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from rollwrite.games.kit.edition import own_fields
from rollwrite.games.kit.reading import Fields, integer
from rollwrite.texts import speaker

COLOURS = "YOGBP"  # the dice and the colours of cards, in the order of the notation
NONE = 5  # the colour of a white cell, and of a card without colour
CELLS = 8  # the most cells on a card
FIRST_BONUS, CARDS = 60, 100  # room for 60 evaluation and 40 bonus cards
FEWEST = 12  # cards of a deck: what four seats and the market need at the start
FEWEST_IN_ALL = 41  # four seats with eight cards, a full market, and one more: the end can come
LEVELS, SLOTS = 7, 4
MOST_POINTS, MOST_ROUNDS, MOST_GOAL = 50, 40, 500
APART, RISING, EQUAL = range(3)  # how a cell is joined to the next one

_RELATIONS = {"": APART, "<": RISING, "=": EQUAL}
_CELL = re.compile(r"\[\s*([1-6·.])\s*([YOGBP]?)\s*\]\s*([<=]?)\s*")
_SUM = re.compile(r"sum\s*(?:≥|>=)\s*(\d+)")

say = speaker(__package__)


class Card(NamedTuple):
    """A card as it is printed."""

    numbers: list[int]  # 0 is blank
    dice: list[int]  # the colours of the cells
    relations: list[int]  # of each cell to the next
    sum: int  # what all cells must add up to, or 0
    colour: int
    evaluation: int = 0  # 1 to 7 for S1 to S7
    target: int = NONE  # the colour that S2 and S3 count
    points: int = 0
    bonus: int = 0  # 1 to 5 for P1 to P5


_BLANK = Card([], [], [], 0, NONE)


def constants(fields: Fields) -> dict[str, Any]:
    """The constants of the rules; an edition's error names the line and what is wrong."""
    fields.value("name", None)
    fields.value("provenance", None)
    prices = fields.fields("prices")
    price_rows = tuple(_numbers(prices, row, SLOTS, 1, len(COLOURS)) for row in "eb")
    prices.done()
    solo = fields.fields("solo")
    rounds = _numbers(solo, "rounds", LEVELS, 1, MOST_ROUNDS)
    goals = _numbers(solo, "points", LEVELS, 1, MOST_GOAL)
    solo.done()
    evaluations = _deck(fields, "evaluation", FIRST_BONUS)
    bonuses = _deck(fields, "bonus", CARDS - FIRST_BONUS)
    if len(evaluations) + len(bonuses) < FEWEST_IN_ALL:
        count = len(evaluations) + len(bonuses)
        raise fields.wrong("bonus", say("edition.too_few", count=count, fewest=FEWEST_IN_ALL))
    fields.done()
    room = [_BLANK] * (FIRST_BONUS - len(evaluations))
    cards = [*evaluations, *room, *bonuses]
    cards += [_BLANK] * (CARDS - len(cards))
    return {
        "EVALUATIONS": len(evaluations),
        "BONUSES": len(bonuses),
        "PRICES": price_rows,
        "ROUNDS": rounds,
        "GOALS": goals,
        "LENGTH": tuple(len(card.numbers) for card in cards),
        "NUMBER": tuple(_padded(card.numbers, 0) for card in cards),
        "CELL_COLOUR": tuple(_padded(card.dice, NONE) for card in cards),
        "RELATION": tuple(_padded(card.relations, APART) for card in cards),
        "TWIN": tuple(_padded(_twins(card), -1) for card in cards),
        "NUMBER_BITS": tuple(_packed(card.numbers, 3) for card in cards),
        "COLOUR_BITS": tuple(_packed(card.dice, 3) for card in cards),
        "RELATION_BITS": tuple(_packed(card.relations, 3) for card in cards),
        "TWIN_BITS": tuple(_packed([twin + 1 for twin in _twins(card)], 4) for card in cards),
        "SUM": tuple(card.sum for card in cards),
        "COLOUR": tuple(card.colour for card in cards),
        "EVALUATION": tuple(card.evaluation for card in cards),
        "TARGET": tuple(card.target for card in cards),
        "POINTS": tuple(card.points for card in cards),
        "BONUS": tuple(card.bonus for card in cards),
    }


def _numbers(fields: Fields, name: str, length: int, low: int, high: int) -> tuple[int, ...]:
    places = enumerate(fields.items(name, length))
    where = fields.at(name)
    return tuple(integer(n, low, high, f"{where}[{place}]", fields.wrong) for place, n in places)


def _deck(fields: Fields, deck: str, most: int) -> list[Card]:
    cards = fields.fields(deck)
    names = cards.names()
    if not FEWEST <= len(names) <= most:
        message = say("edition.count", count=len(names), fewest=FEWEST, most=most)
        raise fields.wrong(deck, message)
    letter = deck[0].upper()
    for place, name in enumerate(names, 1):
        if name != f"{letter}{place:02}":
            expected = f"{letter}{place:02}"
            raise fields.wrong(cards.at(name), say("edition.id", name=name, expected=expected))
    return [_card(cards.fields(name), deck) for name in names]


def _card(fields: Fields, deck: str) -> Card:
    colour = (*COLOURS, "-").index(fields.choice("colour", (*COLOURS, "-")))
    card = _objective(fields)._replace(colour=colour)
    if deck == "evaluation":
        kind, target = _evaluation(fields)
        points = fields.integer("points", 1, MOST_POINTS)
        card = card._replace(evaluation=kind, target=target, points=points)
    else:
        kinds = tuple(f"P{kind}" for kind in range(1, 6))
        card = card._replace(bonus=kinds.index(fields.choice("bonus", kinds)) + 1)
        if (card.bonus == 4) != (colour == NONE):
            raise fields.wrong(fields.at("colour"), say("edition.wild"))
    fields.done()
    return card


def _evaluation(fields: Fields) -> tuple[int, int]:
    """``S1``, ``S4`` … or, for those that count a colour, ``S2 Y`` and ``S3 Y``."""
    plain = [f"S{kind}" for kind in (1, 4, 5, 6, 7)]
    coloured = [f"S{kind} {colour}" for kind in (2, 3) for colour in COLOURS]
    word = fields.choice("scores", (*plain, *coloured))
    return int(word[1]), COLOURS.index(word[3]) if len(word) > 2 else NONE


def _objective(fields: Fields) -> Card:
    where, text = fields.at("objective"), fields.value("objective")
    rest = str(text).strip()
    numbers, dice, relations = [], [], []
    while match := _CELL.match(rest):
        number, colour, relation = match.groups()
        numbers.append(0 if number in "·." else int(number))
        dice.append(COLOURS.index(colour) if colour else NONE)
        relations.append(_RELATIONS[relation])
        rest = rest[match.end() :]
    total = _SUM.fullmatch(rest)
    if not isinstance(text, str) or (rest and total is None) or not numbers or relations[-1]:
        raise fields.wrong(where, say("edition.objective", text=text))
    if len(numbers) > CELLS:
        raise fields.wrong(where, say("edition.cells", count=len(numbers), most=CELLS))
    card = Card(numbers, dice, relations, int(total[1]) if total else 0, NONE)
    if card.sum and (any(numbers) or any(relations)):
        raise fields.wrong(where, say("edition.sum_alone", text=text))
    if card.sum > 6 * len(numbers) or (total and card.sum < 1) or not _possible(card):
        raise fields.wrong(where, say("edition.impossible", text=text))
    return card


def _possible(card: Card) -> bool:
    """Whether numbers from 1 to 6 exist that satisfy the relations."""
    before = {0}  # the values that the cell to the left may have
    relation = APART
    for number, after in zip(card.numbers, card.relations, strict=True):
        here = {number} if number else set(range(1, 7))
        if relation == RISING:
            here = {value for value in here if value > min(before)}
        elif relation == EQUAL:
            here &= before
        if not here:
            return False
        before, relation = here, after
    return True


def _twins(card: Card) -> list[int]:
    """For each cell the nearest earlier one that could take its place, or -1.

    Cells joined by = are alike, and so are cells that nothing joins, if they print the same.
    """
    group, groups = 0, []
    for place in range(len(card.numbers)):
        before = card.relations[place - 1] if place else APART
        after = card.relations[place]
        if before != EQUAL:
            group = 0 if before == after == APART else place + 1
        groups.append(group)
    alike = list(zip(card.numbers, card.dice, groups, strict=True))
    return [
        max((other for other in range(place) if alike[other] == alike[place]), default=-1)
        for place in range(len(alike))
    ]


def _packed(values: list[int], bits: int) -> int:
    """A card's row of a table in one integer: a GPU reads one word a card, not one a cell."""
    return sum(value << bits * place for place, value in enumerate(values))


def _padded(values: list[int], filler: int) -> tuple[int, ...]:
    return tuple(values + [filler] * (CELLS - len(values)))


PRINTED = constants(own_fields(__package__))  # the cards and prices that come with the game
