"""``rollwrite build``: compile how bots think ahead of time."""

from __future__ import annotations

import gzip
from pathlib import Path

import click

import rollwrite as rw
from rollwrite.bots.precompile import all_games
from rollwrite.cli import lab, options
from rollwrite.cli.options import FILE
from rollwrite.errors import BadOption, require_extra, say


@click.command()
@click.argument("games", nargs=-1)
@click.option("--wasm", type=FILE, metavar="DIR", help="Write WebAssembly modules to this folder.")
@options.language
def build(games: tuple[str, ...], wasm: Path | None, language: str) -> None:
    """Compile the bots' evaluators ahead of time, for places without a compiler.

    For each of the GAMES (all, if none is named), NAME.wasm and NAME.json are written: a module
    for the browser, and how its evaluator is called. Needs rollwrite[fast] and wasm-ld, the linker
    of LLVM.
    """
    if wasm is None:
        raise BadOption(say("build.nothing"), language)
    found = [rw.game(name, language=language) for name in games or rw.games()]
    require_extra("fast", language)
    from rollwrite.bots.ahead import as_wasm, evaluators

    try:
        wasm.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadOption(say("lab.unwritable", path=wasm, reason=error.strerror), language) from None
    with found[0].localized_errors():
        for made in map(as_wasm, evaluators(all_games(*(game.id for game in found)))):
            lab.write(wasm / f"{made.name}.json", made.manifest)
            lab.write(path := wasm / f"{made.name}.wasm", made.module)
            packed = len(gzip.compress(made.module, 9))
            told = {"path": path, "size": _kilobytes(len(made.module))}
            print(found[0].text(say("build.done", **told, packed=_kilobytes(packed))))


def _kilobytes(size: int) -> int:
    return -(-size // 1000)
