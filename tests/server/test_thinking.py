"""Thinking in child processes: in turn, in time, one review for each game, and no orphans."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

import plugins
import rollwrite as rw
from patience import COMPILING, PATIENCE, wait_until
from rollwrite.play.registry import PLUGINS
from rollwrite.server.problems import Problem
from rollwrite.server.tables.taken_along import written
from rollwrite.server.thinking.lookups import Lookups
from rollwrite.server.thinking.workers import Failed, Workers
from server.running import Browser, Server, at_once
from server.test_taken_along import begun

STUCK = '''
"""Qwinto, with notation that never comes to an end for one text."""
from dataclasses import replace
import rollwrite as rw
ORIGINAL = rw.game("qwinto").definition

def read(game, record, seat, text):
    while text == "hang":
        try:
            sum(range(1000))
        except Exception:
            pass
    return ORIGINAL.notation.read(game, record, seat, text)

class Notation:
    """As the original, but for what is read."""

NOTATION = Notation()
NOTATION.__dict__.update(vars(ORIGINAL.notation), read=read)
GAME = replace(ORIGINAL, id="stuck", notation=NOTATION)
'''


def children(server: Server) -> list[psutil.Process]:
    found: list[psutil.Process] = psutil.Process(server.process.pid).children(recursive=True)
    return found


def thinking(server: Server) -> list[psutil.Process]:
    return [one for one in children(server) if "rollwrite.server.thinking.child" in one.cmdline()]


def gone(processes: list[psutil.Process]) -> Callable[[], bool]:
    def look() -> bool:
        alive = [one for one in processes if one.is_running()]
        return all(one.status() == psutil.STATUS_ZOMBIE for one in alive)

    return look


@pytest.mark.server
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_children_end_with_their_server(tmp_path: Path, how: signal.Signals) -> None:
    """Also in the middle of a review, and of compiling bots."""
    folder = tmp_path / "cache"
    os.environ["ROLLWRITE_CACHE"], before = str(folder), os.environ.get("ROLLWRITE_CACHE")
    try:
        server = Server(tmp_path / "tables.sqlite", {"prepare_bots": "yes"})
    finally:
        os.environ.pop("ROLLWRITE_CACHE")
        if before is not None:
            os.environ["ROLLWRITE_CACHE"] = before
    anna = Browser(server)
    table = anna.begin("twenty_one", "bots", "me", "bot")
    anna.play_out(table)
    assert not anna.http.get(f"/api/tables/{table}/review").json()["ready"]
    wait_until(lambda: len(thinking(server)) >= 2, "a child for bots and one for the review")
    wait_until(lambda: len(children(server)) > len(thinking(server)), "children that compile")
    begun = children(server)
    server.stop(how)
    wait_until(gone(begun), "the end of all children")


@pytest.mark.server
def test_one_review_for_each_game_whatever_its_players_are_called(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite", {"reviews_per_address": "2"})
    try:
        anna = Browser(server)
        table = anna.begin("twenty_one", "bots", "me", "bot")
        anna.play_out(table)
        for number in range(30):
            anna.ok(f"/api/tables/{table}/rename", seat=0, name=f"N<{number}>")
            answer = anna.http.get(f"/api/tables/{table}/review")
            assert answer.status_code == 200, "it is the same review all the time"

        def ready() -> bool:
            return bool(anna.http.get(f"/api/tables/{table}/review").json()["ready"])

        wait_until(ready, "the review", seconds=COMPILING, every=0.1)
        assert len(thinking(server)) <= 2
        anna.ok(f"/api/tables/{table}/rename", seat=0, name="Zoë & <i>")
        page = anna.http.get(f"/review/{table}").text
        assert "Zoë &amp; &lt;i&gt;" in page and "<i>" not in page and "N&lt;" not in page
        assert not any(0xE000 <= ord(letter) < 0xE100 for letter in page)
        anna.ok(f"/api/tables/{table}/rename", seat=0, name="Anna")
        assert "Anna" in anna.http.get(f"/review/{table}").text, "named when it is shown"
    finally:
        server.stop()


@pytest.mark.server
def test_whoever_wants_many_reviews_waits_for_himself_alone(tmp_path: Path) -> None:
    settings = {"trust_proxy": "yes", "reviews_per_address": "2"}
    server = Server(tmp_path / "tables.sqlite", settings)
    try:
        anna = Browser(server)
        tables = []
        for _ in range(5):
            tables.append(anna.begin("twenty_one", "bots", "me", "bot"))
            anna.play_out(tables[-1])
        *many, own = tables

        def asked(table: str, address: str) -> int:
            headers = {"x-forwarded-for": address}
            return anna.http.get(f"/api/tables/{table}/review", headers=headers).status_code

        codes = [asked(table, "192.0.2.1") for table in many]
        assert codes[0] == 200 and codes[-1] == 429
        assert asked(own, "192.0.2.2") == 200, "somebody else is not shut out"
    finally:
        server.stop()


@pytest.mark.server
def test_whoever_waits_for_a_hint_when_the_server_ends_is_told(tmp_path: Path) -> None:
    server = Server(tmp_path / "tables.sqlite")
    anna = Browser(server)
    tables = [anna.begin("qwinto", "solo") for _ in range(12)]
    codes: list[int] = []

    def ask(table: str) -> None:
        body = {"seat": 0, "seq": anna.view(table)["seq"]}
        with suppress(httpx.TransportError):
            answer = httpx.post(
                f"{server.url}/api/tables/{table}/hint",
                json=body,
                headers={"origin": server.url, "cookie": f"who={anna.http.cookies['who']}"},
                timeout=PATIENCE,
            )
            codes.append(answer.status_code)

    def end() -> None:
        wait_until(lambda: len(thinking(server)) > 0, "hints to be thought about")
        errors = server.stop()
        assert "Traceback" not in errors, errors

    at_once(*[partial(ask, table) for table in tables], end)
    assert set(codes) <= {200, 503}


@pytest.mark.server
def test_replays_proofs_and_reasons_are_worked_out_in_a_child(tmp_path: Path) -> None:
    """In the server they would take the time of everybody's moves, in threads too."""
    server = Server(tmp_path / "tables.sqlite")
    try:
        anna = Browser(server)
        table = anna.begin("twenty_one", "solo")
        assert not thinking(server)
        why = anna.http.get(f"/api/tables/{table}/why?seat=0&part=nothing").json()["text"]
        assert why and len(thinking(server)) == 1
        anna.play_out(table)
        end = anna.http.get(f"/api/replay/{table}?step=99999").json()
        assert end["step"] == end["steps"] > 20 and end["status"] == "over"
        assert anna.http.get(f"/api/tables/{table}/verify").json()["ok"]
        for child in thinking(server):
            child.kill()
        wait_until(
            lambda: anna.http.get(f"/api/replay/{table}?step=0").json().get("step") == 0,
            "another child",
        )
    finally:
        errors = server.stop()
    assert "Traceback" not in errors


