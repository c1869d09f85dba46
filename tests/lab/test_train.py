"""Training: the same mind from the same seed, and clear words for what cannot be trained."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rollwrite as rw
from rollwrite.bots import BadMind, bot, mind
from rollwrite.lab import train

GAME = rw.game("qwinto")


def test_the_same_mind_whatever_the_number_of_workers(tmp_path: Path) -> None:
    lesson = train.lesson(GAME, games=1500, seats="2,1", checkpoints=2)
    one = train.train(GAME, lesson, tmp_path / "one", workers=1)
    three = train.train(GAME, lesson, tmp_path / "three", workers=3)
    assert [place.name for place in one] == ["checkpoint-01", "checkpoint-02", "average"]
    for here, there in zip(one, three, strict=True):
        assert (here / "mind.bin").read_bytes() == (there / "mind.bin").read_bytes()
    learnt = mind.load(GAME, one[-1])
    assert learnt is not None and any(learnt.weights)
    state = GAME.start(2, 1)
    bot(f"expert@{one[-1]}").choose(state, 0)


def test_another_seed_makes_another_mind(tmp_path: Path) -> None:
    folders = [
        train.train(
            GAME, train.lesson(GAME, games=512, seats="2", checkpoints=1, seed=seed),
            tmp_path / str(seed), workers=2,
        )[0]
        for seed in (1, 2)
    ]  # fmt: skip
    one, two = ((folder / "mind.bin").read_bytes() for folder in folders)
    assert one != two


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        ({"seats": "two"}, "whole numbers with commas between, such as 1,2,4, not 'two'"),
        ({"seats": "9"}, "seats must be a whole number from 1 to 6"),
        ({"games": 0}, "games must be a whole number from 1"),
        ({"trust": 2.0}, "trust must be"),
    ],
)
def test_a_lesson_that_cannot_be_is_refused(wishes: dict[str, Any], told: str) -> None:
    with pytest.raises(rw.BadOption, match=told):
        train.lesson(GAME, **wishes)


def test_a_solved_game_has_nothing_to_train() -> None:
    with pytest.raises(rw.BadOption, match="twenty_one learn nothing"):
        train.lesson(rw.game("twenty_one"))


@pytest.mark.parametrize(
    ("field", "wrong", "told"),
    [
        ("rules", "rules = 99", "rules is 99, and should be 1"),
        ("weights", "weights = 3", "weights is 3"),
        ("sha256", 'sha256 = "0"', "sha256 is '0'"),
        ("game", 'game = "donnant"', "game is 'donnant', and should be 'twenty_one'"),
    ],
)
def test_a_mind_that_does_not_fit_is_refused(
    tmp_path: Path, field: str, wrong: str, told: str
) -> None:
    game = rw.game("twenty_one")
    own = Path(rw.__file__).parent / "games" / "twenty_one"
    lines = (own / "mind.toml").read_text().splitlines()
    changed = [wrong if line.startswith(f"{field} =") else line for line in lines]
    (tmp_path / "mind.toml").write_text("\n".join(changed))
    (tmp_path / "mind.bin").write_bytes((own / "mind.bin").read_bytes())
    with pytest.raises(BadMind, match=told):
        bot(f"expert@{tmp_path}").policy(game)
    with pytest.raises(BadMind, match=r"There is no mind\.toml here"):
        bot(f"expert@{tmp_path / 'nowhere'}").policy(game)


def test_an_edition_is_searched_without_a_table(tmp_path: Path) -> None:
    source = (Path(rw.__file__).parent / "games" / "clever_kids" / "sheet.toml").read_text()
    file = tmp_path / "own.toml"
    named = [line if not line.startswith("name =") else "" for line in source.splitlines()]
    file.write_text("\n".join(['name = "Our own party"', *named]))
    game = rw.game("clever_kids", edition=file)
    note = bot("expert").note(game)
    assert note is not None
    assert "Nothing was learnt about Our own party" in note.text("en")
    assert bot("expert").note(rw.game("clever_kids")) is None
    state = game.start(2, 1).roll()
    assert bot("casual").choose(state, 0) in state.moves(0)
