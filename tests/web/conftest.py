"""One server and one Chromium for all browser tests of a worker; a fresh context for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from patience import PATIENCE
from server.running import Browser as Somebody
from server.running import Server
from web import chromium


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "opened" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")


@pytest.fixture(scope="session")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with chromium.server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture(scope="session")
def address(serving: Server) -> str:
    return serving.url


@pytest.fixture
def anna(serving: Server) -> Somebody:
    """A person who plays through the server's API."""
    return Somebody(serving)


@pytest.fixture(scope="package")  # Playwright's event loop would be in the way of later tests
def opened() -> Iterator[Browser]:
    try:
        chromium.chromium()
    except RuntimeError as missing:
        pytest.fail(str(missing), pytrace=False)
    with chromium.browser(seen=False) as found:
        yield found


expect.set_options(timeout=PATIENCE * 1000)
# A service worker only keeps the static files, so most tests need none; fetching all of them takes
# as long as a page.
USUAL: dict[str, object] = {"reduced_motion": "reduce", "locale": "en", "service_workers": "block"}
Contexts = Callable[..., BrowserContext]


@pytest.fixture
def new_context(opened: Browser) -> Iterator[Contexts]:
    """Browsers of several people; an error on any of their pages fails the test."""
    with made_contexts(opened) as make:
        yield make


@contextmanager
def made_contexts(opened: Browser) -> Iterator[Contexts]:
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def listen(page: Page) -> None:
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda line: problems.append(line.text) if _bad(line.text) else None)

    def make(*, guide: bool = False, **options: object) -> BrowserContext:
        chosen = USUAL | options
        context = opened.new_context(**chosen)  # type: ignore[arg-type]
        context.on("page", listen)
        if not guide:  # it would lie over what a test taps
            context.add_init_script(chromium.NO_GUIDE)
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    assert not problems, problems


def _bad(text: str) -> bool:
    """What a console should never say; a refused request is part of some tests."""
    return "Content Security Policy" in text or "Uncaught" in text


@pytest.fixture
def page(new_context: Contexts) -> Page:
    return new_context().new_page()
