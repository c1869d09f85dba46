"""A real Chromium and a real server for tests and screenshots."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from debian import install
from server.running import Server

# The same engine without a window starts and opens pages with half of the work.
PACKAGES = ("chromium-headless-shell", "chromium")
NAMES = (*PACKAGES, "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-lcd-text",  # without a GPU, subpixels cost a quarter of all the browser does
]
# No test looks at pixels, and painting them takes an eighth of the time: room for no tile at all.
# Nor does a process of its own pay that puts tiles together. Pictures of such pages are blank.
UNSEEN = [
    "--force-gpu-mem-available-mb=1",
    "--default-tile-width=2048",
    "--default-tile-height=2048",
    "--in-process-gpu",
]
# For a browser of somebody who needs no guide to a first game.
NO_GUIDE = (
    """try { localStorage.setItem("guide", '"off"'); } catch { /* a page without storage */ }"""
)
MISSING = (
    "The browser tests need Chromium. None of {names} was found and apt-get did not bring it: "
    "{reason}. Install Chromium and run the tests again."
)


def chromium() -> str:
    """The path of the system's Chromium, installed first where that is possible."""
    found = _found()
    reason = ""
    for package in PACKAGES:
        if found is None:
            reason = install(package)
            found = _found()
    if found is None:
        raise RuntimeError(MISSING.format(names=", ".join(NAMES), reason=reason))
    return found


def _found() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def browser(*, seen: bool = True) -> Iterator[Browser]:
    """A headless Chromium; unseen, it does all but paint."""
    flags = FLAGS if seen else FLAGS + UNSEEN
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium(), headless=True, args=flags)
        yield opened
        opened.close()


@contextmanager
def server(folder: Path, **settings: str) -> Iterator[Server]:
    """A server of its own on a free port of this machine."""
    many = {"tables_per_minute": "100000", "posts_per_second": "100000", "start_seconds": "3"}
    running = Server(folder / "tables.sqlite", many | settings)
    try:
        yield running
    finally:
        running.stop()
