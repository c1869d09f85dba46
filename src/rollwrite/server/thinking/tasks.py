"""What child processes can be asked to think about."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
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
    "replay": replay,
    "bring": _refusing(bring),
    "print_sheets": _refusing(print_sheets),
    "print_record": _refusing(print_record),
    "verify": verify,
    "why_not": why_not,
}
