"""One Card's cards: rows longest first, ticks by hand; the dice and the open cards."""

from __future__ import annotations

from rollwrite.draw.dice import SIZE, colour_die
from rollwrite.draw.palette import COLOURS as TONES
from rollwrite.draw.shapes import Circle, Drawing, Label, Part, Pen, Rect, Shape, Symbol
from rollwrite.draw.tilt import tilted
from rollwrite.games.contract import GameContext
from rollwrite.games.kit.dice import colour_letter
from rollwrite.games.kit.sheets import backdrop, card_back
from rollwrite.games.one_card.cards import FULL, LAST, OWN, Sheet
from rollwrite.games.one_card.notation import colour, letters, nth
from rollwrite.games.one_card.position import row_order
from rollwrite.games.one_card.rules import DEAL, DICE, OPEN, State
from rollwrite.games.one_card.sheet import COLOURS, say
from rollwrite.games.optional import Face, Pick, Picking, PrintedCard
from rollwrite.texts import Message

NAMES = ("red", "orange", "yellow", "blue", "green", "purple")
TEXT_COLOURS = dict(zip(COLOURS, NAMES, strict=True))
GAP, TOP = 10, 40
CARD_WIDTH, HEAD, ROW = 260, 38, 42
CARD_HEIGHT = HEAD + 5 * ROW + 6
BAND, BOX, BOX_STEP, BOXES_AT = 38, 26, 28, 61
WIDTH = 2 * CARD_WIDTH + 3 * GAP
SLOT_WIDTH, SLOT_HEIGHT, STRIP = 96, 66, 84
MINI_WIDTH, MINI_HEAD, MINI_ROW = 116, 30, 27
MINI_HEIGHT = MINI_HEAD + 5 * MINI_ROW + 6


def sheet(game: GameContext, s: State, seat: int) -> Drawing:
    """All cards of one seat, two side by side, and those that are scored."""
    paper = s.sheets[seat]
    rows = (s.places + 1) // 2
    spare = s.places % 2 == 1  # a free place beside the last card, for the scored ones
    height = TOP + rows * (CARD_HEIGHT + GAP) + (0 if spare else STRIP) + 4
    shapes: list[Shape] = [
        Rect(1, 1, WIDTH - 2, height - 2, "shade", "line", 14),
        Label(18, 22, say("name"), 20, "ink", bold=True, anchor="start"),
        Label(WIDTH - 18, 22, say("seat", seat=seat), 14, "faint", anchor="end"),
    ]
    for place in range(s.places):
        x = GAP + place % 2 * (CARD_WIDTH + GAP)
        y = TOP + place // 2 * (CARD_HEIGHT + GAP)
        shapes.append(_card(game, paper, place, x, y, seat))
    if spare:
        x, y = 2 * GAP + CARD_WIDTH + 20, TOP + (rows - 1) * (CARD_HEIGHT + GAP) + 18
        shapes += _aside(game, s, seat, x, y, columns=2)
    else:
        shapes += _aside(game, s, seat, GAP + 4, height - STRIP - 2, columns=LAST)
    return Drawing(WIDTH, height, say("title", seat=seat), tuple(shapes))


def emblem(game: GameContext, s: State, seat: int) -> Drawing:
    """A card of coloured boxes that lies a little askew, three of them ticked."""
    left, top, side, step = 40, 44, 21, 28
    card: list[Shape] = [
        Rect(left + 2, top + 5, 120, 112, "shadow", radius=12),
        Rect(left, top, 120, 112, "paper", "line", 12, 1.5),
    ]
    rows = ("orange purple blue yellow", "green orange purple blue", "yellow green orange purple")
    for line, row in enumerate(rows):
        for place, name in enumerate(row.split()):
            x, y = left + 8 + step * place, top + 14 + step * line
            card.append(Rect(x, y, side, side, name, radius=5))
            if place == line + (line > 0):
                card.append(Pen(x + side / 2, y + side / 2 - 2, "v", 26, f"emblem{line}"))
    turned = tilted(card, (100, 100), -7)
    return Drawing(200, 200, say("name"), (backdrop("purple"), *turned))


