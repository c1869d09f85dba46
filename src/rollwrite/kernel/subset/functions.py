"""The functions that every game has, and all that they reach."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from rollwrite.kernel.rule import is_rule
from rollwrite.kernel.subset.constants import number, record
from rollwrite.kernel.subset.findings import Findings
from rollwrite.kernel.subset.kinds import NUMBER, UNKNOWN, ArrayOf, Kind, RecordOf, Role
from rollwrite.kernel.subset.program import Program
from rollwrite.kernel.subset.sources import Sources
from rollwrite.kernel.subset.windows import check_windows
from rollwrite.kernel.workspace import move_type, workspace

# The functions of games/contract.py with their parameters, by which they are known here.
RULES = {
    "start": ("s", "seats", "first"),
    "legal": ("s", "seat", "moves"),
    "apply": ("s", "seat", "action"),
    "sample": ("s", "event", "rng"),
    "resolve": ("s", "event"),
    "score": ("s", "seat"),
    "standing": ("s", "seat"),
}
EVALUATOR = {
    "rate": ("s", "seat", "moves", "count", "model", "w"),
    "expect": ("s", "seat", "model", "w"),
    "progress": ("s",),
    "resting": ("s",),
}
OPTIONAL = {
    "goal": ("s",),
    "features": ("s", "seat", "own"),
    "quick_rate": ("s", "seat", "moves", "count", "model", "w"),
}
RETURNING = {"legal", "score", "standing", "expect", "progress", "resting", "goal", "features"}


def check_functions(rules: Any, evaluator: Any, sources: Sources, findings: Findings) -> None:
    """Walk the functions of a game and of its evaluator."""
    program = Program({"rules": rules, "evaluator": evaluator}, sources, findings)
    kinds = _kinds(rules, evaluator)
    checks = [(rules, RULES, True)]
    if evaluator is not None:
        checks += [(evaluator, EVALUATOR, True), (evaluator, OPTIONAL, False)]
    for module, functions, required in checks:
        for name, parameters in functions.items():
            function = getattr(module, name, None)
            if function is None and not required:
                continue
            signature = f"{name}({', '.join(parameters)})"
            if function is None:
                kind = "game" if module is rules else "evaluator"
                what = f"`{signature}` is missing: every {kind} has it"
                findings.add(sources.place(module, name), what)
            elif not isinstance(function, FunctionType):
                what = f"`{name}` is no plain function: define it with `def`, and only @rule above"
                findings.add(sources.place(module, name), what)
            else:
                _check_function(program, name, function, kinds, findings)
    check_windows(program, rules, sources, findings)


def _check_function(
    program: Program,
    name: str,
    function: FunctionType,
    kinds: dict[str, Kind],
    findings: Findings,
) -> None:
    parameters, place = (RULES | EVALUATOR | OPTIONAL)[name], program.place(function)
    if not is_rule(function):
        findings.add(place, f"`{name}` is no rule: put @rule above it")
    names, _ = program.parameters(function)
    if len(names) != len(parameters):
        signature = f"{name}({', '.join(parameters)})"
        what = f"`{name}` takes {len(names)} instead of {len(parameters)} parameters"
        findings.add(place, f"{what}: define it as `{signature}`")
        return
    given = tuple(kinds.get(parameter, NUMBER) for parameter in parameters)
    program.check(function, given)
    if name in RETURNING and not program.returns(function):
        findings.add(place, f"`{name}` returns nothing: it must return a number")


def _kinds(rules: Any, evaluator: Any) -> dict[str, Kind]:
    """What the parameters are that are no numbers."""
    state = record(rules, "State")
    own = record(evaluator, "Workspace")
    sizes = {name: number(rules, name) or 0 for name in ("ACTIONS", "MOVES", "EVENT")}
    known = all(0 < size < 1 << 31 for size in sizes.values())
    kinds: dict[str, Kind] = {
        "s": RecordOf(state) if state else UNKNOWN,
        "own": RecordOf(own) if own else UNKNOWN,
        "rng": ArrayOf("i8", (2,)),
        "model": ArrayOf("i8", (None,)),
        "event": ArrayOf("i1", (sizes["EVENT"],)) if known else UNKNOWN,
        "moves": UNKNOWN,
        "w": UNKNOWN,
    }
    if known:
        kinds["moves"] = ArrayOf(move_type(rules), (sizes["MOVES"],), Role.MOVES)
    if known and state and own:
        kinds["w"] = RecordOf(workspace(rules, evaluator))
    return kinds
