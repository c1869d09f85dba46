"""My games: a list to filter by game, people and date, each with its result and what it led to."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from rollwrite.play.registry import game as find
from rollwrite.play.registry import games as known
from rollwrite.texts import Figure
from rollwrite.web.assets import address
from rollwrite.web.choices import variant_name
from rollwrite.web.html import Html, h
from rollwrite.web.shell import document
from rollwrite.web.translate import Translate, translator


class Seat(NamedTuple):
    """A seat of a finished game."""

    name: str
    score: int
    place: int
    mine: bool
    level: str | None


class Game(NamedTuple):
    """A finished game, as one of its players sees it."""

    table: str
    game: str
    variant: str | None
    at: float
    mode: str
    day: str | None
    score: int
    place: int
    won: bool
    luck: float | None
    loss: float | None
    seats: Sequence[Seat]


class Filter(NamedTuple):
    """What the list is filtered by, as it was asked for."""

    game: str = ""
    other: str = ""
    since: str = ""
    until: str = ""

    def query(self, **more: str) -> str:
        """The same as the end of an address."""
        words = {"game": self.game, "with": self.other, "from": self.since, "to": self.until}
        return urlencode({name: value for name, value in (words | more).items() if value})


def history_page(
    language: str,
    games: Sequence[Game],
    counts: Mapping[str, int],
    people: Sequence[tuple[str, str, int]],
    wish: Filter,
    older: str | None,
) -> str:
    """A page of the list; ``older`` is where the next one begins."""
    t = translator(language)
    if not counts:
        content: list[Html] = [h("p", t("games.none"), class_="lead")]
    else:
        content = [_statistics(t, language, counts), _form(t, language, counts, people, wish)]
        rows = [_game(t, language, one) for one in games]
        content.append(h("ol", rows, class_="results") if rows else h("p", t("games.nothing")))
    if older is not None:
        href = f"/games?{wish.query(before=older)}"
        content.append(h("p", h("a", t("games.older"), href=href, class_="button plain")))
    main = h("main", h("h1", t("games.title")), content, id="main", class_="read people")
    return document(language, t("games.title"), "games", main)


def _statistics(t: Translate, language: str, counts: Mapping[str, int]) -> Html:
    """The way to the statistics of each game."""
    links = [
        h(
            "li",
            h(
                "a",
                h("img", src=address(f"emblems/{name}.{language}.svg"), alt="", class_="emblem"),
                h("strong", find(name, language=language).name),
                h("span", t("games.count", count=count), class_="facts"),
                href=f"/games/{name}",
                class_="card",
            ),
        )
        for name, count in counts.items()
        if name in known()
    ]
    return h("nav", h("h2", t("stats.title")), h("ul", links, class_="kinds"),
             aria_label=t("stats.title"))  # fmt: skip


def _form(
    t: Translate,
    language: str,
    counts: Mapping[str, int],
    people: Sequence[tuple[str, str, int]],
    wish: Filter,
) -> Html:
    kinds = [
        h("option", find(name, language=language).name, value=name, selected=name == wish.game)
        for name in counts
        if name in known()
    ]
    names = [
        h("option", name or t("profile.unnamed"), value=public, selected=public == wish.other)
        for public, name, _ in people
    ]
    everything = h("option", t("games.all"), value="")
    anybody = h("option", t("games.anybody"), value="")
    fields = [
        h("label", t("games.game"), h("select", everything, kinds, name="game")),
        h("label", t("games.with"), h("select", anybody, names, name="with")),
        h("label", t("games.from"), h("input", type="date", name="from", value=wish.since)),
        h("label", t("games.to"), h("input", type="date", name="to", value=wish.until)),
        h("button", t("games.show"), type="submit", class_="plain"),
    ]
    return h("form", fields, method="get", action="/games", class_="card filter")


def _game(t: Translate, language: str, one: Game) -> Html:
    name = find(one.game, language=language).name if one.game in known() else one.game
    variant = f" ({variant_name(language, one.variant)})" if one.variant else ""
    what = t("games.daily", day=one.day) if one.day else t(f"games.mode_{one.mode}")
    when = time.strftime("%Y-%m-%dT%H:%MZ", time.gmtime(one.at))
    head = h(
        "p",
        h("strong", name, variant),
        " · ",
        h("time", when.replace("T", " ").removesuffix("Z"), datetime=when),
        " · ",
        what,
        class_="facts",
    )
    links = [
        h("a", t("games.table"), href=f"/t/{one.table}"),
        h("a", t("games.replay"), href=f"/replay/{one.table}"),
        h("a", t("games.review"), href=f"/review/{one.table}"),
    ]
    return h(
        "li",
        head,
        h("p", h("strong", _result(t, one), class_="points")),
        _luck(t, language, one),
        h("ul", [_seat(t, language, seat) for seat in one.seats], class_="seats")
        if len(one.seats) > 1
        else None,
        h("p", links, class_="row"),
        class_="card",
    )


def _result(t: Translate, one: Game) -> str:
    if len(one.seats) == 1:
        return t("games.points", points=one.score)
    key = "games.won" if one.won else "games.place"
    return t(key, points=one.score, place=one.place, seats=len(one.seats))


def _luck(t: Translate, language: str, one: Game) -> Html | None:
    if one.luck is None or one.loss is None:
        return None
    luck, loss = Figure(one.luck, "+.1f").text(language), Figure(one.loss).text(language)
    return h("p", t("games.luck", luck=luck, loss=loss), class_="facts")


def _seat(t: Translate, language: str, seat: Seat) -> Html:
    level = f" ({t(f'level.{seat.level}')})" if seat.level else ""
    name = seat.name or t("profile.unnamed")
    score = Figure(seat.score, "d").text(language)
    return h("li", f"{seat.place}. ", h("bdi", name), level, f" {score}",
             class_="mine" if seat.mine else None)  # fmt: skip
