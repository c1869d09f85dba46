"""Static files under a version in their path: scripts, styles, typefaces, icons; and pictures."""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

from rollwrite.play.registry import game, games
from rollwrite.texts import LANGUAGES
from rollwrite.web.pictures import emblem_of, sheet_of
from rollwrite.web.translate import translator

MEDIA = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "txt": "text/plain; charset=utf-8",
    "woff2": "font/woff2",
}
FOLDERS = (
    "css",
    "fonts",
    "icons",
    "js/choice",
    "js/ending",
    "js/guide",
    "js/offline",
    "js/pages",
    "js/shared",
    "js/table",
    "vendor",
)
PICTURES = ("pictures", "emblems")  # drawn by the games
_IMPORT = re.compile(r'^(?:import|export \*) [^"]*"([^"]+)";', re.MULTILINE)


class Asset(NamedTuple):
    """A file a browser may fetch; an immutable one has its version in its address."""

    body: bytes
    media: str
    etag: str
    immutable: bool = False


def asset(path: str) -> Asset | None:
    """The file behind /static/{path}, or None."""
    found = re.fullmatch(r"(?:v-(\w+)/)?([a-z/]+)/([\w.-]+)\.(\w+)", path)
    if found is None:
        return None
    stamp, folder, name, kind = found.groups()
    if folder in PICTURES and kind == "svg":
        body = _picture(folder, name)
    else:
        body = _file(folder, name, kind)
    if body is None:
        return None
    etag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    return Asset(body, MEDIA[kind], etag, stamp == version())


def static_files() -> tuple[str, ...]:
    """Every path that ``asset`` knows, without a version."""
    found = [
        f"{folder}/{entry.name}"
        for folder in FOLDERS
        for entry in _static().joinpath(folder).iterdir()
    ]
    found += [
        f"{folder}/{id_}.{language}.svg"
        for folder in PICTURES
        for id_ in games()
        for language in LANGUAGES
    ]
    return tuple(sorted(found))


def address(path: str) -> str:
    """The address of a static file, with the version in it so that it can be kept for ever."""
    return f"/static/v-{version()}/{path}"


@cache
def version() -> str:
    """A hash of everything static, and of what draws: files change, so do their addresses.

    An exported site has it written down.
    """
    if (noted := _static().joinpath("version")).is_file():
        return noted.read_text()
    digest = hashlib.sha256()
    for package in ("rollwrite.draw", *(game(name).definition.package for name in games())):
        for source in _sources(files(package)):
            digest.update(source.read_bytes())
    for folder in FOLDERS:
        for entry in sorted(_static().joinpath(folder).iterdir(), key=lambda entry: entry.name):
            digest.update(entry.name.encode() + entry.read_bytes())
    return digest.hexdigest()[:10]


@cache
def imported(path: str) -> tuple[str, ...]:
    """Every module that a script imports, directly or not; preloading saves a round trip each."""
    found: list[str] = []
    waiting = [path]
    while waiting:
        script = waiting.pop()
        if not _static().joinpath(script).is_file():  # in a browser, whose pages are there already
            continue
        source = _static().joinpath(script).read_text(encoding="utf-8")
        for target in _IMPORT.findall(source):
            module = posixpath.normpath(posixpath.join(posixpath.dirname(script), target))
            if module not in found:
                found.append(module)
                waiting.append(module)
    return tuple(sorted(found))


def manifest(language: str) -> bytes:
    """The web app manifest, so that the page can be installed as an app."""
    t = translator(language)
    icons = [
        {"src": address(f"icons/app-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png"}
        for size in (192, 512)
    ]
    icons.append(
        {
            "src": address("icons/app-maskable.png"),
            "sizes": "512x512",
            "type": "image/png",
            "purpose": "maskable",
        }
    )
    content = {
        "name": "rollwrite",
        "short_name": "rollwrite",
        "description": t("start.lead"),
        "lang": language,
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#ece3d3",
        "theme_color": "#ece3d3",
        "icons": icons,
    }
    return json.dumps(content, ensure_ascii=False).encode()


def service_worker(*, offline: bool = False) -> bytes:
    """The service worker, which keeps this version's static files at hand.

    With ``offline`` also the exported site, in an app that was installed.
    """
    needed = ("css", "js", "vendor", "fonts")
    kept = [
        address(path)
        for path in static_files()
        if path.split("/")[0] in needed and not path.endswith(".txt")
    ]
    told = {"VERSION": version(), "FILES": kept, "OFFLINE": "/offline/" if offline else ""}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in told.items())
    return head.encode() + _static().joinpath("sw.js").read_bytes()


def _sources(folder: Traversable) -> Iterator[Traversable]:
    """The code, texts and printed data of a package."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _sources(entry)
        elif entry.name.endswith((".py", ".toml")):
            yield entry


def _static() -> Traversable:
    return files(__package__).joinpath("static")


@cache
def _file(folder: str, name: str, kind: str) -> bytes | None:
    if folder not in FOLDERS or kind not in MEDIA:
        return None
    entry = _static().joinpath(folder).joinpath(f"{name}.{kind}")
    return entry.read_bytes() if entry.is_file() else None


def _picture(folder: str, name: str) -> bytes | None:
    id_, _, language = name.partition(".")
    if id_ not in games() or language not in LANGUAGES:
        return None
    small = emblem_of(id_, language) if folder == "emblems" else None
    return (small or sheet_of(id_, language)).encode()
