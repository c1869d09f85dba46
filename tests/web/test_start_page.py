"""The start page: short, one tap to a game, your tables on top, the same for keys and ears."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import rollwrite as rw
from rollwrite import web as pages
from rollwrite.texts import LANGUAGES, catalogue
from server.running import Browser
from web.conftest import Contexts
from web.player import Player, ask_how, open_table, sit_down, table_of
from web.test_pages import NO_SIDEWAYS, check_both_themes

GAME = "qwinto"
TALLEST = 1600  # CSS pixels on a phone 390 wide
WIDTHS = (195, 320, 390, 683, 768, 844, 1366, 1920)  # 195 and 683: a phone and a laptop at 200 %
HEIGHT = "document.documentElement.scrollHeight"
SMALL = """() => [...document.querySelectorAll("main :is(a, button, summary)")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.textContent, one.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < 40)
  .map(([text, { width, height }]) => `${text}: ${width} x ${height}`)"""
NAMES = ["W" * 40, "🎲👩‍👩‍👧‍👦" * 8, "مرحبا بالعالم", "Anna", "Anna"]


def remember(page: Page, *tables: dict[str, Any]) -> None:
    """Let the browser have sat at some tables."""
    kept = [{"game": "Qwinto", "names": "Anna", "over": False, "at": 0} | one for one in tables]
    page.evaluate("kept => localStorage.setItem('tables', JSON.stringify(kept))", kept)


def answer(page: Page, path: str, status: int, body: dict[str, Any]) -> None:
    """Answer a request in the server's place."""

    def fulfil(route: Route) -> None:
        route.fulfill(status=status, content_type="application/json", body=json.dumps(body))

    page.route(path, fulfil)


def running(table: str, **more: Any) -> dict[str, Any]:
    """What the server says of a table."""
    told = {"table": table, "game": "Qwinto", "mode": "friends", "status": "playing", "turn": 3}
    return told | {"your_turn": False, "others": [], "waiting": []} | more


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_short_in_every_language(new_context: Contexts, address: str, language: str) -> None:
    page = new_context(viewport={"width": 390, "height": 844}, locale=language).new_page()
    page.goto(address)
    assert page.locator("article[data-game]").count() == len(rw.games())
    assert page.evaluate(HEIGHT) <= TALLEST
    buttons = page.locator("button:visible, main a:visible").count()
    assert buttons <= 2 * len(rw.games()) + 2, "Play and More, the settings and the challenge"


def test_it_fits_every_screen_and_every_name(page: Page, address: str) -> None:
    tables = [running(f"t{n}", others=[name], waiting=[name]) for n, name in enumerate(NAMES)]
    answer(page, "**/api/running?*", 200, {"tables": tables})
    page.goto(address)
    remember(page, *({"id": f"t{n}", "names": name} for n, name in enumerate(NAMES)))
    page.reload()
    expect(page.locator(".running")).to_contain_text("Waiting for")
    page.locator("#tables summary").click()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate(NO_SIDEWAYS), width
        assert page.evaluate(SMALL) == [], width
    page.set_viewport_size({"width": 390, "height": 800})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(NO_SIDEWAYS), "large letters on a phone"


@pytest.mark.parametrize("game", rw.games())
def test_one_tap_starts_a_game_against_bots(page: Page, address: str, game: str) -> None:
    page.goto(address)
    page.locator(f'[data-game="{game}"] [data-play]').click()
    page.wait_for_url("**/t/*")
    seen = Player(page).wait()
    assert seen["mine"], "the next tap is the first decision"
    chips = page.locator(".chip").all_inner_texts()
    assert len(chips) == 2 and "Casual" in chips[1]


def test_two_quick_taps_open_one_table(page: Page, address: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    page.goto(address)
    page.locator(f'[data-game="{GAME}"] [data-play]').dblclick()
    page.wait_for_url("**/t/*")
    assert asked.count(f"POST {address}/api/tables") == 1


def test_play_starts_the_same_as_last_time(page: Page, address: str) -> None:
    open_table(page, address, GAME, seats="3", level="strong", **{"name-0": "Anna"})
    page.goto(address)
    page.locator(f'[data-game="{GAME}"] [data-play]').click()
    page.wait_for_url("**/t/*")
    Player(page).wait()
    chips = page.locator(".chip").all_inner_texts()
    assert len(chips) == 3 and "Anna" in chips[0] and "Strong" in chips[2]


def test_a_refusal_is_told_and_play_works_again(page: Page, address: str) -> None:
    page.goto(address)
    answer(page, "**/api/tables", 429, {"error": "too_many", "text": "Too many requests."})
    page.locator(f'[data-game="{GAME}"] [data-play]').click()
    expect(page.locator("#setup .problem")).to_contain_text("Too many requests.")
    page.unroute("**/api/tables")
    page.locator("#setup-go").click()
    page.wait_for_url("**/t/*")


def test_more_offers_only_what_a_game_can_do(page: Page, address: str) -> None:
    page.goto(address)
    page.evaluate(
        """game => { document.querySelector(`[data-game=${game}]`).dataset.choices =
          JSON.stringify([{variant: null, name: "Solo", seats: [1], options: []}]) }""",
        GAME,
    )
    page.locator(f'[data-game="{GAME}"] [data-more]').click()
    shown = page.locator("#setup .option:visible").all_inner_texts()
    assert shown == ["Solo", "With real dice"]
    expect(page.locator('#setup [name="way"][value="solo"]')).to_be_checked()
    page.locator("#setup-go").click()
    page.wait_for_url("**/t/*")
    Player(page).wait()


def test_it_works_by_keyboard_alone(page: Page, address: str) -> None:
    page.goto(f"{address}/#{GAME}")
    play = page.locator(f'[data-game="{GAME}"] [data-play]')
    expect(play).to_be_focused()
    page.keyboard.press("Shift+Tab")
    more = page.locator(f'[data-game="{GAME}"] [data-more]')
    expect(more).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('#setup [name="way"][value="bots"]')).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#setup-go")).to_have_text("Open table")
    page.keyboard.press("Escape")
    expect(more).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")


