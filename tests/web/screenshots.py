"""``make screenshots``: every page, and tables at every size, into a folder git ignores."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, expect

import rollwrite as rw
from patience import COMPILING, PATIENCE
from web.chromium import NO_GUIDE, browser, server
from web.player import Player, ask_how, open_table

FOLDER = Path(__file__).parents[2] / "screenshots"
SIZES = {
    "phone": (390, 844),
    "small": (320, 568),
    "landscape": (844, 390),
    "tablet": (768, 1024),
    "laptop": (1366, 768),
    "desktop": (1920, 1080),
}
TOUCH = ("phone", "small", "landscape", "tablet")


class Camera:
    """Takes pictures of one size and theme."""

    def __init__(self, opened: Browser, size: str, theme: str, language: str) -> None:
        self.name = f"{size}-{theme}-{language}"
        width, height = SIZES[size]
        options: dict[str, Any] = {"viewport": {"width": width, "height": height}}
        options |= {"color_scheme": theme, "locale": language}
        self.context: BrowserContext = opened.new_context(
            **options, has_touch=size in TOUCH, is_mobile=size in TOUCH, reduced_motion="reduce",
        )  # fmt: skip
        self.context.add_init_script(NO_GUIDE)
        self.page: Page = self.context.new_page()

    def take_all_sizes(self, name: str) -> None:
        """The same table at every size."""
        own = self.page.viewport_size
        assert own is not None
        for size, (width, height) in SIZES.items():
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.wait_for_timeout(350)
            self.page.screenshot(path=FOLDER / f"{name}-{self.name}-at-{size}.png")
        self.page.set_viewport_size(own)

    def take(self, name: str, *, whole: bool = False) -> None:
        self.page.wait_for_timeout(350)
        path = FOLDER / f"{name}-{self.name}{'-whole' if whole else ''}.png"
        self.page.screenshot(path=path, full_page=whole)


def reading(camera: Camera, address: str) -> None:
    """The pages that are only read."""
    for path in ("", "daily", "about", "t/nowhere", *(f"rules/{game}" for game in rw.games())):
        camera.page.goto(f"{address}/{path}")
        camera.take(path.replace("/", "-") or "start", whole=True)
    camera.page.goto(address)
    ask_how(camera.page, rw.games()[0], "friends")
    camera.take("setup")
    camera.page.goto(address)
    ask_how(camera.page, rw.games()[0])
    camera.page.locator('#setup [name="seats"]').last.check(force=True)
    camera.page.locator("#setup summary").click()
    camera.take("setup-bots")
    camera.page.goto(address)
    campaign = next(game for game in rw.games() if rw.game(game).definition.campaign)
    ask_how(camera.page, campaign, "solo")
    camera.take("setup-campaign")


def lobby(camera: Camera, address: str, game: str) -> None:
    """A table that waits for friends."""
    open_table(camera.page, address, game, "friends", **{"name-0": "Anna"})
    camera.page.locator(".people li").nth(1).wait_for()
    camera.take("lobby", whole=True)


def passing(camera: Camera, address: str, game: str) -> None:
    """Around one device: the screen before somebody else looks."""
    open_table(camera.page, address, game, "device", **{"name-0": "Anna", "name-1": "Ben"})
    camera.page.locator("#mine svg:visible, dialog[open]").first.wait_for()
    camera.take(f"{game}-0-device")


def playing(camera: Camera, address: str, game: str) -> None:
    """A game from its first decision to its end and its replay."""
    open_table(camera.page, address, game, **{"name-0": "Anna", "seats": "3"})
    player = Player(camera.page, 5)
    player.wait()
    camera.take(f"{game}-1-begin")
    player.play(14)
    player.wait()
    camera.take(f"{game}-2-middle")
    camera.take(f"{game}-2-middle", whole=True)
    live = player.look()["live"]
    if live:
        player.tap(live[0])
        camera.take(f"{game}-3-chosen")
        camera.take_all_sizes(f"{game}-3-chosen")
    player.wait()
    handle = camera.page.locator("#market-handle:visible")
    if handle.count():
        camera.page.keyboard.press("Escape")
        handle.click()
        camera.take(f"{game}-3-market")
        camera.page.keyboard.press("Escape")
    if camera.page.locator("#do-hint").count():
        camera.page.locator("#do-hint").click()
        camera.page.locator("#hint").wait_for()
        camera.take(f"{game}-3-hint")
    camera.page.locator(".chip").nth(1).click()
    camera.take(f"{game}-4-other")
    camera.page.locator("#closer [data-close]").click()
    player.play()
    camera.page.locator("#ending").wait_for()
    camera.take(f"{game}-5-over", whole=True)
    camera.page.goto(camera.page.url.replace("/t/", "/replay/"))
    camera.page.locator("#mine svg").wait_for()
    for _ in range(12):
        camera.page.keyboard.press("ArrowRight")
    expect(camera.page.locator("#step")).to_have_value("12", timeout=PATIENCE * 1000)
    camera.take(f"{game}-6-replay", whole=True)
    camera.page.goto(camera.page.url.split("?")[0].replace("/replay/", "/review/"))
    camera.page.locator(".account").first.wait_for(timeout=COMPILING * 1000)
    choice = camera.page.locator(".choices button")
    if choice.count():
        choice.first.click()
    camera.take(f"{game}-7-review", whole=True)


def main(wanted: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as own, browser() as b:
        address = own.url
        shots = [("phone", "light", "fr"), ("laptop", "dark", "en"), ("desktop", "light", "de")]
        shots.append(("phone", "dark", "en"))
        for number, (size, theme, language) in enumerate(shots):
            games = wanted or list(rw.games())
            camera = Camera(b, size, theme, language)
            if not wanted:
                reading(camera, address)
                lobby(camera, address, games[0])
                for game in games:
                    passing(camera, address, game)
            for game in games if number < 2 else games[:1]:
                playing(camera, address, game)
            camera.context.close()
    print(f"{len(list(FOLDER.glob('*.png')))} pictures in {FOLDER.name}/")


if __name__ == "__main__":
    main(sys.argv[1:])
