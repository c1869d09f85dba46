"""All the rules of a check: each is walked once for each kind of arguments it is called with."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Mapping
from inspect import CO_ASYNC_GENERATOR, CO_COROUTINE, CO_GENERATOR, CO_VARARGS, CO_VARKEYWORDS
from types import FunctionType
from typing import Any

from rollwrite.kernel.records import Record
from rollwrite.kernel.subset.bytecode import walk_bytecode
from rollwrite.kernel.subset.findings import Findings, listed
from rollwrite.kernel.subset.kinds import NUMBER, UNKNOWN, UNSET, Kind, RecordOf, of_global
from rollwrite.kernel.subset.sources import Sources, shown
from rollwrite.kernel.subset.statements import parameters, returns_value, walk

DEEPEST = 12  # calls that are followed at once; the rest wait for their turn
MOST_KINDS = 16  # of arguments that one rule is walked for

Call = tuple[FunctionType, tuple[Kind, ...]]


class Program:
    """The rules that are reached, and what was found in them."""

    def __init__(self, bindings: Mapping[str, Any], sources: Sources, findings: Findings) -> None:
        self.bindings = bindings
        self._sources = sources
        self._findings = findings
        self._results: dict[Call, Kind] = {}
        self._walked: Counter[FunctionType] = Counter()
        self._open: list[FunctionType] = []  # the rules that are being walked, each by the last
        self._waiting: list[Call] = []
        self._tables: dict[int, tuple[Kind | str, Any]] = {}  # kept, so that no id is used again

    def check(self, function: FunctionType, kinds: tuple[Kind, ...]) -> None:
        """Walk a rule and all it reaches."""
        self._waiting.append((function, kinds))
        while self._waiting:
            self.result(*self._waiting.pop())

    def constant(self, name: str, value: Any) -> Kind | str:
        """What is known of a constant that rules read, or why they may not."""
        if not isinstance(value, tuple):
            return of_global(name, value)
        if id(value) not in self._tables:  # which may be large, and are read often
            self._tables[id(value)] = of_global(name, value), value
        return self._tables[id(value)][0]

    def place(self, function: FunctionType) -> str:
        """Where a function is defined."""
        code = function.__code__
        node = self._sources.syntax(function)
        line = code.co_firstlineno if node is None else node.lineno
        return f"{shown(code.co_filename)}:{line}"

    def parameters(self, function: FunctionType) -> tuple[list[str], int]:
        """The names of a rule's parameters, and how many of them have no default."""
        code = function.__code__
        count = code.co_argcount + code.co_kwonlyargcount
        return list(code.co_varnames[:count]), code.co_argcount - len(self._defaults(function))

    def returns(self, function: FunctionType) -> bool:
        """Whether a rule returns a value anywhere; without source, that is taken for granted."""
        node = self._sources.syntax(function)
        return node is None or any(map(returns_value, ast.walk(node)))

    def _defaults(self, function: FunctionType) -> list[Any]:
        """The default values of a rule; its copies have none, so the source is asked too."""
        node = self._sources.syntax(function)
        return list(function.__defaults__ or ()) if node is None else list(node.args.defaults)

    def result(self, function: FunctionType, kinds: tuple[Kind, ...]) -> Kind:
        """What a rule returns for arguments of these kinds; its own mistakes are noted."""
        kinds = self._completed(function, kinds)
        call = function, kinds
        if function in self._open:
            self._check_circle(function)
            return UNKNOWN
        if call in self._results:
            return self._results[call]
        if self._walked[function] >= MOST_KINDS:
            return UNKNOWN
        if len(self._open) >= DEEPEST:
            self._waiting.append(call)
            return UNKNOWN
        self._open.append(function)
        self._results[call] = UNKNOWN
        try:
            self._results[call] = self._walk(function, kinds)
        except RecursionError:  # an expression nested so deeply is not ours to judge
            pass
        finally:
            self._open.pop()
        return self._results[call]

    def _walk(self, function: FunctionType, kinds: tuple[Kind, ...]) -> Kind:
        node = self._sources.syntax(function)
        if not self._walked[function]:
            self._check_signature(function)
        self._walked[function] += 1
        path = shown(function.__code__.co_filename)
        if node is None:
            if self._walked[function] == 1:
                self._findings.extend(walk_bytecode(self, function, path))
            return UNKNOWN
        rest = len(parameters(node)) - len(kinds)
        walked = walk(self, function, node, path, [*kinds, *[UNKNOWN] * rest])
        self._findings.extend(walked.found)
        return walked.result

    def _completed(self, function: FunctionType, kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
        """The kinds of a rule's arguments; where a call does not tell one, its annotation may."""
        names, _ = self.parameters(function)
        node = self._sources.syntax(function)
        notes = [one.annotation for one in parameters(node)] if node else []
        found = [*kinds[: len(names)], *[UNKNOWN] * (len(names) - len(kinds))]
        for place, kind in enumerate(found):
            if kind in (UNKNOWN, UNSET) and place < len(notes):
                found[place] = _annotated(function, notes[place])
        return tuple(found)

    def _check_circle(self, function: FunctionType) -> None:
        """Rules that call each other in a circle: compiled, that ends in a crash."""
        circle = self._open[self._open.index(function) :]
        if len(circle) > 1:
            names = listed(one.__name__ for one in circle)
            what = f"{names} call each other in a circle, which crashes compiled code: use a loop"
            self._findings.add(self.place(circle[0]), what)

    def _check_signature(self, function: FunctionType) -> None:
        code, place = function.__code__, self.place(function)
        name = f"`{function.__name__}`"
        if code.co_freevars:
            inner = listed(code.co_freevars)
            what = f"{name} uses {inner} of the function around it: pass it as an argument"
            self._findings.add(place, what)
        if defaults := len(self._defaults(function)):
            names, _ = self.parameters(function)
            given = listed(names[code.co_argcount - defaults : code.co_argcount])
            what = f"{name} has a default for {given}, which compiled code does not know"
            self._findings.add(place, f"{what}: pass it in every call")
        if code.co_flags & (CO_VARARGS | CO_VARKEYWORDS):
            self._findings.add(place, f"{name} has a `*` parameter: name them one by one")
        if self._sources.syntax(function) is None and code.co_flags & (
            CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR
        ):
            self._findings.add(place, f"{name} is a generator or coroutine: a rule returns once")


def _annotated(function: FunctionType, note: ast.expr | None) -> Kind:
    """What the annotation of a parameter says of it."""
    text = note.value if isinstance(note, ast.Constant) else getattr(note, "id", None)
    if text in ("int", "bool"):
        return NUMBER
    module = sys.modules.get(function.__module__)
    names = {**(vars(module) if module else {}), **function.__globals__}
    record = names.get(str(text))
    if isinstance(record, type) and issubclass(record, Record) and record is not Record:
        return RecordOf(record)
    return UNKNOWN
