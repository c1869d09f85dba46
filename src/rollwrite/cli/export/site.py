"""``rollwrite export``: the games as a site that needs no server."""

from __future__ import annotations

import shutil
from pathlib import Path

import click

import rollwrite as rw
from rollwrite.bots.precompile import all_games
from rollwrite.cli import lab, options
from rollwrite.cli.options import FILE
from rollwrite.errors import BadOption, require_extra, say

LINKER = "wasm-ld"


@click.command("export")
@click.argument("folder", type=FILE, metavar="DIR")
@click.option(
    "--wasm",
    type=FILE,
    metavar="DIR",
    help="Take what `rollwrite build --wasm DIR` wrote, and compile nothing.",
)
@click.option("--interpreted", is_flag=True, help="Without compiled evaluators: bots are slower.")
@lab.force
@options.language
def export(folder: Path, wasm: Path | None, interpreted: bool, force: bool, language: str) -> None:
    """Write the games as a site that plays without a server.

    The files in DIR can be put on any web space, in any folder of it: solo, around one device and
    against bots, all in the browser, without network after the first visit. Python for browsers
    (Pyodide) is fetched with npm. Bots are compiled to WebAssembly, which needs rollwrite[fast] and
    wasm-ld, the linker of LLVM.
    """
    require_extra("server", language)
    with rw.game(rw.games()[0], language=language).localized_errors():
        if folder.exists() and any(folder.iterdir()) and not force:
            raise BadOption(say("lab.exists", path=folder))
        modules = {} if interpreted else _read(wasm) if wasm else _compiled(language)
        from rollwrite.offline.export.site import made

        site = made(modules)
        for path, body in site.files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            lab.write(folder / path, body)
    size = sum(map(len, site.files.values()))
    told = {"path": folder, "files": len(site.files), "size": f"{size / 1e6:.1f}",
            "loaded": f"{site.loaded / 1e6:.1f}"}  # fmt: skip
    print(say("export.done", **told).text(language))


def _read(folder: Path) -> dict[str, bytes]:
    """What was compiled before."""
    found = {path.name: path.read_bytes() for path in folder.glob("*") if path.is_file()}
    if not any(name.endswith(".wasm") for name in found):
        raise BadOption(say("export.no_wasm", path=folder))
    return {n: body for n, body in found.items() if n.endswith((".wasm", ".json"))}


def _compiled(language: str) -> dict[str, bytes]:
    require_extra("fast", language)
    from rollwrite.kernel.ahead.emit import PACKAGE

    if shutil.which(LINKER) is None:
        raise BadOption(say("export.no_linker", linker=LINKER, package=PACKAGE))
    from rollwrite.bots.ahead import as_wasm, evaluators

    found: dict[str, bytes] = {}
    for one in map(as_wasm, evaluators(all_games(*rw.games()))):
        found |= {f"{one.name}.wasm": one.module, f"{one.name}.json": one.manifest.encode()}
    return found
