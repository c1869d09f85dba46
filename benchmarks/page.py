"""The pages in a browser, as on a slow phone: ``make bench-page``.

Weight of a first visit, time until it can be used at a fourth of the processor's speed on slow 3G,
taps to the first move, sizes of targets, and the work for each frame of the animations. Work is
measured as time of the page's main thread, which others on the machine do not change; only the
time until a page can be used is told by the clock, as the best of several visits.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser as Chromium
from playwright.sync_api import BrowserContext, Page

import rollwrite as rw
from server.running import Browser
from web.chromium import NO_GUIDE, browser, server
from web.player import Player, catch_up, sit_down

PHONE = (390, 844)
SIZES = ((320, 568), (390, 844), (768, 1024), (844, 390), (1366, 768))
SLOWDOWN = 4
# Bytes a second and milliseconds for an answer: slow 3G as WebPageTest has it, and Chromium's own.
SLOW_3G = {"slow 3G (400 kbit/s, 400 ms)": (50_000, 400), "Chromium's preset": (50_000, 2000)}
FRAME = 16.0  # milliseconds
VISITS = 5
TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline", "toplevel"]
TRACED += ["blink.user_timing"]
FRAME_BEGINS = ("BeginMainThreadFrame", "BeginCommitCompositorFrame")  # of older and newer Chromium
Trace = list[dict[str, Any]]


def phone(
    opened: Chromium, *, motion: bool = False, size: tuple[int, int] = PHONE
) -> BrowserContext:
    """A phone that has never been here, but needs no guide."""
    context = opened.new_context(
        viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True, locale="en",
        reduced_motion="no-preference" if motion else "reduce", service_workers="block",
    )  # fmt: skip
    context.add_init_script(NO_GUIDE)
    context.set_default_timeout(120_000)
    return context


def slow_down(page: Page, rate: int, network: tuple[int, int] | None = None) -> None:
    """Let the page have a fraction of the processor, and of a network."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    if network is not None:
        speed, latency = network
        devtools.send("Network.enable")
        devtools.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": latency,
            "downloadThroughput": speed, "uploadThroughput": speed,
        })  # fmt: skip


# A first visit


def print_start(opened: Chromium, url: str) -> None:
    """Weight, requests, and when a finger can use the start page."""
    context = phone(opened)
    page = context.new_page()
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108
    page.goto(url)
    page.wait_for_load_state("networkidle")
    sizes = [answer.request.sizes() for answer in answers]
    weight = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
    context.close()
    print(f"\nFirst page: {weight / 1000:.1f} kB in {len(answers)} requests\n")
    print(f"| {SLOWDOWN} times slower, and | usable after, s | longest task, ms |")
    print("|---|---:|---:|")
    for name, network in SLOW_3G.items():
        visits = [visit(opened, url, network) for _ in range(VISITS)]
        soon, longest = min(visits)
        print(f"| {name} | {soon / 1000:.2f} | {longest:.0f} |", flush=True)


# The scripts have run when the document's content is loaded: they are modules.
READY = """() => performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd"""


def visit(opened: Chromium, url: str, network: tuple[int, int]) -> tuple[float, float]:
    """Milliseconds until the scripts of the start page have run, and the longest task so far."""
    context = phone(opened)
    page = context.new_page()
    page.add_init_script("""
      window.tasks = [];
      const keep = (list) => list.getEntries().forEach(({ duration }) => tasks.push(duration));
      new PerformanceObserver(keep).observe({ type: "longtask", buffered: true });
    """)
    slow_down(page, SLOWDOWN, network)
    page.goto(url, wait_until="domcontentloaded")
    soon: float = page.evaluate(READY)
    page.locator("[data-more]").first.click()
    page.locator("#setup").wait_for()
    longest = max(page.evaluate("window.tasks"), default=0.0)
    context.close()
    return soon, longest


# Taps


def print_taps(opened: Chromium, url: str) -> None:
    """Taps from the start page to a first move that counts, by somebody who takes what is live."""
    print("\n| game | taps to the first move | to the first roll |\n|---|---:|---:|")
    for game in rw.games():
        context = phone(opened)
        page = context.new_page()
        page.goto(url)
        page.locator(f'[data-game="{game}"] [data-play]').click()
        page.wait_for_url("**/t/*")
        first, roll = taps(page)
        print(f"| {game} | {first} | {roll} |", flush=True)
        context.close()


