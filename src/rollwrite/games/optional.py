"""What the files of a game may define besides what their Protocols ask for.

``OptionalRules.of(module)`` and the like give what a module defines, and a default for each name
that it leaves out; nobody else looks such a name up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, NamedTuple, Self

from rollwrite.draw.shapes import Drawing
from rollwrite.games.contract import GameContext, StateRecord
from rollwrite.texts import Message


@cache
def _defined(kind: type[Any], module: Any) -> Any:
    """The defaults of a dataclass, with what a module defines in their place."""
    names = [one.name for one in fields(kind)]
    return kind(**{name: getattr(module, name) for name in names if hasattr(module, name)})


class _Optional:
    """Names that a module may define besides those of its Protocol, each with its default."""

    @classmethod
    def of(cls, module: object) -> Self:
        """What a module defines of them."""
        kind: Any = cls
        found: Self = _defined(kind, module)
        return found


@dataclass(frozen=True)
class OptionalRules(_Optional):
    """What ``rules.py`` may define besides. Answers that wait are always private."""

    HIDDEN: tuple[str, ...] = ()  # fields of the state that nobody sees
    PRIVATE: tuple[str, ...] = ()  # fields of a sheet that only its owner sees
    # A phase, and the fields of a sheet that only its owner sees while it lasts.
    VEILED: tuple[tuple[int, tuple[str, ...]], ...] = ()
    # By name, the most that a field of the record or of a sheet holds, and which fields are bits,
    # of how many things: for observations from 0 to 1. Without a limit the type's is taken.
    LIMITS: Mapping[str, int] = field(default_factory=dict)
    BITS: Mapping[str, int] = field(default_factory=dict)
    # Where each kind of action begins, rising from 0, and what it means: for docs/actions.md.
    ACTION_TABLE: tuple[tuple[int, str], ...] = ()
    # Whether a GPU lets its threads go from phase to phase together (for kernel/cuda/runner.py).
    PHASES_DIFFER: bool = False


@dataclass(frozen=True)
class OptionalEvaluator(_Optional):
    """What ``evaluator.py`` may define besides, as rules and as numbers."""

    # goal(s): the points with which somebody who plays alone wins; 0 if that cannot be.
    goal: Callable[[StateRecord], int] | None = None
    # features(s, seat, own): where the weights lie that add up to the points a seat still makes;
    # indices into the model, noise included, in ``own.features``; returns how many, at most
    # FEATURES. Needed by ``Definition.training``; what the other seats have may matter too.
    features: Callable[[StateRecord, int, Any], int] | None = None
    # A quicker ``rate`` while learning; None: ``rate`` itself (looked up by kernel/learn.py).
    quick_rate: Callable[..., None] | None = None
    # Whether luck shows in the model only once the decisions after a roll are made.
    SETTLED: bool = False
    PLAY_OUT: tuple[int, int] = (48, 40)  # games and decisions by which the coach makes sure


class Item(NamedTuple):
    """A part of a sheet that designers count: a card, a row, a field."""

    kind: str  # "card", "row", "column", "field": the same for all that are counted in one table
    name: str  # as the game's notation or its sheet.toml has it
    done: bool  # whether it is completed, full, or scored as a bonus; a field: filled


@dataclass(frozen=True)
class OptionalTally(_Optional):
    """What ``tally.py`` may define besides."""

    # items(game, s, seat): what stands on a seat's sheet now, whenever a turn begins and at the
    # end: cards that it has, fields that are filled, rows and columns in any case. The lab counts
    # by it how often a card is bought and completed, and who wins with it. Left out: nothing.
    items: Callable[[GameContext, StateRecord, int], Iterable[Item]] = lambda *_: ()


class PrintedCard(NamedTuple):
    """A card of a deck on which nothing is written; the back is as large as the front."""

    front: Drawing
    back: Drawing


class Face(NamedTuple):
    """What a die may show, or a card that may be dealt: as ``read_event`` takes it, and as seen."""

    text: str
    label: Message | str
    drawing: Drawing | None = None  # the label alone, if there is none


class Pick(NamedTuple):
    """A die that is rolled, or a card that is dealt: one of its faces is picked."""

    label: Message | str
    faces: tuple[Face, ...]


class Picking(NamedTuple):
    """How people enter what their own dice show, or which card they have dealt.

    The texts of the faces that are picked, with spaces between, are the notation of the event.
    """

    picks: tuple[Pick, ...]
    alike: bool = False  # the dice are of one kind: which of them shows what is no matter
    totals: range | None = None  # sums that may be entered instead, where only the sum matters
    seat: int | None = None  # who is dealt the card, where everybody sees it
    what: Message | None = None  # what is dealt, as the object of a sentence: "a bonus card"


@dataclass(frozen=True)
class OptionalDrawings(_Optional):
    """What ``drawing.py`` may define besides."""

    # emblem(game, s, seat): a small square picture that stands for the game where several are
    # listed, from a state in the middle of a game, on ``sheets.backdrop``: what lies beyond its
    # edges is seen where there is more room. The sheet, if left out.
    emblem: Callable[[GameContext, StateRecord, int], Drawing] | None = None
    # market(game, s): what lies open for all besides dice, such as cards to buy. On a phone it is a
    # drawer over the sheet, elsewhere it lies beside it. None if nothing of the kind is in play.
    market: Callable[[GameContext, StateRecord], Drawing | None] = lambda *_: None
    # deck(game): all cards of a game that is played on cards, as they are printed (paper/) in place
    # of sheets, all of one size. None, if left out.
    deck: Callable[[GameContext], tuple[PrintedCard, ...]] = lambda _: ()
    # The colour of each letter that stands for one in ``text`` and ``tray_text``: {"Y": "yellow"}.
    TEXT_COLOURS: Mapping[str, str] = field(default_factory=dict)
    # picking(game, s, viewer): how a chance event that is due is entered where people roll dice of
    # their own; ``Dice.picking`` of the kit is one. It tells nothing that the viewer's seat (None:
    # whoever looks on) does not see. None, or left out: from the words in which the outcomes differ
    # (play/picking.py).
    picking: Callable[[GameContext, StateRecord, int | None], Picking | None] = lambda *_: None


def _kind(part: str) -> str:
    name, dash, _ = part.partition("-")
    return name if dash else "field"


def _applied(game: GameContext, s: StateRecord, seat: int, action: int) -> StateRecord:
    after = s.copy()
    game.rules.apply(after, seat, action)
    return after


@dataclass(frozen=True)
class OptionalDescriptions(_Optional):
    """What ``Definition.descriptions`` may define, if a game has such a module: moves in words.

    ``act``, ``effect`` and ``closes`` describe a choice while it is made: what the button says that
    makes it, what it does, and what it rules out.
    """

    # act(game, s, seat, action): a legal move in the imperative, as short as a button: "Write 8".
    # None, or left out: the move in the second person, from the texts ``told_you``.
    act: Callable[[GameContext, StateRecord, int, int], Message | None] = lambda *_: None
    # full(game, s, seat, action): the same where the sheet is not seen: "Write 8 in orange, 3rd
    # field". None, or left out: ``act``, with the names of parts where several moves have the same.
    full: Callable[[GameContext, StateRecord, int, int], Message | None] = lambda *_: None
    # effect(game, s, seat, action): one sentence on what a legal move does that the button does not
    # say: "Completes the orange row." The points it adds are told by themselves.
    effect: Callable[[GameContext, StateRecord, int, int], Message | None] = lambda *_: None
    # closes(game, s, seat, action): what a legal move makes impossible for good on the seat's own
    # sheet, each as the object of a sentence: "a full orange row". ``closing.compared`` of the kit
    # finds it by what is reachable before and after. Nothing, if left out.
    closes: Callable[[GameContext, StateRecord, int, int], Sequence[Message]] = lambda *_: ()
    # told(game, s, seat, text): what a move, or with no seat a deal or roll, does to a state, in
    # the third person; a text ``told.KEY``, which ``told_you.KEY`` tells to the player. None, or
    # left out: the words of the notation one by one (play/narration.py), which know no state.
    told: Callable[[GameContext, StateRecord, int | None, str], Message | None] = lambda *_: None


@dataclass(frozen=True)
class OptionalNotation(_Optional):
    """What ``notation.py`` may define besides.

    ``kind`` and ``preview`` show a choice while it is made: what is still to be chosen, and how
    the sheet will look.
    """

    # kind(part): what sort of thing a part is. Parts of a kind are asked for with one sentence, the
    # game's text ``next.KIND``, while a choice lacks one: "Now choose where it goes." What stands
    # before the hyphen of its name, if left out; "field" where there is none.
    kind: Callable[[str], str] = _kind
    # preview(game, s, seat, action): the state with a legal move carried out, as far as its seat
    # sees it. Left out: the state after ``apply``; where answers wait for others it is
    # ``windows.carried_out``.
    preview: Callable[[GameContext, StateRecord, int, int], StateRecord] = _applied

    # alike(game, s, seat): groups of parts of which only the number chosen matters, each in the
    # moves' own order; a move names the first ones of a group.
    alike: Callable[[GameContext, StateRecord, int], tuple[tuple[str, ...], ...]] = lambda *_: ()
    # aliases(game, s, seat): parts that moves need not name, each with the part that is meant when
    # it is tapped: a die for the zone of its colour, say.
    aliases: Callable[[GameContext, StateRecord, int], Mapping[str, str]] = lambda *_: {}
    # window(game, s): which window of decisions is open; states of one window give the same number.
    # Within a window seats answer in any order and unseen by each other. A move that makes somebody
    # else pending, with no roll in between, must change the number. The phase, if left out.
    window: Callable[[GameContext, StateRecord], int] = lambda _, s: int(s.phase)
