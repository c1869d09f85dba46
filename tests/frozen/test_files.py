"""Files that users may have still load, and commands give the same data."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import rollwrite as rw
from frozen import adapter
from frozen.cases import EDITION_CASES
from frozen.recording import files
from frozen.store import FACTS, FILES, WORDS, load

pytestmark = pytest.mark.slow

FROZEN: dict[str, Any] = load(FACTS, "files")
SAID: dict[str, str] = load(WORDS, "files")


def test_every_file_is_there() -> None:
    assert [file.name for file in files.logs()] == list(FROZEN["replays"])


@pytest.mark.parametrize("file", files.logs(), ids=lambda file: file.name)
def test_replay(file: Path) -> None:
    ran = files.command("replay", str(file))
    assert files.data(ran) == FROZEN["replays"][file.name]
    # May change on purpose: README.md says how.
    assert ran.output == SAID[file.name]


@pytest.mark.parametrize(("game", "variant", "seats", "options"), files.PLAYED)
def test_play(
    tmp_path: Path, game: str, variant: str | None, seats: int, options: dict[str, Any]
) -> None:
    """The same seed and the same moves give the same file, bots included."""
    text = files.log_file(game, variant).read_text("utf-8")
    log = rw.Log.parse(text)
    assert (log.game, log.variant, log.seats, log.options) == (game, variant, seats, options)
    save = tmp_path / "again.log"
    ran = files.play(log, save)
    assert (ran.status, ran.errors) == (0, "")
    assert save.read_text("utf-8") == text


@pytest.mark.parametrize("name", files.DOWNLOADED.values())
def test_verify(tmp_path: Path, name: str) -> None:
    """Every roll of a downloaded game follows from its secret; another one does not."""
    assert files.command("verify", str(files.LOGS / name)).status == 0
    text = (files.LOGS / name).read_text("utf-8")
    other = re.sub(r"secret: (..)", lambda found: f"secret: {int(found[1], 16) ^ 1:02x}", text)
    (tmp_path / name).write_text(other, "utf-8")
    assert files.command("verify", str(tmp_path / name)).status == 1


def test_a_game_with_other_cards_needs_them(tmp_path: Path) -> None:
    case = EDITION_CASES[-1]
    file = tmp_path / "own-cards.log"
    file.write_text(load(FACTS, "games")[case.name]["log"], "utf-8")
    edition = f"--edition={FILES / 'editions' / f'{case.edition}.toml'}"
    assert files.command("replay", str(file), edition).status == 0
    assert files.command("replay", str(file)).status == 2


def test_simulate_prints_the_same_json() -> None:
    assert files.simulation() == FROZEN["simulation"]


def test_the_campaign_goes_on(tmp_path: Path) -> None:
    file = files.CAMPAIGN / "donnant-campaign.json"
    before = json.loads(file.read_text("utf-8"))
    assert json.loads(json.dumps(adapter.campaign_progress(file))) == {
        name: value for name, value in before.items() if name != "version"
    }
    ran, after = files.campaign(tmp_path, FROZEN["campaign"]["typed"])
    assert ran.status == 0, ran.errors
    assert after == FROZEN["campaign"]["file"]
    assert after["history"][:-1] == before["history"]


def test_a_model_of_a_user_plays_the_same_or_is_refused() -> None:
    """A file in an old format may be refused, but only with the command that makes a new one."""
    try:
        found = files.choices_of(files.MODEL)
    except rw.RollwriteError as refusal:
        assert "rollwrite train qwinto" in str(refusal)
    else:
        assert found == FROZEN["model"]
