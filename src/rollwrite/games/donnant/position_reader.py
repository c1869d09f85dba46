"""Reading positions of Donnant Donnant: every value is checked, every error names its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rollwrite.games.contract import GameContext
from rollwrite.games.donnant.position_checks import check_moment
from rollwrite.games.donnant.rules.record import (
    ANY_COLOUR,
    CENTRE,
    DICE,
    GRID,
    HAND,
    SEATS,
    SIDE,
    USES,
    Sheet,
    State,
)
from rollwrite.games.donnant.sheet import COLOURS, FIRST_BONUS, LEVELS, SLOTS, say
from rollwrite.games.donnant.ui.names import DECKS, card_of, place_name, place_of
from rollwrite.games.kit.reading import Fields, integer, wrong

PHASES = (
    "draft", "roll", "decide", "passive", "act", "place", "joker", "wild", "solo_passive",
    "remove", "deal", "over",
)  # fmt: skip
LAST_ROUNDS = (None, "finish", "last")


def read(game: GameContext, data: Mapping[str, Any]) -> State:
    fields = Fields(data)
    s = State()
    fields.value("game", "donnant")
    fields.value("variant", game.variant)
    fields.value("edition", game.edition)
    solo = game.variant == "solo"
    s.seats = fields.integer("seats", *((1, 1) if solo else (2, SEATS)))
    s.active = fields.integer("active", 0, s.seats - 1)
    s.first = fields.integer("first", 0, s.seats - 1)
    s.phase = PHASES.index(fields.choice("phase", PHASES))
    s.rolls = fields.integer("rolls", 0, 3)
    if solo:
        _read_solo(game, fields, s)
    _read_dice(fields, s)
    acted = fields.value("acted", False)
    if not isinstance(acted, bool):
        raise wrong("acted", say("position.boolean", value=acted))
    s.acted = int(acted)
    s.bought = _set(fields, "bought", DECKS, [])
    last_round = fields.value("last_round", None)
    if last_round not in LAST_ROUNDS:
        raise wrong("last_round", say("position.last_round", value=last_round))
    s.last_round = LAST_ROUNDS.index(last_round)
    drawing = fields.value("drawing", None)
    if drawing is not None:
        s.drawing = DECKS.index(fields.choice("drawing", tuple(DECKS))) + 1
    _Cards(game).read(fields, s)
    check_moment(game, fields, s)
    fields.done()
    return s


def _read_solo(game: GameContext, fields: Fields, s: State) -> None:
    s.level = fields.integer("level", 1, LEVELS)
    if game.options.get("level", s.level) != s.level:
        own = game.options["level"]
        raise wrong("level", say("position.level", given=s.level, own=own))
    s.round = fields.integer("round", 0, game.rules.ROUNDS[s.level - 1])
    s.allowance = fields.integer("allowance", 0, 3, 0)


def _set(fields: Fields, name: str, letters: str, default: Any) -> int:
    """A list of different letters, as bits."""
    found = 0
    for place, letter in enumerate(fields.items(name, None, default)):
        where = f"{fields.at(name)}[{place}]"
        if letter not in tuple(letters):
            raise wrong(where, say("position.letter", value=letter, letters=list(letters)))
        if found >> letters.index(letter) & 1:
            raise wrong(where, say("position.twice", value=letter))
        found |= 1 << letters.index(letter)
    return found


def _read_dice(fields: Fields, s: State) -> None:
    dice = fields.fields("dice")
    for die in range(DICE):
        s.dice[die] = dice.integer(COLOURS[die], 0, 6)
    dice.done()
    s.site = _set(fields, "site", COLOURS, [])
    s.spent = _set(fields, "spent", COLOURS, [])


class _Cards:
    """Reads everything that holds cards, and refuses a card that lies in two places."""

    def __init__(self, game: GameContext) -> None:
        self._game = game
        self._seen: dict[int, str] = {}

    def read(self, fields: Fields, s: State) -> None:
        market = fields.fields("market")
        decks = fields.fields("decks")
        under = fields.fields("under", {})
        for row, deck in enumerate(DECKS):
            for slot, name in enumerate(market.items(deck, SLOTS)):
                if name is not None:
                    where = f"{market.at(deck)}[{slot}]"
                    s.market[row][slot] = self._card(name, where, row) + 1
            for place, name in enumerate(decks.items(deck)):
                s.deck[self._card(name, f"{decks.at(deck)}[{place}]", row)] = 1
                s.rest[row] += 1
            for place, name in enumerate(under.items(deck, None, [])):
                s.under[row][place] = self._card(name, f"{under.at(deck)}[{place}]", row) + 1
        for part in (market, decks, under):
            part.done()
        for seat, sheet in enumerate(fields.each("sheets", s.seats)):
            self.sheet(sheet, s.sheets[seat])
        for row, deck in enumerate(DECKS):
            _check_row(market.at(deck), s, row)

    def _card(self, name: Any, where: str, row: int | None = None) -> int:
        card = card_of(self._game, name) if isinstance(name, str) else None
        if card is None or row not in (None, int(card >= FIRST_BONUS)):
            key = "card" if row is None else f"card_{DECKS[row]}"
            raise wrong(where, say(f"position.{key}", value=name))
        if card in self._seen:
            raise wrong(where, say("position.card_twice", card=name, other=self._seen[card]))
        self._seen[card] = where
        return card

    def sheet(self, fields: Fields, sheet: Sheet) -> None:
        """A player's grid, hand and what is written."""
        grid = fields.fields("grid")
        places = {}
        for name in grid.names():
            place = place_of(name)
            if place is None:
                raise wrong(grid.at(name), say("position.place", value=name))
            places[place] = grid.fields(name)
        _check_frame(grid.where, sorted(places))
        for place in sorted(places):
            card = self._card(places[place].value("card"), places[place].at("card"))
            self._game.rules.lay(sheet, card, place)
            _read_card(self._game, places[place], sheet, sheet.count - 1)
        hand = fields.items("hand", None, [])
        if len(hand) > HAND:
            raise wrong(fields.at("hand"), say("position.hand_most", most=HAND))
        for at, name in enumerate(hand):
            self._game.rules.take(sheet, self._card(name, f"{fields.at('hand')}[{at}]"))
        dropped = fields.value("dropped", None)
        if dropped is not None:
            sheet.dropped = self._card(dropped, fields.at("dropped")) + 1
        sheet.written = _set(fields, "written", COLOURS, [])
        fields.done()


