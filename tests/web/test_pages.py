"""Every page: languages, themes, weight, and what axe says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.base import (  # type: ignore[import-untyped]
    AXE_SCRIPT,
    AxeResults,
)
from playwright.sync_api import Page, Response, expect

import rollwrite as rw
from rollwrite import web as pages
from rollwrite.texts import LANGUAGES, catalogue
from rollwrite.web.assets import imported
from server.running import Browser, Server
from web.conftest import Contexts
from web.player import Player, ask_how, finish, open_table, sit_down

PAGES = [
    "",
    "daily",
    "about",
    "t/nowhere",
    *(f"rules/{game}" for game in rw.games()),
    "score/qwinto",
]
SOURCE = Path(pages.__file__).parent
SCRIPTS = sorted((SOURCE / "static" / "js").rglob("*.js"))
NO_SIDEWAYS = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
FIRST_PAGE = 180_000  # bytes, typefaces included
REQUESTS = 25


WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# An experimental rule: what is seen on a button is part of what is heard. Letters and numbers in a
# drawing belong to the picture, which the labels of its parts put into words.
LABELS = {"type": "rule", "values": ["label-content-name-mismatch"]}
BESIDE_DRAWINGS = {"exclude": [["#mine"], ["#tray"], ["#market"]]}
AXE = """async ([context, options]) => {
  const { violations } = await axe.run("exclude" in context ? context : document, options);
  return { violations };
}"""
COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}


def check_with_axe(page: Page, rules: object = WCAG) -> None:
    _run_axe(page, None, rules)
    if rules is WCAG:
        _run_axe(page, BESIDE_DRAWINGS, LABELS)


def _run_axe(page: Page, context: object, rules: object) -> None:
    """What axe has found fault with; the long lists of what is right stay in the page."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    options = {"runOnly": rules, "resultTypes": ["violations"]}
    found = AxeResults(page.evaluate(AXE, [context or {}, options]))
    assert found.violations_count == 0, f"{page.url}: {found.generate_report()}"


def check_both_themes(page: Page) -> None:
    """Themes differ in their colours alone, so only what looks at them runs twice."""
    page.emulate_media(color_scheme="light")
    check_with_axe(page)
    page.emulate_media(color_scheme="dark")
    check_with_axe(page, COLOURS)


def test_axe_finds_nothing_to_read(page: Page, address: str) -> None:
    for path in PAGES:
        page.goto(f"{address}/{path}")
        check_both_themes(page)


@pytest.mark.parametrize("game", rw.games())
def test_axe_finds_nothing_at_the_table(page: Page, anna: Browser, game: str) -> None:
    sit_down(page, anna, anna.begin(game, "bots", "me", "bot"))
    player = Player(page)
    player.play(6)
    now = player.wait()
    check_both_themes(page)
    if now["live"]:
        player.tap(now["live"][0])
        check_both_themes(page)
    page.locator(".chip").nth(1).click()
    check_both_themes(page)
    page.locator("#closer [data-close]").click()
    finish(page, anna.server)
    check_both_themes(page)
    page.goto(page.url.replace("/t/", "/replay/"))
    page.locator("#mine svg").wait_for()
    check_both_themes(page)


