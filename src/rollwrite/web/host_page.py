"""The host's page: what runs, sizes, backup, names, switches, tables; where to enter its key."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rollwrite.play.registry import game as find
from rollwrite.texts import Figure
from rollwrite.web.html import Html, h
from rollwrite.web.shell import document, icon
from rollwrite.web.translate import Translate, translator

MEGABYTE = 1e6


class HostedSeat(NamedTuple):
    """Somebody at a table."""

    seat: int
    name: str
    named: bool  # whether there is a name that can be taken away


class HostedTable(NamedTuple):
    """A table in a list."""

    id: str
    game: str
    status: str
    at: float
    people: int
    seats: Sequence[HostedSeat]


class Hosted(NamedTuple):
    """Everything that the page tells."""

    counts: tuple[int, int, int]  # waiting, in play, over
    people: int
    busy: int
    database: int
    memory: int
    cache: int
    dump: str | None
    words: Sequence[str]
    switches: Mapping[str, bool]
    wished: str
    found: Sequence[HostedTable] | None
    now: Sequence[HostedTable]
    latest: Sequence[HostedTable]


def host_key_page(language: str) -> str:
    """Where whoever has the key enters it; its link does so by itself."""
    t = translator(language)
    field = h("input", name="key", type="password", autocomplete="current-password", required=True,
              maxlength=200)  # fmt: skip
    form = h(
        "form",
        h("label", t("host.key"), field),
        h("button", t("host.enter"), type="submit", class_="primary"),
        id="enter",
        class_="row",
    )
    before, command, after = t("host.key_lead").split("`")
    lead = [before, h("code", command), after]
    body = h("section", h("p", lead), form, class_="card")
    return _page(language, [body])


def host_page(language: str, told: Hosted) -> str:
    """The page for whoever has entered the key."""
    t = translator(language)
    return _page(
        language,
        [
            _running(t, told),
            _sizes(t, language, told),
            _switches(t, told.switches),
            _names(t, told.words),
            _find(t, language, told),
            _list(t, language, "now", told.now),
            _list(t, language, "latest", told.latest),
            h("p", h("button", t("host.leave"), type="button", class_="plain", id="quit")),
        ],
    )


def _page(language: str, parts: Sequence[Html]) -> str:
    title = translator(language)("host.title")
    main = h(
        "main",
        h("h1", title),
        h("p", role="alert", class_="problem", id="problem", hidden=True),
        parts,
        id="main",
        class_="read people",
    )
    return document(language, title, "host", main)


def _figures(found: Sequence[tuple[str, str]]) -> Html:
    pairs = [h("div", h("dt", name), h("dd", value)) for name, value in found]
    return h("dl", pairs, class_="figures")


def _running(t: Translate, told: Hosted) -> Html:
    waiting, playing, over = told.counts
    figures = [
        (t("host.people"), str(told.people)),
        (t("host.busy"), str(told.busy)),
        (t("host.waiting"), str(waiting)),
        (t("host.playing"), str(playing)),
        (t("host.over"), str(over)),
    ]
    return h("section", h("h2", t("host.running")), _figures(figures), class_="card")


def _sizes(t: Translate, language: str, told: Hosted) -> Html:
    figures = [
        (t(f"host.{name}"), _size(value, language))
        for name, value in (
            ("database", told.database),
            ("memory", told.memory),
            ("cache", told.cache),
        )
        if value
    ]
    if told.dump is not None:
        how = [h("p", t("host.dump")), h("p", h("code", told.dump), class_="address")]
    else:
        link = h("a", icon("download"), t("host.backup"), href="/host/backup", download=True,
                 class_="button plain")  # fmt: skip
        how = [h("p", t("host.backup_lead")), h("p", link)]
    return h("section", h("h2", t("host.sizes")), _figures(figures), how, class_="card")


def _size(count: int, language: str) -> str:
    form = ".1f" if count < 100 * MEGABYTE else ".0f"
    return f"{Figure(count / MEGABYTE, form).text(language)}\u00a0MB"


def _switches(t: Translate, switches: Mapping[str, bool]) -> Html:
    rows = [
        h(
            "label",
            h("input", type="checkbox", data_switch=name, checked=on),
            " ",
            t(f"host.switch_{name}"),
            class_="tick",
        )
        for name, on in switches.items()
    ]
    return h("section", h("h2", t("host.switches")), h("p", t("host.switches_lead")), rows,
             class_="card")  # fmt: skip


def _names(t: Translate, words: Sequence[str]) -> Html:
    field = h("textarea", "\n".join(words), name="words", rows=5, maxlength=25_000, dir="auto",
              spellcheck="false", autocomplete="off")  # fmt: skip
    form = h(
        "form",
        h("label", t("host.words"), field),
        h("button", t("host.save"), type="submit", class_="plain"),
        id="words",
        class_="stack",
    )
    return h("section", h("h2", t("host.names")), h("p", t("host.names_lead")), form,
             class_="card")  # fmt: skip


def _find(t: Translate, language: str, told: Hosted) -> Html:
    field = h("input", name="table", value=told.wished, maxlength=200, required=True,
              autocomplete="off")  # fmt: skip
    form = h(
        "form",
        h("label", t("host.find_table"), field),
        h("button", t("host.find"), type="submit", class_="plain"),
        action="/host",
        class_="row",
    )
    if told.found is None:
        result: Html | None = None
    elif told.found:
        result = _rows(t, language, told.found)
    else:
        result = h("p", t("host.no_table"), role="status")
    return h("section", h("h2", t("host.remove")), h("p", t("host.remove_lead")), form, result,
             class_="card")  # fmt: skip


def _list(t: Translate, language: str, name: str, tables: Sequence[HostedTable]) -> Html:
    rows = _rows(t, language, tables) if tables else h("p", t("host.none"))
    return h("section", h("h2", t(f"host.{name}")), rows, class_="card")


def _rows(t: Translate, language: str, tables: Sequence[HostedTable]) -> Html:
    return h("ul", [_row(t, language, table) for table in tables], class_="results hosted")


def _row(t: Translate, language: str, table: HostedTable) -> Html:
    name = find(table.game, language=language).name
    at = time.strftime("%Y-%m-%dT%H:%MZ", time.gmtime(table.at))
    facts = [
        t(f"host.status_{table.status}"),
        " · ",
        h("time", at[:-1].replace("T", " "), datetime=at),
        f" · {t('host.here', count=table.people)}" if table.people else "",
    ]
    remove = h(
        "button", icon("close"), t("host.remove_table"), type="button", class_="plain",
        data_table=table.id, aria_label=f"{t('host.remove_table')}: {name}, {table.id}",
    )  # fmt: skip
    link = h("a", name, " ", h("code", table.id), href=f"/t/{table.id}")
    return h(
        "li",
        h("div", h("strong", link)),
        h("p", facts, class_="facts"),
        h("ul", [_seat(t, table, seat) for seat in table.seats], class_="hosted-seats"),
        remove,
    )


def _seat(t: Translate, table: HostedTable, seat: HostedSeat) -> Html:
    name = h("bdi", seat.name)
    if not seat.named:
        return h("li", name)
    remove = h(
        "button", t("host.remove_name"), type="button", class_="plain", data_seat=seat.seat,
        data_at=table.id, data_name=seat.name, aria_label=f"{t('host.remove_name')}: {seat.name}",
    )  # fmt: skip
    return h("li", name, " ", remove)
