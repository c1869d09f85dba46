"""Reading positions and editions: every value is checked, every error names the place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rollwrite.errors import BadPosition, RollwriteError, did_you_mean, ruled, say
from rollwrite.games.contract import GameContext
from rollwrite.texts import Message

MISSING = object()


def wrong(where: str, message: Message) -> BadPosition:
    """A position error at a place such as ``sheets[0].Y``."""
    return BadPosition(say("position.at", where=where or "position", what=message))


Wrong = Callable[[str, Message], RollwriteError]


class Fields:
    """The named fields of one object; ``done()`` refuses what nobody asked for.

    ``wrong`` makes the error for a place and a message: a position's, or an edition's.
    """

    def __init__(self, data: Any, where: str = "", wrong: Wrong = wrong) -> None:
        self.where = where
        self.wrong = wrong
        self._asked: set[str] = set()
        if not isinstance(data, Mapping):
            raise wrong(where, say("position.not_object", value=data))
        self._data = data

    def at(self, name: str) -> str:
        """The place of a field, for errors."""
        return f"{self.where}.{name}" if self.where else name

    def value(self, name: str, default: Any = MISSING) -> Any:
        """A field as it stands."""
        self._asked.add(name)
        if name in self._data:
            return self._data[name]
        if default is MISSING:
            raise self.wrong(self.where, say("position.missing", name=name))
        return default

    def integer(self, name: str, low: int, high: int, default: Any = MISSING) -> int:
        """A field that holds an integer from low to high."""
        return integer(self.value(name, default), low, high, self.at(name), self.wrong)

    def choice(self, name: str, choices: Sequence[str], default: Any = MISSING) -> str:
        """A field that holds one of these words."""
        value = self.value(name, default)
        if value not in choices:
            hint = did_you_mean(value, choices)
            raise self.wrong(self.at(name), say("position.choice", value=value, hint=hint))
        return str(value)

    def items(self, name: str, length: int | None = None, default: Any = MISSING) -> list[Any]:
        """A field that holds a list, of this length if one is given."""
        value = self.value(name, default)
        if not isinstance(value, list) or length not in (None, len(value)):
            key = "position.list" if length is None else "position.list_of"
            raise self.wrong(self.at(name), say(key, value=value, length=length))
        return value

    def fields(self, name: str, default: Any = MISSING) -> Fields:
        """A field that holds an object."""
        return Fields(self.value(name, default), self.at(name), self.wrong)

    def each(self, name: str, length: int | None = None) -> list[Fields]:
        """A field that holds a list of objects."""
        return [
            Fields(item, f"{self.at(name)}[{place}]", self.wrong)
            for place, item in enumerate(self.items(name, length))
        ]

    def names(self) -> list[str]:
        """The names that are there."""
        return list(self._data)

    def expect(self, name: str, value: Any, default: Any = MISSING) -> None:
        """A field that follows from the others, and must agree with them."""
        given = self.value(name, value if default is MISSING else default)
        if given != value:
            raise self.wrong(self.at(name), say("position.expected", value=given, expected=value))

    def done(self) -> None:
        """Refuse fields that nobody asked for."""
        for name in self._data:
            if name not in self._asked:
                hint = did_you_mean(name, self._asked)
                raise self.wrong(self.where, say("position.unknown", name=name, hint=hint))


def integer(value: Any, low: int, high: int, where: str, wrong: Wrong = wrong) -> int:
    """An integer from low to high; JSON's true and 3.0 are none."""
    if type(value) is not int or not low <= value <= high:
        raise wrong(where, say("position.integer", value=value, low=low, high=high))
    return value


def write_answers(game: GameContext, moves: Any, s: Any, seat: int | None) -> dict[str, Any]:
    """The ``answers`` of an open window, by seat; those a seat cannot see are left out."""
    given = {
        str(other): moves.write(game, s, other, s.answers[other])
        for other in range(s.seats)
        if s.answers[other] and seat in (None, other)
    }
    return {"answers": given} if given else {}


def read_answers(
    game: GameContext, moves: Any, fields: Fields, s: Any, *, open_window: bool
) -> None:
    """Read ``answers`` and ``pending``: in an open window every seat stands in one of them."""
    if open_window:
        s.pending = (1 << s.seats) - 1
    answers = fields.fields("answers", {})
    for name in answers.names():
        where = answers.at(name)
        if not open_window:
            raise wrong(where, say("position.no_window"))
        if name not in map(str, range(s.seats)):
            raise wrong(where, say("position.no_seat", seat=name, last=s.seats - 1))
        _read_answer(game, moves, s, int(name), answers.value(name), where)
    for name in answers.names():
        s.pending &= ~(1 << int(name))
    if open_window and s.pending == 0:
        raise wrong("answers", say("position.all_answered"))
    fields.expect("pending", [seat for seat in range(s.seats) if s.pending >> seat & 1])


def _read_answer(game: GameContext, moves: Any, s: Any, seat: int, text: Any, where: str) -> None:
    action = moves.read(game, s, seat, str(text))
    if action is None:
        raise wrong(where, say("position.answer", value=text))
    room = [0] * game.rules.MOVES
    if action not in room[: game.rules.legal(s, seat, room)]:
        refusal = moves.refusal(game, s, seat, action)
        raise wrong(where, ruled(refusal.message, refusal.rule))
    s.answers[seat] = action
