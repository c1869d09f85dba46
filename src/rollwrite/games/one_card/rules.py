"""The rules of One Card: the record and every rule, C1 to C9 of the specification.

Cards are dealt one by one (DEAL, chance); in the advanced game everyone holds three of five (HOLD).
A turn: five dice are rolled (ROLL, chance), the active seat keeps them or rerolls some (KEEP), then
every seat uses them on one card or passes (MARK). Whoever has finished a card draws a new one
(DEAL), or in the advanced game takes an open one (TAKE), whose gap is filled at once (DEAL).
A gap is a card 0: it has no rows, and the first one in turn order is filled first.
"""

from __future__ import annotations

from rollwrite.games.kit.windows import answer, ask_active, ask_all
from rollwrite.games.one_card.cards import (  # noqa: F401  # the rest is read through game.rules
    CARDS,
    COLOURS,
    HAND,
    LAST,
    LENGTHS,
    NUMBERS,
    OWN,
    SUNNY,
    Sheet,
    full_rows,
    is_full,
    row_points,
    unfinished_points,
    usable,
    use_dice,
)
from rollwrite.kernel.records import Record, i8, i32, many
from rollwrite.kernel.rng import draw
from rollwrite.kernel.rule import rule

TITLE = "One Card"
SEATS, DICE, ROLLS = 4, 5, 3
BASE_OWN, OPEN = 2, 3  # cards before a seat of the base game, cards laid open
DEAL, HOLD, ROLL, KEEP, MARK, TAKE, OVER = range(7)

# Actions: reroll the places whose bits are set (none: keep), use a card, pass, take an open card,
# hold the drawn cards whose bits are set.
STAY, CARD_AT, PASS, TAKE_AT = 0, 32, 35, 36
HOLD_AT = TAKE_AT + OPEN
ACTIONS = HOLD_AT + (1 << HAND)
MOVES = 1 << DICE
EVENT = DICE
ACTION_TABLE = (
    (STAY, "keep the roll"),
    (STAY + 1, "reroll the dice whose bits are set in the action"),
    (CARD_AT, "use the dice on card `n`"),
    (PASS, "pass"),
    (TAKE_AT, "take open card `n`"),
    (HOLD_AT, "hold the drawn cards whose bits are set in `n`"),
)

# The choices of three places out of five, as bits.
HOLDS = tuple(bits for bits in range(1 << HAND) if bits.bit_count() == OWN)
# The rerolls that take the die at the second place and leave the one at the first: a bit each.
LEAVING = tuple(
    tuple(
        sum(1 << reroll for reroll in range(MOVES) if reroll >> two & 1 and not reroll >> one & 1)
        for two in range(DICE)
    )
    for one in range(DICE)
)
WORD = 31  # cards in a word of the deck, which leaves its sign alone

# What observations from 0 to 1 divide numbers by, and which fields are bits.
LIMITS = {
    "advanced": 1, "places": HAND, "rolls": ROLLS, "dice": COLOURS, "counts": DICE, "open": CARDS,
    "cards": CARDS, "ticks": 6, "scored": CARDS, "points": 40, "done": LAST,
}  # fmt: skip
BITS = {"deck": WORD}


class State(Record):
    """A moment of a game; a die shows its colour from 1 to 6, or 0 if it is to be rolled."""

    seats: int = i8
    active: int = i8
    phase: int = i8
    pending: int = i8  # a bit for each seat that is to move
    advanced: int = i8
    places: int = i8  # cards before each seat: 2, or 3, or 5 while they are drawn
    rolls: int = i8  # in this turn; 0 also before the first one
    dice: list[int] = i8[DICE]
    counts: list[int] = i8[COLOURS]  # the dice of each colour, while everybody marks
    open: list[int] = i8[OPEN]
    answers: list[int] = i8[SEATS]  # the action of each seat that has answered, else 0
    deck: list[int] = i32[2]  # a bit for each card in it
    sheets: list[Sheet] = many(Sheet, SEATS)


