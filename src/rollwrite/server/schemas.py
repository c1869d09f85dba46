"""Every message that the server sends, as types: responses are built of what documents them.

``View`` is what a browser sees of a table; sockets send of it what has changed (``view_delta.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeVar, cast

import msgspec

Kind = TypeVar("Kind")
_ENCODER = msgspec.json.Encoder()


def encoded(value: Kind) -> Kind:
    """A value as JSON already, for all the messages it stands in: it can only be sent."""
    return cast(Kind, msgspec.Raw(_ENCODER.encode(value)))


class Schema(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Holds what it names and nothing else, so that whatever is added is listed here too."""


class Refusal(Schema):
    """A request that changed nothing: its kind, why in the reader's language."""

    error: str
    text: str
    view: View | None = None  # the fresh view, for whoever was late


class Accepted(Schema):
    """The number of the table's last entry; every view with this number shows what was done."""

    seq: int


class CreatedTable(Schema):
    """A table and its page."""

    table: str
    url: str


class SeatLink(Schema):
    """A private link that moves a seat to another device, once."""

    url: str


class CampaignStanding(Schema):
    """Where a browser stands in a campaign."""

    progress: dict[str, Any]  # to be kept and sent again
    next: int  # the level to play
    won: list[int]
    open: bool  # whether the campaign is, beyond the single levels
    text: str  # all of it in words


class WhyNot(Schema):
    """Why a part of the table cannot be used now."""

    text: str


class Verdict(Schema):
    """Whether every roll and deal follows from the secret and the seeds."""

    ok: bool
    rolls: int
    text: str


class Health(Schema):
    """The server answers, and its database too."""

    status: Literal["ok"]
    version: str
    time: float


class RunningTable(Schema):
    """A table in a few words, for a list of tables."""

    table: str
    game: str  # its name
    mode: str
    status: Literal["lobby", "playing", "over"]
    your_turn: bool
    turn: int  # 0 before the start
    others: list[str]  # the names of those who sit there besides the reader
    waiting: list[str]  # the names of those others who still decide
    points: int | None = None  # the reader's own, when the game is over


class RunningTables(Schema):
    """Some tables, those first at which the reader is to move."""

    tables: list[RunningTable]


class TableGame(Schema):
    """The game that is played at a table."""

    id: str
    name: str
    variant: str | None
    options: dict[str, Any]
    about: str
    provenance: str
    seats: list[int]
    version: int


class TableSeat(Schema):
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


class Fairness(Schema):
    """What the dice follow from, as far as it may be seen."""

    commitment: str
    seeds: tuple[str, ...]
    revealed: str | None
    wants_seed: bool
    own_dice: bool = False  # the players roll dice of their own: they follow from nothing
    brought: int = 0  # rolls that were made elsewhere, before the game came to this server


class Move(Schema):
    """A legal move: its notation, its parts, their names, and what a button says that makes it."""

    text: str
    parts: tuple[str, ...]
    label: str
    act: str


class Step(Schema):
    """What is asked for while a choice lacks one of some parts, such as where a card goes."""

    parts: tuple[str, ...]
    text: str


class Tip(Schema):
    """What a first game tells about a kind of decision, and the parts to point at."""

    key: str
    title: str
    text: str
    example: str
    parts: tuple[str, ...]
    of: int  # how many the game has


class Entering(Schema):
    """Where players enter what their own dice show: what is due, and what may be done."""

    due: str | None = None  # who rolls or deals what; None while nothing is due
    mine: bool = False  # whether this browser may enter it
    seat: int | None = None  # the only seat that may see it
    correct: bool = False  # whether this browser may replace the last roll
    corrected: str | None = None  # who has replaced it, and whose decisions went with it


class Face(Schema):
    """What a die may show, or a card that may be dealt: as it is entered, in words, drawn."""

    text: str
    label: str
    svg: str | None = None


class Pick(Schema):
    """A die or card to be entered."""

    label: str
    faces: tuple[Face, ...]


