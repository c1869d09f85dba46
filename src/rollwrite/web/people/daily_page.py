"""The daily challenge: the games of a day, and the calendar of days."""

from __future__ import annotations

from calendar import Calendar
from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache
from typing import Protocol

from rollwrite.play.game import Game
from rollwrite.play.registry import game as find
from rollwrite.play.registry import games
from rollwrite.texts import labelled
from rollwrite.web.assets import address
from rollwrite.web.html import Html, h
from rollwrite.web.shell import document, icon
from rollwrite.web.translate import Translate, translator

_WEEK = Calendar(firstweekday=0)
OLDEST = timedelta(days=366)  # that is shown, as it can be played


class _Streak(Protocol):
    @property
    def days(self) -> int: ...
    @property
    def freezes(self) -> int: ...
    @property
    def frozen(self) -> frozenset[str]: ...
    @property
    def longest(self) -> int: ...


@cache
def daily_game(name: str) -> Game | None:
    """A game as it is played in the challenge: alone; None for one that nobody can play alone."""
    definition = find(name).definition
    found = (Game(definition, variant) for variant in definition.variants or (None,))
    return next((game for game in found if 1 in game.seats), None)


def daily_page(language: str, day: str, today: str, *, playable: bool) -> str:
    """The challenges of a day; what this player has made of them, the script asks for."""
    t = translator(language)
    now = day == today
    cards = [_card(t, language, name, day, now) for name in games() if daily_game(name)]
    lead = t("daily.lead") if now else t("daily.past" if playable else "daily.closing")
    ways = [
        h("a", icon("calendar"), t("daily.calendar"), href="/daily/calendar", class_="button plain")
    ]
    if not now:
        ways.append(h("a", t("start.daily_title"), href="/daily", class_="button plain"))
    main = h(
        "main",
        h("h1", t("daily.title")),
        h("p", lead, class_="lead"),
        h("p", h("strong", t("daily.day" if now else "daily.then"), " ",
                 h("time", day, datetime=day)), " ", h("span", id="until")),
        h("p", id="streak", class_="facts", hidden=True),
        h("p", ways, class_="row"),
        h("p", role="alert", class_="problem", hidden=True),
        h("div", cards, class_="games"),
        h("p", t("daily.rules"), class_="facts"),
        id="main",
        data_day=day,
        data_now=now,
        data_playable=playable,
        data_you=t("setup.you"),
    )  # fmt: skip
    return document(language, t("daily.title"), "daily", main)


def _card(t: Translate, language: str, name: str, day: str, now: bool) -> Html:
    shown = find(name, language=language)
    play = t("daily.play" if now else "daily.practise")
    return h(
        "article",
        h("img", src=address(f"emblems/{name}.{language}.svg"), alt="", class_="emblem"),
        h("h2", shown.name),
        h("p", class_="result", role="status"),
        h("button", icon("play"), play, type="button", class_="primary" if now else "plain",
          data_daily=name, aria_label=labelled(shown.name, play, language)),
        h("a", icon("chart"), t("daily.compare"), class_="button plain", hidden=now,
          data_compare=name, href=f"/daily/{name}/{day}",
          aria_label=labelled(shown.name, t("daily.compare"), language)),
        h("button", icon("copy"), t("daily.copy"), type="button", class_="plain",
          data_copy=name, hidden=True,
          aria_label=labelled(shown.name, t("daily.copy"), language)),
        class_="game card",
        data_name=shown.name,
    )  # fmt: skip


def calendar_page(
    language: str, month: str, today: str, played: Mapping[str, int], streak: _Streak
) -> str:
    """A month: which days were played, which a freeze has bridged, and which can be practised."""
    t = translator(language)
    first = date.fromisoformat(f"{month}-01")
    before, after = first - timedelta(days=1), (first + timedelta(days=31)).replace(day=1)
    weeks = _WEEK.monthdatescalendar(first.year, first.month)
    names = [h("th", h("time", _short(day), datetime=str(day), data_weekday=True), scope="col")
             for day in weeks[0]]  # fmt: skip
    rows = [
        h("tr", [_cell(t, day, first.month, today, played, streak) for day in week])
        for week in weeks
    ]
    earlier, later = None, None
    if before.replace(day=28) >= date.fromisoformat(today) - OLDEST:
        earlier = _month(t, before, "daily.earlier", "prev")
    if f"{after:%Y-%m}" <= today[:7]:
        later = _month(t, after, "daily.later", "next")
    main = h(
        "main",
        h("h1", t("daily.calendar")),
        h("p", t("daily.streak", days=streak.days, longest=streak.longest, freezes=streak.freezes)),
        h("p", earlier, later, class_="row"),
        h(
            "table",
            h("caption", h("time", month, datetime=f"{month}-01", data_month=True)),
            h("thead", h("tr", names)),
            h("tbody", rows),
            class_="calendar card",
        ),
        h("p", t("daily.calendar_lead"), class_="facts"),
        h("p", h("a", t("start.daily_title"), href="/daily", class_="button plain")),
        id="main",
        class_="read people",
    )
    return document(language, t("daily.calendar"), "calendar", main)


def _short(day: date) -> str:
    return f"{day:%a}"


def _month(t: Translate, day: date, key: str, picture: str) -> Html:
    month = f"{day:%Y-%m}"
    return h("a", icon(picture), t(key), href=f"/daily/calendar?month={month}",
             class_="button plain")  # fmt: skip


def _cell(
    t: Translate,
    day: date,
    month: int,
    today: str,
    played: Mapping[str, int],
    streak: _Streak,
) -> Html:
    if day.month != month:
        return h("td")
    name, number = day.isoformat(), str(day.day)
    if name > today:
        return h("td", h("span", number, class_="day"))
    if name in played:
        kind, words = "played", t("daily.played", count=played[name])
    elif name in streak.frozen:
        kind, words = "frozen", t("daily.frozen")
    else:
        kind, words = "missed", t("daily.missed")
    mark = {"played": "✓", "frozen": "❄", "missed": ""}[kind]
    return h(
        "td",
        h("a", number, h("span", mark, aria_hidden="true"), h("span", f" {words}", class_="unseen"),
          href=f"/daily?day={name}", class_=f"day {kind}",
          aria_current="date" if name == today else None),
    )  # fmt: skip
