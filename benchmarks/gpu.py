"""``python -m benchmarks.gpu``: every game on the GPU, timed and checked to the bit."""

from __future__ import annotations

import time

import rollwrite as rw
from rollwrite.kernel.gpu import NoGPU, cuda_module, run_gpu
from rollwrite.kernel.run import run_compiled, run_interpreted

CHECKED, TIMED = 50_000, 1 << 25


def main() -> None:
    """Print decisions per second of every game and variant, transfers included."""
    device = cuda_module().get_current_device().name
    print(
        f"rollwrite {rw.__version__} on {device.decode() if isinstance(device, bytes) else device}"
    )
    print("| game | decisions/s | games/s | same as interpreted and compiled |")
    print("|---|---:|---:|---|")
    for name in rw.games():
        for variant in rw.game(name).definition.variants or (None,):
            print_figures(rw.game(name, variant=variant))


def print_figures(game: rw.Game) -> None:
    """Check the first games, then time many."""
    seats = 2 if 2 in game.seats else 1
    start = game.definition.position.start(game, seats, 0, game.options)
    rules = game.rules
    found = run_gpu(rules, start, CHECKED, seed=1)
    compiled = run_compiled(rules, start, CHECKED, seed=1, workers=None)
    plain = run_interpreted(rules, start, 100, seed=1)
    same = (
        (found.decisions == compiled.decisions).all()
        and (found.scores == compiled.scores).all()
        and found.scores[:100].tolist() == plain.scores
    )
    games = TIMED
    begin = time.perf_counter()
    decisions = int(run_gpu(rules, start, games, seed=2).decisions.sum())
    taken = time.perf_counter() - begin
    label = f"{game.id} {game.variant or ''}".strip()
    print(f"| {label} | {decisions / taken:.3e} | {games / taken:.3e} | {bool(same)} |", flush=True)


if __name__ == "__main__":
    try:
        main()
    except NoGPU as reason:
        raise SystemExit(f"no GPU figures: {reason}") from None
