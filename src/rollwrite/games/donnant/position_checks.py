"""Whether the parts of a position belong to one moment of a game: its phase, dice, hands, seats."""

from __future__ import annotations

from rollwrite.games.contract import GameContext
from rollwrite.games.donnant.rules.record import (
    ACT,
    ALL_DICE,
    COUNT,
    DEAL,
    DECIDE,
    DICE,
    DRAFT,
    EACH,
    FILL,
    HAND,
    JOKER,
    KEPT,
    LAST,
    OVER,
    PASSIVE,
    PLACE,
    REMOVE,
    ROLL,
    SOLO_PASSIVE,
    WILD,
    State,
)
from rollwrite.games.donnant.sheet import COLOURS, say
from rollwrite.games.donnant.ui.names import DECKS, place_of, read_entry
from rollwrite.games.kit.reading import Fields, wrong
from rollwrite.texts import Message

_ROLLS = {
    DRAFT: (0,), ROLL: (0, 1, 2), DECIDE: (1, 2), PASSIVE: (2, 3), ACT: (1, 2, 3),
    PLACE: (1, 2, 3), JOKER: (3,), WILD: (0,), SOLO_PASSIVE: (0,), REMOVE: (0,), DEAL: (0, 3),
    OVER: (0,),
}  # fmt: skip
_SOLO = (SOLO_PASSIVE, REMOVE)


def check_moment(game: GameContext, fields: Fields, s: State) -> None:
    """Refuse a position whose parts contradict each other; set who is pending."""
    setup = s.phase == DRAFT or (s.phase == DEAL and not s.sheets[0].count)
    _check_turn(s)
    _check_dice(s)
    _check_hands(game, s, setup)
    _check_end(game, s)
    _check_windows(s)
    s.pending = _pending(game, s)
    _read_pending(fields, s)
    filling = fields.value("filling", None)
    if filling is not None:
        _read_filling(game, fields.fields("filling"), s)
    if s.phase == DEAL and game.rules.deal_due(s) < 0:
        raise wrong("phase", say("position.nothing_due"))
    _check_moves(game, s)


def _that(true: bool, where: str, message: Message) -> None:
    if not true:
        raise wrong(where, message)


def _check_turn(s: State) -> None:
    """D7 to D10, D13, D23: what may be set in which phase."""
    rolls = _ROLLS[s.phase]
    _that(s.rolls in rolls, "rolls", say("position.rolls", value=s.rolls, allowed=list(rolls)))
    _that(bool(s.level) or s.phase not in _SOLO, "phase", say("position.solo_only"))
    _that(not s.level or s.phase != PASSIVE, "phase", say("position.D23.passive"))
    in_turn = s.phase in (ACT, PLACE)
    _that(in_turn or not s.acted, "acted", say("position.not_now"))
    _that(bool(s.acted) or not s.spent, "spent", say("position.D10"))
    refilling = s.phase == DEAL and s.rolls == 0
    allowed = refilling or (in_turn and bool(s.acted))
    _that(allowed or not s.bought, "bought", say("position.D13.bought"))
    if s.phase == PLACE:
        _that(bool(s.bought) == bool(s.acted), "bought", say("position.D12"))
        _that(bool(s.acted) or s.rolls == 3, "rolls", say("position.D18"))
    joker = s.phase == DEAL and s.rolls == 3
    _that(joker == bool(s.drawing), "drawing", say("position.D18.drawing"))
    if s.drawing:
        empty = s.rest[s.drawing - 1] == 0 and not s.under[s.drawing - 1][0]
        full = s.sheets[s.active].count == 9
        _that(not empty, "drawing", say("position.D18.empty", deck=DECKS[s.drawing - 1]))
        _that(not full, "drawing", say("position.D18.full"))
    between = s.phase in (ROLL, DEAL) and s.rolls == 0
    if s.phase == SOLO_PASSIVE:
        _that(s.allowance > 0, "allowance", say("position.D23.allowance"))
    else:
        _that(between or not s.allowance, "allowance", say("position.not_now"))


def _check_dice(s: State) -> None:
    """D7: which dice lie, and which are on the building site."""
    _that(s.site != ALL_DICE, "site", say("position.D7.all"))
    rerolled = s.rolls >= 2 or (s.phase == ROLL and s.rolls == 1)
    _that(rerolled or not s.site, "site", say("position.D7.site"))
    for die in range(DICE):
        lies = s.rolls > 0 or s.phase == SOLO_PASSIVE
        if s.phase == ROLL:
            lies = bool(s.site >> die & 1)
        where = f"dice.{COLOURS[die]}"
        _that(lies or s.dice[die] == 0, where, say("position.die_idle", value=s.dice[die]))
        _that(not lies or s.dice[die] != 0, where, say("position.die_lies"))


