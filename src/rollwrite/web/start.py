"""The start page: your tables, the daily challenge, and a card with one Play button per game."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rollwrite.draw.dice import die, shadow
from rollwrite.draw.shapes import Drawing, Shape
from rollwrite.games.optional import OptionalDrawings
from rollwrite.play.game import Game
from rollwrite.play.registry import game as find
from rollwrite.play.registry import games
from rollwrite.texts import Message, labelled, texts_of
from rollwrite.web.assets import address
from rollwrite.web.choices import choices
from rollwrite.web.html import Html, h
from rollwrite.web.pictures import game_text, picture
from rollwrite.web.setup import setup_dialog
from rollwrite.web.shell import document, icon
from rollwrite.web.translate import Translate, translator


def start_page(language: str, levels: Sequence[str], bots: Sequence[str], day: str | None) -> str:
    """The games, each a tap from its table.

    ``levels`` are the bots', weakest first; ``bots`` are their names, by their seats; ``day`` is
    the one of the daily challenge. Without a day there is no server: neither a challenge that is
    the same for all, nor friends at other devices.
    """
    t = translator(language)
    shown = [find(name, language=language) for name in games()]
    main = h(
        "main",
        h(
            "div",
            h("h1", t("start.title"), class_="unseen"),
            h("p", t("start.lead"), class_="lead"),
            class_="hello",
        ),
        h("div", _running(t), _daily(shown, day or "", t), class_="today"),
        h("h2", t("start.games"), class_="unseen"),
        h("div", [_card(game, t) for game in shown], class_="games"),
        _all(t),
        setup_dialog(language, levels, bots, alone=day is None),
        id="main",
    )
    return document(language, f"rollwrite – {t('start.title')}", "start", main)


def _running(t: Translate) -> Html:
    """Empty: which tables are yours, only your browser knows."""
    return h(
        "section",
        h("h2", t("start.going"), class_="unseen"),
        h("ul", class_="running"),
        id="going",
        hidden=True,
    )


def _all(t: Translate) -> Html:
    """The list from which tables can be removed; as empty as what runs."""
    summary = h("summary", t("start.all_tables"))
    return h("details", summary, h("ul", class_="all"), id="tables", hidden=True)


def _daily(shown: Sequence[Game], day: str, t: Translate) -> Html:
    """The challenge of the day; the script adds what this browser has made of it."""
    names = {game.id: game.name for game in shown if _solo(choices(game))}
    return h(
        "section",
        h("div", _dice(), class_="dice", aria_hidden="true"),
        h(
            "div",
            h("h2", t("start.daily_title"), id="daily-title"),
            h("p", t("start.daily_lead"), id="daily-lead"),
            h("p", id="daily-streak", hidden=True),
        ),
        h(
            "a",
            t("start.play"),
            class_="button",
            id="daily-go",
            href="/daily",
            aria_labelledby="daily-go daily-title",
        ),
        class_="daily",
        hidden=not names or not day,
        data_day=day,
        data_games=json.dumps(names, ensure_ascii=False),
    )


def _dice() -> Html:
    """Two dice as they lie on any table."""
    shapes: list[Shape] = []
    for x, y, colour, value, turn in ((8, 8, "yellow", 6, -8), (74, 10, "red", 3, 7)):
        shapes += [shadow(x, y, turn), *die(x, y, colour, value, turn=turn)[:-1]]
    return picture(Drawing(136, 74, Message(__package__, "start.daily_title"), tuple(shapes)))


def _solo(offered: Sequence[dict[str, list[int]]]) -> bool:
    return any(1 in choice["seats"] for choice in offered)


def _card(game: Game, t: Translate) -> Html:
    offered = choices(game)
    definition, language = game.definition, game.language
    about = game_text(definition, "about", language)
    own = OptionalDrawings.of(definition.drawing).emblem is not None
    return h(
        "article",
        h(
            "img",
            src=address(f"emblems/{game.id}.{language}.svg"),
            alt="",
            class_="emblem" if own else "emblem whole",
        ),
        h(
            "div",
            h("h3", game.name, id=f"game-{game.id}"),
            h("p", texts_of(definition.package, language).get("blurb", about), class_="about"),
            h("div", h("p", _facts(game, offered, t), class_="facts"), _ways(game, t)),
            class_="words",
        ),
        class_="game card",
        data_game=game.id,
        data_name=game.name,
        data_about=about,
        data_provenance=t(f"start.{definition.provenance}"),
        data_campaign=definition.campaign is not None,
        data_choices=json.dumps(offered, ensure_ascii=False),
        aria_labelledby=f"game-{game.id}",
    )


def _ways(game: Game, t: Translate) -> Html:
    more = h(
        "button",
        icon("more"),
        h("span", t("start.more")),
        type="button",
        class_="quiet",
        data_more=True,
        aria_label=labelled(game.name, t("start.more"), game.language),
        aria_haspopup="dialog",
    )
    play = h(
        "button",
        t("start.play"),
        type="button",
        class_="primary",
        data_play=True,
        aria_label=labelled(game.name, t("start.play"), game.language),
    )
    return h("div", more, play, class_="ways")


def _facts(game: Game, offered: Sequence[dict[str, list[int]]], t: Translate) -> list[Html]:
    """How many play, and for how long if the game says so."""
    counts = sorted({count for choice in offered for count in choice["seats"]})
    low, high = counts[0], counts[-1]
    short = f"{low}–{high}" if low < high else str(low)
    players = t("start.alone") if high == 1 else t("start.players", count=short)
    # On a phone the icon says what is counted.
    brief = h("span", icon("friends"), short, class_="brief", aria_hidden="true")
    found = [brief, h("span", players, class_="full")]
    if game.definition.minutes is not None:
        found.append(h("span", t("start.minutes", minutes=game.definition.minutes)))
    return found
