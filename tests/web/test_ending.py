"""The end of a game: the verdict, what deserves a crown, the result as a picture, the replay."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from server.running import Browser, Server
from web.conftest import Contexts
from web.player import finish, open_table, sit_down
from web.test_pages import check_with_axe

GAME = "qwinto"
PNG = b"\x89PNG\r\n\x1a\n"
KEEP = "([key, kept]) => { localStorage.clear(); localStorage.setItem(key, kept); }"
WATCH = """() => {
  const look = () => document.querySelector(".counting") && (window.seen = true);
  new MutationObserver(look).observe(document.body, { subtree: true, attributes: true });
}"""


def over(anna: Browser, mode: str, *kinds: str) -> tuple[str, dict[str, Any]]:
    """A finished table, and how it ended."""
    table = anna.begin(GAME, mode, *kinds)
    return table, anna.play_out(table)


def test_the_verdict_names_the_winner_and_the_points(page: Page, anna: Browser) -> None:
    table, view = over(anna, "bots", "me", "bot")
    sit_down(page, anna, table)
    points = sorted((seat["score"] for seat in view["seats"]), reverse=True)
    told = " to ".join(str(score).replace("-", "−") for score in points)
    expect(page.locator(".verdict")).to_contain_text(told)
    own = next(seat for seat in view["seats"] if seat["mine"])
    expect(page.locator(".headline.crowned")).to_have_count(1 if own["winner"] else 0)
    slips = page.locator(".places details")
    expect(slips).to_have_count(2)
    expect(page.locator(".places details[open]")).to_have_count(1)
    expect(page.locator("#ending .curve path:not(.zero)")).to_have_count(2)
    offered = "See how you won" if own["winner"] else "See how you lost"
    expect(page.locator("#ending .curve strong")).to_have_text(offered)
    check_with_axe(page)


def test_alone_only_what_deserves_it_is_celebrated(page: Page, anna: Browser) -> None:
    table, view = over(anna, "solo")
    points = view["seats"][0]["score"]
    sit_down(page, anna, table)
    expect(page.locator(".verdict")).to_have_text(f"{points} points".replace("-", "−"))
    expect(page.locator(".crowned")).to_have_count(0)  # a first game is nobody's best
    key = "best qwinto  {}"
    for before, told, crowns in (
        (points - 1, "Your best Qwinto", 1),
        (points + 1, "Your best:", 0),
    ):
        kept = json.dumps({"points": before, "table": "other", "earlier": None})
        page.evaluate(
            "([key, kept]) => { localStorage.clear(); localStorage.setItem(key, kept); }",
            [key, kept],
        )
        for _ in range(2):  # looking again changes nothing
            page.reload()
            expect(page.locator(".headline")).to_contain_text(told)
            expect(page.locator(".crowned")).to_have_count(crowns)


def test_the_tally_counts_up_and_then_the_winner_is_told(
    new_context: Contexts, address: str, anna: Browser
) -> None:
    page = new_context(reduced_motion="no-preference").new_page()
    table = anna.begin(GAME, "bots", "me", "bot")
    sit_down(page, anna, table)
    expect(page.locator("#act.mine")).to_be_visible()
    page.evaluate(WATCH)
    view = anna.play_out(table)
    expect(page.locator("#ending")).to_be_visible()
    page.wait_for_function("() => window.seen && !document.querySelector('.counting')")
    own = next(seat for seat in view["seats"] if seat["mine"])
    total = page.locator(".places details[open] tfoot td")
    expect(total).to_have_text(str(own["score"]).replace("-", "−"))
    page.reload()  # whoever comes back later has seen it
    expect(page.locator("#ending")).to_be_visible()
    assert page.evaluate("() => window.seen") is None


@pytest.mark.parametrize("name", ["Anna", "אבג " * 9, "🎲" * 20])
def test_the_result_can_be_saved_as_a_picture(page: Page, anna: Browser, name: str) -> None:
    table = anna.begin(GAME, "solo")
    anna.ok(f"/api/tables/{table}/rename", seat=0, name=name[:40])
    anna.play_out(table)
    sit_down(page, anna, table)
    share = page.locator(".end-bar button", has_text="Share")
    share.click()
    dialog = page.locator("#share-result")
    expect(dialog.locator("canvas")).to_be_visible()
    with page.expect_download() as saving:
        dialog.get_by_role("button", name="Download picture").click()
    path = saving.value.path()
    assert saving.value.suggested_filename == f"rollwrite-{GAME}-{table}.png"
    assert Path(path).read_bytes().startswith(PNG)
    check_with_axe(page)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(share).to_be_focused()


def test_a_replay_moves_only_what_has_changed(page: Page, anna: Browser) -> None:
    table, _ = over(anna, "bots", "me", "bot")
    sit_down(page, anna, table)
    page.locator('#ending a[href^="/replay/"]').click()
    expect(page.locator("#effect")).to_contain_text("Step 0")
    movers = set()
    for step in range(1, 13):
        page.locator("body").press("ArrowRight")
        expect(page.locator("#effect")).to_contain_text(f"Step {step} of")
        assert page.locator("#mine").get_attribute("data-of") == "sheet0"
        acting = page.locator("#seats .acting")
        movers |= set(acting.evaluate_all("all => all.map((one) => one.dataset.seat)"))
        assert acting.count() <= 1
    assert movers == {"0", "1"}, "both have decided something, and it was shown"
    page.locator('#seats [data-seat="1"]').click()
    assert page.locator("#mine").get_attribute("data-of") == "sheet1"


def test_play_again_is_one_tap(page: Page, serving: Server, address: str) -> None:
    first = open_table(page, address, GAME)
    finish(page, serving)
    page.locator(".end-bar .primary").click()
    page.wait_for_url(lambda url: "/t/" in url and url != first)
    expect(page.locator("#mine")).to_be_visible()
