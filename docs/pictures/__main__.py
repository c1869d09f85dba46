"""``make pictures``: draw every position of this folder as the pages show it."""

from __future__ import annotations

import json
from pathlib import Path

import rollwrite as rw

HERE = Path(__file__).parent


def drawn(path: Path) -> str:
    """The SVG of a position file."""
    data = json.loads(path.read_text(encoding="utf-8"))
    game = rw.game(data["game"], variant=data.get("variant"))
    return game.position(data)._repr_svg_() + "\n"


def main() -> None:
    """Draw them all."""
    for path in sorted(HERE.glob("*.json")):
        path.with_suffix(".svg").write_text(drawn(path), encoding="utf-8")


if __name__ == "__main__":
    main()
