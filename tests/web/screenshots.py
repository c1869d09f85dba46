"""``make screenshots``: every page and every state of a table, at every size, in both themes.

The language goes round, so that every page and every size is seen in each. ``screenshots/`` holds
the pictures, a page that shows them side by side, and that page as pictures (git ignores it).
``make screenshots ONLY="start qwinto+phone-dark"`` takes those whose names contain one of the
words, or all that a plus joins.
"""

from __future__ import annotations

import html
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page

import rollwrite as rw
from patience import COMPILING
from rollwrite.texts import LANGUAGES
from server.running import Browser as Somebody
from web.chromium import NO_GUIDE, browser, server
from web.player import Player, ask_how

FOLDER = Path(__file__).parents[2] / "screenshots"
SIZES = {
    "small": (320, 568),
    "phone": (390, 844),
    "landscape": (844, 390),
    "tablet": (768, 1024),
    "laptop": (1366, 768),
    "zoomed": (683, 384),  # a laptop at 200 %
    "desktop": (1920, 1080),
}
TOUCH = ("phone", "small", "landscape", "tablet")
THEMES = ("light", "dark")
SETTLES = 250  # milliseconds
ALBUM = """<!doctype html><meta charset="utf-8"><title>Screenshots</title><style>
body {{ font: 15px sans-serif; background: #999; margin: 8px; width: 2360px; }}
section {{ background: #999; padding: 4px 0; }} h2 {{ margin: 2px; font-size: 22px; }}
section > div {{ display: flex; flex-wrap: wrap; gap: 8px; align-items: flex-start; }}
figure {{ margin: 0; }} img {{ display: block; height: {height}px; width: auto; }}
</style>{sections}"""


@dataclass(frozen=True, slots=True)
class Scene:
    """What is photographed: a path, and what is done there first."""

    name: str
    path: str
    begin: Callable[[Page], object] = lambda _: None
    whole: bool = False  # as long as the page is
    guide: bool = False


def reading() -> Iterator[Scene]:
    """The pages that are read, and the dialogs of the start page."""
    for path in ("", "daily", "about", "t/nowhere", *(f"rules/{game}" for game in rw.games())):
        yield Scene(path.replace("/", "-") or "start", path, whole=True)
    first = rw.games()[0]
    campaign = next(game for game in rw.games() if rw.game(game).definition.campaign)
    yield Scene("setup", "", lambda page: ask_how(page, first, "friends"))
    yield Scene("setup-bots", "", lambda page: ask_how(page, first))
    yield Scene("setup-campaign", "", lambda page: ask_how(page, campaign, "solo"))


def gathering(anna: Somebody) -> Iterator[Scene]:
    """A table that waits for friends, and one whose device goes round."""
    lobby = anna.create(rw.games()[0], "friends", "me", "open", "bot")
    yield Scene("lobby", f"t/{lobby}", _laid, whole=True)
    secret = rw.games()[2]
    device = anna.begin(secret, "device", "me", "me")
    anna.ok(f"/api/tables/{device}/rename", seat=1, name="Ben")
    yield Scene("device", f"t/{device}", _laid)


def playing(anna: Somebody, game: str) -> Iterator[Scene]:
    """A game from its first decision to its end, its replay and its review."""
    bots = ["bot"] * max(2, rw.game(game).seats.start - 1)
    new, middle, over = (anna.begin(game, "bots", "me", *bots) for _ in range(3))
    for step in range(16):
        anna.my_turn(middle)
        anna.decide(middle, step * 7)
    anna.my_turn(middle)
    anna.play_out(over)
    at = f"t/{middle}"
    yield Scene(f"{game}-1-begin", f"t/{new}", _laid)
    yield Scene(f"{game}-1-guide", f"t/{new}", _guided, guide=True)
    yield Scene(f"{game}-2-middle", at, _laid)
    yield Scene(f"{game}-2-whole", at, _laid, whole=True)
    yield Scene(f"{game}-3-chosen", at, _chosen)
    if hasattr(rw.game(game).definition.drawing, "market"):
        yield Scene(f"{game}-3-market", at, _market)
    yield Scene(f"{game}-3-hint", at, _hinted)
    yield Scene(f"{game}-4-other", at, _other)
    yield Scene(f"{game}-5-over", f"t/{over}", _ended, whole=True)
    yield Scene(f"{game}-6-replay", f"replay/{over}?step=12", _replayed, whole=True)
    yield Scene(f"{game}-7-review", f"review/{over}", _reviewed, whole=True)


def _laid(page: Page) -> None:
    page.locator("#mine svg:visible, dialog[open], .people li, #ending:visible").first.wait_for()


