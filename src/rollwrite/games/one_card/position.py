"""How a game of One Card begins, and its positions as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from rollwrite.games.contract import GameContext, Json, OptionValue
from rollwrite.games.kit.reading import Fields, integer, read_answers, write_answers, wrong
from rollwrite.games.one_card import notation
from rollwrite.games.one_card.cards import FULL, HAND, LAST, OWN, Sheet
from rollwrite.games.one_card.notation import colour, letters
from rollwrite.games.one_card.rules import (
    DEAL,
    DICE,
    HOLD,
    KEEP,
    MARK,
    OPEN,
    OVER,
    ROLL,
    SEATS,
    TAKE,
    State,
)
from rollwrite.games.one_card.sheet import COLOURS, say

PHASES = ("deal", "hold", "roll", "keep", "mark", "take", "over")
_ROLLS = {
    DEAL: (0, 3), HOLD: (0, 0), ROLL: (0, 2), KEEP: (1, 2), MARK: (1, 3), TAKE: (1, 3),
    OVER: (1, 3),
}  # fmt: skip


def start(game: GameContext, seats: int, first: int, options: Mapping[str, OptionValue]) -> State:
    s = State()
    s.advanced = int(game.variant == "advanced")
    game.rules.start(s, seats, first)
    return s


def row_order(game: GameContext, card: int) -> list[int]:
    """The colours of a card's rows, longest first, ties in the order of the dice."""
    lengths = game.rules.LENGTHS[card]
    return sorted((c for c in range(len(COLOURS)) if lengths[c]), key=lambda c: -lengths[c])


def write(game: GameContext, s: State, seat: int | None) -> Json:
    numbers = game.rules.NUMBERS
    return {
        "game": "one_card",
        "variant": game.variant,
        **({} if game.edition is None else {"edition": game.edition}),
        "seats": s.seats,
        "active": s.active,
        "phase": PHASES[s.phase],
        "rolls": s.rolls,
        "pending": [other for other in range(s.seats) if s.pending >> other & 1],
        "dice": letters(s.dice),
        "deck": _deck(game, s),
        "open": [numbers[card] or None for card in s.open] if s.advanced else [],
        **write_answers(game, notation, s, seat),
        "sheets": [_write_sheet(game, s, s.sheets[other]) for other in range(s.seats)],
    }


def _deck(game: GameContext, s: State) -> list[int]:
    cards = range(1, game.rules.CARDS + 1)
    return [game.rules.NUMBERS[card] for card in cards if game.rules.in_deck(s, card)]


def _write_sheet(game: GameContext, s: State, sheet: Sheet) -> Json:
    numbers = game.rules.NUMBERS
    cards: list[Any] = []
    for place in range(s.places):
        card = sheet.cards[place]
        ticks = sheet.ticks[place] if place < OWN else [0] * len(COLOURS)
        rows = {COLOURS[c]: ticks[c] for c in row_order(game, card) if ticks[c]}
        cards.append({"card": numbers[card], "ticks": rows} if card else None)
    scored = [
        {"card": numbers[sheet.scored[place]], "points": sheet.points[place]}
        for place in range(sheet.done)
    ]
    return {"cards": cards, "scored": scored}


def read(game: GameContext, data: Mapping[str, Any]) -> State:
    fields = Fields(data)
    s = State()
    fields.value("game", "one_card")
    fields.value("variant", game.variant)
    fields.value("edition", game.edition)
    s.seats = fields.integer("seats", 1, SEATS)
    s.active = fields.integer("active", 0, s.seats - 1)
    s.advanced = int(game.variant == "advanced")
    s.phase = PHASES.index(fields.choice("phase", PHASES))
    if s.phase in (HOLD, TAKE) and not s.advanced:
        raise wrong("phase", say("position.C9.phase", phase=PHASES[s.phase]))
    s.rolls = fields.integer("rolls", *_ROLLS[s.phase])
    s.dice = _read_dice(s, fields.value("dice"))
    _Table(game, s).read(fields)
    _check_gaps(game, s)
    _check_end(game, s)
    if s.phase == MARK:
        game.rules.announce(s)
    elif s.phase == KEEP:
        s.pending = 1 << s.active
    elif s.phase == TAKE:
        s.pending = 1 << game.rules.seat_with_gap(s)
    read_answers(game, notation, fields, s, open_window=s.phase in (HOLD, MARK))
    fields.expect("deck", _deck(game, s))
    fields.done()
    return s


