"""What every game gives to the rest of the system: the same files with the same functions.

A game is a folder whose ``__init__`` holds a ``Definition``. Everything else reaches the game only
through it, so a new game needs no change anywhere else. The functions of a game that are not rules
take a ``GameContext`` as ``game``: the game that is being played, with its edition and variant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from rollwrite.draw.shapes import Drawing
from rollwrite.errors import Kind
from rollwrite.kernel.policy import Policy
from rollwrite.texts import Message

if TYPE_CHECKING:
    from rollwrite.games.kit.reading import Fields
    from rollwrite.games.kit.solving import Solver
    from rollwrite.games.kit.training import Training


LOST = -(1 << 15)  # the standing of a seat that has not won whatever the others have


class Refusal(NamedTuple):
    """Why a readable move may not be made now."""

    kind: Kind
    message: Message
    rule: str | None = None


class Chance(NamedTuple):
    """What must be rolled or dealt: ``Chance("roll", ("Y", "P"))``."""

    kind: str
    what: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join((self.kind, *self.what))


class TallyLine(NamedTuple):
    """One line of a score: what it is for, its points, and the parts of the sheet it stands on."""

    label: Message
    points: int
    parts: tuple[str, ...]


class GameContext(Protocol):
    """A game as it is played: its rules with the printed data, its variant and options."""

    @property
    def rules(self) -> Any:
        """The rules, with the constants of the edition in play."""

    @property
    def variant(self) -> str | None:
        """The variant in play, or None in a game that has none."""

    @property
    def edition(self) -> str | None:
        """The name of the edition in play, or None for the game's own printed data."""

    @property
    def options(self) -> Mapping[str, Any]:
        """The options the game was made with."""

    def text(self, message: Message) -> str:
        """A message in the language in use."""


class Rules(Protocol):
    """``rules.py``: the record and the rules, plain functions over integers (see kernel/).

    Besides these, the state record has the fields ``seats``, ``active``, ``phase`` and ``pending``
    (one bit a seat). It waits for chance exactly when nobody is pending and it is not over.
    Where something is hidden, ``HIDDEN`` names the fields of the state that nobody sees,
    ``PRIVATE`` the fields of a sheet that only its owner sees, and ``VEILED`` pairs a phase with
    those that only the owner sees while it lasts; answers are always private.
    """

    State: Any
    OVER: int  # the phase of a finished game
    ACTIONS: int  # actions are numbered below this
    MOVES: int  # the most moves a seat can have at once
    EVENT: int  # how many integers (up to 127) a chance event takes

    def start(self, s: Any, seats: int, first: int) -> None:
        """Turn a zeroed record into the start of a game."""

    def legal(self, s: Any, seat: int, moves: Any) -> int:
        """List a pending seat's actions in ``moves``, rising; return how many."""

    def apply(self, s: Any, seat: int, action: int) -> None:
        """Make a legal move."""

    def sample(self, s: Any, event: Any, rng: Any) -> None:
        """Draw the chance event that is due."""

    def resolve(self, s: Any, event: Any) -> None:
        """Let a chance event happen."""

    def score(self, s: Any, seat: int) -> int:
        """The points of a seat, as if the game ended now."""

    def standing(self, s: Any, seat: int) -> int:
        """By which seats are compared at the end: the highest wins, equal ones share the victory.

        The score, where no tie-break comes after it; LOST for whoever cannot have won.
        """


class Evaluator(Protocol):
    """``evaluator.py``: how a strong player weighs moves, as rules like those of the game.

    Worth is the expected margin over the best other seat at the end (alone: the expected points),
    in fractions of UNIT (see kernel/policy.py), with best play of the seat's own for the rest of
    the turn. ``model`` holds a noise and then WEIGHTS integers, solved or learnt; ``work`` has WORK
    integers of room, ``spare`` room for SPARES states. What a seat cannot see must not be used.
    """

    VERSION: int  # raised when models made for it no longer fit
    COMMAND: str  # what makes a model: ``rollwrite train qwinto``
    WEIGHTS: int
    WORK: int
    FEATURES: int

    def rate(
        self, s: Any, seat: int, moves: Any, count: int,
        model: Any, work: Any, spare: Any, worth: Any,
    ) -> None:  # fmt: skip
        """Write what each move of a pending seat is worth to it.

        A quicker look at the moves, ``quick_rate``, may be there too: it serves while learning.
        """

    def expect(self, s: Any, seat: int, model: Any, work: Any, spare: Any) -> int:
        """What a moment is worth to a seat that does not decide now: before a roll, for example."""

    def progress(self, s: Any) -> int:
        """How far the game has come, from 0 to 15."""

    def goal(self, s: Any) -> int:
        """The points with which somebody who plays alone wins; 0 if that cannot be.

        Left out in games where nobody wins alone.
        """

    def resting(self, s: Any) -> bool:
        """Whether a turn begins: where the value of a moment is read from a learnt model."""

    def features(self, s: Any, seat: int, work: Any) -> int:
        """Where the weights lie that add up to the points a seat still makes, from ``work[0]`` on.

        Places in the model, noise included; returns how many, at most FEATURES. Only in games whose
        model is learnt by ``rollwrite train``; what the other seats have may matter too.
        """


