"""What speaks for a move of One Card: cards finished, rows filled, and what a next roll brings."""

from __future__ import annotations

from functools import cache, partial
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any, NamedTuple

from rollwrite.games.contract import GameContext
from rollwrite.games.kit.reasons import amount, ending, first, lead, points, share
from rollwrite.games.one_card.cards import FULL, HAND, LAST, OWN, Sheet
from rollwrite.games.one_card.notation import colour, nth
from rollwrite.games.one_card.rules import (
    CARD_AT,
    DICE,
    HOLD_AT,
    KEEP,
    MARK,
    PASS,
    STAY,
    TAKE,
    TAKE_AT,
    State,
)
from rollwrite.games.one_card.sheet import COLOURS, say
from rollwrite.texts import Figure, Message

MUCH = 3  # of a hundred rolls: less is not worth a word
RARE = 60
Free = list[list[int]]  # the free boxes of each card, by colour


def why(game: GameContext, s: State, seat: int, action: int, other: int) -> Message | None:
    if action == other:
        return None
    if s.phase == KEEP:
        return _rolling(game, s, seat, action, other)
    if s.phase == MARK:
        return _marking(game, s, seat, action, other)
    if s.phase == TAKE:
        return _taking(game, s, seat, s.open[action - TAKE_AT], s.open[other - TAKE_AT])
    return _holding(game, s, seat, action - HOLD_AT, other - HOLD_AT)


_boxes = partial(amount, say, "boxes")


def _per_roll(key: str, own: int, against: int) -> Message:
    """What a roll brings on average, from what a hundred do, to tell it from the other."""
    form = ".1f" if abs(own - against) >= 10 else ".2f"
    return say(f"advice.{key}", count=Figure(own / 100, form), other=Figure(against / 100, form))


# Cards


def free_boxes(rules: Any, sheet: Sheet, places: int) -> Free:
    """The free boxes of a seat's cards."""
    return [
        [rules.LENGTHS[sheet.cards[place]][c] - sheet.ticks[place][c] for c in range(len(COLOURS))]
        for place in range(places)
    ]


def lacking(rules: Any, sheet: Sheet, place: int) -> int:
    """The fewest boxes that finish a card: those of the three rows that lack fewest."""
    card = sheet.cards[place]
    rows = [c for c in range(len(COLOURS)) if rules.LENGTHS[card][c]]
    return sum(sorted(rules.LENGTHS[card][c] - sheet.ticks[place][c] for c in rows)[:FULL])


def quickest(rules: Any, card: int) -> int:
    """The boxes of a card's three shortest rows, which finish it soonest."""
    return int(sum(sorted(filter(None, rules.LENGTHS[card]))[:FULL]))


# Rolls


class Fall(NamedTuple):
    """What some dice do on the best card for it: boxes ticked, rows filled, cards finished."""

    ticks: int
    fills: bool
    finishes: bool


FILLED = 8  # in a worth: ticks, and each filled row counted from this bit on


def falls(free: Free, full: list[int], counts: list[int], due: int) -> list[tuple[Fall, int]]:
    """C4 to C6: what each fall of some dice does beside those that stay (by colour).

    With its weight; ``full`` are the full rows of each card.
    """
    worths = [
        [[_worth(room, count) for count in range(DICE + 1)] for room in card] for card in free
    ]
    found = []
    for thrown, ways in rolls(due):
        lying = [stay + more for stay, more in zip(counts, thrown, strict=True)]
        most, fills, finishes = 0, False, False
        for rows, worth in zip(full, worths, strict=True):
            total = 0
            for row, count in zip(worth, lying, strict=True):
                total += row[count]
            filled = total >> FILLED
            most = max(most, total & (1 << FILLED) - 1)
            fills = fills or filled > 0
            finishes = finishes or rows + filled >= FULL
        found.append((Fall(most, fills, finishes), ways))
    return found


def _worth(room: int, count: int) -> int:
    """What dice of a colour do in a row with so many free boxes."""
    if not 0 < count <= room:
        return 0
    return count + (1 << FILLED if count == room else 0)


