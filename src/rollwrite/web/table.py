"""The table and the replay: frames that the scripts fill from the view the server sends."""

from __future__ import annotations

import io

from rollwrite.play.registry import game as find
from rollwrite.web.html import Child, Html, h
from rollwrite.web.shell import document, icon, settings_button
from rollwrite.web.translate import Translate, translator


def table_page(language: str, table: str, url: str, game: str) -> str:
    """A table: my sheet large, the dice on felt, one sentence, one bar; the others beside it."""
    t = translator(language)
    name = find(game, language=language).name
    main = h(
        "main",
        h("h1", t("table.title", game=name), class_="unseen"),
        h("p", t("table.loading"), class_="loading", role="status"),
        h(
            "nav",
            h("ul", id="seats"),
            h("p", icon("watch"), t("client.watching"), id="watching", role="status", hidden=True),
            class_="strip",
            aria_label=t("table.seats"),
        ),
        h("section", id="lobby", hidden=True),
        h("section", id="ending", hidden=True, tabindex="-1"),
        _papers(t),
        _act(t),
        h("aside", _sides(t), class_="sides", hidden=True),
        h("div", id="say", class_="unseen", aria_live="polite"),
        h("div", id="toast", role="alert", class_="toast", hidden=True),
        id="main",
        class_="table",
        data_table=table,
        data_url=url,
    )
    menu = (
        h("div", id="menu-items", class_="stack"),
        _menu_button("invite", "link", t("table.invite")),
        settings_button(language, "plain"),
    )
    sheet = (h("div", id="closer-sheet"), h("div", id="closer-tally"))
    bar = (
        h("p", name, class_="game-name"),
        h("a", icon("book"), class_="quiet", href=f"/rules/{game}", target="_blank",
          aria_label=t("table.rules")),
        h("button", icon("menu"), type="button", class_="quiet", id="menu-open",
          aria_label=t("table.menu"), aria_haspopup="dialog"),
        _invitation(t, url),
        _dialog("menu", t("table.menu"), h("div", menu, class_="stack"), t),
        _dialog("closer", "", sheet, t, wide=True),
        h("dialog", id="passing", class_="whole", aria_labelledby="passing-title"),
    )  # fmt: skip
    return document(language, f"{name} – rollwrite", "table", main, bar=bar, own_menu=True)


def waiting_page(language: str, script: str) -> str:
    """What stands where a page will be that is made in the browser."""
    t = translator(language)
    loading = h("p", t("table.loading"), class_="loading", role="status")
    main = h("main", loading, id="main", class_="read")
    return document(language, "rollwrite", script, main)


def replay_page(language: str, table: str, game: str) -> str:
    """A game looked at again: a slider over all its steps."""
    t = translator(language)
    name = find(game, language=language).name
    main = h(
        "main",
        h("h1", t("replay.title", game=name), class_="unseen"),
        h("nav", h("ul", id="seats"), class_="strip", aria_label=t("table.seats")),
        _papers(t),
        h("section", _handle(t), h("div", id="tray"), _slider(t), id="act",
          aria_label=t("replay.slider"), hidden=True),
        h("aside", _sides(t), _fair(t, table), class_="sides"),
        h("div", id="say", class_="unseen", aria_live="polite"),
        h("div", id="toast", role="alert", class_="toast", hidden=True),
        id="main",
        class_="table",
        data_table=table,
        data_run=t("replay.run"),
        data_stop=t("replay.stop"),
    )  # fmt: skip
    bar = (
        h("p", name, class_="game-name"),
        h("a", icon("back"), h("span", t("replay.table"), class_="hide-narrow"), class_="quiet",
          href=f"/t/{table}", aria_label=t("replay.table")),
        h("a", icon("chart"), h("span", t("replay.review"), class_="hide-narrow"), class_="quiet",
          href=f"/review/{table}", aria_label=t("replay.review")),
        _dialog("closer", "", h("div", id="closer-sheet"), t, wide=True),
    )  # fmt: skip
    title = t("replay.title", game=name)
    return document(language, title, "replay", main, bar=bar, body_class="page-table")


def qr(url: str, label: str) -> Html:
    """A link as a QR code in SVG, black on white in both themes."""
    import segno

    out = io.BytesIO()
    segno.make(url, error="m", micro=False).save(
        out, kind="svg", xmldecl=False, svgns=False, border=3, scale=4, dark="#000", light="#fff",
        omitsize=True,
    )  # fmt: skip
    drawn = out.getvalue().decode().strip()
    return h("div", Html(drawn), class_="qr", role="img", aria_label=label)


