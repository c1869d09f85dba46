"""The JSON addresses as an OpenAPI document, made from the types of the messages themselves."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

import rollwrite as rw
from rollwrite.server import schemas
from rollwrite.server.http.endpoint import Endpoint
from rollwrite.server.http.reference.addresses import GETS, POSTS
from rollwrite.server.problems import say

TEXT = "text/plain"
JSON = "application/json"
QUERIES: dict[str, dict[str, dict[str, Any]]] = {
    "/api/tables/{table}/why": {
        "seat": {"type": "integer", "minimum": 0},
        "part": {"type": "string"},
    },
    "/api/tables/{table}/preview": {
        "seat": {"type": "integer", "minimum": 0},
        "move": {"type": "string"},
    },
    "/api/tables/{table}/faces": {"last": {"type": "integer", "minimum": 0}},
    "/api/running": {"tables": {"type": "string"}},  # ids with commas between
    "/api/daily": {"day": {"type": "string"}},  # today where there is none
    "/api/replay/{table}": {"step": {"type": "integer", "minimum": 0}},
}
REFUSALS = ("400", "403", "404", "409", "410", "413", "429", "503")


@cache
def document(language: str) -> dict[str, Any]:
    """Every JSON address: what it is for, what it takes and what it answers."""
    endpoints = [*POSTS.values(), *GETS.values()]
    types = [kind for one in endpoints for kind in (one.takes, one.answers) if kind]
    unique = list(dict.fromkeys([*types, schemas.Refusal]))
    made, components = msgspec.json.schema_components(
        unique, ref_template="#/components/schemas/{name}"
    )
    found = dict(zip(unique, made, strict=True))
    paths: dict[str, Any] = {}
    for path, endpoint in POSTS.items():
        operation = _operation(path, endpoint, language, found)
        operation["requestBody"] = {"content": {JSON: {"schema": found[endpoint.takes]}}}
        paths.setdefault(path, {})["post"] = operation
    for path, endpoint in GETS.items():
        paths.setdefault(path, {})["get"] = _operation(path, endpoint, language, found)
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


def _operation(
    path: str, endpoint: Endpoint, language: str, found: dict[Any, Any]
) -> dict[str, Any]:
    kind = endpoint.answers
    content = {TEXT: {"schema": {"type": "string"}}}
    if kind is not None:
        content = {JSON: {"schema": found[kind]}}
    refused = {JSON: {"schema": found[schemas.Refusal]}}
    responses: dict[str, Any] = {
        str(endpoint.status): {"description": say("api.done").text(language), "content": content}
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
