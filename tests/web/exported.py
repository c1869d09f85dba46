"""The exported site on a web space of its own: written once for all workers, served in a folder."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from filelock import FileLock
from playwright.sync_api import Browser, BrowserContext, Page, expect

import rollwrite as rw
from debian import need
from rollwrite.bots.ahead import as_wasm, evaluators
from rollwrite.kernel.ahead.emit import PACKAGE
from rollwrite.kernel.ahead.wasm import LINKER
from rollwrite.offline.export.site import made
from web.conftest import Contexts, made_contexts
from web.player import ask_how

COMPILED = "twenty_one"  # the game whose evaluator is small enough to be compiled for these tests
FOLDER = "games/of/mine"  # somewhere in the web space

KEPT = "() => navigator.serviceWorker.ready.then(() => true)"  # a service worker
# Messages of a page to its tables, by the module through which all pages send theirs.
SENT = """async ([what, path, body]) => {
  const folder = document.documentElement.dataset.sprite.replace("icons/sprite.svg", "js/shared/");
  const api = await import(new URL(`${folder}api.js`, location.href));
  return await api[what](path, body).catch((refusal) => refusal.message);
}"""


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


@pytest.fixture
def space(site: Path) -> Iterator[WebSpace]:
    with web_space(site) as found:
        yield found


@pytest.fixture
def context(new_context: Contexts) -> BrowserContext:
    return visitor(new_context)


class Known(NamedTuple):
    """A browser that has been at the site before: most of its start is behind it."""

    context: BrowserContext
    space: WebSpace


@pytest.fixture(scope="module")
def known(opened: Browser, site: Path) -> Iterator[Known]:
    with web_space(site) as space, made_contexts(opened) as make:
        yield Known(visitor(make), space)


def visitor(new_context: Contexts) -> BrowserContext:
    found = new_context(service_workers="allow")
    found.add_init_script("try { localStorage.setItem('fast', 'true'); } catch { /* denied */ }")
    return found


def begin(page: Page, address: str, game: str = "twenty_one", mode: str = "bots") -> str:
    """Set up a table as anybody would; returns its id."""
    page.goto(address)
    page.wait_for_url("**/en/index.html")
    ask_how(page, game, mode)
    page.locator("#setup-go").click()
    page.wait_for_url("**/t.html?*")
    expect(page.locator("#mine svg").first).to_be_visible()
    return page.url.partition("?")[2]


def get(page: Page, path: str) -> Any:
    return page.evaluate(SENT, ["get", path, {}])


def post(page: Page, path: str, body: dict[str, Any]) -> Any:
    return page.evaluate(SENT, ["post", path, body])


def seq(page: Page) -> int:
    return int(page.evaluate("() => Number(document.body.dataset.seq)"))
