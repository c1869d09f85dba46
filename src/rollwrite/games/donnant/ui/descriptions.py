"""What a move of Donnant Donnant is called on a button, what it does, and how it is told."""

from __future__ import annotations

from rollwrite.games.contract import GameContext
from rollwrite.games.donnant.closing import applied, closes  # noqa: F401  # read by the Definition
from rollwrite.games.donnant.rules.record import (
    BUY,
    DEAL,
    DECIDE,
    DICE,
    DISCARD,
    DROP,
    END,
    FILL,
    GRID,
    JOKER,
    JOKER_CARD,
    JOKER_DICE,
    NAME,
    PLACES,
    PUT,
    REMOVE_FROM,
    REROLL,
    SKIP,
    STOP,
    WRITE,
    State,
)
from rollwrite.games.donnant.sheet import SLOTS, say
from rollwrite.games.donnant.ui.card_words import lower
from rollwrite.games.donnant.ui.names import card_of, colour, dice_of, entry_of, purchase_of
from rollwrite.games.donnant.ui.notation import read
from rollwrite.games.donnant.ui.words import (
    laid_card,
    on_card,
    payment,
    place_words,
    the_card,
)
from rollwrite.games.kit.wording import counted, nth, together
from rollwrite.texts import Message

_PLAIN = {
    STOP: "act.stop",
    SKIP: "act.pass",
    DISCARD: "act.discard",
    JOKER_DICE: "act.joker",
    JOKER_CARD: "act.draw",
    JOKER_CARD + 1: "act.draw",
    REMOVE_FROM: "act.remove",
    REMOVE_FROM + 1: "act.remove",
}


def act(game: GameContext, s: State, seat: int, action: int) -> Message:
    if action == END:
        return say("act.done" if s.phase == JOKER else "act.end")
    if action in _PLAIN:
        return say(_PLAIN[action])
    if action >= FILL:
        done = action < WRITE and _completes(game, s, seat, action)
        return say("act.complete") if done else say("act.write", value=entry_of(action).value)
    if action >= BUY:
        purchase = purchase_of(action)
        return say("act.buy", payment=payment(purchase, "pay_in_figures"))
    if action >= NAME:
        return say("act.colour", colour=colour((action - NAME) % DICE))
    if action >= PUT:
        return say("act.place")
    if action >= DROP:
        return say("act.drop")
    return counted(say, "act.reroll", (action - REROLL).bit_count())


def full(game: GameContext, s: State, seat: int, action: int) -> Message | None:
    if PUT <= action < NAME:
        card, place = divmod(action - PUT, PLACES)
        return say("full.place", card=the_card(game, card), place=place_words(game, s, seat, place))
    if DROP <= action < PUT:
        return say("full.drop", card=the_card(game, action - DROP))
    if REROLL <= action < DROP:
        return say("full.reroll", dice=together([colour(die) for die in dice_of(action - REROLL)]))
    if REMOVE_FROM <= action < REROLL:
        return say("full.remove", card=the_card(game, _removed(s, action)))
    if BUY <= action < FILL:
        purchase = purchase_of(action)
        bought = the_card(game, s.market[purchase.row][purchase.slot] - 1)
        return say("full.buy", card=bought, payment=payment(purchase, "pay_in_figures"))
    return _written(game, s, seat, action) if action >= FILL else None


def _written(game: GameContext, s: State, seat: int, action: int) -> Message:
    entry, sheet = entry_of(action), s.sheets[seat]
    slot, shown = game.rules.slot_at(sheet, entry.place), s.dice[entry.die]
    card = on_card(game, sheet.card[slot] - 1, game.rules.colour_of(sheet, slot))
    told = {"colour": colour(entry.die), "place": nth(entry.cell + 1), "card": card}
    if entry.value == shown:
        return say("full.write", value=shown, **told)
    return say("full.write_as", value=entry.value, shown=shown, **told)


