"""What speaks for a card: in the draft, in the grid, in the market, and for completing one."""

from __future__ import annotations

from functools import partial

from rollwrite.games.contract import GameContext
from rollwrite.games.donnant.rules.record import (
    ALL_DICE,
    BUY,
    COUNT,
    DISCARD,
    DRAFT,
    FILL,
    GRID,
    JOKER_CARD,
    JOKER_DICE,
    PLACES,
    PUT,
    REMOVE_FROM,
    SKIP,
    WRITE,
    Sheet,
    State,
)
from rollwrite.games.donnant.sheet import SLOTS, say
from rollwrite.games.donnant.ui.card_outlook import best_kept, grid_score, promise, promise_with
from rollwrite.games.donnant.ui.names import (
    Entry,
    Purchase,
    colour,
    entry_of,
    purchase_of,
)
from rollwrite.games.donnant.ui.sentences import (
    after,
    bonus_of,
    cells,
    completed,
    lies,
    more,
    value,
)
from rollwrite.games.donnant.ui.words import the_card
from rollwrite.games.kit.reasons import first, lead, points
from rollwrite.texts import Message


def drop(game: GameContext, s: State, seat: int, card: int, other: int) -> Message | None:
    """D5: giving one card back keeps the other one."""
    rules = game.rules
    stay = [at - 1 for at in s.sheets[seat].hand if at and at - 1 not in (card, other)]
    told = {"card": the_card(game, card), "other": the_card(game, other)}
    for one, two in ((other, kept) for kept in stay):
        if rules.EVALUATION[one] in (2, 3) and rules.TARGET[one] == rules.COLOUR[two]:
            return _counts(game, one, two)
        if rules.EVALUATION[two] in (2, 3) and rules.TARGET[two] == rules.COLOUR[one]:
            return _counts(game, two, one)
    if rules.LENGTH[card] > rules.LENGTH[other]:
        count, fewer = rules.LENGTH[card], rules.LENGTH[other]
        return say("advice.harder", count=count, fewer=fewer, **told)
    if 0 < rules.POINTS[card] < rules.POINTS[other] and (
        rules.EVALUATION[card] == rules.EVALUATION[other]
    ):
        worth, better = points(rules.POINTS[card]), points(rules.POINTS[other])
        return say("advice.drop_points", points=worth, more=better, **told)
    return None


def _counts(game: GameContext, counting: int, counted: int) -> Message:
    told = {"card": the_card(game, counting), "other": the_card(game, counted)}
    return say("advice.drop_colour", colour=colour(game.rules.TARGET[counting]), **told)


def lay(game: GameContext, s: State, seat: int, action: int, other: int) -> Message | None:
    own, against = after(game, s, seat, action), after(game, s, seat, other)
    return first(
        (
            partial(_ninth, game, s, seat, own, against),
            partial(more, grid_score(game.rules, own) - grid_score(game.rules, against)),
            partial(_promised, promise(game.rules, own), promise(game.rules, against)),
            partial(_laid, game, s, action, other),
            partial(_open_places, game, own, against, DISCARD in (action, other)),
        )
    )


def _ninth(game: GameContext, s: State, seat: int, own: Sheet, against: Sheet) -> Message | None:
    """D20: the ninth card of anybody brings the last round."""
    if s.last_round or s.phase == DRAFT:
        return None
    ahead = lead(game, s, seat, grid_score(game.rules, s.sheets[seat]))
    cards = [sheet.count + sum(card > 0 for card in sheet.hand) for sheet in (own, against)]
    if ahead is None or (cards[0] == GRID) == (cards[1] == GRID):
        return None
    if cards[0] == GRID:
        return say("advice.ninth", lead=points(ahead)) if ahead > 0 else None
    return say("advice.no_ninth", lead=points(-ahead)) if ahead < 0 else None


def _promised(own: int, against: int) -> Message | None:
    if own <= against:
        return None
    return say("advice.promise", points=points(own), other=points(against))


def _laid(game: GameContext, s: State, action: int, other: int) -> Message | None:
    """D18: a drawn card is laid, or put under its deck."""
    if other != DISCARD:
        return None
    card = (action - PUT) // PLACES
    if game.rules.BONUS[card]:
        return say("advice.laid_bonus", card=the_card(game, card), what=bonus_of(game, card))
    return None


def _open_places(game: GameContext, own: Sheet, against: Sheet, discards: bool) -> Message | None:
    here, there = (game.rules.open_places(sheet).bit_count() for sheet in (own, against))
    if here <= there or discards:
        return None
    return say("advice.places", count=here, other=there)


def aside(game: GameContext, s: State, seat: int, action: int, other: int) -> Message | None:
    """D23: the card that goes aside would bring less than the one that would go otherwise."""
    sheet = s.sheets[seat]
    if sheet.count == GRID:
        return None
    cards = []
    for move in (action, other):
        row = s.market[move - REMOVE_FROM]
        cards.append(next(row[slot] for slot in reversed(range(SLOTS)) if row[slot]) - 1)
    gone, kept = (promise_with(game.rules, sheet, card) for card in cards)
    told = {"card": the_card(game, cards[0]), "other": the_card(game, cards[1])}
    if gone < kept:
        return say("advice.aside", points=points(kept), less=points(gone), **told)
    count, fewer = (game.rules.LENGTH[card] for card in cards)
    if gone == kept and count > fewer:
        return say("advice.harder", count=count, fewer=fewer, **told)
    return None


