"""``python -m frozen.update missing`` or ``python -m frozen.update words``: see README.md."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from frozen import adapter
from frozen.cases import SEATS, box, cases
from frozen.recording import bots, databases, files, games, scripts, simulations
from frozen.recording.wire import SETTINGS, Wire
from frozen.store import FACTS, WORDS, load, place, save
from server.running import Server


def _games() -> Any:
    return {case.name: games.facts(case, str(games.recorded(case).log)) for case in cases()}


def _words_of_games() -> Any:
    frozen = load(FACTS, "games")
    return {case.name: games.words(case, frozen[case.name]["log"]) for case in cases()}


def _wire() -> Any:
    if not scripts.TABLES.exists():
        scripts.lay_tables()
    with _serving(scripts.unpacked) as server:
        return scripts.record(server)


def _words_of_wire() -> Any:
    """The words of the frozen scripts, performed again."""
    found = {}
    with _serving(scripts.unpacked) as server:
        for name, steps in load(FACTS, "wire").items():
            with closing(Wire(server)) as wire:
                found[name] = [wire.perform(step).words for step, *_ in steps]
    return found


def _databases() -> Any:
    found: dict[str, Any] = {}
    for name in databases.names():
        with _serving(partial(databases.unpacked, name)) as server:
            # Read from a copy of its own: the server has begun to write.
            with tempfile.TemporaryDirectory() as folder:
                tables = databases.tables(databases.unpacked(name, Path(folder)))
            found[name] = {table: list(databases.facts(server, table)) for table in tables}
    return found


@contextmanager
def _serving(unpack: Callable[[Path], Path]) -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(unpack(Path(folder)), SETTINGS)
        yield server
        server.stop()


def _named(make: Callable[[str, str | None], Any]) -> dict[str, Any]:
    return {" ".join(filter(None, key)): make(*key) for key in SEATS}


def _bots() -> Any:
    return {
        "choices": _named(bots.facts),
        "editions": bots.edition_facts(),
        "reviews": {name: bots.review(name) for name in bots.REVIEWED},
        "models": _named(bots.model),
    }


def _compiled() -> Any:
    from frozen.recording import envs

    return {
        "lineups": {name: simulations.lineup(name) for name in simulations.LINEUPS},
        "tournament": simulations.tournament(),
        "envs": {name: episode() for name, episode in envs.EPISODES.items()},
        "trained": adapter.weights_in(box("qwinto"), files.MODEL),
    }


def _words_of_files() -> Any:
    return {file.name: files.command("replay", str(file)).output for file in files.logs()}


MAKERS: dict[str, Callable[[], Any]] = {
    "games": _games,
    "bots": _bots,
    "wire": _wire,
    "databases": _databases,
    "files": files.record,
    "simulations": simulations.random_games,
    "compiled": _compiled,
}
SPEAKERS: dict[str, Callable[[], Any]] = {
    "games": _words_of_games,
    "bots": lambda: _named(bots.reasons),
    "wire": _words_of_wire,
    "files": _words_of_files,
}


def main(what: str) -> None:
    """Record facts that are not there yet, or all words anew."""
    if what == "missing":
        for name, make in MAKERS.items():
            if not place(FACTS, name).exists():
                save(FACTS, name, make())
                print(f"facts of {name} recorded")
    elif what == "words":
        for name, make in SPEAKERS.items():
            save(WORDS, name, make())
    else:
        sys.exit(f"{what} is neither missing nor words")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) == 2 else "")
