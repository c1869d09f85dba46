"""WebAssembly: games and positions come to the same as in native code, to the bit."""

from __future__ import annotations

import json
import random
import struct
from array import array
from collections.abc import Iterator
from typing import Any

import llvmlite.binding as llvm
import pytest

import rollwrite as rw
from debian import need
from rollwrite.bots import bot
from rollwrite.bots.ahead import EVALUATE, PLAY, as_wasm, evaluators
from rollwrite.bots.precompile import all_games
from rollwrite.kernel.ahead import registry
from rollwrite.kernel.ahead.emit import (
    PACKAGE,
    NoLinker,
    NotPortable,
    emitted,
    link,
    target_machine,
)
from rollwrite.kernel.ahead.engines import instance
from rollwrite.kernel.ahead.wasm import LINKER, TRIPLE
from rollwrite.kernel.ahead.wasm_loops import BadModule, WasmCall, install
from rollwrite.kernel.evaluate import MoveEvaluator, built_ahead
from rollwrite.kernel.memory import numbers, packer
from rollwrite.kernel.run import run_compiled, run_framed
from rollwrite.kernel.specialize import with_constants

pytestmark = pytest.mark.compiled

POSITIONS, GAMES = 400, 1000


@pytest.fixture(autouse=True)
def nothing_ahead(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    need(LINKER, PACKAGE)
    loops: dict[str, Any] = {}
    monkeypatch.setattr(registry, "_MODULES", loops)
    return loops


def positions(game: rw.Game, count: int) -> Iterator[tuple[Any, int]]:
    """Records and pending seats of random games with every number of seats."""
    whim = random.Random(game.id)
    while True:
        state = game.start(whim.choice(game.seats), whim.randrange(1 << 30))
        while not state.over:
            if state.chance is not None:
                state = state.roll()
                continue
            seat = whim.choice(state.pending)
            if not count:
                return
            count -= 1
            yield state._record, seat
            state = state.play(whim.choice(state.moves(seat)), seat)


@pytest.mark.parametrize("id_", rw.games())
def test_positions_and_random_games_come_to_the_same(id_: str) -> None:
    for one in evaluators(all_games(id_)):
        native = [MoveEvaluator(game.rules, one.policy, compiled=True) for game in one.games]
        asked = [list(positions(game, POSITIONS // len(one.games))) for game in one.games]
        known = [
            [(list(loop.rate(*a).items()), loop.value(*a)) for a in part]
            for loop, part in zip(native, asked, strict=True)
        ]
        made = as_wasm(one)
        played = install(made.manifest, made.module)
        for game, part, right in zip(one.games, asked, known, strict=True):
            assert built_ahead(game.rules, one.policy)
            loop = MoveEvaluator(game.rules, one.policy, compiled=True)
            assert [(list(loop.rate(*a).items()), loop.value(*a)) for a in part] == right
            called = loop._rooms.own._call
            assert isinstance(called, WasmCall)
            record, seat = part[0]
            (action, *_), games, decisions = loop.rate(record, seat), 3, 12
            plain = native[0].play_out(record, seat, action, games, decisions)
            assert loop.play_out(record, seat, action, games, decisions) == plain
        game = one.games[0]
        start = game.definition.position.start(game, game.seats[-1], 0, game.options)
        right_games = run_compiled(game.rules, start, GAMES, 7)
        found = run_framed(game.rules, start, GAMES, 7)
        assert played.owner is not called
        assert list(found.decisions) == right_games.decisions.tolist()
        assert list(map(list, found.scores)) == right_games.scores.tolist()


def test_a_bot_uses_what_is_installed(nothing_ahead: dict[str, Any]) -> None:
    game = rw.game("twenty_one")
    state = game.start(2, seed=3)
    while state.chance is not None:
        state = state.roll()
    seat = state.pending[0]
    casual, expert = bot("casual"), bot("expert")
    plain = [one.choose(state, seat) for one in (casual, expert)]
    (one,) = evaluators([game])
    made = as_wasm(one)
    install(made.manifest, made.module)
    for _ in range(2):  # the memory of a module goes from one to the other
        assert [one.choose(state, seat) for one in (casual, expert)] == plain
    assert list(json.loads(made.manifest)["loops"].values()) == [EVALUATE, PLAY]
    assert nothing_ahead.keys() == json.loads(made.manifest)["loops"].keys()


def test_the_manifest_says_all_that_a_caller_needs() -> None:
    """As somebody would call a module who has nothing else of this library than a state's bytes."""
    game = rw.game("twenty_one")
    (one,) = evaluators([game])
    made = as_wasm(one)
    frame, loaded = json.loads(made.manifest)["frame"], instance(made.module)
    base = -(-loaded.base // 16) * 16
    loaded.reserve(base + frame["size"])
    loaded.write(base + 16, struct.pack(f"<{len(frame['words'])}q", *frame["words"]))
    loaded.write(base + frame["model"]["at"], array("i", one.policy.model).tobytes())
    slow = MoveEvaluator(game.rules, one.policy, compiled=False)
    for record, seat in positions(game, 20):
        loaded.write(base + frame["question"], struct.pack("<hhii", seat, 0, -1, 0))
        loaded.write(base + frame["states"], packer(game.rules.State)(record))
        assert loaded.run(EVALUATE, base) == 0
        (count,) = struct.unpack("<h", loaded.read(base + frame["question"] + 2, 2))
        moves = numbers(frame["move"], loaded.read(base + frame["moves"], count))
        worth = numbers("i4", loaded.read(base + frame["worth"], 4 * count))
        assert dict(zip(moves, worth, strict=True)) == slow.rate(record, seat)


def test_an_edited_rule_or_another_edition_is_not_found(nothing_ahead: dict[str, Any]) -> None:
    game = rw.game("twenty_one")
    (one,) = evaluators([game])
    install(as_wasm(one).manifest, as_wasm(one).module)
    assert built_ahead(game.rules, one.policy)
    other = with_constants(game.rules, {"MISSES": 3})
    assert not built_ahead(other, one.policy)


@pytest.mark.parametrize("manifest", ["", "[]", "{}", '{"format": 2, "loops": {}}'])
def test_a_bad_manifest_is_refused(manifest: str, nothing_ahead: dict[str, Any]) -> None:
    with pytest.raises(BadModule, match="manifest"):
        install(manifest, b"")
    assert not nothing_ahead


def test_addresses_inside_other_things_are_refused() -> None:
    """Their width differs between this machine and WebAssembly."""
    module = llvm.parse_assembly("define void @f() { %a = alloca { i64, ptr }\n ret void }")
    with pytest.raises(NotPortable, match=r"\{ i64, ptr \}"):
        emitted(("f", module.as_bitcode()), "f", target_machine(TRIPLE))


def test_a_linker_that_is_missing_or_fails_is_told() -> None:
    with pytest.raises(NoLinker, match=r"no-such-ld is needed .* package lld"):
        link("no-such-ld", [])
    with pytest.raises(NoLinker, match=r"wasm-ld failed: .*0\.o"):
        link(LINKER, [b"nothing"])
