"""The project's promises about itself: rooms, texts, the bare environment, lock files."""

from __future__ import annotations

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

import rollwrite as rw
from rollwrite.games.optional import OptionalEvaluator, OptionalNotation, OptionalRules
from rollwrite.texts import LANGUAGES, catalogue

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "rollwrite"
MODULES = sorted(SOURCE.rglob("*.py"))
# Imports point one way: a room may import those in lower lines, never those in its own or higher.
ORDER = [
    {"texts"},
    {"errors"},
    {"kernel", "draw"},
    {"games"},
    {"play"},
    {"bots", "paper"},
    {"lab", "envs"},
    {"coach"},
    {"web"},
    {"testing"},
    {"server"},
    {"offline"},
    {"cli"},
]
MOST_LINES, MOST_FILES = 400, 20
RANK = {room: rank for rank, rooms in enumerate(ORDER) for room in rooms}


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


@cache
def nodes(path: Path) -> list[ast.AST]:
    """A file's syntax, parsed once for all checks."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imports(path: Path) -> Iterator[str]:
    """The rollwrite modules a file imports."""
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rollwrite"):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("rollwrite"))


def told(path: Path, problem: str) -> str:
    return f"{path.relative_to(ROOT)}: {problem}"


def report(problems: Iterable[str]) -> None:
    """Fail with all problems that were found, each on a line of its own."""
    found = sorted(set(problems))
    if found:
        pytest.fail("\n".join(["what was found:", *found]), pytrace=False)


def test_imports_point_one_way() -> None:
    report(problem for path in MODULES for problem in wrong_imports(path))


def wrong_imports(path: Path) -> Iterator[str]:
    room = room_of(path)
    if room == "__init__":
        return
    for name in imports(path):
        parts = name.split(".")
        # `import rollwrite` is the public API, which rooms above play may use.
        other = parts[1] if len(parts) > 1 and parts[1] in RANK else "play"
        if RANK[other] >= RANK[room] and other != room:
            yield told(path, f"{room} imports {name}")


def test_no_game_imports_another() -> None:
    report(problem for path in MODULES for problem in imports_of_other_games(path))


def imports_of_other_games(path: Path) -> Iterator[str]:
    parts = path.relative_to(SOURCE).parts
    if parts[0] != "games" or len(parts) < 3:
        return
    for name in imports(path):
        match = re.match(r"rollwrite\.games\.(\w+)", name)
        other = match[1] if match else ""
        if other not in ("kit", parts[1]) and (SOURCE / "games" / other).is_dir() and other:
            yield told(path, f"imports {name}")


def test_no_game_is_named_outside_its_folder() -> None:
    """What only one game has is a field of its Definition. Examples in docstrings may name one."""
    names = "|".join({*rw.games(), *(rw.game(game).rules.TITLE for game in rw.games())})
    named = re.compile(rf"\b({names})", re.IGNORECASE)
    kinds = (".py", ".js", ".css", ".html", ".svg", ".toml")
    outside = [
        path
        for path in tracked_files()
        if path.is_relative_to(SOURCE) and path.suffix in kinds and room_of(path) != "games"
    ]
    assert len(outside) > 100
    report(
        told(path, f"line {number} names {found[1]}")
        for path in outside
        for number, line in without_docstrings(path)
        if (found := named.search(line))
    )


OPTIONAL = {
    one.name
    for kind in (OptionalEvaluator, OptionalNotation, OptionalRules)
    for one in fields(kind)
}


def test_optional_names_of_a_game_are_looked_up_in_one_place() -> None:
    """The contract looks them up, or the kernel, which may not import it: nobody else."""
    found: dict[str, list[Path]] = {}
    problems = []
    for path in MODULES:
        for module, name in looked_up(path):
            if name in OPTIONAL:
                found.setdefault(name, []).append(path)
            elif module in ("rules", "evaluator", "notation"):
                problems.append(told(path, f"{name} is no optional name of games/optional.py"))
    assert found, "the kernel looks some up"
    for name, paths in found.items():
        if len(paths) > 1 or room_of(paths[0]) != "kernel":
            problems += [told(path, f"{name} is looked up here too") for path in paths]
    report(problems)


def looked_up(path: Path) -> Iterator[tuple[str, str]]:
    """The names that a file asks for by getattr and hasattr, and of what."""
    for node in nodes(path):
        if (
            isinstance(node, ast.Call)
            and getattr(node.func, "id", "") in ("getattr", "hasattr")
            and isinstance(name := node.args[1], ast.Constant)
        ):
            yield ast.unparse(node.args[0]).rpartition(".")[2], str(name.value)


def without_docstrings(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers."""
    lines = dict(enumerate(path.read_text(encoding="utf-8").splitlines(), 1))
    for node in nodes(path) if path.suffix == ".py" else ():
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and ast.get_docstring(node) is not None:
                for number in range(first.lineno, (first.end_lineno or first.lineno) + 1):
                    del lines[number]
    yield from lines.items()


