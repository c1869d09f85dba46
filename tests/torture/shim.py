"""Compiles the shim, and tells processes with it what is to go wrong."""

from __future__ import annotations

import mmap
import shutil
import struct
import subprocess
from pathlib import Path

SOURCE = Path(__file__).with_name("shim.c")


class Shim:
    """Faults of one server, which can be switched on and off while it runs."""

    def __init__(self, folder: Path, files: str) -> None:
        library, control = folder / "shim.so", folder / "faults"
        compiler = shutil.which("gcc") or shutil.which("cc")
        assert compiler is not None, "this fault needs a C compiler"
        subprocess.run(
            [compiler, "-O2", "-shared", "-fPIC", "-o", library, SOURCE, "-ldl"], check=True
        )
        control.write_bytes(bytes(24))
        with control.open("rb+") as file:
            self._faults = mmap.mmap(file.fileno(), 24)
        self.environment = {
            "LD_PRELOAD": str(library),
            "ROLLWRITE_SHIM": str(control),
            "ROLLWRITE_SHIM_FILES": files,
        }

    def set(self, sync: int = 0, write: int = 0, clock: int = 0) -> None:
        """Errors of fsync and of writing, and by how many seconds the clock is wrong."""
        struct.pack_into("qqq", self._faults, 0, sync, write, clock)
