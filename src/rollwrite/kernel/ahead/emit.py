"""Bitcode of a loop, optimised and emitted for another machine than this one.

What Numba lowered knows nothing of a processor, and its arguments are 64 bits wide whatever the
width of addresses: so it can be emitted for any machine that LLVM knows.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from rollwrite.errors import RollwriteError, say
from rollwrite.kernel.object_cache import Code

PACKAGE = "lld"  # of Debian, and of most others


class NoLinker(RollwriteError):
    """There is no linker for a kind of code, or it failed."""


class NotPortable(RuntimeError):
    """Code that would not mean the same on a machine with narrower addresses."""


def target_machine(triple: str, **options: Any) -> Any:
    """A machine to emit code for."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(triple).create_target_machine(opt=3, **options)


def emitted(loop: Code, name: str, machine: Any, around: str = "") -> bytes:
    """Object code in which a loop is the only thing that can be seen from outside, by a name.

    ``around`` is LLVM's text of what calls it and goes by the name instead.
    """
    symbol, bitcode = loop
    module = llvm.parse_bitcode(bitcode)
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    for variable in module.global_variables:
        if variable.linkage == llvm.Linkage.common:  # Numba's own, which nothing uses
            variable.linkage = llvm.Linkage.internal
    _check_portable(module)
    function = module.get_function(symbol)
    if around:
        outer = llvm.parse_assembly(around)
        outer.triple, outer.data_layout = module.triple, module.data_layout
        module.link_in(outer)
        module.get_function(symbol).linkage = llvm.Linkage.internal
    else:
        function.name = name
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = True
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    module.verify()
    code: bytes = machine.emit_object(module)
    return code


def argument_types(loop: Code) -> list[str]:
    """The types of a loop's arguments, as LLVM calls them."""
    symbol, bitcode = loop
    function = llvm.parse_bitcode(bitcode).get_function(symbol)
    return [str(argument.type) for argument in function.arguments]


def link(linker: str, objects: Sequence[bytes], *options: str) -> bytes:
    """What a linker makes of some object code."""
    program = shutil.which(linker)
    if program is None:
        raise NoLinker(say("build.no_linker", linker=linker, package=PACKAGE))
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{number}.o" for number in range(len(objects))]
        for path, content in zip(paths, objects, strict=True):
            path.write_bytes(content)
        made = Path(folder) / "made"
        done = subprocess.run(
            [program, *options, "-o", made, *paths], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise NoLinker(say("build.linker", linker=linker, reason=done.stderr.strip()[:2000]))
        return made.read_bytes()


def _check_portable(module: Any) -> None:
    """Addresses may lie in variables of their own only: inside others their width would matter."""
    for kind in re.findall(r"= alloca ([^\n]*)", str(module)):
        if "ptr" in kind and not kind.startswith("ptr,") and kind != "ptr":
            raise NotPortable(f"addresses among other things in memory: {kind}")
