"""State: a moment of a game. It never changes; playing and rolling give new states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from rollwrite.errors import IllegalMove, IllegalRoll, Kind, say
from rollwrite.games.contract import Chance, Json, Notation, StateRecord
from rollwrite.games.optional import OptionalDrawings, OptionalNotation
from rollwrite.kernel.match import LOST
from rollwrite.kernel.rng import seeded
from rollwrite.play.checks import check_chance, check_pending, check_seat, deciding_seat
from rollwrite.play.log import TAKE_BACK, Event, Log

if TYPE_CHECKING:
    from rollwrite.draw.shapes import Drawing
    from rollwrite.play.game import Game


LONGEST = 500  # letters of a move, a roll or a deal


@dataclass(frozen=True)
class Move:
    """A decision a seat may make: ``str(move)`` is its notation, ``parts`` what it consists of."""

    seat: int
    action: int
    text: str
    parts: tuple[str, ...]

    def __str__(self) -> str:
        return self.text


class TallyLine(NamedTuple):
    """One line of a score in the game's language."""

    label: str
    points: int
    parts: tuple[str, ...]


class _Decision(NamedTuple):
    """A decision since the last roll, with the record before it: what taking back needs."""

    before: StateRecord
    seat: int
    action: int


class State:
    """A moment of a game: who is to move, what is legal, what the sheets are worth.

    Two states are equal when they are the same position of the same game, whatever led there.
    """

    __slots__ = ("_decided", "_record", "game", "log")

    game: Game
    log: Log
    _record: StateRecord
    _decided: tuple[_Decision, ...]

    def __init__(
        self, game: Game, record: StateRecord, log: Log, decided: tuple[_Decision, ...] = ()
    ) -> None:
        set_ = object.__setattr__
        set_(self, "game", game)
        set_(self, "log", log)
        set_(self, "_record", record)
        set_(self, "_decided", decided)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a State never changes; play() and roll() return a new one")

    # What is the case

    @property
    def seats(self) -> int:
        """How many play."""
        return int(self._record.seats)

    @property
    def active(self) -> int:
        """The seat whose turn it is."""
        return int(self._record.active)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._record.phase == self.game.rules.OVER)

    @property
    def pending(self) -> tuple[int, ...]:
        """The seats that are to move; they may answer in any order."""
        return tuple(seat for seat in range(self.seats) if self._record.pending >> seat & 1)

    @property
    def chance(self) -> Chance | None:
        """What must be rolled or dealt now, or None."""
        if self.over or self._record.pending:
            return None
        return self._notation.chance(self.game, self._record)

    @property
    def window(self) -> int:
        """Which window of decisions is open; states of one window have the same number."""
        return self._window(self._record)

    def prompt(self, seat: int) -> str:
        """One sentence that says what a pending seat may do."""
        with self.game.localized_errors():
            check_pending(self, seat)
            return self.game.text(self._notation.prompt(self.game, self._record, seat))

    def scores(self) -> tuple[int, ...]:
        """The points of every seat, as if the game ended now."""
        return tuple(self.game.rules.score(self._record, seat) for seat in range(self.seats))

    def winners(self) -> tuple[int, ...]:
        """The seats that have won; none before the end. Equal standings share the victory."""
        if not self.over:
            return ()
        found = [self.game.rules.standing(self._record, seat) for seat in range(self.seats)]
        return tuple(seat for seat, own in enumerate(found) if own == max(found) != LOST)

    def tally(self, seat: int) -> list[TallyLine]:
        """A seat's score line by line; the points add up to ``scores()[seat]``."""
        with self.game.localized_errors():
            check_seat(self, seat)
        lines = self.game.definition.tally.lines(self.game, self._record, seat)
        return [TallyLine(self.game.text(label), points, parts) for label, points, parts in lines]

    def position(self, seat: int | None = None) -> Json:
        """The position as JSON data; for a seat, without what that seat cannot see."""
        if seat is not None:
            with self.game.localized_errors():
                check_seat(self, seat)
        return self.game.definition.position.write(self.game, self._record, seat)

    def in_language(self, language: str) -> State:
        """The same state, told in another language."""
        if language == self.game.language:
            return self
        return State(self.game.in_language(language), self._record, self.log, self._decided)

    # What can happen

    def moves(self, seat: int | None = None) -> list[Move]:
        """What a pending seat may do; never empty. Without a seat, exactly one must be pending."""
        with self.game.localized_errors():
            seat = deciding_seat(self, seat)
        return [self._move(seat, action) for action in self._legal(seat)]

    def play(self, move: Move | str, seat: int | None = None) -> State:
        """The state after a seat's decision; IllegalMove says why not, and nothing has changed."""
        with self.game.localized_errors():
            if isinstance(move, Move) and seat is None:
                seat = move.seat
            seat = deciding_seat(self, seat)
            action, text = self._meant(move, seat)
        decided = (*self._decided, _Decision(self._record, seat, action))
        return self._next(self._applied(self._record, seat, action), Event(seat, text), decided)

    def roll(self, dice: str | None = None) -> State:
        """The state after chance: from the seed, or from real dice or cards given as notation."""
        with self.game.localized_errors():
            event = self._sampled() if dice is None else self._read_event(dice)
        text = self._notation.write_event(self.game, self._record, event)
        record = self._record.copy()
        self.game.rules.resolve(record, event)
        return self._next(record, Event(None, text), ())

    def chance_outcomes(self) -> list[tuple[str, float]]:
        """Every different roll or deal with its probability."""
        with self.game.localized_errors():
            check_chance(self)
        found = list(self._notation.outcomes(self.game, self._record))
        total = sum(weight for _, weight in found)
        return [
            (self._notation.write_event(self.game, self._record, event), weight / total)
            for event, weight in found
        ]

    def take_back(self, seat: int | None = None) -> State:
        """The state without a seat's last decision (without a seat: without the very last one).

        Allowed while the decision's window is open, and after that until somebody else decides,
        unless the window has revealed what others have answered; never past a roll or a deal, never
        after the end. Without a seat, those around one table undo together: nothing is hidden then.
        """
        with self.game.localized_errors():
            place = self._undoable(seat)
            if seat is not None and self._revealed(place):
                raise IllegalMove(Kind.NO_TAKE_BACK, say("refused.revealed", seat=seat))
        return self._without(place)

    @property
    def decided(self) -> tuple[int, ...]:
        """The seats that have decided since the last roll or deal, in order."""
        return tuple(decision.seat for decision in self._decided)

    # How it is shown

    def sheet(self, seat: int) -> Drawing:
        """A seat's sheet as shapes."""
        with self.game.localized_errors():
            check_seat(self, seat)
        return self.game.definition.drawing.sheet(self.game, self._record, seat)

    def tray(self) -> Drawing:
        """The dice in the middle of the table as shapes."""
        return self.game.definition.drawing.tray(self.game, self._record)

    def market(self) -> Drawing | None:
        """What lies open for all besides dice, such as cards to buy; None if there is no such."""
        drawing = OptionalDrawings.of(self.game.definition.drawing)
        return drawing.market(self.game, self._record)

    def __str__(self) -> str:
        drawing = self.game.definition.drawing
        sheets = [drawing.text(self.game, self._record, seat) for seat in range(self.seats)]
        return "\n\n".join(filter(None, [drawing.tray_text(self.game, self._record), *sheets]))

    def __repr__(self) -> str:
        return f"{self.game!r}.position({self.position()!r})"

    def _repr_svg_(self) -> str:
        from rollwrite.draw.svg import stacked

        sheets = [self.sheet(seat) for seat in range(self.seats)]
        return stacked([*filter(None, [self.tray(), self.market()]), *sheets], self.game.language)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.game == other.game and self._record == other._record

    def __hash__(self) -> int:
        return hash((self.game, self._record.values()))

    def __reduce__(self) -> tuple[Any, ...]:
        return State, (self.game, self._record, self.log, self._decided)

    # Inside

    def _window(self, record: StateRecord) -> int:
        return OptionalNotation.of(self._notation).window(self.game, record)

    @property
    def _notation(self) -> Notation:
        return self.game.definition.notation

    def _legal(self, seat: int) -> list[int]:
        rules = self.game.rules
        room = [0] * rules.MOVES
        return room[: rules.legal(self._record, seat, room)]

    def _move(self, seat: int, action: int) -> Move:
        text = self._notation.write(self.game, self._record, seat, action)
        parts = self._notation.parts(self.game, self._record, seat, action)
        return Move(seat, action, text, parts)

    def _applied(self, record: StateRecord, seat: int, action: int) -> StateRecord:
        record = record.copy()
        self.game.rules.apply(record, seat, action)
        return record

    def _next(self, record: StateRecord, event: Event, decided: tuple[_Decision, ...]) -> State:
        last = self.log.events[-1].text if self.log.events else None
        begins = last is None or self._notation.begins_turn(self.game, self._record)
        # A decision that was taken back, and what is decided instead, stay in their turn's line.
        if begins and TAKE_BACK not in (event.text, last):
            event = event._replace(opens_turn=True)
        state = State(self.game, record, self.log, decided)
        scores = state.scores() if state.over else None
        object.__setattr__(state, "log", self.log.then(event, scores))
        return state

    def _meant(self, move: Move | str, seat: int) -> tuple[int, str]:
        """The legal action that is meant, and its notation.

        A move of this state is taken as it is. Any other, and every text, is read: a move of
        another state may have the number of an action that means something else here.
        """
        legal = self._legal(seat)
        if not isinstance(move, Move | str):
            raise IllegalMove(Kind.UNREADABLE, say("refused.not_text", value=move))
        if isinstance(move, Move) and move.action in legal:
            text = self._notation.write(self.game, self._record, seat, move.action)
            if text == move.text:
                return move.action, text
        action = self._read(seat, str(move))
        if action not in legal:
            refusal = self._notation.refusal(self.game, self._record, seat, action)
            raise IllegalMove(refusal.kind, refusal.message, refusal.rule)
        return action, self._notation.write(self.game, self._record, seat, action)

    def _read(self, seat: int, text: str) -> int:
        short = len(text) <= LONGEST
        action = self._notation.read(self.game, self._record, seat, text) if short else None
        if action is None:
            examples = [str(move) for move in self.moves(seat)[:8]]
            raise IllegalMove(Kind.UNREADABLE, say("refused.unreadable", text=text, moves=examples))
        return action

    def _read_event(self, text: str) -> list[int]:
        check_chance(self)
        if not isinstance(text, str) or len(text) > LONGEST:
            raise IllegalRoll(Kind.UNREADABLE, say("refused.not_text", value=text))
        found = self._notation.read_event(self.game, self._record, text)
        if isinstance(found, list):
            return found
        raise IllegalRoll(found.kind, found.message, found.rule)

    def _sampled(self) -> list[int]:
        check_chance(self)
        if self.log.seed is None:
            raise IllegalRoll(Kind.NO_SEED, say("refused.no_seed"))
        rules = self.game.rules
        event, rng = [0] * rules.EVENT, [0, 0]
        # Each chance event has its own stream, so given dice never shift the ones that follow.
        seeded(rng, self.log.seed, self.log.rolls)
        rules.sample(self._record, event, rng)
        return event

    def _taken_back(self, seat: int) -> State:
        """The state without a seat's last decision, as a log tells it.

        Logs may be older than the rule that nothing revealed is taken back.
        """
        with self.game.localized_errors():
            place = self._undoable(seat)
        return self._without(place)

    def _undoable(self, seat: int | None) -> int:
        """Which decision is taken back."""
        if self.over:
            raise IllegalMove(Kind.GAME_OVER, say("refused.game_over"))
        if seat is None:
            if not self._decided:
                raise IllegalMove(Kind.NO_TAKE_BACK, say("refused.nothing_decided"))
            return len(self._decided) - 1
        check_seat(self, seat)
        place = self._last_decision(seat)
        if place + 1 < len(self._decided) and not self._one_window(place):
            raise IllegalMove(Kind.NO_TAKE_BACK, say("refused.others_decided", seat=seat))
        return place

    def _revealed(self, place: int) -> bool:
        """Whether the window of a decision has closed, and others have answered in it as well."""
        own = self._decided[place]
        window = self._window(own.before)
        if window == self._window(self._record):
            return False
        return any(
            other.seat != own.seat
            and self._window(other.before) == window
            and (own.before.pending >> other.seat & 1 or other.before.pending >> own.seat & 1)
            for other in self._decided
        )

    def _without(self, place: int) -> State:
        """The state without one decision; what was decided later stays."""
        decided, (record, seat, _) = self._decided[:place], self._decided[place]
        for _, other, action in self._decided[place + 1 :]:
            decided = (*decided, _Decision(record, other, action))
            record = self._applied(record, other, action)
        return self._next(record, Event(seat, TAKE_BACK), decided)

    def _last_decision(self, seat: int) -> int:
        for place in reversed(range(len(self._decided))):
            if self._decided[place].seat == seat:
                return place
        raise IllegalMove(Kind.NO_TAKE_BACK, say("refused.nothing_to_take_back", seat=seat))

    def _one_window(self, place: int) -> bool:
        records = [decision.before for decision in self._decided[place:]] + [self._record]
        return len({self._window(record) for record in records}) == 1
