"""A player at the page who knows no game: picks what is live, confirms what is ready."""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from patience import PATIENCE
from server.running import Browser, Server

# As soon as the table is calm, or a decision of ours is due, what a player sees.
LOOK = """async ([due, patience]) => {
  const { dataset } = document.body;
  const act = document.querySelector('#act');
  const mine = () => dataset.status === 'playing' && act.classList.contains('mine');
  const ready = () => dataset.busy !== 'true' && (!due || mine());
  const end = performance.now() + patience * 1000;
  while (!ready() && !(due && dataset.status === 'over')) {
    if (performance.now() > end) throw new Error(`nothing comes: ${JSON.stringify(dataset)}`);
    await new Promise(requestAnimationFrame);
  }
  const shown = (element) => element.getClientRects().length > 0;
  const drawings = ['#mine', '#tray', '#market'].map((id) => `${id} [data-part]`).join(', ');
  const parts = [...document.querySelectorAll(drawings)];
  const presses = [...document.querySelectorAll('#act [data-press]')];
  const confirm = document.querySelector('#confirm');
  return {
    status: dataset.status,
    seq: dataset.seq,
    mine: act.classList.contains('mine'),
    live: parts.filter((part) => part.classList.contains('live')).map((part) => part.id),
    chosen: parts.filter((part) => part.classList.contains('chosen')).map((part) => part.id),
    presses: presses.filter(shown).map((button) => button.id),
    ready: confirm !== null && confirm.getAttribute('aria-disabled') === 'false',
  };
}"""


# The middle of something that can be clicked, as soon as it can. The page's own locators ask the
# same questions, one by one and some of them twice.
AIM = """async ([id, patience]) => {
  const end = performance.now() + patience * 1000;
  let before = [];
  let covered = 0;
  for (;;) {
    const target = document.getElementById(id);
    if (target?.checkVisibility() && !target.closest('[aria-disabled="true"]')) {
      if (!covered) target.scrollIntoViewIfNeeded();
      const { x, y, width, height } = target.getBoundingClientRect();
      const middle = [x + width / 2, y + height / 2];
      const still = middle.every((place, axis) => place === before[axis]);
      if (still && target.contains(document.elementFromPoint(...middle))) return middle;
      before = middle;
      if (still) {  // something lies over it: perhaps it does not elsewhere
        const place = ["center", "end", "start"][covered++ % 3];
        target.scrollIntoView({ block: place, inline: place, behavior: "instant" });
      }
    }
    if (performance.now() > end) throw new Error(`${id} cannot be clicked`);
    await new Promise(requestAnimationFrame);
  }
}"""


# Whether the market is a drawer and has to be opened, or closed, to come to something.
IN_THE_WAY = """(id) => {
  const handle = document.getElementById("market-handle");
  const inside = document.getElementById("market").contains(document.getElementById(id));
  const open = handle.getAttribute("aria-expanded") === "true";
  const over = document.getElementById("mine").contains(document.getElementById(id));
  return handle.checkVisibility() && (open ? over : inside);
}"""


def sit_down(page: Page, browser: Browser, table: str) -> None:
    """Go to a table with the seats that somebody has taken through the server's API.

    For what a test is not about: the way to a table by the pages is longer.
    """
    url = browser.server.url
    cookies = browser.http.cookies.items()
    page.context.add_cookies(
        [{"name": name, "value": value, "url": url} for name, value in cookies]
    )
    page.goto(f"{url}/t/{table}")


def catch_up(page: Page, browser: Browser, table: str) -> None:
    """Wait until the page shows all that has happened up to now, a decision just made included.

    One log entry more than before is not enough: it may be another seat's answer.
    """
    seq = browser.view(table)["seq"]
    page.wait_for_function("seq => Number(document.body.dataset.seq) >= seq", arg=seq)


def table_of(page: Page) -> str:
    return page.url.rsplit("/", 1)[1]


def same_person(context: BrowserContext, server: Server) -> Browser:
    """Whoever uses these pages, at the server's API: there a game is played in no time."""
    browser = Browser(server)
    browser.http.cookies = {cookie["name"]: cookie["value"] for cookie in context.cookies()}
    return browser


def ask_how(page: Page, game: str, mode: str = "bots") -> None:
    """Open the dialog of a game's card on the start page, and choose a way to play."""
    page.locator(f'article[data-game="{game}"] [data-more]').click()
    expect(page.locator("#setup")).to_be_visible()
    page.locator(f'#setup [name="way"][value="{mode}"]').check(force=True)


def open_table(page: Page, address: str, game: str, mode: str = "bots", **fields: str) -> str:
    """Set up a table from the start page as anybody would; returns its address."""
    page.goto(address)
    ask_how(page, game, mode)
    setup = page.locator("#setup")
    for name, value in fields.items():
        field = setup.locator(f'[name="{name}"]')
        if field.first.get_attribute("type") == "radio":
            setup.locator(f'[name="{name}"][value="{value}"]').check(force=True)
        elif field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    page.locator("#setup-go").click()
    page.wait_for_url("**/t/*")
    return page.url


def finish(page: Page, server: Server) -> None:
    """Play the game of a page to its end by the server's API, and come back to the page then."""
    table = page.url
    page.goto("about:blank")
    same_person(page.context, server).play_out(table.rsplit("/", 1)[1])
    page.goto(table)
    expect(page.locator("#ending")).to_be_visible()


class Player:
    """Plays by tapping; the same whim plays the same way on the same dice."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.whim = Random(seed)

    def look(self) -> dict[str, Any]:
        """What is seen when the server has answered."""
        return self._seen(due=False)

    def wait(self) -> dict[str, Any]:
        """Wait for a decision of ours, or for the end."""
        return self._seen(due=True)

    def _seen(self, *, due: bool) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(LOOK, [due, PATIENCE])
        return found

    def decide(self, seen: dict[str, Any] | None = None) -> None:
        """One decision: taps until a move is made."""
        begun = now = seen or self.look()
        for _ in range(60):
            if now["ready"] and (not now["live"] or self.whim.random() < 0.6):
                self.tap("confirm")
                return
            choices = now["live"] + now["presses"]
            assert choices or now["ready"], f"nothing can be chosen: {now}"
            self.tap(self.whim.choice(choices) if choices else "confirm")
            now = self.look()
            if now["seq"] != begun["seq"] or not now["mine"]:
                return
        raise AssertionError("sixty taps made no move")

    def tap(self, id_: str) -> None:
        self.reach(id_)
        self.page.mouse.click(*self.aim(id_))

    def reach(self, id_: str) -> None:
        """Open the drawer that something lies in, or close the one that lies over it."""
        closed = self.page.evaluate(IN_THE_WAY, id_)
        if closed:
            self.page.mouse.click(*self.aim("market-handle"))

    def aim(self, id_: str) -> tuple[float, float]:
        """Where something can be seen that lies still and under nothing else."""
        x, y = self.page.evaluate(AIM, [id_, PATIENCE])
        return x, y

    def play(self, most: int = 400) -> int:
        """Play until the end (or so many decisions); returns how many we made."""
        for count in range(most):
            now = self.wait()
            if now["status"] == "over":
                return count
            self.decide(now)
        return most
