"""Training: the same model from the same seed, and clear words for what cannot be trained."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import rollwrite as rw
from rollwrite.bots import BadModel, bot, model
from rollwrite.games.qwinto.bot import weights
from rollwrite.kernel import learn
from rollwrite.kernel.cuda.runner import NoGPU, cuda_module
from rollwrite.kernel.policy import UNIT
from rollwrite.kernel.specialize import Specializer
from rollwrite.kernel.step import Batch
from rollwrite.lab import train
from rollwrite.lab.trainer import Threads, Trainer

pytestmark = pytest.mark.compiled

GAME = rw.game("qwinto")
assert GAME.definition.evaluator is not None
WEIGHTS = GAME.definition.evaluator.WEIGHTS


def test_the_same_model_whatever_the_number_of_workers(tmp_path: Path) -> None:
    config = train.training_config(GAME, games=1500, seats="2,1", batch=512, checkpoints=2)
    one = train.train(GAME, config, tmp_path / "one", workers=1)
    three = train.train(GAME, config, tmp_path / "three", workers=3)
    assert [place.name for place in one] == ["checkpoint-01", "checkpoint-02", "average"]
    for here, there in zip(one, three, strict=True):
        assert (here / "model.bin").read_bytes() == (there / "model.bin").read_bytes()
    learnt = model.load(GAME, one[-1])
    assert learnt is not None and any(learnt.weights)
    state = GAME.start(2, 1)
    bot(f"expert@{one[-1]}").choose(state, 0)


def test_what_was_trained_from_nothing_goes_on_learning_among_others(tmp_path: Path) -> None:
    config = train.training_config(GAME, games=64, seats="2,3", batch=32, checkpoints=2)
    further = train.further_config(GAME, config)
    assert further is not None and further.seats == (3,)
    (made,) = train.train(GAME, config, tmp_path, workers=1)
    assert made == tmp_path / train.AMONG_OTHERS / "average"
    before, after = model.load(GAME, tmp_path / "average"), model.load(GAME, made)
    assert before is not None and after is not None
    two, three = slice(weights.SIZE, 2 * weights.SIZE), slice(2 * weights.SIZE, 3 * weights.SIZE)
    assert before.weights[two] == after.weights[two]  # nobody plays with two there
    assert before.weights[three] != after.weights[three]
    duels = train.training_config(GAME, games=64, seats="2", batch=32, checkpoints=2)
    assert train.further_config(GAME, duels) is None


def test_every_checkpoint_is_written_even_if_a_batch_is_more_than_all_games(tmp_path: Path) -> None:
    config = train.training_config(GAME, games=5, seats="2", batch=32, checkpoints=4)
    made = train.train(GAME, config, tmp_path, workers=1)
    assert [place.name for place in made] == [f"checkpoint-0{n}" for n in range(1, 5)] + ["average"]
    assert len({(place / "model.bin").read_bytes() for place in made}) == 1


def test_another_seed_makes_another_model(tmp_path: Path) -> None:
    folders = [
        train.train(
            GAME,
            train.training_config(GAME, games=512, seats="2", batch=512, checkpoints=1, seed=seed),
            tmp_path / str(seed),
            workers=2,
        )[0]
        for seed in (1, 2)
    ]  # fmt: skip
    one, two = ((folder / "model.bin").read_bytes() for folder in folders)
    assert one != two


def test_an_interrupted_training_resumes_as_if_nothing_had_happened(tmp_path: Path) -> None:
    config = train.training_config(GAME, games=1024, seats="2", batch=256, epochs=2, checkpoints=2)
    whole = train.train(GAME, config, tmp_path / "whole", workers=2)

    class Enough(Exception):
        pass

    def stop(done: int, _: int) -> None:
        if done > 512:
            raise Enough

    with pytest.raises(Enough):
        train.train(GAME, config, tmp_path / "parts", workers=1, progress=stop)
    with pytest.raises(rw.BadOption, match="belongs to another training"):
        other = config._replace(seed=5)
        train.train(GAME, other, tmp_path / "parts", workers=1, resume=True)
    parts = train.train(GAME, config, tmp_path / "parts", workers=1, resume=True)
    for here, there in zip(whole, parts, strict=True):
        assert (here / "model.bin").read_bytes() == (there / "model.bin").read_bytes()
    assert not (tmp_path / "parts" / train.KEPT).exists()


@pytest.mark.parametrize("opponent_pool", [0, 5])
def test_what_is_learnt_is_the_same_as_plain_python_and_compiled(opponent_pool: int) -> None:
    config = train.training_config(GAME, games=64, seats="2,3", batch=64, epochs=3)
    begun = [0] * WEIGHTS if opponent_pool else None
    one, two = Trainer(GAME, config, begun), Trainer(GAME, config, begun)
    assert len(one.opponent_pool) == opponent_pool
    with ThreadPoolExecutor(2) as pool:
        backend = Threads(one, pool, 2)
        one.study(backend)
    specializer = Specializer({"add": learn.add_alone})
    weigh, improve = specializer.of(learn.add_errors), specializer.of(learn.improve)
    notes = learn.Notes(*(array.tolist() for array in backend.notes))
    learnt = learn.Learnt(*(array.tolist() for array in two.learnt))
    how = learn.TdConfig(backend.seats.tolist(), learnt.model, opponent_pool, config.weight_of_end)
    for part in range(config.epochs):
        sums = learn.Sums(*([0] * len(learnt.model) for _ in range(3)))
        weigh(notes, how, Batch(config.seed, 0, config.batch, 0, 1), sums)
        improve(learnt, sums, learn.Epoch(learn.WHOLE, part, config.epochs), 0, 1)
        assert not any(map(any, sums))
    assert [array.tolist() for array in one.learnt] == list(learnt)
    assert any(learnt.model[1:])


def test_opponents_play_by_their_own_models_and_nothing_is_learnt_from_them() -> None:
    config = train.training_config(GAME, games=64, seats="2", batch=64, noise=0)
    trainer = Trainer(GAME, config, [0] * WEIGHTS)
    # One model sees only points at hand, the other would rather miss than write.
    shy = trainer.learnt.model.copy()
    shy[weights.model_at(2) + weights.COUNT_AT : weights.model_at(2) + weights.TURN_AT] = -UNIT
    misses = weights.model_at(2) + weights.count_at(9, 9, 9, 0, 6)
    shy[misses : misses + 8 * 5] = 40 * UNIT
    before = trainer.learnt.model.copy()
    finals = []
    for model_of_all in (trainer.learnt.model, shy):
        trainer.opponent_pool = np.array([model_of_all] * learn.LOTS)
        with ThreadPoolExecutor(2) as pool:
            backend = Threads(trainer, pool, 2)
            trainer.study(backend)
        finals.append(backend.notes.finals.mean())
        assert (trainer.learnt.model == before).all()
    assert finals[0] > finals[1]


def test_the_same_is_learnt_on_a_gpu(tmp_path: Path) -> None:
    try:
        cuda_module()
    except (NoGPU, rw.MissingExtra) as reason:
        pytest.skip(str(reason))
    config = train.training_config(GAME, games=1024, batch=512, epochs=2, checkpoints=1)
    here = train.train(GAME, config, tmp_path / "here", workers=2)
    there = train.train(GAME, config, tmp_path / "there", device="gpu")
    for one, two in zip(here, there, strict=True):
        assert (one / "model.bin").read_bytes() == (two / "model.bin").read_bytes()


def test_there_is_no_training_without_the_device_asked_for(tmp_path: Path) -> None:
    config = train.training_config(GAME, games=1, batch=1)
    with pytest.raises(rw.BadOption, match="Unknown device 'tpu'"):
        train.train(GAME, config, tmp_path, device="tpu")


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        ({"seats": "two"}, "whole numbers separated by commas, such as 1,2,4, not 'two'"),
        ({"seats": "9"}, "seats must be a whole number from 1 to 6"),
        ({"games": 0}, "games must be a whole number from 1"),
        ({"td_lambda": 2.0}, "td_lambda must be"),
    ],
)
def test_an_impossible_training_is_refused(wishes: dict[str, Any], told: str) -> None:
    with pytest.raises(rw.BadOption, match=told):
        train.training_config(GAME, **wishes)


def test_a_solved_game_has_nothing_to_train() -> None:
    with pytest.raises(rw.BadOption, match="no trainable bot; use rollwrite solve twenty_one"):
        train.training_config(rw.game("twenty_one"))


@pytest.mark.parametrize(
    ("field", "wrong", "told"),
    [
        ("rules", "rules = 99", "rules is 99 but should be 1"),
        ("weights", "weights = 3", "weights is 3"),
        ("sha256", 'sha256 = "0"', "sha256 is '0'"),
        ("game", 'game = "donnant"', "game is 'donnant' but should be 'twenty_one'"),
    ],
)
def test_a_model_that_does_not_fit_is_refused(
    tmp_path: Path, field: str, wrong: str, told: str
) -> None:
    game = rw.game("twenty_one")
    own = Path(rw.__file__).parent / "games" / "twenty_one" / "bot"
    lines = (own / "model.toml").read_text().splitlines()
    changed = [wrong if line.startswith(f"{field} =") else line for line in lines]
    (tmp_path / "model.toml").write_text("\n".join(changed))
    (tmp_path / "model.bin").write_bytes((own / "model.bin").read_bytes())
    with pytest.raises(BadModel, match=told):
        bot(f"expert@{tmp_path}").policy(game)
    with pytest.raises(BadModel, match=r"There is no model for twenty_one here \(model\.toml\)"):
        bot(f"expert@{tmp_path / 'nowhere'}").policy(game)


def test_an_edition_is_searched_without_a_table(tmp_path: Path) -> None:
    source = (Path(rw.__file__).parent / "games" / "clever_kids" / "sheet.toml").read_text()
    file = tmp_path / "own.toml"
    named = [line if not line.startswith("name =") else "" for line in source.splitlines()]
    file.write_text("\n".join(['name = "Our own party"', *named]))
    game = rw.game("clever_kids", edition=file)
    note = bot("expert").note(game)
    assert note is not None
    assert "There is no trained model for Our own party" in note.text("en")
    assert bot("expert").note(rw.game("clever_kids")) is None
    state = game.start(2, 1).roll()
    assert bot("casual").choose(state, 0) in state.moves(0)
