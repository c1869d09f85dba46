"""What the site has besides the files in docs/: notebooks that were run, pages of the project."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parent))
import notebooks  # the file beside this one, wherever MkDocs is started

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
# Files of the project that are pages of the site, too.
PAGES = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md",
         "NOTICE.md": "notice.md"}  # fmt: skip
LINK = re.compile(r"(!?)\[([^\]\n]*(?:\n[^\]\n]*)?)\]\(([^)\s]+)\)")
FENCE = re.compile(r"(^ *```.*?^ *```[^\n]*$)", re.DOTALL | re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is no file in docs/."""
    for name, address in PAGES.items():
        content = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, address, content=content))
    for path in sorted((DOCS / "notebooks").glob("*.ipynb")):
        address = f"notebooks/{path.stem}.md"
        files.append(File.generated(config, address, content=notebooks.page(path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links lead to pages of the site; files that it has not are named, but not linked."""
    own = page.file.src_uri
    root = {address: name for name, address in PAGES.items()}
    here = ROOT if own in root else (DOCS / own).parent

    def link(found: re.Match[str]) -> str:
        picture, text, target = found.groups()
        address, _, anchor = target.partition("#")
        if not address or ":" in address:
            return found[0]
        there = (here / address).resolve()
        if there.parent == ROOT and there.name in PAGES:
            new = PAGES[there.name]
        elif there.is_relative_to(DOCS):
            new = there.relative_to(DOCS).as_posix()
        else:
            return text
        new = os.path.relpath(new, Path(own).parent.as_posix()).replace(os.sep, "/")
        return f"{picture}[{text}]({new}{'#' + anchor if anchor else ''})"

    pieces = FENCE.split(markdown)
    pieces[::2] = [LINK.sub(link, piece) for piece in pieces[::2]]
    return "".join(pieces)