def _papers(t: Translate) -> Html:
    """My sheet, and what lies open for all: beside it, or a drawer over it on small screens."""
    return h(
        "div",
        h("section", id="mine", aria_label=t("table.sheet"), hidden=True),
        h("section", id="market", aria_label=t("table.market"), hidden=True),
        class_="papers",
    )


def _handle(t: Translate) -> Html:
    """What opens the market where it is a drawer."""
    return h(
        "button",
        h("strong", t("table.market")),
        h("span", id="market-count"),
        type="button",
        id="market-handle",
        aria_expanded="false",
        aria_controls="market",
        hidden=True,
    )


def _act(t: Translate) -> Html:
    correct = h("button", icon("pen"), type="button", class_="quiet", id="correct-roll",
                aria_label=t("table.correct"), title=t("table.correct"), hidden=True)  # fmt: skip
    line = h(
        "div",
        h("p", id="prompt", tabindex="-1", aria_live="polite"),
        h("p", id="effect"),
        h("p", id="closes", hidden=True),
        h("div", id="presses", role="group", aria_label=t("table.presses"), hidden=True),
        correct,
        h("div", id="hint", hidden=True),
        class_="act-line",
    )
    bar = h("div", h("div", id="buttons"), class_="action-bar")
    picker = h("div", id="picker", tabindex="-1", role="group", aria_label=t("table.picker"),
               hidden=True)  # fmt: skip
    return h("section", _handle(t), h("div", id="tray"), picker, line, bar, id="act",
             aria_label=t("table.act"), hidden=True)  # fmt: skip


def _sides(t: Translate) -> tuple[Html, ...]:
    return (
        h("p", id="note", class_="facts", hidden=True),
        h("section", h("h2", t("table.others")), h("div", id="others"), class_="others"),
        h("section", h("h2", t("table.tally")), h("div", id="tally"), class_="panel"),
        h(
            "section",
            h("h2", t("table.log")),
            h("ol", id="log", tabindex="0", aria_label=t("table.log")),
            class_="panel",
        ),
    )


def _slider(t: Translate) -> tuple[Html, ...]:
    def slot(id_: str, key: str) -> Html:
        button = h("button", icon(id_), type="button", class_="plain", id=id_,
                   aria_label=t(f"replay.{key}"))  # fmt: skip
        return h("div", button, class_="slot")

    line = h(
        "div",
        h("p", id="prompt"),
        h("p", id="effect"),
        h("input", type="range", id="step", min="0", max="0", value="0",
          aria_label=t("replay.slider")),
        h("p", t("replay.keys"), class_="facts keys"),
        class_="act-line",
    )  # fmt: skip
    slots = [slot("first", "first"), slot("prev", "back"), slot("run", "run"),
             slot("next", "forward"), slot("last", "last")]  # fmt: skip
    return line, h("div", h("div", slots, id="buttons"), class_="action-bar")


def _fair(t: Translate, table: str) -> Html:
    return h(
        "section",
        h("h2", t("replay.fair")),
        h("div", id="fair", role="status"),
        h("div",
          h("button", icon("check"), t("replay.check"), type="button", class_="plain", id="check"),
          h("a", icon("download"), t("replay.log"), class_="button plain",
            href=f"/api/tables/{table}/log", download=f"{table}.log"), class_="row"),
        class_="panel",
    )  # fmt: skip


def _menu_button(id_: str, picture: str, label: str) -> Html:
    return h("button", icon(picture), label, type="button", class_="plain", id=id_,
             aria_haspopup="dialog")  # fmt: skip


def _invitation(t: Translate, url: str) -> Html:
    content = h(
        "div",
        h("p", t("table.invite_lead")),
        qr(url, t("table.qr")),
        h("p", h("a", url, href=url, class_="address")),
        h("div",
          h("button", icon("copy"), t("table.copy"), type="button", class_="plain", id="copy-link"),
          h("button", icon("share"), t("table.share"), type="button", class_="plain",
            id="share-link", hidden=True), class_="row"),
        id="invitation",
    )  # fmt: skip
    return _dialog("inviting", t("table.invite_title"), content, t)


def _dialog(id_: str, title: str, content: Child, t: Translate, *, wide: bool = False) -> Html:
    return h(
        "dialog",
        h("h2", title, id=f"{id_}-title"),
        content,
        h("button", t("page.close"), type="button", class_="primary", data_close=True),
        id=id_,
        class_="wide" if wide else None,
        aria_labelledby=f"{id_}-title",
    )