def test_axe_finds_nothing_in_dialogs_and_lobby(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("#settings-open").click()
    check_with_axe(page)
    page.keyboard.press("Escape")
    for mode in ("bots", "friends", "device", "solo", "watch"):
        ask_how(page, "donnant", mode)
        check_with_axe(page)
        page.locator("#setup [data-close]").click()
    open_table(page, address, rw.games()[0], "friends")
    page.locator(".people li").nth(1).wait_for()
    check_with_axe(page)
    page.locator("#menu-open").click()
    check_with_axe(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_without_a_missing_text(
    new_context: Contexts, serving: Server, language: str
) -> None:
    page = new_context(locale=language).new_page()
    for path in PAGES:
        page.goto(f"{serving.url}/{path}")
        assert page.locator("html").get_attribute("lang") == language
        _check_words(page)
    open_table(page, serving.url, rw.games()[-1])
    Player(page).play(1)
    _check_words(page)
    finish(page, serving)
    _check_words(page)


def _check_words(page: Page) -> None:
    seen = page.locator("body").inner_text()
    assert not re.search(r"\{\w+\}|undefined|\bnull\b|\[object", seen), seen


def test_the_language_can_be_switched(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("#settings-open").click()
    page.locator("#language").select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("h1")).to_contain_text("Würfeln")


def test_the_theme_can_be_switched_and_is_kept(page: Page, address: str) -> None:
    page.goto(address)
    page.locator("#settings-open").click()
    page.locator("#theme").select_option("dark")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_nothing_scrolls_sideways_on_a_small_phone(new_context: Contexts, anna: Browser) -> None:
    page = new_context(viewport={"width": 320, "height": 568}, is_mobile=True).new_page()
    table = anna.begin("qwinto", "bots", "me", "bot")
    anna.play_out(table)
    sit_down(page, anna, table)
    shown = "#mine svg:visible, #ending:visible, main h1:visible"
    for path in [*PAGES, f"t/{table}", f"replay/{table}"]:
        for language in LANGUAGES:
            page.goto(f"{anna.server.url}/{path}?lang={language}")
            page.locator(shown).first.wait_for()
            assert page.evaluate(NO_SIDEWAYS), f"{path} in {language}"


def test_the_first_page_is_light(page: Page, address: str) -> None:
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108
    page.goto(address)
    page.wait_for_load_state("networkidle")
    weight = sum(
        sizes["responseBodySize"] + sizes["responseHeadersSize"]
        for sizes in (answer.request.sizes() for answer in answers)
    )
    assert weight < FIRST_PAGE, f"{weight} bytes"
    assert len(answers) <= REQUESTS, [answer.url for answer in answers]


def test_it_can_be_installed(new_context: Contexts, address: str) -> None:
    page = new_context(service_workers="allow").new_page()
    page.goto(address)
    href = page.locator('link[rel="manifest"]').get_attribute("href")
    manifest = page.request.get(f"{address}{href}").json()
    for icon in manifest["icons"]:
        assert page.request.get(f"{address}{icon['src']}").ok
    active = "navigator.serviceWorker.ready.then((found) => Boolean(found.active))"
    assert page.evaluate(active)


def test_the_replay_steps_by_slider_and_keys(page: Page, anna: Browser) -> None:
    table = anna.begin("qwinto", "solo")
    anna.play_out(table)
    sit_down(page, anna, table)
    page.locator('#ending a[href^="/replay/"]').click()
    where = page.locator("#effect")
    expect(where).to_contain_text("Step 0")
    page.locator("body").press("ArrowRight")
    expect(where).to_contain_text("Step 1")
    page.locator("body").press("End")
    steps = page.locator("#step").get_attribute("max")
    expect(where).to_contain_text(f"Step {steps} of {steps}")
    page.locator("#step").fill("3")
    expect(where).to_contain_text("Step 3")
    page.locator("#check").click()
    expect(page.locator(".checked")).to_have_count(2)
    expect(page.locator("#fair")).to_contain_text("matches the fingerprint")


def test_every_game_has_a_daily_challenge(page: Page, address: str) -> None:
    for game in rw.games():
        page.goto(f"{address}/daily")
        page.locator(f'[data-daily="{game}"]').click()
        page.wait_for_url("**/t/*")
        assert Player(page).wait()["mine"], game


def test_the_daily_challenge_can_be_played_and_shared(page: Page, address: str) -> None:
    page.goto(f"{address}/daily")
    page.locator('[data-daily="qwinto"]').click()
    page.wait_for_url("**/t/*")
    table = page.url
    Player(page).play()
    page.goto(f"{address}/daily")
    card = page.locator("article", has=page.locator('[data-daily="qwinto"]'))
    expect(card.locator(".result")).to_contain_text("points")
    expect(card.locator("[data-copy]")).to_be_visible()
    card.locator("[data-daily]").click()
    page.wait_for_url(table)


def test_no_script_knows_a_game_or_an_inline_script() -> None:
    names = {name.lower() for game in rw.games() for name in _names(game)}
    for path in SCRIPTS:
        text = path.read_text(encoding="utf-8").lower()
        assert not [name for name in names if name in text], path.name
        assert len(text.splitlines()) <= 300, path.name
    for html in (
        pages.start_page("en", ["random"], ["Ada"], "2026-01-01"),
        pages.table_page("en", "x", "http://x", "qwinto"),
    ):
        assert not re.search(r"<script(?![^>]*(src=|application/json))|\son\w+=|\sstyle=", html)


def test_every_script_and_every_import_is_served_and_preloaded() -> None:
    served = set(pages.static_files())
    for path in SCRIPTS:
        name = path.relative_to(SOURCE / "static").as_posix()
        assert name in served, name
        assert pages.asset(name) is not None, name
        modules = imported(name)
        assert set(modules) <= served, name
        lines = path.read_text(encoding="utf-8").splitlines()
        assert len([line for line in lines if line.startswith("import ")]) <= len(modules), name
    assert "js/shared/elements.js" in imported("js/pages/article.js")
    assert "js/shared/elements.js" in imported("js/shared/dom.js"), "passed on, not imported"


def _names(game: str) -> set[str]:
    package = rw.game(game).definition.package
    return {game, *(catalogue(package, language)["name"] for language in LANGUAGES)}


def test_every_text_of_a_page_is_in_the_catalogue() -> None:
    known = set(catalogue("rollwrite.web", "en"))
    for path in SOURCE.glob("*.py"):
        for key in re.findall(r'\bt\(\s*"([\w.]+)"', path.read_text(encoding="utf-8")):
            assert key in known, f"{path.name}: {key}"
    for path in SCRIPTS:
        for key in re.findall(r'\bt\(\s*"(\w+)"', path.read_text(encoding="utf-8")):
            assert f"client.{key}" in known, f"{path.name}: {key}"


def test_every_language_has_every_text_of_the_pages() -> None:
    texts = {language: catalogue("rollwrite.web", language) for language in LANGUAGES}
    places = re.compile(r"\{(\w+)\}")
    for key, text in texts["en"].items():
        for language in LANGUAGES:
            other = texts[language].get(key, "")
            assert sorted(places.findall(other)) == sorted(places.findall(text)), (language, key)
    for language in LANGUAGES:
        assert texts[language].keys() == texts["en"].keys()
    for key, text in texts["fr"].items():
        assert not re.search(r"[\w’)»}] [;:!?»]|« |[\w’)»][;!?»](?!\w)", text), key
    for game in rw.games():
        for language in LANGUAGES:
            package = rw.game(game).definition.package.replace(".", "/")
            path = SOURCE.parent.parent / package / f"guide/{language}.md"
            assert path.is_file(), f"{game} has no rules in {language}"


def test_names_are_escaped_on_paper() -> None:
    state = rw.game("qwinto").start(2, seed=1)
    drawing = state.game.definition.drawing.sheet(state.game, state._record, 0)
    drawn = pages.picture(drawing, "en", "<script>&\"'")
    assert "<script>" not in drawn
    assert "&lt;script&gt;" in drawn
    assert "style=" not in drawn


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("Anna", ("Anna’s sheet", "Feuille d’Anna", "Blatt von Anna")),
        ("Émile", ("Émile’s sheet", "Feuille d’Émile", "Blatt von Émile")),
        ("Ben", ("Ben’s sheet", "Feuille de Ben", "Blatt von Ben")),
        ("Vous", ("Your sheet", "Votre feuille", "Dein Blatt")),
    ],
)
def test_a_sheet_says_whose_it_is(name: str, titles: tuple[str, ...]) -> None:
    state = rw.game("qwinto").start(2, seed=1)
    drawing = state.game.definition.drawing.sheet(state.game, state._record, 0)
    for language, title in zip(LANGUAGES, titles, strict=True):
        assert title in pages.picture(drawing, language, name), (language, name)
