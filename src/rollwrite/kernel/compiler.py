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
import sys
import threading
from array import array
from collections.abc import Callable, Mapping
from importlib.metadata import version
from typing import Any

from rollwrite.errors import has_extra, require_extra
from rollwrite.kernel.ahead.native import NativeCall, bound
from rollwrite.kernel.ahead.registry import Call, any_ahead, loop_key, module_of
from rollwrite.kernel.memory import Block, Frame
from rollwrite.kernel.object_cache import Code, Made, cached, cached_bitcode
from rollwrite.kernel.records import dtype
from rollwrite.kernel.specialize import Specializer, fingerprint

LINKING = threading.Lock()  # compiler and linker serve one thread at a time
ENGINES: list[Any] = []  # linkers live as long as this process, as the code they hold
# Rules as they were lowered, by their fingerprint and whether bounds are checked, the latest last:
# lowering is most of the work, and the loops of one game call mostly the same rules.
LOWERED: dict[bool, dict[str, Any]] = {False: {}, True: {}}
MOST_LOWERED = 1000

Signature = tuple[Any, ...]  # the kinds of a loop's arguments


class Compiled:
    """A kernel loop compiled for one set of rules.

    Call it with integers, NumPy arrays, and named tuples of them.

    The loop returns nothing: what it finds goes into arrays. Calls release the GIL. With
    ``bounds_checked`` an index outside its array raises IndexError: for tests, and slow.
    """

    def __init__(
        self,
        function: Any,
        bindings: Mapping[str, Any],
        title: str,
        *,
        bounds_checked: bool = False,
    ) -> None:
        self._function = function
        self._bindings = bindings
        self._title = title
        self._bounds_checked = bounds_checked
        self._loaded: dict[Signature, Any] = {}
        self._keys: dict[Signature, str | None] = {}

    def __call__(self, *arguments: Any) -> None:
        self.bound(*arguments)()

    def bound(self, *arguments: Any) -> Callable[[], None]:
        """The loop with its arguments, to be called often: they are made ready once.

        The arrays must stay where they are; each call sees what stands in them then.
        """
        words = [part for argument in arguments for part in _flat(argument)]
        return self._bound(_signature(arguments), words, arguments)

    def call(self, frame: Frame) -> Call:
        """The loop with the arguments of a frame, to be called often; this needs no NumPy."""
        signature = _signature(frame.arguments)
        if any_ahead() and (ahead := module_of(self._ahead_key(signature))):
            module, name = ahead
            return module.call(name, frame)
        call = NativeCall(frame)
        call.run = self._bound(signature, call.words, call)
        return call

    def bitcode(self, *arguments: Any) -> Code:
        """The symbol of the loop for such arguments, and what its machine code is emitted from."""
        signature = _signature(arguments)
        with LINKING:
            return cached_bitcode(
                self._name(signature), self._title, lambda: self._compile(signature)
            )

    def ahead_key(self, *arguments: Any) -> str | None:
        """What the loop for such arguments is found by where it was compiled ahead."""
        return self._ahead_key(_signature(arguments))

    def available(self, *arguments: Any) -> bool:
        """Whether the loop for such arguments can be had: compiled here, or ahead of time."""
        ahead = any_ahead() and module_of(self.ahead_key(*arguments))
        return bool(ahead) or has_extra("fast")

    def _ahead_key(self, signature: Signature) -> str | None:
        if signature not in self._keys:
            self._keys[signature] = loop_key(self._function, self._bindings, signature)
        return self._keys[signature]

    def _bound(self, signature: Signature, words: list[Any], keep: Any) -> Callable[[], None]:
        if signature not in self._loaded:
            with LINKING:
                if signature not in self._loaded:
                    self._loaded[signature] = self._load(signature)
        return bound(self._loaded[signature], words, keep, self._failure)

    def _load(self, signature: Signature) -> Any:
        require_extra("fast")
        name = self._name(signature)
        return _link(*cached(name, self._title, lambda: self._compile(signature)))

    def _name(self, signature: Signature) -> str:
        require_extra("fast")
        import llvmlite.binding as llvm

        made_by = (
            version("numba"),
            version("llvmlite"),
            llvm.get_process_triple(),
            llvm.get_host_cpu_name(),
            self._bounds_checked,
            [_named(kind) for kind in signature],
            fingerprint(self._function, self._bindings),
        )
        key = hashlib.sha256(repr(made_by).encode()).hexdigest()[:24]
        return f"{self._function.__name__}-{key}"

    def _compile(self, signature: Signature) -> Made:
        """The loop for arguments of these kinds."""
        from rollwrite.kernel.codegen import argument_type, emit, rule_dispatcher

        checked = self._bounds_checked
        arguments = tuple(map(argument_type, signature))
        lowered = LOWERED[checked]
        specializer = Specializer(
            self._bindings,
            lambda rule: rule_dispatcher(rule, bounds_checked=checked),
            as_array,
            lowered,
        )
        made = emit(specializer.of(self._function), arguments, bounds_checked=checked)
        for key, copy in specializer.made():
            lowered.pop(key, None)
            lowered[key] = copy
        for key in list(lowered)[:-MOST_LOWERED]:
            del lowered[key]
        return made

    def _failure(self, status: int) -> Exception:
        loop = f"{self._function.__name__} of {self._title}"
        if self._bounds_checked:  # rules raise nothing themselves
            return IndexError(f"{loop} reads or writes outside an array")
        return RuntimeError(f"compiled {loop} failed with status {status}")


def as_array(constant: Any) -> Any:
    """A tuple of integers, nested or not, as an array: that indexes faster than tuples do."""
    import numpy as np

    if not isinstance(constant, tuple):
        return constant
    array = np.array(constant)
    widest = max(int(array.max(initial=0)), -1 - int(array.min(initial=0)))
    return array.astype(np.min_scalar_type(-1 - widest))


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


def _signature(arguments: tuple[Any, ...]) -> Signature:
    return tuple(map(_kind, arguments))


def _kind(argument: Any) -> tuple[Any, Any]:
    """What an argument is to the compiler.

    An element type and a number of dimensions; a class of named tuples and what is in them.
    """
    if isinstance(argument, int):
        return (None, 0)
    if isinstance(argument, array):
        return f"i{argument.itemsize}", 1
    if isinstance(argument, Block):
        return argument.kind, len(argument.shape)
    if isinstance(argument, tuple):
        return type(argument), _signature(argument)
    return argument.dtype, argument.ndim


def _named(kind: tuple[Any, Any]) -> Any:
    """A kind of argument as it goes into the key of the cache."""
    first, rest = kind
    if isinstance(rest, tuple):
        return first.__name__, first._fields, [_named(inner) for inner in rest]
    return str(dtype(first) if rest else first), rest


def _flat(argument: Any) -> list[Any]:
    """An argument as Numba's calling convention hands it over."""
    if isinstance(argument, int):
        return [ctypes.c_int64(argument)]
    if isinstance(argument, tuple):
        return [part for inner in argument for part in _flat(inner)]
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
