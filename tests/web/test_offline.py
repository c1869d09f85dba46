"""The exported site: games without a server, which nothing that happens to a browser loses."""

from __future__ import annotations

import json
import posixpath
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

import rollwrite as rw
from patience import wait_until
from rollwrite.cli.main import app
from rollwrite.offline.export import fetched
from rollwrite.offline.export.archive import python_archive
from rollwrite.offline.export.site import made
from rollwrite.play.log import Log
from rollwrite.server.http import offline_site
from rollwrite.server.tables import fair
from web import chromium
from web.exported import (
    COMPILED,
    KEPT,
    Known,
    WebSpace,
    begin,
    context,
    get,
    known,
    modules,
    post,
    seq,
    site,
    space,
    web_space,
    write,
)
from web.player import Player

__all__ = ["context", "known", "site", "space"]
pytestmark = pytest.mark.compiled

LARGEST = 15_000_000  # bytes that a first visit may load

# Whether the browser keeps the review of a table.
SHELVED = """(table) => new Promise((resolve) => {
  indexedDB.open("rollwrite").onsuccess = ({ target }) => {
    const settings = target.result.transaction("settings").objectStore("settings");
    settings.get(`review ${table}`).onsuccess = (found) => resolve(Boolean(found.target.result));
  };
})"""
# The browser has no room left.
FULL = """() => {
  self.add = IDBObjectStore.prototype.add;
  IDBObjectStore.prototype.add = () => { throw new DOMException("no room", "QuotaExceededError"); };
}"""


def test_every_address_holds_wherever_the_site_lies(site: Path) -> None:
    pages = [*site.rglob("*.html"), *site.rglob("*.webmanifest")]
    assert len(pages) > 3 * len(rw.games())
    for page in pages:
        text = page.read_text(encoding="utf-8")
        for address in re.findall(r'(?:href|src|data-sprite)="([^"#?]+)[^"]*"', text):
            if re.match(r"https?:", address):
                continue
            assert not address.startswith("/"), f"{page}: {address}"
            assert (page.parent / address).is_file(), f"{page}: {address}"
    script = (site / "sw.js").read_text(encoding="utf-8")
    for path in re.findall(r'"([\w./-]+\.(?:html|js|css|woff2|svg|png|mjs))"', script):
        assert (site / path).is_file(), path


def test_a_first_visit_loads_little(site: Path) -> None:
    python = sum(path.stat().st_size for path in (site / "python").rglob("*") if path.is_file())
    pages = sum(path.stat().st_size for path in (site / "static").rglob("*") if path.is_file())
    assert python + pages < LARGEST


FOUND = """
import sys
sys.path.insert(0, sys.argv[1])
import rollwrite as rw
from rollwrite.bots import bot
from rollwrite.kernel.evaluate import _ahead_key
assert rw.__file__.startswith(sys.argv[1]), rw.__file__
game = rw.game(sys.argv[2])
print(_ahead_key(game.rules, bot("expert").policy(game).evaluator))
"""


def test_python_of_the_site_finds_what_was_compiled_for_it(tmp_path: Path) -> None:
    (tmp_path / "python.zip").write_bytes(python_archive())
    command = [sys.executable, "-c", FOUND, str(tmp_path / "python.zip"), COMPILED]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    (manifest,) = (body for name, body in modules().items() if name.endswith(".json"))
    assert found in json.loads(manifest)["loops"]


def test_a_folder_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "file").touch()
    for words, told in (
        ([str(tmp_path / "here")], "already exists"),
        ([str(tmp_path / "new"), "--wasm", str(tmp_path / "here")], r"no \.wasm files"),
    ):
        with pytest.raises(rw.errors.BadOption, match=told):
            app.main(["export", *words], standalone_mode=False)
    assert not (tmp_path / "new").exists()


