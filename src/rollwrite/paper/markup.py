"""Markup of Typst: quoted strings, pictures, and rules that are told in Markdown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

# The typeface has no narrow no-break space.
_ESCAPES = {"\u202f": "\u00a0", "\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def quoted(text: str) -> str:
    """A text as a string of Typst."""
    return '"' + "".join(_ESCAPES.get(letter, letter) for letter in text) + '"'


def from_markdown(source: str) -> str:
    """Markdown with tables as markup; HTML in it stays the text that it is."""
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    return _all(SyntaxTreeNode(markdown.parse(source)).children)


def _all(nodes: Iterable[SyntaxTreeNode]) -> str:
    return "".join(map(_one, nodes))


def _one(node: SyntaxTreeNode) -> str:
    match node.type:
        case "text" | "code_inline":
            return f"#{quoted(node.content)}"
        case "softbreak" | "hardbreak":
            return '#" "'
        case "strong" | "em":
            return f"#{'strong' if node.type == 'strong' else 'emph'}[{_all(node.children)}]"
        case "heading":
            return f"#title[{_all(node.children)}]"
        case "paragraph":
            return f"#par[{_all(node.children)}]"
        case "bullet_list" | "ordered_list":
            kind = "list" if node.type == "bullet_list" else "enum"
            return f"#{kind}({_arguments(node.children)})"
        case "table":
            cells = [cell for row in _rows(node) for cell in row.children]
            columns = len(_rows(node)[0].children)
            return f"#table(columns: {columns}, {_arguments(cells)})"
        case _ if node.children:
            return _all(node.children)
        case _:
            return f"#{quoted(node.content)}"


def _rows(table: SyntaxTreeNode) -> list[SyntaxTreeNode]:
    return [row for part in table.children for row in part.children]


def _arguments(nodes: Iterable[SyntaxTreeNode]) -> str:
    return ", ".join(f"[{_all(node.children)}]" for node in nodes)
