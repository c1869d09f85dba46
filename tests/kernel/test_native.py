"""Shared libraries of compiled loops: the same games; one that is damaged costs only speed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rollwrite as rw
from debian import need
from rollwrite.bots import bot
from rollwrite.bots.ahead import as_library, evaluators
from rollwrite.kernel import specialize
from rollwrite.kernel.ahead import registry
from rollwrite.kernel.ahead.emit import PACKAGE
from rollwrite.kernel.ahead.library import LINKER, NoPlatform, shared_library
from rollwrite.kernel.ahead.native import LIBRARY, MANIFEST, add_library
from rollwrite.kernel.evaluate import evaluate_by_model
from rollwrite.kernel.match_runner import can_match, match_framed

pytestmark = pytest.mark.compiled


@pytest.fixture
def loops(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    need(LINKER, PACKAGE)
    made: dict[str, Any] = {}
    monkeypatch.setattr(registry, "_MODULES", made)
    return made


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need(LINKER, PACKAGE)
    code, manifest = as_library(evaluators([rw.game("twenty_one")]))
    folder = tmp_path_factory.mktemp("library")
    (folder / LIBRARY).write_bytes(code)
    (folder / MANIFEST).write_text(manifest)
    return folder


def test_whole_games_come_to_the_same(built: Path, loops: dict[str, Any]) -> None:
    game = rw.game("twenty_one")
    start = game.definition.position.start(game, 3, 0, {})
    lineups = [[bot(name).policy(game) for name in names] for names in (
        ("random", "random", "random"), ("greedy", "random", "greedy"),
        ("expert", "beginner", "greedy"),
    )]  # fmt: skip
    here = [match_framed(game.rules, start, lineup, 1000, 7, 3) for lineup in lineups]
    add_library(built)
    assert len(loops) == 4
    for lineup, right in zip(lineups, here, strict=True):
        assert can_match(game.rules, start, lineup)
        found = match_framed(game.rules, start, lineup, 1000, 7, 3)
        assert [part.tolist() for part in found] == [part.tolist() for part in right]


@pytest.mark.parametrize(
    ("manifest", "reason"),
    [
        ("", "JSONDecodeError"),
        ("[]", "TypeError"),
        ('{"format": 2}', "its format is 2, not 1"),
        ('{"format": 1, "library": "0", "loops": {}}', "loops.so is not the file that was built"),
    ],
)
def test_a_library_that_cannot_be_used_is_told(
    manifest: str, reason: str, tmp_path: Path, loops: dict[str, Any],
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    (tmp_path / LIBRARY).write_bytes(b"nothing")
    (tmp_path / MANIFEST).write_text(manifest)
    add_library(tmp_path)
    assert reason in capsys.readouterr().err
    assert not loops


@pytest.mark.parametrize("id_", rw.games())
def test_loops_are_found_wherever_the_sources_lie(id_: str) -> None:
    """Nothing that a loop is made from is told with a path, or an address."""
    game = rw.game(id_)
    policy, told = bot("expert").policy(game), list[bytes]()
    bound = {"rules": game.rules, "evaluator": policy.evaluator}
    specialize._add(told.append, evaluate_by_model, bound, set(), lambda *_: None)
    everything = b" ".join(told)
    assert b".py'" not in everything
    assert b" at 0x" not in everything


def test_the_manifest_names_every_loop(built: Path) -> None:
    told = json.loads((built / MANIFEST).read_text())["loops"]
    kinds = ("evaluate", "expert", "greedy", "random")
    assert sorted(told.values()) == [f"twenty_one_{kind}" for kind in kinds]


def test_other_platforms_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    with pytest.raises(NoPlatform, match=r"aarch64, x86_64; this is linux-riscv64"):
        shared_library({})
