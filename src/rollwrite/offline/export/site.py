"""The whole site as files: pages, what they need, Python, and the service worker that keeps it."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Any, NamedTuple

from rollwrite import web
from rollwrite.offline.export import fetched
from rollwrite.offline.export.archive import python_archive
from rollwrite.offline.export.pages import pages
from rollwrite.web.assets import address

PYTHON = "python"
LOADED_AS_THEY_ARE = (".mjs",)  # imported by their addresses
PACKED = ".gz.bin"


class Site(NamedTuple):
    """Its files by their paths, and the bytes of those that a first start loads into Python."""

    files: Mapping[str, bytes]
    loaded: int


def made(modules: Mapping[str, bytes]) -> Site:
    """The site; ``modules`` are the files of `rollwrite build --wasm`."""
    pyodide, info = fetched.pyodide()
    python = dict(_packed({**pyodide, **modules}))
    version = _digest(python)
    folder = f"{PYTHON}/{version}/"
    packed = sum(len(body) for name, body in python.items() if name.endswith(PACKED))
    told = {
        "folder": folder,
        "version": version,
        "info": info,
        "bytes": packed,
        "modules": sorted(name.removesuffix(".wasm") for name in modules if name.endswith(".wasm")),
    }
    found = {path: page.encode() for path, page in pages({"python": told})}
    for path in web.static_files():
        asset = web.asset(path)
        assert asset is not None, path
        found[address(path)[1:]] = asset.body
    found |= {folder + name: body for name, body in python.items()}
    listed = _listed(found, version)
    found["files.json"] = json.dumps(listed).encode()
    found["sw.js"] = _service_worker(listed)
    return Site(found, sum(map(len, python.values())))


def _packed(given: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """What Python starts from; nearly all of it compressed, by names that no host would unpack."""
    own = {"rollwrite.zip": python_archive(), "msgspec.whl": fetched.msgspec()}
    for name, body in (dict(given) | own).items():
        if name.endswith(LOADED_AS_THEY_ARE):
            yield name, body
        else:
            yield name + PACKED, gzip.compress(body, 9, mtime=0)


def _listed(found: Mapping[str, bytes], python: str) -> dict[str, Any]:
    """What is kept for when there is no network, and in which caches of the browser."""
    paths = [path for path in sorted(found) if not path.endswith(".txt")]
    return {
        "site": f"rollwrite-site-{_digest(found)}",
        "files": [path for path in paths if not path.endswith(PACKED)],
        "python": f"rollwrite-python-{python}",
        "packed": [path for path in paths if path.endswith(PACKED)],
    }


def _service_worker(listed: Mapping[str, Any]) -> bytes:
    """It keeps every file of the site; what is packed is kept by what starts Python."""
    head = {"STORE": listed["site"], "FILES": listed["files"]}
    lines = [f"const {name} = {json.dumps(value)};\n" for name, value in head.items()]
    source = files("rollwrite.web").joinpath("static/offline_sw.js").read_bytes()
    return "".join(lines).encode() + source


def _digest(found: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for path in sorted(found):
        digest.update(f"{path} {len(found[path])}\n".encode() + found[path])
    return digest.hexdigest()[:12]
