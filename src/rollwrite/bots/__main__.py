"""``python -m rollwrite.bots``: compile how bots think, so that they answer faster from now on."""

from __future__ import annotations

import sys

import rollwrite as rw
from rollwrite.bots import prepare

if __name__ == "__main__":
    try:
        for name in rw.games():
            for variant in rw.game(name).definition.variants or (None,):
                prepare(rw.game(name, variant=variant))
    except rw.MissingExtra as error:
        sys.exit(f"rollwrite: {error}")
