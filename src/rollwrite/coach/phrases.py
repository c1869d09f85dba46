"""The moves of a moment as a person would say them: "Write 11 in yellow, 4th field"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rollwrite.draw.shapes import Drawing, Part, Shape
from rollwrite.play import narration
from rollwrite.play.checks import check_decision
from rollwrite.play.state import State
from rollwrite.texts import texts_of


def phrases(state: State, seat: int) -> dict[str, str]:
    """The moves of a pending seat by their notation, each said so that no other is meant.

    They are told in the game's fuller words, or else as on their buttons; where several have the
    same, with the parts they are about.
    """
    check_decision(state, seat)
    game, moves = state.game, state.moves(seat)
    said = {move.text: narration.full(state, move) for move in moves}
    often = Counter(said.values())
    if max(often.values()) == 1:
        return said
    labels = _labels(state, seat)
    buttons = texts_of(game.definition.package, game.language)
    for move in moves:
        if often[said[move.text]] > 1 and move.parts:
            names = [labels.get(part) or buttons.get(f"button.{part}", part) for part in move.parts]
            said[move.text] += f" ({_together([_short(name) for name in names])})"
    return said


def _labels(state: State, seat: int) -> dict[str, str]:
    language = state.game.language
    found: dict[str, str] = {}
    for drawing in filter(None, (state.tray(), state.market(), state.sheet(seat))):
        found |= {part.id: part.label.text(language) for part in _parts(drawing.shapes)}
    return found


def part_names(drawing: Drawing) -> set[str]:
    """The parts that a drawing shows, as moves name them."""
    return {part.id for part in _parts(drawing.shapes)}


def _short(name: str) -> str:
    """The name of a part without what it holds: "row 1, blue 3", where that is empty."""
    return name.partition(":")[0].rstrip()


def _together(names: Sequence[str]) -> str:
    """Names one after the other; where they all stand in one row, the row is said once."""
    first = names[0].partition(", ")[0] + ", " if names else ""
    if len(names) > 1 and all(name.startswith(first) for name in names):
        return first + ", ".join(name.removeprefix(first) for name in names)
    return ", ".join(names)


def _parts(shapes: Iterable[Shape]) -> Iterator[Part]:
    for shape in shapes:
        if isinstance(shape, Part):
            yield shape
            yield from _parts(shape.shapes)
