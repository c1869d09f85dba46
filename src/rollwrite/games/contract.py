"""What every game gives to the rest of the system: the same files with the same functions.

A game is a folder whose ``__init__`` holds a ``Definition``. Everything else reaches the game only
through it, so a new game needs no change anywhere else. The functions of a game that are not rules
take a ``GameContext`` as ``game``: the game that is being played, with its edition and variant.

A file of a game is a module that satisfies a Protocol, which mypy checks. What a module may define
besides stands in ``games/optional.py``, with what it means to leave it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from rollwrite.draw.shapes import Drawing
from rollwrite.errors import Kind
from rollwrite.kernel.policy import Policy
from rollwrite.kernel.records import Record
from rollwrite.texts import Message

if TYPE_CHECKING:
    from rollwrite.games.kit.campaign import Campaign
    from rollwrite.games.kit.narration import WordReader
    from rollwrite.games.kit.reading import Fields
    from rollwrite.games.kit.solving import Solver
    from rollwrite.games.kit.training import Training


OptionValue = int | str  # see ``Option``

# Sheets as they were printed, reconstructed from a rulebook, or of a game that was invented here.
PROVENANCES = ("printed", "reconstructed", "original")

# A state as rules have it: an object of the game's own class where they are interpreted, a NumPy
# record where they are compiled. No type names both, and NumPy need not be there.
StateRecord = Any
# JSON data, as the json module has them: what a key holds is for each game to say.
Json = dict[str, Any]
# Whole numbers to read or fill: a list, or a NumPy array where rules are compiled.
Numbers = Any


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
        """The rules, with the constants of the edition in play: Any, for each game has its own."""

    @property
    def variant(self) -> str | None:
        """The variant in play, or None in a game that has none."""

    @property
    def edition(self) -> str | None:
        """The name of the edition in play, or None for the game's own printed data."""

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The options the game was made with."""

    def text(self, message: Message) -> str:
        """A message in the language in use."""


class Rules(Protocol):
    """``rules.py``: the record and the rules, plain functions over integers (see kernel/).

    Besides these, the state record has the fields ``seats``, ``active``, ``phase`` and ``pending``
    (one bit a seat). It waits for chance exactly when nobody is pending and it is not over.
    """

    TITLE: str  # what the game is called while it is compiled
    OVER: int  # the phase of a finished game
    ACTIONS: int  # actions are numbered below this
    MOVES: int  # the most moves a seat can have at once
    EVENT: int  # how many integers (up to 127) a chance event takes

    @property
    def State(self) -> type[Any]:  # noqa: N802  # a class of the module
        """The state record (see ``StateRecord``)."""

    def start(self, s: StateRecord, seats: int, first: int) -> None:
        """Turn a zeroed record into the start of a game."""

    def legal(self, s: StateRecord, seat: int, moves: Numbers) -> int:
        """List a pending seat's actions in ``moves``, rising; return how many."""

    def apply(self, s: StateRecord, seat: int, action: int) -> None:
        """Make a legal move."""

    def sample(self, s: StateRecord, event: Numbers, rng: Numbers) -> None:
        """Draw the chance event that is due."""

    def resolve(self, s: StateRecord, event: Numbers) -> None:
        """Let a chance event happen."""

    def score(self, s: StateRecord, seat: int) -> int:
        """The points of a seat, as if the game ended now."""

    def standing(self, s: StateRecord, seat: int) -> int:
        """By which seats are compared at the end: the highest wins, equal ones share the victory.

        The score, where no tie-break comes after it; LOST for whoever cannot have won.
        """


class Evaluator(Protocol):
    """``evaluator.py``: how a strong player values moves, as rules like those of the game.

    Worth is the expected margin over the best other seat at the end (alone: the expected points),
    in fractions of UNIT (see kernel/policy.py), with best play of the seat's own for the rest of
    the turn. ``model`` holds a noise and then WEIGHTS integers, solved or learnt. ``w`` is the
    workspace of the thread (see kernel/workspace.py); ``w.own`` in it is the evaluator's own
    ``Workspace``. What a seat cannot see must not be used.
    """

    VERSION: int  # raised when models made for it no longer fit
    COMMAND: str  # what makes a model: ``rollwrite train`` or ``solve``, and the game
    WEIGHTS: int
    FEATURES: int  # the most that ``features`` returns; 0 where a model is not learnt

    @property
    def Workspace(self) -> type[Record]:  # noqa: N802  # a class of the module
        """Its scratch memory; with a field ``features`` where a model is learnt."""

    def rate(
        self, s: StateRecord, seat: int, moves: Numbers, count: int, model: Numbers, w: Any
    ) -> None:
        """Write what each move of a pending seat is worth to it into ``w.worth``."""

    def expect(self, s: StateRecord, seat: int, model: Numbers, w: Any) -> int:
        """What a moment is worth to a seat that does not decide now: before a roll, for example."""

    def progress(self, s: StateRecord) -> int:
        """How far the game has come, from 0 to 15."""

    def resting(self, s: StateRecord) -> bool:
        """Whether a turn begins: where the value of a moment is read from a learnt model."""


class Advice(Protocol):
    """``advice.py``: what speaks for a move, in words."""

    def why(
        self, game: GameContext, s: StateRecord, seat: int, action: int, other: int
    ) -> Message | None:
        """One sentence for a legal action of a pending seat against another; None for no reason.

        The sentence says a fact that follows from the rules and the two positions, the strongest
        one there is. What the seat cannot see, such as answers that wait, must not be used.
        """


