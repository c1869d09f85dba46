"""Fair dice: exact, bound to the commitment, checked by anybody."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

import rollwrite as rw
from rollwrite.cli.main import app
from rollwrite.server.tables import commands, fair
from rollwrite.server.tables.table import Table
from server.running import Browser

SECRET = bytes(range(32))
SEEDS = ("aa11", "bb22")


def test_the_first_bytes_are_those_of_the_documentation() -> None:
    """Recomputed here from the description alone."""
    block = hmac.new(SECRET, b"tableid|0|0|aa11,bb22", hashlib.sha256).digest()
    stream = fair.Fairness("tableid", SECRET, SEEDS).stream(0)
    limit = 2**32 - 2**32 % 6
    words = [int.from_bytes(block[n : n + 4], "big") for n in range(0, 32, 4)]
    right = [word % 6 for word in words if word < limit]
    assert [stream.below(6) for _ in right] == right
    assert fair.commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


@pytest.mark.parametrize("mode", ["device", "bots", "friends"])
def test_who_begins_is_drawn_by_lot_but_with_real_dice(mode: str) -> None:
    """As the pages of the games say; the draw follows from the secret, as ``fairness.md`` says."""
    begun = Counter(first_of(mode, own_dice=False) for _ in range(200))
    assert set(begun) == {0, 1} and min(begun.values()) > 50
    assert {first_of(mode, own_dice=True) for _ in range(20)} == {0}
    assert rw.game("qwinto").start(seats=2, seed=7).pending == (0,), "in Python and in the terminal"


def first_of(mode: str, *, own_dice: bool) -> int:
    """Who begins at a new table of two."""
    kinds = {"device": "me", "bots": "bot", "friends": "me"}
    seats = [{"kind": "me"}, {"kind": kinds[mode], "name": "Ben"}]
    game = rw.game("qwinto")
    created = commands.create(game, mode, seats, "anna", "Anna", ["casual"], own_dice=own_dice)
    table = Table(created.table)
    table.apply(created)
    started = commands.start(table, "anna")[0]
    table.apply(started.entry, started.state)
    first: int = table.playing._record.active
    if not own_dice:
        assert first == table.fairness.first(2)
    return first


def test_numbers_that_would_favour_the_low_ones_are_rejected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    blocks = iter([b"\xff" * 4 + b"\x00\x00\x00\x05" + b"\xff" * 24])
    monkeypatch.setattr("rollwrite.server.tables.fair.hmac.digest", lambda *_: next(blocks))
    assert fair.Fairness("t", SECRET, ()).stream(0).below(6) == 5


@pytest.mark.parametrize("game", rw.games())
def test_rolls_and_deals_are_as_likely_as_the_game_says(game: str) -> None:
    """The first chance event of a game, often: every outcome as often as its probability says."""
    state = rw.game(game).start(max(2, rw.game(game).seats.start))
    while state.chance is None:
        state = state.play(state.moves(state.pending[0])[0])
    outcomes = dict(state.chance_outcomes())
    count = 4000
    seen = Counter(
        fair.Fairness(f"table {number}", SECRET, SEEDS).roll(state) for number in range(count)
    )
    assert set(seen) <= set(outcomes)
    # By first letters or digits, so that games with thousands of outcomes have full classes too.
    classes: Counter[str] = Counter()
    expected: Counter[str] = Counter()
    for text, probability in outcomes.items():
        expected[text.split()[0][:2]] += probability * count  # type: ignore[assignment]
    for text, times in seen.items():
        classes[text.split()[0][:2]] += times
    chi = sum((classes[key] - want) ** 2 / want for key, want in expected.items())
    assert chi < 3 * len(expected) + 30, (classes, expected)


def test_every_seed_and_every_roll_matters() -> None:
    state = rw.game("twenty_one").start(2)
    rolls = {
        fair.Fairness(table, secret, seeds).roll(state)
        for table in ("one", "two")
        for secret in (SECRET, bytes(32))
        for seeds in ((), ("aa",), ("aa", "bb"))
    }
    assert len(rolls) == 12


@pytest.fixture
def downloaded(anna: Browser, tmp_path: Path) -> Path:
    table = anna.begin("qwinto", "bots", "me", "bot")
    anna.play_out(table)
    path = tmp_path / "game.log"
    path.write_text(anna.http.get(f"/api/tables/{table}/log").text, encoding="utf-8")
    return path


def run(path: Path, *words: str) -> tuple[int, str]:
    found = CliRunner().invoke(app, ["verify", str(path), "--language=en", *words])
    return found.exit_code, found.output + str(found.exception or "")


def test_a_downloaded_game_is_verified(downloaded: Path) -> None:
    code, text = run(downloaded)
    assert code == 0 and text.startswith("Fair"), text
    assert run(downloaded, "--language=fr")[1].startswith("Équitable")


def test_what_was_changed_is_found(downloaded: Path) -> None:
    text = downloaded.read_text(encoding="utf-8")
    lines = text.splitlines()
    secret = next(line for line in lines if line.startswith("secret: "))
    seeds = next(line for line in lines if line.startswith("seeds: "))
    dice = text[text.index("[") + 1 : text.index("]")]
    other = dice[:-1] + str(int(dice[-1]) % 6 + 1)
    for old, new, found in (
        (secret, "secret: " + "00" * 32, "does not match the fingerprint"),
        (seeds, "seeds: abcd", "Not fair"),
        (f"[{dice}]", f"[{other}]", f"is {other} in the log but should be {dice}"),
    ):
        downloaded.write_text(text.replace(old, new, 1), encoding="utf-8")
        code, told = run(downloaded)
        assert code != 0 and (found in told or "not allowed" in told), told


def test_files_that_cannot_be_checked(downloaded: Path, tmp_path: Path) -> None:
    text = downloaded.read_text(encoding="utf-8")
    for changed, told in (
        (text.split("fair dice")[0], "fair dice 1"),
        (text.replace("commitment:", "promise:"), "commitment"),
        (text.rpartition("secret:")[0] + "secret:\n", "does not contain the secret"),
        (text.rpartition("secret:")[0] + "secret: xyz\n", "64 hexadecimal digits"),
    ):
        downloaded.write_text(changed, encoding="utf-8")
        code, found = run(downloaded)
        assert code != 0 and told in found, found
    assert run(tmp_path / "none.log")[0] != 0
