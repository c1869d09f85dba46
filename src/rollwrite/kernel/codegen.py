"""Machine code for a loop and all it calls: linked flat, optimised once, emitted once.

Numba takes every function for one that may be called from Python: it links all its callees into
it, optimises the lot and emits machine code, and then does the same for each of its callers. Of a
game's rules only the loop is ever called from outside. So the library of a rule holds just what
Numba lowered, and the loop links each of them once, hidden from the outside: a function that
nobody else can call is inlined or dropped more freely. Rules are compiled for 64-bit integers
alone, instead of once for each width they are called with; narrower arguments are widened by the
caller.

All this leans on private classes of Numba: pyproject.toml caps its version for that reason.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import numba
from numba import types
from numba.core.codegen import CPUCodeLibrary, JITCPUCodegen
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher, CPUTarget, cpu_target

from rollwrite.kernel.object_cache import Made
from rollwrite.kernel.records import dtype

# Without wrappers and reference counts the code calls nothing outside itself.
OPTIONS = {
    "nopython": True,
    "error_model": "numpy",
    "_nrt": False,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
# Bounds-checked code is for tests, which compile more than they run.
QUICK = {"opt": 1, "loop_vectorize": False}
# Hardly anything that is made while rules are lowered is garbage, and looking for it at the usual
# pace takes a tenth of the time.
SELDOM = (100_000, 50, 50)


class FlatLibrary(CPUCodeLibrary):
    """One rule as it was lowered; the rules it calls stay in libraries of their own."""

    def finalize(self) -> None:
        self._finalized = True

    def emit(self, symbol: str, **optimisation: Any) -> Made:
        """This rule, under its symbol, and all that it calls."""
        module = self._final_module
        with global_compiler_lock:
            for library in self._callees({}):
                module.link_in(library._get_module_for_linking(), preserve=True)
            for function in module.functions:
                if not function.is_declaration and function.name != symbol:
                    function.linkage = "internal"
            bitcode: bytes = module.as_bitcode()
            passes, builder = self._codegen._module_pass_manager(**optimisation)
            passes.run(module, builder)
            module.verify()
            self._verify_declare_only_symbols()
            code: bytes = self._codegen._tm.emit_object(module)
        return Made(symbol, code, bitcode)

    def _callees(self, found: dict[Any, None]) -> dict[Any, None]:
        """The libraries of everything that can be reached from here, each once."""
        for library in self._linking_libraries:
            if library not in found:
                found[library] = None
                if isinstance(library, FlatLibrary):
                    library._callees(found)
        return found


class FlatCodegen(JITCPUCodegen):
    """Code for this CPU; it is loaded from its object file, not from here."""

    _library_class = FlatLibrary

    def _add_module(self, module: Any) -> None:
        pass


class RuleTarget(CPUTarget):
    """What Numba compiles rules for: this CPU, with libraries that are linked flat."""

    @cached_property
    def _toplevel_typing_context(self) -> Any:
        return cpu_target.typing_context

    @cached_property
    def _toplevel_target_context(self) -> Any:
        return cpu_target.target_context.subtarget(
            _internal_codegen=FlatCodegen("rollwrite"),
            get_executable=_no_entry_point,
        )


class RuleDispatcher(CPUDispatcher):
    """A rule, compiled for the arguments that other rules call it with."""

    targetdescr = RuleTarget("cpu")

    def add_overload(self, result: Any) -> None:
        self.overloads[tuple(result.signature.args)] = result

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(widened, args)), kws)

    def _get_dispatcher_for_current_target(self) -> RuleDispatcher:
        return self


def rule_dispatcher(function: Any, *, bounds_checked: bool) -> RuleDispatcher:
    """A rule that can be compiled, alone or as part of another."""
    return RuleDispatcher(function, targetoptions={**OPTIONS, "boundscheck": bounds_checked})


def emit(loop: RuleDispatcher, arguments: tuple[Any, ...], *, bounds_checked: bool) -> Made:
    """A loop, compiled for arguments of such types."""
    with _collected_seldom():
        loop.compile(arguments)
        result = loop.overloads[arguments]
        symbol: str = result.fndesc.llvm_func_name
        made: Made = result.library.emit(symbol, **(QUICK if bounds_checked else {}))
    return made


@contextmanager
def _collected_seldom() -> Iterator[None]:
    usual = gc.get_threshold()
    gc.set_threshold(*map(max, usual, SELDOM))
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def argument_type(kind: tuple[Any, Any]) -> Any:
    """The type of an argument of a loop, of a kind as compiler.py tells it."""
    first, rest = kind
    if isinstance(rest, tuple):
        return types.BaseTuple.from_types(tuple(map(argument_type, rest)), first)
    return types.Array(numba.from_dtype(dtype(first)), rest, "C") if rest else types.int64


def _no_entry_point(library: Any, descriptor: Any, environment: Any) -> Any:
    """Nobody calls a rule from Python: its descriptor is as good a key as an entry point."""
    return descriptor


def widened(argument: Any) -> Any:
    """The type that a rule is compiled for where it is called with this one."""
    argument = types.unliteral(argument)
    narrow = isinstance(argument, types.Integer) and argument.bitwidth < 64
    return types.int64 if narrow else argument
