"""The cache of compiled rules: each loop is compiled once across all processes.

``NAME.o`` holds its machine code, ``NAME.bc`` what that was optimised and emitted from, for those
who emit it for other machines.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import NamedTuple

MAGIC = b"rollwrite object 2\n"
SLOW = 1.0  # seconds of compiling after which the user is told what is going on
PATIENCE = 900.0  # seconds to wait for another process before compiling the same here

Code = tuple[str, bytes]  # the symbol of a loop and its object code, or its bitcode
_ONLY_CACHED: ContextVar[bool] = ContextVar("only_cached", default=False)


class Made(NamedTuple):
    """What a loop was compiled to: its symbol, its object code, and LLVM's bitcode of it."""

    symbol: str
    code: bytes
    bitcode: bytes


class NotCompiled(RuntimeError):
    """The code is not in the cache, and nothing is to be compiled here."""


def cache_folder() -> Path:
    """Where compiled rules are kept: ``ROLLWRITE_CACHE``, or the user's cache folder."""
    if chosen := os.environ.get("ROLLWRITE_CACHE"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("rollwrite")


def cached(name: str, title: str, make: Callable[[], Made]) -> Code:
    """The code of this name, from the cache, or made now and kept there.

    Processes that want the same code wait for the one that makes it. If that one is killed, its
    lock ends with it and the next one makes the code.
    """
    return _cached(f"{name}.o", title, make)


def cached_bitcode(name: str, title: str, make: Callable[[], Made]) -> Code:
    """The same for the bitcode."""
    symbol, packed = _cached(f"{name}.bc", title, make)
    return symbol, zlib.decompress(packed)


def _cached(file: str, title: str, make: Callable[[], Made]) -> Code:
    path = cache_folder() / file
    code = _read(path)
    if code is None and _ONLY_CACHED.get():
        raise NotCompiled(f"{path.stem} of {title} is not compiled")
    if code is None:
        with _told_if_slow(f"Compiling the rules of {title} for this machine, once …"), _lock(path):
            code = _read(path)
            if code is None:
                made = make()
                kept = {".o": made.code, ".bc": zlib.compress(made.bitcode)}
                for suffix, content in kept.items():
                    _write(path.with_suffix(suffix), made.symbol, content)
                code = made.symbol, kept[path.suffix]
    return code


@contextmanager
def only_cached() -> Iterator[None]:
    """Raise NotCompiled instead of compiling: it would hold up whoever else is served here."""
    token = _ONLY_CACHED.set(True)
    try:
        yield
    finally:
        _ONLY_CACHED.reset(token)


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Hold the lock of a file to be made; go without one where locks cannot be had."""
    from filelock import FileLock, Timeout

    lock = FileLock(path.parent / "locks" / f"{path.stem}.lock", timeout=PATIENCE)
    # A folder that cannot be written is reported when the code is to be kept there.
    with suppress(OSError, NotImplementedError, Timeout):
        Path(lock.lock_file).parent.mkdir(parents=True, exist_ok=True)
        lock.acquire()
    try:
        yield
    finally:
        lock.release(force=True)


@contextmanager
def _told_if_slow(message: str) -> Iterator[None]:
    """Tell the user what is going on, on stderr, if it takes more than a second."""
    timer = threading.Timer(SLOW, lambda: print(message, file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _read(path: Path) -> Code | None:
    """The code kept in a file; None if there is none or it is damaged."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    head, _, code = content.removeprefix(MAGIC).partition(b"\n")
    symbol, _, digest = head.partition(b" ")
    if not content.startswith(MAGIC) or hashlib.sha256(code).hexdigest().encode() != digest:
        return None
    return symbol.decode(), code


def _write(path: Path, symbol: str, code: bytes) -> None:
    """Keep code for the next start; a folder that is full or cannot be written costs only that."""
    head = f"{symbol} {hashlib.sha256(code).hexdigest()}\n".encode()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            try:
                file.write(MAGIC + head + code)
                file.flush()
                os.replace(file.name, path)
            except OSError:
                os.unlink(file.name)
                raise
    except OSError as error:
        print(f"Compiled rules are not kept ({error}); set ROLLWRITE_CACHE.", file=sys.stderr)
