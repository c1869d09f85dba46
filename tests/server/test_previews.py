"""What a choice would do, told and drawn before it is made."""

from __future__ import annotations

from random import Random

import pytest

import rollwrite as rw
from rollwrite.play.narration import act
from rollwrite.server.tables import queries
from server.running import Browser


@pytest.mark.parametrize("game", rw.games())
def test_a_preview_is_what_the_move_does_to_the_sheet(game: str) -> None:
    """Once everybody has answered, the sheet and the score are as the preview had them."""
    rng = Random(7)
    state = rw.game(game).start(seed=7)
    checked = 0
    while not state.over and checked < 60:
        if state.chance:
            state = state.roll()
            continue
        seat = rng.choice(state.pending)
        move = rng.choice(state.moves(seat))
        preview = queries.preview(state, seat, move.text)
        before, window = state.scores()[seat], state.window
        state = state.play(move)
        while not state.over and state.pending and state.window == window:
            if seat in state.pending:  # a move of several steps
                break
            other = state.pending[0]
            state = state.play(state.moves(other)[0])
        assert preview.state.sheet(seat) == state.sheet(seat), move.text
        assert preview.adds == state.scores()[seat] - before
        checked += 1
    assert checked


@pytest.mark.parametrize("game", rw.games())
def test_every_move_says_what_its_button_says(game: str) -> None:
    for language in ("en", "fr", "de"):
        state = rw.game(game, language=language).start(seed=3)
        rng = Random(3)
        for _ in range(40):
            if state.over:
                break
            if state.chance:
                state = state.roll()
                continue
            seat = state.pending[0]
            moves = state.moves(seat)
            assert all(act(state, move) for move in moves)
            asked = {part for step in queries.steps(state, moves) for part in step.parts}
            halves = {part for move in moves if len(move.parts) > 1 for part in move.parts}
            assert halves <= asked, "a half-made choice must say what is missing"
            state = state.play(rng.choice(moves))


def test_a_preview_over_http(anna: Browser) -> None:
    table = anna.begin("qwinto", "bots", "me", "bot")
    view = anna.my_turn(table)
    move = view["moves"]["0"][0]
    assert move["act"]
    address = f"/api/tables/{table}/preview"
    found = anna.http.get(address, params={"seat": 0, "move": move["text"]})
    assert found.status_code == 200
    assert found.json()["svg"].startswith("<svg")
    assert isinstance(found.json()["adds"], int)
    assert "closes" not in found.json(), "told where players roll dice of their own"
    refused = anna.http.get(address, params={"seat": 0, "move": "O10"})
    assert refused.status_code == 409
    assert anna.http.get(address, params={"seat": 1, "move": "roll O"}).status_code == 403