class Advice(Protocol):
    """``advice.py``: what speaks for a move, in words."""

    def why(self, game: GameContext, s: Any, seat: int, action: int, other: int) -> Message | None:
        """One sentence for a legal action of a pending seat against another; None for no reason.

        The sentence says a fact that follows from the rules and the two positions, the strongest
        one there is. What the seat cannot see, such as answers that wait, must not be used.
        """


class Notation(Protocol):
    """``notation.py``: actions and chance events in notation, and the parts they touch."""

    def write(self, game: GameContext, s: Any, seat: int, action: int) -> str:
        """The canonical notation of an action."""

    def read(self, game: GameContext, s: Any, seat: int, text: str) -> int | None:
        """The action a text means, legal or not; None if it is no notation of this game."""

    def parts(self, game: GameContext, s: Any, seat: int, action: int) -> tuple[str, ...]:
        """The parts of the sheet, dice and buttons that the move consists of."""

    def refusal(self, game: GameContext, s: Any, seat: int, action: int) -> Refusal:
        """Why an action that is not legal is not."""

    def prompt(self, game: GameContext, s: Any, seat: int) -> Message:
        """One sentence that says what a pending seat may do."""

    def chance(self, game: GameContext, s: Any) -> Chance:
        """What is due at a chance state."""

    def write_event(self, game: GameContext, s: Any, event: list[int]) -> str:
        """The canonical notation of a chance event that is due in this state."""

    def read_event(self, game: GameContext, s: Any, text: str) -> list[int] | Refusal:
        """The chance event a text means, or why it cannot happen here."""

    def outcomes(self, game: GameContext, s: Any) -> Iterator[tuple[list[int], int]]:
        """Every different chance event with its weight (equal events merged)."""

    def alike(self, game: GameContext, s: Any, seat: int) -> tuple[tuple[str, ...], ...]:
        """Groups of parts of which only the number chosen matters, each in the moves' own order.

        A move names the first ones of a group. Games without such parts leave the function out.
        """

    def begins_turn(self, game: GameContext, s: Any) -> bool:
        """Whether a new turn begins at this state."""

    def window(self, game: GameContext, s: Any) -> int:
        """Which window of decisions is open; states of one window give the same number."""


class Positions(Protocol):
    """``position.py``: how a game begins, and states as JSON and back."""

    def start(self, game: GameContext, seats: int, first: int, options: Mapping[str, Any]) -> Any:
        """The start of a game as a record; BadOption for an option that is wrong."""

    def write(self, game: GameContext, s: Any, seat: int | None) -> dict[str, Any]:
        """The position as JSON data; what a seat cannot see is left out if one is named."""

    def read(self, game: GameContext, data: Mapping[str, Any]) -> Any:
        """The record of a position; BadPosition says what is wrong and where."""


class Tally(Protocol):
    """``tally.py``: a score line by line."""

    def lines(self, game: GameContext, s: Any, seat: int) -> list[TallyLine]:
        """The lines whose points add up to the seat's score."""


class Drawings(Protocol):
    """``drawing.py``: the sheet as shapes, and as text."""

    def sheet(self, game: GameContext, s: Any, seat: int) -> Drawing:
        """A seat's sheet."""

    def tray(self, game: GameContext, s: Any) -> Drawing:
        """The dice (and cards) in the middle of the table.

        The part of a die is ``die-`` and its name, or the end of its name, in ``Chance.what``.
        """

    def text(self, game: GameContext, s: Any, seat: int) -> str:
        """A seat's sheet for a terminal."""

    def tray_text(self, game: GameContext, s: Any) -> str:
        """The middle of the table for a terminal, on one line if it fits."""


class Option(NamedTuple):
    """Something to choose before a game besides variant and seats: a level from 1 to 7.

    ``values`` are the whole numbers it takes, for a list to choose from; None where it is anything
    else, which ``Positions.start`` reads and checks.
    """

    name: str
    values: range | None = None
    variants: tuple[str, ...] = ()  # those that take it; empty: all


# A bot of one game, with a plan of its own: a policy, or what makes one of the expert's policy.
# Nobody chooses it from a menu; it plays as ``baseline:NAME``.
Baseline = Policy | Callable[[Policy], Policy]


@dataclass(frozen=True, eq=False)
class Definition:
    """A game: what it is called, how many play, and where its parts are."""

    id: str
    package: str  # holds sheet.toml, text/, guide/ and bot/
    version: int  # raised when a rule is mended
    seats: range | Mapping[str, range]  # how many may play, by variant if that differs
    provenance: str  # "printed" or "reconstructed"
    rules: Any
    notation: Any
    position: Any
    tally: Any
    drawing: Any
    variants: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()  # what start() takes besides seats and first
    # What printed data mean as constants of rules.py; None in a game that takes no other edition.
    constants: Callable[[Fields], dict[str, Any]] | None = None
    evaluator: Any = None  # None in a game that bots only search without a table
    training: Training | None = None  # None in a game whose model is not learnt
    solver: Solver | None = None  # None in a game that cannot be solved
    baselines: Mapping[str, Baseline] = field(default_factory=dict)  # bots to measure others by
    advice: Any = None  # None in a game that gives no reasons for a move
