"""The list of addresses is true: made-up requests get answers of the types it names."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

import rollwrite as rw
from patience import PATIENCE
from rollwrite.server.http import api, schemas
from rollwrite.server.http.openapi import document
from rollwrite.texts import LANGUAGES
from server.running import Browser, Server

CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
]


@pytest.fixture(scope="module")
def described(server: Server) -> Any:
    browser = Browser(server)
    found = browser.http.get("/openapi.json").json()
    table = browser.begin("qwinto", "bots", "me", "bot")
    cookies = "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())
    # Half of what is made up is about a table that there is, asked by who sits there.
    for calls in found["paths"].values():
        for call in calls.values():
            for parameter in call.get("parameters", ()):
                if parameter["name"] == "table":
                    parameter["schema"] = {"enum": [table, "aaaaaaaaaaaa"]}
    schema = schemathesis.openapi.from_dict(found)
    schema.config.update(
        base_url=server.url,
        headers={"origin": server.url, "cookie": cookies},
        request_timeout=PATIENCE,
    )
    return schema


CALLS = [(path, method) for path, calls in document("en")["paths"].items() for method in calls]


@pytest.mark.parametrize(("path", "method"), CALLS)
def test_made_up_requests_are_answered_as_promised(described: Any, path: str, method: str) -> None:
    @given(case=described[path][method].as_strategy())
    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
    def ask(case: Any) -> None:
        case.call_and_validate(checks=CHECKS)

    ask()


def test_every_address_is_listed() -> None:
    listed = document("en")["paths"]
    assert {path for path, calls in listed.items() if "post" in calls} == set(api.POSTS)
    assert {path for path, calls in listed.items() if "get" in calls} == set(api.GETS)


@pytest.mark.parametrize("game", rw.games())
def test_views_are_of_the_type_that_is_listed(anna: Browser, game: str) -> None:
    table = anna.create(game, "bots", "me", *["bot"] * max(1, rw.game(game).seats.start - 1))
    msgspec.convert(anna.view(table), schemas.View)
    anna.ok(f"/api/tables/{table}/seed", seed="ab")
    msgspec.convert(anna.view(table), schemas.View)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_lists_every_address(anna: Browser, language: str) -> None:
    page = anna.http.get("/api", params={"lang": language})
    assert page.status_code == 200
    assert "https://" not in page.text, "nothing comes from elsewhere"
    for path, calls in document(language)["paths"].items():
        assert path in page.text
        for call in calls.values():
            assert json.dumps(call["summary"], ensure_ascii=False)[1:10] in page.text
