"""Positions as JSON, derived from the records that a game declares.

Every field of the records is written under its name, as a whole number or as lists of them. A game
adds what its positions need besides: limits, names, values that look different, what follows from
other fields, and its own checks. What a seat may not see follows from ``OptionalRules``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from rollwrite.games.contract import (
    GameContext,
    Json,
    Notation,
    OptionValue,
    StateRecord,
)
from rollwrite.games.kit.reading import (
    MISSING,
    Fields,
    integer,
    read_answers,
    write_answers,
    wrong,
)  # fmt: skip
from rollwrite.games.optional import OptionalRules  # fmt: skip
from rollwrite.kernel.records import Field, Record
from rollwrite.texts import Message

Limits = tuple[int, int]
COMMON = ("seats", "active", "phase", "pending", "answers")  # every state has them but the last


class Shown(Protocol):
    """How one field of a record looks in a position."""

    def write(self, game: GameContext, record: Any, name: str) -> Json:
        """The field as JSON, under one key or several."""

    def read(self, game: GameContext, fields: Fields, record: Any, name: str) -> None:
        """Set the field of a record from JSON."""


@dataclass(frozen=True)
class Number:
    """A whole number between limits, which may depend on the rest of the record."""

    limits: Limits | Callable[[Any], Limits]
    default: Any = MISSING

    def write(self, game: GameContext, record: Any, name: str) -> Json:
        return {name: getattr(record, name)}

    def read(self, game: GameContext, fields: Fields, record: Any, name: str) -> None:
        limits = self.limits(record) if callable(self.limits) else self.limits
        setattr(record, name, fields.integer(name, *limits, self.default))


@dataclass(frozen=True)
class Word:
    """A number that is written as a word, such as a letter, perhaps under another key."""

    words: Sequence[str]
    key: str = ""

    def write(self, game: GameContext, record: Any, name: str) -> Json:
        return {self.key or name: self.words[getattr(record, name)]}

    def read(self, game: GameContext, fields: Fields, record: Any, name: str) -> None:
        word = fields.choice(self.key or name, tuple(self.words))
        setattr(record, name, list(self.words).index(word))


@dataclass(frozen=True)
class Numbers:
    """Whole numbers in a row: a list, or an object with a key for each."""

    limits: Limits
    keys: Sequence[str] = ()

    def write(self, game: GameContext, record: Any, name: str) -> Json:
        values = getattr(record, name)
        return {name: dict(zip(self.keys, values, strict=True)) if self.keys else list(values)}

    def read(self, game: GameContext, fields: Fields, record: Any, name: str) -> None:
        values = getattr(record, name)
        if self.keys:
            inner = fields.fields(name)
            values[:] = [inner.integer(key, *self.limits) for key in self.keys]
            inner.done()
        else:
            given, where = fields.items(name, len(values)), fields.at(name)
            for place, value in enumerate(given):
                values[place] = integer(value, *self.limits, f"{where}[{place}]")


@dataclass(frozen=True)
class Rows:
    """Rows of whole numbers: a list of lists, or a list under a key for each row.

    ``columns`` names the places of each row that are printed, where not all are. ``most`` is the
    largest number, for all places or for each. ``looks`` tells what special numbers look like.
    """

    most: int | Sequence[Sequence[int]]
    keys: Sequence[str] = ()
    columns: Sequence[Sequence[int]] | None = None
    key: str = ""
    looks: Mapping[int, int | None] = field(default_factory=dict)

    def write(self, game: GameContext, record: Any, name: str) -> Json:
        rows = [
            [self.looks.get(cells[place], cells[place]) for place in self._places(row, cells)]
            for row, cells in enumerate(getattr(record, name))
        ]
        return dict(zip(self.keys, rows, strict=True)) if self.keys else {self.key or name: rows}

    def read(self, game: GameContext, fields: Fields, record: Any, name: str) -> None:
        meant = {look: number for number, look in self.looks.items()}
        for row, (given, where) in enumerate(self._rows(fields, record, name)):
            cells = getattr(record, name)[row]
            for number, place in enumerate(self._places(row, cells)):
                value = given[number]
                if value is None and None in meant:
                    cells[place] = meant[None]
                    continue
                most = self.most if isinstance(self.most, int) else self.most[row][number]
                value = integer(value, 0, most, f"{where}[{number}]")
                cells[place] = meant.get(value, value)

    def _rows(self, fields: Fields, record: Any, name: str) -> Iterator[tuple[list[Any], str]]:
        lengths = [len(self._places(row, at)) for row, at in enumerate(getattr(record, name))]
        if self.keys:
            for key, length in zip(self.keys, lengths, strict=True):
                yield fields.items(key, length), fields.at(key)
        else:
            key = self.key or name
            for row, given in enumerate(fields.items(key, len(lengths))):
                where = f"{fields.at(key)}[{row}]"
                yield Fields({"row": given}, where).items("row", lengths[row]), where

    def _places(self, row: int, cells: Sequence[int]) -> Sequence[int]:
        return range(len(cells)) if self.columns is None else self.columns[row]


@dataclass(frozen=True)
class Own:
    """A field that the game writes and reads itself."""

    writes: Callable[[GameContext, Any], Any]
    reads: Callable[[GameContext, Fields, Any], None]

    def write(self, game: GameContext, record: Any, name: str) -> Json:
        return {name: self.writes(game, record)}

    def read(self, game: GameContext, fields: Fields, record: Any, name: str) -> None:
        self.reads(game, fields, record)


@dataclass(frozen=True)
class Derived:
    """A field that no position shows: the game's checks, or other fields, set it."""

    def write(self, game: GameContext, record: Any, name: str) -> Json:
        return {}

    def read(self, game: GameContext, fields: Fields, record: Any, name: str) -> None:
        pass


