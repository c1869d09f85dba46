"""The rules of Donnant Donnant, D1 to D25, P1 to P5 and S1 to S7 of the specification.

Cards are dealt one by one (DEAL, chance); every seat drops one of four and lays three (DRAFT). A
turn: five dice are rolled (ROLL, chance), the active seat stops or rerolls some of them (DECIDE);
after each reroll the other seats may enter a die (PASSIVE); then the active seat buys and
completes (ACT, PLACE), or uses a joker (JOKER, or DEAL and PLACE). The market is refreshed (DEAL).
Alone, a passive turn (ROLL, SOLO_PASSIVE) and the removal of a card (REMOVE) follow. At the end
the owners of wild cards name colours (WILD).

The rules stand in files of their own: objectives and fills (what a card takes), entering (dice in
cells), grid, market, choices (what a seat may do), actions (what that does), turn (what follows
what) and scoring. This file has what all games have.
"""

from __future__ import annotations

from rollwrite.games.donnant.rules.actions import apply, buy
from rollwrite.games.donnant.rules.choices import legal
from rollwrite.games.donnant.rules.entering import (
    can_write,
    choose,
    enter,
    enterable,
    entries_allowed,
    pick_die,
    pick_value,
    picked_values,
    ways_to_fill,
)
from rollwrite.games.donnant.rules.grid import (
    boxes_left,
    full,
    give,
    lay,
    left_of,
    open_places,
    slot_at,
    take,
)
from rollwrite.games.donnant.rules.market import (
    common_value,
    deal_due,
    deck_empty,
    draw_card,
    in_hand,
    leave_deck,
    pips_to,
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
    ACTION_TABLE,
    ACTIONS,
    BONUS,
    BONUSES,
    CELL_COLOUR,
    COLOUR,
    COLOUR_BITS,
    DEAL,
    DICE,
    DRAFT,
    EVALUATION,
    EVALUATIONS,
    EVENT,
    GOALS,
    GRID,
    HAND,
    LAST,
    LENGTH,
    MOVES,
    NUMBER,
    OVER,
    PHASES_DIFFER,
    PLACE,
    PLACES,
    POINTS,
    PRICES,
    RELATION,
    RELATION_BITS,
    ROUNDS,
    ROWS,
    SEATS,
    SUM,
    TARGET,
    TWIN,
    TWIN_BITS,
    USES,
    WILD,
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
    after_roll,
    ask,
    end_turn,
    go_on,
    nameless,
    set_aside,
)
from rollwrite.games.donnant.sheet import CARDS, CELLS
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
# What observations from 0 to 1 divide numbers by, and which fields are bits.
LIMITS = {
    "first": SEATS - 1, "last_round": LAST, "level": len(ROUNDS), "round": max(ROUNDS),
    "allowance": 3, "rolls": 3, "acted": 1, "drawing": ROWS, "filling": PLACES,
    "picks": 6 * DICE, "dice": 6, "market": CARDS, "count": GRID, "place": PLACES - 1,
    "card": CARDS, "empty": CELLS, "uses": USES, "named": DICE, "cells": 6, "hand": CARDS,
    "dropped": CARDS,
}  # fmt: skip
BITS = {"site": DICE, "spent": DICE, "bought": ROWS, "written": DICE}

# What an edition changes, or is computed from what it changes: reached through ``game.rules``.
__all__ = [
    "ACTIONS",
    "ACTION_TABLE",
    "BITS",
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
    "LIMITS",
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
    "buy",
    "can_write",
    "card_points",
    "choose",
    "colour_of",
    "common_value",
    "deal_due",
    "deck_empty",
    "end_turn",
    "enter",
    "enterable",
    "entries_allowed",
    "foreign",
    "full",
    "give",
    "highest",
    "in_hand",
    "lay",
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
    "set_aside",
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
