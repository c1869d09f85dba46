"""Whole games through the page, by somebody who knows none of them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import rollwrite as rw
from server.running import Browser
from web.conftest import Contexts
from web.player import Player, finish, open_table, sit_down

PHONE = {"width": 360, "height": 740}
ON_ITS_SIDE = {"width": 844, "height": 390}
NO_SIDEWAYS = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def number(text: str) -> int:
    """The first number in a text, with the minus that people read."""
    found = re.search(r"−?\d+", text)
    assert found is not None, text
    return int(found[0].replace("−", "-"))


@pytest.mark.parametrize("game", rw.games())
def test_one_human_plays_a_whole_game_against_a_bot(
    new_context: Contexts, address: str, game: str
) -> None:
    """By touch, on a phone that lies on its side."""
    phone = {"viewport": ON_ITS_SIDE, "has_touch": True, "is_mobile": True}
    page = new_context(service_workers="allow", **phone).new_page()
    open_table(page, address, game, **{"name-0": "Anna"})
    made = TouchPlayer(page).play()
    assert made > 0
    expect(page.locator("#ending .places li")).to_have_count(2)
    scores = [number(text) for text in page.locator(".places .score").all_text_contents()]
    totals = [number(text) for text in page.locator(".places tfoot td").all_text_contents()]
    assert sorted(scores) == sorted(totals)
    expect(page.locator("#ending")).to_be_focused()


@pytest.mark.parametrize("game", rw.games())
def test_a_whole_game_by_keyboard_alone(page: Page, anna: Browser, game: str) -> None:
    sit_down(page, anna, anna.begin(game, "bots", "me", "bot"))
    table = page.url
    assert KeyboardPlayer(page).play() > 0
    expect(page.locator("#ending")).to_be_visible()
    assert page.url == table


# How often Tab should be pressed until an element is focused, as far as can be told, less than
# nothing for Shift+Tab. Only pressing it shows whether that is true. Not at all if it is focused:
# then as soon as it can be used.
TABS_TO = """async (id) => {
  const target = document.getElementById(id);
  const active = document.activeElement;
  if (active === target) {
    const { classList } = document.getElementById("buttons");
    while (classList.contains("settling")) await new Promise(requestAnimationFrame);
    return 0;
  }
  const order = [...document.querySelectorAll("a, button, input, select, summary, [tabindex]")]
    .filter((one) => one.tabIndex >= 0 && one.checkVisibility() && !one.closest("[inert]"));
  const [from, to] = [order.indexOf(active), order.indexOf(target)];
  if (from < 0 || to < 0) return 1;
  const forwards = (to - from + order.length) % order.length;
  return forwards * 2 > order.length ? forwards - order.length : forwards;
}"""


class KeyboardPlayer(Player):
    """Uses nothing but Tab, the arrow keys, space and Enter."""

    def tap(self, id_: str) -> None:
        self._reach(id_)
        self.page.keyboard.press("Enter")

    def _reach(self, id_: str) -> None:
        pressed = 0
        while presses := self.page.evaluate(TABS_TO, id_):
            assert pressed < 400, f"{id_} cannot be reached by Tab"
            pressed += abs(presses)
            for _ in range(abs(presses)):
                self.page.keyboard.press("Tab" if presses > 0 else "Shift+Tab")


@pytest.mark.parametrize("game", rw.games())
def test_phone_size(new_context: Contexts, anna: Browser, game: str) -> None:
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    page = new_context(**phone, service_workers="allow").new_page()
    sit_down(page, anna, anna.begin(game, "bots", "me", "bot"))
    player = TouchPlayer(page)
    for _ in range(8):
        if player.wait()["status"] == "over":
            break
        assert page.evaluate(NO_SIDEWAYS), "the table scrolls sideways"
        _check_targets(page)
        player.decide()
    finish(page, anna.server)
    assert page.evaluate(NO_SIDEWAYS), "the ending scrolls sideways"


CAME_CLOSER = """(id) => document.querySelector(".whole-sheet")?.checkVisibility() &&
  document.getElementById(id)?.getAttribute("aria-pressed") === 'false'"""


class TouchPlayer(Player):
    """Taps with a finger; a first tap on a dense sheet may only come closer."""

    def tap(self, id_: str) -> None:
        self.reach(id_)
        self.page.touchscreen.tap(*self.aim(id_))
        if id_.startswith("sheet") and self.page.evaluate(CAME_CLOSER, id_):
            self.page.touchscreen.tap(*self.aim(id_))


def _check_targets(page: Page) -> None:
    """Buttons are 44 pixels high; on paper 24, or the sheet comes closer at the first tap."""
    buttons = "[...document.querySelectorAll('#act button, .chip, .bar button, .bar a')]"
    heights = page.evaluate(
        f"() => {buttons}.filter(b => b.getClientRects().length)"
        ".map(b => b.getBoundingClientRect().height)"
    )
    assert heights and min(heights) >= 43.5