@cache
def rolls(due: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every different fall of so many dice, by colour, with its weight."""
    found = []
    for thrown in combinations_with_replacement(range(len(COLOURS)), due):
        counts = tuple(map(thrown.count, range(len(COLOURS))))
        found.append((counts, factorial(due) // prod(map(factorial, counts))))
    return tuple(found)


class Outlook(NamedTuple):
    """Of a hundred next rolls those that finish a card and fill a row; boxes ticked in them."""

    finishing: int
    filling: int
    ticks: int


def outlook(found: list[tuple[Fall, int]]) -> Outlook:
    """What rolls with their weights come to."""
    whole = sum(ways for _, ways in found)
    return Outlook(
        share(sum(ways for one, ways in found if one.finishes), whole),
        share(sum(ways for one, ways in found if one.fills), whole),
        (200 * sum(ways * one.ticks for one, ways in found) + whole) // (2 * whole),
    )


def next_falls(game: GameContext, s: State, seat: int, action: int) -> list[tuple[Fall, int]]:
    """What the next roll of the dice that are rerolled does for a seat; just one if none are."""
    rules, sheet = game.rules, s.sheets[seat]
    free = free_boxes(rules, sheet, s.places)
    full = [rules.full_rows(sheet, place) for place in range(s.places)]
    counts = [0] * len(COLOURS)
    for place in range(DICE):
        if not action >> place & 1:
            counts[s.dice[place] - 1] += 1
    return falls(free, full, counts, action.bit_count())


def _rolling(game: GameContext, s: State, seat: int, action: int, other: int) -> Message | None:
    here, there = (next_falls(game, s, seat, move) for move in (action, other))
    if action == STAY:
        return _stay(game, s, seat, here[0][0], there)
    own, against = outlook(here), outlook(there)
    if own.finishing >= against.finishing + MUCH:
        return say("advice.next_finish", share=own.finishing, other=against.finishing)
    if own.filling >= against.filling + MUCH:
        return say("advice.next_row", share=own.filling, other=against.filling)
    if other == STAY:
        better = [ways for one, ways in here if one.ticks > there[0][0].ticks]
        whole = sum(ways for _, ways in here)
        if better:
            ticks = _boxes(there[0][0].ticks)
            return say("advice.next_better", boxes=ticks, share=share(sum(better), whole))
    if own.ticks >= against.ticks + MUCH:
        return _per_roll("next_ticks", own.ticks, against.ticks)
    return _others(game, s, seat, action, other)


def _stay(
    game: GameContext, s: State, seat: int, now: Fall, again: list[tuple[Fall, int]]
) -> Message | None:
    """What speaks for the dice as they lie."""
    if now.finishes:
        return say("advice.now_finish", share=outlook(again).finishing)
    if now.fills and outlook(again).filling <= RARE:
        return say("advice.now_row", share=outlook(again).filling)
    if now.ticks == DICE:
        return say("advice.now_all")
    whole = sum(ways for _, ways in again)
    as_many = share(sum(ways for one, ways in again if one.ticks >= now.ticks), whole)
    if now.ticks and as_many <= RARE:
        return say("advice.now_ticks", boxes=_boxes(now.ticks), share=as_many)
    return None


def _others(game: GameContext, s: State, seat: int, action: int, other: int) -> Message | None:
    """What one other seat gets from the next roll."""
    if s.seats != 2 or STAY in (action, other):
        return None
    theirs, against = (outlook(next_falls(game, s, 1 - seat, move)) for move in (action, other))
    if theirs.ticks + MUCH > against.ticks:
        return None
    return _per_roll("other_ticks", theirs.ticks, against.ticks)


# Using the dice


def _after(game: GameContext, s: State, seat: int, action: int) -> Sheet:
    """The cards after an answer, whatever the others have answered."""
    sheet = s.sheets[seat].copy()
    if action != PASS:
        game.rules.use_dice(sheet, action - CARD_AT, s.counts)
    return sheet


def _scored(game: GameContext, sheet: Sheet) -> int:
    return int(game.rules.unfinished_points(sheet)) + sum(sheet.points)


def _marking(game: GameContext, s: State, seat: int, action: int, other: int) -> Message | None:
    before, own, against = s.sheets[seat], *(_after(game, s, seat, a) for a in (action, other))
    scores = _scored(game, own), _scored(game, against)
    ahead = lead(game, s, seat, scores[0]), lead(game, s, seat, scores[1])
    if told := ending(own.done == LAST, against.done == LAST, ahead):
        return told
    return first(
        (
            partial(_finished, game, before, own, against),
            partial(_row_filled, game, before, own, action, scores[0] - scores[1]),
            partial(_nearer, game, s, own, against, action),
            partial(_lone, game, s, own, against),
            partial(_ticks, game, before, own, against, scores[0] - scores[1]),
            partial(_roomy, game, s, own, against),
        )
    )


def _finished(game: GameContext, before: Sheet, own: Sheet, against: Sheet) -> Message | None:
    if own.done == before.done:
        return None
    at = before.done
    if against.done > at and against.points[at] >= own.points[at]:
        return None
    return say("advice.finish", points=points(own.points[at]))


def _row_filled(
    game: GameContext, before: Sheet, own: Sheet, action: int, gain: int
) -> Message | None:
    if action == PASS or own.done > before.done or gain <= 0:
        return None
    rules, place = game.rules, action - CARD_AT
    for c in range(len(COLOURS)):
        if rules.is_full(own, place, c) and not rules.is_full(before, place, c):
            worth = points(rules.LENGTHS[own.cards[place]][c])
            return say("advice.row", colour=colour(c), card=nth(place), points=worth)
    return None


def _nearer(game: GameContext, s: State, own: Sheet, against: Sheet, action: int) -> Message | None:
    """The card that lacks fewest boxes lacks fewer than any would after the other move."""
    if action == PASS or own.cards[action - CARD_AT] == 0:
        return None
    place = action - CARD_AT
    lack = lacking(game.rules, own, place)
    cards = [at for at in range(s.places) if against.cards[at]]
    if len(cards) < s.places or lack >= min(lacking(game.rules, against, at) for at in cards):
        return None
    return say("advice.nearer", card=nth(place), boxes=_boxes(lack))


def _lone(game: GameContext, s: State, own: Sheet, against: Sheet) -> Message | None:
    """Rows with one free box take a single die only, and refuse two of their colour."""
    here, there = (
        sum(row == 1 for card in free_boxes(game.rules, sheet, s.places) for row in card)
        for sheet in (own, against)
    )
    return say("advice.lone", count=here, other=there) if here < there else None


def _ticks(
    game: GameContext, before: Sheet, own: Sheet, against: Sheet, gain: int
) -> Message | None:
    if own.done == against.done == before.done:
        here, there = (
            sum(map(sum, sheet.ticks)) - sum(map(sum, before.ticks)) for sheet in (own, against)
        )
        if here > there:
            return say("advice.ticks", boxes=_boxes(here), other=there)
    return say("advice.more", points=points(gain)) if gain > 0 else None


def _roomy(game: GameContext, s: State, own: Sheet, against: Sheet) -> Message | None:
    """The cards as they then are take more dice, if none is gone."""
    if own.done != against.done or not all(own.cards[: s.places] + against.cards[: s.places]):
        return None
    return _fit(*(free_boxes(game.rules, sheet, s.places) for sheet in (own, against)))


# Choosing cards


def _dice_taken(free: Free) -> int:
    """The dice that a seat's cards take in a hundred rolls, each roll on the best card."""
    full = [0] * len(free)
    return outlook(falls(free, full, [0] * len(COLOURS), DICE)).ticks


def _taking(game: GameContext, s: State, seat: int, card: int, other: int) -> Message | None:
    rules, sheet = game.rules, s.sheets[seat]
    own, against = quickest(rules, card), quickest(rules, other)
    if own < against:
        return say("advice.take_short", boxes=_boxes(own), other=against)
    held = [place for place in range(OWN) if sheet.cards[place]]
    free = [free_boxes(rules, sheet, OWN)[place] for place in held]
    return _fit([*free, list(rules.LENGTHS[card])], [*free, list(rules.LENGTHS[other])])


def _holding(game: GameContext, s: State, seat: int, held: int, other: int) -> Message | None:
    rules, cards = game.rules, s.sheets[seat].cards
    here, there = (
        [cards[place] for place in range(HAND) if bits >> place & 1] for bits in (held, other)
    )
    own, against = (sum(quickest(rules, card) for card in hand) for hand in (here, there))
    if own < against:
        return say("advice.hold_short", boxes=_boxes(own), other=against)
    return _fit(*([list(rules.LENGTHS[card]) for card in hand] for hand in (here, there)))


def _fit(own: Free, against: Free) -> Message | None:
    here, there = _dice_taken(own), _dice_taken(against)
    return _per_roll("fit", here, there) if here >= there + MUCH else None
