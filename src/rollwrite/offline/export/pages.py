"""The pages of the site: those of a server, with addresses that hold wherever it lies."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from rollwrite import web
from rollwrite.bots import LEVELS
from rollwrite.play.registry import games
from rollwrite.server.tables.commands import BOT_NAMES
from rollwrite.texts import LANGUAGES
from rollwrite.web.assets import address
from rollwrite.web.html import Html, h

_ADDRESS = re.compile(r'(href|src|data-sprite)="/([^"]*)"')
_ENTRY = re.compile(r'(<script type="module" src="[^"]*js/)pages/\w+\.js"')
# Links to pages that need one.
_SERVER = re.compile(r'<a (?:class="quiet" )?href="/(?:daily|bring|games|privacy|me)".*?</a>')
TABLES = ("t", "replay", "review", "score")  # pages that the worker makes
SCRIPTS = {"t": "table"}


def pages(site: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every page by its path in the site; ``site`` is what their scripts know of it."""
    yield "index.html", _welcome()
    for language in LANGUAGES:
        for path, page, table in _pages(language):
            root = "../" * (path.count("/") + 1)
            told = {"root": root, "language": language, **site}
            if table:
                told["table"] = table
            yield f"{language}/{path}", _moved(page, told)
        yield f"{language}/manifest.webmanifest", _manifest(language)


def _pages(language: str) -> Iterator[tuple[str, str, str | None]]:
    """Path, content, and what page of a table it is."""
    yield "index.html", web.start_page(language, LEVELS, BOT_NAMES, None), None
    yield "about.html", web.about_page(language), None
    for name in games():
        yield f"rules/{name}.html", web.rules_page(language, name, printable=False), None
    for name in TABLES:
        yield f"{name}.html", web.waiting_page(language, SCRIPTS.get(name, name)), name


def _moved(page: str, site: Mapping[str, Any]) -> str:
    root, language = site["root"], site["language"]
    page = _SERVER.sub("", page)
    page = _ENTRY.sub(r'\1offline/page.js"', page)
    page = _ADDRESS.sub(lambda m: f'{m[1]}="{relative(m[2], root, language)}"', page)
    style = h("link", rel="stylesheet", href=root + address("css/offline.css")[1:])
    data = h("script", Html(json.dumps(site)), type="application/json", id="site")
    return page.replace("</head>", f"{style}</head>").replace("</body>", f"{data}</body>")


def relative(path: str, root: str, language: str) -> str:
    """What a server has at /``path``, as an address in the site; see js/offline too."""
    path, mark, part = path.partition("#")
    if path.startswith("static/"):
        return root + path + mark + part
    if path == "manifest.webmanifest":
        return f"{root}{language}/{path}"
    head, _, rest = path.partition("/")
    if head in TABLES:
        return f"{root}{language}/{head}.html?{rest.replace('?', '&amp;')}"
    known = path == "about" or path.startswith("rules/")
    return f"{root}{language}/{path if known else 'index'}.html{mark}{part}"


def _manifest(language: str) -> str:
    """The manifest of the app, whose addresses count from where it lies."""
    told = json.loads(web.manifest(language))
    for icon in told["icons"]:
        icon["src"] = ".." + icon["src"]
    del told["id"]
    return json.dumps(told | {"start_url": "index.html", "scope": "../"}, ensure_ascii=False)


def _welcome() -> str:
    """The page at the root: it leads to the one in the reader's language."""
    script = address("js/offline/welcome.js")[1:]
    links = [h("p", h("a", code, href=f"{code}/index.html", lang=code)) for code in LANGUAGES]
    whole = h(
        "html",
        h("head", h("meta", charset="utf-8"), h("title", "rollwrite"),
          h("script", type="module", src=script)),
        h("body", h("noscript", links)),
        lang="en",
        data_languages=" ".join(LANGUAGES),
    )  # fmt: skip
    return f"<!doctype html>\n{whole}\n"
