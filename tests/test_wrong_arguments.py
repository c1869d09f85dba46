"""Only ``rollwrite.errors`` leaves the public API, whatever it is given, and says so briefly."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import rollwrite as rw
from rollwrite.bots import Bot, bot
from rollwrite.coach import review
from rollwrite.errors import RollwriteError
from rollwrite.games.donnant import campaign
from rollwrite.play.visibility import imagined_by, seen_by
from wrong import DIGITS, LONGEST, WRONG, Target, refused_or_fine, try_all

HEAD = "rollwrite log 1\ngame: qwinto\nseats: 2\nfirst: 0\nseed: 42\n"


def targets() -> Iterator[Target]:
    """Every public function and method of games and of bots that takes arguments."""
    game = rw.game("qwinto")
    start = game.start(seats=2, seed=42)
    rolled = start.play("roll O")
    kept = rolled.roll("O2")
    yield Target("game", rw.game, name="donnant", variant="solo", edition=None, language="en")
    own: dict[str, Any] = {"variant": None, "edition": None, "language": "en", "options": None}
    yield Target("Game", rw.Game, definition=game.definition, **own)
    yield Target("Game.start", game.start, seats=2, seed=1, first=0)
    yield Target("Game.position", game.position, data=start.position(), seed=1)
    yield Target("Game.replay", game.replay, log=str(kept.log))
    yield Target("Game.in_language", game.in_language, language="fr")
    yield Target("Log.parse", rw.Log.parse, text=str(kept.log))
    for name in ("seats", "first", "seed", "variant", "edition", "options", "position", "events"):
        given = {name: getattr(kept.log, name)}
        yield Target(
            f"Log({name})", lambda **field: game.replay(replace(kept.log, **field)), **given
        )
    yield Target("State.play", start.play, move="roll O", seat=0)
    yield Target("State.roll", rolled.roll, dice="O2")
    yield Target("State.take_back", start.play("roll O").take_back, seat=0)
    for name in ("moves", "prompt", "tally", "sheet", "position"):
        yield Target(f"State.{name}", getattr(start, name), seat=0)
    yield Target("State.in_language", start.in_language, language="de")
    yield Target("seen_by", partial(seen_by, start), seat=0)
    yield Target("imagined_by", partial(imagined_by, start), seat=0)
    yield Target("bots.bot", bot, name="greedy", seed=1)
    yield Target("Bot.choose", bot("greedy").choose, state=start, seat=0)
    yield Target("Bot.evaluate", bot("greedy").evaluate, state=start, seat=0)
    yield Target("Bot.note", bot("expert").note, game=game)
    yield Target("Bot.policy", bot("expert").policy, game=game)
    played = {"level": 1, "score": 33, "goal": 30}
    yield Target("campaign.played", partial(campaign.played, campaign.Progress()), **played)


TARGETS = {target.name: target for target in targets()}


@pytest.mark.parametrize("name", TARGETS)
def test_every_wrong_argument_is_refused_or_fine(name: str) -> None:
    try_all(TARGETS[name])


def test_nothing_public_is_forgotten() -> None:
    """Whatever of Game, State and Bot takes an argument stands in the list above."""
    for kind in (rw.Game, rw.State, Bot):
        for name, method in inspect.getmembers(kind, inspect.isfunction):
            public = not name.startswith("_") and len(inspect.signature(method).parameters) > 1
            known = {"Game.text", "Game.follow", "Game.localized_errors"}  # take no foreign values
            if public and f"{kind.__name__}.{name}" not in known:
                assert f"{kind.__name__}.{name}" in TARGETS


@pytest.mark.parametrize(
    "line",
    ["self: 1", "variant: 5", "variant: [1]", "edition: 5", "edition: null", "cls: 2", "seats: x",
     f"seats: {DIGITS}", f"seed: {DIGITS}", "first: []", "position: 5", "position: {}",
     "position: " + "[" * 100_000, "x: " + '{"a":' * 50_000, "level: 3", ": ", "log: 1"],
)  # fmt: skip
def test_heads_of_logs(line: str) -> None:
    text = f"{HEAD}{line}\n\n1. 0 roll O; [O3]\nopen\n"
    with pytest.raises(RollwriteError) as refused:
        rw.game("qwinto").replay(text)
    assert len(str(refused.value)) <= LONGEST


@pytest.mark.parametrize("game", rw.games())
def test_positions_with_a_wrong_field(game: str) -> None:
    state = rw.game(game).start(seed=1)
    while state.chance:
        state = state.roll()
    position = state.position()
    for field in position:
        for value in [*WRONG, [1.0], [[]], [[[1]]], [None] * 50, "x", 10**30]:
            refused_or_fine(
                partial(rw.game(game).position, {**position, field: value}),
                f"{field}=<{type(value).__name__}>",
            )
    sheets = position["sheets"]
    for field in sheets[0]:
        for value in WRONG:
            wrong = [{**sheets[0], field: value}, *sheets[1:]]
            refused_or_fine(partial(rw.game(game).position, {**position, "sheets": wrong}), field)


def accepted(call: Callable[[], object]) -> bool:
    try:
        call()
    except RollwriteError:
        return False
    return True


def test_what_is_wrong_is_not_quietly_accepted() -> None:
    state = rw.game("qwinto").start(seed=1)
    for seat in (99, True, -1, 1.0, "0"):
        given: Any = seat
        assert not accepted(partial(state.position, given)), seat
        assert not accepted(partial(seen_by, state, given)), seat
        assert not accepted(partial(imagined_by, state, given)), seat
    solo = rw.game("donnant", variant="solo", level=3)
    assert accepted(lambda: solo.start(seats=1, level=3))
    assert not accepted(lambda: solo.start(seats=1, level=5))
    for score in (-1, "30", True, 10**9):
        wrong: Any = score
        assert not accepted(partial(campaign.played, campaign.Progress(), 1, wrong, 30))


def test_an_edition_has_a_name_that_fits_on_a_line_of_a_log(tmp_path: Path) -> None:
    own = Path(inspect.getfile(rw)).parent / "games" / "one_card" / "sheet.toml"
    for name in ("two\nlines", "tab\there", "x" * 81, "", "  ", "\u202eright"):
        file = tmp_path / "edition.toml"
        file.write_text(f"name = {json.dumps(name)}\n{own.read_text()}", encoding="utf-8")
        assert not accepted(partial(rw.game, "one_card", edition=file)), repr(name)
    deep = tmp_path / "deep.toml"
    deep.write_text("name = 'a'\nx = " + "[" * 5000, encoding="utf-8")
    refused_or_fine(lambda: rw.game("one_card", edition=deep), "deep")
    deep.write_text(f"name = 'a'\nx = {DIGITS}", encoding="utf-8")
    refused_or_fine(lambda: rw.game("one_card", edition=deep), "digits")


def test_a_campaign_file_that_is_nested_deeply_is_set_aside(tmp_path: Path) -> None:
    file = tmp_path / "campaign.json"
    file.write_text("[" * 100_000)
    found = campaign.load(file)
    assert found.progress == campaign.Progress() and found.aside is not None


def test_a_review_of_anything_but_a_finished_game() -> None:
    for value in [*WRONG, rw.game("qwinto").start(seed=1)]:
        assert not accepted(partial(review, value))


def test_errors_are_told_in_languages_there_are() -> None:
    with pytest.raises(rw.UnknownGame) as error:
        rw.game("chess")
    with pytest.raises(rw.BadOption):
        error.value.text("xx")


def position_of(rows: list[list[list[Any]]]) -> dict[str, Any]:
    """A position of Twenty One with rows for two seats."""
    position = rw.game("twenty_one").start(seats=2, seed=1).position()
    for sheet, own in zip(position["sheets"], rows, strict=True):
        sheet["rows"] = own
    return position


def test_t5_a_cross_takes_the_leftmost_empty_field() -> None:
    empty: list[list[Any]] = [[None] * 6 for _ in range(5)]
    crossed = [[0, None, None, None, None, None], *empty[1:]]
    beside = [[None, 0, None, None, None, None], *empty[1:]]
    assert accepted(lambda: rw.game("twenty_one").position(position_of([crossed, crossed])))
    assert not accepted(lambda: rw.game("twenty_one").position(position_of([beside, crossed])))


def test_t3_everybody_has_had_as_many_turns() -> None:
    empty: list[list[Any]] = [[None] * 6 for _ in range(5)]
    once = [[0, *[None] * 5], *empty[1:]]
    twice = [[0, 0, *[None] * 4], *empty[1:]]
    for rows, fine in (([once, once], True), ([twice, once], False), ([empty, once], False)):
        found = accepted(partial(rw.game("twenty_one").position, position_of(rows)))
        assert found is fine