def test_every_text_that_is_said_is_in_the_catalogue() -> None:
    report(problem for path in MODULES for problem in unknown_texts(path))


def unknown_texts(path: Path) -> Iterator[str]:
    known = set(catalogue("rollwrite", "en"))
    parts = path.relative_to(SOURCE).parts
    if parts[0] == "games" and len(parts) > 2 and parts[1] != "kit":
        known |= set(catalogue(f"rollwrite.games.{parts[1]}", "en"))
    elif (SOURCE / parts[0] / "text/en.toml").exists():
        known |= set(catalogue(f"rollwrite.{parts[0]}", "en"))
    source = path.read_text(encoding="utf-8")
    for package in re.findall(r'speaker\("([\w.]+)"\)', source):
        known |= set(catalogue(package, "en"))
    for node in nodes(path):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "").startswith("say"):
            key = getattr(node.args[0], "value", None)
            if isinstance(key, str) and key not in known:
                yield told(path, f"{key} is in no catalogue")


def packages() -> list[str]:
    rooms = [f"rollwrite.{path.parent.parent.name}" for path in SOURCE.glob("*/text/en.toml")]
    return ["rollwrite", *rooms, *(rw.game(name).definition.package for name in rw.games())]


def test_every_language_has_every_text() -> None:
    report(
        f"{package}: {key} is in only one of en and {language}"
        for package in packages()
        for language in LANGUAGES
        for key in catalogue(package, "en").keys() ^ catalogue(package, language).keys()
    )


def test_french_has_narrow_spaces_before_high_punctuation() -> None:
    wide = re.compile(r"[\w’)»] [;:!?»]|« |[\w’)»][;!?»](?!\w)")
    report(
        f"{package}: {key}: {text!r}"
        for package in packages()
        for key, text in catalogue(package, "fr").items()
        # Punctuation inside {values} and between words and moves in quotes is not prose.
        if wide.search(re.sub(r"{[^}]*}", "x", text))
    )


def tracked_files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    return [ROOT / line for line in listed.splitlines() if (ROOT / line).is_file()]


def test_lock_files_hold_no_addresses() -> None:
    locks = [
        path
        for path in tracked_files()
        if path.suffix in (".lock", ".txt") and not path.name.endswith(".LICENSE.txt")
    ]
    assert locks
    report(told(p, "an address") for p in locks if "://" in p.read_text(encoding="utf-8"))


def test_files_can_be_held_in_the_head() -> None:
    lengths = {
        path: len(path.read_text(encoding="utf-8").splitlines())
        for path in tracked_files()
        if path.suffix in (".py", ".js", ".css")
    }
    report(
        told(path, f"{lines} lines: split it along its meaning")
        for path, lines in lengths.items()
        if lines > MOST_LINES
    )


def test_folders_can_be_seen_at_a_glance() -> None:
    files = Counter(path.parent for path in tracked_files() if path.is_relative_to(SOURCE))
    report(
        told(folder, f"{count} files: group them by what they are for")
        for folder, count in files.items()
        if count > MOST_FILES
    )


MOST_POSITIONAL = 8


def test_no_function_takes_many_positional_arguments() -> None:
    report(
        told(path, f"{node.name} takes {count} positional arguments, {MOST_POSITIONAL} at most")
        for path in MODULES
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        if (count := positional(node)) > MOST_POSITIONAL
    )


def positional(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many positional arguments a function takes, but for the object of a method."""
    names = [one.arg for one in (*function.args.posonlyargs, *function.args.args)]
    return len(names) - (names[:1] in (["self"], ["cls"]))
