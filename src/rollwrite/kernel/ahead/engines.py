"""Engines that run WebAssembly: wasmtime under CPython, the browser's own under Pyodide."""

from __future__ import annotations

import sys
from typing import Any, Protocol

PAGE = 1 << 16


class Instance(Protocol):
    """A module that was loaded, with its memory."""

    base: int  # from where on memory is free

    def reserve(self, end: int) -> None:
        """Make sure that memory reaches so far; what stood in it stays."""

    def write(self, at: int, content: Any) -> None:
        """Write bytes into memory."""

    def read(self, at: int, size: int) -> bytes:
        """Read bytes from memory."""

    def run(self, name: str, frame: int) -> int:
        """Call an exported loop with the address of its frame; its status."""


def instance(code: bytes) -> Instance:
    """A module, loaded by whatever engine there is."""
    return BrowserInstance(code) if sys.platform == "emscripten" else WasmtimeInstance(code)


class WasmtimeInstance:
    """A module in wasmtime."""

    def __init__(self, code: bytes) -> None:
        import wasmtime

        self._store = wasmtime.Store()
        module = wasmtime.Module(self._store.engine, code)
        self._exports = wasmtime.Instance(self._store, module, []).exports(self._store)
        self._memory: Any = self._exports["memory"]
        self._loops: dict[str, Any] = {}
        base: Any = self._exports["__heap_base"]
        self.base = int(base.value(self._store))

    def reserve(self, end: int) -> None:
        missing = end - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // PAGE))

    def write(self, at: int, content: Any) -> None:
        self._memory.write(self._store, bytes(content), at)

    def read(self, at: int, size: int) -> bytes:
        return bytes(self._memory.read(self._store, at, at + size))

    def run(self, name: str, frame: int) -> int:
        if name not in self._loops:
            self._loops[name] = self._exports[name]
        return int(self._loops[name](self._store, frame))


class BrowserInstance:
    """A module in the JavaScript engine around Pyodide: best in a worker, which may wait."""

    def __init__(self, code: bytes) -> None:
        import js  # type: ignore[import-not-found]  # Pyodide's
        from pyodide.ffi import to_js  # type: ignore[import-not-found]

        module = js.WebAssembly.Module.new(to_js(code))
        self._array = js.Uint8Array
        self._exports = js.WebAssembly.Instance.new(module).exports
        self._memory = self._exports.memory
        self._loops: dict[str, Any] = {}
        base = "__heap_base"  # as an attribute, Python would take it for one of this class
        self.base = int(getattr(self._exports, base).value)
        self._bytes = self._array.new(self._memory.buffer)

    def reserve(self, end: int) -> None:
        missing = end - self._memory.buffer.byteLength
        if missing > 0:
            self._memory.grow(-(-missing // PAGE))
            self._bytes = self._array.new(self._memory.buffer)

    def write(self, at: int, content: Any) -> None:
        self._bytes.subarray(at, at + len(content)).assign(content)

    def read(self, at: int, size: int) -> bytes:
        found: bytes = self._bytes.subarray(at, at + size).to_bytes()
        return found

    def run(self, name: str, frame: int) -> int:
        if name not in self._loops:
            self._loops[name] = getattr(self._exports, name)
        return int(self._loops[name](frame))
