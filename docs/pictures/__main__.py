"""``make pictures``: draw every position in this folder for the docs."""

from __future__ import annotations

import json
from pathlib import Path

import rollwrite as rw
from rollwrite.bots import bot
from rollwrite.draw.svg import svg
from rollwrite.games.optional import OptionalDrawings
from rollwrite.paper.record import record

HERE = Path(__file__).parent
CARDS = 4  # of each game that is played on cards
PIXELS = 90.0  # to the inch


def drawn(path: Path) -> str:
    """A position file as SVG."""
    data = json.loads(path.read_text(encoding="utf-8"))
    game = rw.game(data["game"], variant=data.get("variant"))
    return game.position(data)._repr_svg_() + "\n"


def record_picture() -> bytes:
    """A finished game as `rollwrite print --log` puts it on a page."""
    state = rw.game("qwinto").start(seats=2, seed=42)
    while not state.over:
        if state.chance:
            state = state.roll()
        else:
            seat = state.pending[0]
            state = state.play(bot("expert").choose(state, seat), seat)
    return record(state, ["Anna", "Ben"], ppi=PIXELS)


def gallery() -> dict[str, str]:
    """The pictures of the gallery that are no positions: cards as they are printed, and plots."""
    found = {}
    for name in rw.games():
        game = rw.game(name)
        cards = OptionalDrawings.of(game.definition.drawing).deck(game)
        for number, card in enumerate(cards[:: max(1, len(cards) // CARDS)][:CARDS], 1):
            found[f"cards/{name}-{number}"] = svg(card.front)
    bots = ["expert", "casual", "greedy", "random"]
    matches = rw.lab.tournament("twenty_one", bots, games=2000, seed=1)
    plots = matches.plots()
    return found | {"plots/scores": plots["scores"], "plots/wins": plots["wins"]}


def main() -> None:
    """Draw all of them."""
    for name, drawing in gallery().items():
        path = HERE / f"{name}.svg"
        path.parent.mkdir(exist_ok=True)
        path.write_text(drawing + "\n", encoding="utf-8")
    (HERE / "record.png").write_bytes(record_picture())
    for path in sorted(HERE.glob("*.json")):
        path.with_suffix(".svg").write_text(drawn(path), encoding="utf-8")


if __name__ == "__main__":
    main()
