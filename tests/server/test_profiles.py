"""A profile without an account: taken along by link, revoked, downloaded, deleted."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest

from server.authenticator import Authenticator, changed
from server.running import Browser, Server, at_once
from server.test_players import rows, who_of

pytestmark = pytest.mark.server


def token_of(browser: Browser) -> str:
    url = browser.ok("/api/me/carry")["url"]
    page, _, token = url.partition("#add=")
    assert page == f"{browser.server.url}/me", "no proxy or journal ever sees the token"
    return str(token)


def test_a_second_browser_plays_the_same_seats_and_can_be_removed(at: Server) -> None:
    phone, desk, ben = Browser(at), Browser(at), Browser(at)
    table = phone.begin("qwinto", "solo")
    own = desk.begin("qwinto", "solo")
    offer = desk.ok("/api/me/offer", token=(token := token_of(phone)))
    assert offer == {"player": {"id": phone.http.get("/api/me").json()["player"]["id"],
                                "name": "Anna"}, "games": 0}  # fmt: skip
    desk.ok("/api/me/add", token=token)
    assert desk.decide(table) and phone.decide(own), "each has the other's seats"
    assert ben.post("/api/me/add", token=token).status_code == 410, "a link is used once"
    found = phone.http.get("/api/me").json()["browsers"]
    assert [(one["how"], one["here"]) for one in found] == [("first", True), ("link", False)]
    phone.ok("/api/me/revoke", id=found[1]["id"])
    assert not any(seat["mine"] for seat in desk.view(table)["seats"])
    assert desk.http.get("/").cookies.get("who"), "it is somebody new"
    assert desk.http.get("/api/me").json()["player"]["id"] != found[0]["id"]
    assert phone.decide(table) and phone.decide(own)


def test_a_copied_link_adds_one_browser_and_is_seen(at: Server) -> None:
    anna = Browser(at)
    anna.begin("qwinto", "solo")
    token = token_of(anna)
    guests = [Browser(at) for _ in range(6)]
    codes: list[int] = []

    def take(guest: Browser) -> None:
        codes.append(guest.post("/api/me/add", token=token).status_code)

    at_once(*[lambda guest=guest: take(guest) for guest in guests])
    assert sorted(codes) == [200, *[410] * 5]
    assert len(anna.http.get("/api/me").json()["browsers"]) == 2
    withdrawn = token_of(anna)
    anna.ok("/api/me/withdraw")
    assert Browser(at).post("/api/me/add", token=withdrawn).status_code == 410
    assert anna.post("/api/me/add", token=token_of(anna)).json()["error"] == "wrong_time"


def test_everything_is_in_the_download_and_nothing_is_left_after_deletion(
    at: Server, database: Path
) -> None:
    anna, ben = Browser(at), Browser(at)
    table = anna.begin("twenty_one", "solo")
    anna.play_out(table)
    shared = ben.create("qwinto", "friends", "me", "open")
    anna.ok(f"/api/tables/{shared}/join", name="Annabelle")
    anna.ok(f"/api/tables/{shared}/seed", seed="ab")
    anna.ok(f"/api/tables/{shared}/rename", seat=1, name="Annabella")
    ben.ok(f"/api/tables/{shared}/start")
    with zipfile.ZipFile(io.BytesIO(anna.http.get("/me/download").content)) as file:
        told = json.loads(file.read("profile.json"))
        assert told["name"] == "Anna" and told["tables"] == [table, shared]
        assert [row["table_id"] for row in told["results"]] == [table]
        log = file.read(f"logs/twenty_one-{table}.log").decode()
    assert log == anna.http.get(f"/api/tables/{table}/log").text
    who, before = who_of(anna), ben.view(shared)
    anna.ok("/api/me/delete")
    after = ben.view(shared)
    assert after["seats"][1]["name"] == "A player" and after["seats"][1]["away"]
    assert after["log"] == before["log"] and after["sheets"] != []
    assert not any(seat["mine"] for seat in anna.view(shared)["seats"])
    everything = "\n".join(
        str(row)
        for name in ("events", "players", "keys", "seats", "played", "progress", "dailies")
        for row in rows(database, f"select * from {name}")
        if name != "keys" or row["revoked"] is None
    )
    assert who not in everything and "Annabel" not in everything


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("name", {"name": " \u202e\n "}, 400),
        ("offer", {"token": "x"}, 410),
        ("add", {"token": "A" * 22}, 410),
        ("revoke", {"id": "aaaaaaaaaaaa"}, 400),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    at: Server, path: str, body: dict[str, str], status: int
) -> None:
    answer = Browser(at).post(f"/api/me/{path}", **body)
    assert answer.status_code == status and answer.json()["text"]


def test_names_stay_the_text_that_they_are(at: Server) -> None:
    anna = Browser(at)
    given = anna.ok("/api/me/name", name="<b>A\u202enna</b>")["player"]["name"]
    assert given == "<b>A nna</b>"
    page = anna.http.get("/me").text
    assert "&lt;b&gt;A nna&lt;/b&gt;" in page and "<b>A" not in page


def test_a_passkey_finds_the_profile_again(at: Server) -> None:
    anna, desk = Browser(at), Browser(at)
    table = anna.begin("qwinto", "solo")
    device = Authenticator(at.url)
    made = device.make(anna.ok("/api/me/passkey_options")["options"])
    assert desk.post("/api/me/passkey", credential=made).json()["error"] == "bad_link", "not his"
    anna.ok("/api/me/passkey", credential=made)
    assert anna.http.get("/api/me").json()["passkeys"] == 1
    options = desk.ok("/api/me/unlock_options")["options"]
    answer = device.use(options)
    for wrong in (changed(answer, "signature"), changed(answer, "clientDataJSON"), "{}", "x", "[]"):
        assert desk.post("/api/me/unlock", credential=wrong).status_code in (400, 410)
    elsewhere = Authenticator("https://evil.example")
    elsewhere._key, elsewhere._id = device._key, device._id
    assert desk.post("/api/me/unlock", credential=elsewhere.use(options)).status_code == 400
    desk.ok("/api/me/unlock", credential=answer)
    assert desk.decide(table), "the seat is hers here too"
    assert desk.post("/api/me/unlock", credential=answer).status_code in (400, 409), "it is copied"
    how = [one["how"] for one in anna.http.get("/api/me").json()["browsers"]]
    assert how == ["first", "passkey"]
    anna.ok("/api/me/no_passkeys")
    options = Browser(at).ok("/api/me/unlock_options")["options"]
    assert Browser(at).post("/api/me/unlock", credential=device.use(options)).status_code == 410
