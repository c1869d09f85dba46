"""Frozen files that users may have, and what commands say about them."""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import rollwrite as rw
from frozen import adapter
from frozen.cases import box, cases
from frozen.recording.bots import choices
from frozen.store import FACTS, FILES, load
from rollwrite.bots import bot

LOGS, CAMPAIGN = FILES / "logs", FILES / "campaign"
MODEL, TRAINING = FILES / "model", FILES / "training"  # made by ``rollwrite train qwinto``
PLAYED: tuple[
    tuple[str, str | None, int, dict[str, Any]], ...
] = (  # against a greedy bot, but those that are played alone
    ("clever_kids", None, 2, {}),
    ("donnant", "base", 2, {}),
    ("donnant", "solo", 1, {"level": 2}),
    ("one_card", "advanced", 2, {}),
    ("qwinto", None, 3, {}),
    ("twenty_one", None, 2, {"sheets": "CA"}),
)
SEED = 5
LEVEL, CAMPAIGN_SEED, LEFT_AT = 3, 8, 30  # of the game that the frozen campaign was left in
DOWNLOADED = {"frndsxxxxnca": "downloaded-one_card.log", "frndsxxxxqwn": "downloaded-qwinto.log"}
_DATA = re.compile(r"\d+\. .*|   [-−]?\d+( : [-−]?\d+)*")  # lines of a replay that hold no words


class Ran(NamedTuple):
    """What a command said, and how it ended."""

    output: str
    errors: str
    status: int


def command(*words: str, typed: str = "") -> Ran:
    """Run ``rollwrite`` as it is installed."""
    program = Path(sys.executable).with_name("rollwrite")
    environment = {**os.environ, "PYTHONUTF8": "1", "LC_ALL": "C.UTF-8"}
    found = subprocess.run(
        [program, *words], input=typed, capture_output=True, text=True, check=False,
        encoding="utf-8", cwd=FILES.parent.parent, env=environment, timeout=300,
    )  # fmt: skip
    return Ran(found.stdout, found.stderr, found.returncode)


def log_file(game: str, variant: str | None) -> Path:
    """Where the log of a game that was played in the terminal lies."""
    return LOGS / f"{'-'.join(filter(None, (game, variant)))}.log"


def play(log: rw.Log, save: Path) -> Ran:
    """Play a saved game again in the terminal, typing the same moves."""
    typed = [event.text for event in log.events if event.seat == 0]
    options = [f"--option={name}={value}" for name, value in log.options.items()]
    variant = [f"--variant={log.variant}"] if log.variant else []
    bots = log.seats - 1
    return command(
        "play", log.game, f"--seats={log.seats}", f"--bots={bots}", "--level=greedy",
        f"--seed={log.seed}", f"--save={save}", "--ask-forced", "--language=en", *options, *variant,
        typed="\n".join(typed) + "\n",
    )  # fmt: skip


def data(ran: Ran) -> list[str]:
    """The lines of a replay that hold no words."""
    assert ran.status == 0, ran.errors
    found = [line for line in ran.output.splitlines() if _DATA.fullmatch(line)]
    return [line.replace("−", "-") for line in found]  # people are shown a proper minus sign


def simulation() -> Any:
    """What a simulation of a user's own bots prints as JSON."""
    ran = command(
        "simulate", "twenty_one", "--bots=frozen.own_bot:last,frozen.own_bot:middle",
        "--seats=3", "--games=12", "--seed=4", "--workers=1", "--json", "--language=en",
    )  # fmt: skip
    assert ran.status == 0, ran.errors
    return json.loads(ran.output)


def campaign(folder: Path, typed: list[str]) -> tuple[Ran, Any]:
    """Finish the game in which the frozen campaign was left; what was said, and the file then."""
    for file in CAMPAIGN.iterdir():
        shutil.copy(file, folder)
    place = folder / "donnant-campaign.json"
    text = "\n".join(typed) + "\n"
    ran = command("campaign", "continue", f"--file={place}", "--language=en", typed=text)
    return ran, json.loads(place.read_text("utf-8"))


def choices_of(folder: Path) -> list[str]:
    """What Qwinto's expert does by a model in a folder."""
    case = next(case for case in cases() if case.name == "qwinto casual seats=2 seed=22")
    player = bot(f"expert@{folder}")
    log = load(FACTS, "games")[case.name]["log"]
    return [player.choose(state, seat).text for _, state, seat in [*choices(case, log)][::6]]


