"""The guide of a first game: at each kind of decision, once, a bubble that points at the part."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Page, expect

import rollwrite as rw
from rollwrite.server.tables import queries
from rollwrite.texts import LANGUAGES, catalogue
from server.running import Browser
from web.conftest import Contexts
from web.player import Player, catch_up, sit_down
from web.test_pages import check_with_axe

SIZES = ((320, 640), (390, 844), (844, 390), (768, 1024), (1366, 768))
BOXES = """() => {
  const box = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, x + width, y + height];
  };
  const buttons = [...document.querySelectorAll("#buttons button, #buttons a")];
  const shown = buttons.filter((one) => one.checkVisibility());
  const live = document.querySelectorAll('.papers [role="button"], #tray [role="button"]');
  const seen = [...live].filter((one) => one.checkVisibility({ visibilityProperty: true }));
  return {
    guide: box(document.querySelector("#guide")),
    buttons: shown.map(box),
    parts: seen.map(box),
  };
}"""


def first_game(new_context: Contexts, anna: Browser, game: str, **options: object) -> Page:
    """A table against a bot, in a browser that has never been here."""
    page = new_context(guide=True, **options).new_page()
    sit_down(page, anna, anna.begin(game, "bots", "me", "bot"))
    expect(page.locator("#act.mine")).to_be_visible()
    return page


@pytest.mark.parametrize("game", rw.games())
def test_every_kind_of_decision_is_explained_once(
    new_context: Contexts, anna: Browser, game: str
) -> None:
    page = first_game(new_context, anna, game)
    table = page.url.rsplit("/", 1)[1]
    told: list[str] = []
    player = Player(page)
    for step in range(60):
        now = player.wait()
        if now["status"] == "over" or len(told) >= 3:
            break
        if page.locator("#guide").count():
            told.append(page.locator("#guide-title").inner_text())
            page.locator("#guide-ok").click()
            expect(page.locator("#guide")).to_have_count(0)
        assert anna.decide(table, step * 7) is not None
        catch_up(page, anna, table)
    assert told and len(told) == len(set(told)), "each kind of decision is explained once"
    page.reload()
    expect(page.locator("#mine svg")).to_be_visible()
    assert page.evaluate("game => JSON.parse(localStorage.getItem(`guide ${game}`)).length", game)


def test_it_can_be_skipped_and_asked_for_again(new_context: Contexts, anna: Browser) -> None:
    page = first_game(new_context, anna, "qwinto")
    expect(page.locator("#guide")).to_be_visible()
    check_with_axe(page)
    page.get_by_role("button", name="Skip the guide").click()
    expect(page.locator("#guide")).to_have_count(0)
    page.reload()
    expect(page.locator("#act.mine")).to_be_visible()
    expect(page.locator("#guide")).to_have_count(0)
    page.locator("#menu-open").click()
    page.get_by_role("button", name="Show the guide again").click()
    expect(page.locator("#guide")).to_be_visible()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_it_is_on_the_screen_and_covers_no_button(
    new_context: Contexts, anna: Browser, size: tuple[int, int]
) -> None:
    page = first_game(new_context, anna, "qwinto", viewport={"width": size[0], "height": size[1]})
    expect(page.locator("#guide")).to_be_visible()
    boxes = page.evaluate(BOXES)
    left, top, right, bottom = boxes["guide"]
    assert left >= 0 and top >= 0 and right <= size[0] and bottom <= size[1]
    for x1, y1, x2, y2 in boxes["buttons"]:
        assert right <= x1 or x2 <= left or bottom <= y1 or y2 <= top, "a button is covered"


@pytest.mark.parametrize("game", rw.games())
def test_it_leaves_most_that_can_be_chosen_in_sight(
    new_context: Contexts, anna: Browser, game: str
) -> None:
    """At every kind of decision of the first turns, before "got it" is tapped."""
    page = first_game(new_context, anna, game, viewport={"width": 390, "height": 844})
    table = page.url.rsplit("/", 1)[1]
    player = Player(page)
    met = 0
    for step in range(12):
        if player.wait()["status"] == "over" or met >= 3:
            break
        if page.locator("#guide").count():
            met += 1
            boxes = page.evaluate(BOXES)
            left, top, right, bottom = boxes["guide"]
            middles = [((x1 + x2) / 2, (y1 + y2) / 2) for x1, y1, x2, y2 in boxes["parts"]]
            hidden = [one for one in middles if left < one[0] < right and top < one[1] < bottom]
            assert len(hidden) <= len(middles) / 3, page.locator("#guide-title").inner_text()
        assert anna.decide(table, step * 7) is not None
        catch_up(page, anna, table)
    assert met


@pytest.mark.parametrize("game", rw.games())
def test_tips_belong_to_prompts_that_occur(game: str) -> None:
    """A tip is looked up by its prompt: one without would never be shown."""
    package = rw.game(game).definition.package
    for language in LANGUAGES:
        texts = catalogue(package, language)
        tips = {key.split(".")[1] for key in texts if key.startswith("tip.")}
        prompts = {key.split(".")[1] for key in texts if key.startswith("prompt.")}
        assert tips and tips <= prompts, language
        for tip in tips:
            assert len(texts[f"tip.{tip}.title"]) <= 34
            assert len(texts[f"tip.{tip}.text"]) <= 190


@pytest.mark.parametrize("game", rw.games())
def test_tips_point_at_parts_of_legal_moves(game: str) -> None:
    for language in LANGUAGES:
        rng = Random(5)
        state = rw.game(game, language=language).start(seed=5)
        shown = set()
        while not state.over:
            if state.chance:
                state = state.roll()
                continue
            seat = rng.choice(state.pending)
            moves = state.moves(seat)
            tip = queries.tip(state, seat, moves)
            if tip is not None:
                parts = {part for move in moves for part in move.parts}
                assert set(tip.parts) <= parts and tip.parts
                assert "{" not in tip.title + tip.text + tip.example
                shown.add(tip.key)
            state = state.play(rng.choice(moves))
        assert len(shown) >= 2
