"""Donnant Donnant on the table: a seat's grid and hand, and the dice."""

from __future__ import annotations

from rollwrite.draw.dice import SIZE, die, shadow, tilt
from rollwrite.draw.shapes import Drawing, Label, Part, Rect, Shape
from rollwrite.games.contract import GameContext
from rollwrite.games.donnant.rules.record import (
    DICE,
    DRAFT,
    HAND,
    PLACE,
    SIDE,
    USES,
    State,
)
from rollwrite.games.donnant.sheet import say
from rollwrite.games.donnant.ui.card_drawing import HEIGHT, WIDTH, blank, face, filled
from rollwrite.games.donnant.ui.card_words import lower, told
from rollwrite.games.donnant.ui.emblem import emblem
from rollwrite.games.donnant.ui.market_drawing import deck, market, picking
from rollwrite.games.donnant.ui.names import NAMES, card_name, colour, dice, place_name
from rollwrite.games.donnant.ui.sheet_text import TEXT_COLOURS, text, tray_text
from rollwrite.games.donnant.ui.words import card_words, lines_shown, place_words
from rollwrite.texts import Message

__all__ = [
    "TEXT_COLOURS",
    "deck",
    "emblem",
    "market",
    "picking",
    "sheet",
    "text",
    "tray",
    "tray_text",
]

EDGE, GAP, LINE = 6, 6, 24
STEP, TOP = 18, 10  # between dice, and above them


def sheet(game: GameContext, s: State, seat: int) -> Drawing:
    """A seat's grid with the places around it that are open, and above it the cards in hand."""
    paper = s.sheets[seat]
    hand = [paper.hand[at] - 1 for at in range(HAND) if paper.hand[at]]
    shapes: list[Shape] = []
    y = float(EDGE)
    if s.level:
        rounds, goal = game.rules.ROUNDS[s.level - 1], game.rules.GOALS[s.level - 1]
        head = say("solo_head", level=s.level, round=s.round, rounds=rounds, goal=goal)
        shapes.append(Label(2 * EDGE, y + 9, head, 13, "faint", bold=True, anchor="start"))
        y += LINE
    places, width, height = _grid(game, s, seat)
    whole = max(width, _line_of(3))
    if hand:
        shapes += _hand(game, hand, whole + 2 * EDGE, y)
        per_line = int((whole + GAP) // (WIDTH + GAP))
        y += LINE + -(-len(hand) // per_line) * (HEIGHT + GAP) + GAP
    if len(hand) < HAND:  # before a card is put back no place is open
        left = EDGE + (whole - width) / 2
        for place, (px, py, wide, tall) in places.items():
            shapes.append(_place(game, s, seat, place, (left + px, y + py, wide, tall)))
        y += height
    else:
        y -= 2 * GAP
    back = Rect(0, 0, whole + 2 * EDGE, y + EDGE, "paper", radius=14)
    return Drawing(whole + 2 * EDGE, y + EDGE, say("title", seat=seat), (back, *shapes))


def _line_of(cards: int) -> float:
    return cards * (WIDTH + GAP) - GAP


Box = tuple[float, float, float, float]  # x, y, width, height


def _grid(game: GameContext, s: State, seat: int) -> tuple[dict[int, Box], float, float]:
    """The places to show and the size of all; empty lines are narrow while cards are laid."""
    paper = s.sheets[seat]
    left, top, right, bottom = lines_shown(game, s, seat)
    laid = [paper.place[slot] for slot in range(paper.count)]
    laying = s.phase in (DRAFT, PLACE) and bool(s.pending >> seat & 1)
    columns, rows = {place % SIDE for place in laid}, {place // SIDE for place in laid}
    across = _lines(left, right, columns, WIDTH, laying and right - left >= 3)
    down = _lines(top, bottom, rows, HEIGHT, laying)
    places = {
        row * SIDE + column: (x, y, wide, tall)
        for row, (y, tall) in down.items()
        for column, (x, wide) in across.items()
    }
    return places, sum(across[right]), sum(down[bottom])


def _lines(
    low: int, high: int, used: set[int], size: float, narrow: bool
) -> dict[int, tuple[float, float]]:
    """Where columns or rows begin, and how wide they are."""
    found, at = {}, 0.0
    for line in range(low, high + 1):
        room = size if line in used or not narrow else (size - GAP) / 2
        found[line] = at, room
        at += room + GAP
    return found


def _place(game: GameContext, s: State, seat: int, place: int, box: Box) -> Part:
    paper = s.sheets[seat]
    slot = game.rules.slot_at(paper, place)
    name = place_name(place)
    if slot < 0:
        return Part(
            name,
            say("part.place", place=place_words(game, s, seat, place)),
            (Rect(*box, "shade", "line", 10, 1.5, dotted=True),),
        )
    card = paper.card[slot] - 1
    on = filled(game, s, seat, slot)
    shapes = face(game, card, *box[:2], on, name, f"{seat}{name}")
    done = say("part.completed") if not paper.empty[slot] else None
    words = say(
        "part.card",
        card=card_words(game, card, on.colour),
        lower=lower(game, card, USES - paper.uses[slot]),
        state=done or say("part.open", empty=paper.empty[slot]),
    )
    return Part(name, words, tuple(shapes))


def _hand(game: GameContext, hand: list[int], width: float, top: float) -> list[Shape]:
    """The cards in hand in the middle of a line, four of them in two."""
    label = Label(2 * EDGE, top + LINE / 2 - 1, say("hand"), 13, "faint", True, "start")
    shapes: list[Shape] = [label]
    most = int((width - 2 * EDGE + GAP) // (WIDTH + GAP))
    lines = -(-len(hand) // most)
    per_line = -(-len(hand) // lines)
    left = (width - _line_of(per_line)) / 2
    for number, card in enumerate(hand):
        x = left + number % per_line * (WIDTH + GAP)
        y = top + LINE + number // per_line * (HEIGHT + GAP)
        drawn = face(game, card, x, y, blank(game, card), hand="hand")
        words = say("part.hand", **told(game, card))
        shapes.append(Part(f"card-{card_name(card)}", words, tuple(drawn)))
    return shapes


def tray(game: GameContext, s: State) -> Drawing:
    """The five dice in a row; those on the building site lie on a board, used ones are gone."""
    shapes: list[Shape] = []
    for number in range(DICE):
        x = STEP + number * (SIZE + STEP)
        value, spent = s.dice[number], bool(s.spent >> number & 1)
        turn = tilt(number, value)
        state: Message | int = value or say("part.not_rolled")
        if s.site >> number & 1 and value:
            shapes.append(Rect(x - 6, TOP - 5, SIZE + 12, SIZE + 12, "cocoa", radius=18))
            state = say("part.on_site", value=value)
        if spent:
            state = say("part.spent", value=value)
        else:
            shapes.append(shadow(x, TOP, turn))
        label = say("part.die", colour=colour(number), state=state)
        drawn = die(x, TOP, NAMES[number], value, idle=spent, turn=turn)
        shapes.append(Part(dice.part(number), label, drawn))
    width = DICE * (SIZE + STEP) + STEP
    return Drawing(width, TOP + SIZE + 24, say("tray"), tuple(shapes))
