"""Tournaments: ratings that are right where they are known, and plots that can be shown."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import rollwrite as rw
from rollwrite.draw.chart import Axis, nice
from rollwrite.lab.elo import ratings

pytestmark = pytest.mark.compiled

sys.path.insert(0, str(Path(__file__).parent))  # where own_bots lives


def test_ratings_of_known_results() -> None:
    """Three quarters of the points are 191 Elo; equal results are equal ratings."""
    one, two = ratings([[0, 7500], [2500, 0]])
    assert one.value - two.value == pytest.approx(190.8, abs=0.5)
    assert (one.value + two.value) / 2 == pytest.approx(1500)
    level = ratings([[0, 50, 50], [50, 0, 50], [50, 50, 0]])
    assert [rating.value for rating in level] == pytest.approx([1500] * 3)


def test_a_bot_that_always_loses_still_has_a_rating() -> None:
    one, two = ratings([[0, 1000], [0, 0]])
    assert 800 < one.value - two.value < 3000
    assert two.high - two.low > one.value - two.value - 2000


def test_more_games_make_narrower_intervals() -> None:
    wide, narrow = ratings([[0, 60], [40, 0]])[0], ratings([[0, 6000], [4000, 0]])[0]
    assert (wide.high - wide.low) == pytest.approx(10 * (narrow.high - narrow.low), rel=0.05)


def test_bots_that_never_met_are_rated_apart() -> None:
    """As when a tournament is stopped early: each group by itself, around the same mean."""
    pair = ratings([[0, 75], [25, 0]])
    apart = ratings([[0, 75, 0, 0], [25, 0, 0, 0], [0, 0, 0, 50], [0, 0, 50, 0]])
    for rating, alone in zip(apart, (*pair, *ratings([[0, 50], [50, 0]])), strict=True):
        assert rating == pytest.approx(alone)


def test_everyone_plays_everyone_and_the_plots_are_sound() -> None:
    found = rw.lab.tournament(
        "qwinto", ["greedy", "random", "own_bots:First"], games=80, seed=1, workers=1
    )
    assert len(found.matches) == 3
    assert not found.interrupted
    points = found.points()
    for one in range(3):
        for other in range(one):
            assert points[one][other] + points[other][one] == pytest.approx(80)
    match = rw.lab.simulate("qwinto", ["greedy", "random"], games=80, seed=1)
    assert found.matches[0, 1].json() == match.json()
    assert "own_bots:First" in str(found).splitlines()[-1] + str(found)
    for language in ("en", "fr", "de"):
        for drawing in found.plots(language).values():
            root = ElementTree.fromstring(drawing)
            assert root.tag.endswith("svg")
            assert "own_bots:First" in drawing
    json.dumps(found.json())


def test_four_seats_are_two_pairs() -> None:
    found = rw.lab.tournament("twenty_one", ["greedy", "random"], games=60, seats=4, seed=1)
    (match,) = found.matches.values()
    assert [player.name for player in match.job.players] == ["greedy", "random"] * 2
    assert sum(map(sum, found.points())) == pytest.approx(60)
    assert found.elo()[0].value > found.elo()[1].value


@pytest.mark.parametrize(
    ("bots", "seats", "told"),
    [
        (["greedy"], 2, "at least two bots"),
        (["greedy", "greedy"], 2, "listed twice"),
        (["greedy", "random"], 3, "plays pairs"),
        (["greedy", "radnom"], 2, "Did you mean random"),
        (
            ["greedy", "baseline:everything"],
            2,
            "qwinto has no baseline 'baseline:everything'. Choose one of: "
            "baseline:own_sheet, baseline:spacing.",
        ),
    ],
)
def test_bad_input_is_named(bots: list[str], seats: int, told: str) -> None:
    with pytest.raises(rw.RollwriteError) as caught:
        rw.lab.tournament("qwinto", bots, seats=seats, games=10)
    assert told in str(caught.value)


def test_axes_have_round_ticks() -> None:
    assert [nice(step) for step in (0.7, 1, 1.2, 3, 7, 0.03)] == [1, 1, 2, 5, 10, 0.05]
    ticks = Axis("score", -18, 52).ticks()
    assert ticks[0] == (0, "0") or ticks[0][0] < 0
    assert all(-18 <= value <= 52 for value, _ in ticks)
    assert [name for _, name in Axis("games", 0, 1.12, whole=True).ticks()] == ["0", "1"]


def test_the_command_prints_the_table_and_keeps_the_plots(tmp_path: Path) -> None:
    words = [
        sys.executable, "-c", "from rollwrite.cli.main import main; main()",
        "tournament", "twenty_one", "greedy", "random", "--games", "100", "-l", "de",
        "--plots", str(tmp_path / "plots"),
    ]  # fmt: skip
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "Elo" in done.stdout
    assert {path.name for path in (tmp_path / "plots").iterdir()} == {
        "scores.svg", "turns.svg", "wins.svg",
    }  # fmt: skip
    again = subprocess.run(words, capture_output=True, text=True, check=False)
    assert again.returncode == 2
    assert "scores.svg" in again.stderr
