"""Profile, history and challenge in a browser: taken along by link, compared, shared."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from server.running import Browser as Somebody
from server.running import Server
from server.test_host import printed_key
from web.conftest import Contexts
from web.test_pages import check_both_themes

GAME = "twenty_one"


def test_a_profile_is_taken_along_and_a_browser_removed(
    new_context: Contexts, address: str
) -> None:
    phone, desk = new_context().new_page(), new_context().new_page()
    phone.goto(f"{address}/me")
    phone.get_by_label("Your name").fill("Ánna\u202e <b>")
    phone.get_by_role("button", name="Save").click()
    expect(phone.get_by_label("Your name")).to_have_value("Ánna <b>")
    phone.get_by_role("button", name="Make a link").click()
    expect(phone.locator("#carried .qr svg")).to_be_visible()
    link = phone.locator("#carried .address").inner_text()
    check_both_themes(phone)
    desk.goto(link)
    expect(desk.locator("#offered")).to_have_text("Ánna <b>")
    assert "add=" not in desk.url, "the history of the browser keeps no token"
    check_both_themes(desk)
    desk.get_by_role("button", name="Use this profile").click()
    expect(desk.get_by_label("Your name")).to_have_value("Ánna <b>")
    desk.goto(link)
    expect(desk.get_by_role("alert").first).to_contain_text("has been used")
    phone.reload()
    rows = phone.locator(".browsers li")
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("Added by link")
    rows.nth(1).get_by_role("button").click()
    phone.get_by_role("button", name="Remove", exact=True).last.click()
    expect(rows).to_have_count(1)
    desk.goto(f"{address}/me")
    expect(desk.get_by_label("Your name")).to_have_value("")


def test_a_finished_challenge_is_compared_and_shared(page: Page, anna: Somebody) -> None:
    table = anna.begin(GAME, "daily")
    anna.play_out(table)
    cookie = {"name": "who", "value": anna.http.cookies["who"], "url": anna.server.url}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    page.goto(f"{anna.server.url}/t/{table}")
    page.locator("#ending").get_by_role("link", name="Compare").click()
    expect(page.get_by_role("heading", name="The expert on the same dice")).to_be_visible()
    expect(page.locator(".chart svg:visible")).to_have_attribute("role", "img")
    check_both_themes(page)
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Download picture").click()
    assert downloading.value.path().read_bytes().startswith(b"\x89PNG")
    for path in ("daily/calendar", "games", f"games/{GAME}", "privacy"):
        page.goto(f"{anna.server.url}/{path}")
        check_both_themes(page)
    expect(page.get_by_role("main")).to_contain_text("Nothing is tracked")


def test_the_host_enters_by_the_printed_link_and_removes(
    page: Page, new_context: Contexts, serving: Server, anna: Somebody
) -> None:
    table = anna.begin("qwinto", "solo")
    page.goto(f"{serving.url}/host")
    check_both_themes(page)
    page.goto(f"{serving.url}/host#key={printed_key(serving)}")
    expect(page.get_by_role("heading", name="Sizes and backup")).to_be_visible()
    assert "key=" not in page.url, "the history of the browser keeps no key"
    page.get_by_label("Words, one per line").fill("Troll\nspam")
    with page.expect_navigation():  # the page shows what the server has kept
        page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Words, one per line")).to_have_value("Troll\nspam")
    page.get_by_label("Words, one per line").fill("x")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_contain_text("2 to 40 letters")
    page.get_by_label("Words, one per line").fill("")
    with page.expect_navigation():
        page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("Words, one per line")).to_have_value("")
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download a backup").click()
    assert downloading.value.path().read_bytes().startswith(b"SQLite format 3")
    page.get_by_label("Link of a table").fill(f"{serving.url}/t/{table}")
    page.get_by_role("button", name="Find", exact=True).click()
    check_both_themes(page)
    page.get_by_role("button", name="Remove name: Anna").first.click()
    page.get_by_role("button", name="Remove", exact=True).last.click()
    expect(page.locator(".hosted bdi", has_text="A player").first).to_be_visible()
    watching = new_context().new_page()
    watching.goto(f"{serving.url}/t/{table}")
    expect(watching.locator("#mine, #tray").first).to_be_visible()
    page.get_by_role("button", name=f", {table}").first.click()
    page.get_by_role("button", name="Remove", exact=True).last.click()
    expect(watching.get_by_role("heading", name="Page not found")).to_be_visible()
