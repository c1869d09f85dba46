"""The linkers of LLVM, installed first where that is possible."""

from __future__ import annotations

import shutil

from debian import install
from rollwrite.kernel.ahead.emit import PACKAGE


def need(linker: str) -> None:
    """Make sure that there is a linker."""
    if shutil.which(linker) is None:
        reason = install(PACKAGE)
        assert shutil.which(linker), f"{linker} is missing, and apt-get did not bring it: {reason}"
