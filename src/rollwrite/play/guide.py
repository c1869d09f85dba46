"""The rules of a game as its folder tells them, in Markdown."""

from __future__ import annotations

from importlib.resources import files

from rollwrite.games.contract import Definition


def guide(definition: Definition, language: str) -> str:
    """The rules in the reader's language, in English where a game brings no other; else nothing."""
    return _source(definition.package, language) or _source(definition.package, "en")


def _source(package: str, language: str) -> str:
    path = files(package).joinpath(f"guide/{language}.md")
    return path.read_text(encoding="utf-8") if path.is_file() else ""
