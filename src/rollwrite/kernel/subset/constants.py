"""The constants and records of a rules module: there, of the right type, and wide enough."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rollwrite.kernel.records import Field, Record
from rollwrite.kernel.subset.findings import Findings, nearest
from rollwrite.kernel.subset.kinds import limits, width
from rollwrite.kernel.subset.sources import Sources

# The numbers that every rules module has, and every evaluator, with the least each may be.
NUMBERS = {"OVER": 0, "ACTIONS": 1, "MOVES": 1, "EVENT": 1}
EVALUATOR_NUMBERS = {"VERSION": 0, "WEIGHTS": 0, "FEATURES": 0}
STATE_FIELDS = ("seats", "active", "phase", "pending")
MOST = (1 << 31) - 1


def check_constants(rules: Any, sources: Sources, findings: Findings) -> None:
    """Report constants that are missing or wrong, and fields that cannot hold what they must."""
    _check_text(rules, "TITLE", "what the game is called", sources, findings)
    _check_numbers(rules, NUMBERS, sources, findings)
    state = record(rules, "State")
    if state is None:
        where = sources.place(rules, "State")
        findings.add(where, "`State` is missing: declare it as a class of `Record`")
        return
    for name in STATE_FIELDS:
        field = state._fields.get(name)
        if field is None:
            what = f"`State` has no field `{name}`: every game has {', '.join(STATE_FIELDS)}"
            findings.add(sources.place(rules, "State"), what)
        elif field.shape or not isinstance(field.kind, str):
            findings.add(
                sources.place(state, name), f"`{name}` must be one number: declare it as `i8`"
            )
    _check_widths(rules, state, sources, findings)
    _check_hidden(rules, state, sources, findings)


def check_evaluator_constants(evaluator: Any, sources: Sources, findings: Findings) -> None:
    """The same for an evaluator."""
    _check_text(evaluator, "COMMAND", "the command that makes a model", sources, findings)
    _check_numbers(evaluator, EVALUATOR_NUMBERS, sources, findings)
    room = record(evaluator, "Workspace")
    where = sources.place(evaluator, "Workspace")
    if room is None:
        findings.add(where, "`Workspace` is missing: declare it as a class of `Record`")
    elif hasattr(evaluator, "features") and "features" not in room._fields:
        findings.add(where, "`Workspace` has no field `features`, which `features` fills")


def record(module: Any, name: str) -> type[Record] | None:
    """A record class of a module."""
    found = getattr(module, name, None)
    return found if isinstance(found, type) and issubclass(found, Record) else None


def number(module: Any, name: str) -> int | None:
    """A whole number of a module; True is none."""
    found = getattr(module, name, None)
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def _check_text(module: Any, name: str, meaning: str, sources: Sources, findings: Findings) -> None:
    value = getattr(module, name, None)
    if not isinstance(value, str) or not value:
        state = "is missing" if value is None else f"is {value!r}"
        what = f"`{name}` {state}: it must be a string, {meaning}"
        findings.add(sources.place(module, name), what)


def _check_numbers(
    module: Any, numbers: dict[str, int], sources: Sources, findings: Findings
) -> None:
    for name, least in numbers.items():
        value = getattr(module, name, None)
        found = number(module, name)
        if found is None or not least <= found <= MOST:
            state = "is missing" if value is None else f"is {value!r}"
            what = f"`{name}` {state}: it must be a whole number, at least {least}"
            findings.add(sources.place(module, name), what)


def _check_widths(rules: Any, state: type[Record], sources: Sources, findings: Findings) -> None:
    """Fields of the state that every game has hold what every game writes there."""
    seats = seats_of(rules, state)
    over, actions = number(rules, "OVER") or 0, number(rules, "ACTIONS") or 1
    most = {
        "seats": (seats, f"{seats} seats"),
        "active": (seats - 1, f"{seats} seats"),
        "phase": (over, f"the phase OVER, {over}"),
        "pending": ((1 << seats) - 1, f"a bit for each of {seats} seats"),
        "answers": (actions - 1, f"an action, which may be {actions - 1}"),
    }
    for name, (value, meaning) in most.items():
        field = state._fields.get(name)
        if field is not None and isinstance(field.kind, str) and value > limits(field.kind)[1]:
            what = f"`{name}` is {width(field.kind)} and cannot hold {meaning}"
            findings.add(sources.place(state, name), f"{what}: declare it as {_wider(value)}")
    answers = state._fields.get("answers")
    if answers is not None and answers.shape and answers.shape[0] < seats:
        what = f"`answers` has room for {answers.shape[0]} of {seats} seats: make it longer"
        findings.add(sources.place(state, "answers"), what)


def seats_of(rules: Any, state: type[Record]) -> int:
    """The most seats a game has room for: SEATS, else the length of the state's sheets."""
    sheets = state._fields.get("sheets")
    held = sheets.shape[0] if sheets is not None and sheets.shape else 1
    return number(rules, "SEATS") or held


def _wider(value: int) -> str:
    return next((f"i{bits}" for bits in (8, 16, 32) if value < 1 << bits - 1), "i64")


def _check_hidden(rules: Any, state: type[Record], sources: Sources, findings: Findings) -> None:
    """HIDDEN, PRIVATE and VEILED name fields that exist."""
    sheets: Field | None = state._fields.get("sheets")
    sheet = sheets.kind if sheets is not None and not isinstance(sheets.kind, str) else None
    veiled = _tuple(rules, "VEILED", "(phase, names of fields)", sources, findings)
    named = [
        (state, "HIDDEN", _tuple(rules, "HIDDEN", "names of fields", sources, findings)),
        (sheet, "PRIVATE", _tuple(rules, "PRIVATE", "names of fields", sources, findings)),
        (sheet, "VEILED", [name for pair in veiled for name in _second(pair)]),
    ]
    for kind, constant, names in named:
        for name in names:
            if kind is not None and name not in kind._fields:
                what = f"`{constant}` names `{name}`, but `{kind.__name__}` has no such field"
                known = nearest(str(name), kind._fields)
                findings.add(sources.place(rules, constant), f"{what}: {known}")


def _tuple(
    rules: Any, constant: str, meaning: str, sources: Sources, findings: Findings
) -> Sequence[Any]:
    """A constant that is a tuple; empty if it is left out, or is something else."""
    value = getattr(rules, constant, ())
    if isinstance(value, tuple | list):
        return value
    what = f"`{constant}` is {value!r}: it must be a tuple of {meaning}"
    findings.add(sources.place(rules, constant), what)
    return ()


def _second(pair: Any) -> Sequence[Any]:
    """The names in an entry of VEILED."""
    right = isinstance(pair, tuple) and len(pair) == 2 and isinstance(pair[1], tuple)
    return pair[1] if right else ()
