"""Donnant Donnant's actions, rolls and deals: their notation and the parts they touch."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rollwrite.errors import Kind
from rollwrite.games.contract import Chance, GameContext, Refusal
from rollwrite.games.donnant.rules.record import (
    ACT,
    BUY,
    DEAL,
    DECIDE,
    DICE,
    DISCARD,
    DRAFT,
    DROP,
    END,
    EXTRA,
    FILL,
    JOKER,
    JOKER_CARD,
    JOKER_DICE,
    NAME,
    PASSIVE,
    PLACE,
    PLACES,
    PUT,
    REMOVE,
    REMOVE_FROM,
    REROLL,
    ROLL,
    SKIP,
    SOLO_PASSIVE,
    STOP,
    WILD,
    WRITE,
    State,
)
from rollwrite.games.donnant.sheet import CARDS, COLOURS, FIRST_BONUS, SLOTS, say
from rollwrite.games.donnant.ui.names import (
    DECKS,
    card_name,
    card_of,
    dice,
    dice_of,
    entry_of,
    letters,
    place_name,
    place_of,
    purchase_of,
    read_entry,
    read_purchase,
    write_entry,
    write_purchase,
)
from rollwrite.games.donnant.ui.refusals import refusal
from rollwrite.games.donnant.ui.words import laid_card
from rollwrite.games.kit.wording import counted, nth
from rollwrite.texts import Message

__all__ = [
    "alike", "begins_turn", "chance", "kind", "outcomes", "parts", "prompt", "read", "read_event",
    "refusal", "window", "write", "write_event",
]  # fmt: skip

_WORDS = {
    "stop": STOP,
    "end": END,
    "pass": SKIP,
    "discard": DISCARD,
    "joker dice": JOKER_DICE,
    "joker e": JOKER_CARD,
    "joker b": JOKER_CARD + 1,
    "remove e": REMOVE_FROM,
    "remove b": REMOVE_FROM + 1,
}
_NAMES = {action: word for word, action in _WORDS.items()}


def write(game: GameContext, s: State, seat: int, action: int) -> str:
    if action in _NAMES:
        return _NAMES[action]
    if action >= FILL:
        verb = "write" if action >= WRITE else "fill"
        return f"{verb} {write_entry(s, entry_of(action))}"
    if action >= BUY:
        return f"buy {write_purchase(s, purchase_of(action))}"
    if action >= NAME:
        place, die = divmod(action - NAME, DICE)
        return f"colour {place_name(place)} {COLOURS[die]}"
    if action >= PUT:
        card, place = divmod(action - PUT, PLACES)
        return f"place {card_name(card)} {place_name(place)}"
    if action >= DROP:
        return f"drop {card_name(action - DROP)}"
    return f"reroll {letters(action - REROLL)}".strip()


def read(game: GameContext, s: State, seat: int, text: str) -> int | None:
    words = " ".join(text.lower().split())
    if words in _WORDS:
        return _WORDS[words]
    verb, _, rest = words.partition(" ")
    if verb in ("fill", "write"):
        entry = read_entry(s, rest)
        if entry is None:
            return None
        cell = _same_cell(game, s, seat, entry.place, entry.cell)
        return (FILL if verb == "fill" else WRITE) + entry._replace(cell=cell).number
    if verb == "buy":
        purchase = read_purchase(game, s, rest)
        return None if purchase is None else BUY + purchase.number
    if verb == "reroll" and re.fullmatch(r"[yogbp,\s]*", rest):
        wanted = re.sub(r"[,\s]", "", rest).upper()
        if len(set(wanted)) == len(wanted):
            return REROLL + sum(1 << COLOURS.index(letter) for letter in wanted)
    return _read_card_move(game, verb, rest.split())


def _read_card_move(game: GameContext, verb: str, rest: list[str]) -> int | None:
    """``drop E03``, ``place E07 b2`` and ``colour b2 Y``."""
    if verb == "drop" and len(rest) == 1:
        card = card_of(game, rest[0])
        return None if card is None else DROP + card
    if len(rest) != 2:
        return None
    if verb == "place":
        card, place = card_of(game, rest[0]), place_of(rest[1])
        return None if card is None or place is None else PUT + card * PLACES + place
    if verb in ("colour", "color"):
        place, letter = place_of(rest[0]), rest[1].upper()
        if place is not None and letter in tuple(COLOURS):
            return NAME + place * DICE + COLOURS.index(letter)
    return None


def _same_cell(game: GameContext, s: State, seat: int, place: int, cell: int) -> int:
    """Of empty cells that are alike, the first: only that one is offered."""
    rules = game.rules
    sheet = s.sheets[seat]
    slot = rules.slot_at(sheet, place)
    if slot < 0 or cell >= rules.LENGTH[sheet.card[slot] - 1]:
        return cell
    values = rules.packed(sheet, slot)
    if s.filling == place + 1:
        values |= rules.picked_values(s)
    if values >> 3 * cell & 7:
        return cell
    twin = rules.TWIN[sheet.card[slot] - 1]
    first, at = cell, twin[cell]
    while at >= 0:
        if not values >> 3 * at & 7:
            first = at
        at = twin[at]
    return int(first)


def parts(game: GameContext, s: State, seat: int, action: int) -> tuple[str, ...]:
    if action in (JOKER_CARD, JOKER_CARD + 1):
        return (f"deck-{DECKS[action - JOKER_CARD]}",)
    if action in (REMOVE_FROM, REMOVE_FROM + 1):
        row = action - REMOVE_FROM
        slot = max((slot for slot in range(SLOTS) if s.market[row][slot]), default=0)
        return (market_part(row, slot),)
    if action in _NAMES:
        return (_NAMES[action].replace(" ", "-"),)
    if action >= FILL:
        entry = entry_of(action)
        counts_as = () if entry.value == s.dice[entry.die] else (f"as-{entry.value}",)
        return (cell_part(entry.place, entry.cell), dice.part(entry.die), *counts_as)
    if action >= BUY:
        purchase = purchase_of(action)
        paid = map(dice.part, dice_of(purchase.dice))
        return (market_part(purchase.row, purchase.slot), *paid)
    if action >= NAME:
        place, die = divmod(action - NAME, DICE)
        return (place_name(place), f"colour-{COLOURS[die]}")
    if action >= PUT:
        card, place = divmod(action - PUT, PLACES)
        return (f"card-{card_name(card)}", place_name(place))
    if action >= DROP:
        return (f"card-{card_name(action - DROP)}",)
    return tuple(map(dice.part, dice_of(action - REROLL)))


def alike(game: GameContext, s: State, seat: int) -> tuple[tuple[str, ...], ...]:
    """Empty cells of a card that are alike: a die may be entered in any of them."""
    if s.phase not in (ACT, PASSIVE, JOKER, SOLO_PASSIVE):
        return ()
    rules, sheet = game.rules, s.sheets[seat]
    groups: dict[tuple[int, int], list[str]] = {}
    for slot in range(sheet.count):
        place, card = sheet.place[slot], sheet.card[slot] - 1
        values = rules.packed(sheet, slot)
        if s.phase == ACT and s.filling == place + 1:
            values |= rules.picked_values(s)
        for cell in range(rules.LENGTH[card]):
            if not values >> 3 * cell & 7:
                first = _same_cell(game, s, seat, place, cell)
                groups.setdefault((place, first), []).append(cell_part(place, cell))
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def kind(part: str) -> str:
    """Cells, places, cards and dice are asked for with different sentences."""
    name, dash, _ = part.partition("-")
    return name if dash else "cell" if "." in name else "place"


def cell_part(place: int, cell: int) -> str:
    """The part that is a cell of a card in the grid."""
    return f"{place_name(place)}.{cell + 1}"


def market_part(row: int, slot: int) -> str:
    """The part that is a slot of the market."""
    return f"market-{DECKS[row]}{slot + 1}"


def prompt(game: GameContext, s: State, seat: int) -> Message:
    rules, sheet = game.rules, s.sheets[seat]
    if s.phase == DRAFT:
        return say("prompt.place_draft" if sheet.dropped else "prompt.drop")
    if s.phase == DECIDE:
        found = [0] * rules.MOVES
        rules.legal(s, seat, found)
        return say("prompt.decide" if found[0] == STOP else "prompt.reroll")
    if s.phase == ACT:
        return _prompt_act(game, s, seat)
    if s.phase == PLACE:
        return say("prompt.place" if s.acted else "prompt.place_drawn")
    if s.phase == REMOVE:
        return say("prompt.remove")
    if s.phase == WILD:
        return say("prompt.wild", card=laid_card(game, sheet, rules.nameless(sheet)))
    if not rules.can_write(s, seat, s.phase):
        return say("prompt.nothing")
    left = rules.entries_allowed(s, s.phase) - sheet.written.bit_count()
    if left > 0:
        key = {PASSIVE: "passive", SOLO_PASSIVE: "solo_passive"}.get(s.phase, "joker")
        return counted(say, f"prompt.{key}", left)
    return counted(say, "prompt.extra", rules.left_of(sheet, EXTRA))


def _prompt_act(game: GameContext, s: State, seat: int) -> Message:
    if s.filling:
        sheet = s.sheets[seat]
        slot = game.rules.slot_at(sheet, s.filling - 1)
        values = game.rules.packed(sheet, slot) | game.rules.picked_values(s)
        cell = game.rules.next_cell(sheet.card[slot] - 1, values) + 1
        return say("prompt.fill", cell=nth(cell), card=laid_card(game, sheet, slot))
    found = [0] * game.rules.MOVES
    moves = found[: game.rules.legal(s, seat, found)]
    buys, fills = (
        any(low <= m < high for m in moves) for low, high in ((BUY, FILL), (FILL, WRITE))
    )
    what = "both" if buys and fills else "buy" if buys else "complete" if fills else "nothing"
    if s.acted:
        return say(f"prompt.act_more.{what}")
    if s.rolls < 3:
        return say(f"prompt.act.{what}")
    joker = any(JOKER_DICE <= move < REMOVE_FROM for move in moves)
    return say(f"prompt.act_last.{'joker_' if joker else ''}{what}")


def chance(game: GameContext, s: State) -> Chance:
    if s.phase == DEAL:
        return Chance("deal", (DECKS[game.rules.deal_due(s)].upper(),))
    return dice.chance(game, s)


def write_event(game: GameContext, s: State, event: list[int]) -> str:
    if s.phase == DEAL:
        return f"deal {card_name(event[0] - 1)}"
    return dice.write_event(game, s, event)


def read_event(game: GameContext, s: State, text: str) -> list[int] | Refusal:
    if s.phase != DEAL:
        return dice.read_event(game, s, text)
    possible = [event[0] - 1 for event, _ in outcomes(game, s)]
    words = text.lower().split()
    name = words[-1] if words and words[:-1] in ([], ["deal"]) else ""
    card = card_of(game, name)
    if card is None:
        example = f"deal {card_name(possible[0])}"
        return Refusal(Kind.UNREADABLE, say("refused.deal_unreadable", text=text, example=example))
    if card in possible:
        return [card + 1, 0, 0, 0, 0]
    row = game.rules.deal_due(s)
    told = {"card": card_name(card), "deck": say(f"deck.{DECKS[row]}")}
    if (card >= FIRST_BONUS) != bool(row):
        return Refusal(Kind.WRONG_DICE, say("refused.deal_deck", **told))
    if s.rest[row] == 0:
        top = card_name(possible[0])
        return Refusal(Kind.WRONG_DICE, say("refused.deal_order", top=top, **told))
    return Refusal(Kind.WRONG_DICE, say("refused.deal_gone", **told))


def outcomes(game: GameContext, s: State) -> Iterator[tuple[list[int], int]]:
    if s.phase != DEAL:
        yield from dice.outcomes(game, s)
        return
    row = game.rules.deal_due(s)
    if s.rest[row] == 0:
        yield [s.under[row][0], 0, 0, 0, 0], 1
        return
    for card in range(CARDS):
        if s.deck[card] and (card >= FIRST_BONUS) == bool(row):
            yield [card + 1, 0, 0, 0, 0], 1


def begins_turn(game: GameContext, s: State) -> bool:
    return s.phase == ROLL and s.rolls == 0 and s.allowance == 0


def window(game: GameContext, s: State) -> int:
    return s.phase * 4 + s.rolls
