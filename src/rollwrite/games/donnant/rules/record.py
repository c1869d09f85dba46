"""The record of Donnant Donnant: phases, actions, printed PRINTED, sheets and the table."""

from __future__ import annotations

from rollwrite.games.donnant.sheet import CARDS, CELLS, FIRST_BONUS, PRINTED, SLOTS
from rollwrite.kernel.records import Record, i8, many

SEATS, DICE, ROWS, GRID, SIDE, PLACES = 4, 5, 2, 9, 5, 25
EACH, HAND, KEPT = 2, 4, 3  # cards of each deck in the draft; of these, so many are kept
CENTRE = 12  # c3, where the first card lies
USES = 3  # boxes of a bonus
ALL_DICE = (1 << DICE) - 1
COUNT = tuple(dice.bit_count() for dice in range(1 << DICE))  # how many dice a set has
EVALUATION_ROW, BONUS_ROW = 0, 1

(
    DRAFT,
    ROLL,
    DECIDE,
    PASSIVE,
    ACT,
    PLACE,
    JOKER,
    WILD,
    SOLO_PASSIVE,
    REMOVE,
    DEAL,
    OVER,
) = range(12)
PHASES_DIFFER = True  # so much that a GPU lets its threads go from phase to phase together
FINISH, LAST = 1, 2  # the round in which the ninth card came, and the one after it
PIPS, SWAP, EXTRA, ANY_COLOUR, CHEAPER = range(1, 6)  # P1 to P5

# Actions. Entering a die in a cell is (((place · 8 + cell) · 5 + die) · 8 + value) · 2 + swapped,
# where value is what the die counts as (0 and 7 stand for what no die shows) and swapped is 1 if
# P2 is used. Buying is (slot · 32 + dice) · 8 + value, where slots are e1 to e4, b1 to b4, dice are
# bits, value is what they all count as (0 if there are none, UNEQUAL if they differ).
STOP, END, SKIP, DISCARD, JOKER_DICE, JOKER_CARD = 0, 1, 2, 3, 4, 5
REMOVE_FROM = JOKER_CARD + ROWS
REROLL = REMOVE_FROM + ROWS
DROP = REROLL + (1 << DICE)
PUT = DROP + CARDS
NAME = PUT + CARDS * PLACES
BUY = NAME + PLACES * DICE
UNEQUAL = 7
FILL = BUY + ROWS * SLOTS * (1 << DICE) * 8
WRITE = FILL + PLACES * CELLS * DICE * 8 * 2
ACTIONS = WRITE + PLACES * CELLS * DICE * 8 * 2
MOVES = GRID * CELLS * DICE * 6 + 1  # every die in every cell as every value, or pass
ACTION_TABLE = (
    (STOP, "stop rolling"),
    (END, "end the turn, or the use of a dice joker"),
    (SKIP, "pass"),
    (DISCARD, "put the card that was drawn under its deck"),
    (JOKER_DICE, "use a dice joker"),
    (JOKER_CARD, "draw a card of deck `n`"),
    (REMOVE_FROM, "remove a card of market row `n`"),
    (REROLL, "reroll the dice whose bits are set in `n`"),
    (DROP, "return card `n` in the draft"),
    (PUT, f"lay card `n // {PLACES}` at place `n % {PLACES}`"),
    (NAME, f"name colour `n % {DICE}` for the wild card at place `n // {DICE}`"),
    (
        BUY,
        f"buy the card of slot `n // {8 << DICE}` with the dice `n // 8 % {1 << DICE}`, "
        "counted as `n % 8`",
    ),
    (
        FILL,
        f"complete a card: place `n // {CELLS * DICE * 16}`, cell `n // {DICE * 16} % {CELLS}`, "
        f"die `n // 16 % {DICE}`, value `n // 2 % 8`, P2 `n % 2`",
    ),
    (WRITE, "enter a die, in the same numbers"),
)
EVENT = DICE  # the dice (0 is not rolled), or a card from 1 and zeros

