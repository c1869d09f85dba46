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
        every = [rw.game(name, variant=variant) for variant in game.definition.variants] or [game]
        low = min(one.seats.start for one in every)
        high = max(one.seats.stop - 1 for one in every)
        print(f"{name:<12} {game.name}")
        print(f"{'':<12} {game.text(Message(package, 'about'))}")
        facts = [say("cli.seats", low=low, high=high), say(f"cli.{game.definition.provenance}")]
        if game.definition.variants:
            facts.append(say("cli.variants", variants=game.definition.variants))
        print(f"{'':<12} {', '.join(map(game.text, facts))}\n")
