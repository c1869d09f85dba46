"""Where things lie at the table: at every size, in every state, with any names."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rollwrite as rw
from server.running import Browser
from web.conftest import Contexts
from web.player import Player, sit_down
from web.test_pages import NO_SIDEWAYS, check_with_axe

SIZES = {
    "small phone": (320, 568),
    "phone": (390, 844),
    "tablet": (768, 1024),
    "phone on its side": (844, 390),
    "laptop": (1366, 768),
    "laptop at 200 %": (683, 384),
    "desktop": (1920, 1080),
}
BOXES = """() => {
  scrollTo(0, 0); // where a table begins
  const box = (one) => {
    const { x, y, width, height, right, bottom } = one.getBoundingClientRect();
    return { x, y, width, height, right, bottom };
  };
  const seen = (id) => {
    const one = document.querySelector(id);
    return one?.checkVisibility({ visibilityProperty: true }) ? box(one) : null;
  };
  return {
    sheet: seen("#mine svg"), tray: seen("#tray svg"), market: seen("#market svg"),
    prompt: seen("#prompt"),
    slots: [...document.querySelectorAll("#buttons .slot")].map(box),
  };
}"""
NO_SCROLLING = "() => document.documentElement.scrollHeight <= innerHeight"
Boxes = dict[str, Any]


def at_table(page: Page, anna: Browser, game: str, decisions: int = 9, bots: int = 1) -> Player:
    """A game after some decisions, made through the API."""
    fewest = max(bots + 1, rw.game(game).seats.start)
    table = anna.begin(game, "bots", "me", *["bot"] * (fewest - 1))
    for step in range(decisions):
        anna.my_turn(table)
        anna.decide(table, step)
    sit_down(page, anna, table)
    player = Player(page, 3)
    player.wait()
    return player


def resize(page: Page, size: str) -> Boxes:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_timeout(200)  # rings are drawn anew after a resize
    found: Boxes = page.evaluate(BOXES)
    return found


def inside(box: Boxes, width: int, height: int) -> bool:
    return bool(box["x"] >= -1 and box["y"] >= -1 and box["right"] <= width + 1
                and box["bottom"] <= height + 1)  # fmt: skip


@pytest.mark.parametrize("game", rw.games())
def test_the_table_fits_every_screen(page: Page, anna: Browser, game: str) -> None:
    player = at_table(page, anna, game)
    if live := player.look()["live"]:
        player.tap(live[0])
    chosen = player.look()["chosen"]
    for size, (width, height) in SIZES.items():
        boxes = resize(page, size)
        assert page.evaluate(NO_SIDEWAYS), f"{size}: the table scrolls sideways"
        assert len(boxes["slots"]) == 4
        for slot in boxes["slots"]:
            assert inside(slot, width, height), f"{size}: the bar is not in view"
        assert inside(boxes["tray"], width, height), f"{size}: the dice are not in view"
        assert boxes["prompt"]["bottom"] <= min(slot["y"] for slot in boxes["slots"]) + 1, size
        if width > height:
            assert inside(boxes["sheet"], width, height), f"{size}: the sheet is not in view"
            wide = boxes["sheet"]["width"] / width
            tall = boxes["sheet"]["height"] / height
            assert wide > 0.4 or tall > 0.8, f"{size}: the sheet is small"
        else:
            assert boxes["sheet"]["width"] >= 0.6 * width, f"{size}: the sheet is small"
        if width >= 1366 and not boxes["market"]:
            assert page.evaluate(NO_SCROLLING), f"{size}: the table can be scrolled"
        if width >= 1366 and boxes["market"]:
            assert inside(boxes["market"], width, height), f"{size}: the market is not in view"
        assert player.look()["chosen"] == chosen, "a turn of the device keeps the choice"
    check_with_axe(page)


def test_a_replay_fits_every_screen(page: Page, anna: Browser) -> None:
    """It lies as its table lay: sheet, dice, and a bar that is always at hand."""
    table = anna.begin("qwinto", "bots", "me", "bot")
    anna.play_out(table)
    page.goto(f"{anna.server.url}/replay/{table}?step=9")
    expect(page.locator("#effect")).to_contain_text("Step 9")
    for size, (width, height) in SIZES.items():
        boxes = resize(page, size)
        assert page.evaluate(NO_SIDEWAYS), f"{size}: the replay scrolls sideways"
        assert len(boxes["slots"]) == 5
        for one in [*boxes["slots"], boxes["tray"]]:
            assert inside(one, width, height), f"{size}: not all is in view"
        if width > height:
            assert inside(boxes["sheet"], width, height), f"{size}: the sheet is not in view"
    check_with_axe(page)


@pytest.mark.parametrize("size", ["phone", "phone on its side", "laptop"])
def test_the_slots_of_the_bar_never_move(page: Page, anna: Browser, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    player = at_table(page, anna, "qwinto", 0)
    first = page.evaluate(BOXES)["slots"]
    assert len(first) == 4
    for _ in range(6):
        now = player.wait()
        if live := now["live"]:
            player.tap(live[0])
            assert page.evaluate(BOXES)["slots"] == first, "after a choice"
        page.locator("#do-hint").click()
        page.locator("#hint").wait_for()
        assert page.evaluate(BOXES)["slots"] == first, "with a hint"
        page.locator("#do-hint").click()
        player.decide()
        assert page.evaluate(BOXES)["slots"] == first, "after a move"


NAMES = ["W" * 40, "👩‍👩‍👧‍👦🏴‍☠️🇫🇷 emoji", "שלום עולם", "Anna"]


@pytest.mark.parametrize("name", NAMES)
def test_any_name_fits(page: Page, anna: Browser, name: str) -> None:
    table = anna.begin("qwinto", "bots", "me", "bot", "bot")
    anna.http.post(f"/api/tables/{table}/rename", json={"seat": 0, "name": name})
    page.set_viewport_size({"width": 320, "height": 568})
    sit_down(page, anna, table)
    Player(page).wait()
    assert page.evaluate(NO_SIDEWAYS)
    expect(page.locator(".chip .who").first).not_to_be_empty()
    page.locator(".chip").first.click()
    expect(page.locator("#closer")).to_be_visible()
    assert page.evaluate(NO_SIDEWAYS)
    check_with_axe(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_market_is_a_drawer_on_a_phone(new_context: Contexts, anna: Browser, scheme: str) -> None:
    games = [game for game in rw.games() if _has_market(game)]
    page = new_context(color_scheme=scheme).new_page()
    page.set_viewport_size({"width": 390, "height": 844})
    for game in games:
        at_table(page, anna, game, 14)
        if page.locator("#market-handle").is_hidden():
            continue  # it lies open at certain decisions only
        handle, market = page.locator("#market-handle"), page.locator("#market")
        if handle.get_attribute("aria-expanded") == "true":
            page.keyboard.press("Escape")
        expect(market).to_be_hidden()
        handle.focus()
        page.keyboard.press("Enter")
        expect(market).to_be_visible()
        check_with_axe(page)
        bare = market.locator("svg").evaluate("svg => getComputedStyle(svg).backgroundColor")
        assert (bare == "rgba(0, 0, 0, 0)") == (scheme == "light"), "dark ink needs paper"
        dice = page.evaluate(BOXES)["tray"]
        assert inside(dice, 390, 844)
        below = market.bounding_box()
        assert below is not None
        assert below["y"] + below["height"] <= dice["y"], "the dice stay in view"
        page.keyboard.press("Escape")
        expect(market).to_be_hidden()
        expect(handle).to_be_focused()
        handle.click()
        expect(market).to_be_visible()
        page.mouse.click(200, 130)  # on the table, between names and drawer
        expect(market).to_be_hidden()
        page.set_viewport_size({"width": 1366, "height": 768})
        expect(handle).to_be_hidden()
        expect(market).to_be_visible()


def _has_market(game: str) -> bool:
    return hasattr(rw.game(game).definition.drawing, "market")
