"""What is drawn and said of one table, kept for as long as it is true.

Most of what happens at a table changes little of what is seen: a seat's answer changes its own
sheet, a roll the tray. States never change, so whatever was made of a state stays right; and what
was made of the fields of one state is right for every state in which they are the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any
from weakref import ref

import msgspec

import rollwrite as rw
from rollwrite import web
from rollwrite.draw.shapes import Drawing, Part, Shape
from rollwrite.play.visibility import seen_by
from rollwrite.server.tables.read_tracking import Reads, watch
from rollwrite.server.tables.turn_log import TurnLog
from rollwrite.texts import Message

SHEET, LOG = "sheet", "log"  # first parts of keys, of what shows names
KEPT = 3  # of one thing: as everybody knows it, as its owner does, and the one before
_ENCODER = msgspec.json.Encoder()


class Picture:
    """A drawing as SVG, in pieces."""

    __slots__ = (
        "__weakref__", "_labels", "_parts", "_patch", "_whole",
        "drawing", "language", "name", "pieces",
    )  # fmt: skip

    def __init__(
        self, drawing: Drawing, language: str, name: str, before: Picture | None = None
    ) -> None:
        self.drawing = drawing
        self.language = language
        self.name = name
        known = (before.drawing, before.pieces) if before else None
        self.pieces: tuple[str, ...] = web.pieces(drawing, language, name or None, known)
        self._parts: dict[str, Message] | None = None
        self._labels: dict[str, str] = {}
        self._whole: msgspec.Raw | None = None
        # Weakly: else each picture would keep the one before it, and that one all earlier ones.
        self._patch: tuple[ref[Picture], msgspec.Raw] | None = None

    @property
    def svg(self) -> str:
        """The whole picture."""
        return "".join(self.pieces)

    @property
    def parts(self) -> Mapping[str, Message]:
        """The names of all parts, in no language yet."""
        if self._parts is None:
            self._parts = dict(_parts(self.drawing.shapes))
        return self._parts

    def label(self, part: str) -> str | None:
        """The sayable name of a part; None if it is not in this picture."""
        found = self._labels.get(part)
        if found is None and part in self.parts:
            found = self._labels[part] = self.parts[part].text(self.language)
        return found

    def since(self, before: Picture | None) -> msgspec.Raw:
        """All pieces, written as JSON: texts, and for those of ``before`` where they stood there.

        ``[3, 5]`` stands for its pieces 3 and 4.
        """
        if before is None:
            if self._whole is None:
                self._whole = msgspec.Raw(_ENCODER.encode(self.pieces))
            return self._whole
        if self._patch is None or self._patch[0]() is not before:
            self._patch = (
                ref(before),
                msgspec.Raw(_ENCODER.encode(_patch(before.pieces, self.pieces))),
            )
        return self._patch[1]


class RenderCache:
    """Draws one table for everybody who looks at it; what has not changed is not drawn again."""

    def __init__(self) -> None:
        self._kept: dict[Any, deque[tuple[rw.State, Reads, Any]]] = {}
        self._of_states: dict[Any, deque[tuple[rw.State, Any]]] = {}
        self._names: tuple[str, ...] = ()
        self.log = TurnLog()

    def named(self, names: Sequence[str]) -> None:
        """Let go of whatever shows a name that nobody has any more.

        A player may be renamed any number of times; only his present name is worth keeping.
        """
        now = tuple(names)
        if now == self._names:
            return
        known = dict(enumerate(self._names))
        old = {seat for seat, name in enumerate(now) if known.get(seat) != name}
        self._names = now
        for key in [key for key in self._kept if key[0] == SHEET and key[1] in old]:
            del self._kept[key]
        for key in [key for key in self._of_states if key[0] == LOG]:
            del self._of_states[key]
        self.log = TurnLog()

    def sheet(self, state: rw.State, seat: int, name: str, language: str) -> Picture:
        """A seat's sheet."""
        return self._picture(state, (seat, name), lambda read: read.sheet(seat), language)

    def tray(self, state: rw.State, language: str) -> Picture:
        """The dice in the middle of the table."""
        return self._picture(state, ("tray", ""), rw.State.tray, language)

    def market(self, state: rw.State, language: str) -> Picture | None:
        """What lies open for all besides dice; None in a game that has nothing of the kind."""

        def make(read: rw.State, last: Picture | None) -> Picture | None:
            drawing = read.in_language(language).market()
            return None if drawing is None else _picture(drawing, language, "", last)

        found: Picture | None = self.made(state, (language, "market"), make)
        return found

    def seen_by(self, state: rw.State, viewer: int | None) -> rw.State:
        """A state without what others hide from a seat."""
        found: rw.State = self.of_state(state, ("seen", viewer), lambda: seen_by(state, viewer))
        return found

    def of_state(self, state: rw.State, key: Any, make: Callable[[], Any]) -> Any:
        """What was made of exactly this state under a key, or is made now."""
        kept = self._of_states.get(key)
        if kept is None:
            kept = self._of_states[key] = deque(maxlen=KEPT)
        for known, value in kept:
            if known is state:
                return value
        value = make()
        kept.append((state, value))
        return value

    def made(self, state: rw.State, key: Any, make: Callable[[rw.State, Any], Any]) -> Any:
        """What was made under a key of a state that reads the same, or is made now.

        ``make`` is given the state, and what was made last.
        """
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = deque(maxlen=KEPT)
        for known, _, value in kept:
            if known is state:
                return value
        for index, (_, reads, value) in enumerate(kept):
            if reads.hold(state._record):
                kept[index] = state, reads, value
                return value
        last = kept[-1][2] if kept else None
        value, reads = watch(
            lambda record: make(rw.State(state.game, record, state.log), last), state._record
        )
        kept.append((state, reads, value))
        return value

    def forget(self) -> None:
        """Let go of everything."""
        self._kept.clear()
        self._of_states.clear()
        self.log = TurnLog()

    def _picture(
        self,
        state: rw.State,
        what: tuple[int | str, str],
        draw: Callable[[rw.State], Drawing],
        language: str,
    ) -> Picture:
        def make(read: rw.State, last: Picture | None) -> Picture:
            drawing = draw(read.in_language(language))  # words are wrapped in their language
            return _picture(drawing, language, what[1], last)

        found: Picture = self.made(state, (SHEET, what[0], language), make)
        return found


def _picture(drawing: Drawing, language: str, name: str, last: Picture | None) -> Picture:
    if last is not None and last.drawing == drawing:
        return last
    return Picture(drawing, language, name, last)


def _patch(old: Sequence[str], new: Sequence[str]) -> list[str | list[int]]:
    indices = {piece: index for index, piece in enumerate(old)}
    found: list[str | list[int]] = []
    for piece in new:
        index = indices.get(piece)
        if index is None:
            found.append(piece)
        elif found and isinstance(run := found[-1], list) and run[1] == index:
            run[1] += 1
        else:
            found.append([index, index + 1])
    return found


def _parts(shapes: Sequence[Shape]) -> Iterator[tuple[str, Message]]:
    for shape in shapes:
        if isinstance(shape, Part):
            yield shape.id, shape.label
            yield from _parts(shape.shapes)