def _completes(game: GameContext, s: State, seat: int, action: int) -> bool:
    return not applied(game, s, seat, action).filling


def effect(game: GameContext, s: State, seat: int, action: int) -> Message | None:
    if action >= FILL:
        return _filled(game, s, seat, action)
    if action >= BUY:
        purchase = purchase_of(action)
        return _ninth(s, seat) or _lower(game, s.market[purchase.row][purchase.slot] - 1)
    if DROP > action >= REROLL:
        return say("effect.reroll") if s.phase == DECIDE and s.seats > 1 else None
    if PUT <= action < NAME:
        return _ninth(s, seat)
    if REMOVE_FROM <= action < REROLL:
        return say("effect.remove", card=the_card(game, _removed(s, action)))
    if action == STOP:
        return say("effect.stop") if s.rolls < 3 else None
    if action == JOKER_DICE:
        return say("effect.joker")
    if JOKER_CARD <= action < REMOVE_FROM:
        return say("effect.draw")
    return None


def _lower(game: GameContext, card: int) -> Message:
    """What a card scores or does, as a sentence."""
    if kind := game.rules.BONUS[card]:
        return say("effect.helps", what=say(f"bonus.P{kind}"))
    return say("effect.scores", what=lower(game, card))


def _filled(game: GameContext, s: State, seat: int, action: int) -> Message:
    """What a die in a cell leaves of its card."""
    after, place = applied(game, s, seat, action), entry_of(action).place
    sheet = after.sheets[seat]
    slot = game.rules.slot_at(sheet, place)
    if sheet.empty[slot] == 0:
        return say("effect.complete", card=laid_card(game, sheet, slot))
    chosen = sum(1 for pick in after.picks if pick) if after.filling else 0
    return counted(say, "effect.left", sheet.empty[slot] - chosen)


def _ninth(s: State, seat: int) -> Message | None:
    """D20: the ninth card of anybody brings the last round."""
    if s.last_round == 0 and s.sheets[seat].count == GRID - 1:
        return say("effect.ninth")
    return None


def _removed(s: State, action: int) -> int:
    """D23: the card that goes aside."""
    row = s.market[action - REMOVE_FROM]
    return next(row[slot] for slot in reversed(range(SLOTS)) if row[slot]) - 1


def told(game: GameContext, s: State, seat: int | None, text: str) -> Message | None:
    """What happens, with cards as a person would call them."""
    if seat is None:
        dealt = card_of(game, text.rpartition(" ")[2]) if s.phase == DEAL else None
        return None if dealt is None else say("told.dealt", card=the_card(game, dealt))
    action = read(game, s, seat, text)
    if action is None or action < REMOVE_FROM or REROLL <= action < DROP:
        return None
    if action >= FILL:
        return _told_entry(game, s, seat, action)
    if action >= BUY:
        purchase = purchase_of(action)
        card = the_card(game, s.market[purchase.row][purchase.slot] - 1)
        return say("told.bought", card=card, payment=payment(purchase))
    if action >= NAME:
        slot = game.rules.slot_at(s.sheets[seat], (action - NAME) // DICE)
        card = laid_card(game, s.sheets[seat], slot)
        return say("told.coloured", card=card, colour=colour((action - NAME) % DICE))
    if action >= PUT:
        return say("told.placed", card=the_card(game, (action - PUT) // PLACES))
    if action >= DROP:
        return say("told.returned", card=the_card(game, action - DROP))
    return say("told.removed", card=the_card(game, _removed(s, action)))


def _told_entry(game: GameContext, s: State, seat: int, action: int) -> Message:
    sheet, entry = s.sheets[seat], entry_of(action)
    slot = game.rules.slot_at(sheet, entry.place)
    if action < WRITE and _completes(game, s, seat, action):
        return say("told.completed", card=laid_card(game, sheet, slot))
    card = on_card(game, sheet.card[slot] - 1, game.rules.colour_of(sheet, slot))
    return say("told.entered", value=entry.value, card=card)