@pytest.mark.server
@pytest.mark.parametrize("what", ["a game that is brought", "sheets to print"])
def test_files_are_read_and_printed_in_a_child(tmp_path: Path, what: str) -> None:
    """Also what is wrong with them is found there, and told as it is."""
    server = Server(tmp_path / "tables.sqlite")
    try:
        anna = Browser(server)
        if what == "sheets to print":
            assert anna.http.get("/print/qwinto?paper=a4").content.startswith(b"%PDF")
            assert anna.http.get("/print/nothing").status_code == 404
        else:
            refused = anna.post("/api/bring", file="nothing of the kind")
            assert (refused.status_code, refused.json()["error"]) == (400, "bad_request")
            assert anna.post("/api/bring", file=written(begun())).status_code == 201
        assert len(thinking(server)) == 1
    finally:
        assert "Traceback" not in server.stop()


def test_a_lookup_that_fails_is_refused() -> None:
    async def work() -> None:
        lookups = Lookups()
        try:
            with pytest.raises(Problem, match="busy"):
                await lookups.ask("anna", "nothing of this name")
            told = await lookups.ask("anna", "why_not", rw.game("qwinto").start(2), 0, "reroll")
            assert told == "Not now. Choose one, two or three dice and roll them."
        finally:
            await lookups.close()

    asyncio.run(work())


def test_everybody_is_served_in_turn() -> None:
    async def work() -> list[str]:
        workers = Workers(0, nice=0, idle_seconds=1, per_owner=3, most=5)
        asked = [("a", 1), ("a", 2), ("a", 3), ("b", 4), ("c", 5)]
        waiting = [
            asyncio.create_task(workers.do(owner, 1, str(number))) for owner, number in asked
        ]
        await asyncio.sleep(0)
        with pytest.raises(Problem, match="Too many"):
            workers.check("a")
        with pytest.raises(Problem, match="busy"):
            workers.check("d")
        found: list[bytes] = []
        while (job := workers._next()) is not None:
            found.append(job.message)
        for task in waiting:
            task.cancel()
        return [next(c for c in "12345" if c.encode() in message) for message in found]

    assert asyncio.run(work()) == ["1", "4", "5", "2", "3"]


def test_a_job_that_fails_hangs_or_dies_ends_alone() -> None:
    async def work() -> Any:
        workers = Workers(1, nice=0, idle_seconds=5)
        state = rw.game("qwinto").start(2)
        try:
            with pytest.raises(Failed, match="KeyError"):
                await workers.do("a", PATIENCE, "nothing of this name")
            with pytest.raises(Failed, match="TimeoutError"):
                await workers.do("a", 0.0, "hint", state, 0, False)
            found = await workers.do("a", PATIENCE, "hint", state, 0, False)
            given = "casual", state, 0, 1, False
            task = asyncio.create_task(workers.do("a", PATIENCE, "choose", *given))
            for child in psutil.Process().children():
                if "rollwrite.server.thinking.child" in child.cmdline():
                    child.kill()
            await asyncio.sleep(0)
            outcome = await asyncio.gather(task, return_exceptions=True)
            assert isinstance(outcome[0], str | Failed)
            assert await workers.do("a", PATIENCE, "choose", *given)
            return found
        finally:
            await workers.close()

    assert asyncio.run(work()).best.move.seat == 0


@pytest.mark.server
@pytest.mark.skipif(sys.platform == "win32", reason="there is no alarm clock")
def test_a_move_that_hangs_is_ended_and_nobody_else_is_stopped(tmp_path: Path) -> None:
    (tmp_path / "stuck.py").write_text(STUCK)
    plugins.install(tmp_path, "rw-stuck", "stuck = stuck:GAME")
    with pytest.MonkeyPatch.context() as environment:
        paths = [str(tmp_path), os.environ.get("PYTHONPATH", "")]
        environment.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
        environment.setenv(PLUGINS, "on")
        server = Server(tmp_path / "tables.sqlite")
    try:
        anna = Browser(server)
        table = anna.begin("stuck", "solo")
        before = anna.view(table)
        answer = anna.move(table, 0, before["seq"], "hang")
        assert (answer.status_code, answer.json()["error"]) == (400, "hung")
        shown = anna.http.get(f"/api/tables/{table}/preview?seat=0&move=hang")
        assert (shown.status_code, shown.json()["error"]) == (400, "hung")
        assert anna.view(table) == before and anna.decide(table)
    finally:
        errors = server.stop()
    assert "a command hung" in errors and "Traceback" not in errors
