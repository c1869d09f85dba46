"""The dialog that sets up a table: every way to play, with what it needs to know."""

from __future__ import annotations

import json
from collections.abc import Sequence

from rollwrite.web.html import Html, h
from rollwrite.web.shell import icon
from rollwrite.web.translate import text_or, translator

OWN_DICE = "own_dice"  # with any of some other ways
WAYS = ("bots", "friends", "device", "solo", "watch", OWN_DICE)
PEOPLE = ("device", "friends", "bots", "solo")
DEFAULT_LEVEL = "casual"


def setup_dialog(
    language: str, levels: Sequence[str], bots: Sequence[str], *, alone: bool = False
) -> Html:
    """One dialog for all games and ways to play; the script shows what a way needs."""
    t = translator(language)
    away = ("friends",) if alone else ()  # at devices that cannot be reached
    chosen = DEFAULT_LEVEL if DEFAULT_LEVEL in levels else next(iter(levels), None)
    options = [
        h("option", text_or(language, f"level.{name}", name.title()), value=name,
          selected=name == chosen)
        for name in levels
    ]  # fmt: skip
    goes = {way: t(f"setup.go_{way}") for way in WAYS if way != OWN_DICE}
    people = [h("option", t(f"start.{way}"), value=way) for way in PEOPLE if way not in away]
    return h(
        "dialog",
        h(
            "form",
            h(
                "div",
                h("h2", id="setup-title"),
                h("p", id="setup-about"),
                h(
                    "p",
                    h("span", id="setup-provenance"),
                    h("a", icon("book"), t("start.rules"), id="setup-rules", href="/"),
                    class_="facts",
                ),
            ),
            h(
                "fieldset",
                h("legend", t("setup.ways")),
                h(
                    "div",
                    [_way(way, t(f"start.{way}")) for way in WAYS if way not in away],
                    class_="options",
                ),
                data_field="ways",
            ),
            h(
                "div",
                h("p", t("setup.own_dice"), class_="facts"),
                h("label", t("setup.people"), h("select", people, name="people")),
                data_field="people",
                hidden=True,
            ),
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
        data_goes=json.dumps(goes, ensure_ascii=False),
        data_name=t("setup.name"),
        data_name_of=t("setup.name_of", number="#"),
        data_you=t("setup.you"),
        data_bots=json.dumps(list(bots), ensure_ascii=False),
        data_seats=t("setup.seats"),
        data_seats_friends=t("setup.seats_friends"),
    )


def _way(way: str, text: str) -> Html:
    button = h("input", type="radio", name="way", value=way)
    return h("label", button, h("span", icon(way), text), class_="option")