@rule
def start(s: State, seats: int, first: int) -> None:
    """C1, C9: everybody is to be dealt two cards, or five to choose from."""
    s.seats = seats
    s.active = first
    s.phase = DEAL
    s.places = HAND if s.advanced else BASE_OWN
    for card in range(1, CARDS + 1):
        put_back(s, card)


@rule
def legal(s: State, seat: int, moves: list[int]) -> int:
    """List what a pending seat may do; return how many moves that is."""
    if s.phase == KEEP:
        return list_rerolls(s, moves)
    if s.phase == MARK:
        return list_cards(s, s.sheets[seat], moves)
    if s.phase == TAKE:
        for place in range(OPEN):
            moves[place] = TAKE_AT + place
        return OPEN
    for choice in range(len(HOLDS)):
        moves[choice] = HOLD_AT + HOLDS[choice]
    return len(HOLDS)


@rule
def list_rerolls(s: State, moves: list[int]) -> int:
    """C2: any dice may be rerolled, or none; of equal dice the first ones are."""
    same = 0  # the rerolls that are another one with equal dice swapped
    for two in range(1, DICE):
        for one in range(two):
            if s.dice[one] == s.dice[two]:
                same |= LEAVING[one][two]
    count = 0
    for reroll in range(MOVES):
        moves[count] = reroll
        count += 1 - (same >> reroll & 1)
    return count


@rule
def list_cards(s: State, sheet: Sheet, moves: list[int]) -> int:
    """C3, C5: a card on which something fits, or pass."""
    count = 0
    for place in range(s.places):
        moves[count] = CARD_AT + place
        count += usable(sheet, place, s.counts)
    moves[count] = PASS
    return count + 1


@rule
def apply(s: State, seat: int, action: int) -> None:
    """Make a legal move."""
    if s.phase == KEEP:
        if action == STAY:
            announce(s)
        else:
            reroll(s, action)
    elif s.phase == TAKE:
        take(s, seat, action - TAKE_AT)
    elif answer(s, seat, action):
        if s.phase == MARK:
            mark(s)
        else:
            hold(s)


@rule
def reroll(s: State, places: int) -> None:
    """C2: the dice at these places are rolled again."""
    for place in range(DICE):
        if places >> place & 1:
            s.dice[place] = 0
    s.phase = ROLL
    s.pending = 0


@rule
def announce(s: State) -> None:
    """C2, C3: the dice stand, and everybody may use them at the same time."""
    for place in range(DICE):
        s.counts[s.dice[place] - 1] += 1
    ask_all(s, MARK)


@rule
def mark(s: State) -> None:
    """C3 to C8: everybody's ticks and finished cards, then the end or new cards."""
    over = False
    for seat in range(s.seats):
        sheet = s.sheets[seat]
        if s.answers[seat] != PASS:
            use_dice(sheet, s.answers[seat] - CARD_AT, s.counts)
        s.answers[seat] = 0
        if sheet.done == LAST:
            over = True
    for colour in range(COLOURS):
        s.counts[colour] = 0
    if over:
        s.phase = OVER
    else:
        go_on(s)


@rule
def go_on(s: State) -> None:
    """C1, C7, C9: what is due next: a deal, a choice of cards, or a new turn."""
    seat = seat_with_gap(s)
    s.pending = 0
    if s.places == HAND and seat == s.seats:
        ask_all(s, HOLD)
    elif s.advanced and s.places == OWN and open_gap(s) < OPEN:
        s.phase = DEAL
    elif seat < s.seats:
        s.phase = DEAL
        if s.advanced and s.places == OWN:
            s.phase = TAKE
            s.pending = 1 << seat
    else:
        begin_turn(s)


@rule
def begin_turn(s: State) -> None:
    """C1, C2: the next seat rolls five dice; the first player does in the first turn."""
    if s.rolls > 0:
        s.active = (s.active + 1) % s.seats
    s.rolls = 0
    s.phase = ROLL
    for place in range(DICE):
        s.dice[place] = 0


