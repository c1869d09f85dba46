"""Games that were begun without a server: they go on as they were, or are refused in words."""

from __future__ import annotations

from typing import Any

import pytest

import rollwrite as rw
from rollwrite.bots import LEVELS
from rollwrite.errors import RollwriteError
from rollwrite.server.tables import commands, fair
from rollwrite.server.tables.entries import Entry
from rollwrite.server.tables.table import Table
from rollwrite.server.tables.taken_along import CHECK, continued, written

WHO, OTHER = "a" * 64, "b" * 64
SEATS: list[dict[str, Any]] = [{"kind": "me", "name": "Anna B"}, {"kind": "bot", "level": "expert"}]


def folded(entries: list[Entry]) -> Table:
    table = Table(entries[0].table)
    for entry in entries:
        table.apply(entry)
    return table


def begun(id_: str = "qwinto", moves: int = 9, mode: str = "bots", **more: Any) -> Table:
    """A table at which so many decisions were made; or all, if so many are not needed."""
    table = folded([commands.create(rw.game(id_), mode, SEATS, WHO, "Anna B", LEVELS, **more)])
    steps = commands.seed(table, WHO, "ab" * 16)
    while steps:
        for step in steps:
            table.apply(step.entry, step.state)
        if moves == 0 or table.playing.over or table.playing.chance is not None:
            break
        moves -= 1
        seat = table.playing.pending[0]
        legal = table.playing.moves(seat)
        steps = commands.decide(table, seat, legal[len(legal) // 2].text)
    return table


@pytest.mark.parametrize("id_", rw.games())
def test_a_game_goes_on_where_it_was(id_: str) -> None:
    table = begun(id_)
    found = folded(continued(written(table), OTHER, LEVELS))
    assert found.playing.position() == table.playing.position()
    assert found.playing.log.events == table.playing.log.events
    assert [(s.kind, s.name, s.level) for s in found.seats] == [
        (s.kind, s.name, s.level) for s in table.seats
    ]
    assert found.id != table.id and found.mine(OTHER) == [0] and found.mine(WHO) == []


def test_rolls_before_are_not_the_servers_and_rolls_after_are_checked() -> None:
    table = begun()
    found = folded(continued(written(table), WHO, LEVELS))
    assert found.brought == table.playing.log.rolls > 0 and found.secret != table.secret
    while not found.playing.over:
        seat = found.playing.pending[0]
        for step in commands.decide(found, seat, found.playing.moves(seat)[-1].text):
            found.apply(step.entry, step.state)
    log = found.playing.log
    text = f"{log}\n{fair.write_block(found.fairness, drawn_first=False, revealed=True)}\n"
    known, promised, drawn_first = fair.read_block(text)
    assert known == found.fairness
    verdict = fair.check(log, known, promised, drawn_first)
    assert verdict.fair and verdict.rolls == log.rolls - found.brought
    forged = fair.check(log, known._replace(secret=table.secret), promised, drawn_first)
    assert not forged.fair


def test_what_was_taken_back_and_own_dice_go_on_too() -> None:
    table = begun(moves=4)
    for step in commands.take_back(table, WHO, 0, table.seq):
        table.apply(step.entry, step.state)
    found = folded(continued(written(table), WHO, LEVELS))
    assert found.playing.position() == table.playing.position()
    own = begun(moves=1, own_dice=True)
    text = written(own)
    assert fair.OWN_DICE in text
    assert folded(continued(text, WHO, LEVELS)).own_dice


def resealed(text: str) -> str:
    """The file of somebody who knows how the fingerprint is made."""
    from rollwrite.server.tables import taken_along

    body = text.rpartition(CHECK)[0]
    return f"{body}{CHECK}{taken_along._fingerprint(body)}\n"


def test_a_file_that_was_changed_or_cut_is_refused_in_words() -> None:
    text = written(begun())
    damaged = "damaged or was changed"
    refused = {
        text[: len(text) // 2]: damaged,
        text[:-3]: damaged,
        text.replace("; 1 ", "; 0 ", 1): damaged,
        "": damaged,
        "rollwrite log 1": damaged,
        text.replace("expert", "beginner"): damaged,
        resealed(text.replace("seat: bot expert", "seat: bot wizard")): "wizard",
        resealed(text.replace("seat: bot", "sat: bot")): "names 1 seats, but the game has 2",
        resealed(text.replace("mode: bots", "mode: daily")): "seats",
        resealed(text.replace("game: qwinto", "game: chess")): "chess",
        resealed(text.replace("secret: ", "secret: 00")): "secret must be 64 hexadecimal digits",
    }
    roll = next(event.text for event in rw.Log.parse(text).events if event.seat is None)
    other = roll[:-1] + ("1" if roll[-1] != "1" else "2")
    refused[resealed(text.replace(f"[{roll}]", f"[{other}]", 1))] = "do not follow from its secret"
    for changed, words in refused.items():
        assert changed != text, words
        with pytest.raises(RollwriteError) as problem:
            continued(changed, WHO, LEVELS)
        assert words in problem.value.text("en"), changed[-300:]
        assert problem.value.text("fr") and problem.value.text("de")


def test_only_a_game_under_way_goes_on() -> None:
    over = begun("twenty_one", moves=10_000)
    assert over.playing.over
    with pytest.raises(RollwriteError, match="over"):
        written(over)
