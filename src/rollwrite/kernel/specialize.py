"""Specializing rules: the same code with other globals around it.

A rule is compiled, or given another edition's numbers, by making a specialized copy: its code
object with a small set of globals in which every rule it calls is such a copy too. The original
stays untouched plain Python. One walk serves both making copies and telling whether two of them
would be the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any
from zipimport import zipimporter

from rollwrite.kernel.rule import is_rule, rule

Wrap = Callable[[FunctionType], Any]
Constant = Callable[[Any], Any]
Update = Callable[[bytes], object]


class Specializer:
    """Makes specialized copies of rules under one set of bindings, each function once."""

    def __init__(
        self,
        bindings: Mapping[str, Any],
        wrap: Wrap = lambda f: f,
        constant: Constant = lambda c: c,
        known: Mapping[str, Any] | None = None,
    ) -> None:
        self._bindings = bindings
        self._wrap = wrap
        self._constant = constant
        self._known = known or {}  # copies made before, by the fingerprint of their rule
        self._made: dict[FunctionType, Any] = {}

    def made(self) -> Iterator[tuple[str, Any]]:
        """Every copy in use, by the fingerprint of its rule."""
        for function, copy in self._made.items():
            yield fingerprint(function, self._bindings), copy

    def of(self, function: Any) -> Any:
        """The specialized copy of a rule."""
        if function not in self._made:
            if self._known and (key := fingerprint(function, self._bindings)) in self._known:
                self._made[function] = self._known[key]
                return self._made[function]
            names: dict[str, Any] = {"__name__": function.__module__}
            clone = FunctionType(function.__code__, names, function.__name__)
            clone.__module__ = function.__module__
            clone.__qualname__ = function.__qualname__
            rule(clone)
            # Entered before its globals are filled, so that rules may call each other in a circle.
            self._made[function] = self._wrap(clone)
            for name, value in globals_of(function, self._bindings):
                names[name] = self._value(value)
        return self._made[function]

    def _value(self, value: Any) -> Any:
        if is_rule(value):
            return self.of(value)
        if isinstance(value, Names):
            return value.module({name: self._value(v) for name, v in value})
        return self._constant(value)


class Names:
    """The part of a rules module that a function uses through a name such as ``rules``."""

    def __init__(self, name: str, values: Mapping[str, Any]) -> None:
        self._name = name
        self._values = values

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        return iter(self._values.items())

    def module(self, values: Mapping[str, Any]) -> Any:
        """A module object holding the values; Numba reads attributes of modules only."""
        module = ModuleType(self._name)
        vars(module).update(values)
        return module


def globals_of(function: Any, bindings: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The globals a rule names, in its own module or among the bindings, sorted by name."""
    used = sorted(set(_names(function.__code__)))
    for name in used:
        if name in bindings:
            value = bindings[name]
            if hasattr(value, "__dict__") and not is_rule(value):
                inner = {key: getattr(value, key) for key in used if hasattr(value, key)}
                value = Names(name, inner)
            yield name, value
        elif name in function.__globals__:
            yield name, function.__globals__[name]


def fingerprint(function: Any, bindings: Mapping[str, Any]) -> str:
    """A hash of a rule's code and of everything it reaches: equal means the same compiled code."""
    digest = hashlib.sha256()
    _add(digest.update, function, bindings, set(), _add_code)
    return digest.hexdigest()


def source_fingerprint(function: Any, bindings: Mapping[str, Any]) -> str | None:
    """The same by the files that the rules stand in, so that every Python finds the same.

    None if a file cannot be read.
    """
    digest = hashlib.sha256()
    try:
        _add(digest.update, function, bindings, set(), _add_source)
    except OSError:
        return None
    return digest.hexdigest()


def code_size(function: Any, bindings: Mapping[str, Any]) -> int:
    """How many bytes of bytecode a rule and all it reaches have: compile time grows with it."""
    reached: set[Any] = set()
    _add(lambda _: None, function, bindings, reached, _add_code)
    return sum(len(rule.__code__.co_code) for rule in reached)


def interpreted(function: Any, rules: Any) -> Any:
    """A kernel loop that plays by these rules, as plain Python."""
    return Specializer({"rules": rules}).of(function)


def with_constants(rules: Any, constants: Mapping[str, Any]) -> ModuleType:
    """A rules module with some of its constants replaced: the same rules for another edition."""
    specializer = Specializer(constants)
    module = ModuleType(rules.__name__)
    for name, value in {**vars(rules), **constants}.items():
        setattr(module, name, specializer.of(value) if is_rule(value) else value)
    return module


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _names(inner)


def _add(
    update: Update,
    value: Any,
    bindings: Mapping[str, Any],
    seen: set[Any],
    add_code: Callable[[Update, CodeType], None],
) -> None:
    """Tell all that a rule, a constant or a part of a module consists of."""
    if isinstance(value, Names):
        for name, inner in value:
            update(name.encode())
            _add(update, inner, bindings, seen, add_code)
    elif isinstance(value, ModuleType):
        update(value.__name__.encode())  # not where it lies
    elif not is_rule(value):
        update(repr(value).encode())
    elif value not in seen:
        seen.add(value)
        add_code(update, value.__code__)
        for name, inner in globals_of(value, bindings):
            update(name.encode())
            _add(update, inner, bindings, seen, add_code)


def _add_code(update: Update, code: CodeType) -> None:
    update(code.co_code)
    update(repr((code.co_names, code.co_varnames)).encode())
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            _add_code(update, constant)
        else:
            update(repr(constant).encode())


def _add_source(update: Update, code: CodeType) -> None:
    update(_source_digest(code.co_filename))
    update(repr((code.co_name, code.co_firstlineno)).encode())


@cache
def _source_digest(path: str) -> bytes:
    file = Path(path)
    archive = next((folder for folder in file.parents if folder.is_file()), None)
    # In a browser the library lies in a zip file.
    read = file.read_bytes if archive is None else lambda: zipimporter(str(archive)).get_data(path)
    return hashlib.sha256(read()).digest()
