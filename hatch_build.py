"""Puts compiled loops into a wheel for one platform: ``make wheel`` (see docs/carriers.md)."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDER = "ROLLWRITE_LOOPS"  # names what ``rollwrite build --native`` wrote; without it, nothing is
THERE = "rollwrite/kernel/ahead"


class LoopsHook(BuildHookInterface[Any]):
    """Adds the library, and says for which platform the wheel is: any Python 3, any C library."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Called before a wheel is built."""
        if not (folder := os.environ.get(FOLDER)):
            return
        for name in ("loops.so", "loops.json"):
            build_data["force_include"][str(Path(folder, name).resolve(strict=True))] = (
                f"{THERE}/{name}"
            )
        machine = platform.machine()
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-manylinux2014_{machine}.manylinux_2_17_{machine}"
