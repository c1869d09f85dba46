"""Donnant Donnant on the table: a seat's grid and hand, the market, the decks and the dice."""

from __future__ import annotations

from rollwrite.draw.dice import SIZE, die
from rollwrite.draw.shapes import Drawing, Label, Part, Pen, Polygon, Rect, Shape
from rollwrite.games.contract import GameContext
from rollwrite.games.donnant.rules.record import (
    CENTRE,
    DICE,
    DRAFT,
    HAND,
    PLACE,
    ROWS,
    SIDE,
    USES,
    State,
)
from rollwrite.games.donnant.sheet import CELLS, COLOURS, NONE, SLOTS, say
from rollwrite.games.donnant.ui.card_drawing import (
    LARGE,
    SMALL,
    Filled,
    blank,
    face,
    lower,
    objective,
)
from rollwrite.games.donnant.ui.names import DECKS, NAMES, card_name, colour, dice, place_name
from rollwrite.games.donnant.ui.notation import market_part
from rollwrite.games.kit.sheets import backdrop
from rollwrite.texts import Message

GAP, HEAD, STRIP, DECK = 4, 30, 30, 34


def sheet(game: GameContext, s: State, seat: int) -> Drawing:
    """A seat's grid with the places around it that are open, and the cards in hand."""
    paper = s.sheets[seat]
    left, top, right, bottom = window(game, s, seat)
    columns, rows = right - left + 1, bottom - top + 1
    width = columns * (LARGE.width + GAP) + GAP
    height = HEAD + rows * (LARGE.height + GAP)
    shapes: list[Shape] = []
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            x = GAP + (column - left) * (LARGE.width + GAP)
            y = HEAD + (row - top) * (LARGE.height + GAP)
            shapes.append(_place(game, s, seat, row * SIDE + column, x, y))
    hand = [paper.hand[at] - 1 for at in range(HAND) if paper.hand[at]]
    if hand:
        shapes += _hand(game, hand, width, height)
        per_line = int(width // (LARGE.width + GAP))
        height += 20 + -(-len(hand) // per_line) * (LARGE.height + GAP)
    height += GAP
    frame: list[Shape] = [
        Rect(1, 1, width - 2, height - 2, "paper", "line", 12),
        Label(14, HEAD / 2 + 1, say("seat", seat=seat), 15, "ink", bold=True, anchor="start"),
        Pen(width - 26, HEAD / 2 + 1, str(game.rules.score(s, seat)), 18, f"{seat}score"),
    ]
    return Drawing(width, height, say("title", seat=seat), (*frame, *shapes))


def emblem(game: GameContext, s: State, seat: int) -> Drawing:
    """Two cards of the grid, one over the other, as far as they are filled."""
    paper = s.sheets[seat]
    shapes: list[Shape] = [backdrop("green")]
    for slot in range(min(2, paper.count)):
        x, y = 12 + 60 * slot, 12 + 42 * slot
        on = filled(game, s, seat, slot)
        shapes += face(game, paper.card[slot] - 1, x, y, LARGE, on, hand=f"{seat}emblem{slot}")
    return Drawing(208, 208, say("name"), tuple(shapes), left=-4)


def window(game: GameContext, s: State, seat: int) -> tuple[int, int, int, int]:
    """The columns and rows to show: three by three, and every open place while cards are laid."""
    paper = s.sheets[seat]
    places = [paper.place[slot] for slot in range(paper.count)] or [CENTRE]
    if s.phase in (DRAFT, PLACE) and s.pending >> seat & 1:
        opened = game.rules.open_places(paper)
        places += [place for place in range(SIDE * SIDE) if opened >> place & 1]
    left, right = _span([place % SIDE for place in places])
    top, bottom = _span([place // SIDE for place in places])
    return left, top, right, bottom


def _span(lines: list[int]) -> tuple[int, int]:
    """The outermost lines, with others around them until there are three."""
    low, high = min(lines), max(lines)
    if low == high:
        return low - 1, high + 1
    if high - low == 1:
        return (low, high + 1) if high < SIDE - 1 else (low - 1, high)
    return low, high


def _place(game: GameContext, s: State, seat: int, place: int, x: float, y: float) -> Part:
    paper = s.sheets[seat]
    slot = game.rules.slot_at(paper, place)
    name = place_name(place)
    if slot < 0:
        outline = Rect(x + 2, y + 2, LARGE.width - 4, LARGE.height - 4, "none", "line", 8, 1)
        label = Label(x + LARGE.width / 2, y + LARGE.height / 2, name, 15, "faint")
        return Part(name, say("part.place", place=name), (outline, label))
    card = paper.card[slot] - 1
    on = filled(game, s, seat, slot)
    shapes = face(game, card, x, y, LARGE, on, name, f"{seat}{name}")
    shapes.append(Label(x + 38, y + 10, name, 9, _band_ink(on.colour)))
    done = say("part.completed") if not paper.empty[slot] else None
    told = say(
        "part.card",
        place=name,
        card=card_name(card),
        colour=colour(on.colour),
        lower=lower(game, card, USES - paper.uses[slot]),
        state=done or say("part.open", empty=paper.empty[slot]),
    )
    return Part(name, told, tuple(shapes))


def _band_ink(tone: int) -> str:
    return "ink" if tone == NONE else f"{NAMES[tone]}.on"


def filled(game: GameContext, s: State, seat: int, slot: int) -> Filled:
    """What stands on a card in the grid."""
    rules, paper = game.rules, s.sheets[seat]
    card, length = paper.card[slot] - 1, rules.LENGTH[paper.card[slot] - 1]
    chosen = [0] * CELLS
    if seat == s.active and s.filling == paper.place[slot] + 1:
        chosen = [rules.pick_value(s, cell) if s.picks[cell] else 0 for cell in range(CELLS)]
    points = rules.card_points(paper, slot) if not paper.empty[slot] else None
    return Filled(
        list(paper.cells[slot][:length]),
        chosen[:length],
        paper.uses[slot],
        rules.colour_of(paper, slot),
        points if rules.EVALUATION[card] or points is None else 0,
    )


def _hand(game: GameContext, hand: list[int], width: float, top: float) -> list[Shape]:
    shapes: list[Shape] = [Label(14, top + 10, say("hand"), 13, "faint", anchor="start")]
    per_line = int(width // (LARGE.width + GAP))
    for number, card in enumerate(hand):
        x = GAP + number % per_line * (LARGE.width + GAP)
        y = top + 20 + number // per_line * (LARGE.height + GAP)
        drawn = face(game, card, x, y, LARGE, blank(game, card), hand="hand")
        label = say("part.hand", **_told(game, card))
        shapes.append(Part(f"card-{card_name(card)}", label, tuple(drawn)))
    return shapes


def _told(game: GameContext, card: int) -> dict[str, Message | str]:
    return {
        "card": card_name(card),
        "colour": colour(game.rules.COLOUR[card]),
        "lower": lower(game, card),
        "objective": objective(game, card),
    }


def tray(game: GameContext, s: State) -> Drawing:
    """The market with its prices and direction of travel, the decks, the five dice."""
    width = SLOTS * (SMALL.width + GAP) - GAP + 2
    shapes: list[Shape] = []
    bonus_top = SMALL.height + STRIP
    for row in range(ROWS):
        for slot in range(SLOTS):
            x = 1 + slot * (SMALL.width + GAP)
            shapes.append(_slot(game, s, row, slot, x, 1 + row * bonus_top))
    shapes += _prices(game, width, SMALL.height + 1)
    y = 2 * SMALL.height + STRIP + 8.0
    for row in range(ROWS):
        shapes.append(_deck(s, row, 1 + row * (width / 2), y, width / 2 - GAP))
    y += DECK + 10
    if s.level:
        rounds, goal = game.rules.ROUNDS[s.level - 1], game.rules.GOALS[s.level - 1]
        head = say("solo_head", level=s.level, round=s.round, rounds=rounds, goal=goal)
        shapes.append(Label(width / 2, y + 4, head, 12.5, "ink"))
        y += 18
    shapes += _dice(game, s, width, y)
    return Drawing(width, y + SIZE + 40, say("tray"), tuple(shapes))


def _slot(game: GameContext, s: State, row: int, slot: int, x: float, y: float) -> Part:
    card = s.market[row][slot] - 1
    name = f"{DECKS[row]}{slot + 1}"
    if card < 0:
        outline = Rect(x + 2, y + 2, SMALL.width - 4, SMALL.height - 4, "none", "line", 8, 1)
        return Part(market_part(row, slot), say("part.market_empty", slot=name), (outline,))
    price = game.rules.PRICES[row][slot]
    label = say("part.market", slot=name, price=price, **_told(game, card))
    drawn = face(game, card, x, y, SMALL, blank(game, card), hand="market")
    return Part(market_part(row, slot), label, tuple(drawn))


def _prices(game: GameContext, width: float, top: float) -> list[Shape]:
    """How many equal dice a slot costs, and the arrow along which cards slide."""
    middle = top + STRIP / 2
    prices = game.rules.PRICES
    tip = width - 4
    shapes: list[Shape] = [
        Rect(1, top + 2, width - 2, STRIP - 4, "shade", "line", 8, 1),
        Rect(8, middle - 1.5, width - 22, 3, "line"),
        Polygon(((tip, middle), (tip - 12, middle - 7), (tip - 12, middle + 7)), "line"),
    ]
    for slot in range(SLOTS):
        alike = prices[0][slot] == prices[1][slot]
        for row in range(ROWS):
            if row and alike:
                continue
            number = prices[row][slot]
            edge = 11.0 if alike else 9.0
            left = 1 + slot * (SMALL.width + GAP) + (SMALL.width - 14 - number * (edge + 2)) / 2
            y = middle - edge / 2 if alike else top + 4 + row * 13
            label = f"{number}×"
            shapes.append(Label(left + 2, y + edge / 2, label, 12, "ink", bold=True))
            for place in range(number):
                x = left + 14 + place * (edge + 2)
                shapes.append(Rect(x, y, edge, edge, "paper", "ink", 2.5, 1.2))
                shapes.append(Label(x + edge / 2, y + edge / 2, "=", edge * 0.8, "ink"))
    return shapes


def _deck(s: State, row: int, x: float, y: float, width: float) -> Part:
    count = s.rest[row] + sum(map(bool, s.under[row]))
    label = say("part.deck", deck=say(f"deck.{DECKS[row]}"), count=count)
    middle = y + (DECK - 3) / 2
    shapes: list[Shape] = [
        Rect(x + 3, y + 3, width - 3, DECK - 3, "shade", "line", 6, 1),
        Rect(x, y, width - 3, DECK - 3, "paper", "ink", 6, 1.2),
        Label(x + 9, middle, say(f"deck.{DECKS[row]}"), 12, "ink", anchor="start"),
        Label(x + width - 14, middle, str(count), 14, "ink", bold=True, anchor="end"),
    ]
    return Part(f"deck-{DECKS[row]}", label, tuple(shapes))


def _dice(game: GameContext, s: State, width: float, top: float) -> list[Shape]:
    """The dice; those on the building site lie on boards, those used are struck out."""
    shapes: list[Shape] = []
    step = (width - DICE * SIZE) / (DICE + 1) + SIZE
    for number in range(DICE):
        x = step - SIZE + number * step
        value, site = s.dice[number], s.site >> number & 1
        spent = s.spent >> number & 1
        state: Message | int = value or say("part.not_rolled")
        if site and value:
            shapes.append(Rect(x - 5, top - 3, SIZE + 10, SIZE + 6, "shade", "faint", 4, 2))
            state = say("part.on_site", value=value)
        drawn = list(die(x, top, NAMES[number], dice.letter(number), value, idle=bool(spent)))
        if spent:
            drawn.append(Pen(x + SIZE / 2, top + SIZE / 2, "/", SIZE * 0.8, f"spent{number}"))
            state = say("part.spent", value=value)
        label = say("part.die", colour=colour(number), state=state)
        shapes.append(Part(dice.part(number), label, tuple(drawn)))
    if s.site:
        shapes.append(Label(width / 2, top + SIZE + 30, say("aside"), 11, "faint"))
    return shapes


def text(game: GameContext, s: State, seat: int) -> str:
    """A seat's cards in lines: place, name, colour, cells, lower half; then the hand."""
    rules, paper = game.rules, s.sheets[seat]
    lines = [game.text(say("text_head", seat=seat, score=rules.score(s, seat)))]
    for slot in range(paper.count):
        card = paper.card[slot] - 1
        on = filled(game, s, seat, slot)
        done = "x" if not paper.empty[slot] else " "
        left = USES - paper.uses[slot]
        words = game.text(lower(game, card, left))
        place = place_name(paper.place[slot])
        lines.append(
            f"{place} ({done}) {card_name(card)} {_letter(on.colour)} "
            f"{_cells_text(game, card, on):<44} {words}"
        )
    hand = [card_name(paper.hand[at] - 1) for at in range(HAND) if paper.hand[at]]
    for name, number in zip(hand, paper.hand, strict=False):
        lines.append(f"{game.text(say('hand'))}: {name} {_card_text(game, number - 1)}")
    return "\n".join(lines)


def _letter(tone: int) -> str:
    return "-" if tone == NONE else COLOURS[tone]


def _cells_text(game: GameContext, card: int, on: Filled) -> str:
    """An objective with what is written: ``[3Y:3] < [·:5]``."""
    words = objective(game, card).split(" ")
    cell = 0
    for place, word in enumerate(words):
        if word.startswith("["):
            value = on.values[cell] or on.chosen[cell]
            if value:
                words[place] = f"{word[:-1]}:{value}]"
            cell += 1
    return " ".join(words)


def _card_text(game: GameContext, card: int) -> str:
    tone = _letter(game.rules.COLOUR[card])
    return f"{tone} {objective(game, card):<44} {game.text(lower(game, card))}"


def tray_text(game: GameContext, s: State) -> str:
    """The market, a line a card with its price, then the dice: ``*`` on the site, ``x`` used."""
    lines = []
    if s.level:
        rounds, goal = game.rules.ROUNDS[s.level - 1], game.rules.GOALS[s.level - 1]
        head = say("solo_head", level=s.level, round=s.round, rounds=rounds, goal=goal)
        lines.append(game.text(head))
    for row in range(ROWS):
        for slot in range(SLOTS):
            card = s.market[row][slot] - 1
            if card >= 0:
                name = f"{DECKS[row]}{slot + 1} {game.rules.PRICES[row][slot]}× {card_name(card)}"
                lines.append(f"{name} {_card_text(game, card)}".rstrip())
    marks = ("*" if s.site >> n & 1 else "x" if s.spent >> n & 1 else "" for n in range(DICE))
    shown = zip(dice.tray_text(game, s).split(), marks, strict=True)
    lines.append(" ".join(f"{die}{mark}" for die, mark in shown))
    return "\n".join(lines)
