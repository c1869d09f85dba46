"""Typst: a document in its language as a PDF, with the typeface that lies beside this file."""

from __future__ import annotations

import re
from importlib.resources import as_file, files

from rollwrite.errors import BadOption, did_you_mean, require_extra, say
from rollwrite.paper.layout import PAPERS
from rollwrite.play.game import Game


def check_paper(game: Game, paper: str) -> None:
    """Refuse a size of paper that there is not, and a PDF where Typst is not installed."""
    with game.localized_errors():
        require_extra("pdf", game.language)
        if paper not in PAPERS:
            raise BadOption(say("print.paper", given=paper, hint=did_you_mean(paper, PAPERS)))


def typeset(source: str, ppi: float | None = None) -> bytes:
    """The PDF; with a number of pixels to the inch, its only page as a PNG."""
    import typst

    with as_file(files(__package__).joinpath("fonts")) as fonts:
        own = typst.Fonts(include_system_fonts=False, font_paths=[str(fonts)])
        if ppi is not None:
            return typst.compile(source.encode(), font_paths=own, format="png", ppi=ppi)
        return typst.compile(source.encode(), font_paths=own, format="pdf")


def filled(name: str, values: dict[str, str]) -> str:
    """A file of markup with its words in capitals filled in."""
    source = files(__package__).joinpath(name).read_text(encoding="utf-8")
    return re.sub(rf"\b({'|'.join(values)})(?=mm\b|\b)", lambda found: values[found[0]], source)
