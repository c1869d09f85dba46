"""Compiled rules: the same results, a cache that is fast and never stale, and honest failures."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import kernel_rules
import numpy as np
import pytest
from kernel_rules import box, doubled, fill, filled

from rollwrite.kernel import object_cache
from rollwrite.kernel.compiler import Compiled, as_array
from rollwrite.kernel.rule import rule
from rollwrite.kernel.specialize import fingerprint, interpreted, with_constants

pytestmark = pytest.mark.compiled

HERE = Path(__file__).parent
PLACE: dict[str, Any] = {"cwd": HERE, "text": True}
CAPTURED: dict[str, Any] = {**PLACE, "capture_output": True}


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ROLLWRITE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_compiled_and_interpreted_agree() -> None:
    plain = [0] * 4
    interpreted(fill, box(10))(plain, 100)
    assert plain == filled(10) == [112, 116, 116, 120]


def test_code_is_kept_and_found_again_without_numba(own_cache: Path) -> None:
    filled(10)
    (kept,) = own_cache.glob("*.o")
    stamp = kept.stat().st_mtime_ns
    assert filled(10) == [112, 116, 116, 120]
    assert kept.stat().st_mtime_ns == stamp, "not compiled again"


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


def test_stale_code_is_never_served(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit to a constant, to the bound rules or to a rule called from another is seen."""
    before = fingerprint(fill, {"rules": box(10)})
    assert fingerprint(fill, {"rules": box(11)}) != before
    monkeypatch.setattr(kernel_rules, "STEP", 3)
    assert fingerprint(fill, {"rules": box(10)}) != before
    assert filled(10) == [112, 117, 118, 123]

    @rule
    def edited(value: int) -> int:
        return value * 3 + 1

    monkeypatch.setattr(kernel_rules, "doubled", edited)
    assert filled(10) == [113, 118, 119, 124]
    assert len(list(own_cache.glob("*.o"))) == 2


@pytest.mark.parametrize("damage", [b"", b"rollwrite object 2\nhalf", b"something else entirely"])
def test_damaged_code_is_made_again(own_cache: Path, damage: bytes) -> None:
    filled(10)
    (kept,) = own_cache.glob("*.o")
    kept.write_bytes(damage)
    assert filled(10) == [112, 116, 116, 120]


def test_cut_off_code_is_made_again(own_cache: Path) -> None:
    filled(10)
    (kept,) = own_cache.glob("*.o")
    kept.write_bytes(kept.read_bytes()[:-7])
    assert filled(10) == [112, 116, 116, 120]


