"""Packages of Debian that tests need, installed where they are missing and that is possible."""

from __future__ import annotations

import os
import shutil
import subprocess


def install(package: str) -> str:
    """Install a package; what went wrong, or an empty string."""
    if shutil.which("apt-get") is None:
        return "there is no apt-get here"
    command = ["apt-get", "install", "--yes", "--no-install-recommends", package]
    command += ["-o", "DPkg::Lock::Timeout=300"]  # another worker may be installing it
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
            timeout=600, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return "it was not done after ten minutes"
    if not done.returncode:
        return ""
    return done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "no reason given"


def need(program: str, package: str) -> None:
    """Make sure that there is a program, from a package where it is missing."""
    if shutil.which(program) is None:
        reason = install(package)
        assert shutil.which(program), (
            f"{program} is missing, and apt-get did not bring it: {reason}"
        )