def _card(game: GameContext, paper: Sheet, place: int, x: float, y: float, seat: int) -> Part:
    card = paper.cards[place]
    id_ = f"card-{place + 1}"
    if not card:
        shapes: list[Shape] = [
            Rect(x, y, CARD_WIDTH, CARD_HEIGHT, "shade", "line", 12, 2, dotted=True),
        ]
        return Part(id_, say("part.gap", card=nth(place)), tuple(shapes))
    number = game.rules.NUMBERS[card]
    shapes = [
        Rect(x, y, CARD_WIDTH, CARD_HEIGHT, "paper", "line", 12, 1.5),
        Label(x + CARD_WIDTH - 12, y + 20, say("card_number", card=number), 14, "faint",
              anchor="end"),
    ]  # fmt: skip
    ticks = paper.ticks[place] if place < OWN else [0] * len(COLOURS)
    full = game.rules.full_rows(paper, place) if place < OWN else 0
    for rest in range(FULL):  # how far the card is from being finished
        cx = x + 20 + rest * 24
        shapes.append(Circle(cx, y + 20, 9, "shade", "faint", 1.2))
        if rest < full:
            shapes.append(Pen(cx, y + 19, "v", 17, f"{seat}{number}full{rest}"))
    told = []
    for line, c in enumerate(row_order(game, card)):
        shapes += _row(
            game, (card, place, c), ticks[c], x, y + HEAD + line * ROW, f"{seat}{number}"
        )
        sun, length = game.rules.SUNNY[card][c], game.rules.LENGTHS[card][c]
        key = "part.sun_row" if sun else "part.row"
        told.append(say(key, colour=colour(c), ticks=ticks[c], length=length))
    return Part(id_, say("part.card", card=nth(place), rows=told), tuple(shapes))


def _row(
    game: GameContext, row: tuple[int, int, int], ticks: int, x: float, y: float, hand: str
) -> list[Shape]:
    """A row: symbol and letter, its value (ringed when it is full), its boxes, its sun."""
    card, at, c = row
    name, length = NAMES[c], game.rules.LENGTHS[card][c]
    middle = y + BAND / 2
    shapes: list[Shape] = [
        Rect(x + 6, y, CARD_WIDTH - 12, BAND, name, radius=10),
        Symbol(TONES[name].symbol, x + 18, y + 11, 14, f"{name}.on"),
        Label(x + 18, y + 27, colour_letter(name), 14, f"{name}.on", bold=True),
        Circle(x + 44, middle, 13, "glow" if ticks == length else "paper", f"{name}.text", 1.2),
        Label(x + 44, middle, str(length), 18, "ink", bold=True),
    ]
    for place in range(length):
        left = x + BOXES_AT + place * BOX_STEP
        box: list[Shape] = [Rect(left, middle - BOX / 2, BOX, BOX, "paper", f"{name}.text", 6, 1.2)]
        if place < ticks:
            box.append(Pen(left + BOX / 2, middle - 1, "v", 23, f"{hand}{c}{place}"))
        state = say("part.ticked" if place < ticks else "part.free")
        label = say("part.box", colour=colour(c), number=place + 1, state=state)
        shapes.append(Part(f"box-{at + 1}{COLOURS[c]}{place + 1}", label, tuple(box)))
    if game.rules.SUNNY[card][c]:
        shapes += _sun(x + CARD_WIDTH - 18, middle, 11)
    if ticks == length:
        shapes.append(Pen(x + 44, middle, "o", 30, f"{hand}{c}ring"))
    return shapes


def _sun(x: float, y: float, radius: float) -> list[Shape]:
    return [
        Circle(x, y, radius, "paper"),
        Symbol("sun", x, y, 2 * radius - 4, "yellow", "ink"),
        Circle(x, y, radius * 0.4, "paper", "ink", 1),
    ]


