"""The documentation as a site: it builds, its links lead somewhere, and it needs no network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "docs" / "site"))
FETCHED = re.compile(r'<(?:script|link|img|iframe)[^>]+(?:src|href)="(?:https?:)?//', re.IGNORECASE)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site; notebooks are run, and a dead link is an error, as is all MkDocs warns about."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT, capture_output=True, text=True, check=False,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
@pytest.mark.compiled
def test_the_site_is_whole_and_needs_no_network(site: Path) -> None:
    pages = {path.relative_to(site).as_posix(): path.read_text("utf-8")
             for path in site.rglob("*.html")}  # fmt: skip
    assert len(pages) > 40
    assert not [name for name, page in pages.items() if FETCHED.search(page)]
    styles = [*site.rglob("*.css")]
    assert styles and not [path for path in styles if "url(http" in path.read_text("utf-8")]
    assert "Play many games between bots" in pages["reference/lab.html"]
    assert "<svg" in pages["notebooks/first_game.html"]
    assert not [name for name in pages if "{ width" in pages[name]]


@pytest.mark.slow
@pytest.mark.compiled
def test_the_command_opens_it(site: Path) -> None:
    start = (
        "import sys; from pathlib import Path; from rollwrite.cli.main import main;"
        "from rollwrite.cli.export import docs; there = Path(sys.argv.pop());"
        "docs.pages = lambda language: there; main()"
    )
    command = [sys.executable, "-c", start, "docs", "--no-open", "-l", "en", str(site)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
        assert found is not None
        with urllib.request.urlopen(found[0]) as page:
            assert b"For designers" in page.read()
    finally:
        process.kill()
        process.wait()


def test_every_page_has_its_place_on_the_site() -> None:
    told = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    docs = ROOT / "docs"
    pages = [path.relative_to(docs).as_posix() for path in docs.rglob("*.md")]
    pages += [f"notebooks/{path.stem}.md" for path in docs.glob("notebooks/*.ipynb")]
    assert not [page for page in pages if f"- {page}\n" not in told]


def test_a_package_index_gets_a_readme_whose_links_lead_somewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    from hatch_build import URL, IndexHook

    hook = IndexHook(str(ROOT), {})
    made: dict[str, dict[str, str]] = {}
    monkeypatch.delenv(URL, raising=False)
    hook.update(made)
    assert made["urls"] == {}
    assert not re.findall(r"\]\((?!https?:|#)", made["readme"]["text"])
    monkeypatch.setenv(URL, "https://example.org/rollwrite/")
    hook.update(made)
    assert made["urls"]["Homepage"] == "https://example.org/rollwrite"
    assert "](https://example.org/rollwrite/blob/main/docs/hosting.md)" in made["readme"]["text"]
    assert (
        "](https://example.org/rollwrite/raw/main/docs/pictures/table.png)"
        in (made["readme"]["text"])
    )
