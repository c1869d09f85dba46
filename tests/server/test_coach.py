"""Bots at their levels, hints and reviews: what they answer, and what they refuse."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest

import rollwrite as rw
from patience import COMPILING, wait_until
from rollwrite.bots import LEVELS, bot
from rollwrite.play.visibility import imagined_by
from rollwrite.server import schemas
from rollwrite.server.tables.coaching import told_worth
from rollwrite.server.thinking.tasks import choose
from rollwrite.texts import LANGUAGES
from server.running import Browser, Server


def ask(browser: Browser, table: str, seat: int, seq: int) -> httpx.Response:
    return browser.post(f"/api/tables/{table}/hint", seat=seat, seq=seq)


def reviewed(browser: Browser, table: str) -> str:
    """The page of a review, as soon as it is made."""

    def ready() -> bool:
        answer = browser.http.get(f"/api/tables/{table}/review")
        assert answer.status_code == 200, answer.text
        return msgspec.convert(answer.json(), schemas.ReviewStatus).ready

    wait_until(ready, "the review", seconds=COMPILING, every=0.1)
    page = browser.http.get(f"/review/{table}")
    assert page.status_code == 200
    return page.text


def test_bots_have_names_and_levels(anna: Browser) -> None:
    table = anna.create("qwinto", "bots", "me", "bot", "bot")
    view = anna.view(table)
    assert view["levels"] == list(LEVELS)
    bots = [seat for seat in view["seats"] if seat["kind"] == "bot"]
    assert [seat["level"] for seat in bots] == ["casual", "casual"]
    assert len({seat["name"] for seat in bots} - {""}) == 2


def test_baselines_are_not_offered_but_old_tables_play_on(anna: Browser) -> None:
    wish = {"game": "qwinto", "mode": "bots", "name": "A"}
    for level in ("random", "greedy", "grandmaster"):
        seats = [{"kind": "me"}, {"kind": "bot", "level": level}]
        refused = anna.post("/api/tables", **wish, seats=seats)
        assert refused.status_code == 400 and level in refused.json()["text"]
    state = rw.game("qwinto").start(2)
    assert choose("greedy", state, 0, 1, False) in [move.text for move in state.moves(0)]


@pytest.mark.parametrize("name", rw.games())
def test_a_bot_is_shown_nothing_that_others_hide(name: str) -> None:
    """Whatever the others hide, what a seat imagines is the same."""
    game = rw.game(name)
    found: dict[int, tuple[rw.State, ...]] = {}
    for seed in (1, 2):
        state = game.start(2 if 2 in game.seats else game.seats.start, seed)
        while state.chance:
            state = state.roll()
        found[seed] = tuple(imagined_by(state, seat) for seat in state.pending)
        for seat, seen in zip(state.pending, found[seed], strict=True):
            assert seen.moves(seat) == state.moves(seat)
            own = state.position(seat)
            assert seen.position(seat) == own, "a seat imagines what it sees"
            if own != state.position():
                assert seen.position() != state.position(), "and not what is hidden"


def test_a_seat_that_imagines_can_think_on() -> None:
    state = rw.game("donnant").start(2, 1)
    while state.chance:
        state = state.roll()
    seat = state.pending[0]
    assert bot("casual", 1).choose(imagined_by(state, seat), seat).text


@pytest.mark.parametrize("mode", ["solo", "device", "bots"])
def test_a_hint_is_a_legal_move_with_reasons(anna: Browser, mode: str) -> None:
    kinds = {"solo": ("me",), "device": ("me", "me"), "bots": ("me", "bot")}[mode]
    table = anna.begin("qwinto", mode, *kinds)
    view = anna.my_turn(table)
    seat = view["deciding"][0]
    answer = ask(anna, table, seat, view["seq"])
    assert answer.status_code == 200, answer.text
    hint = msgspec.convert(answer.json(), schemas.Hint)
    legal = {move["text"]: move for move in view["moves"][str(seat)]}
    assert hint.move in legal and list(hint.parts) == legal[hint.move]["parts"]
    assert hint.moves[0].label in hint.text
    assert 1 <= len(hint.moves) <= 3 and hint.moves[0].text == hint.move
    assert all(0 <= move.chance <= 1 and move.worth for move in hint.moves)
    margins = [move.margin for move in hint.moves]
    assert margins == sorted(margins, reverse=True)
    # Asked again about the same decision it is the same, and counts once.
    assert ask(anna, table, seat, hint.seq).json() == answer.json()
    assert anna.view(table)["seats"][seat]["hints"] == 1
    assert anna.move(table, seat, hint.seq, hint.move).status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_in_every_language(anna: Browser, language: str) -> None:
    table = anna.begin("twenty_one", "solo")
    view = anna.my_turn(table)
    headers = {"accept-language": language}
    body = {"seat": 0, "seq": view["seq"]}
    hint = anna.http.post(f"/api/tables/{table}/hint", json=body, headers=headers).json()
    assert hint["moves"][0]["worth"] and "{" not in hint["text"] + hint["moves"][0]["worth"]


def test_everybody_sees_that_a_hint_was_used(anna: Browser, ben: Browser) -> None:
    table = anna.begin("qwinto", "bots", "me", "bot")
    view = anna.my_turn(table)
    anna.ok(f"/api/tables/{table}/hint", seat=0, seq=view["seq"])
    assert ben.view(table)["seats"][0]["hints"] == 1


def test_hints_that_are_refused(anna: Browser, ben: Browser) -> None:
    table = anna.begin("qwinto", "device", "me", "me")
    view = anna.my_turn(table)
    seat, seq = view["deciding"][0], view["seq"]
    for browser, given, expected in (
        (ben, (seat, seq), (403, "not_your_seat")),
        (anna, (1 - seat, seq), (409, "not_pending")),
        (anna, (seat, 0), (409, "stale")),
        (anna, (7, seq), (400, "bad_request")),
        (anna, ("x", seq), (400, "bad_request")),
    ):
        answer = ask(browser, table, *given)
        assert (answer.status_code, answer.json()["error"]) == expected
        assert answer.json()["text"]
    assert "view" in ask(anna, table, seat, 0).json(), "whoever was late gets the fresh table"
    assert [one["hints"] for one in anna.view(table)["seats"]] == [0, 0]
    nowhere = ask(anna, "aaaaaaaaaaaa", 0, 1)
    assert (nowhere.status_code, nowhere.json()["error"]) == (404, "no_table")
    origin = {"origin": "https://elsewhere.example"}
    body = {"seat": seat, "seq": seq}
    foreign = anna.http.post(f"/api/tables/{table}/hint", json=body, headers=origin)
    assert (foreign.status_code, foreign.json()["error"]) == (403, "foreign")


def test_no_hints_for_bots_before_the_start_after_the_end_and_in_the_challenge(
    anna: Browser,
) -> None:
    table = anna.create("qwinto", "friends", "me", "open")
    assert ask(anna, table, 0, 1).json()["error"] == "wrong_time"
    table = anna.begin("twenty_one", "bots", "me", "bot")
    assert ask(anna, table, 1, 3).json()["error"] == "not_your_seat"
    end = anna.play_out(table)
    assert ask(anna, table, 0, end["seq"]).json()["error"] == "game_over"
    daily = anna.begin("twenty_one", "daily")
    view = anna.view(daily)
    assert not view["hint"]
    refused = ask(anna, daily, 0, view["seq"])
    assert (refused.status_code, refused.json()["error"]) == (409, "wrong_time")


@pytest.mark.compiled
def test_a_finished_game_is_reviewed(anna: Browser, ben: Browser) -> None:
    table = anna.begin("twenty_one", "bots", "me", "bot")
    for path in (f"/api/tables/{table}/review", f"/review/{table}"):
        early = anna.http.get(path)
        assert early.status_code == 409 and "after the game" in early.text
    anna.play_out(table)
    first = anna.http.get(f"/review/{table}")
    assert first.status_code == 200 and 'id="waiting"' in first.text
    page = reviewed(anna, table)
    # Each seat has its curve and its bar.
    assert page.count("<figure") == 4 and "Blaise" in page
    assert "style=" not in page and 'id="waiting"' not in page
    german = ben.http.get(f"/review/{table}", params={"lang": "de"}).text
    assert "Glück" in german and 'id="waiting"' not in german


def test_a_review_of_nothing(anna: Browser) -> None:
    for path in ("/api/tables/aaaaaaaaaaaa/review", "/review/aaaaaaaaaaaa"):
        assert anna.http.get(path).status_code == 404


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path / "tables.sqlite", {"bot_seconds": "1.5", "start_seconds": "0.3"})
    yield server
    server.stop()


def test_bots_hurry_where_a_player_wants_it(slow: Server) -> None:
    """Two tables of bots at the same time: on both as much happens to the machine."""
    anna = Browser(slow)
    fast, usual = (anna.create("qwinto", "watch", "bot", "bot") for _ in range(2))

    def turns(table: str) -> int:
        return len(anna.view(table)["log"])

    with anna.live(fast, "?fast=1"), anna.live(usual):
        wait_until(lambda: turns(fast) > 3, "the fourth turn of hurried bots")
        assert turns(usual) < turns(fast)


@pytest.mark.parametrize(
    ("margin", "seats", "words"),
    [
        (-22.2, 2, "22 points behind on average, 31% to win"),
        (3.44, 2, "3.4 points ahead on average, 31% to win"),
        (-0.02, 3, "level on average, 31% to win"),
        (48.2, 1, "48.2 points at the end on average, 31% to win"),
    ],
)
def test_what_a_move_is_worth_is_told_without_signs(margin: float, seats: int, words: str) -> None:
    assert told_worth(margin, 0.31, seats, "en") == words


def test_alone_without_a_goal_there_is_no_chance_to_tell() -> None:
    assert told_worth(48.2, 1.0, 1, "en") == "48.2 points at the end on average"
