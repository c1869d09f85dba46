"""The source of a game's package: texts that are said there by a key the file shows."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from rollwrite.kernel.subset import Finding
from rollwrite.texts import Message, catalogue, speaker

_SPEAKER = speaker("rollwrite").__qualname__
_PLACE = re.compile(r"(?<!{){(\w+)")


class Module(NamedTuple):
    """A module of a game, its file and its syntax."""

    module: ModuleType
    path: Path
    tree: ast.Module


@cache
def folder_of(package: str) -> Path:
    """The folder of a game's package."""
    return Path(str(sys.modules[package].__file__)).resolve().parent


@cache
def modules_of(package: str) -> tuple[Module, ...]:
    """The modules of a package that are imported, in order of their names."""
    found = []
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if (name == package or name.startswith(f"{package}.")) and file:
            path = Path(file).resolve()
            found.append(Module(module, path, ast.parse(path.read_text(encoding="utf-8"))))
    return tuple(found)


def places(text: str) -> set[str]:
    """The names of the values that a text takes."""
    return set(_PLACE.findall(text))


def wrong_texts(package: str) -> Iterator[Finding]:
    """Calls of ``say`` with a key that no catalogue has, or without a value that its text needs."""
    for one in modules_of(package):
        where = one.path.relative_to(folder_of(package).parent).as_posix()
        for node in ast.walk(one.tree):
            if isinstance(node, ast.Call) and (owner := _speaks(one.module, node)):
                for what in _wrong_call(owner, node):
                    yield Finding(f"{where}:{node.lineno}", what)


def _speaks(module: ModuleType, call: ast.Call) -> str | None:
    """The package whose texts a call says, if it is a call of a speaker."""
    function = getattr(module, getattr(call.func, "id", ""), None)
    if getattr(function, "__qualname__", "") != _SPEAKER or not call.args:
        return None
    said = function("") if callable(function) else None
    return said.package if isinstance(said, Message) else None


def _wrong_call(package: str, call: ast.Call) -> Iterator[str]:
    texts = catalogue(package, "en")
    pattern = _pattern(call.args[0])
    if pattern is None:
        return
    keys = [key for key in texts if re.fullmatch(pattern, key)]
    shown = ast.unparse(call.args[0])
    if not keys:
        yield f"says {shown}, which is no text of {package}"
        return
    given = {keyword.arg for keyword in call.keywords}
    missing = [places(texts[key]) - given for key in keys]
    if None not in given and all(missing):  # None stands for ``**values``
        yield f"says {shown} without the value {', '.join(sorted(missing[0]))}"


def _pattern(key: ast.expr) -> str | None:
    """A pattern of the keys that an expression can be; None if the file does not show it."""
    if isinstance(key, ast.Constant):
        return re.escape(str(key.value))
    if isinstance(key, ast.IfExp):
        one, two = _pattern(key.body), _pattern(key.orelse)
        return None if one is None or two is None else f"{one}|{two}"
    if isinstance(key, ast.JoinedStr):
        pieces = [
            re.escape(str(p.value)) if isinstance(p, ast.Constant) else ".*" for p in key.values
        ]
        return "".join(pieces)
    return None
