"""``make pictures``: draw every position in this folder for the docs."""

from __future__ import annotations

import json
from pathlib import Path

import rollwrite as rw

HERE = Path(__file__).parent


def drawn(path: Path) -> str:
    """A position file as SVG."""
    data = json.loads(path.read_text(encoding="utf-8"))
    game = rw.game(data["game"], variant=data.get("variant"))
    return game.position(data)._repr_svg_() + "\n"


def main() -> None:
    """Draw all of them."""
    for path in sorted(HERE.glob("*.json")):
        path.with_suffix(".svg").write_text(drawn(path), encoding="utf-8")


if __name__ == "__main__":
    main()
