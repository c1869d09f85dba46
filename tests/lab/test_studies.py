"""Studies: rows and figures are those of the games, however they ran; editions side by side."""

from __future__ import annotations

import pickle
import shutil
import sys
from pathlib import Path

import pytest

import rollwrite as rw
from rollwrite import errors
from rollwrite.bots import BadModel, bot
from rollwrite.bots import model as models
from rollwrite.cli import lab
from rollwrite.games.optional import OptionalTally
from rollwrite.lab import train
from rollwrite.lab.job import job
from rollwrite.lab.studies import folder, tables
from rollwrite.lab.studies.compare import compare, editions
from rollwrite.lab.studies.observe import Observer

pytestmark = pytest.mark.compiled
sys.path.insert(0, str(Path(__file__).parent))  # where own_bots lives

PARTY = 'name = "Short party"\n[yellow]\nballoons = ["heart", "blue *"]\n'


@pytest.fixture(scope="module")
def party(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("editions") / "party.toml"
    path.write_text(PARTY, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", rw.games())
def test_what_is_looked_at_are_the_games_that_were_played(name: str) -> None:
    found = rw.lab.simulate(
        name, "casual,random", seats=2, games=6, seed=4, study=3, rows="decisions", workers=1
    )
    games, decisions = found.frame().to_dict(as_series=False), found.frame("decisions")
    assert len(games["game"]) == 6 * found.job.seats
    assert decisions["game"].value_counts(sort=True)["count"].sort().to_list() == sorted(
        games["decisions"][2 * number] for number in range(3)
    )
    observer = Observer(found.job)
    for number in range(3):
        seen = observer.play(number)
        assert seen is not None
        assert seen.scores == games["score"][2 * number : 2 * number + 2]
    assert found.study is not None and found.study.judged
    assert (decisions["stake"].drop_nulls() >= 0).all()
    assert (
        decisions.filter(decisions["choices"] == 1)["stake"].null_count()
        == (decisions["choices"] == 1).sum()
    )


@pytest.mark.parametrize("name", rw.games())
def test_what_stands_on_sheets_stands_there_once(name: str) -> None:
    game = rw.game(name)
    state = game.start(seed=3)
    items = OptionalTally.of(game.definition.tally).items
    seen = 0
    while not state.over:
        seat = state.pending[0] if state.pending else None
        state = state.roll() if seat is None else state.play(state.moves(seat)[0], seat)
        found = list(items(game, state._record, 0))
        assert len({(item.kind, item.name) for item in found}) == len(found)
        seen = max(seen, len(found))
    assert seen


def test_rows_are_the_same_however_a_run_ran(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With one worker or two, at once or resumed: bit for bit."""
    monkeypatch.setattr(folder, "BLOCK", {"games": 50, "decisions": 4})

    def run(name: str, games: int, workers: int, *, resume: bool = False) -> rw.lab.Simulation:
        return rw.lab.simulate(
            "twenty_one", "greedy,random", games=games, seed=2, workers=workers, study=6,
            rows="decisions", folder=tmp_path / name, format="parquet", resume=resume,
        )  # fmt: skip

    whole = run("whole", 120, 1)
    folder.Folder(tmp_path / "resumed", whole.job, "parquet", "decisions").open(
        resume=False, force=False
    )  # a run that was killed at once
    run("resumed", 70, 2, resume=True)
    resumed = run("resumed", 120, 2, resume=True)
    assert resumed.json() == whole.json()
    files = sorted(path.name for path in (tmp_path / "whole").iterdir())
    assert len(files) == 6
    one, other = tmp_path / "resumed", tmp_path / "whole"
    assert [(one / name).read_bytes() for name in files] == [
        (other / name).read_bytes() for name in files
    ]
    kept = rw.lab.rows(tmp_path / "whole")
    assert kept.height == 240
    assert kept.equals(whole.frame())
    assert kept["victory"].sum() == 120
    assert set(kept["game"]) == set(range(120))


def test_csv_holds_the_same_rows_without_any_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run() -> rw.lab.Simulation:
        return rw.lab.simulate("twenty_one", "greedy,random", games=30, study=2, rows="decisions",
                               folder=tmp_path / "run", workers=1)  # fmt: skip

    with monkeypatch.context() as without:
        without.setitem(errors.EXTRAS, "frames", ("not_installed",))
        found = run()
        with pytest.raises(rw.MissingExtra, match=r'pip install "rollwrite\[frames\]"'):
            found.frame()
        with pytest.raises(rw.MissingExtra, match="Polars"):
            rw.lab.simulate("twenty_one", "random", folder=tmp_path / "p", format="parquet")
        assert not (tmp_path / "p").exists()
    frame = found.frame("decisions")
    assert frame.columns == list(tables.DECISION_COLUMNS)
    again = rw.lab.simulate(
        "twenty_one", "greedy,random", games=30, study=2, rows="decisions", workers=1
    )
    assert again.frame("decisions").equals(frame)
    assert again.frame().equals(found.frame())
    with pytest.raises(rw.BadOption, match="already"):
        run()


def test_files_that_are_cut_off_are_named(tmp_path: Path) -> None:
    def run(place: Path, form: str, *, resume: bool = False, seed: int = 1) -> None:
        rw.lab.simulate("twenty_one", "greedy,random", games=40, rows="games", seed=seed,
                        folder=place, format=form, resume=resume, workers=1)  # fmt: skip

    for form in ("parquet", "csv"):
        place = tmp_path / form
        run(place, form)
        with pytest.raises(rw.BadOption, match="its seed is 1, not 2"):
            run(place, form, resume=True, seed=2)
        (rows,) = place.glob(f"games-*.{form}")
        rows.write_bytes(rows.read_bytes()[:-40])
        with pytest.raises(rw.lab.BadRows, match=rf"{rows.name} is cut off") as caught:
            run(place, form, resume=True)
        assert caught.value.text("de") != caught.value.text("fr")
        with pytest.raises(rw.lab.BadRows, match=rf"{rows.name} is cut off"):
            rw.lab.rows(place)
    rows.write_text("a,b\n1,2\n")
    with pytest.raises(rw.lab.BadRows, match="not a file of a run"):
        rw.lab.rows(place)
    (place / "run.json").write_text('{"run": {')
    with pytest.raises(rw.lab.BadRows, match=r"Cannot read .*run\.json"):
        run(place, "csv", resume=True)
    with pytest.raises(rw.lab.BadRows, match="no run in"):
        rw.lab.rows(tmp_path)


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ({"format": "arrow"}, "Unknown format 'arrow'"),
        ({"rows": "seats"}, "not of 'seats'"),
        ({"rows": "decisions"}, "--study"),
        ({"study": 11}, "from 0 to 10"),
        ({"resume": True}, "nothing to resume"),
    ],
)
def test_wrong_wishes_are_named(wish: dict[str, object], told: str) -> None:
    with pytest.raises(rw.BadOption, match=told):
        rw.lab.simulate("twenty_one", "random", games=10, **wish)  # type: ignore[arg-type]


def test_editions_are_compared(party: Path) -> None:
    short, own = editions(party, None)
    assert (short.id, own.edition) == ("clever_kids", None)
    found = compare(short, own, "own_bots:First", games=40, study=6, workers=1)
    marked = {one.label.text(): one.difference for one in found.differences if one.marked}
    assert marked["decisions in a game, forced ones included"].low > 10
    assert "victories of seat 0 beyond a fair share" not in marked
    told = found.text(width=72)
    assert "Clever Kids – Short party #" in told
    assert max(map(len, told.splitlines())) <= 72
    assert max(map(len, found.a.text(width=60).splitlines())) <= 60
    same = compare(short, short, "own_bots:First", games=10, study=4, workers=1)
    assert not any(one.marked or one.difference.value for one in same.differences)
    assert "No figure differs" in str(same)


def test_editions_that_cannot_be_compared_are_named(tmp_path: Path, party: Path) -> None:
    other = tmp_path / "cards.toml"
    other.write_text('name = "Cards"\n[cards]\n1 = "R4"\n')
    with pytest.raises(rw.BadEdition, match="not editions of one game: clever_kids, one_card"):
        editions(party, other)
    with pytest.raises(rw.BadEdition, match=r"cards\.toml"):
        editions(other, None)
    other.write_text('name = "Cards"\n[tiles]\n')
    with pytest.raises(rw.BadEdition, match="no edition of any game; what it has is: tiles"):
        editions(other, None)


def test_a_design_gets_its_own_bot(party: Path, tmp_path: Path) -> None:
    game = rw.game("clever_kids", edition=party)
    usual = train.training_config(rw.game("clever_kids"))
    assert train.training_config(game).games == usual.games // 10
    config = train.training_config(game, games=64, seats="2", batch=32, checkpoints=1)
    folder_of = train.train(game, config, tmp_path, workers=1)[0]
    note = bot("expert").note(game)
    assert note is not None and "search instead" in note.text()
    own = bot(f"expert@{folder_of}")
    assert own.note(game) is None
    own.choose(game.start(seed=1).roll(), 0)
    with pytest.raises(BadModel, match="edition is 'Short party"):
        own.policy(rw.game("clever_kids"))


def test_a_job_takes_printed_data_and_models_along(tmp_path: Path) -> None:
    path, model = tmp_path / "party.toml", tmp_path / "model"
    path.write_text(PARTY)
    game = rw.game("clever_kids", edition=path)
    evaluator = game.definition.evaluator
    assert evaluator is not None
    none = dict.fromkeys(models.LEVELS, 0.0)
    models.save(game, model, [5] * evaluator.WEIGHTS, none, [1.0] * models.STAGES, {})
    made = job(game, f"own_bots:last,expert@{model}", 2, 3)
    sent = pickle.dumps(made)
    path.unlink()
    shutil.rmtree(model)
    there = pickle.loads(sent)
    assert there.game.edition == made.game.edition
    own = there.players[1]
    assert own.name == f"expert@{model}"
    assert len(own.bot.policy(there.game).model) == evaluator.WEIGHTS + 1
    assert there.players[0].bot is None


def test_commands_say_that_bots_search(party: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lab.note_search(rw.game("clever_kids", edition=party), ["random", "beginner", "expert"])
    (told,) = capsys.readouterr().err.splitlines()
    assert "search instead" in told
    assert "rollwrite train clever_kids FOLDER --edition party.toml makes one" in told
    lab.note_search(rw.game("clever_kids"), ["expert"])
    assert not capsys.readouterr().err
