"""Clever Kids' sheet: balloons, the birthday train, gifts and treats, each zone on its own card."""

from __future__ import annotations

from collections.abc import Iterator

from rollwrite.draw.shapes import Circle, Drawing, Label, Part, Pen, Polygon, Rect, Shape, Symbol
from rollwrite.games.clever_kids.rules import State
from rollwrite.games.clever_kids.sheet import (
    BALLOON,
    BLUE,
    BLUE_AT,
    CANDLE,
    COLOURS,
    GIFT,
    GREEN,
    GREEN_AT,
    MOST_COLUMNS,
    MOST_PAIRS,
    RED,
    RED_AT,
    STAR,
    TREAT,
    TREATS,
    YELLOW,
    YELLOW_AT,
    say,
)
from rollwrite.games.clever_kids.ui.names import (
    ROW_LETTERS,
    bonuses,
    face_name,
    symbol_name,
    target_id,
    zone_name,
)
from rollwrite.games.clever_kids.ui.pictures import (
    Shapes,
    badge,
    candle,
    picture,
    prize,
    rainbow_star,
)
from rollwrite.games.clever_kids.ui.tray import picking, tray, tray_text
from rollwrite.games.clever_kids.zones import Sheet
from rollwrite.games.contract import GameContext
from rollwrite.games.kit.sheets import backdrop
from rollwrite.texts import Message

__all__ = ["emblem", "picking", "sheet", "text", "tray", "tray_text"]

WIDTH, EDGE, GAP, HEAD = 720, 16, 12, 50
ROW = WIDTH - 2 * EDGE - 24  # room for a row of balloons or wagons
BALLOON_ROW, WAGON_ROW, TREAT_ROW, FOOT = 112, 104, 92, 64
GIFTS_SHARE = 0.56  # of the width: a finger needs as much room on a gift as on a pair of treats
_ICONS = {YELLOW: BALLOON, RED: CANDLE, GREEN: GIFT, BLUE: TREAT}


