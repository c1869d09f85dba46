"""The list of addresses is true: made-up requests get answers of the types it names."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

import httpx
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
from patience import PATIENCE, wait_until
from rollwrite.server import schemas
from rollwrite.server.http.reference.addresses import GETS, POSTS
from rollwrite.server.http.reference.openapi import document
from rollwrite.server.tables.taken_along import written
from rollwrite.texts import LANGUAGES
from server import documented
from server.authenticator import Authenticator
from server.running import Browser, Server
from server.test_host import printed_key
from server.test_taken_along import begun

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
    assert {path for path, calls in listed.items() if "post" in calls} == set(POSTS)
    assert {path for path, calls in listed.items() if "get" in calls} == set(GETS)


@pytest.mark.parametrize("game", rw.games())
def test_views_are_of_the_type_that_is_listed(anna: Browser, game: str) -> None:
    table = anna.create(game, "bots", "me", *["bot"] * max(1, rw.game(game).seats.start - 1))
    msgspec.convert(anna.view(table), schemas.View)
    anna.ok(f"/api/tables/{table}/seed", seed="ab")
    msgspec.convert(anna.view(table), schemas.View)


def test_every_address_answers_as_listed(anna: Browser, ben: Browser) -> None:
    """Each one asked for real, so that what it answers is held to its type (``documented``)."""
    asked: set[tuple[str, str]] = set()

    def note(response: httpx.Response) -> None:
        assert response.status_code < 300, response.text
        asked.add((response.request.method, response.request.url.path))

    for browser in (anna, ben):
        browser.http.event_hooks["response"].append(note)
    table = anna.create("qwinto", "friends", "me", "open", "open")
    at = f"/api/tables/{table}"
    ben.ok(f"{at}/join", name="Ben")
    ben.ok(f"{at}/leave", seat=1)
    ben.ok(f"{at}/join", name="Ben")
    ben.ok(f"{at}/rename", seat=1, name="Benno")
    anna.ok(f"{at}/remove", seat=2, level="casual")
    anna.ok(f"{at}/remove", seat=1)
    ben.ok(f"{at}/claim", token=anna.ok(f"{at}/link", seat=0)["url"].rpartition("=")[2])
    ben.ok(f"{at}/seed", seed="ab")
    ben.ok(f"{at}/start")
    view = ben.view(table)
    while not view["deciding"]:
        view = ben.view(table)
    own = {"seat": 0, "seq": view["seq"]}
    ben.ok(f"{at}/hint", **own)
    ben.http.get(f"{at}/why", params={"seat": 0, "part": "O1"})
    move = view["moves"]["0"][0]["text"]
    ben.http.get(f"{at}/preview", params={"seat": 0, "move": move})
    ben.ok(f"{at}/move", **own, move=move)
    solo = ben.begin("donnant", "solo", options={"level": 1})
    view = ben.view(solo)
    ben.move(solo, 0, view["seq"], view["moves"]["0"][0]["text"])
    ben.ok(f"/api/tables/{solo}/take_back", seat=0, seq=ben.view(solo)["seq"])
    ben.ok("/api/progress", game="donnant", table=solo)
    over = ben.begin("twenty_one", "solo")
    ben.play_out(over)
    for name in ("log", "verify", "review"):
        ben.http.get(f"/api/tables/{over}/{name}")
    real = ben.begin("qwinto", "solo", own_dice=True)
    ben.move(real, 0, ben.view(real)["seq"], "roll Y")
    ben.http.get(f"/api/tables/{real}/faces")
    for what in ("roll", "correct"):
        ben.ok(f"/api/tables/{real}/{what}", seq=ben.view(real)["seq"], roll="Y3")
    ben.http.get(f"/api/replay/{over}", params={"step": 3})
    ben.ok(f"/api/tables/{over}/rematch")
    ben.ok("/api/bring", file=written(begun()))
    ben.ok("/api/score", game="qwinto", lines=["3 5"])
    browsers = ben.ok("/api/me/name", name="Benno")["browsers"]
    ben.ok("/api/me/withdraw")
    token = ben.ok("/api/me/carry")["url"].rpartition("=")[2]
    for what in ("offer", "add"):
        anna.ok(f"/api/me/{what}", token=token)
    anna.http.get("/api/me")
    device = Authenticator(anna.server.url)
    made = device.make(anna.ok("/api/me/passkey_options")["options"])
    anna.ok("/api/me/passkey", credential=made)
    guest = Browser(anna.server)
    guest.http.event_hooks["response"].append(note)
    used = device.use(guest.ok("/api/me/unlock_options")["options"])
    guest.ok("/api/me/unlock", credential=used)
    anna.ok("/api/me/no_passkeys")
    host, key = Browser(anna.server), printed_key(anna.server)
    # Made-up requests may just have tried as many keys as an address may in a minute.

    def entered() -> httpx.Response | None:
        answer = host.post("/api/host/enter", key=key)
        return None if answer.status_code == 429 else answer

    entry = wait_until(entered, "a key that may be tried", every=2)
    assert entry is not None
    note(entry)
    host.http.event_hooks["response"].append(note)
    host.ok("/api/host/words", words=[])
    host.ok("/api/host/switch", name="reviews", on=True)
    removed = guest.begin("qwinto", "solo")
    host.ok("/api/host/unname", table=removed, seat=0)
    host.ok("/api/host/close", table=removed)
    host.ok("/api/host/quit")
    anna.ok("/api/me/revoke", id=browsers[0]["id"])
    anna.ok("/api/me/delete")
    for path in ("/api/running", "/api/daily", "/health", "/metrics"):
        ben.http.get(path)
    missed = [
        (method, form.pattern) for method, form in documented.LISTED
        if not any(how == method and form.fullmatch(path) for how, path in asked)
    ]  # fmt: skip
    assert not missed


@pytest.mark.parametrize(
    ("method", "path", "status", "answer"),
    [
        ("POST", "/api/tables/abc/start", 200, {"seq": 1, "extra": 2}),
        ("POST", "/api/tables/abc/start", 200, {"sequence": 1}),
        ("GET", "/api/tables/abc/review", 200, {"ready": "yes", "url": "/review/abc"}),
        ("GET", "/api/tables/abc/view", 404, {"error": "no_table"}),
    ],
)
def test_what_is_not_listed_is_noticed(method: str, path: str, status: int, answer: Any) -> None:
    request = httpx.Request(method, f"http://localhost{path}")
    with pytest.raises(msgspec.ValidationError):
        documented.check(httpx.Response(status, json=answer, request=request))


def test_the_client_reads_no_result_that_is_not_sent() -> None:
    """``view.result`` and what it holds, in all scripts of the browser."""
    folders = files("rollwrite.web").joinpath("static/js").iterdir()
    sources = [script.read_text("utf-8") for folder in folders for script in folder.iterdir()]
    read = {name for text in sources for name in re.findall(r"\bresult\??\.(\w+)", text)}
    assert read
    assert read <= {field.name for field in msgspec.structs.fields(schemas.Result)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_lists_every_address(anna: Browser, language: str) -> None:
    page = anna.http.get("/api", params={"lang": language})
    assert page.status_code == 200
    assert "https://" not in page.text, "nothing comes from elsewhere"
    for path, calls in document(language)["paths"].items():
        assert path in page.text
        for call in calls.values():
            assert json.dumps(call["summary"], ensure_ascii=False)[1:10] in page.text