def _setup(s: State) -> bool:
    """C1, C9: whether the first turn has not begun."""
    return s.phase == HOLD or (s.phase == DEAL and s.rolls == 0)


def _read_dice(s: State, given: Any) -> list[int]:
    """C2: five letters; ``?`` for all dice before a turn, for at least one before a reroll."""
    known = COLOURS + "?"
    text = given.upper() if isinstance(given, str) else ""
    if len(text) != DICE or not set(text) <= set(known):
        raise wrong("dice", say("position.dice", value=given, letters=list(COLOURS)))
    unknown = text.count("?")
    if _setup(s) or (s.phase == ROLL and s.rolls == 0):
        right, key = unknown == DICE, "position.dice_none"
    elif s.phase == ROLL:
        right, key = unknown > 0, "position.dice_some"
    else:
        right, key = unknown == 0, "position.dice_all"
    if not right:
        raise wrong("dice", say(key, value=given))
    return [(known.index(letter) + 1) % len(known) for letter in text]


class _Table:
    """Reads all cards of a position: each lies in one place, the rest are the deck."""

    def __init__(self, game: GameContext, s: State) -> None:
        self._rules = game.rules
        self._s = s
        self._seen: dict[int, str] = {}

    def read(self, fields: Fields) -> None:
        s = self._s
        sheets = fields.each("sheets", s.seats)
        s.places = OWN if s.advanced else self._rules.BASE_OWN
        # Only the cards themselves tell whether five are being drawn or three were held.
        drawn = s.phase == DEAL and s.rolls == 0 and len(sheets[0].items("cards")) == HAND
        if s.advanced and (s.phase == HOLD or drawn):
            s.places = HAND
        cards = fields.items("open", OPEN if s.advanced else 0, [None] * OPEN if s.advanced else [])
        for place, number in enumerate(cards):
            if number is not None:
                s.open[place] = self._card(number, f"open[{place}]")
        for seat, sheet in enumerate(sheets):
            self._read_sheet(sheet, s.sheets[seat])
        for card in range(1, self._rules.CARDS + 1):
            if card not in self._seen:
                self._rules.put_back(s, card)

    def _card(self, number: Any, where: str) -> int:
        """A card by its number; C1: there is only one of each."""
        numbers = self._rules.NUMBERS
        if type(number) is not int or number == 0 or number not in numbers:
            raise wrong(where, say("position.no_such_card", value=number))
        card: int = numbers.index(number)
        if card in self._seen:
            other = self._seen[card]
            raise wrong(where, say("position.card_twice", card=number, other=other))
        self._seen[card] = where
        return card

    def _read_sheet(self, fields: Fields, sheet: Sheet) -> None:
        for place, item in enumerate(fields.items("cards", self._s.places)):
            if item is not None:
                where = f"{fields.at('cards')}[{place}]"
                self._read_card(Fields(item, where), sheet, place)
        scored = fields.items("scored", None, [])
        if len(scored) > (0 if _setup(self._s) else LAST):
            raise wrong(fields.at("scored"), say("position.scored", count=len(scored)))
        for place, item in enumerate(scored):
            self._read_scored(Fields(item, f"{fields.at('scored')}[{place}]"), sheet)
        fields.done()

    def _read_card(self, fields: Fields, sheet: Sheet, place: int) -> None:
        card = self._card(fields.value("card"), fields.at("card"))
        sheet.cards[place] = card
        ticks = fields.fields("ticks", {})
        fields.done()
        number, lengths = self._rules.NUMBERS[card], self._rules.LENGTHS[card]
        for letter in ticks.names():
            if letter not in tuple(COLOURS):
                told = say("position.colour", value=letter, letters=list(COLOURS))
                raise wrong(ticks.where, told)
            if _setup(self._s):
                raise wrong(ticks.where, say("position.fresh"))
            c = COLOURS.index(letter)
            if not lengths[c]:
                told = say("position.no_row", colour=colour(c), card=number)
                raise wrong(ticks.at(letter), told)
            sheet.ticks[place][c] = ticks.integer(letter, 0, lengths[c])
        if place < OWN and self._rules.full_rows(sheet, place) >= FULL:
            raise wrong(ticks.where, say("position.C6", card=number))

    def _read_scored(self, fields: Fields, sheet: Sheet) -> None:
        card = self._card(fields.value("card"), fields.at("card"))
        where = fields.at("points")
        points = integer(fields.value("points"), 0, 127, where)
        possible = _possible_points(self._rules.LENGTHS[card], self._rules.SUNNY[card])
        if points not in possible:
            number = self._rules.NUMBERS[card]
            told = say("position.C6.points", card=number, points=points, possible=sorted(possible))
            raise wrong(where, told)
        fields.done()
        sheet.scored[sheet.done] = card
        sheet.points[sheet.done] = points
        sheet.done += 1


