"""The shared library that a wheel for one platform carries: loops called by ctypes alone.

``loops.so`` exports each loop by a name, ``loops.json`` has the keys by which they are found:

    {"format": 1, "library": sha256 of loops.so, "loops": {"match_many-…": "qwinto_expert", …}}
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rollwrite.kernel.ahead.registry import FORMAT, add_module
from rollwrite.kernel.memory import Frame

LIBRARY, MANIFEST = "loops.so", "loops.json"
HERE = Path(__file__).parent

Loop = Callable[..., int]  # takes the words of Numba's calling convention


class NativeCall:
    """A frame in this machine's memory; pages that nobody touches cost nothing."""

    run: Callable[[], None]

    def __init__(self, frame: Frame) -> None:
        self._memory = bytearray(frame.size)
        self._outside = frame.outside  # is read where it is
        begin = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        outside = {word: content.buffer_info()[0] for word, content in frame.outside.items()}
        self.words: list[Any] = [
            ctypes.c_void_p(outside.get(word, begin + number))
            if address
            else ctypes.c_int64(number)
            for word, (address, number) in enumerate(frame.words)
        ]

    def put(self, at: int, content: bytes) -> None:
        """Write into the frame."""
        self._memory[at : at + len(content)] = content

    def get(self, at: int, size: int) -> bytes:
        """Read from the frame."""
        return bytes(memoryview(self._memory)[at : at + size])

    def __call__(self) -> None:
        """Run the loop."""
        self.run()


def bound(
    loop: Loop, words: list[Any], keep: Any, failure: Callable[[int], Exception]
) -> Callable[[], None]:
    """A loop with the words of its arguments, to be called often; what they point to is kept."""
    unused = ctypes.c_void_p()
    flat = (ctypes.byref(unused), ctypes.byref(unused), *words)

    def call(kept: Any = keep) -> None:
        if status := loop(*flat):
            raise failure(status)

    return call


class NativeModule:
    """A shared library with loops."""

    def __init__(self, path: Path) -> None:
        self._library = ctypes.CDLL(str(path))

    def call(self, name: str, frame: Frame) -> NativeCall:
        """A loop with its arguments, to be called often."""
        loop = ctypes.CFUNCTYPE(ctypes.c_int32)((name, self._library))
        call = NativeCall(frame)
        call.run = bound(loop, call.words, call, lambda status: _failure(name, status))
        return call


def add_library(folder: Path = HERE) -> None:
    """Make the loops of a library known; one that cannot be used costs only speed."""
    manifest, library = folder / MANIFEST, folder / LIBRARY
    if not manifest.is_file():
        return
    try:
        told = json.loads(manifest.read_text("utf-8"))
        if told["format"] != FORMAT:
            raise ValueError(f"its format is {told['format']!r}, not {FORMAT}")
        if hashlib.sha256(library.read_bytes()).hexdigest() != told["library"]:
            raise ValueError(f"{LIBRARY} is not the file that was built")
        add_module(NativeModule(library), told["loops"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"The compiled rules in {folder} cannot be used ({error!r}).", file=sys.stderr)


def _failure(name: str, status: int) -> Exception:
    return RuntimeError(f"compiled {name} failed with status {status}")