def sheet(game: GameContext, s: State, seat: int) -> Drawing:
    """The whole paper of one seat."""
    paper, rules = s.sheets[seat], game.rules
    shapes: list[Shape] = []
    y = 52.0
    for zone, count, row, line in (
        (YELLOW, rules.BALLOONS, 12, BALLOON_ROW),
        (RED, rules.WAGONS, 10, WAGON_ROW),
    ):
        rows = -(-count // row)
        tall = HEAD + rows * line + 4
        shapes.append(_card(zone, EDGE, y, WIDTH - 2 * EDGE, tall))
        draw = _balloons if zone == YELLOW else _train
        shapes += draw(game, paper, seat, y + HEAD, -(-count // rows))
        y += tall + GAP
    y = _lower_cards(game, paper, seat, y, shapes)
    shapes += _foot(game, s, seat, y)
    height = y + FOOT
    back: list[Shape] = [
        Rect(1, 1, WIDTH - 2, height - 2, "paper", "line", 18),
        *rainbow_star(36, 27, 30),
        Label(60, 27, "Clever Kids", 26, "ink", bold=True, anchor="start"),
        Label(WIDTH - 22, 27, say("seat", seat=seat), 21, "faint", anchor="end"),
    ]
    return Drawing(WIDTH, height, say("title", seat=seat), (*back, *shapes))


def emblem(game: GameContext, s: State, seat: int) -> Drawing:
    """Three balloons, their strings held in one hand."""
    shapes: list[Shape] = [backdrop("red")]
    hand = (104.0, 178.0)
    balloons = ((52, 84, "red"), (104, 62, "blue"), (156, 88, "yellow"))
    for x, y, _ in balloons:
        bend = (x + (hand[0] - x) * 0.3, y + (hand[1] - y) * 0.62)
        line = ((x, y + 38), bend, hand, (bend[0] + 1.6, bend[1]), (x + 1.6, y + 38))
        shapes.append(Polygon(line, "faint", "faint", 0.8))
    for x, y, colour in balloons:
        knot = ((x, y + 33), (x + 6, y + 43), (x - 6, y + 43))
        shapes += [
            Polygon(knot, colour, colour, 2),
            Symbol("balloon", x, y, 74, colour),
            Circle(x - 12, y - 14, 6, "gloss"),
        ]
    return Drawing(200, 200, say("name"), tuple(shapes))


def _card(zone: int, x: float, y: float, width: float, height: float) -> Part:
    """The coloured card of a zone with its name: what a player taps to choose the zone."""
    colour = COLOURS[zone - 1]
    return Part(
        f"zone-{colour}",
        say("part.zone", zone=zone_name(zone), title=say(f"zone_title.{colour}")),
        (
            Rect(x, y, width, height, f"{colour}.tint", colour, 16, 3),
            Rect(x, y, width, HEAD - 6, colour, "none", 16),
            Rect(x, y + HEAD - 26, width, 20, colour),
            Circle(x + 26, y + 22, 17, "paper"),
            *picture(_ICONS[zone], x + 26, y + 22, 28),
            Label(x + 52, y + 22, say(f"zone_title.{colour}"), 24, f"{colour}.on", True, "start"),
            Label(x + width - 14, y + 22, say(f"zone_hint.{colour}"), 21, f"{colour}.on",
                  anchor="end"),
        ),
    )  # fmt: skip


def _part(game: GameContext, paper: Sheet, target: int, shapes: Shapes) -> Part:
    """A symbol of the sheet that can be ticked, with a name that can be said."""
    rules = game.rules
    key = "wagon" if rules.FACE[target] == CANDLE else "symbol"
    label = say(
        f"part.field_{key}",
        name=symbol_name(target),
        symbol=face_name(rules.FACE[target]),
        need=rules.NEED[target],
        prize=_prize_name(rules.PRIZE[target]),
        state=say("part.ticked" if rules.ticked(paper, target) else "part.open"),
    )
    return Part(target_id(target), label, shapes)


def _prize_name(kind: int) -> Message:
    if kind == STAR:
        return say("part.star")
    return say("part.bonus", colour=zone_name(kind)) if kind else say("part.plain")


def _mark(seat: int, target: int, x: float, y: float, size: float) -> Shapes:
    return (Pen(x, y, "x", size, f"{seat}{target_id(target)}"),)


def _earned(kind: int, x: float, y: float, size: float, hand: str, done: bool) -> Shapes:
    """A prize; a star that is won is ringed by hand, as the rulebook asks at the end."""
    ring = (Pen(x, y, "o", size * 1.2, hand),) if done and kind == STAR else ()
    return (*prize(kind, x, y, size), *ring)


def _circle(kind: int, x: float, y: float, radius: float) -> Shapes:
    """The bonus circle around a symbol."""
    if kind in (0, STAR):
        return ()
    return (Circle(x, y, radius, "paper", COLOURS[kind - 1], 4.5),)


def _balloons(game: GameContext, paper: Sheet, seat: int, top: float, row: int) -> Iterator[Shape]:
    """Y: balloons on strings, a tag at the end of each string that brings something."""
    step = min(ROW / row, 76)
    for place in range(game.rules.BALLOONS):
        target = YELLOW_AT + place
        kind, done = game.rules.PRIZE[target], game.rules.ticked(paper, target)
        x = EDGE + 12 + step * (place % row + 0.5)
        sway = 6 if place % 2 else 0
        y = top + BALLOON_ROW * (place // row) + 28 + sway
        foot = top + BALLOON_ROW * (place // row) + 96
        shapes = (
            Rect(x - step / 2 + 1, y - 31 - sway, step - 2, 112, "yellow.tint", radius=step / 2),
            Rect(x - 0.8, y + 16, 1.6, foot - y - (28 if kind else 16), "faint"),
            *_circle(kind, x, y, 26),
            *picture(game.rules.FACE[target], x, y, 48, ticked=done),
            *_earned(kind, x, foot - 15, 28, f"{seat}star{target}", done),
            *(_mark(seat, target, x, y, 40) if done else ()),
        )
        yield _part(game, paper, target, shapes)


def _train(game: GameContext, paper: Sheet, seat: int, top: float, row: int) -> Iterator[Shape]:
    """R: the birthday train, a candle or more on every wagon."""
    step = min(ROW / (row + 1), 72)
    wagons = game.rules.WAGONS
    for line in range(-(-wagons // row)):
        rail = top + WAGON_ROW * line + 92
        yield Rect(EDGE + 8, rail, WIDTH - 2 * EDGE - 16, 3, "red.text")
        yield Rect(EDGE + 12 + step / 2, rail - 22, step / 2, 5, "ink")
        yield from _engine(EDGE + 12 + step / 2, rail)
    for place in range(wagons):
        target = RED_AT + place
        kind, done = game.rules.PRIZE[target], game.rules.ticked(paper, target)
        x = EDGE + 12 + step * (place % row + 1.5)
        rail = top + WAGON_ROW * (place // row) + 92
        width, need = step - 7, game.rules.NEED[target]
        candles: list[Shape] = []
        for number in range(need):
            at = x + (number - (need - 1) / 2) * min(18.0, (width - 8) / need)
            candles += candle(at, rail - 64, 46, lit=not done)
        shapes = (
            Rect(x - step / 2 + 1, rail - 90, step - 2, 94, "red.tint", radius=12),
            Rect(x - step / 2, rail, step, 3, "red.text"),
            Rect(x - step / 2, rail - 22, step / 2, 5, "ink"),
            *candles,
            Rect(x - width / 2, rail - 45, width, 34, "paper", "red.text", 7, 2),
            Circle(x - width * 0.28, rail - 8, 8, "cocoa", "ink", 1.5),
            Circle(x + width * 0.28, rail - 8, 8, "cocoa", "ink", 1.5),
            *_earned(kind, x, rail - 28, 27, f"{seat}star{target}", done),
            *(_mark(seat, target, x, rail - 64, 34 + 5 * min(need, 3)) if done else ()),
        )
        yield _part(game, paper, target, shapes)


def _engine(x: float, rail: float) -> Shapes:
    return (
        Circle(x - 9, rail - 82, 5, "shade", "line"),
        Circle(x - 1, rail - 90, 7, "shade", "line"),
        Rect(x - 20, rail - 68, 11, 20, "ink", radius=2),
        Rect(x - 24, rail - 52, 38, 40, "red", "ink", 9, 1.5),
        Rect(x + 4, rail - 72, 22, 60, "red", "ink", 5, 1.5),
        Rect(x + 8, rail - 66, 14, 17, "yellow", "ink", 3, 1.5),
        Circle(x - 13, rail - 9, 9, "cocoa", "ink", 1.5),
        Circle(x + 14, rail - 9, 9, "cocoa", "ink", 1.5),
    )


def _lower_cards(
    game: GameContext, paper: Sheet, seat: int, y: float, shapes: list[Shape]
) -> float:
    """G and B side by side, or one below the other where a sheet is wide; returns what is below."""
    rules = game.rules
    beside = rules.COLUMNS <= 4 and max(rules.PAIRS) <= 3
    whole = WIDTH - 2 * EDGE
    width = whole * GIFTS_SHARE if beside else whole
    cell = min((width - 24) / (rules.COLUMNS + 0.8), 76)
    gifts, treats = HEAD + cell * rules.ROWS + 62, HEAD + TREAT_ROW * TREATS + 8
    if beside:
        gifts = treats = max(gifts, treats)
    shapes.append(_card(GREEN, EDGE, y, width, gifts))
    shapes += _gifts(game, paper, seat, EDGE + 12, y + HEAD + 2, cell)
    x, y = (EDGE + width + GAP, y) if beside else (EDGE, y + gifts + GAP)
    width = whole - width - GAP if beside else whole
    shapes.append(_card(BLUE, x, y, width, treats))
    shapes += _treats(game, paper, seat, x + 12, y + HEAD + 2, width - 24)
    return y + treats + GAP


def _gifts(
    game: GameContext, paper: Sheet, seat: int, left: float, top: float, cell: float
) -> Iterator[Shape]:
    """G: the gifts, a star for each full row, and what full columns bring below them."""
    rules = game.rules
    for place in rules.GIFTS:
        row, column = divmod(place, MOST_COLUMNS)
        target = GREEN_AT + place
        done = rules.ticked(paper, target)
        x, y = left + cell * (column + 0.5), top + cell * (row + 0.5)
        shapes = (
            Rect(
                x - cell / 2 + 2, y - cell / 2 + 2, cell - 4, cell - 4, "paper", "green.text", 9, 1
            ),
            *picture(rules.FACE[target], x, y, cell * 0.74, ticked=done),
            *(_mark(seat, target, x, y, cell * 0.62) if done else ()),
        )
        yield _part(game, paper, target, shapes)
    for row in range(rules.ROWS):
        x, y = left + cell * (rules.COLUMNS + 0.45), top + cell * (row + 0.5)
        done = rules.full_row(paper, row)
        yield _line_prize("row", row, rules.ROW_PRIZE[row], x, y, f"{seat}row{row}", done)
    for column in range(rules.COLUMNS):
        x, y = left + cell * (column + 0.5), top + cell * rules.ROWS + 27
        done = rules.full_column(paper, column)
        kind = rules.COLUMN_PRIZE[column]
        yield _line_prize("column", column, kind, x, y, f"{seat}column{column}", done)


def _line_prize(
    what: str, number: int, kind: int, x: float, y: float, hand: str, done: bool
) -> Part:
    state = say("part.ticked" if done else "part.open")
    label = say(f"part.{what}", number=number + 1, prize=_prize_name(kind), state=state)
    cross = (Pen(x, y, "x", 26, hand),) if done and kind not in (0, STAR) else ()
    return Part(f"{what}-{number + 1}", label, (*_earned(kind, x, y, 34, hand, done), *cross))


def _treats(
    game: GameContext, paper: Sheet, seat: int, left: float, top: float, width: float
) -> Iterator[Shape]:
    """M, D and C: three rows of pairs, each with what it brings beside it."""
    step = width / max(3, *game.rules.PAIRS)
    for treat in range(TREATS):
        y = top + TREAT_ROW * (treat + 0.5)
        for pair in range(game.rules.PAIRS[treat]):
            target = BLUE_AT + MOST_PAIRS * treat + pair
            kind, done = game.rules.PRIZE[target], game.rules.ticked(paper, target)
            x, wide, tall = left + step * (pair + 0.5), step - 6, TREAT_ROW - 8
            ringed = kind not in (0, STAR)
            edge, line = (COLOURS[kind - 1], 4.5) if ringed else ("blue.text", 1.0)
            face = game.rules.FACE[target]
            shapes = (
                Rect(
                    x - wide / 2,
                    y - tall / 2,
                    wide,
                    tall,
                    "paper",
                    edge,
                    14,
                    line,
                ),
                *picture(face, x - wide * 0.22, y - 10, wide * 0.46, ticked=done),
                *picture(face, x + wide * 0.22, y - 10, wide * 0.46, ticked=done),
                *_earned(kind, x + wide / 2 - 19, y + 25, 28, f"{seat}star{target}", done),
                *(_mark(seat, target, x, y - 6, 46) if done else ()),
            )
            yield _part(game, paper, target, shapes)


def _foot(game: GameContext, s: State, seat: int, y: float) -> Iterator[Shape]:
    """Bonus crosses still to be made, and the stars."""
    waiting = bonuses(s.sheets[seat])
    if waiting:
        yield Label(EDGE + 6, y + 24, say("foot.bonus"), 22, "ink", True, "start")
        for place, zone in enumerate(waiting[:8]):
            yield from badge(zone, EDGE + 120 + 48 * place, y + 24, 42)
    x = WIDTH - EDGE - 100
    yield from rainbow_star(x - 26, y + 24, 42)
    yield Rect(x, y + 2, 100, 46, "paper", "ink", 12, 2.5)
    yield Pen(x + 50, y + 25, str(game.rules.score(s, seat)), 30, f"{seat}total")


TEXT_COLOURS = {name[0].upper(): name for name in COLOURS}


def text(game: GameContext, s: State, seat: int) -> str:
    """The sheet in letters: ``[x]`` ticked, ``*`` a star, ``(B)`` a bonus circle."""
    paper, rules = s.sheets[seat], game.rules
    lines = [game.text(say("text_head", seat=seat, score=rules.score(s, seat)))]

    def cells(first: int, count: int, shown: str = "") -> str:
        found = []
        for target in range(first, first + count):
            what = shown or game.text(say(f"short.{rules.FACE[target]}"))
            inside = "x" if rules.ticked(paper, target) else " "
            dice = str(rules.NEED[target]) if shown == "i" else ""
            found.append(f"[{inside}]{what}{dice}{_short(rules.PRIZE[target])}")
        return " ".join(found)

    lines.append("Y " + cells(YELLOW_AT, rules.BALLOONS))
    lines.append("R " + cells(RED_AT, rules.WAGONS, "i"))
    for row in range(rules.ROWS):
        gifts = cells(GREEN_AT + MOST_COLUMNS * row, rules.COLUMNS)
        lines.append(f"G{row + 1} {gifts}  {_short(rules.ROW_PRIZE[row])}".rstrip())
    feet = [_short(rules.COLUMN_PRIZE[column]) for column in range(rules.COLUMNS)]
    lines.append("   " + " ".join(f"{foot:<5}" for foot in feet).rstrip())
    for treat, letter in enumerate(ROW_LETTERS):
        lines.append(f"{letter} " + cells(BLUE_AT + MOST_PAIRS * treat, rules.PAIRS[treat]))
    return "\n".join(lines)


def _short(kind: int) -> str:
    if kind == STAR:
        return "*"
    return f"({COLOURS[kind - 1][0].upper()})" if kind else ""
