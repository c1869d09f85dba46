"""A table: what its log adds up to. Only ``apply`` changes it, entry by entry."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, Literal

import rollwrite as rw
from rollwrite.games.contract import Chance
from rollwrite.games.optional import OptionalRules
from rollwrite.play.log import TAKE_BACK
from rollwrite.play.narration import tell
from rollwrite.play.visibility import secret_of
from rollwrite.server.problems import say
from rollwrite.server.tables.entries import Entry
from rollwrite.server.tables.fair import Fairness
from rollwrite.texts import Message

LOBBY: Final = "lobby"
PLAYING: Final = "playing"
OVER: Final = "over"
HUMAN: Final = "human"
BOT: Final = "bot"
OPEN: Final = "open"
FRIENDS, BOTS, DEVICE = "friends", "bots", "device"
SOLO, DAILY, WATCH = "solo", "daily", "watch"


@dataclass
class Seat:
    """Who sits there: a person's browser (by the hash of its secret), a bot, or nobody yet."""

    kind: Literal["human", "bot", "open"]
    name: str = ""
    level: str | None = None
    who: str | None = None
    away: bool = False  # its owner has left; a bot plays until he returns
    forgotten: bool = False  # its owner has deleted his profile
    unnamed: bool = False  # the host of the server has taken the name away
    hints: int = 0  # how often its owner asked the coach, for all to see
    hinted_at: int = 0  # the decision the coach was last asked about, by what it must have seen

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot decides for this seat now."""
        return self.kind == BOT or self.away


def shown_name(seat: Seat, number: int, language: str) -> str:
    """What to call a seat at a table, also one whose player is nobody any more."""
    if seat.forgotten or seat.unnamed:
        return say("forgotten").text(language)
    return seat.name or say("seat", number=number + 1).text(language)


@dataclass
class Link:
    """A private link that moves a seat to another device, by the hash of its token."""

    seat: int
    until: float


@dataclass
class Table:
    """A table at a moment: its seats, its game, and how fresh everybody's knowledge must be."""

    id: str
    seq: int = 0
    at: float = 0.0
    mode: str = FRIENDS
    host: str = ""
    game: rw.Game = field(init=False)
    seats: list[Seat] = field(default_factory=list)
    secret: bytes = b""
    seeds: dict[str, str] = field(default_factory=dict)
    links: dict[str, Link] = field(default_factory=dict)
    state: rw.State | None = None
    rematch: str | None = None
    closed: bool = False  # removed by the host of the server
    before: str | None = None  # the table this one is a rematch of
    day: str | None = None
    practice: bool = False  # a day that was over when the game began: it does not count
    own_dice: bool = False  # the players roll dice of their own, and enter what these show
    brought: int = 0  # rolls that were made before the game came to this server
    created_at: float = 0.0
    # The state at which the open window of decisions began, and the event after it.
    window: rw.State | None = None
    window_from: int = 0
    # For each seat the number of the entry that a decision must have seen.
    since: list[int] = field(default_factory=list)
    # The events that only one seat knows, by their index in the log.
    secrets: dict[int, int] = field(default_factory=dict)
    # The events that bots decided, by their index in the log: nobody else is judged for them.
    by_bots: list[int] = field(default_factory=list)
    # What each event of the log was, where the game tells more than its notation does.
    told: list[Message | None] = field(default_factory=list)
    rolled: Chance | None = None  # what was rolled or dealt last
    # With the players' own dice: the state before the last roll, and who has corrected it since,
    # with the seats whose decisions were taken back with it.
    before_roll: rw.State | None = None
    corrected: tuple[int, tuple[int, ...]] | None = None
    _privates: dict[int, rw.State] = field(default_factory=dict)

    @property
    def status(self) -> Literal["lobby", "playing", "over"]:
        """Whether the game has begun, and whether it has ended."""
        if self.state is None:
            return LOBBY
        return OVER if self.state.over else PLAYING

    @property
    def fairness(self) -> Fairness:
        """What the rolls of this table follow from; daily dice are the same for everybody."""
        if self.day is not None:
            return Fairness(f"daily/{self.day}/{self.game.id}", self.secret, ())
        return Fairness(self.id, self.secret, tuple(self.seeds.values()), self.brought)

    @property
    def draws_first(self) -> bool:
        """Whether who begins is drawn."""
        return self.mode not in (SOLO, DAILY) and not self.own_dice and not self.brought

    @property
    def playing(self) -> rw.State:
        """The state of a game that has begun."""
        assert self.state is not None, "the game has not begun"
        return self.state

    def mine(self, who: str | None) -> list[int]:
        """The seats of a browser."""
        return [n for n, seat in enumerate(self.seats) if who and seat.who == who]

    def bots_pending(self) -> list[int]:
        """The seats that are to move and are played by bots."""
        if self.state is None or self.state.over or self.closed:
            return []
        return [seat for seat in self.state.pending if self.seats[seat].played_by_bot]

    def private(self, seat: int) -> rw.State:
        """The state as a seat knows it: without what others have answered in an open window."""
        if self.window is None or len(self.playing.log.events) == self.window_from:
            return self.playing
        state = self._privates.get(seat)
        if state is None:
            state = self.window
            for event in self.playing.log.events[self.window_from :]:
                if event.seat == seat:
                    state = self.game.follow(state, event)
            self._privates[seat] = state
        return state

    def public(self) -> rw.State:
        """The state as somebody knows it who only watches."""
        if self.window is None or self.playing.over:
            return self.playing
        return self.window

    def known_event(self, index: int, event: rw.Event, viewer: int | None) -> rw.Event:
        """An event of the log as a seat knows it; what was hidden is open when the game is over.

        Everybody knows their own moves. In an open window those stand at another index of their
        own log than of the table's, by which secrets are found.
        """
        if self.playing.over or self.secrets.get(index, viewer) == viewer:
            return event
        if viewer is not None and event.seat == viewer:
            return event
        return event._replace(text=f"{event.text.partition(' ')[0]} ?")

    def told_of(self, index: int, event: rw.Event) -> Message | None:
        """What an event of a log that somebody sees was; it stands at another index of their own.

        Of what happened in the open window everybody sees their own moves alone.
        """
        if index < self.window_from:
            return self.told[index]
        events = self.playing.log.events
        found = (n for n in range(self.window_from, len(events)) if events[n][:2] == event[:2])
        return next((self.told[n] for n in found), None)

    # The fold

    def apply(self, entry: Entry, state: rw.State | None = None) -> None:
        """Let the next entry happen; ``state`` is the game after it, if it is known already."""
        assert entry.seq == self.seq + 1, f"entry {entry.seq} after {self.seq}"
        getattr(self, f"_{entry.what.value}")(entry, state)
        self.seq = entry.seq
        self.at = entry.at

    def _created(self, entry: Entry, _: rw.State | None) -> None:
        data = entry.data
        self.mode, self.host, self.day = data["mode"], data["host"], data.get("day")
        self.practice = data.get("practice", False)
        self.before = data.get("before")
        self.secret = bytes.fromhex(data.get("secret", ""))
        self.own_dice = data.get("own_dice", False)
        self.brought = data.get("brought", 0)
        self.created_at = entry.at
        options = tuple(sorted(data.get("options", {}).items()))
        self.game = _game(data["game"], data.get("variant"), options)
        self.seats = [Seat(**seat) for seat in data["seats"]]

    def _joined(self, entry: Entry, _: rw.State | None) -> None:
        self._sit(entry, Seat(HUMAN, entry.data["name"], None, entry.data["who"]))

    def _renamed(self, entry: Entry, _: rw.State | None) -> None:
        seat = self._seat(entry)
        seat.name, seat.unnamed = entry.data["name"], entry.data.get("unnamed", False)

    def _seeded(self, entry: Entry, _: rw.State | None) -> None:
        self.seeds[entry.data["who"]] = entry.data["seed"]

    def _started(self, entry: Entry, _: rw.State | None) -> None:
        self.seats = [self.seats[seat] for seat in entry.data["seats"]]
        self.links.clear()  # their seat numbers are no longer true
        state = self.game.start(len(self.seats), None, entry.data["first"])
        self.told = []
        self.since = [entry.seq] * len(self.seats)
        self._open_window(state)

    def _moved(self, entry: Entry, state: rw.State | None) -> None:
        assert entry.seat is not None
        if OptionalRules.of(self.game.rules).PRIVATE:
            # As the seat sees it: in the table's eyes the last answer opens everybody's.
            own = self.private(entry.seat)
            self._note_secret(own, own.play(entry.data["move"], entry.seat))
        if self._seat(entry).played_by_bot:
            self.by_bots.append(len(self.playing.log.events))
        self._advance(entry, state or self.playing.play(entry.data["move"], entry.seat))

    def _rolled(self, entry: Entry, state: rw.State | None) -> None:
        state = state or self.playing.roll(entry.data["roll"])
        self._tell(state)
        self._note_secret(self.playing, state)
        self.rolled = self.playing.chance
        self.before_roll = self.playing if self.own_dice else None
        self.corrected = None
        self.since = [entry.seq] * len(self.seats)
        self._open_window(state)

    def _corrected(self, entry: Entry, state: rw.State | None) -> None:
        """The game goes back to before the roll; of what followed it nothing is left."""
        before = self.before_roll
        assert before is not None, "nothing was rolled"
        length = len(before.log.events)
        undone = tuple(dict.fromkeys(self.playing.decided))
        del self.told[length:]
        self.by_bots = [n for n in self.by_bots if n < length]
        self.secrets = {n: seat for n, seat in self.secrets.items() if n < length}
        self._open_window(before)
        self._rolled(entry, state)
        self.corrected = entry.data["by"], undone

    def _taken_back(self, entry: Entry, state: rw.State | None) -> None:
        event = rw.Event(entry.seat, TAKE_BACK)
        self._advance(entry, state or self.game.follow(self.playing, event))

    def _note_secret(self, before: rw.State, after: rw.State) -> None:
        owner = secret_of(before, after)
        if owner is not None:
            self.secrets[len(self.playing.log.events)] = owner

    def _advance(self, entry: Entry, state: rw.State) -> None:
        """After a decision: in an open window the others' knowledge is still fresh."""
        assert entry.seat is not None
        self._tell(state)
        if state.over or not state.pending or state.window != self.playing.window:
            self.since = [entry.seq] * len(self.seats)
            self._open_window(state)
        else:
            self.since[entry.seat] = entry.seq
            self.state = state
            self._privates.pop(entry.seat, None)

    def _tell(self, after: rw.State) -> None:
        """Note what the event was that leads to a state, which is not in place yet."""
        self.told.append(tell(self.playing, after.log.events[-1]))

    def _open_window(self, state: rw.State) -> None:
        self.state = self.window = state
        self.window_from = len(state.log.events)
        self._privates.clear()

    def _left(self, entry: Entry, _: rw.State | None) -> None:
        if self.state is None:
            self._sit(entry, Seat(OPEN))
        else:
            self._seat(entry).away = True

    def _returned(self, entry: Entry, _: rw.State | None) -> None:
        self._seat(entry).away = False

    def _removed(self, entry: Entry, _: rw.State | None) -> None:
        self._sit(entry, Seat(BOT, entry.data["name"], entry.data["level"]))

    def _linked(self, entry: Entry, _: rw.State | None) -> None:
        assert entry.seat is not None
        self.links[entry.data["token"]] = Link(entry.seat, entry.data["until"])

    def _claimed(self, entry: Entry, _: rw.State | None) -> None:
        seat = self._seat(entry)
        if self.host == seat.who:
            self.host = entry.data["who"]
        seat.who, seat.away = entry.data["who"], False
        self._drop_links(entry)

    def _forgotten(self, entry: Entry, _: rw.State | None) -> None:
        seat = self._seat(entry)
        if self.host == seat.who:
            self.host = ""
        if self.state is None:
            self._sit(entry, Seat(OPEN))
            return
        seat.name, seat.who, seat.forgotten = "", None, True
        seat.away = not self.state.over
        self._drop_links(entry)

    def _hinted(self, entry: Entry, _: rw.State | None) -> None:
        seat = self._seat(entry)
        seat.hints += 1
        seat.hinted_at = self.since[entry.seat or 0]

    def _rematch(self, entry: Entry, _: rw.State | None) -> None:
        self.rematch = entry.data["other"]

    def _closed(self, _entry: Entry, _: rw.State | None) -> None:
        self.closed = True

    def _emptied(self, _entry: Entry, _: rw.State | None) -> None:
        """Nobody will know what it was."""

    def _sit(self, entry: Entry, seat: Seat) -> None:
        assert entry.seat is not None
        self.seats[entry.seat] = seat
        self._drop_links(entry)

    def _drop_links(self, entry: Entry) -> None:
        """The seat has another owner: whatever links the one before has made are void."""
        self.links = {token: link for token, link in self.links.items() if link.seat != entry.seat}

    def _seat(self, entry: Entry) -> Seat:
        assert entry.seat is not None
        return self.seats[entry.seat]


@lru_cache(256)
def _game(name: str, variant: str | None, options: tuple[tuple[str, Any], ...]) -> rw.Game:
    """Games are shared between tables; they never change."""
    return rw.Game(rw.game(name).definition, variant, options=dict(options))