def _aside(game: GameContext, s: State, seat: int, x: float, y: float, columns: int) -> list[Shape]:
    """The scored cards, closed, and the total."""
    paper = s.sheets[seat]
    shapes: list[Shape] = []
    for place in range(LAST):
        left = x + place % columns * (SLOT_WIDTH + 8)
        top = y + place // columns * (SLOT_HEIGHT + 8)
        shapes.append(_slot(game, paper, place, left, top, seat))
    if columns == LAST:
        left, top = x + LAST * (SLOT_WIDTH + 8), y
    else:
        left, top = x + (SLOT_WIDTH + 8) / 2, y + 2 * (SLOT_HEIGHT + 8)
    shapes += [
        Rect(left, top, SLOT_WIDTH, SLOT_HEIGHT, "paper", "ink", 9, 2.5),
        Label(left + SLOT_WIDTH / 2, top + 14, say("total"), 14, "faint"),
        Pen(left + SLOT_WIDTH / 2, top + 41, str(game.rules.score(s, seat)), 28, f"{seat}total"),
    ]
    return shapes


def _slot(game: GameContext, paper: Sheet, place: int, x: float, y: float, seat: int) -> Part:
    id_, middle = f"scored-{place + 1}", x + SLOT_WIDTH / 2
    shapes: list[Shape] = [
        Rect(x, y, SLOT_WIDTH, SLOT_HEIGHT, "shade", "line", 9),
        Label(middle, y + SLOT_HEIGHT / 2, f"{place + 1}", 20, "faint"),
    ]
    if place >= paper.done:
        return Part(id_, say("part.not_scored", card=nth(place)), tuple(shapes))
    card, points = paper.scored[place], paper.points[place]
    number = game.rules.NUMBERS[card]
    shapes = [Rect(x, y, SLOT_WIDTH, SLOT_HEIGHT, "paper", "ink", 9)]
    for line, c in enumerate(row_order(game, card)):
        shapes.append(Rect(x + 6, y + 6 + line * 11, 20, 9, NAMES[c], radius=3))
    shapes += [
        Label(x + SLOT_WIDTH - 8, y + 14, say("card_number", card=number), 13, "faint",
              anchor="end"),
        Pen(middle + 13, y + 41, str(points), 28, f"{seat}{number}points"),
    ]  # fmt: skip
    told = say("part.scored", card=nth(place), points=points)
    return Part(id_, told, tuple(shapes))


def deck(game: GameContext) -> tuple[PrintedCard, ...]:
    """All cards of the edition in play."""
    size = float(CARD_WIDTH), float(CARD_HEIGHT)
    back = card_back(say("name"), size, "purple", (game.text(say("name")),))
    paper, cards = Sheet(), []
    for card in range(1, game.rules.CARDS + 1):
        paper.cards[0] = card
        title = say("card_number", card=game.rules.NUMBERS[card])
        front = Drawing(*size, title, (_card(game, paper, 0, 0, 0, 0),))
        cards.append(PrintedCard(front, back))
    return tuple(cards)


def tray(game: GameContext, s: State) -> Drawing:
    """The five dice."""
    shapes: list[Shape] = []
    width = OPEN * MINI_WIDTH + 4 * GAP
    step = (width - 2 * GAP - SIZE) / (DICE - 1)
    for place in range(DICE):
        x, die = GAP + place * step, s.dice[place]
        name = NAMES[die - 1] if die else None
        face = colour_die(x, 8, name, colour_letter(name) if name else "")
        told = say("part.not_rolled", die=nth(place))
        if die:
            told = say("part.die", die=nth(place), colour=colour(die - 1))
        shapes.append(Part(f"die-{place + 1}", told, face))
    return Drawing(width, SIZE + 2 * GAP, say("tray"), tuple(shapes))


def market(game: GameContext, s: State) -> Drawing | None:
    """In the advanced game, the three open cards."""
    if not s.advanced:
        return None
    lefts = [GAP + place * (MINI_WIDTH + GAP) for place in range(OPEN)]
    shapes = [_open(game, s, place, left, GAP) for place, left in enumerate(lefts)]
    width = OPEN * MINI_WIDTH + (OPEN + 1) * GAP
    return Drawing(width, MINI_HEIGHT + 2 * GAP, say("open"), tuple(shapes))