class Notation(Protocol):
    """``notation.py``: actions and chance events in notation, and the parts they touch."""

    def write(self, game: GameContext, s: StateRecord, seat: int, action: int) -> str:
        """The canonical notation of an action."""

    def read(self, game: GameContext, s: StateRecord, seat: int, text: str) -> int | None:
        """The action a text means, legal or not; None if it is no notation of this game."""

    def parts(self, game: GameContext, s: StateRecord, seat: int, action: int) -> tuple[str, ...]:
        """The parts of the sheet, dice and buttons that the move consists of."""

    def refusal(self, game: GameContext, s: StateRecord, seat: int, action: int) -> Refusal:
        """Why an action that is not legal is not."""

    def prompt(self, game: GameContext, s: StateRecord, seat: int) -> Message:
        """One sentence that says what a pending seat may do."""

    def chance(self, game: GameContext, s: StateRecord) -> Chance:
        """What is due at a chance state."""

    def write_event(self, game: GameContext, s: StateRecord, event: list[int]) -> str:
        """The canonical notation of a chance event that is due in this state."""

    def read_event(self, game: GameContext, s: StateRecord, text: str) -> list[int] | Refusal:
        """The chance event a text means, or why it cannot happen here."""

    def outcomes(self, game: GameContext, s: StateRecord) -> Iterator[tuple[list[int], int]]:
        """Every different chance event with its weight (equal events merged)."""

    def begins_turn(self, game: GameContext, s: StateRecord) -> bool:
        """Whether a new turn begins at this state."""


class Positions(Protocol):
    """``position.py``: how a game begins, and states as JSON and back."""

    def start(
        self, game: GameContext, seats: int, first: int, options: Mapping[str, OptionValue]
    ) -> StateRecord:
        """The start of a game as a record; BadOption for an option that is wrong."""

    def write(self, game: GameContext, s: StateRecord, seat: int | None) -> Json:
        """The position as JSON data; what a seat cannot see is left out if one is named."""

    def read(self, game: GameContext, data: Mapping[str, Any]) -> StateRecord:
        """The record of a position; BadPosition says what is wrong and where."""


class Tally(Protocol):
    """``tally.py``: a score line by line."""

    def lines(self, game: GameContext, s: StateRecord, seat: int) -> list[TallyLine]:
        """The lines whose points add up to the seat's score."""


class Drawings(Protocol):
    """``drawing.py``: the sheet as shapes, and as text."""

    def sheet(self, game: GameContext, s: StateRecord, seat: int) -> Drawing:
        """A seat's sheet."""

    def tray(self, game: GameContext, s: StateRecord) -> Drawing:
        """The dice (and cards) in the middle of the table.

        The part of a die is ``die-`` and its name, or the end of its name, in ``Chance.what``.
        """

    def text(self, game: GameContext, s: StateRecord, seat: int) -> str:
        """A seat's sheet for a terminal."""

    def tray_text(self, game: GameContext, s: StateRecord) -> str:
        """The middle of the table for a terminal, on one line if it fits."""


class SheetLine(NamedTuple):
    """A line of a sheet as people type it: words with spaces between, ``-`` where nothing is."""

    label: Message
    words: tuple[str, ...]  # what may stand there
    parts: tuple[str, ...] = ()  # of the drawing: where each of its words stands
    most: int = 0  # how many words there may be, where no parts say so
    example: str = ""  # where the words are of several kinds


class PlayedSheet(NamedTuple):
    """A sheet that was typed in: seat 0 of a record, and which rules it breaks, in sentences."""

    record: StateRecord
    problems: tuple[Message, ...]


class PaperSheet(Protocol):
    """``paper_sheet.py``: a sheet that was played on paper, typed in to be scored and checked."""

    def lines(self, game: GameContext, typed: Sequence[Sequence[str]]) -> tuple[SheetLine, ...]:
        """What is typed, line by line; what was typed so far may change where words stand."""

    def read(self, game: GameContext, typed: Sequence[Sequence[str]]) -> PlayedSheet:
        """The sheet; each line has as many of its words as there may be, ``-`` for nothing."""


class Option(NamedTuple):
    """Something to choose before a game besides variant and seats: a level from 1 to 7.

    ``values`` are the whole numbers it takes, for a list to choose from; None where it is a text,
    which ``Positions.start`` reads and checks.
    """

    name: str
    values: range | None = None
    variants: tuple[str, ...] = ()  # those that take it; empty: all

    def parse(self, text: str) -> OptionValue:
        """The value a typed text means; what is no number where one is due stays a text."""
        return int(text) if self.values is not None and text.isdecimal() else text


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
    provenance: str  # where the sheet comes from: one of PROVENANCES
    rules: Rules
    notation: Notation
    position: Positions
    tally: Tally
    drawing: Drawings
    minutes: int | None = None  # how long a game takes people, about; None where nobody knows
    narration: tuple[WordReader, ...] = ()  # how words of its notation are told (play/narration.py)
    variants: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()  # what start() takes besides seats and first
    # What printed data mean as constants of rules.py; None in a game that takes no other edition.
    constants: Callable[[Fields], dict[str, Any]] | None = None
    descriptions: object = None  # descriptions.py; see OptionalDescriptions in games/optional.py
    paper_sheet: PaperSheet | None = None  # None in a game whose sheets cannot be typed in
    advice: Advice | None = None  # None in a game that gives no reasons for a move
    evaluator: Evaluator | None = None  # None in a game that bots only search without a table
    training: Training | None = None  # None in a game whose model is not learnt
    solver: Solver | None = None  # None in a game that cannot be solved
    baselines: Mapping[str, Baseline] = field(default_factory=dict)  # bots to measure others by
    campaign: Campaign | None = None  # None in a game without levels
