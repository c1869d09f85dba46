"""What browsers may send, as types; anything else is refused with a word on what is wrong."""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

from rollwrite.server.problems import Cause, Problem

Kind = Literal["me", "open", "bot"]
Mode = Literal["bots", "friends", "device", "solo", "daily", "watch"]


class NewSeat(msgspec.Struct, forbid_unknown_fields=True):
    """A seat of a new table."""

    kind: Kind
    name: str | None = None
    level: str | None = None


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A new table."""

    game: str
    mode: Mode
    seats: list[NewSeat] = []
    name: str = ""
    own_dice: bool = False
    day: str | None = None  # of a daily challenge that is over, for practice
    variant: str | None = None
    options: dict[str, int | str | bool] = {}


class HostKey(msgspec.Struct, forbid_unknown_fields=True):
    """The key of the host's page."""

    key: str


class FilterWords(msgspec.Struct, forbid_unknown_fields=True):
    """Words that names must not contain, in place of those before."""

    words: list[str]


class Switch(msgspec.Struct, forbid_unknown_fields=True):
    """Something that the host switches on or off."""

    name: str
    on: bool


class TableId(msgspec.Struct, forbid_unknown_fields=True):
    """A table."""

    table: str


class SeatAtTable(msgspec.Struct, forbid_unknown_fields=True):
    """A seat of a table."""

    table: str
    seat: int


class GameFile(msgspec.Struct, forbid_unknown_fields=True):
    """A game that was begun without a server, as the app has written it into a file."""

    file: str


class Join(msgspec.Struct, forbid_unknown_fields=True):
    """Sit down."""

    name: str = ""
    seat: int | None = None


class SeatRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Something about a seat."""

    seat: int


class Remove(msgspec.Struct, forbid_unknown_fields=True):
    """Give a seat to a bot."""

    seat: int
    level: str | None = None


class Rename(msgspec.Struct, forbid_unknown_fields=True):
    """Another name."""

    seat: int
    name: str


class Empty(msgspec.Struct, forbid_unknown_fields=True):
    """No details."""


class Decision(msgspec.Struct, forbid_unknown_fields=True):
    """A move, and the number of the last entry its player has seen."""

    seat: int
    seq: int
    move: str


class Roll(msgspec.Struct, forbid_unknown_fields=True):
    """What the players' own dice show, and the last entry that whoever tells it has seen."""

    seq: int
    roll: str


class TakeBack(msgspec.Struct, forbid_unknown_fields=True):
    """A decision withdrawn."""

    seat: int
    seq: int


class HintRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A seat's decision, and the number of the last entry its player has seen."""

    seat: int
    seq: int


class Seed(msgspec.Struct, forbid_unknown_fields=True):
    """A browser's own randomness, in hexadecimal."""

    seed: str


class Claim(msgspec.Struct, forbid_unknown_fields=True):
    """The token of a private link to a seat."""

    token: str


class PaperSheet(msgspec.Struct, forbid_unknown_fields=True):
    """A sheet that was played on paper, line by line."""

    game: str
    lines: list[str]
    variant: str | None = None


class Progress(msgspec.Struct, forbid_unknown_fields=True):
    """What a browser has kept of its campaign, and the solo game it has just finished."""

    game: str
    progress: dict[str, Any] | None = None
    table: str | None = None


Message = TypeVar("Message", bound=msgspec.Struct)
_DECODERS: dict[Any, Any] = {}


def read(kind: type[Message], body: bytes) -> Message:
    """A message of a kind; Problem says what is wrong with it."""
    decoder = _DECODERS.get(kind)
    if decoder is None:
        decoder = _DECODERS[kind] = msgspec.json.Decoder(kind)
    try:
        found: Message = decoder.decode(body or b"{}")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Problem(Cause.BAD_REQUEST, "bad_request", reason=str(error)[:200]) from None
    return found