@rule
def seat_with_gap(s: State) -> int:
    """C7: the first seat in turn order that lacks a card, or s.seats if nobody does."""
    for turn in range(s.seats):
        seat = (s.active + turn) % s.seats
        if gap(s, seat) < s.places:
            return seat
    return s.seats


@rule
def gap(s: State, seat: int) -> int:
    """The first place of a seat without a card, or s.places if there is none."""
    for place in range(s.places):
        if s.sheets[seat].cards[place] == 0:
            return place
    return s.places


@rule
def open_gap(s: State) -> int:
    """C9: the first place without an open card, or OPEN if there is none."""
    for place in range(OPEN):
        if s.open[place] == 0:
            return place
    return OPEN


@rule
def hold(s: State) -> None:
    """C9: everybody keeps three of the five cards, the rest go back."""
    for seat in range(s.seats):
        held = s.answers[seat] - HOLD_AT
        s.answers[seat] = 0
        cards = s.sheets[seat].cards
        count = 0
        for place in range(HAND):
            card = cards[place]
            cards[place] = 0
            if held >> place & 1:
                cards[count] = card
                count += 1
            else:
                put_back(s, card)
    s.places = OWN
    go_on(s)


@rule
def take(s: State, seat: int, place: int) -> None:
    """C9: an open card replaces the finished one."""
    s.sheets[seat].cards[gap(s, seat)] = s.open[place]
    s.open[place] = 0
    go_on(s)


@rule
def sample(s: State, event: list[int], rng: list[int]) -> None:
    """Roll the dice that are due, colours in rising order; or draw a card."""
    count = 0
    if s.phase == DEAL:
        event[0] = card_in_deck(s, draw(rng, deck_size(s)))
        count = 1
    else:
        for place in range(DICE):
            if s.dice[place] == 0:
                colour = 1 + draw(rng, COLOURS)
                for at in range(count):  # the higher one of two moves on
                    lower = min(event[at], colour)
                    colour = max(event[at], colour)
                    event[at] = lower
                event[count] = colour
                count += 1
    for rest in range(count, EVENT):
        event[rest] = 0


@rule
def resolve(s: State, event: list[int]) -> None:
    """C2: dice fall into the places that are due, and the third roll stands; or a card is dealt."""
    if s.phase == DEAL:
        deal(s, event[0])
        return
    count = 0
    for place in range(DICE):
        if s.dice[place] == 0:
            s.dice[place] = event[count]
            count += 1
    s.rolls += 1
    if s.rolls < ROLLS:
        ask_active(s, KEEP)
    else:
        announce(s)


@rule
def deal(s: State, card: int) -> None:
    """C1, C7, C9: the card fills the open gap, or the first seat's in turn order."""
    s.deck[card // WORD] -= 1 << card % WORD
    if s.advanced and s.places == OWN:
        s.open[open_gap(s)] = card
    else:
        seat = seat_with_gap(s)
        s.sheets[seat].cards[gap(s, seat)] = card
    go_on(s)


@rule
def in_deck(s: State, card: int) -> bool:
    """Whether a card is in the deck."""
    return s.deck[card // WORD] >> card % WORD & 1 == 1


@rule
def put_back(s: State, card: int) -> None:
    """Put a card into the deck."""
    s.deck[card // WORD] += 1 << card % WORD


@rule
def deck_size(s: State) -> int:
    """How many cards are in the deck; with at least 27 cards there is always one to draw."""
    count = 0
    for card in range(1, CARDS + 1):
        if in_deck(s, card):
            count += 1
    return count


@rule
def card_in_deck(s: State, number: int) -> int:
    """The card of the deck that so many lower ones come before."""
    for card in range(1, CARDS + 1):
        if in_deck(s, card):
            if number == 0:
                return card
            number -= 1
    return 0


@rule
def score(s: State, seat: int) -> int:
    """C8: the scored cards, and the full rows of the others."""
    sheet = s.sheets[seat]
    points = unfinished_points(sheet)
    for place in range(LAST):
        points += sheet.points[place]
    return points


@rule
def standing(s: State, seat: int) -> int:
    """C8: the highest total wins, equal totals share the victory."""
    return score(s, seat)