DERIVED = Derived()


@dataclass(frozen=True)
class End:
    """What ends a game: a sheet that has reached something, by a numbered rule.

    The game's texts ``position.RULE.over`` (for a ``{seat}``) and ``position.RULE.open`` say what
    is wrong with a position that is not over then, or over without it.
    """

    rule: str
    say: Callable[..., Message]
    reached: Callable[[Any], bool]


@dataclass(frozen=True)
class Positions:
    """The positions of a game: ``position.py`` makes one and gives its functions their names."""

    game_id: str
    notation: Notation
    state: type[Record]
    phases: Sequence[str]  # in the order of their numbers; the last is the end
    fields: Mapping[str, Shown] = field(default_factory=dict)  # of the state
    sheet: Mapping[str, Shown] = field(default_factory=dict)  # of its sheets
    decides: Sequence[int] = ()  # phases in which the active seat alone decides
    windows: Sequence[int] = ()  # phases in which all seats answer
    # Checks a sheet and sets what is derived; given the seat and the place for errors.
    check_sheet: Callable[[GameContext, StateRecord, int, str], None] | None = None
    # The same for a whole state; given the fields, for what a game shows besides.
    check: Callable[[GameContext, StateRecord, Fields], None] | None = None
    end: End | None = None

    def start(
        self, game: GameContext, seats: int, first: int, options: Mapping[str, OptionValue]
    ) -> StateRecord:
        """The start of a game."""
        s = self.state()
        game.rules.start(s, seats, first)
        return s

    def write(self, game: GameContext, s: StateRecord, seat: int | None) -> Json:
        """The position; what a seat cannot see is left out if one is named."""
        hidden, private = (set(), set()) if seat is None else _unseen(game, s)
        data: Json = {"game": self.game_id}
        if game.variant is not None:
            data["variant"] = game.variant
        if game.edition is not None:
            data["edition"] = game.edition
        data |= {"seats": s.seats, "active": s.active, "phase": self.phases[s.phase]}
        data |= _written(game, s, self._state, hidden)
        data["pending"] = [other for other in range(s.seats) if s.pending >> other & 1]
        data |= write_answers(game, self.notation, s, seat)
        data["sheets"] = [
            _written(game, s.sheets[other], self._sheets, private if other != seat else set())
            for other in range(s.seats)
        ]
        return data

    def read(self, game: GameContext, data: Mapping[str, Any]) -> StateRecord:
        """The record of a position; BadPosition says what is wrong and where."""
        fields = Fields(data)
        s: Any = self.state()
        fields.value("game", self.game_id)
        for name in ("variant", "edition"):
            if getattr(game, name) is not None:  # else the field is refused, like any unknown one
                fields.value(name, None)
        s.seats = fields.integer("seats", 1, len(s.sheets))
        s.active = fields.integer("active", 0, s.seats - 1)
        s.phase = list(self.phases).index(fields.choice("phase", self.phases))
        for name, shown in self._state.items():
            shown.read(game, fields, s, name)
        for seat, sheet in enumerate(fields.each("sheets", s.seats)):
            for name, shown in self._sheets.items():
                shown.read(game, sheet, s.sheets[seat], name)
            sheet.done()
            if self.check_sheet is not None:
                self.check_sheet(game, s, seat, sheet.where)
        self._check_end(s)
        if self.check is not None:
            self.check(game, s, fields)
        if s.phase in self.decides:
            s.pending = 1 << s.active
        read_answers(game, self.notation, fields, s, open_window=s.phase in self.windows)
        fields.done()
        return s

    @cached_property
    def _state(self) -> dict[str, Shown]:
        names = self.state._fields.keys() - {*COMMON, "sheets"}
        return _shown(self.state, self.fields, names)

    @cached_property
    def _sheets(self) -> dict[str, Shown]:
        kind: Any = self.state._fields["sheets"].kind
        return _shown(kind, self.sheet, kind._fields.keys())

    def _check_end(self, s: StateRecord) -> None:
        """A game is over exactly when some sheet ends it."""
        if self.end is None:
            return
        ended = [seat for seat in range(s.seats) if self.end.reached(s.sheets[seat])]
        over = s.phase == len(self.phases) - 1
        if ended and not over:
            raise wrong("phase", self.end.say(f"position.{self.end.rule}.over", seat=ended[0]))
        if over and not ended:
            raise wrong("phase", self.end.say(f"position.{self.end.rule}.open"))


def _shown(kind: type[Record], own: Mapping[str, Shown], names: Set[str]) -> dict[str, Shown]:
    """How each of these fields looks: as the game says, or as it was declared."""
    return {
        name: own.get(name) or _plain(declared)
        for name, declared in kind._fields.items()
        if name in names
    }


def _plain(declared: Field) -> Shown:
    """A field as it was declared; arrays of records are for the game to tell."""
    assert isinstance(declared.kind, str), (
        "a position needs to be told what nested records look like"
    )
    most = (1 << 8 * int(declared.kind[1:]) - 1) - 1
    if not declared.shape:
        return Number((-most - 1, most))
    return Numbers((-most - 1, most)) if len(declared.shape) == 1 else Rows(most)


def _written(game: GameContext, record: Any, shown: Mapping[str, Shown], hidden: Set[str]) -> Json:
    data: Json = {}
    for name, how in shown.items():
        if name not in hidden:
            data |= how.write(game, record, name)
    return data


def _unseen(game: GameContext, s: StateRecord) -> tuple[set[str], set[str]]:
    """The fields of the state that nobody sees, and those of a sheet that only its owner does."""
    declared = OptionalRules.of(game.rules)
    veiled = {name for phase, names in declared.VEILED if phase == s.phase for name in names}
    return set(declared.HIDDEN), veiled.union(declared.PRIVATE)
