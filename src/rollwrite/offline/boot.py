"""Starting in a browser: what is imported before its memory is kept, and what after.

The browser keeps the memory of a Python that has imported nearly everything, and begins with that
the next time (js/offline/python.js). What imports msgspec cannot be among it, as that is machine
code: of those modules the memory has the compiled code.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.util import spec_from_loader
from pkgutil import iter_modules
from types import CodeType, ModuleType
from typing import Any

# What msgspec and the application import.
EARLY = (
    "asyncio", "dataclasses", "datetime", "decimal", "enum", "ipaddress", "uuid", "zlib",
    "anyio._backends._asyncio", "markdown_it", "prometheus_client", "segno",
    "starlette.applications", "starlette.middleware.gzip", "starlette.routing",
    "starlette.websockets",
    "rollwrite.bots", "rollwrite.coach", "rollwrite.draw.svg", "rollwrite.kernel.ahead.wasm_loops",
    "rollwrite.server.metrics", "rollwrite.server.problems", "rollwrite.server.settings",
    "rollwrite.server.storage.messages", "rollwrite.server.time_limit", "rollwrite.web",
)  # fmt: skip
LATER = ("rollwrite.server", "rollwrite.offline")


class Prepared(MetaPathFinder, Loader):
    """Finds modules whose code was compiled before."""

    def __init__(self) -> None:
        self.code: dict[str, tuple[CodeType, bool]] = {}  # and whether it is a package

    def find_spec(self, name: str, _path: Any, _target: ModuleType | None = None) -> Any:
        """Where a module comes from, if from here."""
        found = self.code.get(name)
        return found and spec_from_loader(name, self, is_package=found[1])

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code.pop(module.__name__)[0], module.__dict__)

    def add(self, package: str, path: Sequence[str]) -> None:
        """Compile all modules of a package that are not imported yet."""
        for found in iter_modules(path, f"{package}."):
            if found.name in sys.modules:
                spec = sys.modules[found.name].__spec__
            else:
                spec = found.module_finder.find_spec(found.name, None)
                loader: Any = spec and spec.loader
                self.code[found.name] = loader.get_code(found.name), found.ispkg
            self.add(found.name, (spec and spec.submodule_search_locations) or ())


def prepare() -> None:
    """Import what can be kept in memory, and compile the rest."""
    for name in EARLY:
        import_module(name)
    import rollwrite as rw
    from rollwrite.texts import LANGUAGES, catalogue

    for id_ in rw.games():
        rw.game(id_)
    for package in ("rollwrite", "rollwrite.web", "rollwrite.server", "rollwrite.coach"):
        for language in LANGUAGES:
            catalogue(package, language)
    prepared = Prepared()
    for package in LATER:
        prepared.add(package, import_module(package).__path__)
    sys.meta_path.insert(0, prepared)
