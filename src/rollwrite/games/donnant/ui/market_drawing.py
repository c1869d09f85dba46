"""The market of Donnant Donnant: two rows of cards with what they cost, and the decks."""

from __future__ import annotations

from rollwrite.draw.shapes import Drawing, Label, Part, Rect, Shape
from rollwrite.games.contract import GameContext
from rollwrite.games.donnant.rules.record import DEAL, ROWS, State
from rollwrite.games.donnant.sheet import CARDS, FIRST_BONUS, SLOTS, say
from rollwrite.games.donnant.ui.card_drawing import HEIGHT, WIDTH, blank, face
from rollwrite.games.donnant.ui.card_words import told
from rollwrite.games.donnant.ui.names import DECK_COLOURS, DECKS, card_name, dice
from rollwrite.games.donnant.ui.notation import market_part
from rollwrite.games.donnant.ui.words import the_card
from rollwrite.games.kit.sheets import card_back
from rollwrite.games.optional import Face, Pick, Picking, PrintedCard

EDGE, GAP, PRICE = 6, 6, 26
DECK_WIDTH, DECK_HEIGHT = 56, 74


def market(game: GameContext, s: State) -> Drawing:
    """The decks, and to their right the cards they deal; what a slot costs stands below it."""
    shapes: list[Shape] = []
    y = float(EDGE)
    prices = game.rules.PRICES
    for row in range(ROWS):
        shapes.append(_deck(s, row, EDGE, y + (HEIGHT - DECK_HEIGHT - 34) / 2))
        for slot in range(SLOTS):
            x = EDGE + DECK_WIDTH + 2 * GAP + slot * (WIDTH + GAP)
            shapes.append(_slot(game, s, row, slot, x, y))
            if row == 0 or prices[0][slot] != prices[1][slot]:
                shapes += _price(game, row, slot, x + WIDTH / 2, y + HEIGHT + PRICE / 2)
        y += HEIGHT + (PRICE if row == 0 or prices[0] != prices[1] else 0)
    width = 2 * EDGE + DECK_WIDTH + 2 * GAP + SLOTS * (WIDTH + GAP) - GAP
    return Drawing(width, y + EDGE, say("market"), tuple(shapes))


def _slot(game: GameContext, s: State, row: int, slot: int, x: float, y: float) -> Part:
    card = s.market[row][slot] - 1
    if card < 0:
        outline = Rect(x, y, WIDTH, HEIGHT, "sheen", "line", 10, 1.5, dotted=True)
        return Part(market_part(row, slot), say("part.market_empty"), (outline,))
    price = game.rules.PRICES[row][slot]
    label = say("part.market", price=price, **told(game, card))
    drawn = face(game, card, x, y, blank(game, card), hand="market")
    return Part(market_part(row, slot), label, tuple(drawn))


def _price(game: GameContext, row: int, slot: int, x: float, y: float) -> list[Shape]:
    """A box for each of the dice that a slot costs, all alike."""
    number, edge = game.rules.PRICES[row][slot], 12.0
    left = x - (number * (edge + 3) + 34) / 2
    shapes: list[Shape] = [
        Rect(left + place * (edge + 3), y - edge / 2, edge, edge, "paper", "faint", 3, 1.2)
        for place in range(number)
    ]
    after = left + number * (edge + 3) + 2
    shapes.append(Label(after, y, say("alike"), 12, "faint", bold=True, anchor="start"))
    return shapes


def _deck(s: State, row: int, x: float, y: float) -> Part:
    """The cards that are left, face down."""
    count = s.rest[row] + sum(map(bool, s.under[row]))
    deck = DECKS[row]
    label = say("part.deck", deck=say(f"deck.{deck}"), count=count, kind=say(f"cards.{deck}"))
    colour = DECK_COLOURS[row]
    pile = [
        Rect(x + 2 * depth, y + 2 * depth, DECK_WIDTH - 4, DECK_HEIGHT - 4, paper, edge, 8, 1)
        for depth, paper, edge in ((2, "shade", "line"), (1, "shade", "line"))
    ][: max(0, count - 1)]
    top = (
        Rect(x, y, DECK_WIDTH - 4, DECK_HEIGHT - 4, f"{colour}.text", "ink", 8, 1)
        if count
        else Rect(x, y, DECK_WIDTH - 4, DECK_HEIGHT - 4, "sheen", "line", 8, 1.5, dotted=True)
    )
    middle = x + DECK_WIDTH / 2 - 2
    face_down: list[Shape] = [top, *pile, top] if pile else [top]
    return Part(
        f"deck-{deck}",
        label,
        (
            *face_down,
            Label(middle, y + DECK_HEIGHT + 9, str(count), 15, "ink", bold=True),
            Label(middle, y + DECK_HEIGHT + 24, say(f"cards.{deck}"), 11.5, "faint", bold=True),
        ),
    )


def deck(game: GameContext) -> tuple[PrintedCard, ...]:
    """All cards of the edition in play, the evaluation cards first."""
    size = float(WIDTH), float(HEIGHT)
    own = game.text(say("name"))
    backs = [
        card_back(say(f"deck.{name}"), size, colour, (own, game.text(say(f"cards.{name}"))))
        for name, colour in zip(DECKS, DECK_COLOURS, strict=True)
    ]
    return tuple(
        PrintedCard(
            Drawing(*size, the_card(game, card), tuple(face(game, card, 0, 0, blank(game, card)))),
            backs[card >= FIRST_BONUS],
        )
        for card in _cards(game)
    )


def picking(game: GameContext, s: State, viewer: int | None) -> Picking:
    """The dice; or the cards of the deck that is due, those in the others' hands included."""
    if s.phase != DEAL:
        return dice.picking(game, s)
    row = game.rules.deal_due(s)
    seen = {card for line in s.market for card in line}
    for seat, sheet in enumerate(s.sheets):
        seen.update(sheet.card)
        if seat == viewer:
            seen.update(sheet.hand)
    faces = [
        Face(f"deal {card_name(card)}", the_card(game, card), printed.front)
        for card, printed in zip(_cards(game), deck(game), strict=True)
        if (card >= FIRST_BONUS) == bool(row) and card + 1 not in seen
    ]
    to_market = not s.drawing and s.bought >> row & 1 and s.market[row][0] == 0
    what = say(f"pick.{'market' if to_market else 'own'}_{DECKS[row]}")
    return Picking((Pick(what, tuple(faces)),), what=what)


def _cards(game: GameContext) -> list[int]:
    """The numbers of the cards of the edition in play, in the order of the printed deck."""
    return [card for card in range(CARDS) if game.rules.LENGTH[card]]
