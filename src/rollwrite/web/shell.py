"""The frame of every page: head, bar with language and theme, footer, texts for the scripts."""

from __future__ import annotations

import json

from rollwrite.texts import LANGUAGES
from rollwrite.web.assets import address, imported
from rollwrite.web.html import Child, Html, h
from rollwrite.web.translate import client_texts, translator

_FONT = {"as_": "font", "type": "font/woff2", "crossorigin": "anonymous", "fetchpriority": "low"}


def document(
    language: str,
    title: str,
    script: str,
    main: Child,
    *,
    bar: Child = (),
    body_class: str = "",
    own_menu: bool = False,
) -> str:
    """A whole page: ``script`` names the module that brings it to life.

    A page with a menu of its own has the settings in there, and an arrow back in its bar.
    """
    whole = h(
        "html",
        _head(language, title, script),
        h(
            "body",
            h("a", translator(language)("page.skip"), class_="skip", href="#main"),
            _bar(language, bar, own_menu=own_menu, logo=script != "start"),
            main,
            _footer(language),
            _client(language),
            class_=f"page-{script} {body_class}".strip(),
        ),
        lang=language,
        data_sprite=address("icons/sprite.svg"),
    )
    return f"<!doctype html>\n{whole}\n"


def icon(name: str) -> Html:
    """One of our icons; the words beside it say what it means."""
    picture = h("use", href=f"{address('icons/sprite.svg')}#{name}")
    return h("svg", picture, class_="icon", aria_hidden="true", focusable="false")


def _head(language: str, title: str, script: str) -> Html:
    t = translator(language)
    entry = f"js/pages/{script}.js"
    return h(
        "head",
        h("meta", charset="utf-8"),
        h("title", title),
        h(
            "meta",
            name="viewport",
            content="width=device-width, initial-scale=1, viewport-fit=cover",
        ),
        h("meta", name="description", content=t("start.lead")),
        h("meta", name="color-scheme", content="light dark"),
        [
            h("meta", name="theme-color", content=room, media=f"(prefers-color-scheme: {theme})")
            for theme, room in (("light", "#ece3d3"), ("dark", "#191714"))
        ],
        h("link", rel="manifest", href="/manifest.webmanifest"),
        h("link", rel="icon", href=address("icons/app.svg"), type="image/svg+xml"),
        h("link", rel="apple-touch-icon", href=address("icons/app-192.png")),
        # Before the styles, so that the page never flashes in the other theme.
        h("script", src=address("js/shared/theme.js")),
        [h("link", rel="stylesheet", href=address(f"css/{name}.css")) for name in _styles(script)],
        [h("link", rel="modulepreload", href=address(path)) for path in imported(entry)],
        h("script", type="module", src=address(entry)),
        # They are the heaviest, and the page can be used without: let them wait on a slow line.
        [
            h("link", rel="preload", href=address(f"fonts/{name}.woff2"), **_FONT)
            for name in ("nunito", "fraunces")
        ],
    )


def _styles(script: str) -> tuple[str, ...]:
    if script == "start":
        return ("base", "start")
    if script == "table":
        return ("base", "paper", "table", "layout", "picker", "ending", "guide")
    if script == "replay":
        return ("base", "paper", "table", "layout", "replay")
    if script == "score":
        return ("base", "paper", "pages", "score")
    if script == "review":
        return ("base", "paper", "pages", "review")
    if script in ("profile", "games", "calendar", "compared", "host"):
        return ("base", "paper", "pages", "people")
    return ("base", "paper", "pages")


def settings_button(language: str, class_: str = "quiet") -> Html:
    """What opens the settings; each page has one."""
    label = translator(language)("page.settings")
    hide = class_ == "quiet"
    return h(
        "button",
        icon("settings"),
        h("span", label, class_="hide-narrow" if hide else None),
        class_=class_,
        type="button",
        id="settings-open",
        aria_label=label,
        aria_haspopup="dialog",
    )


def _bar(language: str, more: Child, *, own_menu: bool, logo: bool) -> Html:
    home = f"rollwrite – {translator(language)('page.home')}"
    brand = (
        h("img", src=address("icons/app.svg"), alt="", width=32, height=32) if logo else None,
        h("span", "rollwrite", class_="brand"),
    )
    return h(
        "header",
        h("a", icon("prev") if own_menu else brand, class_="home", href="/", aria_label=home),
        more,
        None if own_menu else _me(language),
        None if own_menu else settings_button(language),
        _settings(language),
        class_="bar",
    )


def _me(language: str) -> Html:
    """The way to one's own games and profile."""
    label = translator(language)("profile.title")
    words = h("span", label, class_="hide-narrow")
    return h("a", icon("person"), words, class_="quiet", href="/me", aria_label=label)


def _settings(language: str) -> Html:
    t = translator(language)
    languages = [
        h("option", t(f"language.{code}"), value=code, lang=code, selected=code == language)
        for code in LANGUAGES
    ]
    themes = [
        h("option", t(f"page.theme_{name}"), value=name) for name in ("auto", "light", "dark")
    ]
    return h(
        "dialog",
        h("h2", t("page.settings"), id="settings-title"),
        h("label", t("page.language"), h("select", languages, id="language")),
        h("label", t("page.theme"), h("select", themes, id="theme")),
        h("button", id="sound", type="button", class_="plain", aria_pressed="false"),
        h("button", t("page.close"), type="button", class_="primary", data_close=True),
        id="settings",
        class_="small",
        aria_labelledby="settings-title",
    )


def _footer(language: str) -> Html:
    t = translator(language)
    links = [
        ("/", "page.home"),
        ("/daily", "page.daily"),
        ("/games", "games.title"),
        ("/bring", "bring.title"),
        ("/privacy", "privacy.title"),
        ("/about", "page.about"),
    ]
    return h(
        "footer",
        h("noscript", t("page.no_script")),
        h("nav", [h("a", t(key), href=href) for href, key in links], aria_label="rollwrite"),
        class_="foot",
    )


def _client(language: str) -> Html:
    """Texts as data, not script: the content security policy lets no inline script run."""
    texts = json.dumps(client_texts(language), ensure_ascii=False).replace("<", "\\u003c")
    return h("script", Html(texts), type="application/json", id="texts")
