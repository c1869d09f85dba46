"""``rollwrite games``: list the games."""

from __future__ import annotations

import click

import rollwrite as rw
from rollwrite.cli import options
from rollwrite.errors import say
from rollwrite.texts import Message


@click.command()
@options.language
def games(language: str) -> None:
    """List the games with their seats and variants."""
    for name in rw.games():
        game = rw.game(name, language=language)
        package = game.definition.package
        boxes = [rw.game(name, variant=variant) for variant in game.definition.variants] or [game]
        low = min(box.seats.start for box in boxes)
        high = max(box.seats.stop - 1 for box in boxes)
        print(f"{name:<12} {game.name}")
        print(f"{'':<12} {game.text(Message(package, 'about'))}")
        facts = [say("cli.seats", low=low, high=high), say(f"cli.{game.definition.provenance}")]
        if game.definition.variants:
            facts.append(say("cli.variants", variants=game.definition.variants))
        print(f"{'':<12} {', '.join(map(game.text, facts))}\n")
