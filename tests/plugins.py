"""Games of other packages, as pip would install them: a folder on the path with their metadata."""

from __future__ import annotations

import tomllib
from pathlib import Path

from rollwrite.play import registry


def install(folder: Path, package: str, *lines: str) -> None:
    """Write the metadata of a package with these entry points: ``pig = pig:GAME``."""
    made = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    made.mkdir(parents=True)
    (made / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (made / "entry_points.txt").write_text("\n".join([f"[{registry.GROUP}]", *lines, ""]))


def forget() -> None:
    """Let the registry look again at what is installed."""
    registry._entry_points.cache_clear()
    registry._definition.cache_clear()
    registry.left_out.cache_clear()
    registry.games.cache_clear()


PIG = Path(__file__).parent / "plugin_game"  # a game that has nothing optional


def install_pig(folder: Path) -> tuple[Path, Path]:
    """Install the game in ``plugin_game``; the folders that must be on the path."""
    project = tomllib.loads((PIG / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    entries = project["entry-points"][registry.GROUP].items()
    install(folder, project["name"], *(f"{name} = {target}" for name, target in entries))
    return folder, PIG
