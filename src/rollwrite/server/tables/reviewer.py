"""``python -m rollwrite.server.tables.reviewer``: reviews one game, in a process of its own.

It reads ``{"log": …, "names": {language: […]}}`` and writes the review as HTML, by language.
"""

from __future__ import annotations

import os
import sys

import msgspec

import rollwrite as rw
from rollwrite import web
from rollwrite.coach import review
from rollwrite.play.log import Log


class Order(msgspec.Struct):
    """A game to review, and who sat there."""

    log: str
    names: dict[str, list[str]]


def main() -> None:
    """Read an order, write the review."""
    if hasattr(os, "nice"):
        os.nice(10)  # people play meanwhile
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=Order)
    log = Log.parse(order.log)
    found = review(rw.game(log.game, variant=log.variant).replay(log))
    pages = {
        language: str(web.review_content(found, names, language))
        for language, names in order.names.items()
    }
    sys.stdout.buffer.write(msgspec.json.encode(pages))


if __name__ == "__main__":
    main()