def act(game: GameContext, s: State, seat: int, action: int, other: int) -> Message | None:
    if FILL <= action < WRITE:
        return _fill(game, s, seat, action, other)
    if BUY <= action < FILL:
        return _buy(game, s, seat, action, other)
    if BUY <= other < FILL:
        own, against = s.sheets[seat], after(game, s, seat, other)
        return _ninth(game, s, seat, own, against)
    if other == SKIP and action == JOKER_DICE:
        return say("advice.joker_dice")
    few = s.sheets[seat].count < GRID - 1  # the ninth card brings the end, which is no gift
    if other in (SKIP, JOKER_DICE) and action >= JOKER_CARD and few:
        return say("advice.joker_card", count=s.sheets[seat].count, most=GRID)
    if action == JOKER_DICE and other >= JOKER_CARD:
        return _joker_cells(game, s, seat)
    return None


def _joker_cells(game: GameContext, s: State, seat: int) -> Message | None:
    """D17: two dice can be entered on one card."""
    sheet = s.sheets[seat]
    best = best_kept(game.rules, s, sheet, ALL_DICE)
    if best.filled < 2:
        return None
    return say(
        "advice.joker_cells", cells=cells(sheet.empty[best.slot]), **lies(game, sheet, best.slot)
    )


def _fill(game: GameContext, s: State, seat: int, action: int, other: int) -> Message | None:
    rules, sheet = game.rules, s.sheets[seat]
    entry = entry_of(action)
    slot = rules.slot_at(sheet, entry.place)
    if not FILL <= other < WRITE:
        return completed(game, sheet, slot, "complete")
    rival = entry_of(other)
    against = rules.slot_at(sheet, rival.place)
    if slot != against:
        if value(game, sheet, slot) > value(game, sheet, against):
            return completed(game, sheet, slot, "complete")
        fewer, others = sheet.empty[slot], sheet.empty[against]
        if fewer < others:
            return say("advice.fewer_dice", count=fewer, other=others, **lies(game, sheet, slot))
        return None
    return _saves(s, entry, rival)


def _saves(s: State, entry: Entry, rival: Entry) -> Message | None:
    """P1 and P2: the same cell with fewer uses of a bonus."""
    here, there = (abs(each.value - s.dice[each.die]) for each in (entry, rival))
    if here < there:
        return say("advice.saves", what=say("bonus.P1"), count=here, other=there)
    if not entry.swapped and rival.swapped:
        return say("advice.saves", what=say("bonus.P2"), count=0, other=1)
    return None


def _buy(game: GameContext, s: State, seat: int, action: int, other: int) -> Message | None:
    rules, sheet = game.rules, s.sheets[seat]
    purchase = purchase_of(action)
    card = s.market[purchase.row][purchase.slot] - 1
    if told := _ninth(game, s, seat, after(game, s, seat, action), after(game, s, seat, other)):
        return told
    if BUY <= other < FILL:
        rival = purchase_of(other)
        against = s.market[rival.row][rival.slot] - 1
        if card == against:
            return _payment(game, s, seat, purchase, rival)
        own, theirs = (promise_with(rules, sheet, each) for each in (card, against))
        if own > theirs:
            return say(
                "advice.buy", card=the_card(game, card), points=points(own), other=points(theirs)
            )
        if rules.LENGTH[card] < rules.LENGTH[against]:
            fewer, others = rules.LENGTH[card], rules.LENGTH[against]
            return say("advice.buy_cells", card=the_card(game, card), count=fewer, other=others)
        return _payment(game, s, seat, purchase, rival)
    own, now = promise_with(rules, sheet, card), promise(rules, sheet)
    if own > now:
        return say("advice.buy_more", card=the_card(game, card), points=points(own - now))
    if rules.BONUS[card]:
        return say("advice.laid_bonus", card=the_card(game, card), what=bonus_of(game, card))
    return None


def _payment(
    game: GameContext, s: State, seat: int, own: Purchase, rival: Purchase
) -> Message | None:
    """D12, P1 and P5: uses of bonuses saved, or dice left for more."""
    rules = game.rules
    here, there = (rules.pips_to(s.dice, each.dice, each.value) for each in (own, rival))
    if here < there:
        return say("advice.saves", what=say("bonus.P1"), count=here, other=there)
    used = [rules.PRICES[each.row][each.slot] - COUNT[each.dice] for each in (own, rival)]
    if here == there and used[0] < used[1]:
        return say("advice.saves", what=say("bonus.P5"), count=used[0], other=used[1])
    if COUNT[own.dice] < COUNT[rival.dice]:
        return say("advice.cheaper", count=COUNT[own.dice], other=COUNT[rival.dice])
    return None
