"""The frozen data, as compressed JSON: facts never change, words may on purpose."""

from __future__ import annotations

import gzip
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FACTS, WORDS, FILES = HERE / "facts", HERE / "words", HERE / "files"


def canonical(value: Any) -> str:
    """A value as JSON text that does not depend on the order of keys."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def digest(value: Any, digits: int = 64) -> str:
    """The first hexadecimal digits of SHA-256 of a value's canonical JSON."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()[:digits]


def plain(value: Any) -> Any:
    """A value as it is after a trip through JSON: tuples are lists, keys are strings."""
    return json.loads(json.dumps(value, ensure_ascii=False))


def place(folder: Path, name: str) -> Path:
    """The file of some data."""
    return folder / f"{name}.json.gz"


@cache
def load(folder: Path, name: str) -> Any:
    """Read frozen data; nobody changes what is read."""
    return json.loads(gzip.decompress(place(folder, name).read_bytes()))


def save(folder: Path, name: str, value: Any) -> None:
    """Write data; the same data give the same bytes."""
    folder.mkdir(exist_ok=True)
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    place(folder, name).write_bytes(gzip.compress(text.encode(), 9, mtime=0))