def _open(game: GameContext, s: State, place: int, x: float, y: float) -> Part:
    """An open card, small: the value of each row is also its number of boxes."""
    card, id_ = s.open[place], f"open-{place + 1}"
    if not card:
        shapes: list[Shape] = [Rect(x, y, MINI_WIDTH, MINI_HEIGHT, "shade", "line", 10, 2)]
        return Part(id_, say("part.open_gap", card=nth(place)), tuple(shapes))
    number = game.rules.NUMBERS[card]
    shapes = [
        Rect(x, y, MINI_WIDTH, MINI_HEIGHT, "paper", "ink", 10),
        Label(x + MINI_WIDTH - 8, y + 15.5, say("card_number", card=number), 13, "faint",
              anchor="end"),
    ]  # fmt: skip
    told: list[Message] = []
    for line, c in enumerate(row_order(game, card)):
        top, name = y + MINI_HEAD + line * MINI_ROW, NAMES[c]
        middle, length = top + 12, game.rules.LENGTHS[card][c]
        shapes += [
            Rect(x + 5, top, MINI_WIDTH - 10, 24, name, radius=7),
            Symbol(TONES[name].symbol, x + 18, middle, 13, f"{name}.on"),
            Label(x + 36, middle, colour_letter(name), 14, f"{name}.on", bold=True),
            Circle(x + 59, middle, 10, "paper", f"{name}.text", 1),
            Label(x + 59, middle, str(length), 15, "ink", bold=True),
        ]
        key = "part.open_row"
        if game.rules.SUNNY[card][c]:
            shapes += _sun(x + MINI_WIDTH - 22, middle, 10)
            key = "part.open_sun_row"
        told.append(say(key, colour=colour(c), length=length))
    return Part(id_, say("part.open", card=nth(place), rows=told), tuple(shapes))


def text(game: GameContext, s: State, seat: int) -> str:
    """The cards in letters: ``Y3* x..`` is a yellow row of three with a sun, one box ticked."""
    paper, numbers = s.sheets[seat], game.rules.NUMBERS
    scored = [f"{numbers[paper.scored[p]]} = {paper.points[p]}" for p in range(paper.done)]
    head = say(
        "text_head",
        seat=seat,
        score=game.rules.score(s, seat),
        scored=scored or say("no_scored"),
    )
    lines = [game.text(head)]
    for place in range(s.places):
        ticks = paper.ticks[place] if place < OWN else [0] * len(COLOURS)
        lines.append(_card_text(game, place, paper.cards[place], ticks))
    return "\n".join(lines)


def _card_text(game: GameContext, place: int, card: int, ticks: list[int]) -> str:
    rows = []
    for c in row_order(game, card):
        length = game.rules.LENGTHS[card][c]
        sun = "*" if game.rules.SUNNY[card][c] else " "
        boxes = "x" * ticks[c] + "." * (length - ticks[c])
        rows.append(f"{COLOURS[c]}{length}{sun} {boxes:<6}")
    name = game.text(say("card_number", card=game.rules.NUMBERS[card])) if card else "-"
    return f"{place + 1}: {name:<7} {'  '.join(rows)}".rstrip()


def picking(game: GameContext, s: State, viewer: int | None) -> Picking:
    """Dice of one kind, or a card of the deck for the open row or for the seat that lacks one."""
    if s.phase == DEAL:
        cards = enumerate(deck(game), 1)
        faces = [
            Face(f"deal {game.rules.NUMBERS[card]}", printed.front.title, printed.front)
            for card, printed in cards
            if game.rules.in_deck(s, card)
        ]
        lies_open = s.advanced and s.places == OWN
        what = say("pick.open" if lies_open else "pick.own")
        seat = None if lies_open else game.rules.seat_with_gap(s)
        return Picking((Pick(what, tuple(faces)),), seat=seat, what=what)
    colours = []
    for letter, name in zip(COLOURS, NAMES, strict=True):
        told, cube = say(f"colour.{letter}"), colour_die(2, 2, name, colour_letter(name))
        colours.append(Face(letter, told, Drawing(SIZE + 4, SIZE + 4, told, cube)))
    due = sum(die == 0 for die in s.dice)
    return Picking(due * (Pick(say("tray"), tuple(colours)),), alike=True)


def tray_text(game: GameContext, s: State) -> str:
    """The dice, and the open cards of the advanced game."""
    lines = [letters(s.dice)]
    if any(s.open):
        lines += ["", game.text(say("open"))]
        empty = [0] * len(COLOURS)
        lines += [_card_text(game, place, card, empty) for place, card in enumerate(s.open)]
    return "\n".join(lines)
