"""Several people, several devices: lobby, links, reload, pass and play, watching, refusals."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rollwrite as rw
from patience import wait_until
from rollwrite.server.tables.render_cache import Picture
from rollwrite.server.tables.view import _dice
from server.running import Browser, Server
from web.conftest import Contexts
from web.player import Player, open_table, same_person, sit_down, table_of

GAME = "qwinto"
HOSTILE = "<img src=x onerror=x()>"


def take_turns(players: list[Player], rounds: int) -> None:
    """Let whoever is to move decide, so often."""
    for _ in range(rounds):
        looks = wait_until(lambda: due(players), "a decision", every=0.01)
        for player, look in zip(players, looks, strict=True):
            if look["mine"]:
                player.decide()


def due(players: list[Player]) -> list[dict[str, Any]]:
    """What all players see, if one of them is to move."""
    looks = [player.look() for player in players]
    mine = any(look["mine"] and look["status"] == "playing" for look in looks)
    return looks if mine else []


def play_out(server: Server, *pages: Page) -> None:
    """Let the people at a table play on to its end, by the server's API: that is faster."""
    people = [same_person(page.context, server) for page in pages]
    table = table_of(pages[0])
    for step in range(2000):
        for person in people:
            person.decide(table, step * 7)
        if people[0].view(table)["status"] == "over":
            return
    raise AssertionError("the game does not end")


def test_two_browsers_at_one_table(new_context: Contexts, serving: Server) -> None:
    host, guest = (new_context().new_page() for _ in range(2))
    table = open_table(host, serving.url, GAME, "friends", **{"name-0": HOSTILE, "seats": "2"})
    expect(host.locator("#lobby .qr svg")).to_be_visible()
    guest.goto(table)
    guest.locator('.joining input[name="name"]').fill("Béa")
    guest.locator(".joining button").click()
    expect(host.locator(".people")).to_contain_text("Béa")
    expect(guest.locator(".people")).to_contain_text(HOSTILE)
    expect(guest.locator("#lobby .large")).to_be_hidden()
    host.locator("#lobby .large").click()
    take_turns([Player(host, 1), Player(guest, 2)], 20)
    play_out(serving, host, guest)
    for page in (host, guest):
        expect(page.locator("#ending .places li")).to_have_count(2)
        expect(page.locator("#ending")).to_contain_text(HOSTILE)
        expect(page.locator("img[src='x']")).to_have_count(0)
    host.locator("#ending .primary").click()
    host.wait_for_url(lambda url: url != table)
    expect(guest.locator(f'#ending a[href="/t/{host.url.rsplit("/", 1)[1]}"]')).to_be_visible()


@pytest.mark.parametrize("game", rw.games())
def test_reload_in_mid_game(page: Page, anna: Browser, game: str) -> None:
    bots = ["bot"] * (max(2, rw.game(game).seats.start) - 1)
    sit_down(page, anna, anna.begin(game, "bots", "me", *bots))
    player = Player(page)
    player.play(5)
    before = player.wait()
    while before["chosen"]:  # a move that is half told is the page's own
        player.play(1)
        before = player.wait()
    page.reload()
    after = player.wait()
    # Who answers at the same time may have done so meanwhile; nothing else has changed.
    assert int(after["seq"]) >= int(before["seq"])
    assert {key: after[key] for key in before} == before | {"seq": after["seq"]}


def test_the_start_page_leads_back_to_the_table(page: Page, address: str) -> None:
    table = open_table(page, address, GAME)
    Player(page).wait()
    page.goto(address)
    page.locator("#going a").first.click()
    page.wait_for_url(table)


def test_a_decision_can_be_taken_back(page: Page, anna: Browser) -> None:
    sit_down(page, anna, anna.begin(GAME, "solo"))
    player = Player(page)
    player.wait()
    player.tap("tray-die-Y")
    player.tap("confirm")
    player.wait()
    player.tap("press-keep")
    now = player.wait()
    assert "press-pass" in now["presses"]
    page.locator("body").press("Backspace")
    page.locator("#press-keep").wait_for()


def test_a_part_that_cannot_be_used_says_why(page: Page, anna: Browser) -> None:
    sit_down(page, anna, anna.begin(GAME, "solo"))
    player = Player(page)
    player.wait()
    player.tap("tray-die-Y")
    player.tap("confirm")
    player.tap("press-keep")
    player.wait()
    page.locator("#sheet0-O1").click()
    expect(page.locator("#toast")).to_contain_text("can only go in a row whose die was rolled")