def card_points(lengths: Sequence[int], sunny: Sequence[int], full: Sequence[int]) -> int:
    """C6: what a finished card with these full rows is worth."""
    return sum(lengths[c] for c in full) + (0, 2, 5)[sum(sunny[c] for c in full)]


def _possible_points(lengths: tuple[int, ...], sunny: tuple[int, ...]) -> set[int]:
    """C6: what a card can be scored with: at least three full rows and the bonus of their suns."""
    rows = [c for c in range(len(COLOURS)) if lengths[c]]
    return {
        card_points(lengths, sunny, full)
        for count in range(FULL, len(rows) + 1)
        for full in combinations(rows, count)
    }


def _check_gaps(game: GameContext, s: State) -> None:
    """C7, C9: cards lack only where they are about to be dealt or taken, or at the end."""
    gaps = [s.sheets[seat].cards[: s.places].count(0) for seat in range(s.seats)]
    dealing_open = s.advanced and s.places == OWN and s.phase == DEAL
    complete = s.phase in (HOLD, ROLL, KEEP, MARK) or (dealing_open and s.rolls == 0)
    for seat, count in enumerate(gaps):
        where = f"sheets[{seat}].cards"
        if count and complete:
            raise wrong(where, say("position.gap", phase=PHASES[s.phase]))
        if not _setup(s) and count > min(1, s.sheets[seat].done):
            raise wrong(where, say("position.C7.gap"))
    if s.advanced:
        empty = s.open.count(0)
        if s.places == HAND:
            right, key = empty == OPEN, "position.C9.open_none"
        elif dealing_open:
            right, key = empty == 1 or (empty > 0 and s.rolls == 0), "position.C9.open_gap"
        else:
            right, key = empty == 0, "position.C9.open"
        if not right:
            raise wrong("open", say(key))
    if not any(gaps) and s.phase in (DEAL, TAKE) and not dealing_open:
        raise wrong("phase", say("position.no_gap", phase=PHASES[s.phase]))


def _check_end(game: GameContext, s: State) -> None:
    """C8: a game is over exactly when somebody has scored the fourth card."""
    ended = [seat for seat in range(s.seats) if s.sheets[seat].done == LAST]
    if ended and s.phase != OVER:
        raise wrong("phase", say("position.C8.over", seat=ended[0]))
    if not ended and s.phase == OVER:
        raise wrong("phase", say("position.C8.open"))
    for seat in ended:
        if 0 not in s.sheets[seat].cards[: s.places]:
            raise wrong(f"sheets[{seat}].cards", say("position.C8.gap"))
