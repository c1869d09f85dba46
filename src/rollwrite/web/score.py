"""The page on which a sheet that was played on paper is typed or tapped in."""

from __future__ import annotations

import json

from rollwrite.play.game import Game
from rollwrite.play.paper_sheet import ScoredSheet, line_hint, score_sheet
from rollwrite.play.registry import game as find
from rollwrite.web.choices import variant_name
from rollwrite.web.html import Html, h
from rollwrite.web.pictures import picture
from rollwrite.web.shell import document
from rollwrite.web.translate import Translate, translator


def score_page(language: str, name: str, variant: str | None) -> str:
    """An empty sheet, a field for each of its lines, and room for what it scores."""
    t = translator(language)
    game = find(name, variant=variant, language=language)
    sheet = score_sheet(game, [])
    main = h(
        "main",
        h("h1", t("score.title", game=game.name)),
        h("p", t("score.lead"), class_="lead"),
        _variants(game, t),
        h(
            "div",
            h("div", _lines(sheet), h("div", id="keys", role="group", aria_label=t("score.keys")),
              class_="typed"),
            h(
                "div",
                h("p", id="points", role="status"),
                h("ul", id="problems", class_="problem", role="alert", hidden=True),
                h("figure", h("div", Html(sheet_picture(sheet)), id="drawn",
                              class_="sheet-picture"), class_="sheet"),
                h("table", h("tbody", id="tally")),
                class_="scored",
            ),
            class_="scoring",
        ),
        id="main",
        data_game=game.id,
        data_variant=game.variant or "",
        data_lines=json.dumps(line_data(sheet)),
    )  # fmt: skip
    return document(language, t("score.title", game=game.name), "score", main)


def sheet_picture(sheet: ScoredSheet) -> str:
    """The sheet as it was typed in, as SVG."""
    return str(picture(sheet.state.sheet(0), sheet.state.game.language))


def line_data(sheet: ScoredSheet) -> list[dict[str, object]]:
    """What the script needs to know of each line: its words, and the parts where they stand."""
    return [{"words": line.words, "parts": line.parts} for line in sheet.lines]


def _lines(sheet: ScoredSheet) -> Html:
    text = sheet.state.game.text
    return h(
        "div",
        [
            h(
                "label",
                h("span", text(line.label)),
                h("input", type="text", maxlength=200, autocomplete="off", autocapitalize="off",
                  spellcheck="false", data_line=number,
                  placeholder=line.example or text(line_hint(line))),
            )
            for number, line in enumerate(sheet.lines)
        ],
        id="lines",
    )  # fmt: skip


def _variants(game: Game, t: Translate) -> Html | None:
    """The variants, where sheets of them differ in what is typed."""
    variants = game.definition.variants
    if not variants:
        return None
    links = [
        h("a", variant_name(game.language, variant), href=f"/score/{game.id}?variant={variant}",
          aria_current="page" if variant == game.variant else None, class_="button plain")
        for variant in variants
    ]  # fmt: skip
    return h("nav", links, class_="variants", aria_label=t("score.variants"))
