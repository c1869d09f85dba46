"""Bad input: each gets a clear answer, changes nothing, and is bounded."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from patience import PATIENCE, wait_until
from server.running import Browser, Server, heard


@pytest.fixture
def table(anna: Browser) -> str:
    return anna.begin("qwinto", "bots", "me", "bot")


@pytest.mark.parametrize(
    ("move", "error"),
    [
        ({"seat": 7, "move": "pass"}, "bad_request"),
        ({"seat": -1, "move": "pass"}, "bad_request"),
        ({"seat": 0, "move": "Y3"}, "wrong_moment"),
        ({"seat": 0, "move": "castle"}, "unreadable"),
        ({"seat": 0, "move": "x" * 300}, "bad_request"),
        ({"seat": "0", "move": "pass"}, "bad_request"),
        ({"seat": 0}, "bad_request"),
        ({"seat": 0, "move": "pass", "more": 1}, "bad_request"),
    ],
)
def test_moves_that_are_refused(anna: Browser, move: dict[str, Any], error: str) -> None:
    table = anna.begin("qwinto", "solo")
    before = anna.view(table)
    answer = anna.post(f"/api/tables/{table}/move", **{"seq": before["seq"], **move})
    assert 400 <= answer.status_code < 500 and answer.json()["error"] == error
    assert answer.json()["text"]
    assert anna.view(table) == before


def test_a_move_for_a_bots_seat(anna: Browser, table: str) -> None:
    seq = anna.view(table)["seq"]
    assert anna.move(table, 1, seq, "pass").json()["error"] == "not_your_seat"


def test_a_move_out_of_turn(anna: Browser) -> None:
    table = anna.begin("qwinto", "device", "me", "me")
    view = anna.view(table)
    answer = anna.move(table, 1 - view["deciding"][0], view["seq"], "roll O")
    assert answer.json()["error"] == "not_pending"


def test_a_move_for_a_finished_game(anna: Browser, table: str) -> None:
    end = anna.play_out(table)
    for seq in (end["seq"], 1):
        assert anna.move(table, 0, seq, "pass").json()["error"] == "game_over"


def test_a_move_before_the_start(anna: Browser) -> None:
    table = anna.create("qwinto", "friends", "me", "open")
    assert anna.move(table, 0, 1, "pass").json()["error"] == "wrong_time"


def test_a_stranger_moves_nothing(ben: Browser, table: str) -> None:
    for path, body in (
        ("move", {"seat": 0, "seq": 3, "move": "pass"}),
        ("take_back", {"seat": 0, "seq": 3}),
        ("leave", {"seat": 0}),
        ("rename", {"seat": 0, "name": "x"}),
        ("link", {"seat": 0}),
    ):
        answer = ben.post(f"/api/tables/{table}/{path}", **body)
        assert (answer.status_code, answer.json()["error"]) == (403, "not_your_seat"), path


@pytest.mark.parametrize("name", ["aaaaaaaaaaaa", "x", "..%2f..%2fetc", "%00" * 12, "é" * 12])
def test_a_table_that_does_not_exist(anna: Browser, name: str) -> None:
    for path in (f"/api/tables/{name}/view", f"/api/tables/{name}/log", f"/api/replay/{name}"):
        assert anna.http.get(path).status_code == 404
    assert anna.post(f"/api/tables/{name}/move", seat=0, seq=1, move="x").status_code == 404
    page = anna.http.get(f"/t/{name}", headers={"accept-language": "de"})
    assert page.status_code == 404 and 'lang="de"' in page.text


def test_a_socket_to_no_table(anna: Browser) -> None:
    with anna.live("aaaaaaaaaaaa") as socket:
        assert heard(socket)["error"] == "no_table"
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=PATIENCE)


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "chess", "mode": "solo"},
        {"game": "qwinto", "mode": "poker"},
        {"game": "qwinto", "mode": "solo", "variant": "none"},
        {"game": "qwinto", "mode": "solo", "options": {"edition": "/etc/passwd"}},
        {"game": "qwinto", "mode": "solo", "options": {"language": "fr"}},
        {"game": "twenty_one", "mode": "solo", "options": {"sheets": "?"}},
        {"game": "qwinto", "mode": "bots", "seats": [{"kind": "bot", "level": "god"}]},
        {"game": "qwinto", "mode": "bots", "seats": [{"kind": "me"}] * 7},
        {"game": ["qwinto"], "mode": "solo"},
    ],
)
def test_tables_that_cannot_be_laid(anna: Browser, wish: dict[str, Any]) -> None:
    answer = anna.post("/api/tables", **wish)
    assert answer.status_code == 400 and answer.json()["error"] == "bad_request", answer.text


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"seat":1e999}', b"[" * 5000]
)
def test_malformed_messages(anna: Browser, table: str, body: bytes) -> None:
    answer = anna.http.post(f"/api/tables/{table}/move", content=body)
    assert (answer.status_code, answer.json()["error"]) == (400, "bad_request")


def test_oversized_messages(anna: Browser, table: str) -> None:
    answer = anna.http.post(f"/api/tables/{table}/move", content=b"x" * 20_000)
    assert (answer.status_code, answer.json()["error"]) == (413, "too_large")

    assert anna.view(table)["table"] == table


@pytest.mark.parametrize("what", ["move", "start"])
@pytest.mark.parametrize(("origin", "status"), [(None, 413), ("http://elsewhere.example", 403)])
def test_a_message_without_end_is_cut_off(
    anna: Browser, table: str, what: str, origin: str | None, status: int
) -> None:
    """Whatever the refusal: the connection is closed, not listened to for ever."""
    end = time.monotonic() + PATIENCE

    def endless() -> Any:
        while time.monotonic() < end:
            yield b"x" * 1000
        raise AssertionError("the server has listened all the time")

    headers = {"origin": origin or anna.http.headers["origin"]}
    try:
        answer = anna.http.post(f"/api/tables/{table}/{what}", content=endless(), headers=headers)
        assert answer.status_code == status
        assert answer.headers["connection"] == "close"
    except httpx.TransportError:
        pass  # the connection was closed on the sender
    assert anna.view(table)["table"] == table


def test_seeds_that_are_none(anna: Browser) -> None:
    table = anna.create("qwinto", "friends", "me", "open")
    for seed in ("", "abc", "xy", "00" * 100, "12 34"):
        assert anna.post(f"/api/tables/{table}/seed", seed=seed).json()["error"] == "bad_request"


def test_html_in_names_stays_text(anna: Browser) -> None:
    evil = "<script>alert(1)</script>"
    table = anna.create("qwinto", "friends", "me", "bot")
    anna.ok(f"/api/tables/{table}/rename", seat=0, name=evil)
    anna.ok(f"/api/tables/{table}/start")
    view = anna.view(table)
    assert view["seats"][0]["name"] == evil[:24]
    assert "<script" not in "".join(sheet["svg"] for sheet in view["sheets"])
    assert "&lt;script" in "".join(sheet["svg"] for sheet in view["sheets"])


def test_other_sites_cannot_post_or_listen(server: Server, anna: Browser, table: str) -> None:
    for origin in (
        "https://evil.example",
        "null",
        "http://localhost",
        f"{server.url}.evil.example",
    ):
        answer = anna.http.post(
            f"/api/tables/{table}/leave", json={"seat": 0}, headers={"origin": origin}
        )
        assert (answer.status_code, answer.json()["error"]) == (403, "foreign"), origin
    nowhere = httpx.post(f"{server.url}/api/tables", json={"game": "qwinto", "mode": "solo"})
    assert nowhere.json()["error"] == "foreign"
    evil = Browser(server, origin="https://evil.example")
    with evil.live(table) as socket:
        assert heard(socket)["error"] == "foreign"


def test_headers(anna: Browser, table: str) -> None:
    for path in ("/", f"/t/{table}", f"/api/tables/{table}/view", "/nothing", "/health"):
        headers = anna.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self'" in policy and "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


def test_the_cookie_is_out_of_reach_of_scripts(server: Server) -> None:
    cookie = httpx.get(server.url).headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie
    secure = httpx.get(server.url, headers={"x-forwarded-proto": "https"}).headers["set-cookie"]
    assert "secure" not in secure.lower(), "only a trusted proxy is believed"


def test_no_secret_is_ever_shown(anna: Browser, server: Server, table: str) -> None:
    secret = dict(anna.http.cookies)["who"]
    shown = json.dumps(anna.view(table)) + anna.http.get(f"/api/tables/{table}/log").text
    assert secret not in shown and '"revealed": null' in shown


@pytest.mark.server
def test_floods_are_answered_and_then_shut_out(tmp_path: Path) -> None:
    server = Server(
        tmp_path / "t.sqlite",
        {"posts_per_second": "1", "posts_burst": "5", "tables_per_minute": "2",
         "sockets_per_address": "3", "reads_per_second": "1", "reads_burst": "9"},
    )  # fmt: skip
    try:
        anna = Browser(server)
        codes = [anna.post("/api/tables", game="qwinto", mode="solo").status_code for _ in range(4)]
        assert codes == [201, 201, 429, 429]
        answer = [anna.post("/api/tables/aaaaaaaaaaaa/start") for _ in range(5)][-1]
        assert answer.status_code == 429 and answer.headers["retry-after"]
        reads = [anna.http.get("/api/running").status_code for _ in range(12)]
        assert reads[0] == 200 and reads[-1] == 429
        assert anna.http.get("/health").status_code == 200, "how the server is can be asked always"
    finally:
        server.stop()


def test_a_flooding_socket_is_closed(anna: Browser, table: str) -> None:
    with anna.live(table) as socket, pytest.raises(ConnectionClosed) as closed:
        for _ in range(100):
            socket.send("x")
        while True:
            socket.recv(timeout=PATIENCE)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008
    with anna.live(table) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.send("x" * 100_000)
        while True:
            socket.recv(timeout=PATIENCE)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


@pytest.mark.server
def test_too_many_sockets(tmp_path: Path) -> None:
    server = Server(tmp_path / "t.sqlite", {"sockets_per_address": "3"})
    try:
        anna = Browser(server)
        table = anna.begin("qwinto", "solo")
        with anna.live(table) as one, anna.live(table) as two, anna.live(table) as three:
            for socket in (one, two, three):
                assert heard(socket)["table"] == table
            with anna.live(table) as extra:
                assert heard(extra)["error"] == "too_many"

        def served() -> bool:
            with anna.live(table) as socket:
                return heard(socket).get("table") == table

        wait_until(served, "a place for another socket")
    finally:
        server.stop()


def test_health_and_metrics(anna: Browser, table: str) -> None:
    assert anna.http.get("/health").json()["status"] == "ok"
    text = anna.http.get("/metrics").text
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    found = {name: float(value) for name, value in lines}
    assert all(value >= 0 for value in found.values())
    assert found["rollwrite_requests_total"] >= 2 and found["rollwrite_entries_total"] >= 1
    assert found["rollwrite_tables_in_memory"] >= 1 and "rollwrite_sockets" in found
    commits = "rollwrite_commit_seconds"
    assert found[f'{commits}_bucket{{le="+Inf"}}'] == found[f"{commits}_count"] >= 1
    assert {f"{commits}_sum", f'{commits}_bucket{{le="0.0005"}}'} < found.keys()
    assert not any("created" in name for name in found if "tables" not in name)


def test_pages_in_the_readers_language(server: Server) -> None:
    for wish, language in (("fr-CH,fr;q=0.9,en;q=0.5", "fr"), ("it,de;q=0.3", "de"), ("xx", "en")):
        page = Browser(server, wish).http.get("/")
        assert f'lang="{language}"' in page.text
        assert page.headers["content-type"].startswith("text/html")


def test_pages_are_there(anna: Browser, table: str) -> None:
    for path in ("/", "/daily", "/about", "/rules/qwinto", f"/t/{table}", f"/replay/{table}",
                 "/manifest.webmanifest", "/sw.js"):  # fmt: skip
        assert anna.http.get(path).status_code == 200, path
    for path in ("/nothing", "/rules/chess", "/static/none.js", "/static/../app.py"):
        assert anna.http.get(path).status_code == 404, path
    assert anna.http.delete(f"/t/{table}").status_code in (404, 405)