def read_sheet(game: GameContext, data: Mapping[str, Any], sheet: Sheet) -> None:
    """One sheet alone."""
    _Cards(game).sheet(Fields({"written": [], **data}), sheet)


def _check_row(where: str, s: State, row: int) -> None:
    """D13: a gap to the right of a card is there only after a purchase in this turn."""
    filled = [bool(card) for card in s.market[row]]
    if not s.bought >> row & 1 and filled != sorted(filled):
        raise wrong(where, say("position.D13"))


def _check_frame(where: str, places: list[int]) -> None:
    """D3: at most three by three, connected by edges or corners, the first card at c3."""
    if not places:
        return
    if CENTRE not in places:
        raise wrong(where, say("position.D3.first", first=place_name(CENTRE)))
    spots = [divmod(place, SIDE) for place in places]
    for axis in (0, 1):
        along = [spot[axis] for spot in spots]
        if max(along) - min(along) > 2:
            raise wrong(where, say("position.D3.frame"))
    reached, left = [divmod(CENTRE, SIDE)], set(spots) - {divmod(CENTRE, SIDE)}
    for row, column in reached:
        near = {spot for spot in left if abs(spot[0] - row) <= 1 and abs(spot[1] - column) <= 1}
        reached += sorted(near)
        left -= near
    if left:
        row, column = min(left)
        raise wrong(where, say("position.D3.apart", place=place_name(row * SIDE + column)))
    assert len(places) <= GRID


def _read_card(game: GameContext, fields: Fields, sheet: Sheet, slot: int) -> None:
    rules, card = game.rules, sheet.card[slot] - 1
    length = rules.LENGTH[card]
    for cell, value in enumerate(fields.items("cells", length)):
        if value is not None:
            sheet.cells[slot][cell] = integer(value, 1, 6, f"{fields.at('cells')}[{cell}]")
            sheet.empty[slot] -= 1
    values = rules.packed(sheet, slot)
    for cell in range(length):
        value = values >> 3 * cell & 7
        others = values & ~(7 << 3 * cell)
        low, high = rules.lowest(card, others, cell), rules.highest(card, others, cell)
        if value and not low <= value <= high:
            told = say("position.D15", value=value, cell=cell + 1)
            raise wrong(f"{fields.at('cells')}[{cell}]", told)
    most = USES if rules.BONUS[card] not in (0, ANY_COLOUR) and not sheet.empty[slot] else 0
    sheet.uses[slot] = fields.integer("uses", 0, most, 0)
    colour = fields.value("colour", None)
    if colour is not None:
        if rules.BONUS[card] != ANY_COLOUR or sheet.empty[slot]:
            raise wrong(fields.at("colour"), say("position.P4"))
        sheet.named[slot] = COLOURS.index(fields.choice("colour", tuple(COLOURS))) + 1
    fields.done()
