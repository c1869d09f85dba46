"""Loops that were compiled ahead of time: found by what they were made from, whatever Python runs.

There are two kinds of them: those of the shared library that a wheel for one platform carries (see
native.py), and modules of WebAssembly that somebody has loaded (see wasm/). Neither needs Numba,
LLVM or NumPy.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from rollwrite.kernel.memory import Frame, described
from rollwrite.kernel.specialize import source_fingerprint

FORMAT = 1  # of manifests


class Call(Protocol):
    """A frame in memory that a loop can work on."""

    def put(self, at: int, content: bytes) -> None:
        """Write into the frame."""

    def get(self, at: int, size: int) -> bytes:
        """Read from the frame."""

    def __call__(self) -> None:
        """Run the loop."""


class Module(Protocol):
    """Compiled code with loops in it, by their names."""

    def call(self, name: str, frame: Frame) -> Call:
        """A loop with its arguments, to be called often."""


_MODULES: dict[str, tuple[Module, str]] = {}  # by the keys of their loops, each with its name


def add_module(module: Module, loops: Mapping[str, str]) -> None:
    """Make the loops of a module known: their keys, and the name of each in the module."""
    for key, name in loops.items():
        _MODULES[key] = module, name


def remove_module(module: Module) -> None:
    """Forget the loops of a module."""
    for key in [key for key, (known, _) in _MODULES.items() if known is module]:
        del _MODULES[key]


def module_of(key: str | None) -> tuple[Module, str] | None:
    """The module that has a loop, and its name there."""
    _add_own()
    return _MODULES.get(key) if key else None


def any_ahead() -> bool:
    """Whether there are any such loops."""
    _add_own()
    return bool(_MODULES)


@cache
def _add_own() -> None:
    """Add what this installation carries, once."""
    if sys.platform != "emscripten":
        from rollwrite.kernel.ahead.native import add_library

        add_library()


def loop_key(function: Any, bindings: Mapping[str, Any], kinds: Sequence[Any]) -> str | None:
    """What a loop is found by: equal for the same sources, constants and kinds of arguments.

    None where the sources of its rules cannot be read.
    """
    made_from = source_fingerprint(function, bindings)
    if made_from is None:
        return None
    told = repr([_told(kind) for kind in kinds])
    digest = hashlib.sha256(f"{made_from} {told}".encode()).hexdigest()
    return f"{function.__name__}-{digest[:24]}"


def _told(kind: tuple[Any, Any]) -> Any:
    """A kind of argument, as compiler.py tells it, in words."""
    first, rest = kind
    if isinstance(rest, tuple):
        return [_told(inner) for inner in rest]
    return f"{described(first)}/{rest}" if rest else "int"