def taps(page: Page) -> tuple[int, int]:
    """Taps, with the one on the start page: to the first own move, and until dice are rolled."""
    player, made, first = Player(page), 1, 0
    seen = begun = player.wait()
    blank = (
        "() => [...document.querySelectorAll('#tray text')].some((one) => one.textContent === '?')"
    )
    while not first or page.evaluate(blank):
        player.tap(next_tap(seen))
        made += 1
        page.wait_for_timeout(350)  # a tap right after the bar has changed does not count
        seen = player.look()
        if not first and seen["seq"] != begun["seq"]:
            first = made
        if seen["status"] == "over" or made > 40:
            break
        if not seen["mine"]:
            seen = player.wait()
    return first, made


def next_tap(seen: dict[str, Any]) -> str:
    """What is ready is done; else a card, then a place for it; else the first part or button."""
    if seen["ready"]:
        return "confirm"
    cards = [id_ for id_ in seen["live"] if "-card-" in id_]
    places = [id_ for id_ in seen["live"] if "-card-" not in id_]
    ordered = [*places, *cards] if seen["chosen"] or len(cards) < 2 else [*cards, *places]
    return str([*ordered, *seen["presses"]][0])


# Targets

# For every part that can be chosen: its box, and how far from its middle a tap still means it.
MEASURE = """async () => {
  const scripts = performance.getEntriesByType("resource").map(({ name }) => name);
  const { meantAt } = await import(scripts.find((name) => name.endsWith("/table/touch.js")));
  const found = [];
  for (const root of ["mine", "tray", "market"].map((id) => document.getElementById(id))) {
    if (!root.checkVisibility({ visibilityProperty: true })) continue;
    for (const part of root.querySelectorAll('[data-part][role="button"]')) {
      part.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const { x, y, width, height } = part.getBoundingClientRect();
      const means = (u, v) => meantAt(u, v, root) === part;
      const [cx, cy] = [x + width / 2, y + height / 2];
      if (!means(cx, cy)) continue;
      const far = (dx, dy) => {
        let way = 0;
        while (way < 60 && means(cx + dx * (way + 1), cy + dy * (way + 1))) way += 1;
        return way;
      };
      const [wide, high] = [far(1, 0) + far(-1, 0), far(0, 1) + far(0, -1)];
      found.push({ id: part.id, width, height, wide, high });
    }
  }
  return found;
}"""


def print_targets(opened: Chromium, own: Any) -> None:
    """The smallest part that can be chosen, as drawn and as a finger finds it, by game and size."""
    print("\nSmallest part that can be chosen, in pixels: as drawn / as a finger finds it\n")
    print("| game |" + "".join(f" {w}x{h} |" for w, h in SIZES))
    print("|---|" + "---:|" * len(SIZES))
    for game in rw.games():
        cells = [smallest(opened, own, game, size) for size in SIZES]
        print(f"| {game} | " + " | ".join(cells) + " |", flush=True)


def smallest(opened: Chromium, own: Any, game: str, size: tuple[int, int]) -> str:
    """Of a dozen decisions: the smallest sides of a part, and of what a finger can hit of it."""
    context = phone(opened, size=size)
    page = context.new_page()
    anna = Browser(own)
    table = anna.begin(game, "bots", "me", *["bot"] * max(1, rw.game(game).seats.start - 1))
    sit_down(page, anna, table)
    drawn, hit = [(999.0, 999.0)], [(999.0, 999.0)]
    for step in range(12):
        if Player(page).wait()["status"] == "over":
            break
        for one in page.evaluate(MEASURE):
            drawn.append((one["width"], one["height"]))
            hit.append((one["wide"], one["high"]))
        anna.decide(table, step * 7)
        catch_up(page, anna, table)
    context.close()
    one, two = (min(sizes, key=min) for sizes in (drawn, hit))
    return f"{one[0]:.0f}x{one[1]:.0f} / {two[0]:.0f}x{two[1]:.0f}"


