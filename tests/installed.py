"""Wheels of this checkout, and environments that have nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
UV = Path(sys.executable).with_name("uv")


def uv(*words: str | Path) -> None:
    """Run uv; what it needs lies in its cache, as a rule, since ``make`` installed the same."""
    for offline in (["--offline"], []):
        done = subprocess.run(
            [UV, *words, "--quiet", *offline], capture_output=True, text=True, check=False
        )
        if not done.returncode:
            return
    raise AssertionError(done.stderr)


class Installed:
    """A virtual environment with rollwrite from its wheel, and some of its extras."""

    def __init__(self, folder: Path, wheel: Path, *extras: str) -> None:
        self.python = folder / "bin" / "python"
        self.home = folder / "home"
        self.home.mkdir(parents=True)
        uv("venv", "--allow-existing", "--python", sys.executable, folder)
        wanted = f"rollwrite[{','.join(extras)}] @ {wheel.as_uri()}"
        uv("pip", "install", "--python", self.python, "-c", ROOT / "requirements.lock", wanted)
        (self.packages,) = folder.glob("lib/python*/site-packages")

    def run(self, *words: str | Path, language: str = "en") -> subprocess.CompletedProcess[str]:
        """What an interpreter of the environment answers to a command line."""
        environment = {**os.environ, "LC_ALL": language, "XDG_DATA_HOME": str(self.home)}
        for name in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"):
            environment.pop(name, None)
        return subprocess.run(
            [self.python, *words], capture_output=True, text=True, check=False, timeout=300,
            cwd=self.home, env=environment,
        )  # fmt: skip

    def rollwrite(self, *words: str, language: str = "en") -> subprocess.CompletedProcess[str]:
        """What the command that is installed there answers."""
        return self.run(self.python.with_name("rollwrite"), *words, language=language)


def built_wheel(folder: Path, loops: Path | None = None) -> Path:
    """The wheel of this checkout, with compiled loops if a folder with such is given."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    environment = os.environ | ({"ROLLWRITE_LOOPS": str(loops)} if loops else {})
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, env=environment)
    (found,) = folder.glob("*.whl")
    return found
