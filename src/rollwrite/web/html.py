"""HTML from Python: every text is escaped, only what is HTML already stays as it is."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TypeAlias

VOID = {"br", "hr", "img", "input", "link", "meta"}


class Html(str):
    """Text that is HTML already and is not escaped again."""

    __slots__ = ()


Child: TypeAlias = "str | int | Iterable[Child] | None"
Value: TypeAlias = str | int | bool | None


def h(name: str, /, *children: Child, **attributes: Value) -> Html:
    """An element: ``h("a", "Rules", href="/rules", class_="link", aria_label="…")``."""
    head = name + "".join(_attribute(key, value) for key, value in attributes.items())
    if name in VOID:
        return Html(f"<{head}>")
    return Html(f"<{head}>{joined(children)}</{name}>")


def joined(children: Child) -> Html:
    """Children one after the other, texts escaped."""
    if children is None:
        return Html("")
    if isinstance(children, Html):
        return children
    if isinstance(children, (str, int)):
        return Html(escape(str(children)))
    return Html("".join(joined(child) for child in children))


def _attribute(key: str, value: Value) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    if value is True:
        return f" {name}"
    return f' {name}="{escape(str(value))}"'
