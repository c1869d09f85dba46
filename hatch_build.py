"""What wheels hold besides the package, and what they say about it (``make wheel``).

Compiled loops for one platform (docs/carriers.md), the documentation, and a README whose links lead
somewhere on a package index.
"""

from __future__ import annotations

import os
import platform
import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

LOOPS = "ROLLWRITE_LOOPS"  # names what ``rollwrite build --native`` wrote; without it, nothing is
DOCS = "ROLLWRITE_DOCS"  # names the folder that ``make docs`` wrote
URL = "ROLLWRITE_URL"  # the address of the project's repository, if it has one
LOOPS_THERE, DOCS_THERE = "rollwrite/kernel/ahead", "rollwrite/documentation"
UNUSED = (".map", ".gz")  # of the site, besides searching in other languages than English
LINK = re.compile(r"(!?)\[([^\]]+)\]\(([^)\s]+)\)")


class FilesHook(BuildHookInterface[Any]):
    """Adds files; with loops, says for which platform the wheel is: any Python 3, any C library."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Called before a wheel is built."""
        included = build_data["force_include"]
        if folder := os.environ.get(DOCS):
            pages = Path(folder).resolve(strict=True)
            for path in filter(Path.is_file, pages.rglob("*")):
                if path.suffix not in UNUSED and "lunr" not in path.parts:
                    included[str(path)] = f"{DOCS_THERE}/{path.relative_to(pages).as_posix()}"
        if folder := os.environ.get(LOOPS):
            for name in ("loops.so", "loops.json"):
                included[str(Path(folder, name).resolve(strict=True))] = f"{LOOPS_THERE}/{name}"
            machine = platform.machine()
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-manylinux2014_{machine}.manylinux_2_17_{machine}"


class IndexHook(MetadataHookInterface):
    """The README and the addresses as a package index shows them."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Called when the metadata are made."""
        address = os.environ.get(URL, "").rstrip("/")
        text = Path(self.root, "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": LINK.sub(lambda link: _absolute(link, address), text),
        }
        metadata["urls"] = {
            name: f"{address}{path}"
            for name, path in (
                ("Homepage", ""),
                ("Documentation", "/blob/main/docs/README.md"),
                ("Changelog", "/blob/main/CHANGELOG.md"),
                ("Issues", "/issues"),
            )
            if address
        }


def _absolute(link: re.Match[str], address: str) -> str:
    """A link to a file of the project: to the repository, or without one only its text."""
    picture, text, target = link.groups()
    if ":" in target or target.startswith("#"):
        return link[0]
    if not address:
        return "" if picture else text
    return f"{picture}[{text}]({address}/{'raw' if picture else 'blob'}/main/{target})"
