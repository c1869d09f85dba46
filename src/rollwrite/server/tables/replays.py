"""After the game: the log to download, every step of it again, and the proof of its dice."""

from __future__ import annotations

from dataclasses import replace

import rollwrite as rw
from rollwrite.server.problems import Cause, Problem
from rollwrite.server.schemas import Verdict, View
from rollwrite.server.tables import fair
from rollwrite.server.tables.render_cache import RenderCache
from rollwrite.server.tables.table import Table
from rollwrite.server.tables.view import Viewer, complete, revealed
from rollwrite.server.thinking import Ask


def log_text(table: Table, who: str | None) -> str:
    """The log as this browser may know it, with what its dice follow from."""
    if table.state is None:
        raise Problem(Cause.WRONG_TIME, "not_begun")
    log = _known(table, who)
    if table.own_dice:
        return f"{log}\n{fair.write_own_dice(table.id)}\n"
    proof = fair.write_block(
        table.fairness, drawn_first=table.draws_first, revealed=revealed(table)
    )
    return f"{log}\n{proof}\n"


def _known(table: Table, who: str | None) -> rw.Log:
    """Without what others have answered in a window that is still open."""
    state, mine = table.playing, table.mine(who)
    if state.over:
        return state.log
    open_from = table.window_from
    viewer = mine[0] if mine else None
    events = tuple(
        table.known_event(index, event, viewer)
        for index, event in enumerate(state.log.events)
        if index < open_from or event.seat in mine
    )
    return replace(state.log, events=events)


def _finished(table: Table) -> rw.State:
    if table.state is None or not table.state.over:
        raise Problem(Cause.WRONG_TIME, "not_over")
    return table.state


async def replay_view(table: Table, step: int, language: str, ask: Ask) -> View:
    """What everybody saw after so many events of a finished game."""
    _finished(table)
    found: View = await ask("replay", table, step, language)
    return found


def replayed(table: Table, step: int, language: str) -> View:
    """The same, worked out and drawn here."""
    end = _finished(table)
    step = min(step, len(end.log.events))
    log = replace(end.log, events=end.log.events[: max(0, step - 1)], scores=None)
    before = after = end.game.replay(log)
    if step:
        after = end.game.follow(before, end.log.events[step - 1])
    past = _at(table, after)
    if step and before.chance is not None:
        past.rolled = before.chance
    found = complete(*Viewer(past, RenderCache(), None, language, ()).view())
    found.step, found.steps = step, len(end.log.events)
    found.fair = Viewer(table, RenderCache(), None, language, ()).fair()
    return found


def _at(table: Table, state: rw.State) -> Table:
    """The table as it was when the game stood there."""
    past = replace(table, state=state, window=state, window_from=len(state.log.events))
    past.game = table.game
    return past


async def verified(table: Table, language: str, ask: Ask) -> Verdict:
    """Whether every roll and deal of a finished game follows from its secret and seeds."""
    state = _finished(table)
    if table.own_dice:
        raise Problem(Cause.BAD_REQUEST, "own_dice")
    if not revealed(table):
        raise Problem(Cause.WRONG_TIME, "not_revealed")
    verdict: fair.Verdict = await ask("verify", state.log, table.fairness, table.draws_first)
    return Verdict(verdict.fair, verdict.rolls, fair.verdict_text(verdict, language))
