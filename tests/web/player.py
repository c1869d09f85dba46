"""A player at the page who knows no game: picks what is live, confirms what is ready."""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import Page, expect

LOOK = """() => {
  const shown = (element) => element.getClientRects().length > 0;
  const parts = [...document.querySelectorAll('#mine [data-part], #tray [data-part]')];
  const presses = [...document.querySelectorAll('#buttons [data-press]')];
  const confirm = document.querySelector('#confirm');
  return {
    status: document.body.dataset.status,
    seq: document.body.dataset.seq,
    busy: document.body.dataset.busy === 'true',
    mine: document.querySelector('#act').classList.contains('mine'),
    live: parts.filter((part) => part.classList.contains('live')).map((part) => part.id),
    chosen: parts.filter((part) => part.classList.contains('chosen')).map((part) => part.id),
    presses: presses.filter(shown).map((button) => button.id),
    ready: confirm !== null && confirm.getAttribute('aria-disabled') === 'false',
  };
}"""
DUE = """() => document.body.dataset.status === 'over' || (document.body.dataset.busy !== 'true' &&
  document.body.dataset.status === 'playing' &&
  document.querySelector('#act').classList.contains('mine'))"""
CALM = "() => document.body.dataset.busy !== 'true'"


def open_table(page: Page, address: str, game: str, mode: str = "bots", **fields: str) -> str:
    """Set up a table from the start page as anybody would; returns its address."""
    page.goto(address)
    page.locator(f'article[data-game="{game}"] .ways [data-mode="{mode}"]').click()
    setup = page.locator("#setup")
    expect(setup).to_be_visible()
    for name, value in fields.items():
        field = setup.locator(f'[name="{name}"]')
        if field.first.get_attribute("type") == "radio":
            setup.locator(f'[name="{name}"][value="{value}"]').check(force=True)
        elif field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.locator("#setup-go").click()
    page.wait_for_url("**/t/*")
    return page.url


class Player:
    """Plays by tapping; the same whim plays the same way on the same dice."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.whim = Random(seed)

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return found

    def wait(self) -> dict[str, Any]:
        """Wait for a decision of ours, or for the end."""
        self.page.wait_for_function(DUE)
        return self.look()

    def decide(self) -> None:
        """One decision: taps until a move is made."""
        begun = now = self.look()
        for _ in range(60):
            if now["ready"] and (not now["live"] or self.whim.random() < 0.6):
                self.tap("confirm")
                return
            choices = now["live"] + now["presses"]
            assert choices or now["ready"], f"nothing can be chosen: {now}"
            self.tap(self.whim.choice(choices) if choices else "confirm")
            now = self.look()
            if now["seq"] != begun["seq"] or not now["mine"]:
                return
        raise AssertionError("sixty taps made no move")

    def tap(self, id_: str) -> None:
        """Tap, and wait until the server has answered if that was a move."""
        self.page.locator(f'[id="{id_}"]').click()
        self.page.wait_for_function(CALM)

    def play(self, most: int = 400) -> int:
        """Play until the end (or so many decisions); returns how many we made."""
        for count in range(most):
            if self.wait()["status"] == "over":
                return count
            self.decide()
        return most
