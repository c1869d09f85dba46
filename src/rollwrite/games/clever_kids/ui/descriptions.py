"""What a move of Clever Kids is called on a button, and what it does."""

from __future__ import annotations

from rollwrite.games.clever_kids.rules import (
    CHOOSE,
    DECLINE,
    DECLINE_AT,
    PASS,
    ROLL_AGAIN,
    TICK,
    State,
)
from rollwrite.games.clever_kids.sheet import (
    COLOURS,
    FACES,
    GREEN,
    GREEN_AT,
    MOST_COLUMNS,
    STAR,
    YELLOW,
    say,
)
from rollwrite.games.clever_kids.ui.names import dice_of, zone_name
from rollwrite.games.clever_kids.ui.notation import read
from rollwrite.games.clever_kids.zones import DONE, JOKERS, TICK_AT, zone_of
from rollwrite.games.contract import GameContext
from rollwrite.games.kit.wording import counted
from rollwrite.texts import Message


def act(game: GameContext, s: State, seat: int, action: int) -> Message:
    if action < TICK_AT:
        return counted(say, "act.zone", game.rules.taken(s, seat, action + 1).bit_count())
    if action < DONE:
        target = (action - TICK_AT) // JOKERS
        face, need = FACES[game.rules.FACE[target]], game.rules.NEED[target]
        return counted(say, "act.candle", need) if face == "candle" else say(f"act.tick.{face}")
    if DECLINE_AT <= action < DECLINE:
        several = sum(1 for count in s.sheets[seat].bonus if count) > 1
        colour = COLOURS[action - DECLINE_AT]
        return say(f"button.decline-{colour}") if several else say("act.decline")
    return say({DONE: "act.done", PASS: "act.pass", ROLL_AGAIN: "act.reroll"}[action])


def full(game: GameContext, s: State, seat: int, action: int) -> Message | None:
    if s.sheets[seat].step == CHOOSE and action < TICK_AT:
        return say("full.zone", zone=zone_name(action + 1))
    if not TICK_AT <= action < DONE:
        return None
    target, jokers = divmod(action - TICK_AT, JOKERS)
    said = act(game, s, seat, action)
    if zone_of(target) == GREEN:
        said = say("full.row", act=said, row=(target - GREEN_AT) // MOST_COLUMNS + 1)
    return counted(say, "full.jokers", jokers, act=said) if jokers else said


def told(game: GameContext, s: State, seat: int | None, text: str) -> Message | None:
    """What is ticked, by its picture: the notation counts places."""
    action = None if seat is None else read(game, s, seat, text)
    if action is None or not TICK_AT <= action < DONE:
        return None
    target = (action - TICK_AT) // JOKERS
    face, need = FACES[game.rules.FACE[target]], game.rules.NEED[target]
    what = counted(say, "thing.candle", need) if face == "candle" else say(f"thing.{face}")
    return say("told.ticked", what=what)


def effect(game: GameContext, s: State, seat: int, action: int) -> Message | None:
    if s.sheets[seat].step == CHOOSE and action < TICK_AT:
        return say("effect.zone", zone=zone_name(action + 1))
    if not TICK_AT <= action < DONE:
        return None
    after = s.copy()
    game.rules.apply(after, seat, action)
    rules, before, sheet = game.rules, s.sheets[seat], after.sheets[seat]
    target = (action - TICK_AT) // JOKERS
    zone = zone_of(target)
    if rules.full(sheet, zone):
        return say("effect.full", zone=zone_name(zone))
    stars = rules.stars(sheet) - rules.stars(before)
    if stars:
        return counted(say, "effect.star", stars)
    if colour := _bonus(game, s, seat, target):
        return say("effect.bonus", zone=zone_name(colour))
    spent = _jokers(s, seat, after.sheets[seat].hand) if _ticks_on(after, s, seat) else 0
    return counted(say, "effect.joker", spent) if spent else None


def _ticks_on(after: State, s: State, seat: int) -> bool:
    """Whether the seat still has dice in hand after a tick."""
    return s.sheets[seat].step == TICK and after.sheets[seat].step == TICK


def _jokers(s: State, seat: int, left: int) -> int:
    """How many jokers have left the hand."""
    spent = dice_of(s.sheets[seat].hand & ~left)
    return sum(FACES[s.dice[die]] == "joker" for die in spent)


def _bonus(game: GameContext, s: State, seat: int, target: int) -> int:
    """The colour of a bonus cross that a tick earns and that can still be made; 0 for none."""
    rules, sheet = game.rules, s.sheets[seat].copy()
    earned = list(sheet.bonus)
    rules.cross(sheet, target)
    for zone in range(YELLOW, STAR):
        if sheet.bonus[zone - 1] > earned[zone - 1] and not rules.full(sheet, zone):
            return zone
    return 0
