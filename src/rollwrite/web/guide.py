"""The rules of a game as its folder tells them, in Markdown, as HTML."""

from __future__ import annotations

from functools import cache

from rollwrite.games.contract import Definition
from rollwrite.play import guide as told
from rollwrite.web.html import Html


@cache
def guide(definition: Definition, language: str) -> Html:
    """The rules in the reader's language, in English where a game brings no other; else nothing."""
    return html_of(told.guide(definition, language))


def html_of(source: str) -> Html:
    """Markdown with tables; HTML in it stays the text that it is."""
    from markdown_it import MarkdownIt  # only for this page: a server starts sooner without

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(source)
    for token in tokens:
        if token.type in ("th_open", "td_open"):  # pages allow no inline style, as for alignment
            token.attrs = {"scope": "col"} if token.type == "th_open" else {}
    return Html(markdown.renderer.render(tokens, markdown.options, {}))
