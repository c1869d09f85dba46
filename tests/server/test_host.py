"""The host's page: behind its key, on all servers at once, and what was removed is gone."""

from __future__ import annotations

import re
import sqlite3
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from patience import wait_until
from rollwrite.server.problems import Problem
from rollwrite.server.tables.name_filter import NameFilter, checked_words
from server.running import MAIN, Browser, Server, message
from server.test_players import rows

KEY = re.compile(r"/host#key=([A-Za-z0-9_-]{32})")


def printed_key(server: Server) -> str:
    """The key that a server has told at its first start, in the line after its address."""
    assert server.process.stdout is not None
    found = KEY.search(server.process.stdout.readline())
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    "name", ["Badword", "xBADWORDx", "b a d w o r d", "b.a-d_w.o.r.d", "Bädwörd", "ｂａｄｗｏｒｄ",
             "ВАDWОRD", "6 b4dw0rd", "𝓫𝓪𝓭𝔀𝓸𝓻𝓭", "ba\u0301dword"]
)  # fmt: skip
def test_a_word_is_found_in_letters_that_look_the_same(name: str) -> None:
    with pytest.raises(Problem, match="does not allow"):
        NameFilter(["badWörd"]).check(name)


def test_other_names_pass_and_words_that_would_stop_everybody_do_not() -> None:
    several = NameFilter(["nale", "the boss", "привет"])
    assert several.found("Anna Lena") is None, "words are found in words"
    assert several.found("Ben The-Boss") == "the boss"
    assert several.found("ПРИВЕТ") == "привет"
    assert NameFilter().found("anybody") is None
    assert checked_words([" a  b ", "", "a b"]) == ["a b"]
    for words in (["a"], ["--"], ["x" * 41], [f"word {n}" for n in range(501)]):
        with pytest.raises(Problem):
            checked_words(words)


@pytest.fixture(scope="module")
def host(at: Server) -> Browser:
    found = Browser(at)
    found.ok("/api/host/enter", key=printed_key(at))
    return found


def test_nothing_opens_without_the_key(at: Server, host: Browser, database: Path) -> None:
    anna = Browser(at)
    table = anna.begin("qwinto", "solo")
    assert "Remove table" in host.http.get("/host").text
    assert "Remove table" not in anna.http.get("/host").text
    assert anna.http.get("/host/backup").status_code == 403
    for path, body in (
        ("words", {"words": ["anna"]}),
        ("switch", {"name": "reviews", "on": False}),
        ("close", {"table": table}),
        ("unname", {"table": table, "seat": 0}),
    ):
        assert anna.post(f"/api/host/{path}", **body).status_code == 403
    session = host.http.cookies["host"]
    until, _, signature = session.partition(".")
    anna.http.cookies.set("host", f"{int(until) + 1}.{signature}")
    assert anna.http.get("/host/backup").status_code == 403, "it is signed with its end"
    other = Browser(at, origin="https://elsewhere.example")
    other.http.cookies.set("host", session)
    refused = other.post("/api/host/close", table=table)
    assert refused.status_code == 403 and refused.json()["error"] == "foreign"
    codes = [Browser(at).post("/api/host/enter", key="A" * 32).status_code for _ in range(12)]
    assert codes[0] == 410 and codes[-1] == 429, "nobody tries many keys"
    kept = rows(database, "select value from settings where name = 'host_key'")[0]["value"]
    assert re.fullmatch(r"[0-9a-f]{64}", str(kept)), "only the hash of the key is kept"


def test_the_filter_and_the_switch_hold_at_once(at: Server, host: Browser) -> None:
    anna = Browser(at)
    done = anna.begin("twenty_one", "solo")
    anna.play_out(done)
    host.ok("/api/host/words", words=["troll", "troll"])
    try:
        table = anna.create("qwinto", "friends", "me", "open")
        for path, body in (
            (f"/api/tables/{table}/rename", {"seat": 0, "name": "Tröll"}),
            ("/api/me/name", {"name": "tr0ll"}),
        ):
            refused = anna.post(path, **body)
            assert refused.status_code == 400 and "does not allow" in refused.json()["text"]
        joined = Browser(at).post(f"/api/tables/{table}/join", name="a TROLL")
        assert joined.status_code == 400
        assert [seat["name"] for seat in anna.view(table)["seats"]] == ["Anna", ""]
        assert host.post("/api/host/words", words=["x"]).status_code == 400, "changes nothing"
        assert ">troll</textarea>" in host.http.get("/host").text
    finally:
        host.ok("/api/host/words", words=[])
    assert host.post("/api/host/switch", name="chat", on=False).status_code == 400
    host.ok("/api/host/switch", name="reviews", on=False)
    try:
        assert anna.http.get(f"/api/tables/{done}/review").json()["error"] == "wrong_time"
        assert "switched reviews off" in anna.http.get(f"/review/{done}").text
    finally:
        host.ok("/api/host/switch", name="reviews", on=True)
    assert anna.http.get(f"/review/{done}").status_code == 200


