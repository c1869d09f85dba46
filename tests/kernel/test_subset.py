"""The check of rules before any compiler: each mistake is found on its line, and nothing else."""

from __future__ import annotations

import importlib.util
import inspect
import py_compile
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from right_rules import EVALUATOR, RULES
from wrong_rules import MISTAKES, Mistake

import rollwrite as rw
from rollwrite.games.contract import Evaluator, Rules
from rollwrite.games.optional import OptionalEvaluator
from rollwrite.kernel import evaluate, learn, match, playout, policy, step
from rollwrite.kernel.rule import is_rule
from rollwrite.kernel.run import run_compiled
from rollwrite.kernel.specialize import with_constants
from rollwrite.kernel.subset import Finding, check_rules, functions
from rollwrite.kernel.subset.findings import Findings
from rollwrite.kernel.subset.program import Program
from rollwrite.kernel.subset.sources import Sources

Load = Callable[..., Any]
EDITIONS = sorted((Path(__file__).parent.parent / "frozen/files/editions").glob("*.toml"))


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Imports a module from its source, as an author's would be."""

    def imported(source: str, name: str = "tens_rules", *, keep: bool = True) -> Any:
        path = tmp_path / f"{name}.py"
        path.write_text(source, encoding="utf-8")
        if not keep:
            compiled = py_compile.compile(str(path), str(path.with_suffix(".pyc")), doraise=True)
            path.unlink()
            path = Path(compiled or "")
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, name, module)
        spec.loader.exec_module(module)
        return module

    monkeypatch.chdir(tmp_path)
    return imported


def changed(source: str, mistake: Mistake) -> str:
    assert source.count(mistake.old) == 1, "the mistake is made in one place"
    return source.replace(mistake.old, mistake.new)


def expected(source: str, name: str, at: str) -> set[str]:
    """The places that a mistake is reported at."""
    lines = enumerate(source.splitlines(), 1)
    return {f"{name}.py:{n}" for n, line in lines if re.search(at, line)} if at else {f"{name}.py"}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_mistake_is_found_on_its_line(mistake: Mistake, load: Load) -> None:
    source = changed(RULES, mistake)
    found = check_rules(load(source))
    assert {finding.where for finding in found} == expected(source, "tens_rules", mistake.at)
    assert any(mistake.says in finding.what for finding in found), list(map(str, found))


def test_the_game_without_mistakes_is_right(load: Load) -> None:
    assert check_rules(load(RULES), load(EVALUATOR, "tens_evaluator")) == []


OF_EVALUATORS = [
    Mistake("a field of the workspace", "own.best = r", "own.bets = r", "`best`?", "own.bets"),
    Mistake("a field of the state", "s.rounds", "s.round", "did you mean `rounds`?", r"s\.round"),
    Mistake(
        "a rule that is not there", "rules.score", "rules.points", "defined nowhere", "rules.poi"
    ),
    Mistake("no weights", "WEIGHTS = 4\n", "", "`WEIGHTS` is missing", ""),
    Mistake("no workspace", "class Workspace(Record)", "class Room(Record)", "is missing", ""),
    Mistake("a feature too many", "own.features[1]", "own.features[2]", "index 2", r"ures\[2"),
    Mistake("too few parameters", "progress(s: Any)", "progress()", "progress(s)", "def progress"),
    Mistake(
        "no room for features",
        "    features: list[int] = i32[FEATURES]\n",
        "",
        "`Workspace` has no field `features`",
        r"class Workspace|own\.features",
    ),
]


@pytest.mark.parametrize("mistake", OF_EVALUATORS, ids=lambda mistake: mistake.name)
def test_a_mistake_in_an_evaluator_is_found(mistake: Mistake, load: Load) -> None:
    source = changed(EVALUATOR, mistake)
    found = check_rules(load(RULES), load(source, "tens_evaluator"))
    assert {finding.where for finding in found} == expected(source, "tens_evaluator", mistake.at)
    assert any(mistake.says in finding.what for finding in found), list(map(str, found))


