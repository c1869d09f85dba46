"""What is compiled ahead of time: the loops by which the bots of every game think.

Games whose variants share their rules share a module. Its manifest says what it was made from, by
what keys its loops are found (see kernel/ahead/registry.py), and where in a frame (see
kernel/memory.py) a question and its answers lie, for those who call it without this library.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

import rollwrite as rw
from rollwrite.bots.bot import bot
from rollwrite.bots.model import stem
from rollwrite.kernel.ahead.wasm_loops import FORMAT
from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.evaluate import compiled_evaluator, places_in, question_blocks
from rollwrite.kernel.memory import Frame, layout, numbers
from rollwrite.kernel.policy import Policy

EVALUATE = "evaluate"


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


def as_wasm(one: Evaluator) -> WasmFiles:
    """The module of an evaluator."""
    from rollwrite.kernel.ahead.wasm import wasm_module

    module = wasm_module({EVALUATE: one.loop.bitcode(*one.arguments)})
    return WasmFiles(one.name, module, json.dumps(_manifest(one), indent=1) + "\n")


def _manifest(one: Evaluator) -> dict[str, Any]:
    game, arguments = one.games[0], one.arguments
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
        "loops": {one.loop.ahead_key(*arguments): EVALUATE},
        "frame": {
            "size": size,
            "words": numbers("i8", words),
            "model": outside[0],
            "state": layout(game.rules.State).size,
            "move": arguments[1].moves.kind,
            **places_in(frame)._asdict(),
        },
    }
