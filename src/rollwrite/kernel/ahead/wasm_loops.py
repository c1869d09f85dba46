"""Modules of WebAssembly that answer for the interpreter: ``install`` them and bots use them.

A manifest is JSON that names the keys of the loops in a module and how each is called there:

    {"format": 1, "loops": {"evaluate_by_model-…": "evaluate"}, …}
"""

from __future__ import annotations

import json
from typing import Any

from rollwrite.kernel.ahead.engines import Instance, instance
from rollwrite.kernel.ahead.registry import FORMAT, add_module
from rollwrite.kernel.memory import GRAIN, Frame


class BadModule(RuntimeError):
    """A manifest or a module that cannot be used, and why."""


def install(manifest: str | bytes, code: bytes) -> WasmModule:
    """Let the loops of a module answer from now on; it is loaded at once."""
    try:
        told = json.loads(manifest)
        format_, loops = told["format"], dict(told["loops"])
    except (ValueError, KeyError, TypeError) as error:
        raise BadModule(f"not a manifest of compiled loops: {error!r}") from None
    if format_ != FORMAT:
        raise BadModule(f"manifest of format {format_!r}, not {FORMAT}")
    made = WasmModule(instance(code))
    add_module(made, loops)
    return made


class WasmModule:
    """A module with loops. One frame at a time lies in its memory: the one used last."""

    def __init__(self, loaded: Instance) -> None:
        self.instance = loaded
        self.base = -(-loaded.base // GRAIN) * GRAIN
        self.owner: Any = None

    def call(self, name: str, frame: Frame) -> WasmCall:
        """A loop with its arguments, to be called often."""
        return WasmCall(self, name, frame)


class WasmCall:
    """A frame in the memory of a module; another one may take its place between two questions."""

    def __init__(self, module: WasmModule, name: str, frame: Frame) -> None:
        self._module, self._name, self._frame = module, name, frame

    def put(self, at: int, content: bytes) -> None:
        """Write into the frame; what stood in it stays only if no other frame came between."""
        self._own()
        self._module.instance.write(self._module.base + at, content)

    def get(self, at: int, size: int) -> bytes:
        """Read from the frame, right after the call."""
        return self._module.instance.read(self._module.base + at, size)

    def __call__(self) -> None:
        """Run the loop."""
        self._own()
        if status := self._module.instance.run(self._name, self._module.base):
            raise RuntimeError(f"compiled {self._name} failed with status {status}")

    def _own(self) -> None:
        module = self._module
        if module.owner is not self:
            words, size = self._frame.image()
            module.instance.reserve(module.base + size)
            module.instance.write(module.base, bytes(16) + words)
            for at, content in self._frame.contents():
                module.instance.write(module.base + at, content)
            module.owner = self
