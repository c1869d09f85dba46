"""What is compiled ahead of time: how the bots of every game think, and games between them.

Games whose variants share their rules share a module. Its manifest says what it was made from, by
what keys its loops are found (see kernel/ahead/registry.py), and where in a frame (see
kernel/memory.py) a question and its answers lie, for those who call it without this library.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import rollwrite as rw
from rollwrite.bots.bot import bot
from rollwrite.bots.model import stem
from rollwrite.kernel.ahead.registry import FORMAT
from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.evaluate import compiled_evaluator, places_in, question_blocks
from rollwrite.kernel.match_runner import match_loop
from rollwrite.kernel.memory import Frame, layout, numbers
from rollwrite.kernel.policy import Policy
from rollwrite.kernel.run import random_loop

EVALUATE, PLAY = "evaluate", "play"
# The games that simulations play: a loop with an expert in it has the weaker bots too.
LINE_UPS = ("expert", "greedy", "random")


class Evaluator(NamedTuple):
    """The loop that evaluates moves, of all variants of a game that share it."""

    name: str  # of its files
    games: tuple[rw.Game, ...]
    policy: Policy

    @property
    def loop(self) -> Compiled:
        """The loop itself."""
        return compiled_evaluator(self.games[0].rules, self.policy.evaluator)

    @property
    def arguments(self) -> tuple[Any, Any]:
        """Its arguments, for one moment."""
        return question_blocks(self.games[0].rules, self.policy, 1)

    @property
    def playouts(self) -> tuple[Compiled, tuple[Any, ...]]:
        """The loop of random games, and its arguments."""
        return random_loop(self.games[0].rules, _start(self.games[0]))

    def matches(self) -> Iterator[tuple[str, Compiled, tuple[Any, ...]]]:
        """The loops of whole games between bots, with names and arguments."""
        game = self.games[0]
        for name in LINE_UPS:
            lineup = [bot(name).policy(game)]
            yield name, *match_loop(game.rules, _start(game), lineup)


class WasmFiles(NamedTuple):
    """A module of WebAssembly and its manifest."""

    name: str
    module: bytes
    manifest: str


def evaluators(games: Iterable[rw.Game]) -> list[Evaluator]:
    """The loops that evaluate the moves of some games, each once."""
    alike: dict[Any, list[rw.Game]] = {}
    for game in games:
        alike.setdefault((game.id, game.rules), []).append(game)
    count = [id_ for id_, _ in alike]
    return [
        Evaluator(
            id_ if count.count(id_) == 1 else f"{id_}-{same[0].variant}",
            tuple(same),
            bot("expert").policy(same[0]),
        )
        for (id_, _), same in alike.items()
    ]


def as_library(found: Iterable[Evaluator]) -> tuple[bytes, str]:
    """A shared library for this platform with all loops of some games, and its manifest."""
    from rollwrite.kernel.ahead.library import shared_library

    keys, loops = {}, {}
    for one in found:
        told = [(EVALUATE, one.loop, one.arguments), *one.matches()]
        for kind, loop, arguments in told:
            name = re.sub(r"\W", "_", f"{one.name}_{kind}")
            keys[loop.ahead_key(*arguments)] = name
            loops[name] = loop.bitcode(*arguments)
    library = shared_library(loops)
    manifest = {
        "format": FORMAT,
        "library": hashlib.sha256(library).hexdigest(),
        "loops": keys,
    }
    return library, json.dumps(manifest, indent=1) + "\n"


def as_wasm(one: Evaluator) -> WasmFiles:
    """The module of a game: its evaluator, and random games by its rules."""
    from rollwrite.kernel.ahead.wasm import wasm_module

    play, arguments = one.playouts
    loops = {EVALUATE: one.loop.bitcode(*one.arguments), PLAY: play.bitcode(*arguments)}
    module = wasm_module(loops)
    return WasmFiles(one.name, module, json.dumps(_manifest(one), indent=1) + "\n")


def _start(game: rw.Game) -> Any:
    return game.definition.position.start(game, game.seats[-1], 0, game.options)


def _manifest(one: Evaluator) -> dict[str, Any]:
    game, arguments = one.games[0], one.arguments
    play, playouts = one.playouts
    frame = Frame(*arguments)
    words, size = frame.image()
    outside = [
        {"at": at, "kind": "i4", "count": len(content) // 4} for at, content in frame.contents()
    ]
    return {
        "format": FORMAT,
        "game": game.id,
        "variants": [game.variant for game in one.games],
        "rules": game.definition.version,
        "evaluator": one.policy.evaluator and one.policy.evaluator.VERSION,
        "models": [f"{stem(game)}.bin" for game in one.games],
        "loops": {one.loop.ahead_key(*arguments): EVALUATE, play.ahead_key(*playouts): PLAY},
        "frame": {
            "size": size,
            "words": numbers("i8", words),
            "model": outside[0],
            "state": layout(game.rules.State).size,
            "move": arguments[1].moves.kind,
            **places_in(frame)._asdict(),
        },
    }
