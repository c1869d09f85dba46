"""Shared libraries for this platform, written with ``fast`` and a linker.

Their code runs on every processor of its kind: measured, loops gain nothing by what newer ones
have. It asks nothing of the system but copying and filling memory.
"""

from __future__ import annotations

import platform
import sys
from collections.abc import Mapping

from rollwrite.errors import RollwriteError, say
from rollwrite.kernel.ahead.emit import emitted, link, target_machine
from rollwrite.kernel.object_cache import Code

LINKER = "ld.lld"
# What the processors of a machine have in common, by its name.
MACHINES = {
    "x86_64": ("x86_64-unknown-linux-gnu", "x86-64"),
    "aarch64": ("aarch64-unknown-linux-gnu", "generic"),
}


class NoPlatform(RollwriteError):
    """There are no shared libraries for this platform."""


def shared_library(loops: Mapping[str, Code]) -> bytes:
    """A library that exports loops by their names, made of their bitcode."""
    name = platform.machine()
    if not sys.platform.startswith("linux") or name not in MACHINES:
        told = f"{sys.platform}-{name}"
        raise NoPlatform(say("build.platform", platform=told, choices=sorted(MACHINES)))
    triple, cpu = MACHINES[name]
    machine = target_machine(triple, cpu=cpu, reloc="pic", codemodel="small")
    objects = [emitted(loop, name, machine) for name, loop in loops.items()]
    return link(LINKER, objects, "-shared", "--gc-sections", "--strip-all", "-O2", "-z", "now")
