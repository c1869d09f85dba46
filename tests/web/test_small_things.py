"""Small things that make play feel right: double taps, focus, leaving, watching, printing."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from server.running import Browser
from web.conftest import Contexts
from web.player import Player, sit_down

GAME = "qwinto"
PHONE = {"width": 390, "height": 844}
SETTLED = "() => !document.querySelector('#buttons').classList.contains('settling')"
# The bar settles when the test says so, however slow the machine is.
HOLD = """() => {
  const real = window.setTimeout;
  const held = [];
  window.setTimeout = (does, wait, ...more) =>
    wait === 300 ? held.push(does) && 0 : real(does, wait, ...more);
  window.settle = () => held.splice(0).forEach((does) => does());
}"""


def first_roll(page: Page, anna: Browser) -> Player:
    """A solo game after its first roll: Keep and Reroll are offered."""
    sit_down(page, anna, anna.begin(GAME, "solo"))
    player = Player(page)
    player.wait()
    player.tap("tray-die-Y")
    player.tap("confirm")
    page.locator("#press-keep").wait_for()
    player.look()
    return player


def test_a_double_tap_makes_one_move(new_context: Contexts, anna: Browser) -> None:
    page = new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    player = first_roll(page, anna)
    keep = player.aim("press-keep")
    page.evaluate(HOLD)
    page.touchscreen.tap(*keep)
    page.locator("#press-pass").wait_for()
    kept = page.locator("body").get_attribute("data-seq")
    expect(page.locator("body")).to_have_attribute("data-busy", "false")
    targets = "([x, y]) => document.elementsFromPoint(x, y).map((one) => one.id)"
    for button in page.locator("#buttons button").all():
        box = button.bounding_box()
        assert box is not None
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.touchscreen.tap(*middle)
        assert "buttons" in page.evaluate(targets, middle)
    page.touchscreen.tap(*keep)
    expect(page.locator("body")).to_have_attribute("data-busy", "false")
    assert page.locator("body").get_attribute("data-seq") == kept
    page.evaluate("settle()")
    page.touchscreen.tap(*player.aim("do-takeBack"))
    page.locator("#press-keep").wait_for()


def test_a_key_works_at_once_where_the_player_is(page: Page, anna: Browser) -> None:
    player = first_roll(page, anna)
    page.wait_for_function(SETTLED)
    page.locator("#do-hint").focus()
    page.evaluate(HOLD)
    page.keyboard.press("Enter")
    page.locator("#hint").wait_for()
    assert not page.evaluate(SETTLED)
    page.keyboard.press("Enter")  # the same button: it was there before
    page.locator("#hint").wait_for(state="hidden")
    page.locator("#press-keep").focus()
    page.keyboard.press("Enter")
    page.locator("#press-pass").wait_for()
    expect(page.locator("body")).to_have_attribute("data-busy", "false")
    assert player.look()["chosen"] == []


FOCUSED = "() => document.activeElement.id || document.activeElement.tagName"


def test_the_focus_goes_with_the_player(page: Page, anna: Browser) -> None:
    player = first_roll(page, anna)
    page.wait_for_function(SETTLED)
    page.locator("#press-keep").focus()
    page.keyboard.press("Enter")
    page.locator("#press-pass").wait_for()
    field = player.wait()["live"][0]
    assert page.evaluate(FOCUSED) == field, "from Keep to the next field"
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUSED) == field, "a chosen part keeps it"
    page.keyboard.press("Enter")
    die = player.wait()["live"][0]
    assert page.evaluate(FOCUSED) == die, "from the field to the dice of the next turn"
    page.keyboard.press("Enter")
    page.locator("#confirm").focus()
    page.keyboard.press("Enter")
    page.locator("#press-keep").wait_for()
    player.look()
    assert page.evaluate(FOCUSED) in ("press-keep", "press-reroll")


def test_the_focus_is_never_lost(page: Page, anna: Browser) -> None:
    sit_down(page, anna, anna.begin(GAME, "bots", "me", "bot"))
    player = Player(page)
    player.wait()
    page.locator("#tray .live").first.focus()
    for _ in range(12):
        player.wait()
        assert page.evaluate(FOCUSED) != "BODY"
        page.wait_for_function(SETTLED)
        page.keyboard.press("Enter")
        assert page.evaluate(FOCUSED) != "BODY"


def test_the_page_leaves_a_focus_elsewhere_alone(page: Page, anna: Browser) -> None:
    first_roll(page, anna)
    page.locator("#menu-open").focus()
    anna.decide(page.url.rsplit("/", 1)[1])
    page.locator("#press-keep").wait_for(state="detached")
    assert page.evaluate(FOCUSED) == "menu-open"
