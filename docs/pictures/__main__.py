"""``make pictures``: draw every position in this folder for the docs."""

from __future__ import annotations

import json
from pathlib import Path

import rollwrite as rw
from rollwrite.bots import bot
from rollwrite.paper.record import record

HERE = Path(__file__).parent
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


def main() -> None:
    """Draw all of them."""
    (HERE / "record.png").write_bytes(record_picture())
    for path in sorted(HERE.glob("*.json")):
        path.with_suffix(".svg").write_text(drawn(path), encoding="utf-8")


if __name__ == "__main__":
    main()
