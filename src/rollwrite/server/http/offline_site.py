"""The exported site on a server: for those who have the app when there is no network."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path, PurePosixPath

from rollwrite.errors import BadOption
from rollwrite.server.problems import say
from rollwrite.web.assets import MEDIA, Asset

LIST = "files.json"
OTHERS = {
    "bin": "application/octet-stream",
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "mjs": MEDIA["js"],
    "webmanifest": "application/manifest+json",
}
FOR_EVER = ("static/v-", "python/")  # folders with a version in their names


def check(folder: str) -> None:
    """BadOption unless a folder is one that `rollwrite export` wrote."""
    if folder and not _listed(folder):
        raise BadOption(say("settings.offline", folder=folder))


@lru_cache(512)
def file(folder: str, path: str) -> Asset | None:
    """A file of the site; None if it is none of those that were exported."""
    path = path or "index.html"
    if not folder or path not in _listed(folder):
        return None
    body = Path(folder, *PurePosixPath(path).parts).read_bytes()
    media = (MEDIA | OTHERS)[path.rpartition(".")[2]]
    etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    return Asset(body, media, etag, path.startswith(FOR_EVER))


@lru_cache(1)
def _listed(folder: str) -> frozenset[str]:
    try:
        told = json.loads(Path(folder, LIST).read_bytes())
        return frozenset((*told["files"], *told["packed"], LIST, "sw.js"))
    except (OSError, ValueError, KeyError, TypeError):
        return frozenset()
