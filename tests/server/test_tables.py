"""Tables: every way to play, seats, links, host, hidden answers, bots."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import msgspec
import pytest

import rollwrite as rw
from patience import wait_until
from rollwrite.server import schemas
from server.running import Browser, Server, heard, message

SECRET = "0f" * 16


def variants() -> list[tuple[str, str | None]]:
    found: list[tuple[str, str | None]] = []
    for name in rw.games():
        found += [(name, variant) for variant in rw.game(name).definition.variants or (None,)]
    return found


def wait_for(browser: Browser, table: str, **wanted: Any) -> dict[str, Any]:
    def look() -> dict[str, Any] | None:
        view = browser.view(table)
        return view if all(view[name] == value for name, value in wanted.items()) else None

    found = wait_until(look, str(wanted))
    assert found is not None
    return found


def friends(anna: Browser, ben: Browser, game: str = "qwinto", *more: str) -> str:
    """A table of two browsers that has started."""
    table = anna.create(game, "friends", "me", "open", *more)
    ben.ok(f"/api/tables/{table}/join", name="Ben")
    for browser in (anna, ben):
        browser.ok(f"/api/tables/{table}/seed", seed=SECRET)
    anna.ok(f"/api/tables/{table}/start")
    return table


@pytest.mark.parametrize(("game", "variant"), variants())
def test_a_whole_game_against_bots(anna: Browser, game: str, variant: str | None) -> None:
    seats = max(2, rw.game(game, variant=variant).seats.start)
    if seats not in rw.game(game, variant=variant).seats:
        pytest.skip("played alone")
    table = anna.begin(game, "bots", "me", *["bot"] * (seats - 1), variant=variant)
    view = anna.play_out(table)
    msgspec.convert(view, schemas.View)
    msgspec.convert(anna.http.get(f"/api/replay/{table}?step=3").json(), schemas.View)
    assert view["result"]["winners"] == [s["seat"] for s in view["seats"] if s["winner"]]
    assert [sum(line["points"] for line in lines) for lines in view["tally"]] == [
        seat["score"] for seat in view["seats"]
    ]
    verdict = anna.http.get(f"/api/tables/{table}/verify").json()
    assert verdict["ok"] and verdict["rolls"] > 0
    log = anna.http.get(f"/api/tables/{table}/log").text
    assert rw.game(game, variant=variant).replay(log.split("\nfair dice")[0]).over


@pytest.mark.parametrize("game", rw.games())
def test_around_one_device(anna: Browser, game: str) -> None:
    low = max(2, rw.game(game).seats.start)
    table = anna.begin(game, "device", *["me"] * low)
    view = anna.play_out(table)
    assert all(seat["mine"] for seat in view["seats"])


@pytest.mark.parametrize("game", rw.games())
def test_alone(anna: Browser, game: str) -> None:
    assert len(anna.play_out(anna.begin(game, "solo"))["seats"]) == 1


def test_the_daily_dice_are_the_same_for_everybody(anna: Browser, ben: Browser) -> None:
    logs = []
    for browser in (anna, ben):
        table = browser.begin("twenty_one", "daily")
        view = browser.play_out(table)
        assert view["result"]["day"] == view["day"] == time.strftime("%Y-%m-%d", time.gmtime())
        logs.append(view["log"][0]["events"][0])
        # Shown only tomorrow: otherwise the first to finish could tell the others their dice.
        assert view["fair"]["revealed"] is None
        assert browser.http.get(f"/api/tables/{table}/verify").json()["error"] == "wrong_time"
        assert browser.http.get(f"/api/tables/{table}/log").text.rstrip().endswith("secret:")
    assert logs[0] == logs[1]


def test_a_table_starts_without_its_browsers_randomness_after_a_while(anna: Browser) -> None:
    table = anna.create("qwinto", "solo")
    assert anna.view(table)["fair"]["wants_seed"]
    assert wait_for(anna, table, status="playing")["fair"]["seeds"] == []


def test_friends_join_watch_and_play(anna: Browser, ben: Browser, server: Server) -> None:
    table = anna.create("qwinto", "friends", "me", "open", "open", "bot")
    assert ben.view(table)["seats"][1]["kind"] == "open"
    ben.ok(f"/api/tables/{table}/join", name="Ben")
    ben.ok(f"/api/tables/{table}/rename", seat=1, name="Benno")
    assert ben.post(f"/api/tables/{table}/start").json()["error"] == "not_host"
    anna.ok(f"/api/tables/{table}/start")  # the seat that is still open goes
    view = ben.view(table)
    assert [seat["name"] for seat in view["seats"]] == ["Anna", "Benno", "Carl"]
    assert [seat["mine"] for seat in view["seats"]] == [False, True, False]
    watcher = Browser(server).view(table)
    assert watcher["deciding"] == [] and watcher["moves"] == {} and watcher["sheets"]
    late = Browser(server).post(f"/api/tables/{table}/join", name="Late")
    assert late.json()["error"] == "wrong_time"
    for _ in range(400):
        anna.decide(table)
        ben.decide(table)
        if anna.view(table)["status"] == "over":
            break
    assert anna.view(table)["status"] == "over"


def test_answers_stay_hidden_until_the_window_closes(
    anna: Browser, ben: Browser, server: Server
) -> None:
    table = friends(anna, ben, "twenty_one")
    watcher = Browser(server)
    while len(pending := [s for s in anna.view(table)["seats"] if s["pending"]]) < 2:
        (browser,) = [b for b in (anna, ben) if b.view(table)["deciding"]]
        browser.decide(table)
    assert len(pending) == 2
    before = {b: b.view(table) for b in (anna, watcher)}
    view = ben.view(table)
    move = view["moves"]["1"][0]["text"]
    assert ben.move(table, 1, view["seq"], move).status_code == 200
    own = ben.view(table)
    assert own["log"][-1]["events"][-1] == {"seat": 1, "text": move}
    for browser, old in before.items():
        new = browser.view(table)
        assert [s["pending"] for s in new["seats"]] == [True, False]
        for name in ("log", "last", "sheets", "tray", "tally"):
            assert new[name] == old[name], name
        log = browser.http.get(f"/api/tables/{table}/log").text
        assert log.split("fair dice")[0].count(f"1 {move}") == str(old["log"]).count(f"1 {move}")
    # Anna saw nothing new, so her move is not late.
    seen = before[anna]
    answer = anna.move(table, 0, seen["seq"], seen["moves"]["0"][0]["text"])
    assert answer.status_code == 200, answer.text
    events = [event for line in anna.view(table)["log"] for event in line["events"]]
    assert {"seat": 1, "text": move} in events, "now it is seen"


def test_views_come_live_and_leave_out_what_is_known(anna: Browser, ben: Browser) -> None:
    table = friends(anna, ben)
    with ben.live(table) as socket:
        first = message(socket)
        whole = ben.view(table)
        assert "".join(first["drawn"]["0"]) == whole["tray"]
        assert ["".join(first["drawn"][str(n)]) for n in (1, 2)] == [
            sheet["svg"] for sheet in whole["sheets"]
        ]
        active = next(b for b in (anna, ben) if b.view(table)["deciding"])
        before = active.decide(table)
        assert before is not None
        news = first
        while news["seq"] <= before["seq"]:
            news = message(socket)
        assert list(news["drawn"]) == ["0"], "the dice have been rolled, no sheet has changed"
        assert news["log"]["after"] == len(first["log"]["lines"])
        assert not {"game", "levels", "fair", "tally", "table"} & set(news), "nothing new"


def test_bots_play_among_themselves_while_somebody_watches(anna: Browser) -> None:
    table = anna.create("qwinto", "watch", "bot", "bot")
    wait_for(anna, table, status="playing")
    seq = anna.view(table)["seq"]
    time.sleep(0.3)
    assert anna.view(table)["seq"] == seq, "nobody looks on"
    with anna.live(table) as socket:
        while heard(socket)["status"] != "over":
            pass


def test_presence_is_seen(anna: Browser, ben: Browser) -> None:
    table = friends(anna, ben)
    with anna.live(table) as socket:
        assert not heard(socket)["seats"][1]["connected"]
        with ben.live(table):
            assert heard(socket)["seats"][1]["connected"]
        assert not heard(socket)["seats"][1]["connected"]


def test_take_back_until_the_next_roll(anna: Browser) -> None:
    table = anna.begin("qwinto", "device", "me", "me")
    view = anna.view(table)
    (seat,) = view["deciding"]
    anna.move(table, seat, view["seq"], "roll OYP")
    view = anna.view(table)
    assert view["can_take_back"] == []
    assert (
        anna.post(f"/api/tables/{table}/take_back", seat=seat, seq=view["seq"]).json()["error"]
        == "no_take_back"
    )
    anna.move(table, seat, view["seq"], "keep")
    view = anna.view(table)
    assert view["can_take_back"] == [seat]
    anna.ok(f"/api/tables/{table}/take_back", seat=seat, seq=view["seq"])
    view = anna.view(table)
    assert [move["text"] for move in view["moves"][str(seat)]] == ["keep", "reroll"]
    assert view["last"]["kind"] == "take_back"


def test_a_seat_moves_to_another_device_once(anna: Browser, ben: Browser, server: Server) -> None:
    table = friends(anna, ben)
    url = ben.ok(f"/api/tables/{table}/link", seat=1)["url"]
    token = url.rpartition("#seat=")[2]
    assert ben.http.get(url).status_code == 200, "a preview of the link uses nothing up"
    phone = Browser(server)
    guess = phone.post(f"/api/tables/{table}/claim", token="A" * 22)
    assert (guess.status_code, guess.json()["error"]) == (410, "bad_link")
    phone.ok(f"/api/tables/{table}/claim", token=token)
    assert phone.view(table)["seats"][1]["mine"] and not ben.view(table)["seats"][1]["mine"]
    assert ben.post(f"/api/tables/{table}/claim", token=token).json()["error"] == "bad_link"
    assert ben.post(f"/api/tables/{table}/link", seat=1).json()["error"] == "not_your_seat"


def test_a_bot_plays_for_a_leaver_until_he_returns(anna: Browser, ben: Browser) -> None:
    table = friends(anna, ben)
    ben.ok(f"/api/tables/{table}/leave", seat=1)

    def goes_on() -> bool:
        anna.decide(table)
        return bool(anna.view(table)["turn"] > 3)

    wait_until(goes_on, "the fourth turn")
    assert anna.view(table)["seats"][1]["away"]
    assert not ben.view(table)["seats"][1]["away"], "opening the page gives the seat back"


def test_the_host_gives_a_seat_to_a_bot(anna: Browser, ben: Browser) -> None:
    table = friends(anna, ben)
    assert ben.post(f"/api/tables/{table}/remove", seat=0).json()["error"] == "not_host"
    anna.ok(f"/api/tables/{table}/remove", seat=1, level="strong")
    seat = anna.view(table)["seats"][1]
    assert (seat["kind"], seat["level"], seat["name"]) == ("bot", "strong", "Ben")
    assert anna.play_out(table)["status"] == "over"


def test_a_rematch_keeps_everybody(anna: Browser, ben: Browser) -> None:
    table = anna.begin("qwinto", "bots", "me", "bot")
    assert anna.post(f"/api/tables/{table}/rematch").json()["error"] == "wrong_time"
    anna.play_out(table)
    assert ben.post(f"/api/tables/{table}/rematch").json()["error"] == "not_your_seat"
    new = anna.ok(f"/api/tables/{table}/rematch")["table"]
    assert anna.ok(f"/api/tables/{table}/rematch")["table"] == new
    assert anna.view(table)["rematch"] == new
    assert [s["kind"] for s in anna.view(new)["seats"]] == ["human", "bot"]


def test_a_replay_shows_every_step(anna: Browser) -> None:
    table = anna.begin("qwinto", "bots", "me", "bot")
    early = anna.http.get(f"/api/replay/{table}")
    assert early.json()["error"] == "wrong_time"
    end = anna.play_out(table)
    steps = anna.http.get(f"/api/replay/{table}").json()["steps"]
    assert steps == sum(len(line["events"]) for line in end["log"])
    first = anna.http.get(f"/api/replay/{table}?step=0").json()
    assert (first["status"], first["log"]) == ("playing", [])
    last = anna.http.get(f"/api/replay/{table}?step=99999&lang=de").json()
    assert last["step"] == steps and last["status"] == "over"
    assert last["tally"] != end["tally"], "in German"
    assert [s["score"] for s in last["seats"]] == [s["score"] for s in end["seats"]]


def test_why_a_part_cannot_be_used(anna: Browser) -> None:
    table = anna.begin("qwinto", "solo")
    anna.move(table, 0, anna.view(table)["seq"], "roll Y")
    anna.move(table, 0, anna.view(table)["seq"], "keep")
    answer = anna.http.get(f"/api/tables/{table}/why?seat=0&part=P3&lang=fr").json()
    assert "(Q4)" not in answer["text"] and "violet" in answer["text"]


@pytest.mark.parametrize("game", rw.games())
def test_every_part_says_why_it_cannot_be_used(anna: Browser, game: str) -> None:
    seats = max(2, rw.game(game).seats.start)
    table = anna.begin(game, "device", *["me"] * seats)
    view = anna.view(table)
    seat = view["deciding"][0]
    parts = set(re.findall(r'data-part="([^"]+)"', view["tray"] + view["sheets"][seat]["svg"]))
    for part in sorted(parts)[::5]:
        answer = anna.http.get(f"/api/tables/{table}/why", params={"seat": seat, "part": part})
        assert answer.status_code == 200 and answer.json()["text"], part


def test_a_campaign_goes_on_and_every_game_counts_once(anna: Browser, ben: Browser) -> None:
    begun = anna.ok("/api/progress", game="donnant")
    assert (begun["next"], begun["open"]) == (1, False)
    table = anna.begin("donnant", "solo", variant="solo", options={"level": 1})
    anna.play_out(table)
    once = anna.ok("/api/progress", game="donnant", progress=None, table=table)
    assert anna.ok("/api/progress", game="donnant", table=table)["progress"] == once["progress"]
    assert anna.ok("/api/progress", game="donnant")["next"] == once["next"]
    assert ben.post("/api/progress", game="donnant", table=table).status_code == 403
    assert ben.ok("/api/progress", game="donnant")["next"] == 1
    assert ben.post("/api/progress", game="qwinto").status_code == 404


def test_every_language(anna: Browser) -> None:
    table = anna.begin("twenty_one", "solo")
    prompts = {json.dumps(anna.view(table, lang=lang)["prompt"]) for lang in ("en", "fr", "de")}
    assert len(prompts) == 3


@pytest.mark.parametrize("game", rw.games())
def test_what_comes_live_adds_up_to_the_view(anna: Browser, ben: Browser, game: str) -> None:
    table = friends(anna, ben, game)
    with ben.live(table) as socket:
        told = heard(socket)
        for step in range(40):
            for browser in (anna, ben):
                browser.decide(table, step * 7)
            whole = ben.view(table)
            while told["seq"] < whole["seq"]:
                told = heard(socket)
            assert {name: told[name] for name in whole} == whole


def test_others_hidden_cards_are_sent_to_nobody(
    anna: Browser, ben: Browser, server: Server
) -> None:
    """What a browser receives, by any address, names no card that only another seat knows."""
    table = friends(anna, ben, "donnant")
    watcher = Browser(server)
    own = {anna: cards(anna.view(table)["moves"]), ben: cards(ben.view(table)["moves"])}
    assert [len(hand) for hand in own.values()] == [4, 4] and not own[anna] & own[ben]
    drops = {}
    with anna.live(table) as left, ben.live(table) as right, watcher.live(table) as outside:
        sockets = {anna: left, ben: right, watcher: outside}
        live = {browser: cards(message(socket)) for browser, socket in sockets.items()}
        for seat, browser in enumerate(own):
            moves = [move["text"] for move in browser.view(table)["moves"][str(seat)]]
            drops[browser] = next(move for move in moves if move.startswith("drop"))
        while drafting(anna, table):
            for browser in sockets:
                seen = live[browser] | received(browser, table)
                for other, hand in own.items():
                    assert other is browser or not hand & seen, "a hand is open"
            mover = next(b for b in own if b.view(table)["deciding"])
            view = mover.view(table)
            seat = view["deciding"][0]
            moves = [move["text"] for move in view["moves"][str(seat)]]
            move = drops[mover] if drops[mover] in moves else moves[0]
            assert mover.move(table, seat, view["seq"], move).status_code == 200
    # The cards lie on the table now, but for those put under their decks.
    for browser in sockets:
        seen = received(browser, table)
        for other, drop in drops.items():
            card = drop.removeprefix("drop ")
            assert own[other] - {card} <= seen
            assert (card in seen) is (other is browser), "what was put away is open"


def cards(found: Any) -> set[str]:
    return set(re.findall(r"\b[EB]\d\d\b", json.dumps(found)))


def received(browser: Browser, table: str) -> set[str]:
    """The cards that anything a browser can ask for names."""
    log = browser.http.get(f"/api/tables/{table}/log").text
    return cards(browser.view(table)) | cards(log.split("fair dice")[0])


def drafting(browser: Browser, table: str) -> bool:
    """Nobody has rolled yet."""
    events = [event for line in browser.view(table)["log"] for event in line["events"]]
    return all(event["seat"] is not None or event["text"].startswith("deal") for event in events)
