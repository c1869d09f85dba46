"""Compiled kernel loops: Numba makes machine code once, llvmlite loads it ever after.

Numba takes most of a second to import and seconds to compile; machine code that only works on
arrays handed to it needs neither at run time. So a loop is compiled to an object file, kept in the
user's cache folder under a fingerprint of everything that went into it, and called through ctypes.
A second start imports NumPy and llvmlite alone. An edited rule has another fingerprint, so stale
code is never found.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rollwrite.errors import require_extra
from rollwrite.kernel.twins import Twins, fingerprint

MAGIC = b"rollwrite object 1\n"
LINKING = threading.Lock()  # compiler and linker serve one thread at a time
ENGINES: list[Any] = []  # linkers live as long as this process, as the code they hold
SLOW = 1.0  # seconds of compiling after which the user is told what is going on


class Compiled:
    """A kernel loop compiled for one set of rules; call it with integers and NumPy arrays.

    The loop returns nothing: what it finds goes into arrays. Calls release the GIL.
    """

    def __init__(self, function: Any, bindings: Mapping[str, Any], title: str) -> None:
        require_extra("fast")
        self._function = function
        self._bindings = bindings
        self._title = title
        self._loaded: dict[tuple[Any, ...], Any] = {}

    def __call__(self, *arguments: Any) -> None:
        self.bound(*arguments)()

    def bound(self, *arguments: Any) -> Callable[[], None]:
        """The loop with its arguments, to be called often: they are made ready once.

        The arrays must stay where they are; each call sees what stands in them then.
        """
        signature = tuple(_kind(argument) for argument in arguments)
        if signature not in self._loaded:
            with LINKING:
                if signature not in self._loaded:
                    self._loaded[signature] = self._load(signature)
        loaded = self._loaded[signature]
        unused = ctypes.c_void_p()
        words = [part for argument in arguments for part in _flat(argument)]
        flat = (ctypes.byref(unused), ctypes.byref(unused), *words)

        def call(kept: tuple[Any, ...] = arguments) -> None:
            if status := loaded(*flat):
                name = self._function.__name__
                raise RuntimeError(f"compiled {name} failed with status {status}")

        return call

    def _load(self, signature: tuple[Any, ...]) -> Any:
        path = cache_folder() / f"{self._function.__name__}-{self._key(signature)}.o"
        kept = _read(path)
        if kept is None:
            with told_if_slow(f"Compiling the rules of {self._title} for this machine, once …"):
                kept = _compile(self._function, self._bindings, signature)
            _write(path, *kept)
        return _link(*kept)

    def _key(self, signature: tuple[Any, ...]) -> str:
        import llvmlite.binding as llvm

        made_by = (
            version("numba"),
            version("llvmlite"),
            llvm.get_process_triple(),
            llvm.get_host_cpu_name(),
            [(str(dtype), dims) for dtype, dims in signature],
            fingerprint(self._function, self._bindings),
        )
        return hashlib.sha256(repr(made_by).encode()).hexdigest()[:24]


def bounds_checked(function: Any, bindings: Mapping[str, Any]) -> Any:
    """The loop compiled so that an index out of bounds raises: for tests, slow, never kept."""
    return numba_twins(bindings, boundscheck=True).of(function)


def cache_folder() -> Path:
    """Where compiled rules are kept: ``ROLLWRITE_CACHE``, or the user's cache folder."""
    if chosen := os.environ.get("ROLLWRITE_CACHE"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("rollwrite")


@contextmanager
def told_if_slow(message: str) -> Iterator[None]:
    """Tell the user what is going on, on stderr, if it takes more than a second."""
    timer = threading.Timer(SLOW, lambda: print(message, file=sys.stderr, flush=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def numba_twins(bindings: Mapping[str, Any], **options: Any) -> Twins:
    import numba

    return Twins(bindings, numba.njit(error_model="numpy", **options), as_array)


def as_array(constant: Any) -> Any:
    """A tuple of integers, nested or not, as an array: that indexes faster than tuples do."""
    import numpy as np

    if not isinstance(constant, tuple):
        return constant
    array = np.array(constant)
    widest = max(int(array.max(initial=0)), -1 - int(array.min(initial=0)))
    return array.astype(np.min_scalar_type(-1 - widest))


def _compile(
    function: Any, bindings: Mapping[str, Any], signature: tuple[Any, ...]
) -> tuple[str, bytes]:
    """The symbol and the object code of a loop for arguments of these kinds."""
    import numba
    from numba import types

    # Without wrappers and reference counts the code calls nothing outside itself.
    options = {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    dispatcher = numba_twins(bindings, **options).of(function)
    arguments = tuple(
        types.Array(numba.from_dtype(dtype), dims, "C") if dims else types.int64
        for dtype, dims in signature
    )
    dispatcher.compile(arguments)
    result = dispatcher.overloads[arguments]
    return result.fndesc.llvm_func_name, result.library._get_compiled_object()


def _link(symbol: str, code: bytes) -> Any:
    """The function behind a symbol of some object code, ready to call.

    Each has a linker of its own: rules compiled for two editions, or in two processes, bear the
    same names inside, and a linker that knows such a name already would call the older code.
    """
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    empty = llvm.parse_assembly("")
    if sys.platform == "win32":
        empty.triple = llvm.get_process_triple() + "-elf"  # what Numba's object code is there
    engine = llvm.create_mcjit_compiler(
        empty, llvm.Target.from_default_triple().create_target_machine()
    )
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    ENGINES.append(engine)
    return ctypes.CFUNCTYPE(ctypes.c_int32)(engine.get_function_address(symbol))


def _kind(argument: Any) -> tuple[Any, int]:
    """What an argument is to the compiler: an element type and a number of dimensions."""
    return (None, 0) if isinstance(argument, int) else (argument.dtype, argument.ndim)


def _flat(argument: Any) -> list[Any]:
    """An argument as Numba's calling convention hands it over."""
    if isinstance(argument, int):
        return [ctypes.c_int64(argument)]
    if not argument.flags.c_contiguous:
        raise ValueError("compiled loops take contiguous arrays")
    sizes = (argument.size, argument.itemsize)
    layout = (*argument.shape, *argument.strides)
    return [
        ctypes.c_void_p(),
        ctypes.c_void_p(),
        *map(ctypes.c_int64, sizes),
        ctypes.c_void_p(argument.ctypes.data),
        *map(ctypes.c_int64, layout),
    ]


def _read(path: Path) -> tuple[str, bytes] | None:
    """Symbol and code kept in a file; None if there is none or it is damaged."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    head, _, code = content.removeprefix(MAGIC).partition(b"\n")
    symbol, _, digest = head.partition(b" ")
    if content[: len(MAGIC)] != MAGIC or hashlib.sha256(code).hexdigest().encode() != digest:
        return None
    return symbol.decode(), code


def _write(path: Path, symbol: str, code: bytes) -> None:
    """Keep compiled code for the next start; a folder that cannot be written costs only that."""
    head = f"{symbol} {hashlib.sha256(code).hexdigest()}\n".encode()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(MAGIC + head + code)
        os.replace(file.name, path)
    except OSError as error:
        print(f"Compiled rules are not kept ({error}); set ROLLWRITE_CACHE.", file=sys.stderr)
