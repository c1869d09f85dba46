"""The profile of whoever looks: name and picture, browsers, taking it along, download, deletion."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Protocol

from rollwrite.errors import has_extra
from rollwrite.web.html import Html, h
from rollwrite.web.people.player_picture import player_image
from rollwrite.web.shell import document, icon
from rollwrite.web.table import qr
from rollwrite.web.translate import Translate, translator


class _Player(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...


class _Browser(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def device(self) -> str: ...
    @property
    def how(self) -> str: ...
    @property
    def since(self) -> float: ...
    @property
    def used(self) -> float: ...
    @property
    def here(self) -> bool: ...


class _Profile(Protocol):
    @property
    def player(self) -> _Player: ...
    @property
    def browsers(self) -> Sequence[_Browser]: ...
    @property
    def links(self) -> int: ...
    @property
    def passkeys(self) -> int: ...


def qr_code(url: str) -> str:
    """A link as a QR code, for scripts to show."""
    return str.__str__(qr(url, ""))


def profile_page(language: str, profile: _Profile | None) -> str:
    """Everything a player may do with a profile; without one yet, how to get it."""
    t = translator(language)
    parts = (
        [h("p", t("profile.none"), class_="lead")]
        if profile is None
        else [
            _own(t, profile),
            _along(t, profile),
            _passkeys(t, profile),
            _browsers(t, profile),
            _data(t),
        ]
    )
    main = h(
        "main",
        h("h1", t("profile.title")),
        _offered(t),
        h("p", role="alert", class_="problem", id="problem", hidden=True),
        parts,
        id="main",
        class_="read people",
        data_new=profile is None,
    )
    return document(language, t("profile.title"), "profile", main)


def _own(t: Translate, profile: _Profile) -> Html:
    player = profile.player
    field = h("input", name="name", value=player.name, maxlength=24, autocomplete="nickname",
              required=True, dir="auto")  # fmt: skip
    games = h("a", icon("chart"), t("profile.games"), href="/games", class_="button plain")
    save = h("button", t("profile.save"), type="submit", class_="plain")
    return h(
        "section",
        player_image(player.id, 96),
        h(
            "div",
            h("form", h("label", t("setup.name"), field), save, id="rename", class_="row"),
            h("p", t("profile.lead"), class_="facts"),
            h("p", games, class_="row"),
            class_="stack",
        ),
        class_="card who",
    )


def _along(t: Translate, profile: _Profile) -> Html:
    links = None
    if profile.links:
        links = h(
            "p",
            t("profile.links", count=profile.links),
            " ",
            h("button", t("profile.withdraw"), type="button", class_="plain", id="withdraw"),
            class_="row",
        )
    return h(
        "section",
        h("h2", t("profile.along")),
        h("p", t("profile.along_lead")),
        h("button", icon("device"), t("profile.make_link"), type="button", class_="plain",
          id="carry"),
        h("div", id="carried", class_="stack", tabindex="-1", hidden=True),
        links,
        class_="card",
    )  # fmt: skip


def _passkeys(t: Translate, profile: _Profile) -> Html | None:
    """Offered where the server has what it takes; the script hides it where the browser has not."""
    if not has_extra("passkeys"):
        return None
    drop = None
    if profile.passkeys:
        drop = h("p", t("passkeys.there", count=profile.passkeys), " ",
                 h("button", t("passkeys.drop"), type="button", class_="plain", id="no-passkeys"),
                 class_="row")  # fmt: skip
    return h(
        "section",
        h("h2", t("passkeys.title")),
        h("p", t("passkeys.lead")),
        h(
            "div",
            h("button", icon("check"), t("passkeys.make"), type="button", class_="plain",
              id="make-passkey"),
            h("button", icon("person"), t("passkeys.use"), type="button", class_="plain",
              id="use-passkey"),
            class_="row",
        ),
        drop,
        class_="card",
        id="passkeys",
        hidden=True,
    )  # fmt: skip


def _browsers(t: Translate, profile: _Profile) -> Html:
    rows = [_browser(t, one) for one in profile.browsers]
    return h(
        "section",
        h("h2", t("profile.browsers")),
        h("p", t("profile.browsers_lead")),
        h("ul", rows, class_="browsers"),
        class_="card",
    )


def _browser(t: Translate, one: _Browser) -> Html:
    name = one.device or t("profile.first" if one.how == "first" else "profile.unknown")
    told = [_date(one.since, t(f"profile.how_{one.how}"))]
    told.append(_date(one.used, t("profile.used")))
    remove = h(
        "button", t("profile.remove"), type="button", class_="plain", data_revoke=one.id,
        data_here=one.here, aria_label=f"{t('profile.remove')}: {name}",
    )  # fmt: skip
    here = [" ", h("em", t("profile.here"))] if one.here else []
    return h("li", h("div", h("strong", name), here, h("p", told, class_="facts")), remove)


def _date(at: float, words: str) -> Html:
    day = time.strftime("%Y-%m-%d", time.gmtime(at))
    return h("span", f"{words} ", h("time", day, datetime=day), ". ")


def _data(t: Translate) -> Html:
    return h(
        "section",
        h("h2", t("profile.data")),
        h("p", t("profile.data_lead"), " ", h("a", t("privacy.title"), href="/privacy")),
        h(
            "div",
            h("a", icon("download"), t("profile.download"), class_="button plain",
              href="/me/download", download=True),
            h("button", icon("close"), t("profile.delete"), type="button", class_="plain",
              id="delete"),
            class_="row",
        ),
        class_="card",
    )  # fmt: skip


def _offered(t: Translate) -> Html:
    """Where a link to a profile says whose it is, before it is used."""
    return h(
        "section",
        h("h2", t("profile.offer"), id="offer-title", tabindex="-1"),
        h("div", id="offered", class_="who"),
        h("p", t("profile.offer_lead")),
        h("p", id="brought", hidden=True),
        h(
            "div",
            h("button", t("profile.accept"), type="button", class_="primary", id="accept"),
            h("a", t("profile.decline"), href="/", class_="button plain"),
            class_="row",
        ),
        class_="card",
        id="offer",
        aria_labelledby="offer-title",
        hidden=True,
    )


def privacy_page(language: str) -> str:
    """What is kept, for how long, who sees it, and how to be rid of it."""
    t = translator(language)
    parts = [
        (h("h2", t(f"privacy.{key}_title")), h("p", t(f"privacy.{key}")))
        for key in ("kept", "seen", "sent", "rights", "host")
    ]
    main = h(
        "main",
        h("h1", t("privacy.title")),
        h("p", t("privacy.lead"), class_="lead"),
        parts,
        h("p", h("a", t("profile.title"), href="/me", class_="button plain")),
        id="main",
        class_="read",
    )
    return document(language, t("privacy.title"), "article", main)
