"""What each move does (D6 to D22): the sheet and the market after it, and what follows."""

from __future__ import annotations

from rollwrite.games.donnant.rules.entering import (
    can_write,
    chosen,
    entered,
)
from rollwrite.games.donnant.rules.grid import (
    boxes,
    give,
    lay,
    slot_at,
    take,
    tick,
)
from rollwrite.games.donnant.rules.market import (
    pips_to,
    put_under,
)
from rollwrite.games.donnant.rules.record import (
    ACT,
    ALL_DICE,
    BUY,
    CHEAPER,
    COUNT,
    DEAL,
    DICE,
    DISCARD,
    DROP,
    FILL,
    JOKER,
    JOKER_CARD,
    JOKER_DICE,
    KEPT,
    NAME,
    OVER,
    PASSIVE,
    PIPS,
    PLACE,
    PLACES,
    PRICES,
    PUT,
    REMOVE_FROM,
    REROLL,
    ROLL,
    SOLO_PASSIVE,
    STOP,
    WRITE,
    State,
)
from rollwrite.games.donnant.rules.turn import (
    active_decides,
    ask,
    close_draft,
    close_seat,
    count_round,
    end_passive_turn,
    end_turn,
    go_on,
    nameless,
    note_ninth,
    set_aside,
)
from rollwrite.games.donnant.sheet import SLOTS
from rollwrite.kernel.rule import rule


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Make a legal move."""
    sheet = s.sheets[seat]
    needed, filled = 0, -1  # boxes of bonuses that the move takes, and the card it fills
    closes = False  # whether the seat is done with its window
    ends = False  # whether the turn is over
    counts = False  # whether a round of solo is over
    if action >= WRITE:
        needed, filled = entered(s, seat, action - WRITE)
    elif action >= FILL:
        needed, filled = chosen(s, seat, action - FILL)
    elif action >= BUY:
        needed = bought(s, seat, action - BUY)
    elif action >= NAME:
        name(s, seat, (action - NAME) // DICE, (action - NAME) % DICE)
    elif action >= PUT:
        ends = put(s, seat, (action - PUT) // PLACES, (action - PUT) % PLACES)
    elif action >= DROP:
        sheet.dropped = action - DROP + 1
        give(sheet, action - DROP)
    elif action >= REROLL:
        reroll(s, action - REROLL)
    elif action >= REMOVE_FROM:
        set_aside(s, action - REMOVE_FROM)
        counts = True
    elif action >= JOKER_CARD:
        s.drawing = action - JOKER_CARD + 1
        ask(s, DEAL, 0)
    elif action == JOKER_DICE:
        ask(s, JOKER, 1 << seat)
    elif action == DISCARD:
        put_under(s, sheet.hand[0] - 1)
        sheet.hand[0] = 0
        ends = True
    elif action == STOP:
        ask(s, ACT, 1 << seat)
    elif s.phase == ACT:
        ends = True
    else:
        closes = True
    tick(sheet, needed, filled)
    if action >= WRITE:
        closes = not can_write(s, seat, s.phase)
    conclude(s, closes and close_seat(s, seat), ends, counts)


@rule
def conclude(s: State, closed: bool, ends: bool, counts: bool) -> None:
    """D13, D16 and D23: what follows if a window is closed, a turn or a round of solo is over."""
    if closed:
        if s.phase == PASSIVE:
            active_decides(s)
        elif s.phase == SOLO_PASSIVE:
            counts = end_passive_turn(s)
        else:
            ends = True
    if ends:
        end_turn(s)
    if ends or counts:
        go_on(s, counts and count_round(s))


@rule
def name(s: State, seat: int, place: int, colour: int) -> None:
    """P4: name the colour of a wild card; with the last one the game is over."""
    sheet = s.sheets[seat]
    sheet.named[slot_at(sheet, place)] = colour + 1
    if nameless(sheet) < 0:
        s.pending &= ~(1 << seat)
        if s.pending == 0:
            s.phase = OVER


@rule
def reroll(s: State, dice: int) -> None:
    """D7: the other dice lie on the building site."""
    s.site = ALL_DICE & ~dice
    for die in range(DICE):
        if dice >> die & 1:
            s.dice[die] = 0
    ask(s, ROLL, 0)


@rule
def buy(s: State, seat: int, purchase: int) -> None:
    """D12, P1 and P5: pay, tick the bonuses that were needed, take the card."""
    tick(s.sheets[seat], bought(s, seat, purchase), -1)


@rule
def bought(s: State, seat: int, purchase: int) -> int:
    """The same, but the boxes that were needed are still to be ticked."""
    slot = purchase // ((1 << DICE) * 8)
    dice = purchase // 8 % (1 << DICE)
    row = slot // SLOTS
    needed = boxes(PIPS, pips_to(s.dice, dice, purchase % 8))
    needed += boxes(CHEAPER, PRICES[row][slot % SLOTS] - COUNT[dice])
    s.spent |= dice
    s.acted = 1
    s.bought |= 1 << row
    take(s.sheets[seat], s.market[row][slot % SLOTS] - 1)
    s.market[row][slot % SLOTS] = 0
    ask(s, PLACE, 1 << seat)
    return needed


@rule
def put(s: State, seat: int, card: int, place: int) -> bool:
    """D3: lay a card; a purchase goes on with the turn, a joker ends it (D18). Whether it ends."""
    sheet = s.sheets[seat]
    give(sheet, card)
    lay(sheet, card, place)
    note_ninth(s, sheet)
    if s.phase == PLACE:
        s.phase = ACT
        return s.acted == 0
    if sheet.count == KEPT:
        s.pending &= ~(1 << seat)
        if s.pending == 0:
            close_draft(s)
    return False
