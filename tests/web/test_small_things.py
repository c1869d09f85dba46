"""Small things that make play feel right: double taps, focus, leaving, watching, printing."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from patience import wait_until
from server.running import Browser
from web.conftest import Contexts
from web.player import Player, sit_down
from web.test_pages import check_with_axe

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


def test_leaving_is_confirmed_and_one_can_sit_down_again(
    new_context: Contexts, anna: Browser
) -> None:
    page, other = new_context().new_page(), new_context().new_page()
    table = anna.create(GAME, "friends", "me", "open")
    ben = Browser(anna.server)
    ben.ok(f"/api/tables/{table}/join", name="Ben")
    sit_down(page, anna, table)
    sit_down(other, ben, table)
    page.locator("#lobby .large").click()
    expect(page.locator("#act")).to_be_visible()
    player = Player(page)
    leave = page.locator("#menu-items button", has_text="Leave the game")
    sure = page.locator("#sure")
    page.locator("#menu-open").click()
    leave.click()
    expect(sure.locator("button", has_text="Cancel")).to_be_focused()
    page.keyboard.press("Escape")
    expect(sure).to_have_count(0)
    expect(page.locator("#do-sitDown")).to_have_count(0)
    leave.click()
    check_with_axe(page)
    sure.locator("button", has_text="Leave").click()
    expect(page.locator("#prompt")).to_contain_text("a bot is playing for you")
    page.locator("#do-sitDown").click()
    expect(page.locator("#do-sitDown")).to_have_count(0)
    wait_until(lambda: player.look()["mine"] or ben.decide(table) is None, "a decision")
    assert player.wait()["mine"]


def test_a_seat_in_the_lobby_can_be_taken_again(new_context: Contexts, anna: Browser) -> None:
    table = anna.create(GAME, "friends", "me", "open")
    guest = new_context().new_page()
    guest.goto(f"{anna.server.url}/t/{table}")
    for _ in range(2):
        guest.locator('.joining input[name="name"]').fill("Ben")
        guest.locator(".joining button").click()
        expect(guest.locator(".people")).to_contain_text("Ben")
        guest.locator('.people [data-do="leave"]').click()
        guest.locator("#sure button", has_text="Leave").click()
        expect(guest.locator(".people")).not_to_contain_text("Ben")


def test_spectators_are_told_that_they_watch(new_context: Contexts, anna: Browser) -> None:
    table = anna.create(GAME, "friends", "me", "bot")
    page = new_context().new_page()
    page.goto(f"{anna.server.url}/t/{table}")
    expect(page.locator("#lobby .lead")).to_have_text("All seats are taken. You can watch.")
    anna.ok(f"/api/tables/{table}/start")
    expect(page.locator("#watching")).to_have_text("You are watching.")
    expect(page.locator("#watching")).to_be_visible()
    own = new_context().new_page()
    sit_down(own, anna, table)
    Player(own).wait()
    expect(own.locator("#watching")).to_be_hidden()
