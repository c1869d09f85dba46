"""The exported site in a browser: sizes, starts, and how long bots take: ``make bench-offline``.

Told is the time of the processors that all processes of the browser take, which others on the
machine change little; on two idle cores or more it takes less by the clock. A tap is
a move that is posted, its end the view that shows what bots have answered to it; bots make no
pauses here. Both sites, with WebAssembly and without, are measured in one run.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import tempfile
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any

import psutil
from playwright.sync_api import Browser, Page

import rollwrite as rw
from rollwrite.bots import LEVELS
from rollwrite.bots.ahead import as_wasm, evaluators
from rollwrite.bots.precompile import all_games
from rollwrite.offline.export import archive, site
from web.chromium import browser
from web.exported import web_space, write

MODULE = "rollwrite/offline/app.py"
PAUSE, NO_PAUSE = b"    prepare_bots=False,\n", b"    prepare_bots=False,\n    bot_seconds=0.0,\n"
# Plays moves of a table at random and tells how long each took until a person decides again.
TAPS = """async ([game, level, most]) => {
  const folder = document.documentElement.dataset.sprite.replace("icons/sprite.svg", "js/shared/");
  const load = (name) => import(new URL(`${folder}${name}.js`, location.href));
  const { post } = await load("api");
  const { socket } = await load("transport");
  const found = [];
  while (found.length < most) {
    const seats = [{ kind: "me", name: "A" }, { kind: "bot", level }];
    const { table } = await post("/api/tables", { game, mode: "bots", seats, name: "A" });
    const view = {};
    let heard = () => {};
    const live = socket(`/api/tables/${table}/live?lang=en`);
    live.onmessage = ({ data }) => {
      Object.assign(view, JSON.parse(data));
      heard();
    };
    const mine = async (seq = 0) => {
      const waits = () => !(view.status === "over" || view.deciding?.length) || view.seq < seq;
      while (waits()) {
        await new Promise((go) => (heard = go));
      }
    };
    await post(`/api/tables/${table}/seed`, { seed: "abcdef" });
    for (await mine(); view.status !== "over" && found.length < most; ) {
      const [seat] = view.deciding;
      const moves = view.moves[seat];
      const { text } = moves[Math.floor(Math.random() * moves.length)];
      const begun = performance.now();
      const body = { seat, seq: view.seq, move: text };
      await mine((await post(`/api/tables/${table}/move`, body)).seq);
      found.push(performance.now() - begun);
    }
    live.close();
  }
  return found;
}"""


def without_pauses(packed: bytes) -> bytes:
    """The archive of Python, with bots that answer at once."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(packed)) as old, zipfile.ZipFile(out, "w") as new:
        for entry in old.infolist():
            body = old.read(entry)
            if entry.filename == MODULE:
                assert PAUSE in body
                body = body.replace(PAUSE, NO_PAUSE)
            new.writestr(entry, body, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def work() -> float:
    """Seconds that the processes of the browser have worked."""
    found = 0.0
    for one in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            found += sum(one.cpu_times()[:2])
    return found


def exported(folder: Path, modules: Mapping[str, bytes]) -> None:
    site.python_archive = lambda: without_pauses(archive.python_archive())  # type: ignore[attr-defined]
    write(site.made(modules).files, folder)


def sizes(folder: Path) -> dict[str, int]:
    """Bytes by kind, compressed as a host would send them."""
    found: dict[str, int] = {}
    for path in folder.rglob("*"):
        if path.is_file():
            top = path.relative_to(folder).parts[0]
            kind = path.name.split(".gz.bin")[0] if top == "python" else top
            body = path.read_bytes()
            packed = body if path.suffix == ".bin" else gzip.compress(body, 9)
            found[kind] = found.get(kind, 0) + len(packed)
    return found


def started(chromium: Browser, folder: Path) -> dict[str, float]:
    """Seconds of work until a table is drawn: on a first visit, and at best on the next ones."""
    with web_space(folder) as space:
        context = chromium.new_context(locale="en")
        page = context.new_page()
        page.set_default_timeout(300_000)
        begun = work()
        page.goto(space.url)
        page.locator("article[data-game=qwinto] [data-play]").click()
        page.wait_for_url("**/t.html?*")
        page.locator("#mine svg").first.wait_for()
        found = {"first visit": work() - begun}
        again = []
        for _ in range(5):
            begun = work()
            page.reload()
            page.locator("#mine svg").first.wait_for()
            again.append(work() - begun)
        context.close()
    return found | {"next visit": min(again)}


def taps(page: Page, game: str, level: str, most: int) -> tuple[float, float, float]:
    """Milliseconds of work for one tap, and by the clock: the median and the most."""
    page.evaluate(TAPS, [game, level, 1])  # what is loaded once
    begun = work()
    found = sorted(page.evaluate(TAPS, [game, level, most]))
    return 1000 * (work() - begun) / most, median(found), found[-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=rw.games())
    parser.add_argument("--moves", type=int, default=30, help="for each game and level")
    given = parser.parse_args()
    modules: dict[str, bytes] = {}
    for one in map(as_wasm, evaluators(all_games(*rw.games()))):
        modules |= {f"{one.name}.wasm": one.module, f"{one.name}.json": one.manifest.encode()}
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, browser() as chromium:
        for name, files in (("wasm", modules), ("interpreted", {})):
            exported(Path(folder, name), files)
            found[name] = {"bytes": sizes(Path(folder, name))}
            found[name]["seconds"] = started(chromium, Path(folder, name))
            with web_space(Path(folder, name)) as space:
                page = chromium.new_page(locale="en")
                page.set_default_timeout(600_000)
                page.goto(f"{space.url}en/index.html")
                print(f"\n{name}: {json.dumps(found[name])}")
                for game in given.games:
                    for level in LEVELS:
                        told = taps(page, game, level, given.moves)
                        work_, clock, most = (round(ms) for ms in told)
                        print(f"{game:12} {level:9} {work_:5} ms; clock {clock}, most {most}")
                page.close()


if __name__ == "__main__":
    main()