def test_a_folder_that_cannot_be_written_costs_only_the_keeping(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("ROLLWRITE_CACHE", str(tmp_path / "file"))
    assert filled(10) == [112, 116, 116, 120]
    assert "not kept" in capsys.readouterr().err


LIMITED = """
import resource, sys
from kernel_rules import filled
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
print(filled(10))
"""


def test_a_full_cache_costs_only_the_keeping(own_cache: Path) -> None:
    """The file that cannot be written to its end leaves nothing behind."""
    run = subprocess.run([sys.executable, "-c", LIMITED], check=False, **CAPTURED)
    assert (run.stdout, run.returncode) == ("[112, 116, 116, 120]\n", 0)
    assert "not kept" in run.stderr and "ROLLWRITE_CACHE" in run.stderr
    assert [
        path for path in own_cache.rglob("*") if path.is_file() and path.suffix != ".lock"
    ] == []
    assert filled(10) == [112, 116, 116, 120]


SLOWLY = """
import sys, time
from pathlib import Path
from kernel_rules import filled
from rollwrite.kernel import compiler
compile = compiler.Compiled._compile

def slowly(self, signature):
    Path(sys.argv[1]).touch()
    time.sleep(float(sys.argv[2]))
    return compile(self, signature)

compiler.Compiled._compile = slowly
print(filled(10))
"""


def compiling(mark: Path, seconds: float) -> subprocess.Popen[str]:
    """A process that takes its time to compile, when it has begun to."""
    command = [sys.executable, "-c", SLOWLY, str(mark), str(seconds)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, **PLACE)
    while not mark.exists():
        assert process.poll() is None
        time.sleep(0.01)
    return process


def test_processes_that_want_the_same_code_compile_it_once(tmp_path: Path) -> None:
    first = compiling(tmp_path / "first", 1.0)
    command = [sys.executable, "-c", SLOWLY, str(tmp_path / "second"), "0"]
    second = subprocess.run(command, check=False, **CAPTURED)
    assert first.communicate()[0] == second.stdout == "[112, 116, 116, 120]\n"
    assert not (tmp_path / "second").exists(), "the second waited and found the code"


def test_a_process_that_is_killed_while_it_compiles_stops_nobody(tmp_path: Path) -> None:
    first = compiling(tmp_path / "first", 3600.0)
    first.kill()
    assert filled(10) == [112, 116, 116, 120]
    first.communicate()


def test_numba_itself_goes_on_beside_the_rules() -> None:
    """What Numba compiles on the way to a rule can be used by others, and the other way round."""
    import numba

    @rule
    def measure(numbers: Any) -> None:
        numbers[0] = max(abs(numbers[1]), min(numbers[2], 5)) + divmod(numbers[3], 4)[1]

    numbers = np.array([0, -3, 9, 7], np.int64)
    own = numba.njit(lambda a: max(abs(a[1]), min(a[2], 5)) + divmod(a[3], 4)[1])
    Compiled(measure, {}, "a test")(numbers)
    assert numbers[0] == own(numbers) == 8


def test_bounds_checked_code_is_kept_apart_and_names_what_went_wrong(own_cache: Path) -> None:
    @rule
    def reach(numbers: Any, place: int) -> None:
        numbers[place] = 7

    numbers = np.zeros(4, np.int32)
    checked = Compiled(reach, {}, "a test", bounds_checked=True)
    checked(numbers, 2)
    assert numbers.tolist() == [0, 0, 7, 0]
    with pytest.raises(IndexError, match="reach of a test reads or writes outside an array"):
        checked(numbers, 4)
    Compiled(reach, {}, "a test")(numbers, 3)
    assert len(list(own_cache.glob("*.o"))) == 2


def test_rules_are_compiled_once_whatever_integers_they_are_called_with(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from rollwrite.kernel.codegen import RuleDispatcher

    compiled: list[str] = []
    add = RuleDispatcher.add_overload

    def add_and_count(self: Any, result: Any) -> None:
        compiled.append(self.py_func.__name__)
        add(self, result)

    monkeypatch.setattr(RuleDispatcher, "add_overload", add_and_count)

    @rule
    def sums(narrow: Any, wide: Any) -> None:
        wide[0] = doubled(narrow[0]) + doubled(wide[1]) + doubled(3) + doubled(narrow[0] > 1)

    wide = np.array([0, 20], np.int32)
    Compiled(sums, {}, "a test")(np.array([100], np.int8), wide)
    assert wide[0] == 200 + 40 + 6 + 2
    assert compiled.count("doubled") <= 2, "integers and truth values"


def test_slow_compiling_says_what_it_is_doing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(object_cache, "SLOW", 0.0)
    filled(10)
    assert "Compiling the rules of a test" in capsys.readouterr().err


def test_fast_loading_says_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    filled(10)
    capsys.readouterr()
    monkeypatch.setattr(object_cache, "SLOW", 0.0)
    filled(10)
    assert capsys.readouterr().err == ""


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
    edition = with_constants(kernel_rules, {"STEP": 5})
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
from rollwrite.kernel.specialize import interpreted

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


def test_code_that_was_compiled_apart_stays_apart(tmp_path: Path, own_cache: Path) -> None:
    module = tmp_path / "apart.py"
    module.write_text(TOGETHER)
    for editions in (["10"], ["20"], ["10", "20"], ["20", "10"]):
        subprocess.run([sys.executable, str(module), *editions], check=True)
    assert len(list(own_cache.glob("*.o"))) == 2
