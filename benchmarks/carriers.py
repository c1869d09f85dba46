"""Native code, WebAssembly and the interpreter side by side: experts and random games."""

from __future__ import annotations

import time
from collections.abc import Callable
from gzip import compress
from random import Random
from typing import Any, NamedTuple

import rollwrite as rw
from benchmarks.own import timed
from rollwrite.bots.ahead import Evaluator, as_wasm, evaluators
from rollwrite.kernel.ahead.emit import NoLinker
from rollwrite.kernel.ahead.registry import remove_module
from rollwrite.kernel.ahead.wasm_loops import install
from rollwrite.kernel.evaluate import MoveEvaluator
from rollwrite.kernel.run import Games, run_framed, run_interpreted

HEAD = (
    "| game | loop | interpreted | WebAssembly | native | native ÷ WebAssembly | ÷ interpreted |\n"
    "|---|---|---:|---:|---:|---:|---:|"
)
POSITIONS = 50


class Rates(NamedTuple):
    """Decisions per second of each carrier."""

    interpreted: float
    wasm: float
    native: float


def print_carriers(seconds: float) -> None:
    """A table of all games, and how large the modules are."""
    print("\nCarriers on one core, two seats, decisions per second (WebAssembly by wasmtime)\n")
    print(HEAD)
    sizes = []
    for one in evaluators([rw.game(name) for name in rw.games()]):
        try:
            made = as_wasm(one)
        except NoLinker as reason:
            print(f"| {one.name} | could not be measured: {reason} | | | | |")
            continue
        sizes.append((one.name, len(made.module), len(compress(made.module, 9))))
        slow = _experts(one, seconds, compiled=False)
        games = _random(one, run_interpreted, seconds)
        native = _experts(one, seconds, compiled=True), _random(one, run_framed, seconds)
        module = install(made.manifest, made.module)
        wasm = _experts(one, seconds, compiled=True), _random(one, run_framed, seconds)
        remove_module(module)
        for loop, figures in (
            ("expert", Rates(slow, wasm[0], native[0])),
            ("random games", Rates(games, wasm[1], native[1])),
        ):
            ratios = figures.native / figures.wasm, figures.native / figures.interpreted
            told = " | ".join(f"{figure:,.0f}" for figure in figures)
            print(f"| {one.name} | {loop} | {told} | {ratios[0]:.2f} | {ratios[1]:,.0f} |")
    print("\n| module | bytes | gzipped |\n|---|---:|---:|")
    for name, size, packed in sizes:
        print(f"| {name}.wasm | {size:,} | {packed:,} |")


def _experts(one: Evaluator, seconds: float, *, compiled: bool) -> float:
    """How often an expert rates all moves of a position."""
    game = one.games[0]
    loop = MoveEvaluator(game.rules, one.policy, compiled=compiled)
    asked: list[tuple[Any, int]] = []
    whim, state = Random(1), game.start(2, 1)
    while len(asked) < POSITIONS:
        if state.over:
            state = game.start(2, whim.randrange(1000))
        elif state.chance is not None:
            state = state.roll()
        else:
            seat = state.pending[0]
            asked.append((state._record, seat))
            state = state.play(whim.choice(state.moves(seat)), seat)
    loop.rate(*asked[0])
    done, begin = 0, time.perf_counter()
    while (taken := time.perf_counter() - begin) < seconds / 2:
        loop.rate(*asked[done % POSITIONS])
        done += 1
    return done / taken


def _random(one: Evaluator, run: Callable[..., Games], seconds: float) -> float:
    game = one.games[0]
    start: Any = game.definition.position.start(game, 2, 0, game.options)
    return timed(lambda games: sum(run(game.rules, start, games, 1).decisions), seconds, 20)