def test_around_one_device(page: Page, serving: Server) -> None:
    names = {"seats": "3", "name-0": "Ada", "name-1": "Ben", "name-2": "Cleo"}
    open_table(page, serving.url, GAME, "device", **names)
    Player(page).play(20)
    play_out(serving, page)
    expect(page.locator("#ending .places")).to_contain_text("Cleo")


def test_watching_bots(page: Page, address: str) -> None:
    open_table(page, address, GAME, "watch")
    expect(page.locator("#ending")).to_be_visible()
    expect(page.locator("#buttons button")).to_have_count(0)


def test_two_tabs_of_one_player_do_no_harm(new_context: Contexts, anna: Browser) -> None:
    context = new_context()
    first, second = context.new_page(), context.new_page()
    sit_down(first, anna, anna.begin(GAME, "solo"))
    second.goto(first.url)
    one, two = Player(first), Player(second)
    one.wait()
    two.wait()
    one.tap("tray-die-O")
    two.tap("tray-die-P")
    one.tap("confirm")
    expect(second.locator("#press-keep")).to_be_visible()
    assert two.look()["seq"] == one.look()["seq"]


def test_a_move_that_comes_too_late_gets_the_fresh_table(page: Page, anna: Browser) -> None:
    sit_down(page, anna, anna.begin(GAME, "solo"))
    player = Player(page)
    seq = player.wait()["seq"]
    table = page.locator("#main").get_attribute("data-table")
    player.tap("tray-die-O")
    # Another tab's move gets in between, and this tab's line is down, so it does not know.
    page.context.set_offline(True)
    page.context.set_offline(False)
    body = {"seat": 0, "seq": int(seq) - 1, "move": "roll O"}
    answer = page.evaluate(
        """async ([table, body]) => (await fetch(`/api/tables/${table}/move`, {
            method: 'POST', body: JSON.stringify(body),
            headers: {'Content-Type': 'application/json'}})).json()""",
        [table, body],
    )
    assert answer["error"] == "stale"
    assert answer["view"]["seq"] == int(seq)


def test_a_seat_moves_to_another_device(new_context: Contexts, anna: Browser) -> None:
    old, new = new_context().new_page(), new_context().new_page()
    sit_down(old, anna, anna.begin(GAME, "bots", "me", "bot"))
    Player(old).wait()
    old.locator("#menu-open").click()
    old.locator("#menu-items button", has_text="another device").click()
    new.goto(old.locator(".private input").input_value())
    assert Player(new).wait()["mine"]
    assert new.url == old.url


def test_the_line_mends_itself(page: Page, anna: Browser) -> None:
    sit_down(page, anna, anna.begin(GAME, "bots", "me", "bot"))
    player = Player(page)
    player.wait()
    page.context.set_offline(True)
    page.context.set_offline(False)
    player.play(3)
    assert player.wait()["mine"]


def test_the_device_is_handed_over_where_something_is_hidden(page: Page, address: str) -> None:
    names = {"seats": "2", "name-0": "Ada", "name-1": "Ben"}
    open_table(page, address, "donnant", "device", **names)
    passing = page.locator("#passing")
    passing.locator("button").wait_for()
    first, second = (0, 1) if "Ada" in passing.inner_text() else (1, 0)
    expect(page.locator("#mine svg")).to_have_count(0)
    passing.locator("button").click()
    expect(passing).to_be_hidden()
    player = Player(page)
    player.wait()
    for _ in range(10):
        player.decide()
        wait_until(lambda: passing.is_visible() or player.look()["mine"], "the next decision")
        if passing.is_visible():
            break
    expect(passing).to_contain_text(("Ada", "Ben")[second])
    # What lies behind the screen is still the first one's: nothing of the second has been drawn.
    expect(page.locator("#mine")).to_have_attribute("data-of", f"sheet{first}")
    passing.locator("button").click()
    expect(page.locator("#mine")).to_have_attribute("data-of", f"sheet{second}")


def test_nothing_is_handed_over_where_all_is_open(page: Page, address: str) -> None:
    open_table(page, address, GAME, "device", seats="2")
    Player(page).wait()
    expect(page.locator("#passing")).to_be_hidden()