EVALUATIONS: int = PRINTED["EVALUATIONS"]
BONUSES: int = PRINTED["BONUSES"]
PRICES: tuple[tuple[int, ...], ...] = PRINTED["PRICES"]
ROUNDS: tuple[int, ...] = PRINTED["ROUNDS"]
GOALS: tuple[int, ...] = PRINTED["GOALS"]
LENGTH: tuple[int, ...] = PRINTED["LENGTH"]
NUMBER: tuple[tuple[int, ...], ...] = PRINTED["NUMBER"]
CELL_COLOUR: tuple[tuple[int, ...], ...] = PRINTED["CELL_COLOUR"]
RELATION: tuple[tuple[int, ...], ...] = PRINTED["RELATION"]
TWIN: tuple[tuple[int, ...], ...] = PRINTED["TWIN"]
NUMBER_BITS: tuple[int, ...] = PRINTED["NUMBER_BITS"]  # the same, cells packed: three bits each
COLOUR_BITS: tuple[int, ...] = PRINTED["COLOUR_BITS"]
RELATION_BITS: tuple[int, ...] = PRINTED["RELATION_BITS"]
TWIN_BITS: tuple[int, ...] = PRINTED["TWIN_BITS"]  # from 1, four bits each
SUM: tuple[int, ...] = PRINTED["SUM"]
COLOUR: tuple[int, ...] = PRINTED["COLOUR"]
EVALUATION: tuple[int, ...] = PRINTED["EVALUATION"]
TARGET: tuple[int, ...] = PRINTED["TARGET"]
POINTS: tuple[int, ...] = PRINTED["POINTS"]
BONUS: tuple[int, ...] = PRINTED["BONUS"]


class Sheet(Record):
    """One player's cards. Those in the grid stand in the order of their places (a1, b1, …, e5).

    Cards in lists are numbered from 1, so that 0 is none.
    """

    count: int = i8  # cards in the grid
    place: list[int] = i8[GRID]
    card: list[int] = i8[GRID]
    empty: list[int] = i8[GRID]  # empty cells; a card without any is completed
    uses: list[int] = i8[GRID]  # ticked boxes of a bonus
    named: list[int] = i8[GRID]  # the colour of a wild card, from 1
    cells: list[list[int]] = i8[GRID, CELLS]
    hand: list[int] = i8[HAND]  # rising
    dropped: int = i8  # in the draft, the card to put under its deck
    written: int = i8  # bits of the dice entered in the open window


class State(Record):
    """A moment of a game. Dice that are to be rolled, or lie idle between turns, show 0."""

    seats: int = i8
    active: int = i8
    first: int = i8
    phase: int = i8
    pending: int = i8  # a bit for each seat that is to move
    last_round: int = i8  # 0, FINISH or LAST
    level: int = i8  # solo: 1 to 7, and 0 otherwise
    round: int = i8  # solo: rounds counted
    allowance: int = i8  # solo: dice the passive turn to come may enter
    rolls: int = i8
    site: int = i8  # bits of the dice on the building site
    spent: int = i8  # bits of the dice used
    acted: int = i8  # 1 once something was bought or completed
    bought: int = i8  # bits of the market rows to slide and refill
    drawing: int = i8  # the deck a card joker draws from, from 1
    filling: int = i8  # the place of a card half-way through being completed, from 1
    picks: list[int] = i8[CELLS]  # die · 6 + value of the cells chosen for it so far, else 0
    dice: list[int] = i8[DICE]
    market: list[list[int]] = i8[ROWS, SLOTS]
    rest: list[int] = i8[ROWS]  # how many cards of a deck lie in no known order
    deck: list[int] = i8[CARDS]  # 1 for each of those
    under: list[list[int]] = i8[ROWS, FIRST_BONUS]  # cards put under a deck, the next one first
    sheets: list[Sheet] = many(Sheet, SEATS)
