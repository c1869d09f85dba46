"""``rollwrite games``: what there is to play."""

from __future__ import annotations

import rollwrite as rw
from rollwrite.cli.options import Language
from rollwrite.errors import say
from rollwrite.texts import Message


def games(language: Language) -> None:
    """List the games."""
    for name in rw.games():
        game = rw.game(name, language=language)
        package = game.definition.package
        low, high = game.seats.start, game.seats.stop - 1
        print(f"{name:<12} {game.name}")
        print(f"{'':<12} {game.text(Message(package, 'about'))}")
        facts = [say("cli.seats", low=low, high=high), say(f"cli.{game.definition.provenance}")]
        if game.definition.variants:
            facts.append(say("cli.variants", variants=game.definition.variants))
        print(f"{'':<12} {', '.join(map(game.text, facts))}\n")
