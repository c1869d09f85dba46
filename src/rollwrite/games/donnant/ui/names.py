"""The names of cards, places, dice and entries in the notation of Donnant Donnant."""

from __future__ import annotations

import re
from typing import NamedTuple

from rollwrite.games.contract import GameContext
from rollwrite.games.donnant.rules.record import (
    BUY,
    DICE,
    FILL,
    PLACES,
    SIDE,
    UNEQUAL,
    WRITE,
    State,
)
from rollwrite.games.donnant.sheet import CARDS, CELLS, COLOURS, FIRST_BONUS, SLOTS, say
from rollwrite.games.kit.dice import Dice
from rollwrite.texts import Message

DECKS = "eb"
DECK_COLOURS = ("blue", "orange")  # of their backs
NAMES = ("yellow", "orange", "green", "blue", "purple")


class Entry(NamedTuple):
    """A die for a cell: where, which die, what it counts as, and whether P2 is used for it."""

    place: int
    cell: int
    die: int
    value: int  # 0 and 7 stand for what no die shows
    swapped: bool

    @property
    def number(self) -> int:
        """The entry as a part of an action."""
        cell = self.place * CELLS + self.cell
        return ((cell * DICE + self.die) * 8 + self.value) * 2 + self.swapped


class Purchase(NamedTuple):
    """A slot of the market, the dice that pay for it (bits), and what they count as."""

    row: int
    slot: int
    dice: int
    value: int

    @property
    def number(self) -> int:
        """The purchase as a part of an action."""
        return ((self.row * SLOTS + self.slot) * (1 << DICE) + self.dice) * 8 + self.value


def entry_of(action: int) -> Entry:
    """The entry of a ``fill`` or ``write`` action."""
    number = action - (WRITE if action >= WRITE else FILL)
    rest, swapped = divmod(number, 2)
    rest, value = divmod(rest, 8)
    rest, die = divmod(rest, DICE)
    place, cell = divmod(rest, CELLS)
    return Entry(place, cell, die, value, bool(swapped))


def purchase_of(action: int) -> Purchase:
    """The purchase of a ``buy`` action."""
    rest, value = divmod(action - BUY, 8)
    rest, dice = divmod(rest, 1 << DICE)
    row, slot = divmod(rest, SLOTS)
    return Purchase(row, slot, dice, value)


def place_name(place: int) -> str:
    """The name of a place: the letter of its column, the number of its row from the top."""
    return f"{'abcde'[place % SIDE]}{place // SIDE + 1}"


def place_of(name: str) -> int | None:
    """The place with a name."""
    names = [place_name(place) for place in range(PLACES)]
    return names.index(name) if name in names else None


def card_name(card: int) -> str:
    """The name of a card (from 0): E for evaluation, B for bonus, and its number."""
    if card >= FIRST_BONUS:
        return f"B{card - FIRST_BONUS + 1:02}"
    return f"E{card + 1:02}"


def card_of(game: GameContext, name: str) -> int | None:
    """The card with a name, if the edition has it."""
    match = re.fullmatch(r"([EB])(\d{1,2})", name.upper())
    if match is None:
        return None
    number = int(match[2]) - 1
    if match[1] == "E":
        return number if 0 <= number < game.rules.EVALUATIONS else None
    return FIRST_BONUS + number if 0 <= number < game.rules.BONUSES else None


def cards() -> range:
    """Every card number there is room for."""
    return range(CARDS)


def dice_of(bits: int) -> list[int]:
    """The dice of a set."""
    return [die for die in range(DICE) if bits >> die & 1]


def letters(bits: int) -> str:
    """The letters of a set of dice."""
    return "".join(COLOURS[die] for die in dice_of(bits))


def colour(die: int) -> Message:
    """The name of a colour; white or colourless for none."""
    return say(f"colour.{(*COLOURS, 'none')[die]}")


def _due(s: State) -> list[int]:
    return [die for die in range(len(COLOURS)) if s.dice[die] == 0]


dice = Dice(say, COLOURS, NAMES, due=_due)


def write_entry(s: State, entry: Entry) -> str:
    """``3G``, with a sign for each use of P1 and ``~`` for P2."""
    marks = signs(entry.value - s.dice[entry.die]) + "~" * entry.swapped
    return f"{place_name(entry.place)} {entry.cell + 1}{COLOURS[entry.die]}{marks}"


def signs(change: int) -> str:
    """A plus or minus for each pip."""
    return "+" * change if change > 0 else "-" * -change


def write_purchase(s: State, purchase: Purchase) -> str:
    """``e2 Y+OG``: row and slot, then the dice."""
    words = [f"{DECKS[purchase.row]}{purchase.slot + 1}"]
    if purchase.dice:
        odd = purchase.value in (0, UNEQUAL)
        words.append(
            "".join(
                COLOURS[die] + ("" if odd else signs(purchase.value - s.dice[die]))
                for die in dice_of(purchase.dice)
            )
        )
    return " ".join(words)


_MARKS = r"[+\-−~]*"
_ENTRY = re.compile(rf"([a-e][1-5])\s*[:.]?\s+([1-8])\s*([yogbp])\s*({_MARKS})")
_PURCHASE = re.compile(r"([eb])\s*([1-4])((?:[\s,]*[yogbp][+\-−]*)*)")
_DIE = re.compile(r"([yogbp])([+\-−]*)")


def read_entry(s: State, text: str) -> Entry | None:
    """An entry such as ``b2 3G+~``; a value that no die shows becomes 0 or 7."""
    match = _ENTRY.fullmatch(text)
    place = place_of(match[1]) if match else None
    if match is None or place is None:
        return None
    marks = match[4].replace("−", "-")
    if ("+" in marks and "-" in marks) or marks.count("~") > 1:
        return None
    die = COLOURS.index(match[3].upper())
    value = s.dice[die] + marks.count("+") - marks.count("-")
    return Entry(place, int(match[2]) - 1, die, min(max(value, 0), 7), "~" in marks)


def read_purchase(game: GameContext, s: State, text: str) -> Purchase | None:
    """A purchase such as ``e2 Y+OG``; equal ways with as many uses of P1 are read as one."""
    match = _PURCHASE.fullmatch(text)
    if match is None:
        return None
    found = _DIE.findall(match[3])
    dice = 0
    values = set()
    for letter, marks in found:
        die = COLOURS.index(letter.upper())
        signs_ = marks.replace("−", "-")
        if dice >> die & 1 or ("+" in signs_ and "-" in signs_):
            return None
        dice |= 1 << die
        values.add(s.dice[die] + signs_.count("+") - signs_.count("-"))
    value = _common(game, s, dice, values)
    return Purchase(DECKS.index(match[1]), int(match[2]) - 1, dice, value)


def _common(game: GameContext, s: State, dice: int, values: set[int]) -> int:
    if not dice:
        return 0
    if not values <= set(range(1, 7)):
        return 0
    if len(values) > 1:
        return UNEQUAL
    value = values.pop()
    best: int = game.rules.common_value(s.dice, dice)
    pips = game.rules.pips_to
    return best if pips(s.dice, dice, value) == pips(s.dice, dice, best) else value
