"""The source of rules: the syntax of a function, and the lines on which things are declared."""

from __future__ import annotations

import ast
import linecache
import os
import sys
from collections.abc import Iterator
from functools import cached_property
from types import FunctionType
from typing import Any


class SourceFile:
    """One file, parsed once."""

    def __init__(self, path: str) -> None:
        linecache.checkcache(path)
        try:
            self._tree = ast.parse("".join(linecache.getlines(path)))
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            self._tree = ast.Module([], [])  # no source, or one that is not this code's

    @cached_property
    def functions(self) -> dict[tuple[str, int], ast.FunctionDef]:
        """Functions by name and first line, which is that of the first decorator."""
        return {
            (node.name, min([node.lineno, *(one.lineno for one in node.decorator_list)])): node
            for node in _functions(self._tree.body)
        }

    @cached_property
    def names(self) -> dict[str, int]:
        """The line on which each name of the module is last bound; fields as ``Class.field``."""
        lines: dict[str, int] = {}
        for node in self._tree.body:
            lines.update(_bound(node, ""))
            if isinstance(node, ast.ClassDef):
                for inner in node.body:
                    lines.update(_bound(inner, f"{node.name}."))
        return lines


def _functions(body: list[Any]) -> Iterator[ast.FunctionDef]:
    """The functions among statements and inside them."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield node
        for inner in ("body", "orelse", "handlers", "finalbody"):
            yield from _functions(getattr(node, inner, []))


def _bound(node: ast.stmt, prefix: str) -> dict[str, int]:
    """The names that a statement binds."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return {prefix + node.name: node.lineno}
    targets = node.targets if isinstance(node, ast.Assign) else []
    if isinstance(node, ast.AnnAssign):
        targets = [node.target]
    return {
        prefix + name.id: name.lineno
        for target in targets
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    }


class Sources:
    """The files that a check has read."""

    def __init__(self) -> None:
        self._files: dict[str, SourceFile] = {}

    def file(self, path: str) -> SourceFile:
        if path not in self._files:
            self._files[path] = SourceFile(path)
        return self._files[path]

    def syntax(self, function: FunctionType) -> ast.FunctionDef | None:
        """The definition of a function; None where there is no source."""
        code = function.__code__
        return self.file(code.co_filename).functions.get((code.co_name, code.co_firstlineno))

    def place(self, holder: Any, name: str) -> str:
        """Where a module, or a class with its field, declares a name; else just its file."""
        if isinstance(holder, type):
            prefix = f"{holder.__name__}."
            module: Any = sys.modules.get(holder.__module__)
        else:
            prefix, module = "", holder
        path = getattr(module, "__file__", None)
        if path is None:
            return str(getattr(holder, "__name__", type(holder).__name__))
        line = self.file(path).names.get(prefix + name)
        return shown(path) if line is None else f"{shown(path)}:{line}"


def shown(path: str) -> str:
    """A path as it is told: from here, if it lies below."""
    try:
        short = os.path.relpath(path)
    except ValueError:  # on another drive
        return path
    return path if short.startswith(os.pardir) else short
