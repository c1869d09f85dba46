"""How a game goes on: turns, windows, rounds, the end (D6 to D20), the solo round (D23, D24)."""

from __future__ import annotations

from rollwrite.games.donnant.rules.entering import clear_picks
from rollwrite.games.donnant.rules.grid import full
from rollwrite.games.donnant.rules.market import deal_due, put_under, slide
from rollwrite.games.donnant.rules.record import (
    ACT,
    ANY_COLOUR,
    BONUS,
    DEAL,
    DECIDE,
    DICE,
    DRAFT,
    FINISH,
    LAST,
    OVER,
    PASSIVE,
    REMOVE,
    ROLL,
    ROUNDS,
    ROWS,
    SOLO_PASSIVE,
    WILD,
    Sheet,
    State,
)
from rollwrite.games.donnant.sheet import SLOTS
from rollwrite.kernel.rule import rule


@rule
def ask(s: State, phase: int, pending: int) -> None:
    """Go on with a phase in which these seats (bits) are to move."""
    s.phase = phase
    s.pending = pending


@rule
def go_on(s: State, over: bool) -> None:
    """D4, D5 and D13: deal what is due; after that comes the draft, the next turn, or the end."""
    if not over:
        if deal_due(s) >= 0:
            ask(s, DEAL, 0)
            return
        s.bought = 0
        if s.sheets[0].count == 0:
            ask(s, DRAFT, (1 << s.seats) - 1)
            return
        if s.level == 0:
            over = next_turn(s)
    if over:
        finish(s)
    else:
        ask(s, ROLL, 0)  # solo: the passive turn if there is an allowance, else the next round


@rule
def close_draft(s: State) -> None:
    """D5 and D6: the returned cards go under their decks in seat order; the first player begins."""
    for seat in range(s.seats):
        put_under(s, s.sheets[seat].dropped - 1)
        s.sheets[seat].dropped = 0
    ask(s, ROLL, 0)


@rule
def after_roll(s: State) -> None:
    """D7, D14 and D23: who decides once the dice lie."""
    if s.allowance != 0:
        ask(s, SOLO_PASSIVE, 1)
        return
    s.rolls += 1
    if s.rolls > 1 and s.seats > 1:
        ask(s, PASSIVE, ((1 << s.seats) - 1) & ~(1 << s.active))
    else:
        active_decides(s)


@rule
def active_decides(s: State) -> None:
    """D8 and D9: after the third roll there is no other than to act, use a joker or pass."""
    ask(s, ACT if s.rolls == 3 else DECIDE, 1 << s.active)


@rule
def close_seat(s: State, seat: int) -> bool:
    """D16: a seat is done with its window; the last one closes it. Whether this is the last."""
    s.pending &= ~(1 << seat)
    if s.pending != 0:
        return False
    for other in range(s.seats):
        s.sheets[other].written = 0
    return True


@rule
def end_turn(s: State) -> None:
    """D13 and D23: the turn of the active player is over; the market slides."""
    if s.level != 0:
        s.allowance = 4 - s.rolls
    clear_turn(s)
    for row in range(ROWS):
        if s.bought >> row & 1:
            slide(s, row)


@rule
def clear_turn(s: State) -> None:
    """Nothing of a turn is left for the next one."""
    s.rolls = 0
    s.site = 0
    s.spent = 0
    s.acted = 0
    clear_picks(s)
    for die in range(DICE):
        s.dice[die] = 0


@rule
def next_turn(s: State) -> bool:
    """D6 and D20: the dice go on clockwise. Whether the round after the ninth card was played."""
    s.active = (s.active + 1) % s.seats
    return s.active == s.first and round_ends_game(s)


@rule
def round_ends_game(s: State) -> bool:
    """D20: a round ends; whether it was the last one."""
    if s.last_round == LAST:
        return True
    if s.last_round == FINISH:
        s.last_round = LAST
    return False


@rule
def note_ninth(s: State, sheet: Sheet) -> None:
    """D20: the ninth card of anybody brings the end near."""
    if full(sheet) and s.last_round == 0:
        s.last_round = FINISH


@rule
def end_passive_turn(s: State) -> bool:
    """D23: a card of the market is to be set aside as a counter. Whether there is none left."""
    s.allowance = 0
    clear_turn(s)
    for row in range(ROWS):
        if row_filled(s, row):
            ask(s, REMOVE, 1)
            return False
    return True


@rule
def row_filled(s: State, row: int) -> bool:
    """Whether a market row has a card."""
    for slot in range(SLOTS):
        if s.market[row][slot] != 0:
            return True
    return False


@rule
def set_aside(s: State, row: int) -> None:
    """D23: the rightmost card of a row goes aside."""
    slot = SLOTS - 1
    while s.market[row][slot] == 0:
        slot -= 1
    s.market[row][slot] = 0
    slide(s, row)
    s.bought = 1 << row


@rule
def count_round(s: State) -> bool:
    """D24: whether this was the level's last round, or the one after the ninth card."""
    s.round += 1
    return round_ends_game(s) or s.round == ROUNDS[s.level - 1]


@rule
def finish(s: State) -> None:
    """P4 and D21: owners of completed wild cards name colours; without any the game is over."""
    s.bought = 0
    s.pending = 0
    for seat in range(s.seats):
        if nameless(s.sheets[seat]) >= 0:
            s.pending |= 1 << seat
    s.phase = WILD if s.pending != 0 else OVER


@rule
def nameless(sheet: Sheet) -> int:
    """P4: the first completed wild card without a colour yet, or -1."""
    for slot in range(sheet.count):
        if (
            BONUS[sheet.card[slot] - 1] == ANY_COLOUR
            and sheet.empty[slot] == 0
            and sheet.named[slot] == 0
        ):
            return slot
    return -1