def test_buttons_say_which_game_they_mean(page: Page, address: str) -> None:
    page.goto(address)
    for game in rw.games():
        name = rw.game(game).name
        assert page.get_by_role("button", name=f"{name}: Play", exact=True).count() == 1
        assert page.get_by_role("button", name=f"{name}: More", exact=True).count() == 1
    assert page.get_by_role("link", name="Play Today’s challenge").count() == 1


@pytest.mark.parametrize("id_", rw.games())
def test_every_game_has_an_emblem_a_blurb_and_its_length(id_: str) -> None:
    definition = rw.game(id_).definition
    assert definition.minutes
    for language in LANGUAGES:
        assert len(catalogue(definition.package, language)["blurb"]) <= 75
        emblem = pages.asset(f"emblems/{id_}.{language}.svg")
        assert emblem is not None and len(emblem.body) < 16_000
        assert b"aria-label" not in emblem.body.partition(b"<rect")[2], "its name stands beside it"
    assert pages.asset(f"emblems/{id_}.xx.svg") is None


def test_your_tables_are_on_top_and_your_turn_comes_first(page: Page, anna: Browser) -> None:
    mine = anna.begin(GAME, "bots", "me", "bot")
    anna.my_turn(mine)
    lobby = anna.create("one_card", "friends", "me", "open")
    for table in (mine, lobby):  # the lobby is seen last
        sit_down(page, anna, table)
        page.wait_for_function("id => localStorage.getItem('tables')?.includes(id)", arg=table)
    page.goto(anna.server.url)
    cards = page.locator(".running li")
    expect(cards.first).to_contain_text("Your turn · turn 1")
    expect(cards.first).to_contain_text("Qwinto with ")
    expect(cards.nth(1)).to_contain_text("Waiting for players")
    going, daily, game = (
        page.locator(one).bounding_box() for one in ("#going", ".daily", ".games")
    )
    assert going and daily and game and max(going["y"], daily["y"]) < game["y"]
    cards.first.get_by_role("link", name="Continue Qwinto with").click()
    page.wait_for_url(f"**/t/{mine}")


def test_a_game_that_ended_meanwhile_shows_its_points(page: Page, anna: Browser) -> None:
    table = anna.begin("twenty_one", "solo")
    sit_down(page, anna, table)
    Player(page).wait()
    page.goto("about:blank")
    points = anna.play_out(table)["seats"][0]["score"]
    page.goto(anna.server.url)
    card = page.locator(".running li")
    expect(card).to_contain_text(f"Finished: {points} point")
    card.get_by_role("link", name="Result").click()
    page.locator("#ending").wait_for()
    page.goto(anna.server.url)
    expect(page.locator("#tables summary")).to_be_visible()
    expect(card).to_have_count(0)


def test_without_an_answer_what_is_remembered_is_shown(page: Page, address: str) -> None:
    page.route("**/api/running?*", lambda route: route.abort())
    page.goto(address)
    remember(page, {"id": "abc", "names": "Anna, Ben"})
    page.reload()
    expect(page.locator(".running li")).to_contain_text("Qwinto · Anna, Ben")


def test_tables_can_be_removed_one_after_the_other(page: Page, address: str) -> None:
    page.goto(address)
    remember(page, *({"id": f"t{n}", "over": True} for n in range(3)))
    page.reload()
    page.locator("#tables summary").press("Enter")
    buttons = page.locator("#tables .all button")
    buttons.nth(1).press("Enter")
    expect(buttons).to_have_count(2)
    expect(buttons.nth(1)).to_be_focused()
    buttons.nth(1).press("Enter")
    expect(buttons.nth(0)).to_be_focused()
    buttons.nth(0).press("Enter")
    expect(page.locator("#tables")).to_be_hidden()
    expect(page.locator("#daily-go")).to_be_focused()


def test_a_played_challenge_shows_its_result(page: Page, address: str) -> None:
    told: dict[str, Any] = {"games": {}, "streak": 1}
    page.route("**/api/daily", lambda route: route.fulfill(json=told))
    page.goto(address)
    expect(page.locator("#daily-lead")).to_have_text("The same dice for everyone.")
    expect(page.locator("#daily-streak")).to_be_hidden()
    told |= {"games": {GAME: {"table": "x", "points": 45}, "donnant": {"table": "y"}}, "streak": 3}
    page.reload()
    expect(page.locator("#daily-lead")).to_have_text("Qwinto 45")
    expect(page.locator("#daily-streak")).to_have_text("3 days in a row")
    expect(page.locator("#daily-go")).to_have_text("Play")
    told["games"] = {game: {"table": "x", "points": 45} for game in rw.games()}
    page.reload()
    expect(page.locator("#daily-go")).to_have_text("Results")


def test_axe_finds_nothing_with_tables_and_dialog(page: Page, anna: Browser) -> None:
    table = anna.begin(GAME, "bots", "me", "bot")
    sit_down(page, anna, table)
    Player(page).wait()
    assert table_of(page) == table
    page.goto(anna.server.url)
    expect(page.locator(".running .mine")).to_have_count(1)
    page.locator("#tables summary").click()
    check_both_themes(page)
    ask_how(page, GAME, "device")
    check_both_themes(page)
