"""Several people, several devices: lobby, links, reload, pass and play, watching, refusals."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rollwrite as rw
from patience import wait_until
from rollwrite.server.tables.render_cache import Picture
from rollwrite.server.tables.view import _dice
from web.conftest import Contexts
from web.player import Player, open_table

GAME = "qwinto"
HOSTILE = "<img src=x onerror=x()>"


def take_turns(players: list[Player], most: int = 400) -> None:
    """Let whoever owes a decision decide, until the game is over for all."""
    for _ in range(most):
        looks = wait_until(lambda: due(players), "a decision", every=0.01)
        if all(look["status"] == "over" for look in looks):
            return
        for player, look in zip(players, looks, strict=True):
            if look["mine"] and not look["busy"] and look["status"] == "playing":
                player.decide()
    raise AssertionError("the game does not end")


def due(players: list[Player]) -> list[dict[str, Any]]:
    """What all players see, if one of them owes a decision or the game is over for all."""
    looks = [player.look() for player in players]
    over = all(look["status"] == "over" for look in looks)
    mine = any(look["mine"] and not look["busy"] for look in looks)
    return looks if over or mine else []


def test_two_browsers_at_one_table(new_context: Contexts, address: str) -> None:
    host, guest = (new_context().new_page() for _ in range(2))
    table = open_table(host, address, GAME, "friends", **{"name-0": HOSTILE, "seats": "2"})
    expect(host.locator("#lobby .qr svg")).to_be_visible()
    guest.goto(table)
    guest.locator('.joining input[name="name"]').fill("Béa")
    guest.locator(".joining button").click()
    expect(host.locator(".people")).to_contain_text("Béa")
    expect(guest.locator(".people")).to_contain_text(HOSTILE)
    expect(guest.locator("#lobby .large")).to_be_hidden()
    host.locator("#lobby .large").click()
    take_turns([Player(host, 1), Player(guest, 2)])
    for page in (host, guest):
        expect(page.locator("#ending .places li")).to_have_count(2)
        expect(page.locator("#ending")).to_contain_text(HOSTILE)
        expect(page.locator("img[src='x']")).to_have_count(0)
    host.locator("#ending .primary").click()
    host.wait_for_url(lambda url: url != table)
    expect(guest.locator(f'#ending a[href="/t/{host.url.rsplit("/", 1)[1]}"]')).to_be_visible()


@pytest.mark.parametrize("game", rw.games())
def test_reload_in_mid_game(page: Page, address: str, game: str) -> None:
    open_table(page, address, game)
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


def test_a_decision_can_be_taken_back(page: Page, address: str) -> None:
    open_table(page, address, GAME, "solo")
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


def test_a_part_that_cannot_be_used_says_why(page: Page, address: str) -> None:
    open_table(page, address, GAME, "solo")
    player = Player(page)
    player.wait()
    player.tap("tray-die-Y")
    player.tap("confirm")
    player.tap("press-keep")
    player.wait()
    page.locator("#sheet0-O1").click()
    expect(page.locator("#toast")).to_contain_text("Q4")


def test_around_one_device(page: Page, address: str) -> None:
    names = {"seats": "3", "name-0": "Ada", "name-1": "Ben", "name-2": "Cleo"}
    open_table(page, address, GAME, "device", **names)
    Player(page).play()
    expect(page.locator("#ending .places")).to_contain_text("Cleo")


def test_watching_bots(page: Page, address: str) -> None:
    open_table(page, address, GAME, "watch")
    expect(page.locator("#ending")).to_be_visible()
    expect(page.locator("#buttons button")).to_have_count(0)


def test_two_tabs_of_one_player_do_no_harm(new_context: Contexts, address: str) -> None:
    context = new_context()
    first, second = context.new_page(), context.new_page()
    second.goto(open_table(first, address, GAME, "solo"))
    one, two = Player(first), Player(second)
    one.wait()
    two.wait()
    one.tap("tray-die-O")
    two.tap("tray-die-P")
    one.tap("confirm")
    expect(second.locator("#press-keep")).to_be_visible()
    assert two.look()["seq"] == one.look()["seq"]


def test_a_move_that_comes_too_late_gets_the_fresh_table(page: Page, address: str) -> None:
    open_table(page, address, GAME, "solo")
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


def test_a_seat_moves_to_another_device(new_context: Contexts, address: str) -> None:
    old, new = new_context().new_page(), new_context().new_page()
    table = open_table(old, address, GAME)
    Player(old).wait()
    old.locator("#menu-open").click()
    old.locator("#menu-items button", has_text="another device").click()
    new.goto(old.locator(".private input").input_value())
    assert Player(new).wait()["mine"]
    assert new.url == table


def test_the_line_mends_itself(page: Page, address: str) -> None:
    open_table(page, address, GAME)
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
  window.tumbled = 0;
  const note = (all) => (window.tumbled += all.filter(
    ({ target }) => target.classList.contains("tumbling")).length);
  const tray = document.querySelector("#tray");
  new MutationObserver(note).observe(tray, { subtree: true, attributeFilter: ["class"] });
}"""


@pytest.mark.parametrize(("motion", "tumbles"), [("no-preference", True), ("reduce", False)])
def test_dice_tumble_unless_motion_is_reduced(
    new_context: Contexts, address: str, motion: str, tumbles: bool
) -> None:
    page = new_context(reduced_motion=motion).new_page()
    open_table(page, address, GAME, "solo")
    player = Player(page)
    player.wait()
    page.evaluate(TUMBLES)
    player.tap("tray-die-Y")
    player.tap("confirm")
    page.locator("#press-keep").wait_for()
    assert (page.evaluate("() => window.tumbled") > 0) is tumbles
    # They land exactly: nothing is turned when they lie.
    expect(page.locator(".tumbling")).to_have_count(0)


def test_a_die_that_shows_the_same_again_tumbles_too(new_context: Contexts, address: str) -> None:
    page = new_context(reduced_motion="no-preference").new_page()
    for _ in range(40):  # one die in six shows its face again
        open_table(page, address, GAME, "solo")
        player = Player(page)
        player.wait()
        page.evaluate(TUMBLES)
        player.tap("tray-die-Y")
        player.tap("confirm")
        page.locator("#press-keep").wait_for()
        page.wait_for_function("() => window.tumbled > 0")
        expect(page.locator(".tumbling")).to_have_count(0)
        page.evaluate("() => (window.tumbled = 0)")
        die = page.locator("#tray-die-Y")
        before = die.get_attribute("aria-label")
        player.tap("press-reroll")
        assert page.evaluate("() => window.tumbled") > 0
        if die.get_attribute("aria-label") == before:
            return
    raise AssertionError("no die in forty has shown its face again")


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
