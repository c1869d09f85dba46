"""The rules of a game as its folder tells them, in a little Markdown, as HTML."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from importlib.resources import files

from rollwrite.games.contract import Definition
from rollwrite.web.html import Html, h


@cache
def _source(package: str, language: str) -> str | None:
    path = files(package).joinpath(f"guide/{language}.md")
    return path.read_text(encoding="utf-8") if path.is_file() else None


def guide(definition: Definition, language: str) -> Html:
    """The rules in the reader's language, in English where a game brings no other; else nothing."""
    source = _source(definition.package, language) or _source(definition.package, "en") or ""
    return html_of(source)


def html_of(source: str) -> Html:
    """Headings (``##``), paragraphs, lists (``-``), tables (``|``) and **bold**."""
    blocks = re.split(r"\n\s*\n", source.strip())
    return Html("".join(_block(block.strip()) for block in blocks if block.strip()))


def _block(block: str) -> Html:
    lines = block.splitlines()
    if block.startswith("## "):
        return Html(h("h2", _inline(lines[0][3:])) + html_of("\n".join(lines[1:])))
    if all(line.startswith(("- ", "  ")) for line in lines):
        items = re.split(r"\n- ", "\n" + block)[1:]
        return h("ul", [h("li", _inline(item)) for item in items])
    if block.startswith("|"):
        return _table(lines)
    return h("p", _inline(block))


def _table(lines: list[str]) -> Html:
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    head, *body = [row for row in rows if not all(set(cell) <= set("-: ") for cell in row)]
    return h(
        "table",
        h("thead", h("tr", [h("th", _inline(cell), scope="col") for cell in head])),
        h("tbody", [h("tr", [h("td", _inline(cell)) for cell in row]) for row in body]),
    )


def _inline(text: str) -> Html:
    text = re.sub(r"[ \n]+", " ", text).strip(" ")  # no-break spaces stay what they are
    return Html(re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(text)))
