"""``rollwrite new-game``: write a small complete game to start from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from string import Template

import click

from rollwrite.cli import options
from rollwrite.cli.options import FILE
from rollwrite.errors import BadOption, say, told_in
from rollwrite.play.registry import brought_by, is_game_id

END = ".tmpl"  # keeps templates from being taken for files of this project
SECTION = '[project.entry-points."rollwrite.games"]\n'
LONGEST_ID, LONGEST_NAME = 30, 40
# Templates of a package of its own besides the game, and where they go.
PLUGIN = {
    "plugin/pyproject.toml": "pyproject.toml",
    "plugin/README.md": "README.md",
    "plugin/gitignore": ".gitignore",
    "plugin/workflow.yml": ".github/workflows/test.yml",
    "plugin/test_check.py": "tests/test_check.py",
    "test_rules.py": "tests/test_rules.py",
}
# The same for a game in a checkout of rollwrite.
TREE = {
    "test_rules.py": "tests/games/test_{id}.py",
    "golden.toml": "tests/games/golden/{id}.toml",
}


@click.command("new-game")
@click.argument("game_id", metavar="ID")
@click.option("--plugin", is_flag=True, help="Write a package of its own that brings the game.")
@click.option("--name", show_default="from ID", help="What players call the game.")
@click.option(
    "--folder",
    type=FILE,
    show_default="here; with --plugin, rollwrite-ID",
    help="The checkout of rollwrite, or the folder to make for the package.",
)
@options.language
def new_game(
    game_id: str, plugin: bool, name: str | None, folder: Path | None, language: str
) -> None:
    """Write a small complete game to start from.

    ID is the name of the game in commands, logs and addresses, such as my_game.
    """
    with told_in(language):
        values = _values(game_id, name, plugin)
        made = _plugin(values, folder) if plugin else _in_tree(values, folder or Path())
    for path in made:
        print(path)
    key = "new_game.plugin" if plugin else "new_game.tree"
    print(say(key, game=game_id, folder=made[0].parent).text(language))


def _values(game_id: str, name: str | None, plugin: bool) -> dict[str, str]:
    """What the templates are filled with; refuses an id or a name that cannot be one."""
    if not is_game_id(game_id) or len(game_id) > LONGEST_ID:
        raise BadOption(say("new_game.id", given=game_id, most=LONGEST_ID))
    if packages := brought_by(game_id):
        raise BadOption(say("new_game.taken", given=game_id, packages=packages))
    name = game_id.replace("_", " ").strip().title() if name is None else name.strip()
    if not name.isprintable() or not 0 < len(name) <= LONGEST_NAME or re.search(r'["\\{}]', name):
        raise BadOption(say("new_game.name", given=name, most=LONGEST_NAME))
    package = f"rollwrite_{game_id}" if plugin else f"rollwrite.games.{game_id}"
    distribution = f"rollwrite-{game_id.replace('_', '-').strip('-')}"
    # Sorted imports keep a project's own package apart from the others.
    gap = "" if plugin else "\n"
    return {
        "id": game_id, "name": name, "package": package, "distribution": distribution, "gap": gap,
    }  # fmt: skip


def _plugin(values: dict[str, str], folder: Path | None) -> list[Path]:
    """Write a package of its own; its files."""
    folder = folder or Path(values["distribution"])
    if folder.exists():
        raise BadOption(say("new_game.exists", path=folder))
    return _write(
        {
            **{folder / path: _filled(template, values) for template, path in PLUGIN.items()},
            **_game(folder / "src" / values["package"], values),
        }
    )


def _in_tree(values: dict[str, str], root: Path) -> list[Path]:
    """Write a game into a checkout, with its entry point; its files."""
    project, games = root / "pyproject.toml", root / "src" / "rollwrite" / "games"
    listed = project.read_text(encoding="utf-8") if project.is_file() else ""
    head, section, rest = listed.partition(SECTION)
    if not section or not games.is_dir():
        raise BadOption(say("new_game.no_checkout", path=root.resolve()))
    extra = {root / path.format(**values): template for template, path in TREE.items()}
    for path in (games / values["id"], *extra):
        if path.exists():
            raise BadOption(say("new_game.exists", path=path))
    entries, gap, rest = rest.partition("\n\n")
    lines = [*entries.splitlines(), f'{values["id"]} = "{values["package"]}:GAME"']
    return _write(
        {
            project: head + section + "\n".join(sorted(lines)) + gap + rest,
            **{path: _filled(template, values) for path, template in extra.items()},
            **_game(games / values["id"], values),
        }
    )


def _game(folder: Path, values: dict[str, str]) -> dict[Path, str]:
    """The files of the game itself, which are the same everywhere."""
    return {
        folder / path.removeprefix("game/"): _filled(path, values)
        for path in sorted(_below(_templates().joinpath("game"), "game"))
    }


def _templates() -> Traversable:
    return files("rollwrite").joinpath("templates")


def _below(folder: Traversable, path: str) -> Iterator[str]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _below(entry, f"{path}/{entry.name}")
        elif entry.name.endswith(END):
            yield f"{path}/{entry.name.removesuffix(END)}"


def _filled(template: str, values: dict[str, str]) -> str:
    source = _templates().joinpath(template + END).read_text(encoding="utf-8")
    return Template(source).substitute(values)


def _write(contents: dict[Path, str]) -> list[Path]:
    for path, text in contents.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise BadOption(say("lab.unwritable", path=path, reason=error.strerror)) from None
    return list(contents)
