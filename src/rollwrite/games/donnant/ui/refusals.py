"""Why a readable action of Donnant Donnant may not be made: the rule and the offending value."""

from __future__ import annotations

from rollwrite.games.contract import GameContext, Refusal
from rollwrite.games.donnant.rules.record import (
    ACT,
    ANY_COLOUR,
    BUY,
    CHEAPER,
    COUNT,
    DECIDE,
    DICE,
    DISCARD,
    DRAFT,
    DROP,
    END,
    FILL,
    JOKER,
    JOKER_CARD,
    JOKER_DICE,
    NAME,
    PASSIVE,
    PIPS,
    PLACE,
    PLACES,
    PUT,
    REMOVE_FROM,
    REROLL,
    SIDE,
    SKIP,
    SOLO_PASSIVE,
    STOP,
    SWAP,
    UNEQUAL,
    WILD,
    WRITE,
    State,
)
from rollwrite.games.donnant.sheet import say
from rollwrite.games.donnant.ui.names import (
    DECKS,
    Entry,
    colour,
    dice_of,
    entry_of,
    purchase_of,
)
from rollwrite.games.donnant.ui.words import laid_card, the_card
from rollwrite.games.kit.moves import against, wrong_moment
from rollwrite.games.kit.wording import together

_WINDOWS = (PASSIVE, JOKER, SOLO_PASSIVE)


def refusal(game: GameContext, s: State, seat: int, action: int) -> Refusal:
    """The reason why an action that is not legal is not."""
    found: Refusal | None = None
    if action >= WRITE:
        found = _write(game, s, seat, entry_of(action))
    elif s.filling and action != STOP and not FILL <= action < WRITE:
        found = _finish_first(game, s, seat)
    elif action >= FILL:
        found = _fill(game, s, seat, entry_of(action)) if s.phase == ACT else None
    elif action >= BUY:
        found = _buy(game, s, seat, action) if s.phase == ACT else None
    elif action >= NAME:
        found = _name(game, s, seat, action) if s.phase == WILD else None
    elif action >= PUT:
        found = _put(game, s, seat, action)
    elif action >= DROP:
        found = _drop(game, s, seat, action - DROP)
    elif action >= REROLL:
        found = _reroll(s, action - REROLL)
    elif action >= REMOVE_FROM:
        found = None
    elif action in (JOKER_DICE, JOKER_CARD, JOKER_CARD + 1):
        found = _joker(game, s, seat, action)
    elif s.phase == DECIDE and action == STOP:
        found = against(say, "D8")
    elif s.phase == ACT and action in (END, SKIP) and not s.acted and s.rolls < 3:
        found = against(say, "D8.act")
    elif s.phase == PLACE and action == DISCARD:
        found = against(say, "D18.bought", card=the_card(game, s.sheets[seat].hand[0] - 1))
    return found or _wrong_moment(game, s, seat, action)


def _wrong_moment(game: GameContext, s: State, seat: int, action: int) -> Refusal:
    from rollwrite.games.donnant.ui import notation

    return wrong_moment(notation.write(game, s, seat, action), notation.prompt(game, s, seat))


def _reroll(s: State, dice: int) -> Refusal | None:
    if s.phase == ACT:
        return against(say, "D7.thrice" if s.rolls == 3 else "D10.roll")
    if s.phase == DECIDE and dice == 0:
        return against(say, "D7.none")
    return None


def _joker(game: GameContext, s: State, seat: int, action: int) -> Refusal | None:
    if s.phase not in (ACT, DECIDE):
        return None
    if s.acted:
        return against(say, "D17.acted")
    if s.rolls < 3:
        return against(say, "D9")
    if action == JOKER_DICE:
        return against(say, "D17.nothing")
    if game.rules.full(s.sheets[seat]):
        return against(say, "D18.full")
    return against(say, "D18.empty", deck=say(f"deck.{DECKS[action - JOKER_CARD]}"))


def _finish_first(game: GameContext, s: State, seat: int) -> Refusal:
    """D11: a card that is half-way through being completed comes first."""
    sheet = s.sheets[seat]
    slot = game.rules.slot_at(sheet, s.filling - 1)
    return against(say, "D11.finish", card=laid_card(game, sheet, slot))


