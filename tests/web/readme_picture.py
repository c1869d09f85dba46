"""``make readme-picture``: a table in the browser, for the README. The dice are new every time."""

from __future__ import annotations

import tempfile
from pathlib import Path

import rollwrite as rw
from rollwrite.bots import bot
from server.running import Browser
from web.chromium import NO_GUIDE, browser, server
from web.player import Player, open_table, same_person, table_of

PICTURE = Path(__file__).parents[2] / "docs" / "pictures" / "table.png"
GAME, DECISIONS = "clever_kids", 30


def decide_well(player: Browser, table: str) -> None:
    """Make the move that the expert would make."""
    view = player.my_turn(table)
    log = player.http.get(f"/api/tables/{table}/log").text
    state = rw.game(GAME).replay(log.split("\nfair dice")[0])
    seat = view["deciding"][0]
    player.move(table, seat, view["seq"], str(bot("expert").choose(state, seat)))


def main() -> None:
    """Play half a game, select a part, and take the picture."""
    with tempfile.TemporaryDirectory() as folder, server(Path(folder)) as own, browser() as opened:
        context = opened.new_context(
            viewport={"width": 1280, "height": 800}, color_scheme="light", locale="en",
            reduced_motion="reduce",
        )  # fmt: skip
        context.add_init_script(NO_GUIDE)
        page = context.new_page()
        open_table(page, own.url, GAME, **{"name-0": "Anna", "seats": "3"})
        Player(page).wait()
        player, table = same_person(context, own), table_of(page)
        made = 0
        while made < DECISIONS or not player.my_turn(table)["prompt"]:
            decide_well(player, table)
            made += 1
        page.reload()
        seen = Player(page).wait()
        if seen["live"]:
            Player(page).tap(seen["live"][0])
        page.wait_for_timeout(400)
        page.screenshot(path=PICTURE)
    print(f"{PICTURE.name}: {PICTURE.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
