"""What a move of One Card is called on a button, and what it does."""

from __future__ import annotations

from collections import Counter

from rollwrite.games.contract import GameContext
from rollwrite.games.kit.closing import gathered
from rollwrite.games.kit.windows import carried_out
from rollwrite.games.kit.wording import counted, together
from rollwrite.games.one_card.advice import lacking
from rollwrite.games.one_card.cards import HAND, LAST
from rollwrite.games.one_card.notation import colour, nth, read
from rollwrite.games.one_card.rules import (
    CARD_AT,
    DEAL,
    DICE,
    HOLD_AT,
    KEEP,
    MARK,
    PASS,
    ROLLS,
    STAY,
    TAKE_AT,
    State,
)
from rollwrite.games.one_card.sheet import COLOURS, say
from rollwrite.texts import Message


def act(game: GameContext, s: State, seat: int, action: int) -> Message:
    if action >= HOLD_AT:
        return say("act.hold")
    if action >= TAKE_AT:
        return say("act.take")
    if action == PASS:
        return say("act.pass")
    if action >= CARD_AT:
        return counted(say, "act.card", ticks(game, s, seat, action - CARD_AT))
    return counted(say, "act.reroll", action.bit_count()) if action != STAY else say("act.keep")


def full(game: GameContext, s: State, seat: int, action: int) -> Message | None:
    if s.phase == MARK and CARD_AT <= action < PASS:
        place = action - CARD_AT
        return counted(say, "full.card", ticks(game, s, seat, place), card=nth(place))
    if s.phase == KEEP and action != STAY:
        rolled = Counter(s.dice[die] - 1 for die in range(DICE) if action >> die & 1)
        named = [
            say("full.dice", colour=colour(c), count=count) if count > 1 else colour(c)
            for c, count in sorted(rolled.items())
        ]
        return say("full.reroll", dice=together(named))
    if HOLD_AT > action >= TAKE_AT:
        return say("full.take", card=nth(action - TAKE_AT))
    if action >= HOLD_AT:
        held = [place + 1 for place in range(HAND) if action - HOLD_AT >> place & 1]
        return say("full.hold", cards=together(held))
    return None


def ticks(game: GameContext, s: State, seat: int, place: int) -> int:
    """How many boxes of a card the rolled dice tick, C4 and C5."""
    sheet = s.sheets[seat]
    lengths = game.rules.LENGTHS[sheet.cards[place]]
    free = (length - ticked for length, ticked in zip(lengths, sheet.ticks[place], strict=True))
    return sum(count for count, room in zip(s.counts, free, strict=True) if count <= room)


def effect(game: GameContext, s: State, seat: int, action: int) -> Message | None:
    if s.phase == KEEP:
        return _kept(game, s, seat) if action == STAY else _rerolled(s)
    if s.phase != MARK or action == PASS:
        return None
    place, before = action - CARD_AT, s.sheets[seat]
    after = carried_out(game, s, seat, action).sheets[seat]
    if after.done == LAST:
        return say("effect.ends")
    if after.done > before.done:
        return say("effect.finish")
    rules = game.rules
    filled = [
        colour(c)
        for c in range(len(COLOURS))
        if rules.is_full(after, place, c) and not rules.is_full(before, place, c)
    ]
    if filled:
        return counted(say, "effect.row", len(filled), rows=together(filled))
    return counted(say, "effect.lacks", lacking(rules, after, place))


def closes(game: GameContext, s: State, seat: int, action: int) -> list[Message]:
    """C6: three full rows finish a card, and its other rows stay as they are."""
    if s.phase != MARK or action == PASS:
        return []
    before, place = s.sheets[seat], action - CARD_AT
    if carried_out(game, s, seat, action).sheets[seat].done == before.done:
        return []
    lengths = game.rules.LENGTHS[before.cards[place]]
    free = [length - ticked for length, ticked in zip(lengths, before.ticks[place], strict=True)]
    left = [row for row, count in enumerate(s.counts) if free[row] and count != free[row]]
    return gathered(say("closes.row.one", at=colour(row)) for row in left)


def _kept(game: GameContext, s: State, seat: int) -> Message:
    """The most boxes that the dice tick on a card as they lie."""
    later = carried_out(game, s, seat, STAY)
    most = max(ticks(game, later, seat, place) for place in range(s.places))
    return counted(say, "effect.keep", most) if most else say("effect.keep_none")


def _rerolled(s: State) -> Message | None:
    return say("effect.last_roll") if s.rolls + 1 == ROLLS else None


def told(game: GameContext, s: State, seat: int | None, text: str) -> Message | None:
    """What happens, without the numbers of cards and places of dice."""
    if seat is None:
        return say("told.dealt") if s.phase == DEAL else None
    action = read(game, s, seat, text)
    if action is None or action in (STAY, PASS):
        return None
    if action >= HOLD_AT:
        return say("told.held")
    if action >= TAKE_AT:
        return say("told.taken")
    if action >= CARD_AT:
        place = action - CARD_AT
        return counted(say, "told.ticked", ticks(game, s, seat, place), card=nth(place))
    return counted(say, "told.rerolled", action.bit_count())
