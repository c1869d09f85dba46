"""Whose seat it is: cookies that this server has issued, links that are used once, own names."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from rollwrite.server.http.hosts import Hosts
from rollwrite.server.http.security import subscriber
from rollwrite.server.settings import Settings
from server.running import Browser, Server, at_once


def use(browser: Browser, cookie: str) -> None:
    for kept in browser.http.cookies.jar:
        kept.value = cookie


@pytest.mark.parametrize("change", ["x", "A" * 22, "{secret}", "{secret}.", "{secret}.{other}"])
def test_only_cookies_of_this_server_own_anything(anna: Browser, ben: Browser, change: str) -> None:
    secret, _, _ = anna.http.cookies["who"].partition(".")
    other = ben.http.cookies["who"].partition(".")[2]
    forged = change.format(secret=secret, other=other)
    use(anna, forged)
    table = anna.create("qwinto", "friends", "me", "open")
    assert anna.http.cookies["who"] != forged, "it gets one that was issued"
    use(anna, forged)
    assert not any(seat["mine"] for seat in anna.view(table)["seats"])


@pytest.mark.server
def test_browsers_from_before_there_were_signatures_keep_their_seats(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    server = Server(database)
    anna, ben = Browser(server), Browser(server)
    table = anna.begin("qwinto", "solo")
    server.stop()
    with closing(sqlite3.connect(database)) as connection, connection:  # as the old server left it
        connection.execute("delete from settings where name in ('cookie_key', 'unsigned_cookies')")
    old, stranger = (who.http.cookies["who"].partition(".")[0] for who in (anna, ben))
    server = Server(database)
    try:
        for browser, cookie in ((anna, old), (ben, stranger)):
            browser.move_to(server)
            use(browser, cookie)
        assert anna.decide(table), "her seat is hers"
        anna.http.get(f"/t/{table}")
        signed = anna.http.cookies["who"]
        assert signed.startswith(f"{old}."), "the same secret, now signed"
        assert anna.view(table)["seats"][0]["mine"]
        ben.http.get("/")
        assert not ben.http.cookies["who"].startswith(stranger), "who owns nothing gets a new one"
    finally:
        server.stop()


@pytest.mark.server
def test_many_guesses_of_old_cookies_are_refused_before_they_cost(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    server = Server(database)
    Browser(server).begin("qwinto", "solo")
    server.stop()
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("delete from settings where name in ('cookie_key', 'unsigned_cookies')")
    server = Server(database)
    try:
        anna = Browser(server)
        codes = []
        for number in range(40):
            use(anna, f"{number:022}")
            codes.append(anna.http.get("/").status_code)
        assert codes[0] == 200 and codes[-1] == 429
    finally:
        server.stop()


def test_a_link_is_used_once_however_many_come_at_once(anna: Browser, server: Server) -> None:
    table = anna.create("qwinto", "friends", "me", "open")
    url = anna.ok(f"/api/tables/{table}/link", seat=0)["url"]
    page, _, token = url.partition("#seat=")
    assert page == f"{server.url}/t/{table}", "no server, proxy or journal ever sees the token"
    guests = [Browser(server) for _ in range(8)]
    codes: list[int] = []

    def claim(guest: Browser) -> None:
        codes.append(guest.post(f"/api/tables/{table}/claim", token=token).status_code)

    at_once(*[lambda guest=guest: claim(guest) for guest in guests])
    assert sorted(codes) == [200, *[410] * 7]
    assert sum(guest.view(table)["seats"][0]["mine"] for guest in guests) == 1


@pytest.mark.server
def test_no_secret_is_shown_stored_or_counted(tmp_path: Path) -> None:
    """Neither a cookie nor the token of a link stands anywhere but with whom it was given."""
    database = tmp_path / "tables.sqlite"
    server = Server(database)
    anna, ben = Browser(server), Browser(server)
    table = anna.begin("qwinto", "device", "me", "me")
    token = anna.ok(f"/api/tables/{table}/link", seat=0)["url"].partition("#seat=")[2]
    secrets = [token, *(one.http.cookies["who"].partition(".")[0] for one in (anna, ben))]
    addresses = (f"/t/{table}", f"/api/tables/{table}/view", f"/api/tables/{table}/log", "/metrics")
    shown = [anna.http.get(path).text for path in addresses]
    ben.ok(f"/api/tables/{table}/claim", token=token)
    shown += [ben.http.get(path).text for path in addresses]
    assert ben.http.get(f"/t/{table}/seat/{token}").status_code == 404, "no address takes it"
    shown.append(server.stop())
    shown += [path.read_bytes().decode("latin-1") for path in tmp_path.iterdir()]
    assert len(token) > 20 and all(len(secret) > 20 for secret in secrets)
    for text in shown:
        assert not any(secret in text for secret in secrets)


def test_whoever_was_removed_or_left_does_not_come_back_by_a_link(
    anna: Browser, ben: Browser, server: Server
) -> None:
    for how in ("remove", "leave"):
        table = anna.create("qwinto", "friends", "me", "open")
        ben.ok(f"/api/tables/{table}/join", name="Ben")
        if how == "remove":
            anna.ok(f"/api/tables/{table}/start")
        token = ben.ok(f"/api/tables/{table}/link", seat=1)["url"].partition("#seat=")[2]
        (anna if how == "remove" else ben).ok(f"/api/tables/{table}/{how}", seat=1)
        if how == "leave":
            Browser(server).ok(f"/api/tables/{table}/join", name="Carla")
        again = ben.post(f"/api/tables/{table}/claim", token=token)
        assert (again.status_code, again.json()["error"]) == (410, "bad_link")
        assert not ben.view(table)["seats"][1]["mine"]


def test_a_foreign_name_is_refused_although_the_origin_fits(server: Server) -> None:
    """DNS rebinding: a page of another site whose name points to this machine."""
    for host in ("evil.example", f"evil.example:{server.port}", "localhost.evil.example"):
        headers = {"host": host, "origin": f"http://{host}"}
        body = {"game": "qwinto", "mode": "solo", "seats": [], "name": "x"}
        for answer in (
            httpx.post(f"{server.url}/api/tables", json=body, headers=headers),
            httpx.get(f"{server.url}/api/running", headers=headers),
            httpx.get(server.url, headers=headers),
        ):
            assert (answer.status_code, answer.json()["error"]) == (421, "wrong_host")
            assert "who=" not in answer.headers.get("set-cookie", "")
    with pytest.raises(InvalidStatus):
        connect(
            f"ws://localhost:{server.port}/api/tables/aaaaaaaaaaaa/live",
            additional_headers={"host": "evil.example"},
        )


def allowed(host: str, bound: str = "127.0.0.1", **given: str) -> bool:
    hosts = Hosts(Settings(database="", **given), bound)  # type: ignore[arg-type]  # texts only
    return hosts.allow([(b"host", host.encode())])


def test_names_of_this_server() -> None:
    for host in ("localhost", "LOCALHOST:8642", "127.0.0.1:1", "[::1]:8642", "localhost."):
        assert allowed(host), host
    for host in ("", "a@localhost", "localhost/x", "localhost:x", "10.0.0.1", "[::1", "a b"):
        assert not allowed(host), host
    assert allowed("games.example", origin="https://games.example")
    assert allowed("a.example:80", hosts="b.example, a.example") and allowed("x", hosts="*")
    assert allowed("my.box", bound="my.box") and not allowed("my.box")
    assert allowed("192.168.0.7:8642", bound="0.0.0.0"), "no site is called by a number"
    assert not allowed("games.example", bound="0.0.0.0")
    both = [(b"host", b"localhost"), (b"host", b"evil.example")]
    assert not Hosts(Settings(database=""), "127.0.0.1").allow(both)


def test_who_is_counted_as_one() -> None:
    assert subscriber("192.0.2.7") == "192.0.2.7" == subscriber("::ffff:192.0.2.7")
    assert subscriber("2001:db8:1:2::1") == subscriber("2001:db8:1:2:ffff::9")
    assert subscriber("2001:db8:1:3::1") != subscriber("2001:db8:1:2::1")


def test_flags_and_policies(server: Server, anna: Browser) -> None:
    cookie = httpx.get(server.url).headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie and "path=/" in cookie
    assert "domain" not in cookie, "other names of the same site do not get it"
    headers = anna.http.get("/").headers
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    policy = headers["content-security-policy"]
    for part in ("default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'",
                 "form-action 'self'", "connect-src 'self'"):  # fmt: skip
        assert part in policy


@pytest.mark.server
def test_cookies_are_secure_where_the_site_is(tmp_path: Path) -> None:
    settings = {"origin": "https://games.example"}
    server = Server(tmp_path / "tables.sqlite", settings)
    try:
        answer = httpx.get(server.url, headers={"host": "games.example"})
        assert "secure" in answer.headers["set-cookie"].lower()
    finally:
        server.stop()
