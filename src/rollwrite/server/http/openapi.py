"""The JSON addresses as an OpenAPI document, made from the types of the messages themselves."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

import rollwrite as rw
from rollwrite.server.http import api, schemas
from rollwrite.server.problems import say

TEXT = "text/plain"
JSON = "application/json"
ANSWERS: dict[str, Any] = {
    "/api/tables": schemas.Laid,
    "/api/tables/{table}/rematch": schemas.Laid,
    "/api/tables/{table}/link": schemas.Linked,
    "/api/tables/{table}/hint": schemas.Hint,
    "/api/tables/{table}/review": schemas.Reviewed,
    "/api/progress": schemas.Standing,
    "/api/tables/{table}/view": schemas.View,
    "/api/tables/{table}/log": None,  # plain text
    "/api/tables/{table}/verify": schemas.Verdict,
    "/api/tables/{table}/why": schemas.Reason,
    "/api/replay/{table}": schemas.View,
    "/health": schemas.Health,
    "/metrics": None,
}
QUERIES: dict[str, dict[str, dict[str, Any]]] = {
    "/api/tables/{table}/why": {
        "seat": {"type": "integer", "minimum": 0},
        "part": {"type": "string"},
    },
    "/api/replay/{table}": {"step": {"type": "integer", "minimum": 0}},
}
REFUSALS = ("400", "403", "404", "409", "410", "413", "429", "503")


@cache
def document(language: str) -> dict[str, Any]:
    """Every JSON address: what it is for, what it takes and what it answers."""
    kinds = [kind for call in api.POSTS.values() if (kind := getattr(call, "kind", None))]
    types = [*kinds, *filter(None, ANSWERS.values()), schemas.Done, schemas.Refused]
    unique = list({id(one): one for one in types}.values())
    made, components = msgspec.json.schema_components(
        unique, ref_template="#/components/schemas/{name}"
    )
    found = {id(one): schema for one, schema in zip(unique, made, strict=True)}
    paths: dict[str, Any] = {}
    for path, call in api.POSTS.items():
        kind = getattr(call, "kind")  # noqa: B009  # set by the decorator
        operation = _operation(path, language, found, "201" if path == "/api/tables" else "200")
        operation["requestBody"] = {"content": {JSON: {"schema": found[id(kind)]}}}
        paths.setdefault(path, {})["post"] = operation
    for path in api.GETS:
        paths.setdefault(path, {})["get"] = _operation(path, language, found, "200")
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "rollwrite",
            "version": rw.__version__,
            "description": say("api.about").text(language),
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def name_of(path: str) -> str:
    """By which the texts know an address: its last word that stands for itself."""
    return [word for word in re.split(r"[/{}]+", path) if word and word != "table"][-1]


def _operation(path: str, language: str, found: dict[int, Any], status: str) -> dict[str, Any]:
    kind = ANSWERS.get(path, schemas.Done)
    content = {TEXT: {"schema": {"type": "string"}}}
    if kind is not None:
        content = {JSON: {"schema": found[id(kind)]}}
    refused = {JSON: {"schema": found[id(schemas.Refused)]}}
    responses: dict[str, Any] = {
        status: {"description": say("api.done").text(language), "content": content}
    }
    for other in REFUSALS:
        responses[other] = {"description": say("api.refused").text(language), "content": refused}
    summary = say(f"api.{name_of(path)}").text(language)
    operation: dict[str, Any] = {"summary": summary, "responses": responses}
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", path)
    ]
    for name, schema in QUERIES.get(path, {}).items():
        parameters.append({"name": name, "in": "query", "required": False, "schema": schema})
    if parameters:
        operation["parameters"] = parameters
    return operation
