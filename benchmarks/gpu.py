"""``python -m benchmarks.gpu``: games on the GPU, checked to the bit, timed in several shapes.

Name games to measure only those, with a variant or in all of them. ``--shapes 528x128,4096x256``
are blocks and threads a block: fewer threads leave each more of the cache, more hide their waiting.
A third number bounds the registers of a thread, so that more of them fit.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from typing import Any

import rollwrite as rw
from rollwrite.kernel.cuda.runner import (
    BLOCKS,
    LAUNCH,
    THREADS,
    NoGPU,
    cuda_module,
    kernel,
    run_gpu,
    run_kept,
)
from rollwrite.kernel.run import run_compiled, run_interpreted

CHECKED, FIRST, MOST = 50_000, 1 << 18, 1 << 25
SHAPES = f"{BLOCKS}x{THREADS}"


def main() -> None:
    """Print decisions per second of games and variants, copied to the host and kept there."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu", description=__doc__)
    parser.add_argument("games", nargs="*", help="such as qwinto or donnant:base (all)")
    parser.add_argument("--shapes", default=SHAPES, help=f"launch shapes ({SHAPES})")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long to time each figure")
    parser.add_argument("--checked", type=int, default=CHECKED, help="games compared with the CPU")
    asked = parser.parse_args()
    shapes = [shape_of(word) for word in asked.shapes.split(",")]
    device = cuda_module().get_current_device()
    name = device.name.decode() if isinstance(device.name, bytes) else device.name
    print(f"rollwrite {rw.__version__} on {name}, {device.MULTIPROCESSOR_COUNT} processors")
    print(
        "| game | blocks x threads | decisions/s | games/s | kept on the GPU, decisions/s | same |"
    )
    print("|---|---|---:|---:|---:|---|", flush=True)
    for game in boxes(asked.games):
        print_figures(game, shapes, asked.seconds, asked.checked)


def boxes(words: Sequence[str]) -> Iterator[rw.Game]:
    """The named games, or all: in every variant, or in the one that stands after a colon."""
    for word in words or rw.games():
        name, _, only = word.partition(":")
        for variant in rw.game(name).definition.variants or (None,):
            if only in ("", variant):
                yield rw.game(name, variant=variant)


def shape_of(word: str) -> tuple[int, int, int]:
    """Blocks, threads a block and the most registers of each (0: any), from ``528x128x64``."""
    blocks, threads, registers, *_ = *map(int, word.split("x")), 0
    return blocks, threads, registers


def print_figures(
    game: rw.Game, shapes: list[tuple[int, int, int]], seconds: float, checked: int
) -> None:
    """Check the first games, then time many in each shape."""
    label = f"{game.id} {game.variant or ''}".strip()
    seats = 2 if 2 in game.seats else 1
    start = game.definition.position.start(game, seats, 0, game.options)
    rules = game.rules
    begin = time.perf_counter()
    run_gpu(rules, start, 32, seed=1, blocks=1, threads=32)
    print(
        f"| {label} | compiled in {time.perf_counter() - begin:.1f} s, {resources(rules)} | | | | |"
    )
    compiled = run_compiled(rules, start, checked, seed=1, workers=None)
    plain = run_interpreted(rules, start, 100, seed=1)
    for blocks, threads, registers in shapes:
        shape = {"blocks": blocks, "threads": threads, "registers": registers}
        found = run_gpu(rules, start, checked, seed=1, **shape)
        same = bool(
            (found.decisions == compiled.decisions).all()
            and (found.scores == compiled.scores).all()
            and found.scores[:100].tolist() == plain.scores
        )
        games, taken, decisions = min(FIRST, MOST), 0.0, 0
        while True:
            begin = time.perf_counter()
            found = run_gpu(rules, start, games, seed=2, **shape)
            taken = time.perf_counter() - begin
            decisions = int(found.decisions.sum())
            if taken > seconds / 3 or games == MOST:
                break
            games = min(MOST, max(2 * games, int(games * seconds / max(taken, 1e-3))))
        kept = kept_rate(rules, start, min(games, LAUNCH), shape)
        print(
            f"| {label} | {blocks}x{threads}x{registers} | {decisions / taken:.3e} "
            f"| {games / taken:.3e} | {kept:.3e} | {same} |",
            flush=True,
        )


def kept_rate(rules: Any, start: Any, games: int, shape: dict[str, int]) -> float:
    """Decisions per second of games of which nothing leaves the GPU."""
    module, best = cuda_module(), 0.0
    for _ in range(3):
        module.synchronize()
        begin = time.perf_counter()
        found = run_kept(rules, start, games, seed=2, **shape)
        module.synchronize()
        taken = time.perf_counter() - begin
        best = max(best, int(found.decisions.copy_to_host().sum()) / taken)
    return best


def resources(rules: Any) -> str:
    """What a thread of a game's kernel takes."""
    play = kernel(rules, 0)
    registers = max(play.get_regs_per_thread().values())
    local = max(play.get_local_mem_per_thread().values())
    return f"{registers} registers, {local} bytes of local memory"


if __name__ == "__main__":
    try:
        main()
    except (NoGPU, rw.MissingExtra) as reason:
        raise SystemExit(f"no GPU figures: {reason}") from None
