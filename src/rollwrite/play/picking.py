"""How people enter what their own dice show: which faces and cards can be picked."""

from __future__ import annotations

from itertools import islice
from math import prod

from rollwrite.games.optional import Face, OptionalDrawings, Pick, Picking
from rollwrite.play.state import State
from rollwrite.play.visibility import secret_of

MOST = 50_000  # outcomes looked at; six dice have 46,656


def picking(state: State, viewer: int | None) -> Picking:
    """What can be entered at a state that waits for chance, as far as a seat may know it."""
    drawing = OptionalDrawings.of(state.game.definition.drawing)
    return drawing.picking(state.game, state._record, viewer) or _from_words(state)


def only_for(state: State) -> int | None:
    """The only seat that may know what is rolled or dealt next; None if all may."""
    notation, record = state.game.definition.notation, state._record
    event, _ = next(notation.outcomes(state.game, record))
    return secret_of(state, state.roll(notation.write_event(state.game, record, event)))


def _from_words(state: State) -> Picking:
    """The words by which the outcomes differ; whole outcomes where words do not go together freely.

    Most notations write one word for each die: these can be picked one by one.
    """
    notation, record = state.game.definition.notation, state._record
    outcomes = islice(notation.outcomes(state.game, record), MOST)
    texts = [notation.write_event(state.game, record, event) for event, _ in outcomes]
    rows = [text.split() for text in texts]
    columns = [list(dict.fromkeys(words)) for words in zip(*rows, strict=False)]
    alike = all(len(row) == len(columns) for row in rows)
    if not alike or prod(map(len, columns)) != len(set(texts)):
        columns = [texts]
    return Picking(tuple(Pick(faces[0][:1], tuple(Face(f, f) for f in faces)) for faces in columns))
