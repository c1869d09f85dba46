"""Bots at the table, hints by click and by keyboard, the review of a game and its decisions."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest
from playwright.sync_api import Page, expect

from patience import COMPILING
from rollwrite.texts import LANGUAGES
from server.running import Browser, Server
from web.conftest import Contexts
from web.player import Player, ask_how, open_table, sit_down
from web.test_pages import NO_SIDEWAYS, _check_words, check_with_axe

GAME = "qwinto"
SEATS = {"bots": ("me", "bot"), "solo": ("me",), "device": ("me", "me")}
HOW = {  # whoever wins
    "en": re.compile("^How you (won|lost)"),
    "fr": re.compile("^Comment vous avez"),
    "de": re.compile("^Wie (du|ihr)"),
}
PHONE = {"width": 360, "height": 740}
Over = Callable[[str], tuple[Browser, str]]


@pytest.fixture(scope="module")
def over(serving: Server) -> Over:
    """Somebody who has finished a game of some kind, and its table: it is reviewed once."""

    @cache
    def played(mode: str) -> tuple[Browser, str]:
        anna = Browser(serving)
        table = anna.begin("twenty_one", mode, *SEATS[mode])
        anna.play_out(table)
        return anna, table

    return played


def review(page: Page, anna: Browser, table: str) -> None:
    """The review of a finished game, reached as anybody would."""
    sit_down(page, anna, table)
    page.locator('#ending a[href^="/review/"]').click()
    page.locator(".legend").first.wait_for(timeout=COMPILING * 1000)


def test_bots_show_their_level(page: Page, address: str) -> None:
    open_table(page, address, GAME, level="expert")
    Player(page).wait()
    chip = page.locator(".chip").nth(1)
    expect(chip).to_contain_text("Expert")
    assert "Bot Expert" in (chip.text_content() or "")
    expect(page.locator("#note")).to_have_count(1)


def test_baselines_are_not_offered(page: Page, address: str) -> None:
    page.goto(address)
    levels = page.locator('#setup [name="level"]')
    assert levels.locator("option").count() == 4
    expect(levels).to_have_value("casual")


def test_each_bot_may_have_a_level_of_its_own(page: Page, address: str) -> None:
    page.goto(address)
    ask_how(page, GAME)
    each = page.locator('#setup [data-field="bots"]')
    expect(each).to_be_hidden()  # with one bot there is nothing to tell apart
    page.locator('#setup [name="seats"][value="4"]').check(force=True)
    page.locator('#setup [name="name-0"]').fill("Emmy")
    each.locator("summary").press("Enter")
    assert each.locator("label").count() == 3
    page.locator('#setup [name="level"]').select_option("strong")
    expect(each.get_by_label("Blaise")).to_have_value("strong")
    each.get_by_label("Blaise").select_option("beginner")
    check_with_axe(page)
    page.locator("#setup-go").click()
    page.wait_for_url("**/t/*")
    Player(page).wait()
    chips = page.locator(".chip").all_inner_texts()
    assert "Blaise" in chips[1] and "Beginner" in chips[1]
    assert "Strong" in chips[2] and "Strong" in chips[3]
    assert "Emmy" not in chips[2], "that is somebody else's name"


def test_the_host_chooses_the_level_of_a_bot(page: Page, address: str) -> None:
    open_table(page, address, GAME, "friends", seats="2")
    page.locator("#level-1").select_option("strong")
    page.locator("#person-1 button").click()
    expect(page.locator("#person-1")).to_contain_text("Strong")


def test_faster_bots_are_kept_by_the_browser(page: Page, anna: Browser) -> None:
    sit_down(page, anna, anna.begin(GAME, "bots", "me", "bot"))
    Player(page).wait()
    for expected in ("true", "true"):
        page.locator("#menu-open").click()
        pace = page.locator("#pace")
        if pace.get_attribute("aria-pressed") == "false":
            with page.expect_websocket(lambda socket: "fast=1" in socket.url):
                pace.click()
        expect(pace).to_have_attribute("aria-pressed", expected)
        page.reload()
        Player(page).wait()
    Player(page).play(1)


@pytest.mark.parametrize("mode", SEATS)
def test_a_hint_by_click(page: Page, anna: Browser, mode: str) -> None:
    sit_down(page, anna, anna.begin(GAME, mode, *SEATS[mode]))
    player = Player(page)
    player.wait()
    page.locator("#do-hint").click()
    hint = page.locator("#hint")
    expect(hint).to_be_visible()
    assert hint.locator("li").count() >= 1
    assert page.locator(".part.hinted, #act .hinted, .action-bar .hinted").count() >= 1
    expect(page.locator("#say")).to_contain_text(hint.locator("li strong").first.inner_text())
    expect(page.locator(".chip .hints").first).to_contain_text("1")
    check_with_axe(page)
    player.decide()
    player.wait()
    expect(hint).to_be_hidden()
    expect(page.locator(".part.hinted")).to_have_count(0)


def test_a_hint_by_keyboard_on_a_phone(new_context: Contexts, anna: Browser) -> None:
    page = new_context(viewport=PHONE, is_mobile=True, has_touch=True).new_page()
    sit_down(page, anna, anna.begin(GAME, "bots", "me", "bot"))
    Player(page).wait()
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "do-hint":
            break
    page.keyboard.press("Enter")
    expect(page.locator("#hint")).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "do-hint", "the focus stays"
    assert page.evaluate(NO_SIDEWAYS)
    page.keyboard.press("Enter")
    expect(page.locator("#hint")).to_be_hidden()


def test_no_hint_in_the_daily_challenge(page: Page, address: str) -> None:
    page.goto(f"{address}/daily")
    page.locator(f'[data-daily="{GAME}"]').click()
    page.wait_for_url("**/t/*")
    Player(page).wait()
    expect(page.locator("#do-hint")).to_have_count(0)


def test_others_see_that_a_hint_was_used(new_context: Contexts, anna: Browser) -> None:
    host, guest = (new_context().new_page() for _ in range(2))
    sit_down(host, anna, anna.begin(GAME, "bots", "me", "bot"))
    Player(host).wait()
    guest.goto(host.url)
    host.locator("#do-hint").click()
    expect(guest.locator(".chip .hints")).to_contain_text("1")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_review_of_a_game_on_a_phone(new_context: Contexts, over: Over, language: str) -> None:
    context = new_context(viewport=PHONE, is_mobile=True, locale=language)
    page = context.new_page()
    review(page, *over("bots"))
    expect(page.locator("h1")).to_have_text(HOW[language])
    mine, bot = page.locator(".seat").all()
    expect(page.locator(".seat[open]")).to_have_count(1)
    for seat in (mine, bot):
        expect(seat.locator(".chart")).to_have_count(2)
    expect(mine.locator(".chance .curve")).to_be_visible()
    expect(bot.locator(".chance")).to_be_hidden()
    bot.locator("summary").first.press("Enter")
    expect(bot.locator(".chance")).to_be_visible()
    # Under the finger, the curve tells the turn and the chance.
    at = mine.locator(".chance .at")
    told = at.inner_text()
    mine.locator(".chance svg").hover(position={"x": 1, "y": 40})
    expect(at).not_to_have_text(told)
    expect(at).to_contain_text("%")
    expect(page.locator(".account").first).to_be_hidden()
    for seat in (mine, bot):
        seat.locator("details:has(> .account) > summary").press("Enter")
        expect(seat.locator(".account")).to_be_visible()
    figures = " ".join(page.locator(".account td.n").all_inner_texts())
    assert ("," in figures, "." in figures) == (language != "en", language == "en")
    _check_words(page)
    assert page.evaluate(NO_SIDEWAYS)
    check_with_axe(page)


def test_a_decision_is_made_again_on_the_sheet_before_the_answer(page: Page, over: Over) -> None:
    review(page, *over("bots"))
    lesson = page.locator(".lesson").first
    expect(lesson.locator(".try")).to_be_hidden()
    lesson.locator("summary").first.press("Enter")
    answer, check = lesson.locator("details"), lesson.locator(".check")
    verdict = lesson.locator(".verdict")
    expect(answer).not_to_have_attribute("open", "")
    expect(check).to_be_disabled()
    parts = lesson.locator('.moment [role="button"], .choices button')
    for _ in range(6):  # a move may consist of several parts
        if check.is_enabled():
            break
        lesson.locator('.moment [role="button"].live, .choices button:not(.chosen)').first.click()
    expect(verdict).to_be_empty()
    said = check.inner_text()
    check.click()
    expect(answer).to_have_attribute("open", "")
    expect(verdict).to_contain_text(said)
    assert lesson.locator("tr.tried").count() <= 1
    # By keyboard: the part is given up again, and the button waits for another one.
    chosen = lesson.locator('[aria-pressed="true"]').first
    chosen.press("Enter")
    expect(parts.first).to_be_visible()
    check_with_axe(page)


def test_a_solo_game_has_a_review_and_the_replay_leads_to_it(page: Page, over: Over) -> None:
    review(page, *over("solo"))
    expect(page.locator(".chart")).to_have_count(1)
    expect(page.locator(".chance")).to_have_count(0)
    page.locator('main a[href^="/replay/"]').click()
    page.locator("#mine svg").wait_for()
    page.locator('.bar a[href^="/review/"]').click()
    expect(page.locator(".account")).to_have_count(1)
