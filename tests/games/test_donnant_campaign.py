"""Solo levels and the campaign of Donnant Donnant (D25), and the file they are kept in."""

from __future__ import annotations

from pathlib import Path

import pytest

from rollwrite import BadOption, BadProgress
from rollwrite.games.donnant import campaign
from rollwrite.games.donnant.campaign import Progress, load, next_level, played, restarted, save

GOALS = (30, 36, 40, 44, 44, 48, 48)
OPEN = Progress(won=(1, 2, 3, 4, 5, 6, 7))


def climb(*scores: int) -> Progress:
    """A campaign in which the levels from 1 on brought these scores."""
    progress = OPEN
    for score in scores:
        level = next_level(progress)
        progress = played(progress, level, score, GOALS[level - 1])
    return progress


def test_d24_levels_are_won_one_after_the_other() -> None:
    progress = played(Progress(), 1, 29, 30)
    assert (progress.won, next_level(progress)) == ((), 1)
    assert progress.history[0].outcome == "lost"
    progress = played(progress, 1, 30, 30)
    assert (progress.won, next_level(progress)) == ((1,), 2)
    assert played(progress, 1, 12, 30).won == (1,), "a level stays won"
    with pytest.raises(BadOption, match="Win level 2 before level 3"):
        played(progress, 3, 99, 40)
    with pytest.raises(BadOption, match="from 1 to 7, not 8"):
        played(progress, 8, 99, 40)


def test_d25_the_campaign_opens_when_all_seven_levels_are_won() -> None:
    progress = Progress()
    for level in range(1, 8):
        assert not campaign.is_open(progress)
        progress = played(progress, level, 60, GOALS[level - 1])
    assert campaign.is_open(progress)
    assert (next_level(progress), progress.points) == (1, 0), "games before it bring no points"


@pytest.mark.parametrize(
    ("scores", "level", "points", "outcome"),
    [
        ((35,), 2, 5, "won"),
        ((30,), 2, 0, "won"),
        ((29,), 1, 0, "lost"),  # level 1 cannot be paid
        ((35, 33), 3, 2, "paid"),  # 3 of 5 campaign points
        ((35, 31), 3, 0, "paid"),  # all of them
        ((35, 30), 1, 0, "lost"),  # one too few: back to level 1
        ((35, 40), 3, 9, "won"),
    ],
)
def test_d25_surplus_and_shortfall(
    scores: tuple[int, ...], level: int, points: int, outcome: str
) -> None:
    progress = climb(*scores)
    assert (progress.level, progress.points) == (level, points)
    assert progress.history[-1].outcome == outcome
    with pytest.raises(BadOption, match=f"at level {level}, not {level + 1}"):
        played(progress, level + 1, 50, 50)


@pytest.mark.parametrize(
    ("last", "summits"),
    [
        (48, 1),  # 50 points before level 7, and none more
        (49, 1),
        (47, 0),  # paid: 49 are left
        (0, 0),  # cannot be paid
    ],
)
def test_d25_the_summit_takes_fifty_points_its_own_surplus_included(
    last: int, summits: int
) -> None:
    progress = climb(80, 36, 40, 44, 44, 48)
    assert (progress.level, progress.points) == (7, 50)
    done = played(progress, 7, last, 48)
    assert (done.summits, done.level, done.points) == (summits, 1, 0)
    short = climb(79, 36, 40, 44, 44, 48)
    assert played(short, 7, 49, 48).summits == 1
    assert played(short, 7, 48, 48).summits == 0


def test_the_file_round_trips_and_restarting_keeps_the_history(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "progress.json"
    assert load(path) == (Progress(), None)
    progress = climb(35, 40)
    save(path, progress)
    assert load(path) == (progress, None)
    again = restarted(progress)
    assert (again.level, again.points, again.history) == (1, 0, progress.history)
    assert [file.name for file in path.parent.iterdir()] == ["progress.json"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[]",
        b'{"won": [1]}',
        b'{"version": 1, "won": [8], "level": 1, "points": 0, "summits": 0, "history": []}',
        b'{"version": 1, "won": [], "level": 1, "points": -1, "summits": 0, "history": []}',
        b'{"version": 1, "won": [], "level": 1, "points": 0, "summits": 0, "history": [{}]}',
    ],
)
def test_a_damaged_file_is_kept_aside(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    for number in (1, 2):
        path.write_bytes(content)
        progress, aside = load(path)
        assert progress == Progress()
        assert aside == tmp_path / f"progress.json.damaged-{number}"
        assert aside.read_bytes() == content
        assert not path.exists()
    assert (tmp_path / "progress.json.damaged-1").read_bytes() == content


def test_a_file_of_another_version_is_refused_and_left(tmp_path: Path) -> None:
    path = tmp_path / "progress.json"
    path.write_text('{"version": 2}', encoding="utf-8")
    with pytest.raises(BadProgress, match=r"another version \(2; this one knows 1\)"):
        load(path)
    assert path.read_text(encoding="utf-8") == '{"version": 2}'
    with pytest.raises(BadProgress, match="Cannot read the saved progress"):
        load(tmp_path)
