"""WebAssembly: loops as modules for any browser, written with ``fast`` and a linker.

Each loop is exported by its name and takes the address of a frame (see memory.py). A module
imports nothing; it exports its memory, and ``__heap_base``, from where on memory is free.
"""

from __future__ import annotations

from collections.abc import Mapping

from rollwrite.kernel.ahead.emit import argument_types, emitted, link, target_machine
from rollwrite.kernel.memory import HEAD
from rollwrite.kernel.object_cache import Code

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext"
STACK = 1 << 18
LINKER = "wasm-ld"

# LLVM sees this where a loop looks for a zero; there is no library that it could come from.
STRLEN = """
define weak hidden i64 @strlen(ptr %from) noinline "no-builtins" {
entry:
  br label %next
next:
  %count = phi i64 [0, %entry], [%more, %next]
  %at = getelementptr i8, ptr %from, i64 %count
  %found = load i8, ptr %at
  %end = icmp eq i8 %found, 0
  %more = add i64 %count, 1
  br i1 %end, label %done, label %next
done:
  ret i64 %count
}
"""


def wasm_module(loops: Mapping[str, Code], features: str = FEATURES) -> bytes:
    """A module with loops, by their names, made of their bitcode."""
    machine = target_machine(TRIPLE, features=features, reloc="static")
    objects = [emitted(loop, name, machine, _around(loop, name)) for name, loop in loops.items()]
    exports = ("__heap_base", *loops)
    return link(
        LINKER, objects, "--no-entry", "-O2", "--gc-sections", "--strip-all", "--stack-first",
        "-z", f"stack-size={STACK}", *(f"--export={name}" for name in exports),
    )  # fmt: skip


def _around(loop: Code, name: str) -> str:
    """A function that takes the words of a loop's arguments from a frame."""
    symbol = loop[0]
    lines, given = [], ["ptr %frame", "ptr %told"]
    first, second, *types = argument_types(loop)
    for number, kind in enumerate(types):
        lines.append(f"%p{number} = getelementptr i8, ptr %frame, i64 {HEAD + 8 * number}")
        lines.append(f"%w{number} = load i64, ptr %p{number}")
        if kind == "ptr":
            lines.append(f"%a{number} = getelementptr i8, ptr %frame, i64 %w{number}")
        given.append(f"{kind} %{'a' if kind == 'ptr' else 'w'}{number}")
    body = "\n  ".join(["%told = getelementptr i8, ptr %frame, i64 8", *lines])
    return f"""
declare i32 @"{symbol}"({", ".join([first, second, *types])})
{STRLEN}
define i32 @{name}(ptr %frame) {{
  {body}
  %status = call i32 @"{symbol}"({", ".join(given)})
  ret i32 %status
}}
"""