# Recording


def _moves(
    game: str, variant: str | None, seats: int, seed: int, options: dict[str, Any]
) -> list[rw.Move]:
    """The moves of the first seat in a game against greedy bots."""
    state, random, found = box(game, variant, **options).start(seats, seed), Random(3), []
    while not state.over:
        if state.chance:
            state = state.roll()
        elif state.pending[0] == 0:
            found.append(random.choice(state.moves(0)))
            state = state.play(found[-1])
        else:
            state = state.play(bot("greedy").choose(state, state.pending[0]))
    return found


def record() -> Any:
    """Make the files that are not there yet; what commands say about all of them."""
    LOGS.mkdir(exist_ok=True)
    for game, variant, seats, options in PLAYED:
        if not (file := log_file(game, variant)).exists():
            moves = _moves(game, variant, seats, SEED, options)
            typed = tuple(rw.Event(0, str(move)) for move in moves)
            play(rw.Log(game, seats, 0, SEED, variant, None, options, events=typed), file)
    for table, name in DOWNLOADED.items():
        asked = ["get", "anna", f"/api/tables/{table}/log"]
        text = next(facts for step, _, facts in load(FACTS, "wire")[table] if step == asked)
        (LOGS / name).write_text(text, "utf-8")
    if not CAMPAIGN.exists():
        _leave_a_campaign()
    moves = _moves("donnant", "solo", 1, CAMPAIGN_SEED, {"level": LEVEL})
    typed_on = [str(move) for move in moves[LEFT_AT:]]
    with tempfile.TemporaryDirectory() as folder:
        _, climbed = campaign(Path(folder), typed_on)
    if not MODEL.exists():
        _train()
    return {
        "replays": {file.name: data(command("replay", str(file))) for file in logs()},
        "simulation": simulation(),
        "campaign": {"typed": typed_on, "file": climbed},
        "model": choices_of(MODEL),
    }


def _leave_a_campaign() -> None:
    """Win level 1, lose and win level 2, and leave level 3 on the way."""
    CAMPAIGN.mkdir()
    file = CAMPAIGN / "donnant-campaign.json"
    result = {"campaign": False, "points": 0}
    history = [
        {"level": 1, "score": 33, "goal": 30, "outcome": "won", **result},
        {"level": 2, "score": 20, "goal": 36, "outcome": "lost", **result},
        {"level": 2, "score": 41, "goal": 36, "outcome": "won", **result},
    ]
    head = {"version": 1, "won": [1, 2], "level": 1, "points": 0, "summits": 0}
    file.write_text(json.dumps({**head, "history": history}, indent=1) + "\n", "utf-8")
    moves = _moves("donnant", "solo", 1, CAMPAIGN_SEED, {"level": LEVEL})
    typed = "\n".join([*map(str, moves[:LEFT_AT]), "quit"]) + "\n"
    command("campaign", "continue", f"--file={file}", f"--seed={CAMPAIGN_SEED}", typed=typed)


class _Enough(Exception):
    pass


def _train() -> None:
    """Train a model, and leave another training half-way."""

    def stop(done: int, _: int) -> None:
        if done > 16:
            raise _Enough

    with tempfile.TemporaryDirectory() as folder:
        *_, average = adapter.train(box("qwinto"), Path(folder) / "whole")
        shutil.copytree(average, MODEL)
        with suppress(_Enough):
            adapter.train(box("qwinto"), Path(folder) / "half", progress=stop)
        shutil.copytree(Path(folder) / "half" / "checkpoint-01", TRAINING / "checkpoint-01")
        for file in (Path(folder) / "half").glob("*.npz"):
            packed = gzip.compress(file.read_bytes(), 9, mtime=0)
            (TRAINING / f"{file.name}.gz").write_bytes(packed)


def half_trained(folder: Path) -> Path:
    """A copy of the training that was left half-way, which may go on."""
    shutil.copytree(TRAINING, folder / "half")
    for file in (folder / "half").glob("*.gz"):
        file.with_suffix("").write_bytes(gzip.decompress(file.read_bytes()))
        file.unlink()
    return folder / "half"


def logs() -> list[Path]:
    """Every frozen log."""
    return sorted(LOGS.iterdir())
