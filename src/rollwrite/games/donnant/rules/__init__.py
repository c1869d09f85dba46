"""The rules of Donnant Donnant, D1 to D25, P1 to P5 and S1 to S7 of the specification.

Cards are dealt one by one (DEAL, chance); every seat drops one of four and lays three (DRAFT). A
turn: five dice are rolled (ROLL, chance), the active seat stops or rerolls some of them (DECIDE);
after each reroll the other seats may enter a die (PASSIVE); then the active seat buys and
completes (ACT, PLACE), or uses a joker (JOKER, or DEAL and PLACE). The market is refreshed (DEAL).
Alone, a passive turn (ROLL, SOLO_PASSIVE) and the removal of a card (REMOVE) follow. At the end
the owners of wild cards name colours (WILD).

The rules stand in files of their own: objectives and fills (what a card takes), entering (dice in
cells), grid, market, choices (what a seat may do), turn (what follows what) and scoring. This file
has what all games have.
"""

from __future__ import annotations

from rollwrite.games.donnant.rules.choices import legal
from rollwrite.games.donnant.rules.entering import (
    can_write,
    choose,
    chosen,
    enter,
    enterable,
    entered,
    entries_allowed,
    pick_die,
    pick_value,
    picked_values,
    ways_to_fill,
)
from rollwrite.games.donnant.rules.grid import (
    boxes,
    boxes_left,
    full,
    give,
    lay,
    left_of,
    open_places,
    slot_at,
    take,
    tick,
)
from rollwrite.games.donnant.rules.market import (
    common_value,
    deal_due,
    deck_empty,
    draw_card,
    in_hand,
    leave_deck,
    pips_to,
    put_under,
    reveal,
    stack_decks,
)
from rollwrite.games.donnant.rules.objectives import (
    foreign,
    highest,
    lowest,
    next_cell,
    packed,
    repeats,
    span,
)
from rollwrite.games.donnant.rules.record import (
    ACT,
    ACTIONS,
    ALL_DICE,
    BONUS,
    BONUSES,
    BUY,
    CELL_COLOUR,
    CHEAPER,
    COLOUR,
    COLOUR_BITS,
    COUNT,
    DEAL,
    DICE,
    DISCARD,
    DRAFT,
    DROP,
    EVALUATION,
    EVALUATIONS,
    EVENT,
    FILL,
    GOALS,
    HAND,
    JOKER,
    JOKER_CARD,
    JOKER_DICE,
    KEPT,
    LENGTH,
    MOVES,
    NAME,
    NUMBER,
    OVER,
    PASSIVE,
    PHASES_DIFFER,
    PIPS,
    PLACE,
    PLACES,
    POINTS,
    PRICES,
    PUT,
    RELATION,
    RELATION_BITS,
    REMOVE_FROM,
    REROLL,
    ROLL,
    ROUNDS,
    ROWS,
    SOLO_PASSIVE,
    STOP,
    SUM,
    TARGET,
    TWIN,
    TWIN_BITS,
    WILD,
    WRITE,
    State,
)
from rollwrite.games.donnant.rules.scoring import (
    all_colours,
    bonus_kinds,
    card_points,
    colour_of,
    score,
    standing,
    times,
)
from rollwrite.games.donnant.rules.turn import (
    active_decides,
    after_roll,
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
from rollwrite.kernel.rng import draw
from rollwrite.kernel.rule import rule

TITLE = "Donnant Donnant"

# What a seat does not see of the table, of another's sheet, and of that in some phases.
HIDDEN = ("rest", "deck", "under")
PRIVATE = ("hand", "dropped")
VEILED = (
    (DRAFT, ("count", "place", "card", "empty", "uses", "named", "cells")),
    (WILD, ("named",)),
)

# What an edition changes, or is computed from what it changes: reached through ``game.rules``.
__all__ = [
    "ACTIONS",
    "BONUS",
    "BONUSES",
    "CELL_COLOUR",
    "COLOUR",
    "COLOUR_BITS",
    "EVALUATION",
    "EVALUATIONS",
    "EVENT",
    "GOALS",
    "HIDDEN",
    "LENGTH",
    "MOVES",
    "NUMBER",
    "OVER",
    "PHASES_DIFFER",
    "POINTS",
    "PRICES",
    "PRIVATE",
    "RELATION",
    "RELATION_BITS",
    "ROUNDS",
    "SUM",
    "TARGET",
    "TITLE",
    "TWIN",
    "TWIN_BITS",
    "VEILED",
    "State",
    "all_colours",
    "apply",
    "bonus_kinds",
    "boxes_left",
    "can_write",
    "card_points",
    "choose",
    "colour_of",
    "common_value",
    "deal_due",
    "deck_empty",
    "enter",
    "enterable",
    "entries_allowed",
    "foreign",
    "full",
    "highest",
    "in_hand",
    "left_of",
    "legal",
    "lowest",
    "nameless",
    "next_cell",
    "open_places",
    "packed",
    "pick_die",
    "pick_value",
    "picked_values",
    "pips_to",
    "repeats",
    "resolve",
    "sample",
    "score",
    "slot_at",
    "span",
    "standing",
    "start",
    "times",
    "ways_to_fill",
]  # fmt: skip


@rule
def start(s: State, seats: int, first: int) -> None:
    """D4 to D6: both decks are shuffled; the market and then the hands are dealt."""
    s.seats = seats
    s.active = first
    s.first = first
    stack_decks(s, EVALUATIONS, BONUSES)
    s.bought = (1 << ROWS) - 1
    ask(s, DEAL, 0)


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


@rule
def sample(s: State, event: list[int], rng: list[int]) -> None:
    """Draw the card that is due, or roll the dice that are not on the building site."""
    for die in range(DICE):
        event[die] = 0
    if s.phase == DEAL:
        event[0] = 1 + draw_card(s, deal_due(s), rng)
    else:
        for die in range(DICE):
            if s.dice[die] == 0:
                event[die] = 1 + draw(rng, 6)


@rule
def resolve(s: State, event: list[int]) -> None:
    """Let a card be dealt, or dice fall."""
    if s.phase == DEAL:
        deal(s, event[0] - 1)
    else:
        for die in range(DICE):
            if event[die] != 0:
                s.dice[die] = event[die]
        after_roll(s)


@rule
def deal(s: State, card: int) -> None:
    """D4, D5, D13 and D18: a card comes into the market, or into a hand."""
    row = deal_due(s)
    leave_deck(s, row, card)
    drawn = s.drawing != 0
    if not drawn and s.bought >> row & 1 and s.market[row][0] == 0:
        reveal(s, row, card)
    else:
        take(s.sheets[s.active if drawn else lacking(s)], card)
    if drawn:
        s.drawing = 0
        ask(s, PLACE, 1 << s.active)
    else:
        go_on(s, False)


@rule
def lacking(s: State) -> int:
    """D5: the first seat that lacks a card in the draft."""
    seat = 0
    while s.sheets[seat].hand[HAND - 1] != 0:
        seat += 1
    return seat
