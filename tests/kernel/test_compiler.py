"""Compiled rules: the same results, a cache that is fast and never stale, and honest failures."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from rollwrite.kernel import compiler
from rollwrite.kernel.compiler import Compiled, as_array
from rollwrite.kernel.rule import rule
from rollwrite.kernel.twins import fingerprint, interpreted, with_constants

STEP = 2
TABLE = ((1, 2), (3, 4))
rules: Any = None


@rule
def doubled(value: int) -> int:
    return value * STEP


@rule
def fill(numbers: Any, add: int) -> None:
    for place in range(len(numbers)):
        numbers[place] = doubled(place) + TABLE[place % 2][1] + rules.BASE + add


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ROLLWRITE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def box(base: int) -> ModuleType:
    made = ModuleType("box")
    made.BASE = base  # type: ignore[attr-defined]  # a rules module of one constant
    return made


def filled(base: int, function: Any = fill) -> list[int]:
    numbers = np.zeros(4, np.int32)
    Compiled(function, {"rules": box(base)}, "a test")(numbers, 100)
    found: list[int] = numbers.tolist()
    return found


@pytest.mark.compiled
def test_compiled_and_interpreted_agree() -> None:
    plain = [0] * 4
    interpreted(fill, box(10))(plain, 100)
    assert plain == filled(10) == [112, 116, 116, 120]


@pytest.mark.compiled
def test_code_is_kept_and_found_again_without_numba(own_cache: Path) -> None:
    filled(10)
    (kept,) = own_cache.iterdir()
    stamp = kept.stat().st_mtime_ns
    assert filled(10) == [112, 116, 116, 120]
    assert kept.stat().st_mtime_ns == stamp, "not compiled again"


@pytest.mark.compiled
def test_the_warm_start_does_not_import_numba(own_cache: Path) -> None:
    code = (
        "import sys, rollwrite as rw; from rollwrite.kernel.run import run_compiled; "
        "g = rw.game('qwinto'); s = g.definition.position.start(g, 2, 0, {}); "
        "print(run_compiled(g.rules, s, 50, 1).decisions.sum(), 'numba' in sys.modules)"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    cold, warm = (run.stdout.split() for run in runs)
    assert cold[0] == warm[0]
    assert (cold[1], warm[1]) == ("True", "False")


@pytest.mark.compiled
def test_stale_code_is_never_served(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit to a constant, to the bound rules or to a rule called from another is seen."""
    module = sys.modules[__name__]
    before = fingerprint(fill, {"rules": box(10)})
    assert fingerprint(fill, {"rules": box(11)}) != before
    monkeypatch.setattr(module, "STEP", 3)
    assert fingerprint(fill, {"rules": box(10)}) != before
    assert filled(10) == [112, 117, 118, 123]

    @rule
    def edited(value: int) -> int:
        return value * STEP + 1

    monkeypatch.setattr(module, "doubled", edited)
    assert filled(10) == [113, 118, 119, 124]
    assert len(list(own_cache.iterdir())) == 2


@pytest.mark.compiled
@pytest.mark.parametrize("damage", [b"", b"rollwrite object 1\nhalf", b"something else entirely"])
def test_damaged_code_is_made_again(own_cache: Path, damage: bytes) -> None:
    filled(10)
    (kept,) = own_cache.iterdir()
    kept.write_bytes(damage)
    assert filled(10) == [112, 116, 116, 120]


@pytest.mark.compiled
def test_cut_off_code_is_made_again(own_cache: Path) -> None:
    filled(10)
    (kept,) = own_cache.iterdir()
    kept.write_bytes(kept.read_bytes()[:-7])
    assert filled(10) == [112, 116, 116, 120]


@pytest.mark.compiled
def test_a_folder_that_cannot_be_written_costs_only_the_keeping(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("ROLLWRITE_CACHE", str(tmp_path / "file"))
    assert filled(10) == [112, 116, 116, 120]
    assert "not kept" in capsys.readouterr().err


@pytest.mark.compiled
def test_slow_compiling_says_what_it_is_doing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compiler, "SLOW", 0.0)
    filled(10)
    assert "Compiling the rules of a test" in capsys.readouterr().err


@pytest.mark.compiled
def test_fast_loading_says_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(10)
    capsys.readouterr()
    monkeypatch.setattr(compiler, "SLOW", 0.0)
    filled(10)
    assert capsys.readouterr().err == ""


@pytest.mark.compiled
def test_arrays_must_be_contiguous() -> None:
    with pytest.raises(ValueError, match="contiguous"):
        Compiled(fill, {"rules": box(1)}, "a test")(np.zeros(8, np.int32)[::2], 1)


@pytest.mark.parametrize(
    ("constant", "width"),
    [((1, 2), 1), ((-128, 127), 1), ((-129, 0), 2), ((128,), 2), (((1, 300), (2, 3)), 2)],
)
def test_tuples_become_the_narrowest_arrays_that_hold_them(constant: Any, width: int) -> None:
    array = as_array(constant)
    assert array.itemsize == width
    assert array.tolist() == [list(x) if isinstance(x, tuple) else x for x in constant]


def test_rules_with_other_constants_leave_the_original_alone() -> None:
    module = sys.modules[__name__]
    edition = with_constants(module, {"STEP": 5})
    assert (edition.doubled(3), doubled(3)) == (15, 6)


# Long enough that the compiler calls it instead of copying it to where it is used.
STEPS = "".join(
    f"    if x & {1 << step % 10} and y != {step}:\n"
    f"        y = (y * {step + 3} + rules.BASE) % 9973\n"
    f"    else:\n        y ^= x * {step + 7}\n"
    for step in range(60)
)
TOGETHER = f"""
from types import ModuleType
from typing import Any
import sys
import numpy as np
from rollwrite.kernel.compiler import Compiled
from rollwrite.kernel.rule import rule
from rollwrite.kernel.twins import interpreted

rules: Any = None

@rule
def long_way(x):
    y = 0
{STEPS}    return y

@rule
def tell(found):
    for place in range(len(found)):
        found[place] = long_way(place) + long_way(place + 3) * long_way(place * 5)

for base in map(int, sys.argv[1:]):
    made = ModuleType("box")
    made.BASE = base
    found, plain = np.zeros(9, np.int64), [0] * 9
    Compiled(tell, {{"rules": made}}, "a test")(found)
    interpreted(tell, made)(plain)
    assert found.tolist() == plain, base
"""


@pytest.mark.compiled
def test_code_that_was_compiled_apart_stays_apart(tmp_path: Path, own_cache: Path) -> None:
    module = tmp_path / "apart.py"
    module.write_text(TOGETHER)
    for editions in (["10"], ["20"], ["10", "20"], ["20", "10"]):
        subprocess.run([sys.executable, str(module), *editions], check=True)
    assert len(list(own_cache.iterdir())) == 2
