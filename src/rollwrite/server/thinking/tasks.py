"""What child processes can be asked to think about."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import msgspec

import rollwrite as rw
from rollwrite import coach, web
from rollwrite.bots import bot
from rollwrite.bots.bot import can_prepare, prepare
from rollwrite.errors import RollwriteError
from rollwrite.kernel.object_cache import NotCompiled, only_cached
from rollwrite.play.log import Log
from rollwrite.play.visibility import imagined_by
from rollwrite.server.tables import fair, queries

if TYPE_CHECKING:
    from rollwrite.server import schemas
    from rollwrite.server.tables.entries import Entry
    from rollwrite.server.tables.table import Table

_PREPARED: set[tuple[str, str | None]] = set()


def choose(level: str, state: rw.State, seat: int, seed: int, compiled: bool) -> str:
    """A bot's move; it is shown what its seat may know, and nothing else."""
    if compiled:
        _prepare(state.game)
    return bot(level, seed).choose(imagined_by(state, seat), seat).text


def hint(state: rw.State, seat: int, compiled: bool) -> coach.Hint:
    """What the coach would do."""
    return coach.hint(imagined_by(state, seat), seat, compiled=compiled)


def review(log: str, names: Mapping[str, Sequence[str]], by_bots: Sequence[int]) -> bytes:
    """The review of a finished game as HTML, by language."""
    known = Log.parse(log)
    end = rw.game(known.game, variant=known.variant).replay(known)
    found = coach.review(end, by_bots=by_bots)
    pages = {
        language: str(web.review_content(found, own, language)) for language, own in names.items()
    }
    return zlib.compress(msgspec.json.encode(pages))


def judge(log: str, by_bots: Sequence[int]) -> list[coach.Judged] | None:
    """Luck, points lost, decisions and the costliest mistake of every seat of a finished game.

    None where reviews are rough: without the compiler, or a model of the game.
    """
    known = Log.parse(log)
    end = rw.game(known.game, variant=known.variant).replay(known)
    if not can_prepare(end.game):
        return None
    found = coach.review(end, by_bots=by_bots)
    return coach.judged(found) if found.learnt else None


def challenge(name: str, variant: str | None, fairness: fair.Fairness) -> tuple[int, str]:
    """What the expert makes of the dice of a day, which it does not know: points and log."""
    game = rw.game(name, variant=variant)
    _prepare(game)
    state, expert = game.start(1, None, 0), bot("expert", 0)
    while not state.over:
        if state.chance is not None:
            state = state.roll(fairness.roll(state))
        else:
            state = state.play(expert.choose(imagined_by(state, 0), 0))
    return state.scores()[0], str(state.log)


def parted(log: str, other: str) -> int:
    """The turn in which two games with the same dice become different; 0 if they never do."""
    mine, theirs = Log.parse(log), Log.parse(other)
    turn = 0
    for own, their in zip_longest(mine.events, theirs.events):
        turn += own is None or own.opens_turn
        if own != their:
            return max(1, turn)
    return 0


def last_sheet(log: str, name: str, language: str) -> str:
    """The sheet with which a game ended that was played alone."""
    known = Log.parse(log)
    end = rw.game(known.game, variant=known.variant, language=language).replay(known)
    return str(web.picture(end.sheet(0), language, name))


def replay(table: Table, step: int, language: str) -> schemas.View:
    """What everybody saw after so many events of a finished game."""
    from rollwrite.server.tables.replays import replayed  # which others need not load

    return replayed(table, step, language)


def bring(file: str, who: str, levels: Sequence[str]) -> list[Entry]:
    """The entries of a table at which a game goes on that was begun elsewhere."""
    from rollwrite.server.tables.taken_along import continued

    return continued(file, who, levels)


@lru_cache(32)
def print_sheets(name: str, variant: str | None, language: str, paper: str) -> bytes:
    """Sheets or cards to print, as a PDF."""
    from rollwrite.paper.document import printed

    return printed(rw.game(name, variant=variant, language=language), None, paper).pdf


def print_record(end: rw.State, names: Sequence[str], paper: str) -> bytes:
    """A finished game to print, as a PDF."""
    from rollwrite.paper.record import record

    return record(end, names, paper)


def verify(log: Log, fairness: fair.Fairness, drawn_first: bool) -> fair.Verdict:
    """Whether every roll and deal of a game follows from its secret and seeds."""
    return fair.check(log, fairness, fairness.commitment, drawn_first)


def why_not(state: rw.State, seat: int, part: str) -> str | None:
    """Why a part is of no use: many thousand moves may have to be searched."""
    return queries.why_not(state, seat, part)


def _prepare(game: rw.Game) -> None:
    """Load what has been compiled, once; without it bots think slower, and the same."""
    if (game.id, game.variant) not in _PREPARED:
        _PREPARED.add((game.id, game.variant))
        with suppress(NotCompiled), only_cached():
            prepare(game)


def _refusing(task: Callable[..., Any]) -> Callable[..., Any]:
    """A task whose refusals are answers: whoever asked is told, and nothing has failed."""

    def answered(*given: Any) -> Any:
        try:
            return task(*given)
        except RollwriteError as error:
            return error

    return answered


TASKS: dict[str, Callable[..., Any]] = {
    "choose": choose,
    "hint": hint,
    "review": review,
    "judge": judge,
    "challenge": challenge,
    "parted": parted,
    "last_sheet": last_sheet,
    "replay": replay,
    "bring": _refusing(bring),
    "print_sheets": _refusing(print_sheets),
    "print_record": _refusing(print_record),
    "verify": verify,
    "why_not": why_not,
}
