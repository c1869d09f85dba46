"""The exported site on a web space of its own: written once for all workers, served in a folder."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from filelock import FileLock

import rollwrite as rw
from debian import need
from rollwrite.bots.ahead import as_wasm, evaluators
from rollwrite.kernel.ahead.emit import PACKAGE
from rollwrite.kernel.ahead.wasm import LINKER
from rollwrite.offline.export.site import made

COMPILED = "twenty_one"  # the game whose evaluator is small enough to be compiled for these tests
FOLDER = "games/of/mine"  # somewhere in the web space


def modules() -> dict[str, bytes]:
    need(LINKER, PACKAGE)
    (files,) = map(as_wasm, evaluators([rw.game(COMPILED)]))
    return {f"{files.name}.wasm": files.module, f"{files.name}.json": files.manifest.encode()}


def written(shared: Path) -> Path:
    """The site as a folder, by whichever worker comes first."""
    need("npm", "npm")
    folder = shared / "site"
    with FileLock(shared / "site.lock"):
        if not folder.is_dir():
            write(made(modules()).files, shared / "part")
            (shared / "part").rename(folder)
    return folder


def write(files: dict[str, bytes] | object, folder: Path) -> None:
    assert hasattr(files, "items")
    for path, body in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(body)


class WebSpace:
    """A host that knows nothing but files, and what it was asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.asked: list[str] = []
        space = self

        class Handler(SimpleHTTPRequestHandler):
            def translate_path(self, path: str) -> str:
                space.asked.append(path)
                inside = path.partition("?")[0].removeprefix(f"/{FOLDER}/")
                return str(space.folder / (inside or "index.html"))

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler))
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/{FOLDER}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@contextmanager
def web_space(folder: Path) -> Iterator[WebSpace]:
    space = WebSpace(folder)
    try:
        yield space
    finally:
        space.stop()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.getbasetemp()
    workers = base.name.startswith("popen-")  # they share what is above
    return written(base.parent if workers else base)