def _drop(game: GameContext, s: State, seat: int, card: int) -> Refusal | None:
    if s.phase != DRAFT:
        return None
    sheet = s.sheets[seat]
    if sheet.dropped:
        return against(say, "D5.dropped", card=the_card(game, sheet.dropped - 1))
    return against(say, "D5.hand", card=the_card(game, card))


def _put(game: GameContext, s: State, seat: int, action: int) -> Refusal | None:
    """D3 and D5: a card of the hand, at a place that touches others inside three by three."""
    if s.phase not in (DRAFT, PLACE):
        return None
    sheet = s.sheets[seat]
    card, place = divmod(action - PUT, PLACES)
    told = {"card": the_card(game, card)}
    if s.phase == DRAFT and not sheet.dropped:
        return against(say, "D5.drop_first")
    if card + 1 not in sheet.hand:
        return against(say, "D5.hand", **told)
    if sheet.count == 0:
        return against(say, "D3.first")
    there = game.rules.slot_at(sheet, place)
    if there >= 0:
        return against(say, "D3.taken", other=laid_card(game, sheet, there))
    if not _touches(s, seat, place):
        return against(say, "D3.apart")
    return against(say, "D3.frame")


def _touches(s: State, seat: int, place: int) -> bool:
    sheet = s.sheets[seat]
    row, column = divmod(place, SIDE)
    places = [divmod(sheet.place[slot], SIDE) for slot in range(sheet.count)]
    return any(abs(r - row) <= 1 and abs(c - column) <= 1 for r, c in places)


def _name(game: GameContext, s: State, seat: int, action: int) -> Refusal:
    """P4: only completed wild cards get a colour, one after the other."""
    sheet = s.sheets[seat]
    place = (action - NAME) // DICE
    slot = game.rules.slot_at(sheet, place)
    if slot < 0:
        return against(say, "D11.no_card")
    told = {"card": laid_card(game, sheet, slot)}
    if game.rules.BONUS[sheet.card[slot] - 1] != ANY_COLOUR:
        return against(say, "P4.not_wild", **told)
    if sheet.empty[slot]:
        return against(say, "P4", **told)
    if sheet.named[slot]:
        return against(say, "P4.named", colour=colour(sheet.named[slot] - 1))
    return against(say, "P4.order", first=laid_card(game, sheet, game.rules.nameless(sheet)))


def _buy(game: GameContext, s: State, seat: int, action: int) -> Refusal:
    """D10, D12, P1 and P5: the slot, the dice, the price, the uses left."""
    rules, sheet, purchase = game.rules, s.sheets[seat], purchase_of(action)
    price = rules.PRICES[purchase.row][purchase.slot]
    paid, cheaper = COUNT[purchase.dice], rules.left_of(sheet, CHEAPER)
    values = [s.dice[die] for die in dice_of(purchase.dice)]
    if not s.market[purchase.row][purchase.slot]:
        return against(say, "D12.empty")
    if rules.full(sheet):
        return against(say, "D12.full")
    if purchase.dice & s.spent:
        return against(say, "D10.spent", die=colour(dice_of(purchase.dice & s.spent)[0]))
    if purchase.dice and purchase.value == 0:
        return against(say, "P1.range_buy", dice=together(values))
    if purchase.value == UNEQUAL:
        return against(say, "D12.unequal", price=price, dice=together(values))
    if paid > price:
        return against(say, "D12.too_many", price=price)
    if paid + cheaper < price:
        return against(say, "D12", price=price)
    needed = rules.pips_to(s.dice, purchase.dice, purchase.value)
    fewest = rules.pips_to(s.dice, purchase.dice, rules.common_value(s.dice, purchase.dice))
    if needed > fewest:
        return against(say, "P1.fewer", needed=needed, fewest=fewest)
    return against(say, "P1.left", needed=needed, left=rules.left_of(sheet, PIPS))


