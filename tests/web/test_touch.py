"""A finger is 40 pixels wide, whatever a field measures: a tap beside it means it."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from server.running import Browser
from web.conftest import Contexts
from web.player import Player, catch_up, sit_down

FINGER = 20  # pixels from the middle of a target to its edge
# Fields that can be chosen, and the places around each that are nearer to no other one.
AROUND = """(finger) => {
  const live = [...document.querySelectorAll('#mine [data-part].live')];
  const middle = (part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const shown = ([x, y]) => document.elementFromPoint(x, y)?.closest("#mine");
  return live.map((part) => {
    const [x, y] = middle(part);
    const { width, height } = part.getBoundingClientRect();
    const others = live.filter((other) => other !== part && !other.contains(part)).map(middle);
    const places = [];
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const beside = [x + dx * finger, y + dy * finger];
      const far = [x + dx * (width / 2 + finger - 1), y + dy * (height / 2 + finger - 1)];
      const lone = ([a, b], apart) => others.every(([u, v]) => Math.hypot(a - u, b - v) > apart);
      if (shown(beside) && lone(beside, 2.5 * finger)) places.push(beside);
      const blank = !document.elementFromPoint(...far)?.closest("[data-part]");
      if (blank && shown(far) && lone(far, 4 * finger)) places.push(far);
    }
    return { id: part.id, width, height, places };
  });
}"""


# A finger that goes a way over the sheet, to and fro: whatever part was seen, another one is.
DRAG = """(sheet) => {
  const { x, y, width, height } = sheet.getBoundingClientRect();
  const at = (type, dx, dy) => sheet.dispatchEvent(new PointerEvent(type, {
    clientX: x + width / 2 + dx, clientY: y + height / 2 + dy,
    buttons: 1, bubbles: true, pointerType: "touch",
  }));
  const before = sheet.getAttribute("viewBox");
  at("pointerdown", 0, 0);
  for (const [dx, dy] of [[40, 40], [-40, -40]]) {
    if (sheet.getAttribute("viewBox") === before) at("pointermove", dx, dy);
  }
}"""


@pytest.mark.parametrize(("game", "width"), [("qwinto", 320), ("clever_kids", 390)])
def test_a_tap_beside_a_field_chooses_it(
    new_context: Contexts, anna: Browser, game: str, width: int
) -> None:
    size = {"width": width, "height": 740}
    page = new_context(viewport=size, has_touch=True, is_mobile=True).new_page()
    player = Player(page)
    table, small, tried = "", 0, 0
    for step in range(120):
        if small and tried > 3:
            break
        if not table or player.wait()["status"] == "over":
            table = anna.begin(game, "solo", "me")
            sit_down(page, anna, table)
            player.wait()
        page.evaluate("document.querySelector('#mine').scrollIntoView()")
        fields: list[dict[str, Any]] = page.evaluate(AROUND, FINGER)
        for field in [field for field in fields if field["places"]][:1]:
            small += min(field["width"], field["height"]) < 2 * FINGER
            for x, y in field["places"]:
                page.touchscreen.tap(x, y)
                chosen = page.locator(f"#{field['id']}.chosen, #{field['id']}.implied")
                expect(chosen).to_have_count(1)
                page.keyboard.press("Backspace")
                expect(chosen).to_have_count(0)
                tried += 1
        assert anna.decide(table, step * 5) is not None
        catch_up(page, anna, table)
    assert small and tried > 3, "there were small fields to tap"


def test_what_lies_next_to_it_still_says_why(new_context: Contexts, anna: Browser) -> None:
    page = new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()
    table = anna.begin("qwinto", "solo")
    for _ in range(2):
        anna.decide(table)  # one die, kept: other rows are out of the question
    sit_down(page, anna, table)
    Player(page).wait()
    dead = page.locator("#mine [data-part]:not([role=button])").first
    box = dead.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#toast")).not_to_be_empty()
    expect(page.locator("#mine .chosen")).to_have_count(0)


def test_a_dense_sheet_comes_closer_moves_and_goes_back(
    new_context: Contexts, anna: Browser
) -> None:
    landscape = {"width": 844, "height": 390}
    page = new_context(viewport=landscape, has_touch=True, is_mobile=True).new_page()
    table = anna.begin("donnant", "bots", "me", "bot")
    sit_down(page, anna, table)
    player, sheet = Player(page), page.locator("#mine svg").first
    for step in range(60):  # until several of the small cells of a card can be written in
        now = player.wait()
        if sum("." in part for part in now["live"]) > 3:
            whole = sheet.get_attribute("viewBox")
            cell = next(part for part in now["live"] if "." in part)
            page.touchscreen.tap(*player.aim(cell))
            if page.locator("#mine.closer").count():
                break
            page.keyboard.press("Backspace")
        anna.decide(table, step * 7)
        catch_up(page, anna, table)
    expect(page.locator("#mine.closer")).to_be_visible()
    near = sheet.get_attribute("viewBox")
    sheet.evaluate(DRAG)
    expect(sheet).not_to_have_attribute("viewBox", near or "")
    page.locator(".whole-sheet").tap()
    expect(sheet).to_have_attribute("viewBox", whole or "")
    page.touchscreen.tap(*player.aim(cell))
    page.touchscreen.tap(*player.aim(cell))
    assert cell in player.look()["chosen"], "the second tap chooses"
