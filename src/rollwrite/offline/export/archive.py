"""The Python that a browser runs: this library without what only servers need, and what it uses."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path, PurePosixPath

import rollwrite as rw
from rollwrite.web.assets import version

# What a browser has no use for.
LEFT_OUT = (
    "cli", "envs", "kernel/cuda", "kernel/subset", "offline/export", "paper/fonts",
    "server/storage/migrations", "templates", "testing", "web/static",
)  # fmt: skip
SERVER_ONLY = ("database", "deadline", "listener", "schema", "sqlite_", "store.py", "backup")
# Packages in plain Python; their versions are those of the environment that exports.
PACKAGES = (
    "starlette", "anyio", "idna", "markdown-it-py", "mdurl", "prometheus-client", "segno",
    "typing-extensions",
)  # fmt: skip
NOT_NEEDED = (
    "anyio/_backends/_trio.py", "anyio/pytest_plugin.py", "markdown_it/cli", "segno/cli.py",
)  # fmt: skip
WHEN = (1980, 1, 1, 0, 0, 0)  # the same content is the same file


def python_archive() -> bytes:
    """A zip file to import from."""
    found = {"rollwrite/" + path: body for path, body in _own()}
    for package in PACKAGES:
        found |= _package(package)
    found["rollwrite/web/static/version"] = version().encode()
    found |= _metadata()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(found):
            archive.writestr(zipfile.ZipInfo(path, WHEN), found[path], zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _own() -> Iterator[tuple[str, bytes]]:
    for path, entry in _walk(files("rollwrite"), PurePosixPath()):
        if any(path.is_relative_to(folder) for folder in LEFT_OUT):
            continue
        storage = path.is_relative_to("server/storage")
        if not (storage and path.name.startswith(SERVER_ONLY)):
            yield str(path), entry.read_bytes()


def _walk(folder: Traversable, at: PurePosixPath) -> Iterator[tuple[PurePosixPath, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _walk(entry, at / entry.name)
        elif entry.is_file():
            yield at / entry.name, entry


def _package(name: str) -> dict[str, bytes]:
    found = distribution(name)
    return {
        str(path): Path(str(path.locate())).read_bytes()
        for path in found.files or ()
        if path.suffix in (".py", ".txt", ".json")
        and not str(path).startswith(("..", *NOT_NEEDED))
        and ".dist-info" not in str(path)
    }


def _metadata() -> dict[str, bytes]:
    """What says that these packages are installed, and where the games are."""
    found = {}
    for name in PACKAGES:
        told = distribution(name)
        found[f"{name.replace('-', '_')}-{told.version}.dist-info/METADATA"] = (
            f"Metadata-Version: 2.1\nName: {name}\nVersion: {told.version}\n".encode()
        )
    games = "".join(f"{id_} = rollwrite.games.{id_}:GAME\n" for id_ in rw.games())
    info = f"rollwrite-{rw.__version__}.dist-info"
    found[f"{info}/entry_points.txt"] = f"[rollwrite.games]\n{games}".encode()
    found[f"{info}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: rollwrite\nVersion: {rw.__version__}\n".encode()
    )
    return found
