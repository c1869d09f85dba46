"""One visitor cannot slow or shut out everybody: heads, bodies, connections, frozen sockets."""

from __future__ import annotations

import os
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from patience import PATIENCE, wait_until
from server.running import Browser, Server

pytestmark = pytest.mark.server
HEAD = "GET /health HTTP/1.1\r\nhost: localhost\r\n"
FILES = 256


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = {"header_seconds": "1", "body_seconds": "1", "connections_per_address": "40"}
    server = Server(tmp_path_factory.mktemp("strict") / "tables.sqlite", settings)
    yield server
    errors = server.stop()
    assert "Traceback" not in errors, errors
    assert len(errors.splitlines()) < 20, errors


def dial(server: Server, address: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(
        ("127.0.0.1", server.port), timeout=PATIENCE, source_address=(address, 0)
    )


def said(line: socket.socket) -> str:
    """What a connection answers until it is closed."""
    found = b""
    with suppress(ConnectionError):
        while data := line.recv(65_536):
            found += data
    return found.decode("latin-1")


def live(server: Server, who: Browser, table: str) -> str:
    """The head of a request for a live socket."""
    return (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nhost: localhost:{server.port}\r\n"
        f"origin: {server.url}\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
        "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        f"cookie: who={who.http.cookies['who']}\r\n\r\n"
    )


def metric(server: Server, name: str) -> float:
    text = Browser(server).http.get("/metrics").text
    return next(
        float(x.split()[1]) for x in text.splitlines() if x.startswith(f"rollwrite_{name} ")
    )


@pytest.mark.parametrize("part", ["value", "name", "address", "headers"])
def test_an_endless_head_is_cut_off_after_a_few_kilobytes(strict: Server, part: str) -> None:
    begun = {"value": f"{HEAD}x: ", "name": HEAD, "address": "GET /", "headers": HEAD}[part]
    more = (b"x: y\r\n" if part == "headers" else b"x") * 100
    with dial(strict) as line:
        line.sendall(begun.encode())
        sent = 0
        with suppress(ConnectionError):
            while sent < 1 << 20:
                line.sendall(more)
                sent += len(more)
        assert sent < 1 << 20, "the server has listened all the time"
        assert said(line).startswith("HTTP/1.1 431") or sent > 0


@pytest.mark.parametrize("size", [9_000, 60_000])
def test_a_head_that_is_too_large_is_refused_even_if_it_comes_at_once(
    strict: Server, size: int
) -> None:
    with dial(strict) as line:
        line.sendall(f"{HEAD}x: {'y' * size}\r\n\r\n".encode())
        assert said(line).startswith("HTTP/1.1 431")
    with dial(strict) as line:
        line.sendall(f"{HEAD}x: {'y' * 4_000}\r\nconnection: close\r\n\r\n".encode())
        assert said(line).startswith("HTTP/1.1 200")


def test_trailers_and_what_surrounds_a_body_have_an_end_too(strict: Server) -> None:
    head = "POST /api/tables HTTP/1.1\r\nhost: localhost\r\norigin: http://localhost\r\n"
    with dial(strict) as line:
        line.sendall(f"{head}transfer-encoding: chunked\r\n\r\n1;x=".encode())
        sent = 0
        with suppress(ConnectionError):
            while sent < 8 << 20:
                line.sendall(b"x" * 50_000)
                sent += 50_000
        assert sent < 8 << 20


@pytest.mark.parametrize(
    "begun",
    ["", "\r\n", "GET / HT", HEAD, "POST /api/tables HTTP/1.1\r\nhost: localhost\r\n"
     "origin: http://localhost:{port}\r\ncontent-length: 50\r\n\r\n{{"],
    ids=["nothing", "a line", "a word", "half a head", "half a body"],
)  # fmt: skip
def test_what_never_comes_is_not_waited_for(strict: Server, begun: str) -> None:
    with dial(strict) as line:
        line.sendall(begun.format(port=strict.port).encode())
        began = time.monotonic()
        said(line)
        assert time.monotonic() - began < PATIENCE / 2


def test_a_request_that_dribbles_is_late_all_the_same(strict: Server) -> None:
    with dial(strict) as line, suppress(ConnectionError):
        for letter in HEAD * 100:
            line.sendall(letter.encode())
            time.sleep(0.05)
        raise AssertionError("the server has listened all the time")


def test_connections_of_one_address_are_bounded_and_others_are_served(strict: Server) -> None:
    with ExitStack() as open_:
        lines = [open_.enter_context(dial(strict, "127.0.0.2")) for _ in range(60)]
        assert said(lines[-1]).startswith("HTTP/1.1 429")
        with dial(strict, "127.0.0.3") as other:
            other.sendall(f"{HEAD}connection: close\r\n\r\n".encode())
            assert said(other).startswith("HTTP/1.1 200")

    def free() -> bool:
        with dial(strict, "127.0.0.2") as line:
            line.sendall(f"{HEAD}connection: close\r\n\r\n".encode())
            return said(line).startswith("HTTP/1.1 200")

    wait_until(free, "its connections to be forgotten")


@pytest.mark.skipif(os.name == "nt", reason="Windows counts no files")
def test_whoever_plays_is_served_when_files_run_out(tmp_path: Path) -> None:
    """A server with few open files, full of idle and of live connections from many addresses."""
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nulimit -n {FILES}\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    server = Server(tmp_path / "tables.sqlite", {"header_seconds": "60"}, python=python)
    try:
        anna, stranger = Browser(server), Browser(server)
        table = anna.begin("qwinto", "solo")
        anna.http.headers["connection"] = "close"  # each time on a new connection
        stranger.http.headers["connection"] = "close"
        with ExitStack() as open_:
            for number in range(FILES):  # heads that are never finished
                line = open_.enter_context(dial(server, f"127.0.1.{number % 50 + 1}"))
                line.sendall(HEAD.encode())
            assert anna.decide(table), "half-open connections make room"
        with ExitStack() as open_:
            for number in range(FILES):
                line = open_.enter_context(dial(server, f"127.0.1.{number % 50 + 1}"))
                line.sendall(live(server, stranger, table).encode())
                line.recv(1)
            assert stranger.http.get("/about").status_code == 503
            for _ in range(5):
                assert anna.view(table)["table"] == table
            assert anna.decide(table)
    finally:
        errors = server.stop()
    assert "Traceback" not in errors, errors


def test_a_player_whose_socket_is_frozen_is_replaced_by_a_bot(tmp_path: Path) -> None:
    """Somebody who stops reading is away, like somebody who has hung up."""
    settings = {"ping_seconds": "0.5", "away_seconds": "1"}
    server = Server(tmp_path / "tables.sqlite", settings)
    try:
        anna, ben = Browser(server), Browser(server)
        table = anna.create("qwinto", "friends", "me", "open")
        ben.ok(f"/api/tables/{table}/join", name="Ben")
        with dial(server) as frozen, anna.live(table) as watching:
            frozen.sendall(live(server, ben, table).encode())
            assert frozen.recv(12) == b"HTTP/1.1 101"  # and from now on nothing is read
            anna.ok(f"/api/tables/{table}/start")

            def replaced() -> bool:
                anna.decide(table)
                seats = anna.http.get(f"/api/tables/{table}/view").json()["seats"]
                return bool(seats[1]["away"])

            wait_until(replaced, "a bot for the one who is frozen")
            assert watching.ping().wait(PATIENCE), "whoever reads stays"
        assert metric(server, "sockets_frozen_total") >= 1
    finally:
        server.stop()


def test_bad_input_fills_no_journal(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite")
    anna = Browser(server)
    table = anna.begin("qwinto", "solo")
    upgrade = (
        "upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\n"
        "sec-websocket-key: short\r\n\r\n"
    )
    live = f"GET /api/tables/{table}/live HTTP/1.1\r\nhost: localhost\r\n"
    bad = [
        b"\x16\x03\x01\x02\x00", b"GET\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        f"{live}{upgrade}".encode(), f"{live}{upgrade}".replace("/live", "/l\xe9ve").encode(),
        f"{HEAD}content-length: -1\r\n\r\n".encode(), b"GET http://[/ HTTP/1.1\r\n\r\n",
        f"{HEAD}content-length: 1\r\ncontent-length: 2\r\n\r\n".encode(), b"\x00" * 50,
        "GET /%ff%00 HTTP/1.1\r\nhost: localhost\r\ncookie: who=\xff; x\r\n\r\n".encode("latin-1"),
        f"{live}cookie: who=\xff\r\n{upgrade}".encode("latin-1"),
        f"POST /api/tables/{table}/move HTTP/1.1\r\nhost: localhost\r\norigin: "
        f"{server.url}\r\ncontent-length: 999\r\n\r\n{{".encode(),  # and then broken off
        f"POST /api/tables HTTP/1.1\r\nhost: localhost\r\norigin: {server.url}\r\n"
        "content-length: 999\r\n\r\n{".encode(),
    ]  # fmt: skip
    for number in range(60 * len(bad)):
        with dial(server) as line, suppress(OSError):
            line.sendall(bad[number % len(bad)])
            if number % 3:
                line.shutdown(socket.SHUT_WR)
                line.settimeout(0.05)
                line.recv(100)
    assert anna.decide(table)
    assert metric(server, "errors_total") == 0, "none of this is a fault of ours"
    errors = server.stop()
    assert "Traceback" not in errors, errors
    assert len(errors.splitlines()) <= 20 and len(errors) < 4_000, errors
    assert anna.http.cookies["who"].partition(".")[0] not in errors
