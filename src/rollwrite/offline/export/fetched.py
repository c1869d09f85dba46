"""What the site needs of others: Pyodide from npm, msgspec from PyPI, both pinned by a hash."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rollwrite.errors import BadOption
from rollwrite.kernel.object_cache import cache_folder
from rollwrite.texts import Message, speaker

say = speaker("rollwrite.offline")
SECONDS = 600


class Download(NamedTuple):
    """A file that a package manager fetches by name, and the hash that it must have."""

    file: str
    command: tuple[str, ...]  # puts it into the folder that follows
    algorithm: str
    digest: str  # as the registry writes it


PYODIDE = Download(
    "pyodide-314.0.7.tgz",
    ("npm", "pack", "--silent", "pyodide@314.0.7", "--pack-destination"),
    "sha512",
    "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
)
MSGSPEC = Download(
    "msgspec-0.22.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl",
    (
        sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet",
        "--no-deps", "--only-binary", ":all:", "--platform", "pyemscripten_2026_0_wasm32",
        "--python-version", "3.14", "msgspec==0.22.0", "--dest",
    ),
    "sha256",
    base64.b64encode(bytes.fromhex(
        "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"
    )).decode(),
)  # fmt: skip
LOCK = "pyodide-lock.json"
LOADED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")


def pyodide() -> tuple[dict[str, bytes], dict[str, str]]:
    """The files of Pyodide that a browser loads, and what it wants to be told of itself."""
    with tarfile.open(fetched(PYODIDE)) as package:
        files = [package.extractfile(f"package/{name}") for name in (*LOADED, LOCK)]
        *found, lock = [file.read() for file in files if file is not None]
    return dict(zip(LOADED, found, strict=True)), json.loads(lock)["info"]


def msgspec() -> bytes:
    """The wheel of msgspec for Pyodide."""
    return fetched(MSGSPEC).read_bytes()


def fetched(wanted: Download) -> Path:
    """The file, from the cache or from its registry; BadOption says why there is none."""
    kept = cache_folder() / "offline" / wanted.file
    if kept.is_file() and _whole(kept, wanted):
        return kept
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
        reason = _run([*wanted.command, folder])
        found = Path(folder) / wanted.file
        if not found.is_file():
            program = Path(wanted.command[0]).name
            told = {"file": wanted.file, "program": program, "folder": kept.parent}
            raise BadOption(say("fetch", reason=reason, **told))
        if not _whole(found, wanted):
            raise BadOption(say("hash", file=wanted.file, algorithm=wanted.algorithm))
        found.replace(kept)
    return kept


def _run(command: Sequence[str]) -> Message | str:
    """Run a package manager; the last thing it says where it fails."""
    if shutil.which(command[0]) is None:
        return say("no_program", program=command[0])
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
            timeout=SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return say("slow", seconds=SECONDS)
    lines = done.stderr.strip().splitlines()
    return lines[-1][:200] if lines else ""


def _whole(file: Path, wanted: Download) -> bool:
    digest = hashlib.new(wanted.algorithm, file.read_bytes()).digest()
    return base64.b64encode(digest).decode() == wanted.digest
