"""Why a move of Clever Kids may not be made now."""

from __future__ import annotations

from typing import Any

from rollwrite.games.clever_kids.rules import (
    BONUS,
    CHOOSE,
    DECLINE,
    DECLINE_AT,
    PASS,
    ROLL_AGAIN,
    TICK,
    State,
    counted,
)
from rollwrite.games.clever_kids.sheet import GREEN, JOKER, say
from rollwrite.games.clever_kids.ui.names import (
    bonuses,
    dice_of,
    face_name,
    symbol_name,
    target_id,
    zone_name,
)
from rollwrite.games.clever_kids.zones import DONE, JOKERS, TICK_AT, count_of, zone_of
from rollwrite.games.contract import GameContext, Refusal
from rollwrite.games.kit.moves import against
from rollwrite.games.kit.wording import either
from rollwrite.texts import Message


def against_rules(game: GameContext, s: State, seat: int, action: int) -> Refusal | None:
    """The rule that an action breaks; None if it is no action of this moment."""
    step = s.sheets[seat].step
    if action == ROLL_AGAIN:
        return _reroll(game, s, seat)
    if step == CHOOSE and action == PASS:
        return against(say, "K6.pass")
    if step == CHOOSE and action < TICK_AT:
        return _zone(game, s, seat, action + 1)
    if step == TICK and action == DONE:
        return against(say, "K6.done")
    if step == BONUS and DECLINE_AT <= action <= DECLINE:
        return _decline(s, seat, action)
    if step in (TICK, BONUS) and TICK_AT <= action < DONE:
        target, jokers = divmod(action - TICK_AT, JOKERS)
        found = _symbol(game, s, seat, target)
        if found is None and step == TICK:
            return _dice(game, s, seat, target, jokers)
        return found or against(say, "K8.jokers", symbol=symbol_name(target))
    return None


def _faces(s: State, bits: int) -> list[Message] | Message:
    return [face_name(s.dice[die]) for die in dice_of(bits)] or say("part.no_dice")


def _reroll(game: GameContext, s: State, seat: int) -> Refusal | None:
    """K2 and K7: only the active seat rolls again, and only if no die is of use."""
    if seat != s.active:
        return against(say, "K7.reroll")
    if s.sheets[seat].step != CHOOSE:
        return None
    room = [0] * game.rules.MOVES
    count = game.rules.legal(s, seat, room)
    return against(say, "K2", zones=either([zone_name(action + 1) for action in room[:count]]))


def _zone(game: GameContext, s: State, seat: int, zone: int) -> Refusal:
    """K3 and K6: a zone in which nothing can be ticked."""
    if game.rules.full(s.sheets[seat], zone):
        return against(say, "K6.full", zone=zone_name(zone))
    dice = _faces(s, game.rules.taken(s, seat, zone))
    return against(say, "K6.zone", zone=zone_name(zone), dice=dice)


def _decline(s: State, seat: int, action: int) -> Refusal:
    """K8: there is no bonus of this colour, or several and none was named."""
    pending = [zone_name(zone) for zone in bonuses(s.sheets[seat])]
    if action == DECLINE:
        return against(say, "K8.which", pending=pending)
    colour = zone_name(action - DECLINE_AT + 1)
    return against(say, "K8.none", colour=colour, pending=pending)


def _symbol(game: GameContext, s: State, seat: int, target: int) -> Refusal | None:
    """K3, K5 and K8: a symbol that is not there, ticked, not next, or of another zone."""
    sheet, zone = s.sheets[seat], zone_of(target)
    if game.rules.NEED[target] == 0:
        return against(say, "K5.nothing", symbol=symbol_name(target))
    if sheet.step == TICK and zone != sheet.zone:
        return against(say, "K3", symbol=symbol_name(target), zone=zone_name(sheet.zone))
    if sheet.step == BONUS and sheet.bonus[zone - 1] == 0:
        key = "K8.lapsed" if game.rules.full(sheet, zone) else "K8.none"
        pending = [zone_name(zone) for zone in bonuses(sheet)]
        return against(say, key, colour=zone_name(zone), pending=pending)
    if game.rules.ticked(sheet, target):
        return against(say, "K5.ticked", symbol=symbol_name(target))
    if zone != GREEN and _has_left(target) and not game.rules.ticked(sheet, target - 1):
        first = target
        while _has_left(first) and not game.rules.ticked(sheet, first - 1):
            first -= 1
        return against(say, "K5.order", symbol=symbol_name(target), next=symbol_name(first))
    return None


def _has_left(target: int) -> bool:
    """Whether a symbol has one before it that must be ticked first."""
    return target_id(target)[1:] != "1"


def _dice(game: GameContext, s: State, seat: int, target: int, jokers: int) -> Refusal:
    """K4, K5 and K6: the dice at hand do not tick it, or not with so many jokers."""
    hand, need = s.sheets[seat].hand, game.rules.NEED[target]
    counts = counted(s, hand)
    natural, most = count_of(counts, game.rules.FACE[target]), count_of(counts, JOKER)
    told: dict[str, Any] = {"symbol": symbol_name(target)}
    if natural + most < need:
        return against(say, "K5.dice", dice=_faces(s, hand), **told)
    if jokers > need:
        return against(say, "K6.too_many", **told)
    if jokers > most:
        return against(say, "K6.jokers")
    if jokers < need - natural:
        return against(say, "K6.too_few", **told)
    return against(say, "K6.spare")