def test_a_damaged_download_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROLLWRITE_CACHE", str(tmp_path))
    script = "import sys, pathlib; pathlib.Path(sys.argv[1], 'a.tgz').write_text('other')"
    wanted = fetched.Download("a.tgz", ("python3", "-c", script), "sha512", "x")
    with pytest.raises(rw.errors.BadOption, match=r"a\.tgz is not the file .* sha512"):
        fetched.fetched(wanted)
    nothing = wanted._replace(command=("no-such-npm", "pack"))
    with pytest.raises(rw.errors.BadOption, match="no-such-npm is not installed"):
        fetched.fetched(nothing)
    assert not list((tmp_path / "offline").iterdir())


# Whether all that the server lists for the time without network is kept.
WHOLE = """async () => {
  const listed = await (await fetch("/offline/files.json")).json();
  const count = async (name) => (await (await caches.open(name)).keys()).length;
  return (await count(listed.site)) === listed.files.length
    && (await count(listed.python)) >= listed.packed.length;
}"""


def test_an_installed_app_of_a_server_plays_without_network(
    site: Path, context: BrowserContext, tmp_path: Path
) -> None:
    page = context.new_page()
    with chromium.server(tmp_path, offline=str(site)) as server:
        page.goto(server.url)
        page.evaluate(KEPT)
        page.evaluate("() => dispatchEvent(new Event('appinstalled'))")
        wait_until(lambda: page.evaluate(WHOLE), "the exported site")
        context.set_offline(True)
        table = begin(page, f"{server.url}/daily")
        Player(page).play(1)
        page.goto(f"{server.url}/t/{table}")  # at the server there is no such table
        page.wait_for_url("**/offline/en/index.html")
        page.locator(f'a[href*="{table}"]').first.click()
        expect(page.locator("#mine svg").first).to_be_visible()
        before = Player(page).wait()
        context.set_offline(False)
        page.locator("#menu-open").click()
        page.locator("#go-on").click()  # and the game goes on at the server
        page.wait_for_url(f"{server.url}/t/*")
        expect(page.locator("#mine svg").first).to_be_visible()
        assert Player(page).wait()["live"] == before["live"]
        page.goto(f"{server.url}/bring")
        (tmp_path / "cut.log").write_text("rollwrite log 1")
        page.locator("#bring input").set_input_files(tmp_path / "cut.log")
        page.locator("#bring [type=submit]").click()
        expect(page.locator("#bring .problem")).to_contain_text("damaged or was changed")


