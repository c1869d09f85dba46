"""Rules without source, such as those of a package that was installed compiled: a coarser check."""

from __future__ import annotations

import ast
import builtins
import dis
from collections.abc import Iterator
from types import FunctionType

from rollwrite.kernel.subset.findings import Finding
from rollwrite.kernel.subset.kinds import RuleOf
from rollwrite.kernel.subset.scope import Program
from rollwrite.kernel.subset.wording import BUILTINS, CONSTANTS, FORBIDDEN, INSTEAD, ONLY_RULES

_OPERATIONS: dict[str, type[ast.AST]] = {
    "RAISE_VARARGS": ast.Raise,
    "LOAD_ASSERTION_ERROR": ast.Assert,
    "SETUP_FINALLY": ast.Try,
    "PUSH_EXC_INFO": ast.Try,
    "BEFORE_WITH": ast.With,
    "MAKE_FUNCTION": ast.FunctionDef,
    "LOAD_BUILD_CLASS": ast.ClassDef,
    "STORE_GLOBAL": ast.Global,
    "IMPORT_NAME": ast.Import,
    "BUILD_LIST": ast.List,
    "BUILD_SET": ast.Set,
    "BUILD_MAP": ast.Dict,
    "BUILD_STRING": ast.JoinedStr,
    "BUILD_SLICE": ast.Slice,
    "BINARY_SLICE": ast.Slice,
    "YIELD_VALUE": ast.Yield,
}


def walk_bytecode(program: Program, function: FunctionType, path: str) -> list[Finding]:
    """What is wrong in a rule, as far as its bytecode tells; the rules it reaches are walked."""
    found: list[Finding] = []
    line = function.__code__.co_firstlineno
    for step in dis.get_instructions(function):
        positions = step.positions
        line = (positions.lineno if positions else None) or line
        told = [f"`{function.__name__}` {what}" for what in _wrong(program, function, step)]
        found += [Finding(f"{path}:{line}", what) for what in told]
    return found


def _wrong(program: Program, function: FunctionType, step: dis.Instruction) -> Iterator[str]:
    if step.opname in _OPERATIONS:
        yield FORBIDDEN[_OPERATIONS[step.opname]]
    elif step.opname == "LOAD_CONST" and type(step.argval) in CONSTANTS:
        if step.argval is not None:  # which every rule without a result returns
            yield CONSTANTS[type(step.argval)].format(value=step.argval)
    elif step.opname == "LOAD_GLOBAL":
        yield from _wrong_global(program, function, str(step.argval))


def _wrong_global(program: Program, function: FunctionType, name: str) -> Iterator[str]:
    names = program.bindings if name in program.bindings else function.__globals__
    if name not in names:
        if name in BUILTINS:
            return
        instead = INSTEAD.get(name, ONLY_RULES)
        known = hasattr(builtins, name)
        yield f"calls `{name}`{instead}" if known else f"reads `{name}`, which is defined nowhere"
        return
    kind = program.constant(name, names[name])
    if isinstance(kind, RuleOf):
        program.result(kind.function, ())
    elif isinstance(kind, str) and name not in program.bindings:
        yield f"reads `{name}`, which {kind}"