# Frames

MARKS = """
  let running = 0;
  const count = (by) => {
    if (running === 0 && by > 0) performance.mark("animation begins");
    running = Math.max(0, running + by);
    if (running === 0) performance.mark("animation ends");
  };
  for (const [name, by] of [
    ["animationstart", 1], ["animationend", -1], ["animationcancel", -1],
    ["transitionrun", 1], ["transitionend", -1], ["transitioncancel", -1],
  ]) addEventListener(name, () => count(by), true);
"""


def print_frames(opened: Chromium, own: Any) -> None:
    """Work of the main thread for each frame while something moves."""
    print(
        f"\nWork for a frame of an animation, ms, {SLOWDOWN} times slower (target: {FRAME:.0f})\n"
    )
    print("| what | frames | median | longest | over | the move before it |")
    print("|---|---:|---:|---:|---:|---:|")
    for game in rw.games():
        for what, begin in animations(game):
            context = phone(opened, motion=True)
            page = context.new_page()
            page.add_init_script(MARKS)
            anna = Browser(own)
            act = begin(page, anna)
            slow_down(page, SLOWDOWN)
            opened.start_tracing(page=page, categories=TRACED)
            act()
            page.wait_for_timeout(2500)
            trace = json.loads(opened.stop_tracing())["traceEvents"]
            frames, before = frames_of(trace)
            context.close()
            row = [f"{game}: {what}", str(len(frames))]
            if frames:
                over = sum(one > FRAME for one in frames)
                row += [f"{median(frames):.1f}", f"{max(frames):.1f}", str(over), f"{before:.0f}"]
            print("| " + " | ".join(row) + " |", flush=True)


Scene = Callable[[Page, Browser], Callable[[], object]]


def animations(game: str) -> Iterator[tuple[str, Scene]]:
    """What moves at a table of this game, each with how it comes about."""

    def at(page: Page, anna: Browser, decisions: int) -> str:
        table = anna.begin(game, "solo", "me")
        for step in range(decisions):
            anna.decide(table, step * 7)
        sit_down(page, anna, table)
        Player(page).wait()
        return table

    def played(page: Page, anna: Browser) -> Callable[[], object]:
        table = at(page, anna, 6)

        def act() -> None:
            for step in range(4):
                anna.decide(table, step)
                page.wait_for_timeout(2000)  # a question to the page would cost it a frame

        return act

    yield "dice and pen", played


def frames_of(trace: Trace) -> tuple[list[float], float]:
    """Main-thread time of each frame while something moved, and of the longest task before it."""
    threads = Counter(
        (one["pid"], one["tid"]) for one in trace if one["name"] == "animation begins"
    )
    if not threads:
        return [], 0.0
    main = threads.most_common(1)[0][0]
    own = sorted(
        (one for one in trace if (one["pid"], one["tid"]) == main), key=lambda one: one["ts"]
    )
    names = {one["name"] for one in own}
    begin = next(name for name in FRAME_BEGINS if name in names)
    frames: list[float] = []
    longest, moving, spent = 0.0, False, None
    for one in own:
        if one["name"] == "animation begins":
            moving, spent = True, None
        elif one["name"] == "animation ends":
            moving = False
        elif one["name"] == begin and moving:
            if spent is not None:
                frames.append(spent)
            spent = 0.0
        elif one["name"] == "RunTask" and "tdur" in one:
            if spent is not None and moving:
                spent += one["tdur"] / 1000
            elif not moving:
                longest = max(longest, one["tdur"] / 1000)
    return frames, longest


def main() -> None:
    """Measure everything, or what is asked for."""
    parser = argparse.ArgumentParser(prog="make bench-page", description=__doc__)
    parser.add_argument("what", nargs="*", help="start, taps, targets or frames; all if left out")
    asked = parser.parse_args().what or ["start", "taps", "targets", "frames"]
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as own, browser() as opened:
        if "start" in asked:
            print_start(opened, own.url)
        if "taps" in asked:
            print_taps(opened, own.url)
        if "targets" in asked:
            print_targets(opened, own)
        if "frames" in asked:
            print_frames(opened, own)


if __name__ == "__main__":
    main()