def _check_hands(game: GameContext, s: State, setup: bool) -> None:
    """D5, D12 and D18: who holds cards, and how many lie in the grids."""
    for seat in range(s.seats):
        sheet = s.sheets[seat]
        where = f"sheets[{seat}]"
        hand = sum(map(bool, sheet.hand))
        if s.phase == DRAFT:
            right = hand + sheet.count + bool(sheet.dropped) == HAND
            right = right and (bool(sheet.dropped) or not sheet.count)
            _that(right, where, say("position.D5"))
        elif setup:
            split = [game.rules.in_hand(sheet, row) for row in range(2)]
            right = max(split) <= EACH and not sheet.count and not sheet.dropped
            _that(right, where, say("position.D5.deal"))
        else:
            holds = int(s.phase == PLACE and seat == s.active)
            _that(hand == holds, f"{where}.hand", say("position.hand", count=holds))
            _that(not sheet.dropped, f"{where}.dropped", say("position.not_now"))
            _that(sheet.count >= KEPT, f"{where}.grid", say("position.D5.kept", kept=KEPT))
    if s.phase == PLACE:
        full = s.sheets[s.active].count == 9
        _that(not full, f"sheets[{s.active}].grid", say("position.D12.full"))


def _check_end(game: GameContext, s: State) -> None:
    """D20, D24 and P4: the ninth card, the last rounds, colours named at the end."""
    full = any(s.sheets[seat].count == 9 for seat in range(s.seats))
    _that(full == bool(s.last_round), "last_round", say("position.D20"))
    ended = s.phase in (WILD, OVER)
    if s.level:
        last = s.round == game.rules.ROUNDS[s.level - 1]
        _that(ended or not last, "round", say("position.D24", rounds=s.round))
        _that(not ended or last or s.last_round == LAST, "phase", say("position.D24.open"))
    else:
        _that(not ended or s.last_round == LAST, "phase", say("position.D20.open"))
    for seat in range(s.seats):
        sheet = s.sheets[seat]
        named = any(sheet.named)
        _that(ended or not named, f"sheets[{seat}].grid", say("position.P4.early"))
        nameless = game.rules.nameless(sheet) >= 0
        _that(s.phase != OVER or not nameless, f"sheets[{seat}].grid", say("position.P4.missing"))


def _check_windows(s: State) -> None:
    """D14, D17 and D23: dice are entered only while a window is open, by those it is open to."""
    for seat in range(s.seats):
        written = s.sheets[seat].written
        open_ = s.phase == SOLO_PASSIVE or (
            s.phase == PASSIVE if seat != s.active else s.phase == JOKER
        )
        where = f"sheets[{seat}].written"
        _that(open_ or not written, where, say("position.not_now"))
        on_site = s.phase == PASSIVE and written & s.site
        _that(not on_site, where, say("position.D14"))
        _that(s.phase != JOKER or COUNT[written] < 2, where, say("position.D17"))


def _pending(game: GameContext, s: State) -> int:
    """Who is to move; in the passive window at most these."""
    everybody = (1 << s.seats) - 1
    if s.phase in (ROLL, DEAL, OVER):
        return 0
    if s.phase == DRAFT:
        return sum(1 << seat for seat in range(s.seats) if s.sheets[seat].count < KEPT)
    if s.phase == WILD:
        return sum(1 << seat for seat in range(s.seats) if game.rules.nameless(s.sheets[seat]) >= 0)
    return everybody & ~(1 << s.active) if s.phase == PASSIVE else 1 << s.active


def _read_pending(fields: Fields, s: State) -> None:
    seats = [seat for seat in range(s.seats) if s.pending >> seat & 1]
    if s.phase != PASSIVE:
        fields.expect("pending", seats)
        if s.phase in (DRAFT, WILD):
            _that(bool(seats), "phase", say("position.nobody"))
        return
    given = fields.items("pending", None, seats)
    right = bool(given) and given == [seat for seat in seats if seat in given]
    _that(right, "pending", say("position.pending", seats=seats, value=given))
    s.pending = sum(1 << seat for seat in given)


def _read_filling(game: GameContext, fields: Fields, s: State) -> None:
    """D11: the dice chosen so far must be steps that could have been made."""
    _that(s.phase == ACT, fields.where, say("position.not_now"))
    name = fields.value("place")
    place = place_of(str(name))
    if place is None or game.rules.slot_at(s.sheets[s.active], place) < 0:
        raise wrong(fields.at("place"), say("position.place", value=name))
    room = [0] * game.rules.MOVES
    for number, text in enumerate(fields.items("dice")):
        entry = read_entry(s, f"{name} {text}".lower())
        action = None if entry is None else FILL + entry.number
        count = game.rules.legal(s, s.active, room)
        where = f"{fields.at('dice')}[{number}]"
        _that(action in room[:count], where, say("position.D11", value=text))
        assert action is not None
        game.rules.choose(s, s.active, action - FILL)
    fields.done()
    _that(s.filling != 0, fields.at("dice"), say("position.D11.whole"))


def _check_moves(game: GameContext, s: State) -> None:
    """D8: whoever stopped after the first or second roll can buy or complete something."""
    if s.phase == ACT:
        room = [0] * game.rules.MOVES
        _that(game.rules.legal(s, s.active, room) > 0, "phase", say("position.D8", rolls=s.rolls))
    if s.phase == REMOVE:
        _that(any(map(any, s.market)), "market", say("position.D23.remove"))
