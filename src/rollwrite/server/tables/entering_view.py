"""What players see of entering their own dice: what is due, and the faces to pick from."""

from __future__ import annotations

from rollwrite import web
from rollwrite.games.optional import Face, Picking
from rollwrite.play.picking import only_for
from rollwrite.play.picking import picking as picking_of
from rollwrite.server import schemas
from rollwrite.server.problems import Cause, Problem, say
from rollwrite.server.tables import commands
from rollwrite.server.tables.render_cache import RenderCache
from rollwrite.server.tables.table import BOT, OVER, Table
from rollwrite.texts import Message
from rollwrite.web.translate import about


def entering(
    table: Table, cache: RenderCache, who: str | None, names: list[str], language: str
) -> schemas.Entering:
    """What a browser may enter or correct, and what it is to be told of that."""
    state, before = table.playing, table.before_roll
    found = schemas.Entering()
    if state.chance is not None:
        found.seat = only_for(state)
        picked = cache.of_state(state, "picking", lambda: picking_of(state, found.seat))
        found.due = _due(table, picked, found.seat, names, language)
        found.mine = commands.may_enter(table, who, state)
    if before is not None and table.status != OVER:
        found.correct = commands.may_enter(table, who, before)
    if table.corrected is not None:
        found.corrected = _corrected(table, names, language)
    return found


def picking(table: Table, who: str | None, language: str, *, last: bool) -> schemas.Picking:
    """The faces of the dice that are due, or of the last roll, to enter another in its place."""
    if not table.mine(who):
        raise Problem(Cause.NOT_YOUR_SEAT, "no_seat")
    if not table.own_dice:
        raise Problem(Cause.BAD_REQUEST, "not_own_dice")
    state = table.before_roll if last else table.state
    if state is None or state.chance is None:
        raise Problem(Cause.WRONG_TIME, "nothing_rolled" if last else "nothing_due")
    owner = only_for(state)
    if not commands.may_enter(table, who, state):
        raise Problem(Cause.NOT_YOUR_SEAT, "hidden_card", seat=owner)
    viewer = table.mine(who)[0] if owner is None else owner
    found = picking_of(state.in_language(language), viewer)
    totals = [found.totals[0], found.totals[-1]] if found.totals else None
    picks = [
        schemas.Pick(_text(pick.label, language), tuple(_face(f, language) for f in pick.faces))
        for pick in (found.picks[:1] if found.alike else found.picks)
    ]
    return schemas.Picking(tuple(picks), len(found.picks), totals)


def _face(face: Face, language: str) -> schemas.Face:
    drawn = None if face.drawing is None else "".join(web.pieces(face.drawing, language))
    return schemas.Face(face.text, _text(face.label, language), drawn)


def _due(table: Table, found: Picking, owner: int | None, names: list[str], language: str) -> str:
    """Who rolls or deals what, in one sentence."""
    state = table.playing
    if state.chance is not None and state.chance.kind == "deal":
        what = found.what or say("due.card")
        seat = found.seat if owner is None else owner
        if seat is None:
            return say("due.deal", what=what).text(language)
        return say(about("due.deal_to", names[seat]), what=what, name=names[seat]).text(language)
    name = names[state.active]
    key = "due.roll_one" if len(found.picks) == 1 else "due.roll"
    if table.seats[state.active].kind == BOT:
        return say(f"{key}_for", count=len(found.picks), name=name).text(language)
    you = about("", name) == "_you"
    told = say(f"{key}_you" if you else key, count=len(found.picks), name=name)
    return told.text(language)


def _corrected(table: Table, names: list[str], language: str) -> str:
    """Who has corrected the roll, and who decides again."""
    assert table.corrected is not None
    by, undone = table.corrected
    told = say("due.corrected_by", name=names[by]).text(language)
    if not undone:
        return told
    again = say("due.again", names=[names[seat] for seat in undone]).text(language)
    return f"{told} {again}"


def _text(label: Message | str, language: str) -> str:
    return label if isinstance(label, str) else label.text(language)
