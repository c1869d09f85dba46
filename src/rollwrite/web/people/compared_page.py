"""After the daily challenge: the place among all, the expert's game, where the two parted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from rollwrite.play.registry import game as find
from rollwrite.texts import Figure
from rollwrite.web.html import Html, h
from rollwrite.web.people.stats_page import NARROW, WIDE, score_histogram
from rollwrite.web.pictures import plain
from rollwrite.web.shell import document, icon
from rollwrite.web.translate import Translate, translator

BARS = "▁▂▃▄▅▆▇█"
LONG = 12  # bars of the little histogram that goes along with a result


class Compared(NamedTuple):
    """What is to be told about a challenge; without ``open``, nothing yet."""

    game: str
    day: str
    open: bool = False
    scores: Mapping[int, int] = {}
    own: int | None = None
    counted: bool = False
    table: str | None = None
    streak: int = 0
    expert: int | None = None
    own_sheet: str | None = None
    expert_sheet: str | None = None
    parted: int | None = None  # the turn; 0 if never
    worst: Mapping[str, Any] | None = None  # as coach.Judged has it
    reviewed: bool = False
    reviewing: bool = False
    link: str = ""


def expert_name(language: str) -> str:
    """What the expert is called on its sheet."""
    return translator(language)("level.expert")


def you(language: str) -> str:
    """What somebody without a name is called."""
    return translator(language)("setup.you")


def compared_page(language: str, told: Compared) -> str:
    """Place, histogram, both sheets, and the choice that cost most."""
    t = translator(language)
    name = find(told.game, language=language).name
    title = t("compared.title", game=name)
    when = h("p", h("time", told.day, datetime=told.day, data_day=True), class_="facts")
    if not told.open:
        parts: list[Html | None] = [
            h("p", t("compared.first"), class_="lead"),
            h("p", h("a", icon("play"), t("start.daily_title"), href=f"/daily?day={told.day}",
                     class_="button primary")),
        ]  # fmt: skip
    else:
        parts = [_place(t, language, told, name), _expert(t, told), _parted(t, language, told)]
    main = h(
        "main",
        h("h1", title),
        when,
        parts,
        id="main",
        class_="read people",
        data_again=told.open and (told.expert is None or told.reviewing),
    )
    return document(language, title, "compared", main)


def _place(t: Translate, language: str, told: Compared, name: str) -> Html:
    all_ = sum(told.scores.values())
    if not all_:
        return h("section", h("p", t("compared.nobody")), class_="card")
    own = told.own if told.counted else None
    made = score_histogram(t("compared.all"), told.scores, language, own)
    figure = h(
        "figure",
        h("div", plain(made[WIDE]), class_="wide-only"),
        h("div", plain(made[NARROW]), class_="narrow-only"),
        h("figcaption", t("compared.spread", count=all_, best=max(told.scores),
                          middle=_middle(told.scores))),
        class_="chart",
    )  # fmt: skip
    head: list[Html | None] = []
    if told.own is not None:
        head.append(h("p", t("games.points", points=told.own), class_="big"))
    if own is not None:
        head.append(h("p", h("strong", t("compared.place", place=_rank(told.scores, own),
                                         count=all_))))  # fmt: skip
        head.append(_share(t, told, name, own))
    elif told.own is not None:
        head.append(h("p", t("compared.late"), class_="facts"))
    return h("section", head, figure, class_="card stats")


def _rank(scores: Mapping[int, int], own: int) -> int:
    return 1 + sum(count for score, count in scores.items() if score > own)


def _middle(scores: Mapping[int, int]) -> int:
    """The score in the middle of all."""
    half, seen = sum(scores.values()) / 2, 0
    for score in sorted(scores):
        seen += scores[score]
        if seen >= half:
            return score
    return 0


def _share(t: Translate, told: Compared, name: str, own: int) -> Html:
    """The result as a text that gives nothing away, and what the script draws a picture of."""
    lines = [
        t("compared.share_title", game=name, day=told.day),
        t("compared.share_place", points=own, place=_rank(told.scores, own),
          count=sum(told.scores.values())),
        _bars(told.scores, own),
    ]  # fmt: skip
    if told.expert is not None:
        lines.append(t("compared.share_expert", points=told.expert))
    if told.streak > 1:
        lines.append(t("compared.share_streak", days=told.streak))
    return h(
        "div",
        h("button", icon("copy"), t("daily.copy"), type="button", class_="plain", id="copy"),
        h("button", icon("download"), t("client.save_picture"), type="button", class_="plain",
          id="save"),
        h("button", icon("share"), t("table.share"), type="button", class_="plain", id="share",
          hidden=True),
        class_="row",
        id="sharing",
        data_lines="\n".join(lines),
        data_bars=json.dumps(_heights(told.scores, own)),
        data_head=lines[0],
        data_points=t("games.points", points=own),
        data_below=lines[1].partition(" · ")[2],
        data_link=told.link,
        data_name=f"rollwrite-{told.game}-{told.day}",
    )  # fmt: skip


def _heights(scores: Mapping[int, int], own: int) -> tuple[list[int], int]:
    """How many had about so many points, and which of the bars is one's own."""
    low, high = min(scores), max(scores)
    width = (high - low) // LONG + 1
    heights = [0] * ((high - low) // width + 1)
    for score, count in scores.items():
        heights[(score - low) // width] += count
    return heights, (own - low) // width


def _bars(scores: Mapping[int, int], own: int) -> str:
    """How all did, as a line of bars, with brackets around whoever shares it."""
    heights, place = _heights(scores, own)
    most = max(heights)
    bars = [BARS[round((len(BARS) - 1) * height / most)] if height else "·" for height in heights]
    return f"{''.join(bars[:place])}[{bars[place]}]{''.join(bars[place + 1 :])}"


def _expert(t: Translate, told: Compared) -> Html:
    if told.expert is None:
        return h("section", h("p", t("compared.playing"), role="status"), class_="card")
    sheets = [
        h("figure", h("div", Html(sheet), class_="sheet-picture"), h("figcaption", caption))
        for sheet, caption in (
            (told.own_sheet, t("compared.own_sheet", points=told.own or 0)),
            (told.expert_sheet, t("compared.expert_sheet", points=told.expert)),
        )
        if sheet
    ]
    return h(
        "section",
        h("h2", t("compared.expert")),
        h("p", t("compared.made", points=told.expert), _difference(t, told)),
        h("div", sheets, class_="two"),
        class_="card",
    )


def _difference(t: Translate, told: Compared) -> str:
    if told.own is None or told.expert is None:
        return ""
    gap = told.own - told.expert
    key = "ahead" if gap > 0 else "behind" if gap < 0 else "level"
    return " " + t(f"compared.{key}", points=abs(gap))


def _parted(t: Translate, language: str, told: Compared) -> Html | None:
    """Where the games became different, and the choice of one's own that cost most."""
    if told.own is None or told.table is None:
        return None
    lines = []
    if told.parted is not None:
        key = "compared.parted" if told.parted else "compared.together"
        lines.append(h("p", t(key, turn=told.parted)))
    if told.worst is not None:
        moves = told.worst[language]
        lines.append(
            h("p", t("compared.worst", turn=told.worst["turn"], played=moves["played"],
                     best=moves["best"], loss=Figure(told.worst["loss"]).text(language)))
        )  # fmt: skip
    elif told.reviewed:
        lines.append(h("p", t("compared.no_mistake")))
    elif told.reviewing:
        lines.append(h("p", t("compared.reviewing"), role="status"))
    links = [
        h(
            "a",
            icon("watch"),
            t("games.replay"),
            href=f"/replay/{told.table}",
            class_="button plain",
        ),
        h(
            "a",
            icon("chart"),
            t("games.review"),
            href=f"/review/{told.table}",
            class_="button plain",
        ),
    ]
    return h("section", h("h2", t("compared.where")), lines, h("p", links, class_="row"),
             class_="card")  # fmt: skip
