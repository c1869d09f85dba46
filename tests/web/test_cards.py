"""Cards and dice in a real browser: few taps to the first roll, dice that choose, no text cut."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import rollwrite as rw
from rollwrite.draw.shapes import Drawing, Part
from rollwrite.draw.svg import stacked
from rollwrite.games.donnant.sheet import FIRST_BONUS, say
from rollwrite.games.donnant.ui.card_drawing import HEIGHT, WIDTH, blank, face
from rollwrite.texts import LANGUAGES
from web.conftest import Contexts
from web.player import Player

PHONE = {"width": 390, "height": 844}
MOST_TAPS = 10
FINGER = 40  # pixels, less what lies between cards
# Texts that reach beyond the card (its first shape) they are printed on.
CUT = """() => [...document.querySelectorAll('[data-part]')].flatMap((card) => {
  const paper = card.querySelector('rect').getBoundingClientRect();
  return [...card.querySelectorAll('text')].filter((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const height = bottom - top;  // of the line: letters are lower
    return left < paper.left || right > paper.right || bottom > paper.bottom + height * 0.2;
  }).map((text) => `${card.dataset.part}: ${text.textContent}`);
})"""


def play(page: Page, address: str, game: str) -> Player:
    page.goto(address)
    page.locator(f'[data-game="{game}"] [data-play]').click()
    page.wait_for_url("**/t/*")
    return Player(page)


def test_ten_taps_from_the_start_page_to_the_first_roll(
    new_context: Contexts, address: str
) -> None:
    page = new_context(viewport=PHONE, has_touch=True).new_page()
    player, taps = play(page, address, "donnant"), 1
    seen = player.wait()
    while page.locator("#tray text").count():  # dice that are to be rolled have no pips
        places = [id_ for id_ in seen["live"] if "-card-" not in id_]
        if seen["ready"]:
            player.tap("confirm")
        elif (seen["chosen"] and places) or len(places) == len(seen["live"]):
            player.tap(places[0])
        else:
            cards = [id_ for id_ in seen["live"] if "-card-" in id_]
            alone = len(cards) == 1
            player.tap(places[0] if alone and places else cards[0])
        taps += 1
        assert taps <= MOST_TAPS
        page.wait_for_timeout(350)  # as a person would: taps right after a change do not count
        seen = player.look()
    assert taps > MOST_TAPS / 2


# Pictures that are neither offered nor dimmed, of those that are not ticked.
NEITHER = """() => [...document.querySelectorAll('#mine [data-part]:not([aria-label*="ticked"])')]
  .filter((part) => /^[YRGMDC][0-9]/.test(part.dataset.part) && !part.matches(".live, .dim"))
  .map((part) => part.getAttribute("aria-label"))"""


def test_dice_choose_in_clever_kids(new_context: Contexts, address: str) -> None:
    """Tapping a die rings its zone and all dice of its colour; the rest is one button."""
    page = new_context(viewport=PHONE, has_touch=True).new_page()
    player = play(page, address, "clever_kids")
    seen = player.wait()
    dice = [id_ for id_ in seen["live"] if "-die-" in id_]
    assert dice, seen
    player.tap(dice[0])
    chosen = player.look()["chosen"]
    assert dice[0] in chosen
    assert any("-zone-" in id_ for id_ in chosen)
    expect(page.locator("#confirm")).to_have_attribute("aria-disabled", "false")
    box = page.locator(f"#{dice[0]}").bounding_box()
    assert box and min(box["width"], box["height"]) >= FINGER
    player.tap("confirm")
    page.locator('#mine [data-part].dim[data-part^="G"], #mine [data-part].live').first.wait_for()
    player.look()
    assert page.evaluate(NEITHER) == [], "what cannot be ticked steps back, whatever its picture"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_cut_on_any_card(page: Page, address: str, language: str) -> None:
    game = rw.game("donnant", language=language)
    numbers = [*range(game.rules.EVALUATIONS)]
    numbers += range(FIRST_BONUS, FIRST_BONUS + game.rules.BONUSES)
    cards = [
        Part(f"card-{card}", say("name"), tuple(face(game, card, 0, 0, blank(game, card))))
        for card in numbers
    ]
    drawings = [Drawing(WIDTH, HEIGHT, say("name"), (card,)) for card in cards]
    page.goto(address)  # its fonts are used
    whole = re.sub(' style="[^"]*"', "", stacked(drawings, language))  # the page allows none
    page.evaluate("svg => { document.body.innerHTML = svg; }", whole)
    page.evaluate("document.fonts.ready")
    assert page.locator("[data-part]").count() == len(numbers)
    assert page.evaluate(CUT) == []
