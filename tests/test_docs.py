"""Pictures and examples in the docs are current, and every game has its page."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

import rollwrite as rw

ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"
POSITIONS = sorted(PICTURES.glob("*.json"))
USERS = {"my_bots.py"}  # files of a user in examples


def test_pictures_are_current() -> None:
    drawn = runpy.run_path(str(PICTURES / "__main__.py"), run_name="pictures")["drawn"]
    old = [
        path.stem
        for path in POSITIONS
        if path.with_suffix(".svg").read_text(encoding="utf-8") != drawn(path)
    ]
    assert not old, f"run make pictures: {old} are drawn differently now"


def test_every_game_has_a_picture_a_page_and_a_notice() -> None:
    assert {path.stem for path in POSITIONS} >= set(rw.games())
    notice = (ROOT / "NOTICE.md").read_text(encoding="utf-8")
    for name in rw.games():
        assert (ROOT / "docs" / "games" / f"{name}.md").is_file()
        assert rw.game(name).name in notice


def test_the_two_commands_are_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make play" in readme
    assert "make test" in readme


def test_the_game_in_the_readme_runs_as_shown(capsys: pytest.CaptureFixture[str]) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.search(r"```python\n(import .*?)```\n\n```text\n(.*?)```", readme, re.DOTALL)
    assert shown is not None
    exec(shown[1], {})
    assert capsys.readouterr().out == shown[2]


def test_the_tutorial_shows_its_game_as_it_is() -> None:
    tutorial = (ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8")
    game = ROOT / "examples" / "padlock" / "src" / "rollwrite_padlock"
    files = [*game.glob("*.py"), *game.glob("text/*.toml"), game.parents[1] / "pyproject.toml"]
    sources = [path.read_text(encoding="utf-8") for path in files]
    blocks = re.findall(r"```(?:python|toml)\n(.*?)```", tutorial, re.DOTALL)
    assert len(blocks) > 10
    for block in blocks:
        for piece in block.strip().split("\n\n\n"):
            assert any(piece in source for source in sources), f"not in examples/padlock: {piece}"
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in game.glob("*.py"))
    assert f"takes {lines} lines of Python" in tutorial


def test_links_in_the_docs_lead_somewhere() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    links = {
        (page, link)
        for page in pages
        for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8"))
        if "://" not in link
    }
    assert links
    assert not [(page.name, link) for page, link in links if not (page.parent / link).exists()]


def test_files_named_in_the_docs_exist() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *PICTURES.glob("*.svg")]
    files = [f"/{path.relative_to(ROOT).as_posix()}" for path in ROOT.glob("[a-z]*/**/*.*")]
    files += [f"/{path.name}" for path in ROOT.glob("*.py")]
    named = re.compile(r"[\w/]+\.(?:py|js)\b")
    old = {
        (page.name, name)
        for page in pages
        if page.name != "CHANGELOG.md"  # it names what was
        for name in named.findall(
            re.sub("(<|&lt;)(game|id)(>|&gt;)", "qwinto", page.read_text("utf-8"))
        )
        if name not in USERS and not any(path.endswith(f"/{name.lstrip('/')}") for path in files)
    }
    assert not old
