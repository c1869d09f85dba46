"""The rules of a game as its folder tells them, in Markdown, as HTML."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from rollwrite.games.contract import Definition
from rollwrite.web.html import Html


def guide(definition: Definition, language: str) -> Html:
    """The rules in the reader's language, in English where a game brings no other; else nothing."""
    return _guide(definition.package, language) or _guide(definition.package, "en")


@cache
def _guide(package: str, language: str) -> Html:
    path = files(package).joinpath(f"guide/{language}.md")
    return html_of(path.read_text(encoding="utf-8")) if path.is_file() else Html("")


def html_of(source: str) -> Html:
    """Markdown with tables; HTML in it stays the text that it is."""
    from markdown_it import MarkdownIt  # only for this page: a server starts sooner without

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(source)
    for token in tokens:
        if token.type in ("th_open", "td_open"):  # pages allow no inline style, as for alignment
            token.attrs = {"scope": "col"} if token.type == "th_open" else {}
    return Html(markdown.renderer.render(tokens, markdown.options, {}))
