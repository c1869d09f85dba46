"""The project's promises about itself: rooms, texts, the bare environment, lock files."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import rollwrite as rw
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
    {"testing", "bots"},
    {"lab", "envs"},
    {"coach"},
    {"web"},
    {"server"},
    {"cli"},
]
RANK = {room: rank for rank, rooms in enumerate(ORDER) for room in rooms}


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    """The rollwrite modules a file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rollwrite"):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("rollwrite"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_one_way(path: Path) -> None:
    room = room_of(path)
    if room == "__init__":
        return
    for name in imports(path):
        parts = name.split(".")
        # `import rollwrite` is the public API, which rooms above play may use.
        other = parts[1] if len(parts) > 1 and parts[1] in RANK else "play"
        allowed = RANK[other] < RANK[room] or other == room
        assert allowed, f"{room} imports {name}"


def test_no_game_imports_another() -> None:
    for path in MODULES:
        parts = path.relative_to(SOURCE).parts
        if parts[0] != "games" or len(parts) < 3:
            continue
        for name in imports(path):
            match = re.match(r"rollwrite\.games\.(\w+)", name)
            other = match[1] if match else ""
            if (SOURCE / "games" / other).is_dir():
                assert other in ("", parts[1]), f"{path} imports {name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_text_that_is_said_is_in_the_catalogue(path: Path) -> None:
    known = set(catalogue("rollwrite", "en"))
    parts = path.relative_to(SOURCE).parts
    if parts[0] == "games" and len(parts) > 2:
        known |= set(catalogue(f"rollwrite.games.{parts[1]}", "en"))
    elif (SOURCE / parts[0] / "text.en.toml").exists():
        known |= set(catalogue(f"rollwrite.{parts[0]}", "en"))
    source = path.read_text(encoding="utf-8")
    for package in re.findall(r'speaker\("([\w.]+)"\)', source):
        known |= set(catalogue(package, "en"))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "").startswith("say"):
            key = node.args[0]
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                assert key.value in known, f"{key.value} is in no catalogue"


def packages() -> list[str]:
    rooms = [f"rollwrite.{path.parent.name}" for path in SOURCE.glob("*/text.en.toml")]
    return ["rollwrite", *rooms, *(rw.game(name).definition.package for name in rw.games())]


@pytest.mark.parametrize("package", packages())
def test_every_language_has_every_text(package: str) -> None:
    keys = {language: set(catalogue(package, language)) for language in LANGUAGES}
    assert keys["en"] == keys["fr"] == keys["de"]


@pytest.mark.parametrize("package", packages())
def test_french_has_narrow_spaces_before_high_punctuation(package: str) -> None:
    for key, text in catalogue(package, "fr").items():
        # Punctuation inside {values} and between words and moves in quotes is not prose.
        prose = re.sub(r"{[^}]*}", "x", text)
        assert not re.search(r"[\w’)»] [;:!?»]|« |[\w’)»][;!?»](?!\w)", prose), f"{key}: {text!r}"


def tracked_files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    return [ROOT / line for line in listed.splitlines() if (ROOT / line).is_file()]


def test_lock_files_hold_no_addresses() -> None:
    locks = [path for path in tracked_files() if path.suffix in (".lock", ".txt")]
    assert locks
    for path in locks:
        assert "://" not in path.read_text(encoding="utf-8"), path


def test_most_files_can_be_held_in_the_head() -> None:
    for path in tracked_files():
        if path.suffix in (".py", ".js", ".css"):
            lines = len(path.read_text(encoding="utf-8").splitlines())
            assert lines <= 500, f"{path.name} has {lines} lines: split it along its meaning"
