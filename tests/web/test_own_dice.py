"""A game with real dice around one phone: rolls are tapped in, corrected, and played to the end."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from patience import PATIENCE
from web.conftest import Contexts
from web.player import Player, ask_how

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
RULED_OUT = "No longer possible after this:"
NO_SIDEWAYS = "() => document.documentElement.scrollWidth <= document.documentElement.clientWidth"
# What is asked for, once the table is calm: a roll, a decision, or nothing any more.
ASKED = """async (patience) => {
  const { dataset } = document.body;
  const picker = document.querySelector("#picker");
  const rolls = () => !picker.hidden && picker.querySelector("button");
  const mine = () => document.querySelector("#act").classList.contains("mine");
  const end = performance.now() + patience * 1000;
  while (dataset.busy === "true" || !(dataset.status === "over" || rolls() || mine())) {
    if (performance.now() > end) throw new Error(JSON.stringify(dataset));
    await new Promise(requestAnimationFrame);
  }
  return dataset.status === "over" ? "over" : rolls() ? "roll" : "move";
}"""


class Table(Player):
    """Two people around one phone, with dice of their own."""

    def asked(self) -> str:
        found: str = self.page.evaluate(ASKED, PATIENCE)
        return found

    def tap(self, id_: str) -> None:
        self.page.touchscreen.tap(*self.aim(id_))

    def enter(self, *faces: str) -> None:
        seq = self.page.evaluate("() => Number(document.body.dataset.seq)")
        for face in faces:
            self.tap(face)
        self.tap("enter-roll")
        self.page.wait_for_function("seq => Number(document.body.dataset.seq) > seq", arg=seq)


def test_a_whole_game_around_one_phone_with_real_dice(new_context: Contexts, address: str) -> None:
    page = new_context(**PHONE).new_page()
    page.goto(address)
    ask_how(page, "qwinto", "own_dice")
    setup = page.locator("#setup")
    expect(setup.locator('[name="people"]')).to_have_value("device")
    setup.locator('[name="name-0"]').fill("Anna")
    setup.locator('[name="name-1"]').fill("Ben")
    page.locator("#setup-go").click()
    page.wait_for_url("**/t/*")
    table = Table(page, seed=2)
    assert table.asked() == "move"
    for id_ in ("tray-die-Y", "tray-die-P", "confirm"):
        table.tap(id_)
    assert table.asked() == "roll"
    expect(page.locator("#prompt")).to_have_text("Anna rolls 2 dice. Enter what they show.")
    assert page.evaluate(NO_SIDEWAYS), "the faces scroll sideways"
    expect(page.locator("#enter-roll")).to_have_attribute("aria-disabled", "true")
    table.enter("face-0-3", "face-1-5")
    expect(page.locator("#tray-die-P")).to_have_attribute("aria-label", "purple die: 6")
    table.asked()
    corrects(page, table)
    warns(page, table)
    rolls = 0
    while (asked := table.asked()) != "over":
        if asked == "roll":
            low = table.whim.randrange(6)
            dice = page.locator("#picker .pick:not(#sums)").count()
            sums = page.locator("#sums").count() and table.whim.random() < 0.3
            table.enter(*(["sum-7"] if sums else [f"face-{die}-{low}" for die in range(dice)]))
            rolls += 1
        else:
            table.decide()
    expect(page.locator("#ending")).to_be_visible()
    assert rolls > 5
    expect(page.locator("#correct-roll")).to_be_hidden()
    page.goto(page.url.replace("/t/", "/replay/"))
    expect(page.locator("#fair")).to_contain_text("the players’ own dice")
    expect(page.locator("#check")).to_be_hidden()


def corrects(page: Page, table: Table) -> None:
    """What was decided since the roll is taken back with it; Undo keeps the roll."""
    table.tap("press-keep")
    table.asked()
    table.tap("correct-roll")
    expect(page.locator("#prompt")).to_contain_text("What was really rolled?")
    table.asked()
    table.tap("do-takeBack")
    expect(page.locator("#tray")).to_be_visible()
    table.tap("correct-roll")
    table.asked()
    table.enter("sum-12")
    expect(page.locator("#toast")).to_contain_text("Roll corrected: Anna. To decide again: Anna.")
    expect(page.locator("#prompt")).to_contain_text("Keep the 12")
    assert table.asked() == "move"


def warns(page: Page, table: Table) -> None:
    """What a choice rules out is said, to whoever wants to be told."""
    table.tap("press-keep")
    table.asked()
    table.tap("sheet0-Y2")
    expect(page.locator("#closes")).to_have_text(f"{RULED_OUT} a full yellow row.")
    assert page.evaluate(NO_SIDEWAYS), "the warning scrolls sideways"
    for shown in (False, True):
        table.tap("menu-open")
        table.tap("warn")
        page.keyboard.press("Escape")
        expect(page.locator("#closes")).to_be_visible(visible=shown)
    table.tap("do-takeBack")
