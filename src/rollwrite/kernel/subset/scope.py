"""One rule as it is walked: what its names stand for, what is certain, and what was found."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import FunctionType
from typing import Any, Protocol

from rollwrite.kernel.subset.bounds import Bounds, bounds, truth
from rollwrite.kernel.subset.findings import Finding
from rollwrite.kernel.subset.kinds import Kind

MISSING = object()


class Program(Protocol):
    """All the rules of a check, as one of them sees them."""

    bindings: Mapping[str, Any]

    def result(self, function: FunctionType, kinds: tuple[Kind, ...]) -> Kind:
        """What a rule returns for arguments of these kinds; its own mistakes are noted."""

    def constant(self, name: str, value: Any) -> Kind | str:
        """What is known of a constant that rules read, or why they may not."""

    def parameters(self, function: FunctionType) -> tuple[list[str], int]:
        """The names of a rule's parameters, and how many of them have no default."""


class Scope:
    """What is known at a place in a rule."""

    def __init__(self, program: Program, function: FunctionType, path: str) -> None:
        self.program = program
        self.function = function
        self.name = function.__name__
        self.path = path
        self.found: list[Finding] = []
        self.locals: dict[str, Kind] = {}
        self.once: dict[str, ast.expr] = {}  # locals that are assigned once, and what
        self._constants: dict[str, int | None] = {}  # what they are, as far as it was asked
        self.loops: dict[str, Bounds] = {}  # variables of loops, while their bounds are sure
        self.dead = False  # inside a condition that never holds

    def report(self, node: ast.AST, what: str) -> None:
        line = getattr(node, "lineno", self.function.__code__.co_firstlineno)
        self.found.append(Finding(f"{self.path}:{line}", what))

    def value_of(self, name: str) -> Any:
        """The global that a name stands for, as the compiler finds it."""
        for names in (self.program.bindings, self.function.__globals__, vars(builtins)):
            if name in names:
                return names[name]
        return MISSING

    def lookup(self, node: ast.expr) -> Any:
        """The number or the table that an expression names; None if it names none."""
        value: Any = None
        if isinstance(node, ast.Name) and node.id in self.locals:
            return self._constant_local(node.id)
        if isinstance(node, ast.Name):
            value = self.value_of(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            inside = node.value.id in self.locals
            value = None if inside else getattr(self.value_of(node.value.id), node.attr, None)
        return value if isinstance(value, int | tuple) else None

    def _constant_local(self, name: str) -> int | None:
        """The number that a local always is, where it is assigned once."""
        if name not in self._constants:
            self._constants[name] = None  # so that no circle is followed
            found = bounds(self.once[name], self.lookup, {}) if name in self.once else None
            self._constants[name] = found.low if found else None
        return self._constants[name]

    def bounds(self, node: ast.expr) -> Bounds | None:
        """What a number is certain to be, where this place is certain to be reached."""
        return None if self.dead else bounds(node, self.lookup, self.loops)

    @contextmanager
    def condition(self, test: ast.expr, when: bool) -> Iterator[None]:
        """Inside, it is only certain that a test came out like this."""
        kept = self.loops, self.dead
        self.loops = {}
        self.dead = self.dead or truth(test, self.lookup) is (not when)
        yield
        self.loops, self.dead = kept