def _fill(game: GameContext, s: State, seat: int, entry: Entry) -> Refusal:
    """D10 and D11: the next empty cell, a die that is free, and the whole card."""
    rules, sheet = game.rules, s.sheets[seat]
    if s.filling and s.filling != entry.place + 1:
        return _finish_first(game, s, seat)
    slot = rules.slot_at(sheet, entry.place)
    values = rules.packed(sheet, slot) | rules.picked_values(s) if slot >= 0 else 0
    early = _cell(game, s, seat, entry, slot, values)
    if early:
        return early
    used = [cell for cell in range(8) if s.picks[cell] and rules.pick_die(s, cell) == entry.die]
    if s.spent >> entry.die & 1 or used:
        return against(say, "D10.spent", die=colour(entry.die))
    card = sheet.card[slot] - 1
    following = rules.next_cell(card, values)
    if entry.cell != following:
        return against(say, "D11.order")
    chosen = [cell for cell in range(8) if s.picks[cell]]
    spoken = sum(abs(rules.pick_value(s, c) - s.dice[rules.pick_die(s, c)]) for c in chosen)
    swapped = sum(rules.foreign(card, c, rules.pick_die(s, c)) for c in chosen)
    late = _die(game, s, seat, entry, slot, values, spoken, swapped)
    told = {"card": laid_card(game, sheet, slot)}
    twins = rules.TWIN[card]
    alike = twins[entry.cell] >= 0 or entry.cell in twins
    return late or against(say, "D11.alike" if alike else "D11", **told)


def _write(game: GameContext, s: State, seat: int, entry: Entry) -> Refusal | None:
    """D14, D15 and D17: a die of the window, entered once, in a cell that takes it."""
    rules, sheet = game.rules, s.sheets[seat]
    if s.phase == ACT:
        return against(say, "D11.write")
    if s.phase not in _WINDOWS:
        return None
    slot = rules.slot_at(sheet, entry.place)
    values = rules.packed(sheet, slot) if slot >= 0 else 0
    early = _cell(game, s, seat, entry, slot, values)
    if early:
        return early
    if sheet.written >> entry.die & 1:
        return against(say, "D14.twice", die=colour(entry.die))
    if s.phase == PASSIVE and s.site >> entry.die & 1:
        return against(say, "D14.site", die=colour(entry.die))
    return _die(game, s, seat, entry, slot, values, 0, 0)


def _cell(
    game: GameContext, s: State, seat: int, entry: Entry, slot: int, values: int
) -> Refusal | None:
    """Whether there is such a cell, and it is empty."""
    if slot < 0:
        return against(say, "D11.no_card")
    sheet = s.sheets[seat]
    card = sheet.card[slot] - 1
    if entry.cell >= game.rules.LENGTH[card]:
        return against(say, "D2.no_cell", cells=game.rules.LENGTH[card], cell=entry.cell + 1)
    there = values >> 3 * entry.cell & 7
    return against(say, "D2.taken", there=there) if there else None


def _die(
    game: GameContext,
    s: State,
    seat: int,
    entry: Entry,
    slot: int,
    values: int,
    pips_chosen: int,
    swaps_chosen: int,
) -> Refusal | None:
    """D2, D15, P1 and P2: the value and the colour of the die, and the uses left."""
    rules, sheet = game.rules, s.sheets[seat]
    card, cell, value = sheet.card[slot] - 1, entry.cell, entry.value
    if not 1 <= value <= 6:
        return against(say, "P1.range", die=colour(entry.die), shown=s.dice[entry.die])
    printed = rules.CELL_COLOUR[card][cell]
    foreign = rules.foreign(card, cell, entry.die)
    if entry.swapped and not foreign:
        return against(say, "P2.pointless", die=colour(entry.die))
    if foreign and not entry.swapped:
        return against(say, "D2.colour", colour=colour(printed), die=colour(entry.die))
    if foreign and rules.left_of(sheet, SWAP) <= swaps_chosen:
        return against(say, "P2.left")
    needed = abs(value - s.dice[entry.die])
    left = rules.left_of(sheet, PIPS) - pips_chosen
    if needed > left:
        return against(say, "P1.left", needed=needed, left=left)
    if rules.NUMBER[card][cell] and rules.NUMBER[card][cell] != value:
        return against(say, "D2.number", number=rules.NUMBER[card][cell], value=value)
    low, high = rules.lowest(card, values, cell), rules.highest(card, values, cell)
    if not low <= value <= high:
        return against(say, "D15", low=low, high=high, value=value)
    return None