# Things that look like mistakes, and are none: constants and loops that conditions keep in bounds.
HARMLESS = {
    "a guarded loop": "for n in range(200):\n    if n < 100:\n        s.active = n",
    "a loop that is left": "for n in range(200):\n    if n == 9:\n        break\n    s.active = n",
    "a constant that never holds": "if DICE > 2:\n    points = s.dice[2]",
    "a choice that is never made": "points = s.dice[2] if DICE > 2 else 0",
    "a condition that is never met": "if DICE > 2 and s.dice[2] > 0:\n    points = 1",
    "a variable that changes": "n = 200\nn -= 100\ns.active = n",
    "a loop over a table": "for row in COSTS:\n    points += row[0]",
    "a loop over sheets": "for sheet in s.sheets:\n    points += sheet.misses",
    "a loop over a tuple": "for row in (0, 1):\n    points += row_points(s.sheets[seat], row)",
    "membership": "points = 1 if seat in (0, 1) and seat in [2, 3] and seat in POINTS else 0",
    "builtins": "points = abs(min(1, 2)) + max(POINTS) + len(COSTS) + sum(s.dice) + int(True)",
    "several values": "points, row = divmod(seat, 2)\nseat, row = row, seat",
    "pairs": "for place, die in enumerate(s.dice):\n    points += place * die",
    "two loops": "for a, b in zip(s.dice, POINTS):\n    points += a * b",
    "a match": "match seat:\n    case 0:\n        points = 1\n    case _:\n        points = 2",
    "a power": "points = 6**DICE",
    "keywords": "points = row_points(sheet=s.sheets[seat], row=0)",
    "a rule in a variable": "worth = row_points\npoints = worth(s.sheets[seat], 1)",
    "an endless-looking circle": "a = b = 3\na = b\nb = a\npoints = a",
    "a variable of itself": "own = seat\nown = own + 1\ns.active = own",
    "a negative index": "points = POINTS[-1] + s.dice[-2]",
}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_no_mistake_is_not_reported(name: str, load: Load) -> None:
    body = "".join(f"    {line}\n" for line in HARMLESS[name].splitlines())
    assert check_rules(load(RULES.replace("    points = 0\n", "    points = 0\n" + body))) == []


@pytest.mark.compiled
def test_what_is_no_mistake_can_be_compiled(load: Load) -> None:
    """So that silence is right: all of it in one game."""
    rules = []
    for number, text in enumerate(HARMLESS.values()):
        body = "".join(f"    {line}\n" for line in text.splitlines())
        head = f"\n\n@rule\ndef harmless_{number}(s: State, seat: int) -> int:\n    points = 0\n"
        rules.append(f"{head}{body}    return points\n")
    calls = "".join(f"    harmless_{number}(s, seat)\n" for number in range(len(rules)))
    source = RULES.replace("    points = 0\n", "    points = 0\n" + calls) + "".join(rules)
    module = load(source)
    assert check_rules(module) == []
    start = module.State()
    module.start(start, 2, 0)
    assert run_compiled(module, start, 10, 1).decisions.min() == 40


def test_nothing_takes_long(load: Load) -> None:
    """Sums of sums, tuples of tuples, and calls of calls do not grow beyond measure."""
    sums = [f"    n{n} = n{n - 1} + n{n - 1}\n" for n in range(1, 60)]
    tuples = [f"    t{n} = t{n - 1}, t{n - 1}\n" for n in range(1, 60)]
    calls = [f"    call_{n}((a, b), b)\n    call_{n}(a, (a, b))\n" for n in range(1, 60)]
    rules = [f"\n\n@rule\ndef call_{n}(a, b):\n{body}" for n, body in enumerate(calls)]
    end = "\n\n@rule\ndef call_59(a, b):\n    pass\n"
    body = ["    points = n0 = 0\n    t0 = 1, 1\n", *sums, *tuples, "    call_0(seat, s)\n"]
    source = RULES.replace("    points = 0\n", "".join(body))
    assert check_rules(load("".join([source, *rules, end]))) == []


IN_WINDOWS = [
    ("if s.phase == CHOOSE:\n        moves[0] = 0\n        return 1", True),
    ("if s.phase == ROLL:\n        moves[0] = 0\n        return 1", True),
    ("if seat == 3:\n        moves[0] = 0\n        return 1", False),
    ("for place in range(3):\n        moves[place] = place", True),
    ("for place in range(3):\n        moves[place] = place + 1", False),
]


@pytest.mark.parametrize(("body", "wrong"), IN_WINDOWS)
def test_action_0_is_reported_where_an_answer_certainly_is_0(
    body: str, wrong: bool, load: Load
) -> None:
    found = check_rules(load(RULES.replace("    moves[0] = PASS\n", f"    {body}\n", 1)))
    assert any("action 0" in finding.what for finding in found) is wrong


