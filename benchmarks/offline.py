"""The exported site in a browser: sizes, starts, and how long bots take: ``make bench-offline``.

A tap is a move that is posted, the end is the view that shows what bots have answered to it; bots
make no pauses here. Both sites, with WebAssembly and without, are measured in one run, in turn.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

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
    const mine = async () => {
      while (!(view.status === "over" || view.deciding?.length)) {
        await new Promise((go) => (heard = go));
      }
    };
    await post(`/api/tables/${table}/seed`, { seed: "abcdef" });
    for (await mine(); view.status !== "over" && found.length < most; ) {
      const [seat] = view.deciding;
      const moves = view.moves[seat];
      const { text } = moves[Math.floor(Math.random() * moves.length)];
      const begun = performance.now();
      view.deciding = null;
      await post(`/api/tables/${table}/move`, { seat, seq: view.seq, move: text });
      await mine();
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
    """Seconds until the first table is drawn: on a first visit, and on the next ones."""
    with web_space(folder) as space:
        context = chromium.new_context(locale="en")
        page = context.new_page()
        page.set_default_timeout(300_000)
        begun = perf_counter()
        page.goto(space.url)
        page.locator("article[data-game=qwinto] [data-play]").click()
        page.wait_for_url("**/t.html?*")
        page.locator("#mine svg").first.wait_for()
        found = {"first visit": perf_counter() - begun}
        again = []
        for _ in range(5):
            begun = perf_counter()
            page.reload()
            page.locator("#mine svg").first.wait_for()
            again.append(perf_counter() - begun)
        context.close()
    return found | {"next visit": min(again)}


def taps(page: Page, most: int) -> dict[str, dict[str, list[float]]]:
    return {
        game: {level: sorted(page.evaluate(TAPS, [game, level, most])) for level in LEVELS}
        for game in rw.games()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
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
                for game, levels in taps(page, given.moves).items():
                    told = [
                        f"{level} {median(ms):.0f} ({ms[-1]:.0f})" for level, ms in levels.items()
                    ]
                    print(f"{game:12} ms, median (most): {', '.join(told)}", flush=True)
                page.close()


if __name__ == "__main__":
    main()