def test_a_server_offers_what_was_exported_and_nothing_else(site: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.html").write_text("secret")
    assert offline_site.file(str(site), "en/t.html")
    for path in ("../secret.html", "/etc/passwd", "en", "en/../index.html", "secret.html"):
        assert offline_site.file(str(site), path) is None, path
    offline_site.check("")
    with pytest.raises(rw.errors.BadOption, match=r"no files\.json"):
        offline_site.check(str(tmp_path))


def test_a_whole_game_without_network(
    space: WebSpace, context: BrowserContext, tmp_path: Path
) -> None:
    page = context.new_page()
    table = begin(page, space.url)
    page.evaluate(KEPT)
    context.set_offline(True)
    space.stop()
    Player(page).play(3)
    before = seq(page)
    page.close()  # as by a crash: nothing is said to anybody

    page = context.new_page()
    page.goto(f"{space.url}en/index.html")
    page.locator(f'a[href*="{table}"]').first.click()
    expect(page.locator("#mine svg").first).to_be_visible()
    assert seq(page) >= before
    player = Player(page)
    if (seen := player.wait())["status"] != "over":
        hint = post(page, f"/api/tables/{table}/hint", {"seat": 0, "seq": int(seen["seq"])})
        assert hint["text"] and hint["moves"]
    player.play()
    expect(page.locator("#ending")).to_be_visible()

    with page.expect_download() as loading:
        page.locator('#ending a[href$="/log"]').click()
    loading.value.save_as(tmp_path / "game.log")
    text = (tmp_path / "game.log").read_text(encoding="utf-8")
    assert fair.check(Log.parse(text), *fair.read_block(text)).fair

    page.goto(page.url.replace("t.html", "replay.html"))
    page.locator("#last").click()
    expect(page.locator("#mine svg").first).to_be_visible()
    page.goto(page.url.replace("replay.html", "review.html"))
    expect(page.locator("main.review h1")).to_be_visible()
    expect(page.locator("main.review svg").first).to_be_visible()
    page.reload()  # the review is kept: nobody makes it again
    expect(page.locator("main.review svg").first).to_be_visible()
    assert page.workers[0].evaluate(SHELVED, table)


def test_real_dice_are_entered_without_network(known: Known) -> None:
    page = known.context.new_page()
    table = begin(page, known.space.url, "qwinto", "own_dice")
    known.context.set_offline(True)
    at = f"/api/tables/{table}"
    moved = {"seat": 0, "seq": get(page, f"{at}/view")["seq"], "move": "roll OY"}
    rolled = {"seq": post(page, f"{at}/move", moved)["seq"]}
    for wrong, words in (
        ("O7 Y2", "1 to 6"),
        ("O1", "Y"),
        ("O1 O2", "listed twice"),
        ("", "valid"),
    ):
        assert words in post(page, f"{at}/roll", rolled | {"roll": wrong}), wrong
    right = post(page, f"{at}/roll", rolled | {"roll": "O3 Y2"})
    post(page, f"{at}/correct", {"seq": right["seq"], "roll": "O6 Y6"})
    assert "6" in get(page, f"{at}/view")["last"]["text"]
    kept = {"seat": 0, "seq": get(page, f"{at}/view")["seq"], "move": "keep"}
    post(page, f"{at}/move", kept)
    assert "a full orange row" in get(page, f"{at}/preview?seat=0&move=O2")["closes"]
    expect(page.locator("#correct-roll")).to_be_visible()
    known.context.set_offline(False)
    page.close()


def test_another_worker_takes_the_place_of_one_that_was_killed(
    space: WebSpace, context: BrowserContext
) -> None:
    page = context.new_page()
    page.clock.install()
    begin(page, space.url)
    Player(page).play(1)
    Player(page).wait()
    before = seq(page)
    page.workers[0].evaluate("() => self.close()")
    page.clock.fast_forward(60_000)
    expect(page.locator("body:not(.offline)")).to_be_visible()
    Player(page).play(2)
    assert seq(page) > before


def test_play_goes_on_where_nothing_can_be_kept(known: Known) -> None:
    page = known.context.new_page()
    begin(page, known.space.url)
    page.workers[0].evaluate(FULL)
    Player(page).play(3)
    expect(page.locator(".offline-state")).to_contain_text("gone when you close this tab")
    page.workers[0].evaluate("() => { IDBObjectStore.prototype.add = self.add; }")
    before, carried = seq(page), page.evaluate("window.name")
    Player(page).play(1)  # there is room again, and what was in memory alone is kept with it
    page.evaluate("(name) => { window.name = name; }", carried)  # left before the tab heard of it
    page.reload()
    expect(page.locator("#mine svg").first).to_be_visible()
    assert seq(page) > before
    Player(page).play(1)
    page.close()


def test_an_update_loses_no_game_that_is_under_way(
    site: Path, context: BrowserContext, tmp_path: Path
) -> None:
    old = tmp_path / "old"
    shutil.copytree(site, old)
    with web_space(old) as space:
        page = context.new_page()
        table = begin(page, space.url)
        page.evaluate(KEPT)
        Player(page).play(2)
        before = seq(page)
        new = tmp_path / "new"
        write(made({}).files, new)
        space.folder = new
        page.evaluate("() => navigator.serviceWorker.getRegistration().then((r) => r.update())")
        Player(page).play(1)  # on the page that is still the old one
        page.goto(f"{space.url}en/index.html")
        version = next((new / "python").iterdir()).name
        page.wait_for_function(
            "(version) => document.getElementById('site')?.textContent.includes(version)",
            arg=version,
        )
        page.locator(f'a[href*="{table}"]').first.click()
        expect(page.locator("#mine svg").first).to_be_visible()
        assert seq(page) > before
        Player(page).play(1)
    assert posixpath.basename(page.url).startswith("t.html?")
