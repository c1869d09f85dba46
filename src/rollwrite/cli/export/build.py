"""``rollwrite build``: compile games and their bots ahead of time."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path

import click

import rollwrite as rw
from rollwrite.cli import lab, options
from rollwrite.cli.options import FILE
from rollwrite.errors import BadOption, require_extra, say


@click.command()
@click.argument("games", nargs=-1)
@click.option("--wasm", type=FILE, metavar="DIR", help="Write WebAssembly modules to this folder.")
@click.option("--native", type=FILE, metavar="DIR", help="Write a shared library to this folder.")
@options.language
def build(games: tuple[str, ...], wasm: Path | None, native: Path | None, language: str) -> None:
    """Compile games and their bots ahead of time, for places without a compiler.

    For browsers, NAME.wasm and NAME.json are written for each of the GAMES (all, if none is named):
    a module, and how it is called. For wheels, one shared library of this platform for all. Needs
    rollwrite[fast] and LLVM's linker, wasm-ld or ld.lld.
    """
    if wasm is None and native is None:
        raise BadOption(say("build.nothing"), language)
    found = [rw.game(name, language=language) for name in games or rw.games()]
    require_extra("fast", language)
    with found[0].localized_errors():
        for folder, write in ((wasm, _write_modules), (native, _write_library)):
            if folder is not None:
                try:
                    folder.mkdir(parents=True, exist_ok=True)
                except OSError as error:
                    raise BadOption(
                        say("lab.unwritable", path=folder, reason=error.strerror)
                    ) from None
                write(folder, found)


def _write_modules(folder: Path, games: Sequence[rw.Game]) -> None:
    from rollwrite.bots.ahead import as_wasm, evaluators
    from rollwrite.bots.precompile import all_games

    for made in map(as_wasm, evaluators(all_games(*(game.id for game in games)))):
        lab.write(folder / f"{made.name}.json", made.manifest)
        lab.write(path := folder / f"{made.name}.wasm", made.module)
        packed = len(gzip.compress(made.module, 9))
        told = {"path": path, "size": _kilobytes(len(made.module))}
        print(games[0].text(say("build.done", **told, packed=_kilobytes(packed))))


def _write_library(folder: Path, games: Sequence[rw.Game]) -> None:
    from rollwrite.bots.ahead import as_library, evaluators
    from rollwrite.bots.precompile import all_games
    from rollwrite.kernel.ahead.native import LIBRARY, MANIFEST

    library, manifest = as_library(evaluators(all_games(*(game.id for game in games))))
    lab.write(folder / MANIFEST, manifest)
    lab.write(path := folder / LIBRARY, library)
    told = {
        "path": path,
        "size": _kilobytes(len(library)),
        "loops": len(json.loads(manifest)["loops"]),
    }
    print(games[0].text(say("build.library", **told)))


def _kilobytes(size: int) -> int:
    return -(-size // 1000)
