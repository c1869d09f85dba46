"""What others may not see of a seat: the fields a game declares ``PRIVATE`` and ``VEILED``.

A state of the library holds everything. Whoever plays with people far apart shows each seat the
state ``seen_by`` it, and lets bots think about the state ``imagined_by`` theirs.
"""

from __future__ import annotations

from copy import deepcopy

from rollwrite.games.contract import Rules, StateRecord
from rollwrite.games.optional import OptionalRules
from rollwrite.kernel.records import Record
from rollwrite.play.checks import check_seat
from rollwrite.play.state import State


def seen_by(state: State, seat: int | None) -> State:
    """The same moment without what others hide from a seat; without a seat, from everybody."""
    if seat is not None:
        check_seat(state, seat)
    record = _veiled(state.game.rules, state._record, seat)
    return state if record is state._record else State(state.game, record, state.log)


def imagined_by(state: State, seat: int) -> State:
    """The same moment as a seat may think it through: what others hide is made up.

    They are taken to hide what the seat itself has, so that the moment can be played on from.
    """
    check_seat(state, seat)
    record = _imagined(state.game.rules, state._record, seat)
    return state if record is state._record else State(state.game, record, state.log)


def known_to(state: State, seat: int) -> State:
    """The same moment as a seat knows it: imagined, and without others' answers in an open window.

    Who has answered there is pending again, as if the seat came first.
    """
    check_seat(state, seat)
    window = state.window
    asked = [one for one in state._decided if state._window(one.before) == window]
    if any(one.seat != seat for one in asked):
        record = asked[0].before
        for one in asked:
            if one.seat == seat:
                record = state._applied(record, seat, one.action)
        state = State(state.game, record, state.log)
    return imagined_by(state, seat)


def secret_of(before: State, after: State) -> int | None:
    """The only seat that knows what has happened between two states; None if all know."""
    return _secret_of(after.game.rules, before._record, after._record)


def _veiled(rules: Rules, record: StateRecord, viewer: int | None) -> StateRecord:
    """A record in which the others' private fields are zero; for nobody's eyes, everybody's are."""
    names = _names(rules, record.phase)
    if not names:
        return record
    found = record.copy()
    for sheets in _sheets(record):
        for seat, sheet in enumerate(getattr(found, sheets)):
            if seat != viewer:
                for name in names:
                    if name in sheet._fields:
                        setattr(sheet, name, sheet._fields[name].zero())
    return found


def _imagined(rules: Rules, record: StateRecord, viewer: int) -> StateRecord:
    """A record to think on from: of what the others really hide nothing is in it.

    While all do the same behind a veil, each is taken to have what the viewer has: with zeros
    there it would be no moment that the rules know.
    """
    if all(veiled_in != record.phase for veiled_in, _ in OptionalRules.of(rules).VEILED):
        return _veiled(rules, record, viewer)
    names = _names(rules, record.phase)
    found = record.copy()
    for sheets in _sheets(record):
        own = getattr(record, sheets)[viewer]
        for seat in range(record.seats):
            if seat != viewer:
                for name in names & own._fields.keys():
                    setattr(getattr(found, sheets)[seat], name, deepcopy(getattr(own, name)))
    return found


def _secret_of(rules: Rules, before: StateRecord, after: StateRecord) -> int | None:
    """The seat that alone knows what an event was: it changed private fields of that seat only.

    Counters and phases may change with it; anything else that lies on the table may not.
    """
    private = OptionalRules.of(rules).PRIVATE
    if not private:
        return None
    owner: int | None = None
    lists = _sheets(before)
    hidden = OptionalRules.of(rules).HIDDEN
    for name in before._fields:
        old, new = getattr(before, name), getattr(after, name)
        if name in hidden or isinstance(old, int) or old == new:
            continue
        if name not in lists:
            return None
        for seat, (was, now) in enumerate(zip(old, new, strict=True)):
            changed = [n for n in was._fields if getattr(was, n) != getattr(now, n)]
            if not changed:
                continue
            if owner not in (None, seat) or any(n not in private for n in changed):
                return None
            owner = seat
    return owner


def _names(rules: Rules, phase: int) -> set[str]:
    found = set(OptionalRules.of(rules).PRIVATE)
    for veiled_in, names in OptionalRules.of(rules).VEILED:
        if veiled_in == phase:
            found.update(names)
    return found


def _sheets(record: StateRecord) -> list[str]:
    """The fields that hold a record for each seat."""
    return [
        name for name, field in record._fields.items()
        if isinstance(field.kind, type) and issubclass(field.kind, Record) and len(field.shape) == 1
    ]  # fmt: skip
