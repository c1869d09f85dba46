"""Notebooks: their cells are run, by the tests and for the site, without Jupyter."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple


class Cell(NamedTuple):
    """A cell of a notebook, and what running it printed and showed."""

    kind: str  # "markdown" or "code"
    source: str
    printed: str = ""
    shown: str = ""  # HTML or SVG of its last expression


def run(path: Path) -> Iterator[Cell]:
    """The cells of a notebook one after the other, run in one namespace."""
    names: dict[str, Any] = {"__name__": "notebook"}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code":
            yield Cell("code", source, *_run(source, names, path.name))
        else:
            yield Cell("markdown", source)


def _run(source: str, names: dict[str, Any], name: str) -> tuple[str, str]:
    """What a cell prints, with its last expression as notebooks show it."""
    tree = ast.parse(source, name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, shown = io.StringIO(), ""
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, name, "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), names)
            shown = _rich(value)
            if value is not None and not shown:
                print(repr(value))
    return printed.getvalue(), shown


def _rich(value: object) -> str:
    for way in ("_repr_svg_", "_repr_html_"):
        if draw := getattr(value, way, None):
            return str(draw())
    return ""


def page(path: Path) -> str:
    """A notebook as a page of the site."""
    parts = []
    for cell in run(path):
        if cell.kind == "markdown":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        if cell.printed:
            parts.append(f"```text\n{cell.printed.rstrip()}\n```")
        if cell.shown:
            parts.append(f'<div class="drawing">\n{cell.shown}\n</div>')
    parts.append(f"[This notebook]({path.name}) runs in Jupyter, too.")
    return "\n\n".join(parts) + "\n"
