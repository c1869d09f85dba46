"""Pages to read: start, rules, daily challenge, about, and the page for what is missing."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rollwrite.play.game import Game
from rollwrite.play.registry import game as find
from rollwrite.play.registry import games, left_out
from rollwrite.texts import labelled
from rollwrite.web.assets import address
from rollwrite.web.choices import choices
from rollwrite.web.guide import guide
from rollwrite.web.html import Html, h
from rollwrite.web.pictures import game_text, sheet_of, tray_of
from rollwrite.web.shell import document, icon
from rollwrite.web.translate import Translate, text_or, translator

WAYS = (("friends", "friends"), ("device", "device"), ("solo", "solo"), ("watch", "watch"))


def start_page(language: str, levels: Sequence[str], bots: Sequence[str]) -> str:
    """The games as pictures and every way to play them.

    ``levels`` are the bots', weakest first; ``bots`` are their names, by their seats.
    """
    t = translator(language)
    main = h(
        "main",
        h("div", h("h1", t("start.title")), h("p", t("start.lead"), class_="lead"), class_="hello"),
        h("section", h("h2", t("start.going")), h("ul", class_="going"), id="going", hidden=True),
        h("h2", t("start.games"), class_="unseen"),
        h("div", [_card(find(name, language=language), t) for name in games()], class_="games"),
        _daily_teaser(t),
        _setup(language, levels, bots),
        id="main",
    )
    return document(language, f"rollwrite – {t('start.title')}", "start", main)


def _card(game: Game, t: Translate) -> Html:
    offered = choices(game)
    counts = sorted({count for choice in offered for count in choice["seats"]})
    low, high = counts[0], counts[-1]
    path = f"pictures/{game.id}.{game.language}.svg"
    return h(
        "article",
        h(
            "button",
            h("img", src=address(path), alt=t("start.picture", game=game.name)),
            type="button",
            class_="picture",
            data_mode="bots",
            aria_label=labelled(game.name, t("start.play"), game.language),
        ),
        h("h3", game.name, id=f"game-{game.id}"),
        h("p", game_text(game.definition, "about", game.language), class_="about"),
        h(
            "p",
            h("span", t("start.players", low=low, high=high)),
            h("span", t(f"start.{game.definition.provenance}")),
            class_="facts",
        ),
        h(
            "div",
            _way("bots", "play", t, "primary"),
            [_way(mode, mode, t) for mode, _ in WAYS if mode != "solo" or low == 1],
            h("a", icon("book"), t("start.rules"), class_="way", href=f"/rules/{game.id}"),
            class_="ways",
        ),
        class_="game card",
        data_game=game.id,
        data_name=game.name,
        data_seats=f"{low} {high}",
        data_campaign=game.definition.campaign is not None,
        data_choices=json.dumps(offered, ensure_ascii=False),
        aria_labelledby=f"game-{game.id}",
    )


def _way(mode: str, key: str, t: Translate, more: str = "") -> Html:
    return h(
        "button",
        icon(mode),
        t(f"start.{key}"),
        type="button",
        class_=f"way {more}".strip(),
        data_mode=mode,
    )


def _daily_teaser(t: Translate) -> Html:
    return h(
        "section",
        icon("calendar"),
        h("div", h("h2", t("start.daily_title")), h("p", t("start.daily_lead"))),
        h("a", t("start.daily_go"), class_="button", href="/daily"),
        class_="daily-teaser card",
    )


def _setup(language: str, levels: Sequence[str], bots: Sequence[str]) -> Html:
    """One dialog for all games and ways to play; the script shows what a way needs."""
    t = translator(language)
    chosen = "casual" if "casual" in levels else next(iter(levels), None)
    options = [
        h("option", text_or(language, f"level.{name}", name.title()), value=name,
          selected=name == chosen)
        for name in levels
    ]  # fmt: skip
    titles = {mode: t(f"setup.title_{mode}") for mode in ("bots", *dict(WAYS))}
    goes = {mode: t(f"setup.go_{mode}") for mode in titles}
    return h(
        "dialog",
        h(
            "form",
            h("h2", id="setup-title"),
            h("p", id="setup-game", class_="lead"),
            h("label", t("setup.variant"), h("select", name="variant"), data_field="variant"),
            h("div", data_field="options"),
            h("fieldset", h("legend"), h("div", class_="counts"), data_field="seats"),
            h("div", data_field="names"),
            h("label", t("setup.level"), h("select", options, name="level"), data_field="level"),
            h("details", h("summary", t("setup.each")), h("div"), data_field="bots"),
            h("p", role="alert", class_="problem", hidden=True),
            h(
                "div",
                h("button", t("setup.cancel"), type="button", class_="plain", data_close=True),
                h("button", type="submit", class_="primary", id="setup-go"),
                class_="row",
            ),
            method="dialog",
        ),
        id="setup",
        aria_labelledby="setup-title",
        data_titles=json.dumps(titles, ensure_ascii=False),
        data_goes=json.dumps(goes, ensure_ascii=False),
        data_name=t("setup.name"),
        data_name_of=t("setup.name_of", number="#"),
        data_you=t("setup.you"),
        data_bots=json.dumps(list(bots), ensure_ascii=False),
        data_seats=t("setup.seats"),
        data_seats_friends=t("setup.seats_friends"),
    )


def rules_page(language: str, name: str) -> str:
    """The rules of a game in our own words, with its sheet; says where that is reconstructed."""
    t = translator(language)
    shown = find(name, language=language)
    main = h(
        "main",
        h("h1", t("rules.title", game=shown.name)),
        h("p", game_text(shown.definition, "about", language), class_="lead"),
        h(
            "figure",
            h("div", tray_of(name, language), class_="tray-picture"),
            h("div", sheet_of(name, language), class_="sheet-picture"),
            h("figcaption", t(f"rules.{shown.definition.provenance}")),
            class_="sheet card",
        ),
        h("article", guide(shown.definition, language), class_="guide"),
        h("p", h("a", t("rules.play"), class_="button primary", href=f"/#{name}")),
        id="main",
        class_="read",
    )
    return document(language, t("rules.title", game=shown.name), "article", main)


def daily_page(language: str, day: str) -> str:
    """The challenge of a day: one seed for each game played alone, the same for everybody."""
    t = translator(language)
    cards = []
    for name in games():
        shown = find(name, language=language)
        if not any(1 in choice["seats"] for choice in choices(shown)):
            continue  # nobody can play it alone
        path = f"pictures/{name}.{language}.svg"
        cards.append(
            h(
                "article",
                h("img", src=address(path), alt="", class_="picture"),
                h("h2", shown.name),
                h("p", class_="result", role="status"),
                h("button", icon("play"), t("daily.play"), type="button", class_="primary",
                  data_daily=name, aria_label=labelled(shown.name, t("daily.play"), language)),
                h("button", icon("copy"), t("daily.copy"), type="button", class_="plain",
                  data_copy=name, hidden=True,
                  aria_label=labelled(shown.name, t("daily.copy"), language)),
                class_="game card",
                data_name=shown.name,
            )
        )  # fmt: skip
    main = h(
        "main",
        h("h1", t("daily.title")),
        h("p", t("daily.lead"), class_="lead"),
        h("p", h("strong", t("daily.day"), " ", h("time", day, datetime=day))),
        h("p", role="alert", class_="problem", hidden=True),
        h("div", cards, class_="games"),
        id="main",
        data_day=day,
        data_you=t("setup.you"),
    )
    return document(language, t("daily.title"), "daily", main)


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
