"""``python -m rollwrite.bots``: compile how bots think, so that they answer faster from now on."""

from __future__ import annotations

import rollwrite as rw
from rollwrite.bots import prepare

if __name__ == "__main__":
    for name in rw.games():
        for variant in rw.game(name).definition.variants or (None,):
            prepare(rw.game(name, variant=variant))
