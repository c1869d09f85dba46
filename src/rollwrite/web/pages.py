"""Pages to read: rules, daily challenge, about, and the page for what is missing."""

from __future__ import annotations

from functools import cache

from rollwrite.games.optional import OptionalDrawings
from rollwrite.play.game import Game
from rollwrite.play.paper_sheet import can_score
from rollwrite.play.registry import game as find
from rollwrite.play.registry import left_out
from rollwrite.web.guide import guide
from rollwrite.web.html import Html, h
from rollwrite.web.pictures import game_text, market_of, sheet_of, tray_of
from rollwrite.web.shell import document, icon
from rollwrite.web.translate import Translate, translator
from rollwrite.web.worked_turn import worked_turn


@cache
def rules_page(language: str, name: str, *, printable: bool = True) -> str:
    """The rules of a game in our own words, with its sheet; says where that is reconstructed.

    Without a server nobody makes PDFs to print.
    """
    t = translator(language)
    shown = find(name, language=language)
    main = h(
        "main",
        h("h1", t("rules.title", game=shown.name)),
        h("p", game_text(shown.definition, "about", language), class_="lead"),
        h(
            "figure",
            h("div", tray_of(name, language), class_="tray-picture"),
            _market(name, language),
            h("div", sheet_of(name, language), class_="sheet-picture"),
            h("figcaption", t(f"rules.{shown.definition.provenance}")),
            class_="sheet",
        ),
        h("article", guide(shown.definition, language), class_="guide"),
        worked_turn(name, language),
        h("p", h("a", t("rules.play"), class_="button primary", href=f"/#{name}")),
        _paper(shown, t, printable=printable),
        id="main",
        class_="read",
    )
    return document(language, t("rules.title", game=shown.name), "article", main)


def _paper(game: Game, t: Translate, *, printable: bool) -> Html:
    """What there is to print, and where a sheet that was played on paper is added up."""
    if not (printable or can_score(game)):
        return Html("")
    cards = bool(OptionalDrawings.of(game.definition.drawing).deck(game))
    sizes = [
        h("a", icon("download"), t(f"rules.print_{paper}"), class_="button plain",
          href=f"/print/{game.id}?paper={paper}")
        for paper in (("a4", "letter") if printable else ())
    ]  # fmt: skip
    score = h("a", t("rules.score"), class_="button plain", href=f"/score/{game.id}")
    return h(
        "section",
        h("h2", t("rules.paper")),
        h("p", t("rules.paper_cards" if cards else "rules.paper_sheets")) if printable else None,
        h("p", sizes, score if can_score(game) else None, class_="row"),
        class_="paper-way",
    )


def _market(name: str, language: str) -> Html | None:
    market = market_of(name, language)
    return None if market is None else h("div", market, class_="market-picture")


def bring_page(language: str) -> str:
    """Where a game that was begun without a server is handed in."""
    t = translator(language)
    main = h(
        "main",
        h("h1", t("bring.title")),
        h("p", t("bring.lead"), class_="lead"),
        h(
            "form",
            h("label", t("bring.file"), h("input", type="file", name="file", accept=".log,.txt")),
            h("p", role="alert", class_="problem", hidden=True),
            h("button", t("bring.go"), type="submit", class_="primary"),
            class_="card stack",
            id="bring",
        ),
        id="main",
        class_="read",
    )
    return document(language, t("bring.title"), "bring", main)


def about_page(language: str) -> str:
    """What this is, how the dice are fair, what is remembered, which keys work."""
    t = translator(language)
    parts = [
        (h("h2", t(f"about.{key}_title")), h("p", t(f"about.{key}")))
        for key in ("fair", "keys", "private", "licence")
    ]
    main = h(
        "main",
        h("h1", t("about.title")),
        h("p", t("about.what"), class_="lead"),
        h("p", t("about.independent")),
        parts,
        _left_out(t),
        id="main",
        class_="read",
    )
    return document(language, t("about.title"), "article", main)


def _left_out(t: Translate) -> list[Html]:
    """The games that could not be loaded; why is for the log, as errors may name files."""
    found = [t("about.left_out", game=one.name, package=one.package) for one in left_out()]
    if not found:
        return []
    return [h("h2", t("about.left_out_title")), h("ul", [h("li", line) for line in found])]


def error_page(language: str, status: int, text: str) -> str:
    """What went wrong, in the reader's language, and the way home."""
    t = translator(language)
    main = h(
        "main",
        h("h1", t("error.title")),
        h("p", text, class_="lead"),
        h("p", str(status), class_="facts"),
        h("p", h("a", t("error.home"), class_="button primary", href="/")),
        id="main",
        class_="read",
    )
    return document(language, t("error.title"), "article", main)