TUMBLES = """() => {
  window.tumbled = new Set();
  const note = (all) => all.filter(({ target }) => target.classList.contains("tumbling"))
    .forEach(({ target }) => window.tumbled.add(target.id));
  const tray = document.querySelector("#tray");
  new MutationObserver(note).observe(tray, { subtree: true, attributeFilter: ["class"] });
}"""
TUMBLED = "() => [...window.tumbled].sort()"


@pytest.mark.parametrize(("motion", "tumbles"), [("no-preference", True), ("reduce", False)])
def test_dice_tumble_unless_motion_is_reduced(
    new_context: Contexts, anna: Browser, motion: str, tumbles: bool
) -> None:
    page = new_context(reduced_motion=motion).new_page()
    sit_down(page, anna, anna.begin(GAME, "solo"))
    player = Player(page)
    player.wait()
    page.evaluate(TUMBLES)
    player.tap("tray-die-Y")
    player.tap("confirm")
    page.locator("#press-keep").wait_for()
    assert page.evaluate(TUMBLED) == (["tray-die-Y"] if tumbles else [])
    # They land exactly: nothing is turned when they lie.
    expect(page.locator(".tumbling")).to_have_count(0)


def test_a_die_that_shows_the_same_again_tumbles_too(new_context: Contexts, anna: Browser) -> None:
    page = new_context(reduced_motion="no-preference").new_page()
    dice = ["tray-die-O", "tray-die-P", "tray-die-Y"]
    for _ in range(20):  # one die in six shows its face again
        sit_down(page, anna, anna.begin(GAME, "solo"))
        player = Player(page)
        player.wait()
        page.evaluate(TUMBLES)
        for die in dice:
            player.tap(die)
        player.tap("confirm")
        page.locator("#press-keep").wait_for()
        assert page.evaluate(TUMBLED) == dice
        expect(page.locator(".tumbling")).to_have_count(0)
        page.evaluate("() => window.tumbled.clear()")
        before = faces(page, dice)
        player.tap("press-reroll")
        player.look()
        assert page.evaluate(TUMBLED) == dice
        if any(one == two for one, two in zip(before, faces(page, dice), strict=True)):
            return
    raise AssertionError("no die in sixty has shown its face again")


def faces(page: Page, dice: list[str]) -> list[str | None]:
    return [page.locator(f"#{die}").get_attribute("aria-label") for die in dice]


@pytest.mark.parametrize("game", rw.games())
def test_what_was_rolled_are_dice_of_the_tray(game: str) -> None:
    """Every die that can be due is a part of the tray."""
    state = rw.game(game).start(max(2, rw.game(game).seats.start), seed=1)
    rolls = 0
    while rolls < 5:
        due = state.chance
        state = state.play(state.moves(state.pending[0])[-1]) if due is None else state.roll()
        if due is not None and due.kind == "roll":
            rolls += 1
            found = _dice(due, Picture(state.tray(), "en", ""))
            assert len(found) == len(due.what)


# When strokes begin, of a few on one sheet, then of many on the next one.
WRITES = """async () => {
  const scripts = performance.getEntriesByType("resource").map(({ name }) => name);
  const { showDrawing } = await import(scripts.find((name) => name.endsWith("/drawing.js")));
  const head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">';
  const pen = 'fill="none" stroke-linecap="round"';
  const sheet = (strokes) => head + strokes.map((n) =>
    `<g data-part="${n}"><path ${pen} d="M0 ${n}h9"/></g>`).join("") + "</svg>";
  const [one, other] = [1, 2].map(() => document.body.appendChild(document.createElement("div")));
  const late = (box) => [...box.querySelectorAll(".fresh")].map((path) =>
    parseInt(path.style.getPropertyValue("--late")));
  showDrawing(one, sheet([1]), "one");
  showDrawing(other, sheet([1]), "other");
  const after = showDrawing(one, sheet([1, 2, 3]), "one", 0);
  showDrawing(other, sheet([...Array(40).keys()]), "other", after);
  return [late(one), late(other)];
}"""


def test_sheets_are_written_one_after_the_other(new_context: Contexts, anna: Browser) -> None:
    """What has changed is seen in order, and soon rests."""
    page = new_context(reduced_motion="no-preference").new_page()
    sit_down(page, anna, anna.begin(GAME, "solo"))
    Player(page).wait()
    one, other = page.evaluate(WRITES)
    assert len(one) == 2 and len(other) == 39
    assert one == sorted(one) and other == sorted(other)
    assert one[-1] < other[0], "the other sheet waits"
    assert other[-1] - other[0] < 2000, "many strokes take no longer"
