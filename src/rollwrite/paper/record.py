"""A finished game on one page: sheets, tally, the course of the points, and the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rollwrite.draw.chart import Axis, Series, chart
from rollwrite.draw.shapes import Drawing
from rollwrite.draw.svg import svg
from rollwrite.errors import BadLog, say
from rollwrite.paper.blank import clean
from rollwrite.paper.layout import MARGIN, PAPERS
from rollwrite.paper.markup import quoted
from rollwrite.paper.typeset import check_paper, filled, typeset
from rollwrite.play.state import State
from rollwrite.play.turns import points_by_turn
from rollwrite.texts import Figure

GAP = 5.0  # millimetres between two sheets
SHEETS, CURVE = 118.0, 50.0  # how high all sheets together and the curve may be
LONG = 3000  # letters of a log that needs more room
WIDE = 950.0  # of the curve in its own units


def record(
    state: State,
    names: Sequence[str] | None = None,
    paper: str = "a4",
    *,
    ppi: float | None = None,
) -> bytes:
    """The PDF of a finished game; BadLog for one that is not. Names go before seats' numbers.

    With a number of pixels to the inch, a picture of it (PNG).
    """
    game = state.game
    check_paper(game, paper)
    if not state.over:
        raise BadLog(say("print.open", events=len(state.log.events)), game.language)
    told = names or [game.text(say("cli.seat", seat=seat)) for seat in range(state.seats)]
    width, height = PAPERS[paper]
    columns = next(n for n in (1, 2, 3) if -(-state.seats // n) <= 2 or n == 3)
    columns = state.seats if state.seats <= 2 else columns
    name = f"{game.name}, {game.edition}" if game.edition else game.name
    values = {
        "TITLE": quoted(name),
        "LANGUAGE": quoted(game.language),
        "WIDTH": f"{width}",
        "HEIGHT": f"{height}",
        "MARGIN": f"{MARGIN}",
        "RESULT": quoted(_result(state, told)),
        "COLUMNS": f"{columns}",
        "SEATS": ", ".join(_seats(state, told, width, columns)),
        "CURVE": _curve(state, told, width - 2 * MARGIN),
        "LOG": _log(state),
    }
    return typeset(filled("record.typ", values), ppi)


def _result(state: State, names: Sequence[str]) -> str:
    """Who won, and how the game can be played again."""
    won = [names[seat] for seat in state.winners()]
    text = say("print.winners", names=", ".join(won)) if won else say("cli.nobody", seats=())
    seed = state.log.seed
    after = "" if seed is None else " · " + state.game.text(say("print.seed", seed=seed))
    return state.game.text(text) + after


def _seats(state: State, names: Sequence[str], width: float, columns: int) -> Iterator[str]:
    wide = (width - 2 * MARGIN - (columns - 1) * GAP) / columns
    short = SHEETS * 0.8 if len(str(state.log)) > LONG else SHEETS
    tall = short / -(-state.seats // columns)
    for seat in range(state.seats):
        points = Figure(state.scores()[seat], "d").text(state.game.language)
        picture = _drawn(state, clean(state.sheet(seat)), wide, tall)
        lines = [line for line in state.tally(seat) if line.points]
        tally = "".join(
            f"([#{quoted(line.label)}], "
            f"align(right)[#{quoted(Figure(line.points, 'd').text(state.game.language))}]), "
            for line in lines
        )
        yield f"seat({quoted(names[seat])}, {quoted(points)}, {picture}, ({tally}))"


def _drawn(state: State, drawing: Drawing, wide: float, tall: float) -> str:
    scale = min(wide / drawing.width, tall / drawing.height)
    told = drawing.title.text(state.game.language)
    picture = quoted(svg(drawing, state.game.language))
    across, down = scale * drawing.width, scale * drawing.height
    return f"drawn({picture}, {across:.3f}, {down:.3f}, {quoted(told)})"


def _curve(state: State, names: Sequence[str], wide: float) -> str:
    """Every seat's points turn by turn; nothing for a game of one turn."""
    rows = [(0,) * state.seats, *points_by_turn(state)]
    if len(rows) < 3:
        return ""
    text, language = state.game.text, state.game.language
    series = [
        Series(name, [(float(turn), float(row[seat])) for turn, row in enumerate(rows)])
        for seat, name in enumerate(names)
    ]
    values = [value for row in rows for value in row]
    x = Axis(text(say("print.turns")), 0.0, float(len(rows) - 1), language=language)
    y = Axis(text(say("print.points")), float(min(values)), float(max(values)), language=language)
    title = text(say("print.curve"))
    scale = WIDE / wide
    picture = chart(title, x, y, series, width=WIDE, height=scale * CURVE, paper="white.tint")
    return f"drawn({quoted(picture)}, {wide:.3f}, {CURVE}, {quoted(title)})"


def _log(state: State) -> str:
    """The log, a paragraph for each turn, in the notation in which it can be typed in again."""
    lines = str(state.log).partition("\n\n")[2].splitlines()
    return "".join(f"par({quoted(line)}); " for line in lines if line)
