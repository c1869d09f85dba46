"""A browser's tables in a few words: whose turn it is, who else sits there, how it ended."""

from __future__ import annotations

from typing import Any

from server.running import Browser


def running(browser: Browser, *tables: str, language: str = "en") -> list[dict[str, Any]]:
    """What the server says of some tables."""
    query = {"tables": ",".join(tables), "lang": language}
    answer = browser.http.get("/api/running", params=query)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["tables"]
    return found


def test_tables_at_which_it_is_my_turn_come_first(anna: Browser, ben: Browser) -> None:
    lobby = anna.create("qwinto", "friends", "me", "open")
    over = anna.begin("twenty_one", "solo")
    points = anna.play_out(over)["seats"][0]["score"]
    mine = anna.begin("one_card", "solo")
    anna.my_turn(mine)
    found = running(anna, lobby, over, mine)
    assert [one["table"] for one in found] == [mine, lobby, over]
    assert [one["your_turn"] for one in found] == [True, False, False]
    assert found[0]["turn"] == anna.view(mine)["turn"] and found[0]["others"] == []
    assert found[1]["status"] == "lobby" and found[1]["turn"] == 0
    assert found[2]["points"] == points


def test_others_are_named_and_strangers_have_no_turn(anna: Browser, ben: Browser) -> None:
    table = anna.begin("qwinto", "device", "me", "me")
    (own,) = running(anna, table, table, language="fr")
    assert own["mode"] == "device" and len(own["others"]) == 1
    (seen,) = running(ben, table)
    assert not seen["your_turn"] and len(seen["others"]) == 2
    assert len(seen["waiting"]) >= 1


def test_tables_that_are_gone_are_left_out(anna: Browser) -> None:
    assert running(anna, "aaaaaaaaaaaa", "../nothing", "") == []
    assert anna.http.get("/api/running").json() == {"tables": []}


def test_too_many_at_once_are_refused(anna: Browser) -> None:
    answer = anna.http.get("/api/running", params={"tables": ",".join(map(str, range(13)))})
    assert answer.status_code == 400
    assert "12" in answer.json()["text"] and "13" in answer.json()["text"]