@pytest.mark.parametrize("phase", ["CHOOSE", "ROLL"])
def test_action_0_may_be_a_move_of_a_phase_without_answers(phase: str, load: Load) -> None:
    kept = "    if s.phase == CHOOSE and seat > 9:\n        return\n    if answer(s"
    listed = f"    if s.phase == {phase}:\n        moves[0] = 0\n        return 1\n"
    source = RULES.replace(
        "    if answer(s", "    if s.phase != CHOOSE:\n        return\n    if answer(s"
    )
    source = source.replace("    moves[0] = PASS\n", listed + "    moves[0] = PASS\n")
    assert bool(check_rules(load(source))) is (phase == "CHOOSE")
    unsure = source.replace("    if s.phase != CHOOSE:\n        return\n    if answer(s", kept)
    assert check_rules(load(unsure)) == []


@pytest.mark.parametrize(("name", "constant"), [("twenty_one", "CROSS"), ("qwinto", "PASS")])
def test_action_0_is_found_in_real_games(name: str, constant: str) -> None:
    rules = rw.game(name).rules
    (found,) = check_rules(with_constants(rules, {constant: 0}))
    assert "lists action 0" in found.what
    path, _, line = found.where.rpartition(":")
    assert f"= {constant}" in Path(path).read_text(encoding="utf-8").splitlines()[int(line) - 1]


def test_without_source_the_bytecode_is_read(load: Load) -> None:
    assert check_rules(load(RULES, keep=False)) == []
    bodies = [
        'name = "red"',
        "row = [0, seat]",
        "print(seat)",
        "letters = COLOURS",
        "raise OSError",
    ]
    says = ["'red'", "makes a list", "calls `print`", "is a string", "raises an exception"]
    for body, what in zip(bodies, says, strict=True):
        source = RULES.replace("    points = 0\n", f"    points = 0\n    {body}\n")
        found = check_rules(load(source, keep=False))
        assert any(what in finding.what for finding in found), body
        line = source.splitlines().index(f"    {body}") + 1
        assert {finding.where.rpartition(":")[2] for finding in found} == {str(line)}


def test_a_rule_inside_a_function_may_not_use_what_is_around_it(load: Load) -> None:
    made = "\n\ndef made(least):\n    @rule\n    def standing(s, seat):\n        return least\n\n"
    source = f"{RULES}{made}    return standing\n\n\nstanding = made(3)\n"
    (found,) = check_rules(load(source))
    assert "`standing` uses `least` of the function around it" in found.what


@pytest.mark.parametrize("name", rw.games())
def test_the_games_are_right(name: str) -> None:
    game = rw.game(name)
    assert list(map(str, check_rules(game.rules, game.definition.evaluator))) == []


def test_the_loops_of_the_kernel_are_right() -> None:
    """Whatever they are bound to."""
    game = rw.game("qwinto")
    findings = Findings()
    bindings = {"rules": game.rules, "evaluator": game.definition.evaluator}
    program = Program(bindings, Sources(), findings)
    loops = [
        function
        for module in (evaluate, learn, match, playout, policy, step)
        for function in vars(module).values()
        if is_rule(function)
    ]
    for function in loops:
        program.check(function, ())
    assert findings.sorted() == []
    assert len(loops) > 20


def test_editions_are_right() -> None:
    checked = 0
    for name in rw.games():
        game = rw.game(name)
        for path in EDITIONS:
            try:
                edition = rw.Game(game.definition, edition=path)
            except rw.RollwriteError:
                continue
            assert check_rules(edition.rules, game.definition.evaluator) == []
            checked += 1
    assert checked == len(EDITIONS)


def test_no_compiler_is_needed() -> None:
    code = (
        "import sys, rollwrite as rw; from rollwrite.kernel.subset import check_rules; "
        "g = rw.game('qwinto'); found = check_rules(g.rules, g.definition.evaluator); "
        "print(len(found), {'numba', 'numpy', 'llvmlite'} & set(sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "0 set()"


def test_the_functions_are_those_of_the_contract() -> None:
    for protocol, known in ((Rules, functions.RULES), (Evaluator, functions.EVALUATOR)):
        defined = {
            name: tuple(inspect.signature(value).parameters)[1:]
            for name, value in vars(protocol).items()
            if inspect.isfunction(value) and not name.startswith("_")
        }
        assert defined == known
    optional = {name for name in vars(OptionalEvaluator()) if name.islower()}
    assert optional == set(functions.OPTIONAL)


def test_a_finding_reads_as_a_line() -> None:
    assert str(Finding("rules.py:12", "no")) == "rules.py:12: no"