def _guided(page: Page) -> None:
    _laid(page)
    page.locator("#guide, #confirm").first.wait_for()


def _chosen(page: Page) -> None:
    player = Player(page, 5)
    live = player.wait()["live"]
    if live:
        player.tap(live[0])


def _market(page: Page) -> None:
    _laid(page)
    handle = page.locator("#market-handle:visible")
    if handle.count() and handle.get_attribute("aria-expanded") == "false":
        handle.click()


def _hinted(page: Page) -> None:
    player = Player(page)
    player.wait()
    player.tap("do-hint")
    page.locator("#hint").wait_for(timeout=COMPILING * 1000)


def _other(page: Page) -> None:
    Player(page).wait()
    page.locator(".chip").nth(1).click()
    page.locator("#closer").wait_for()


def _ended(page: Page) -> None:
    page.locator("#ending").wait_for()


def _replayed(page: Page) -> None:
    page.locator("#mine svg").wait_for()


def _reviewed(page: Page) -> None:
    page.locator("#waiting").wait_for(state="detached", timeout=COMPILING * 1000)


def asked_for(name: str, wanted: list[str]) -> bool:
    """Whether a picture of this name is wanted: all are, if nothing is said."""
    return not wanted or any(all(part in name for part in word.split("+")) for word in wanted)


def photograph(
    opened: Browser, anna: Somebody, scenes: list[Scene], look: tuple[str, str], wanted: list[str]
) -> None:
    """All scenes at a size, in a theme."""
    size, theme = look
    width, height = SIZES[size]
    context = opened.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme,  # type: ignore[arg-type]
        has_touch=size in TOUCH, is_mobile=size in TOUCH, reduced_motion="reduce",
        service_workers="block",
    )  # fmt: skip
    cookies = anna.http.cookies.items()
    url = anna.server.url
    context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies])
    turn = [*SIZES].index(size) + THEMES.index(theme)
    for number, scene in enumerate(scenes):
        language = LANGUAGES[(number + turn) % len(LANGUAGES)]
        name = f"{scene.name}_{size}-{theme}-{language}.png"
        if not asked_for(name, wanted):
            continue
        page = context.new_page()
        page.add_init_script("localStorage.clear()" if scene.guide else NO_GUIDE)
        page.goto(f"{url}/{scene.path}{'&' if '?' in scene.path else '?'}lang={language}")
        try:
            scene.begin(page)
        except Exception as problem:  # the other pictures are worth having
            print(f"{scene.name} at {size}: {str(problem).splitlines()[0]}", file=sys.stderr)
        page.wait_for_timeout(SETTLES)
        page.screenshot(path=FOLDER / name, full_page=scene.whole)
        page.close()
    context.close()


def album(opened: Browser) -> None:
    """All pictures side by side, scene by scene: a page, and a picture of each scene."""
    pictures = sorted(FOLDER.glob("*_*.png"))
    order = list(SIZES)
    scenes = sorted({path.name.rpartition("_")[0] for path in pictures})
    sections = []
    for scene in scenes:
        own = [path for path in pictures if path.name.rpartition("_")[0] == scene]
        own.sort(key=lambda path: order.index(path.name.rpartition("_")[2].partition("-")[0]))
        shown = [
            f'<figure><figcaption>{path.stem.rpartition("_")[2]}</figcaption>'
            f'<img src="{html.escape(path.name)}"></figure>'
            for path in own
        ]  # fmt: skip
        sections.append(
            f'<section id="{scene}"><h2>{scene}</h2><div>{"".join(shown)}</div></section>'
        )
    index = FOLDER / "index.html"
    index.write_text(ALBUM.format(sections="".join(sections), height=560), encoding="utf-8")
    page = opened.new_page(viewport={"width": 2400, "height": 1200})
    page.goto(index.as_uri())
    page.wait_for_load_state("networkidle")
    for scene in scenes:
        page.locator(f"[id='{scene}']").screenshot(path=FOLDER / f"sheet-{scene}.png")
    page.close()


def main(wanted: list[str]) -> None:
    """Photograph all scenes, or those that are wanted."""
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as own, browser() as opened:
        anna = Somebody(own)
        scenes = [*reading(), *gathering(anna)]
        named = [game for game in rw.games() if any(game in word for word in wanted)]
        for game in named or rw.games():
            scenes += playing(anna, game)
        for old in FOLDER.glob("*.png"):
            if asked_for(old.name, wanted):
                old.unlink()
        for size in SIZES:
            for theme in THEMES:
                photograph(opened, anna, scenes, (size, theme), wanted)
        album(opened)
    print(f"{len(list(FOLDER.glob('*_*.png')))} pictures in {FOLDER.name}/")


if __name__ == "__main__":
    main(sys.argv[1:])
