"""Small things that make play feel right: double taps, focus, leaving, watching, printing."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import rollwrite as rw
from patience import wait_until
from server.running import Browser, Server
from web.conftest import Contexts
from web.player import Player, finish, sit_down
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
        assert page.evaluate(targets, middle)[0] != button.get_attribute("id")
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
    page.keyboard.press("Enter")
    page.locator("#hint").wait_for()
    page.keyboard.press("Enter")
    page.locator("#hint").wait_for(state="hidden")
    page.evaluate(HOLD)
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
    page.locator("#tray .live, #mine .live, #buttons button").first.focus()
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
    expect(page.locator("#buttons .primary")).to_have_text("Sit down again")
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


def test_a_played_daily_challenge_says_so(page: Page, serving: Server) -> None:
    button = page.locator(f'[data-daily="{GAME}"]')
    page.goto(f"{serving.url}/daily")
    expect(button).to_have_text("Play today’s game")
    button.click()
    page.wait_for_url("**/t/*")
    Player(page).wait()
    table = page.url
    page.goto(f"{serving.url}/daily")
    expect(button).to_have_text("Continue today’s game")
    button.click()
    page.wait_for_url(table)
    finish(page, serving)
    page.goto(f"{serving.url}/daily")
    expect(button).to_have_text("See the result")
    card = page.locator("article", has=button)
    expect(card.locator(".result")).to_contain_text("points")
    check_with_axe(page)
    button.click()
    page.wait_for_url(table)
    expect(page.locator("#ending")).to_be_visible()


def test_a_note_covers_no_button(new_context: Contexts, anna: Browser) -> None:
    for size in (PHONE, {"width": 844, "height": 390}, {"width": 1366, "height": 768}):
        page = new_context(viewport=size).new_page()
        player = first_roll(page, anna)
        player.tap("press-keep")
        player.wait()
        page.locator("#sheet0-O1").click()
        note = page.locator("#toast")
        expect(note).to_be_visible()
        below = note.bounding_box()
        assert below is not None
        for button in page.locator("#buttons button").all():
            box = button.bounding_box()
            assert box is not None
            assert below["y"] + below["height"] <= box["y"], size
        player.tap("press-pass")


# Everything that is printed, by the closest element that has an id.
PRINTED = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set();
  while (walker.nextNode()) {
    const { parentElement, data } = walker.currentNode;
    if (data.trim() && parentElement.checkVisibility()) found.add(parentElement.closest("[id]").id);
  }
  return [...found].map((id) => document.getElementById(id).closest("#mine, .other")?.id ?? id);
}"""


def test_printing_a_table_prints_its_sheets(page: Page, anna: Browser) -> None:
    for game in rw.games():
        bots = ["bot"] * (max(2, rw.game(game).seats.start) - 1)
        sit_down(page, anna, anna.begin(game, "bots", "me", *bots))
        Player(page).wait()
        page.emulate_media(media="print")
        assert set(page.evaluate(PRINTED)) == {
            "mine",
            *(f"other-{n + 1}" for n in range(len(bots))),
        }
        for sheet in page.locator("#mine svg, .small-sheet svg").all():
            box = sheet.bounding_box()
            assert box is not None
            assert box["width"] > 500, game
        page.emulate_media(media="screen")


def test_what_is_seen_on_a_chip_is_part_of_what_is_heard(page: Page, anna: Browser) -> None:
    sit_down(page, anna, anna.begin(GAME, "bots", "me", "bot"))
    Player(page).wait()
    expect(page.locator(".chip").nth(0)).to_have_accessible_name("Anna, 0 points, thinking")
    expect(page.locator(".other")).to_have_accessible_name("Blaise: show sheet")
    check_with_axe(page)
    page.evaluate("document.querySelector('.chip').setAttribute('aria-label', 'somebody')")
    with pytest.raises(AssertionError, match="label-content-name-mismatch"):
        check_with_axe(page)


def test_nobody_at_a_table_has_the_name_of_another(new_context: Contexts, anna: Browser) -> None:
    table = anna.create(GAME, "friends", "me", "open", "open")
    url = f"{anna.server.url}/t/{table}"
    guests = [new_context().new_page() for _ in range(2)]
    for guest, name in zip(guests, ("anna", "  Anna "), strict=True):
        guest.goto(url)
        guest.locator('.joining input[name="name"]').fill(name)
        guest.locator(".joining button").click()
        expect(guest.locator(".joining")).to_be_hidden()
    expect(guests[0].locator(".people .who")).to_have_text(["Anna", "anna 2", "Anna 3"])
    guests[1].locator("#menu-open").click()
    guests[1].locator("#menu-items input").first.fill("Anna 2")
    guests[1].locator("#menu-items form button").click()
    expect(guests[1].locator(".people .who")).to_have_text(["Anna", "anna 2", "Anna 2 2"])


@pytest.mark.parametrize(
    ("language", "card"),
    [
        ("en", r"the (\w+|wild) card with "),
        ("fr", r"la carte [\w ]+ avec "),
        ("de", r"die \w+ Karte mit "),
    ],
)
def test_the_log_tells_cards_in_words(
    new_context: Contexts, anna: Browser, language: str, card: str
) -> None:
    page = new_context(locale=language).new_page()
    table = anna.begin("donnant", "solo")
    for step in range(6):
        anna.decide(table, step)
    sit_down(page, anna, table)
    log = page.locator("#log")
    expect(log).to_contain_text(re.compile(card))
    expect(log).not_to_contain_text(re.compile(r"\b[EB]\d\d\b"))


def test_a_seat_link_brings_the_seat_and_its_token_goes_nowhere(
    new_context: Contexts, anna: Browser
) -> None:
    table = anna.begin(GAME, "solo")
    link = anna.ok(f"/api/tables/{table}/link", seat=0)["url"]
    token = link.partition("#seat=")[2]
    page = new_context().new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.url} {request.headers}"))
    page.goto(link)
    Player(page).wait()
    expect(page).to_have_url(f"{anna.server.url}/t/{table}")
    assert not any(token in one for one in asked), "in no address and no referrer"
    assert not anna.view(table)["seats"][0]["mine"], "it is the other device's now"
