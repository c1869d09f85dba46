"""The exported site in browsers that are cut off, keep nothing, or lack part of WebAssembly."""

from __future__ import annotations

from itertools import cycle

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from web.conftest import Contexts
from web.exported import KEPT, WebSpace, begin, context, post, seq, site, space
from web.player import Player

__all__ = ["context", "site", "space"]
pytestmark = pytest.mark.compiled

# A seat plays, any move after the other, as fast as the worker answers.
PLAYED = """async ([id, most]) => {
  const folder = document.documentElement.dataset.sprite.replace("icons/sprite.svg", "js/shared/");
  const { get, post } = await import(new URL(`${folder}api.js`, location.href));
  const at = `/api/tables/${id}`;
  for (let made = 0; ; ) {
    const view = await get(`${at}/view`);
    if (view.status === "over" || made === most) return view.status;
    const seat = view.deciding[0];
    if (seat === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      continue;
    }
    const moves = view.moves[seat];
    const move = moves[(made * 7919) % moves.length].text;
    await post(`${at}/move`, { seat, seq: view.seq, move });
    made += 1;
  }
}"""


def test_every_game_is_played_without_network(space: WebSpace, context: BrowserContext) -> None:
    """A whole game of Qwinto and the beginning of the others, against bots."""
    page = context.new_page()
    page.goto(space.url)
    page.evaluate(KEPT)
    context.set_offline(True)
    space.stop()
    table = begin(page, space.url, "qwinto")
    Player(page).play(2)
    Player(page).wait()
    assert page.evaluate(PLAYED, [table, 999]) == "over"
    expect(page.locator("#ending")).to_be_visible()
    for game, level, most in (
        ("one_card", "expert", 6),
        ("clever_kids", "strong", 12),
        ("donnant", "casual", 6),
    ):
        seats = [{"kind": "me", "name": "Anna"}, {"kind": "bot", "level": level}]
        table = post(page, "/api/tables", {"game": game, "mode": "bots", "seats": seats})["table"]
        page.goto(page.url.partition("?")[0] + f"?{table}")
        expect(page.locator("#mine svg").first).to_be_visible()
        Player(page).play(2)
        Player(page).wait()
        assert page.evaluate(PLAYED, [table, most]) == "playing", game


# What a worker begins with in some browsers: the first lines of its script.
COUNTED = """
self.calls = 0;
WebAssembly.Instance = new Proxy(WebAssembly.Instance, {
  construct(target, given) {
    const { exports } = new target(...given);
    const evaluate = (frame) => (self.calls += 1, exports.evaluate(frame));
    return { exports: exports.evaluate ? { ...exports, evaluate } : exports };
  },
});
"""
NO_SIMD = f"""
{COUNTED}
WebAssembly.Module = new Proxy(WebAssembly.Module, {{
  construct(target, [code]) {{
    const made = new target(code);
    const bot = target.exports(made).some(({{ name }}) => name === "evaluate");
    if (bot) throw new WebAssembly.CompileError("there is no SIMD");
    return made;
  }},
}});
"""
NO_DATABASE = """Object.defineProperty(self, "indexedDB", { value: undefined });"""
DENIED = """
const denied = () => { throw new DOMException("denied", "SecurityError"); };
indexedDB.open = denied;
caches.open = caches.keys = async () => denied();
"""


def beginning(new_context: Contexts, *scripts: str) -> Page:
    """A page of a browser in which workers begin with a script, or one after the other."""
    context, turn = new_context(), cycle(scripts)
    context.add_init_script("try { localStorage.setItem('fast', 'true'); } catch { /* denied */ }")

    def changed(route: Route) -> None:
        plain = route.fetch()
        route.fulfill(response=plain, body=f"{next(turn)}\n{plain.text()}")

    context.route("**/offline/worker.js", changed)
    return context.new_page()


@pytest.mark.parametrize("script", [COUNTED, NO_SIMD], ids=["compiled", "without SIMD"])
def test_bots_think_in_webassembly_and_without_it_alike(
    space: WebSpace, new_context: Contexts, script: str
) -> None:
    told: list[str] = []
    page = beginning(new_context, script)
    page.on("console", lambda line: told.append(line.text))
    begin(page, space.url)
    Player(page).play(3)  # at least one of them waits for the bot
    Player(page).wait()
    compiled = page.workers[0].evaluate("() => self.calls")
    assert (compiled > 0) == (script is COUNTED), "who answered"
    assert any("interpreted" in line and "no SIMD" in line for line in told) == (script is NO_SIMD)
    expect(page.locator(".offline-state")).to_be_hidden()


def test_play_goes_on_where_a_browser_keeps_nothing_at_all(
    space: WebSpace, new_context: Contexts
) -> None:
    page = beginning(new_context, NO_DATABASE, DENIED)
    page.add_init_script(
        "Storage.prototype.getItem = Storage.prototype.setItem = () => { throw new Error(); };"
    )
    begin(page, space.url)  # from one page to another, each with a worker of its own
    expect(page.locator(".offline-state")).to_contain_text("gone when you close this tab")
    Player(page).play(1)
    Player(page).wait()
    before = seq(page)
    page.reload()
    expect(page.locator("#mine svg").first).to_be_visible()
    assert seq(page) >= before