class Picking(Schema):
    """What can be entered: one face of each die or card, their texts with spaces between."""

    picks: tuple[Pick, ...]
    count: int  # of dice: where they are alike, so many faces of the only pick
    totals: list[int] | None = None  # the least and the highest sum, if that is enough


class Preview(Schema):
    """A seat's sheet as a move would leave it, and what the move does."""

    svg: str
    adds: int  # the points it adds to the seat's score at once
    text: str  # what it does, in words; empty where the button says all
    closes: str = ""  # what it makes impossible for good; told where players roll their own dice


class LastEvent(Schema):
    """What happened last."""

    kind: Literal["move", "deal", "roll", "take_back"]
    text: str  # in notation
    seat: int | None
    told: str  # in words
    rolls: int


class MoveValue(Schema):
    """What a move is worth: the margin it leads to on average, and the chance to win."""

    text: str
    label: str
    margin: float
    chance: float
    worth: str  # the same in words


class Hint(Schema):
    """What the coach would do, why, and what the best few moves are worth."""

    seq: int
    seat: int
    move: str
    parts: tuple[str, ...]
    text: str
    moves: list[MoveValue]


class PaperLine(Schema):
    """A line of a sheet that is typed in: what may stand there, and where on the drawing."""

    words: tuple[str, ...]
    parts: tuple[str, ...]


class PaperScore(Schema):
    """A sheet that was typed in: what it scores, what it looks like, and which rules it breaks."""

    points: int
    told: str  # the points in words
    sheet: str
    tally: list[TallyLine]
    lines: list[PaperLine]
    words: tuple[tuple[str, ...], ...]  # of each line, "-" for nothing
    problems: tuple[str, ...]


class ReviewStatus(Schema):
    """Whether the review of a game can be seen; asking for it has it made."""

    ready: bool
    url: str


class LogEvent(Schema):
    """A move, or a roll or deal where there is no seat."""

    seat: int | None
    text: str


class LogLine(Schema):
    """A turn of the log."""

    n: int
    text: str
    events: list[LogEvent]


class TallyLine(Schema):
    """A line of a score."""

    label: str
    points: int
    parts: tuple[str, ...]


class Rank(Schema):
    """A seat at the end of a game; equal ones share a place."""

    seat: int
    place: int
    score: int


class Result(Schema):
    """How a game ended, and what made it, in sentences."""

    winners: tuple[int, ...]
    places: list[Rank]  # best first
    story: list[str]
    turns: list[tuple[int, ...]]  # the points of every seat after each turn
    day: str | None = None  # of a daily game


class Sheet(Schema):
    """A seat's sheet as SVG."""

    seat: int
    svg: str


class View(Schema, kw_only=True):
    """All that one browser sees of a table."""

    table: str
    seq: int
    mode: str
    status: Literal["lobby", "playing", "over"]
    host: bool
    language: str
    game: TableGame
    levels: Sequence[str]
    level: str  # of a bot where none is named
    rematch: str | None
    before: str | None
    day: str | None
    fair: Fairness
    hint: bool  # whether the coach may be asked at this table
    note: str | None  # what the bots have to say about themselves
    turn: int
    active: int | None = None
    seats: list[TableSeat]
    deciding: list[int]
    prompt: dict[str, str]
    moves: dict[str, list[Move]]
    asks: dict[str, list[Step]]  # while a choice is half made, in the order in which to ask
    tips: dict[str, Tip]  # for a first game
    alike: dict[str, tuple[tuple[str, ...], ...]]
    aliases: dict[str, dict[str, str]]  # by seat: parts, and what a tap on them means
    buttons: dict[str, str]
    can_take_back: list[int]
    hidden: bool
    last: LastEvent | None
    log: list[LogLine]
    tally: list[list[TallyLine]]
    result: Result | None = None  # of a game that is over
    rolled: list[str]
    entering: Entering | None = None  # where the players roll dice of their own
    tray: str | None
    market: str | None = None  # what lies open for all besides dice, in games that have such
    sheets: list[Sheet]
    step: int | None = None  # of a replay
    steps: int | None = None


class LogDelta(Schema):
    """The log on a socket: so many lines are as they were, and the rest."""

    after: int
    lines: list[LogLine]
