"""The page that lists the server's addresses, from its OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rollwrite.web.html import Html, h
from rollwrite.web.shell import document as shell
from rollwrite.web.translate import Translate, translator


def api_page(language: str, document: dict[str, Any]) -> str:
    """Every address with what it is for, what it takes and what it answers; then the types."""
    t = translator(language)
    main = h(
        "main",
        h("h1", t("api.title")),
        h("p", t("api.lead"), class_="lead"),
        h("p", document["info"]["description"]),
        h("p", h("a", t("api.document"), href="/openapi.json")),
        [_address(t, path, calls) for path, calls in document["paths"].items()],
        [_type(name, schema) for name, schema in document["components"]["schemas"].items()],
        id="main",
        class_="read",
    )
    return shell(language, t("api.title"), "article", main)


def _address(t: Translate, path: str, calls: dict[str, Any]) -> list[Html]:
    found = []
    for method, call in calls.items():
        answered = next(iter(call["responses"].values()))["content"]
        lines = [(t("api.answers"), _content(answered))]
        if "requestBody" in call:
            lines.insert(0, (t("api.takes"), _content(call["requestBody"]["content"])))
        for parameter in call.get("parameters", ()):
            if parameter["in"] == "query":
                lines.insert(0, (f"?{parameter['name']}", _shown(parameter["schema"])))
        found += [
            h("h2", h("code", f"{method.upper()} {path}")),
            h("p", call["summary"]),
            h("dl", [(h("dt", term), h("dd", what)) for term, what in lines], class_="facts"),
        ]
    return found


def _type(name: str, schema: dict[str, Any]) -> tuple[Html, ...]:
    fields = [
        (h("dt", h("code", field)), h("dd", _shown(kind)))
        for field, kind in schema.get("properties", {}).items()
    ]
    return (
        h("h2", h("code", name), id=name),
        h("p", schema.get("description", "").partition("\n")[0]),
        h("dl", fields, class_="facts") if fields else Html(""),
    )


def _content(content: dict[str, Any]) -> list[Any]:
    return [_shown(one["schema"]) if "json" in kind else kind for kind, one in content.items()]


def _shown(schema: dict[str, Any]) -> list[Any]:
    """A type in a few words; a type with a name of its own is a link to it."""
    return [*_words(schema)]


def _words(schema: dict[str, Any]) -> Iterator[Any]:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        yield h("a", h("code", name), href=f"#{name}")
    elif "anyOf" in schema:
        for index, one in enumerate(schema["anyOf"]):
            yield from [" | "] * bool(index)
            yield from _words(one)
    elif "enum" in schema:
        yield " | ".join(repr(value) for value in schema["enum"])
    elif schema.get("type") == "array":
        yield "["
        yield from _words(schema.get("items", {}))
        yield ", …]"
    elif isinstance(schema.get("additionalProperties"), dict):
        yield "{… : "
        yield from _words(schema["additionalProperties"])
        yield "}"
    else:
        yield str(schema.get("type", "…"))
