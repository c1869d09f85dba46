"""While a choice is made: rings, the preview in pen, what the bar and the sentence say."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect

import rollwrite as rw
from rollwrite.play import narration
from rollwrite.texts import LANGUAGES, catalogue, texts_of
from server.running import Browser
from web.conftest import Contexts
from web.player import Player, catch_up, sit_down

GAME = "qwinto"
NOTATION = re.compile(r"\b(Q\d|[A-Z]\d{1,2}|[EB]\d\d|[a-e]\d)\b")

STROKES = """() => [...document.querySelectorAll('#mine path[fill="none"]')]
  .map((path) => [path.closest("[data-part]")?.id, path.getAttribute("d")])"""


def writing(page: Page, anna: Browser) -> Player:
    """A decision about a field: the first roll is kept."""
    table = anna.begin(GAME, "solo")
    for _ in range(2):
        anna.decide(table)
    sit_down(page, anna, table)
    player = Player(page)
    player.wait()
    page.locator("#press-pass").wait_for()
    return player


def test_a_ring_has_the_shape_of_its_field(page: Page, anna: Browser) -> None:
    writing(page, anna)
    shapes = page.locator("#mine .part.live").evaluate_all(
        "all => all.map((part) => [part.children[0].tagName, part.querySelector('.halo').tagName])"
    )
    assert shapes
    assert all(field == ring for field, ring in shapes)
    assert {"circle", "polygon"} <= {ring for _, ring in shapes}


def test_the_chosen_move_is_previewed_in_pen(page: Page, anna: Browser) -> None:
    player = writing(page, anna)
    before = page.evaluate(STROKES)
    expect(page.locator("#confirm")).to_have_attribute("aria-disabled", "true")
    first, second = player.look()["live"][:2]
    player.tap(first)
    written = page.locator("#mine .part.written")
    expect(written).to_have_count(1)
    expect(written).to_have_attribute("id", first)
    expect(written.locator('path[fill="none"]')).not_to_have_count(0)
    expect(page.locator("#effect")).to_contain_text("now.")
    expect(page.locator("#confirm")).to_have_attribute("aria-disabled", "false")
    player.tap(second)
    expect(written).to_have_attribute("id", second)
    player.tap("do-takeBack")  # clears the choice
    expect(written).to_have_count(0)
    assert page.evaluate(STROKES) == before, "everything returns"
    expect(page.locator("#confirm")).to_have_attribute("aria-disabled", "true")


def test_a_sheet_that_grows_writes_nothing_anew(page: Page, anna: Browser) -> None:
    """A card that is placed moves the others: what stands on them was not written just now."""
    table = anna.begin("donnant", "bots", "me", "bot")
    sit_down(page, anna, table)
    player = Player(page)
    for step in range(200):
        now = player.wait()
        places = [part for part in now["live"] if re.fullmatch(r"sheet\d+-[a-e][1-5]", part)]
        in_cells = [id_ for id_, _ in page.evaluate(STROKES) if id_ and "." in id_]
        if places and in_cells:
            break
        anna.decide(table, step * 7)
        catch_up(page, anna, table)
    assert places
    before = page.evaluate(STROKES)
    for place in places:
        player.tap(place)
        page.wait_for_function("document.querySelector('#mine .chosen, #mine .implied')")
        player.look()
        expect(page.locator("#effect")).to_contain_text("now.")
        expect(page.locator("#mine .part.written")).to_have_count(0)
        page.keyboard.press("Backspace")
    assert page.evaluate(STROKES) == before


def test_without_a_preview_the_rings_remain(page: Page, anna: Browser) -> None:
    player = writing(page, anna)
    page.route("**/preview?*", lambda route: route.abort())
    field = player.look()["live"][0]
    player.tap(field)
    expect(page.locator(f"#{field}")).to_have_class(re.compile("chosen"))
    expect(page.locator("#mine .part.written")).to_have_count(0)
    player.tap("confirm")
    player.look()
    expect(page.locator(f"#{field} path[fill='none']")).not_to_have_count(0)


def test_the_primary_button_names_the_act(page: Page, anna: Browser) -> None:
    sit_down(page, anna, anna.begin(GAME, "solo"))
    player = Player(page)
    player.wait()
    expect(page.locator("#confirm")).to_have_text("Choose …")
    player.tap("tray-die-O")
    view = anna.view(page.url.rsplit("/", 1)[1])
    act = next(move["act"] for move in view["moves"]["0"] if move["parts"] == ["die-O"])
    expect(page.locator("#confirm")).to_have_text(act)
    expect(page.locator("#confirm")).to_have_accessible_name(act)


def test_a_button_does_not_name_a_move_that_was_made(page: Page, anna: Browser) -> None:
    """It has the focus by the click, and what has the focus is patched too."""
    player = writing(page, anna)
    player.tap(player.look()["live"][0])
    expect(page.locator("#confirm")).to_contain_text("Write")
    player.tap("confirm")
    page.wait_for_function("() => document.querySelector('#prompt').textContent.includes('roll')")
    assert page.locator("#confirm").text_content() == "Choose …"


# Labels that are cut off or broken in a word, on the button of a move and on the one beside it.
CUT = """async (labels) => {
  const scripts = performance.getEntriesByType("resource").map(({ name }) => name);
  const { look } = await import(scripts.find((name) => name.endsWith("/action_bar.js")));
  const [, , second, first] = document.querySelectorAll("#buttons .slot");
  const found = [];
  for (const [slot, kind] of [[first, "primary"], [second, "plain"]]) {
    for (const label of labels[kind]) {
      const button = document.createElement("button");
      Object.assign(button, { className: look(kind, label), textContent: label });
      slot.replaceChildren(button);
      const short = Math.max(...label.split(" ").map((word) => word.length)) <= 12;
      if (short) button.style.overflowWrap = "normal"; // others are hyphenated
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = button;
      if (scrollWidth > clientWidth || scrollHeight > clientHeight) found.push(`${kind}: ${label}`);
    }
  }
  return found;
}"""


def labels(language: str) -> dict[str, list[str]]:
    """What buttons say in random games of every kind: one label of each length."""
    said: dict[str, set[str]] = {"primary": {catalogue("rollwrite.web", language)["client.choose"]}}
    said["plain"] = set()
    for game in rw.games():
        rng = Random(3)
        state = rw.game(game, language=language).start(max(2, rw.game(game).seats.start), seed=3)
        texts = texts_of(state.game.definition.package, language)
        for _ in range(150):
            if state.over:
                break
            if state.chance:
                state = state.roll()
                continue
            moves = state.moves(rng.choice(state.pending))
            for move in rng.sample(moves, min(8, len(moves))):
                act = narration.act(state, move)
                said["primary"].add(act)
                if len(move.parts) == 1 and (label := texts.get(f"button.{move.parts[0]}")):
                    said["plain"].add(min(act, label, key=len))
            state = state.play(rng.choice(moves))
    return {kind: list({len(one): one for one in found}.values()) for kind, found in said.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_fit_their_buttons(new_context: Contexts, anna: Browser, language: str) -> None:
    page = new_context(locale=language).new_page()
    writing(page, anna)
    said = labels(language)
    assert len(said["primary"]) > 10 and len(said["plain"]) > 3
    for width, height in ((320, 568), (390, 844), (683, 384), (844, 390), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(CUT, said) == [], (width, height)


def test_a_rotation_keeps_a_half_made_choice(new_context: Contexts, anna: Browser) -> None:
    phone = {"width": 390, "height": 844}
    page = new_context(viewport=phone, has_touch=True, is_mobile=True).new_page()
    sit_down(page, anna, anna.begin(GAME, "solo"))
    player = Player(page)
    first, second = player.wait()["live"][:2]
    player.tap(first)
    offered = page.locator("#confirm").inner_text()
    for width, height in ((844, 390), (768, 1024), (683, 384), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert player.look()["chosen"] == [first], (width, height)
        expect(page.locator("#confirm")).to_have_text(offered)
    player.tap(second)  # it goes on where it was
    assert player.look()["chosen"] == [first, second]
    player.tap("confirm")
    page.locator("#press-keep").wait_for()


@pytest.mark.parametrize("game", rw.games())
def test_what_is_impossible_says_why_in_plain_words(
    new_context: Contexts, anna: Browser, game: str
) -> None:
    """In several phases, every part that cannot be chosen: a sentence, and no notation."""
    page = new_context().new_page()
    seats = max(2, rw.game(game).seats.start)
    table = anna.begin(game, "bots", "me", *["bot"] * (seats - 1))
    sit_down(page, anna, table)
    player = Player(page)
    asked: dict[str, str] = {}
    for step in range(8):
        if player.wait()["status"] == "over":
            break
        parts = page.locator("#mine [data-part], #tray [data-part], #market [data-part]")
        dead = parts.evaluate_all(
            "all => all.filter((one) => one.getAttribute('role') !== 'button')"
            ".map((one) => one.dataset.part)"
        )
        view = anna.view(table)
        prompt = view["prompt"]["0"]
        for part in dict.fromkeys(dead):
            query = {"seat": 0, "part": part, "lang": "en"}
            text = anna.http.get(f"/api/tables/{table}/why", params=query).json()["text"]
            asked[text] = f"{part} at {prompt}"
        if dead:
            page.locator(f'[data-part="{dead[0]}"]').first.dispatch_event("click")
            expect(page.locator("#toast")).not_to_be_empty()
        assert anna.decide(table, step * 5) is not None
        catch_up(page, anna, table)
    assert asked
    leaks = {text: where for text, where in asked.items() if NOTATION.search(text)}
    assert not leaks, leaks
    assert all(text.endswith((".", "!", "?")) for text in asked), asked
