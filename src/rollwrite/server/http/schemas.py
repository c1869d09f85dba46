"""What the server answers, as types: the OpenAPI page lists them and tests hold views to them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec


class Answer(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """Holds what it names and nothing else, so that whatever is added is listed here too."""


class Refused(Answer):
    """A request that changed nothing: its kind, why in the reader's language."""

    error: str
    text: str
    view: View | None = None  # the fresh view, for whoever was late


class Done(Answer):
    """The number of the table's last entry; every view with this number shows what was done."""

    seq: int


class Laid(Answer):
    """A table and its page."""

    table: str
    url: str


class Linked(Answer):
    """A private link that moves a seat to another device, once."""

    url: str


class Standing(Answer):
    """Where a browser stands in a campaign."""

    progress: dict[str, Any]  # to be kept and sent again
    next: int  # the level to play
    won: list[int]
    open: bool  # whether the campaign is, beyond the single levels
    text: str  # all of it in words


class Reason(Answer):
    """Why a part of the table cannot be used now."""

    text: str


class Verdict(Answer):
    """Whether every roll and deal follows from the secret and the seeds."""

    ok: bool
    rolls: int
    text: str


class Health(Answer):
    """The server answers, and its database too."""

    status: Literal["ok"]
    version: str
    time: float


class GameOfTable(Answer):
    """The game that is played at a table."""

    id: str
    name: str
    variant: str | None
    options: dict[str, Any]
    about: str
    provenance: str
    seats: list[int]
    version: int


class SeatOfTable(Answer):
    """A seat, and who sits there."""

    seat: int
    name: str
    kind: Literal["human", "bot", "open"]
    level: str | None
    mine: bool
    host: bool
    away: bool
    connected: bool
    pending: bool
    score: int | None
    winner: bool
    hints: int  # how often the coach was asked


class Fair(Answer):
    """What the dice follow from, as far as it may be seen."""

    commitment: str
    seeds: list[str]
    revealed: str | None
    wants_seed: bool


class Move(Answer):
    """A legal move: its notation, the parts it consists of, and its name in words."""

    text: str
    parts: list[str]
    label: str


class Last(Answer):
    """What happened last."""

    kind: Literal["move", "deal", "roll", "take_back"]
    text: str  # in notation
    seat: int | None
    told: str  # in words
    rolls: int


class WorthOfMove(Answer):
    """What a move is worth: the margin it leads to on average, and the chance to win."""

    text: str
    label: str
    margin: float
    chance: float
    worth: str  # the same in words


class Hint(Answer):
    """What the coach would do, why, and what the best few moves are worth."""

    seq: int
    seat: int
    move: str
    parts: list[str]
    text: str
    moves: list[WorthOfMove]


class Reviewed(Answer):
    """Whether the review of a game can be seen; asking for it has it made."""

    ready: bool
    url: str


class Event(Answer):
    """A move, or a roll or deal where there is no seat."""

    seat: int | None
    text: str


class Line(Answer):
    """A turn of the log."""

    n: int
    text: str
    events: list[Event]


class TallyLine(Answer):
    """A line of a score."""

    label: str
    points: int
    parts: list[str]


class Place(Answer):
    """A seat at the end of a game; equal ones share a place."""

    seat: int
    place: int
    score: int


class Result(Answer):
    """How a game ended, and what made it, in sentences."""

    winners: list[int]
    places: list[Place]  # best first
    story: list[str]
    day: str | None = None  # of a daily game


class Sheet(Answer):
    """A seat's sheet as SVG."""

    seat: int
    svg: str


class View(Answer):
    """All that one browser sees of a table."""

    table: str
    seq: int
    mode: str
    status: Literal["lobby", "playing", "over"]
    host: bool
    language: str
    game: GameOfTable
    levels: list[str]
    level: str  # of a bot where none is named
    rematch: str | None
    before: str | None
    day: str | None
    fair: Fair
    hint: bool  # whether the coach may be asked at this table
    note: str | None  # what the bots have to say about themselves
    turn: int
    seats: list[SeatOfTable]
    deciding: list[int]
    prompt: dict[str, str]
    sheets: list[Sheet]
    tray: str | None
    rolled: list[str]
    moves: dict[str, list[Move]]
    buttons: dict[str, str]
    alike: dict[str, list[list[str]]]
    can_take_back: list[int]
    hidden: bool
    last: Last | None
    log: list[Line]
    tally: list[list[TallyLine]]
    active: int | None = None
    result: Result | None = None  # of a game that is over
    step: int | None = None  # of a replay
    steps: int | None = None
