"""The page on which a sheet that was played on paper is typed or tapped in."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import rollwrite as rw
from web.conftest import Contexts


def test_a_sheet_is_typed_and_tapped_in(new_context: Contexts, address: str) -> None:
    page = new_context(viewport={"width": 390, "height": 844}).new_page()
    page.goto(f"{address}/rules/qwinto")
    page.get_by_role("link", name="Score a sheet").click()
    page.get_by_role("textbox", name="Orange row").fill("3 9 5")
    expect(page.get_by_role("alert")).to_contain_text("but 5 comes after 9 in the orange row")
    page.get_by_role("textbox", name="Orange row").fill("3 5 9")
    expect(page.locator("#points")).to_have_text("Score: 3. This sheet keeps the rules.")
    expect(page.get_by_role("alert")).to_be_hidden()
    page.locator('#drawn [data-part="miss-1"]').click()  # a tap crosses a box
    expect(page.get_by_role("textbox", name="Misses")).to_have_value("x ")
    expect(page.locator("#points")).to_contain_text("−2")
    page.locator('#drawn [data-part="miss-1"]').click()  # and another one clears it
    expect(page.locator("#points")).to_contain_text("Score: 3.")
    page.locator('#drawn [data-part="Y3"]').click()
    page.locator("#keys").get_by_role("button", name="7", exact=True).click()
    expect(page.get_by_role("textbox", name="Yellow row")).to_have_value("- - 7 ")
    written = page.locator('#drawn [data-part="Y3"]')
    expect(written).to_have_attribute("aria-label", "yellow row, 3rd field: 7")
    page.get_by_role("textbox", name="Purple row").fill("19")
    expect(page.get_by_role("alert")).to_contain_text("only 1 to 18")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("id_", rw.games())
def test_every_game_has_such_a_page(id_: str, new_context: Contexts, address: str) -> None:
    page = new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.goto(f"{address}/score/{id_}")
    expect(page.locator("#drawn svg")).to_be_visible()
    page.locator("#lines input").first.fill("what")
    expect(page.get_by_role("alert")).to_contain_text("what")