def test_a_removed_table_is_gone_for_everybody(at: Server, host: Browser, database: Path) -> None:
    anna = Browser(at)
    done, open_ = anna.begin("twenty_one", "solo"), anna.begin("qwinto", "solo")
    anna.play_out(done)
    with anna.live(open_) as socket:
        wait_until(lambda: "People here now</dt><dd>1<" in host.http.get("/host").text, "one is")
        for table in (done, open_):
            assert table in host.http.get("/host", params={"table": f"{at.url}/t/{table}"}).text
            host.ok("/api/host/close", table=table)
            assert host.post("/api/host/close", table=table).status_code == 404
        while "error" not in (told := message(socket)):
            pass
        assert told["error"] == "no_table", "whoever looks is told"
    assert anna.http.get(f"/t/{done}").status_code == 404
    assert anna.http.get(f"/api/tables/{open_}/view").status_code == 404
    assert anna.post(f"/api/tables/{open_}/rename", seat=0, name="A").status_code == 404
    for name in ("played", "seats", "dailies"):
        assert not rows(database, f"select * from {name} where table_id in ('{done}', '{open_}')")
    left = rows(database, f"select what, data from events where table_id = '{done}'")
    assert {row["what"] for row in left} == {"emptied", "closed"}
    assert {row["data"] for row in left} == {"{}"}
    assert anna.http.get("/me/download").status_code == 200


def test_a_removed_name_is_nowhere_any_more(at: Server, host: Browser, database: Path) -> None:
    anna, ben = Browser(at), Browser(at)
    done = anna.begin("twenty_one", "solo")
    table = ben.create("qwinto", "friends", "me", "open")
    anna.ok(f"/api/tables/{table}/join", name="Impolite")
    anna.ok("/api/me/name", name="Impolite")
    anna.ok(f"/api/tables/{done}/rename", seat=0, name="Impolite")
    anna.play_out(done)
    host.ok("/api/host/unname", table=table, seat=1)
    assert ben.view(table)["seats"][1]["name"] == "A player"
    assert anna.view(table)["seats"][1]["mine"], "the seat stays"
    everything = "\n".join(
        str(row) for name in ("events", "players", "played")
        for row in rows(database, f"select * from {name}")
    )  # fmt: skip
    assert "Impolite" not in everything
    anna.ok(f"/api/tables/{table}/rename", seat=1, name="Polite")
    assert ben.view(table)["seats"][1]["name"] == "Polite"


def test_a_backup_is_whole_and_leaves_nothing_behind(
    at: Server, host: Browser, database: Path, tmp_path: Path
) -> None:
    answer = host.http.get("/host/backup")
    assert answer.status_code == 200 and ".sqlite" in answer.headers["content-disposition"]
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(answer.content)
    with sqlite3.connect(copy) as connection:
        assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
    query = "select count(*) as n from events"
    assert rows(copy, query) == rows(database, query)
    wait_until(lambda: not list(database.parent.glob("*.copy")), "the copy is gone")


def test_a_new_key_ends_the_old_one_while_the_server_runs(
    at: Server, host: Browser, database: Path
) -> None:
    words = [sys.executable, "-c", MAIN, "host-key", f"--database={database}", f"--origin={at.url}"]
    told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    found = KEY.search(told)
    assert found is not None and at.url in told
    assert host.http.get("/host/backup").status_code == 403, "sessions end with their key"
    other = Browser(at)
    entering = partial(other.post, "/api/host/enter", key=found[1])
    wait_until(lambda: entering().status_code == 200, "room for another try", every=2)
    assert other.http.get("/host/backup").status_code == 200
    other.ok("/api/host/quit")
    assert other.http.get("/host/backup").status_code == 403
    missing = subprocess.run([*words[:-2], "--database=/nowhere/x.sqlite"], capture_output=True,
                             text=True, check=False)  # fmt: skip
    assert missing.returncode == 2 and "/nowhere/x.sqlite" in missing.stderr
