"""Solo levels and the campaign (D24, D25): what was won, and where the climb stands.

Pure functions over a small dataclass, and a JSON file to keep it in:

>>> progress = Progress()
>>> progress = played(progress, level=1, score=33, goal=30)
>>> progress.won, next_level(progress), is_open(progress)
((1,), 2, False)
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from rollwrite.errors import BadOption, BadPosition, BadProgress
from rollwrite.games.contract import GameContext
from rollwrite.games.donnant.sheet import LEVELS, say
from rollwrite.games.kit.reading import Fields, integer
from rollwrite.texts import Message

VARIANT = "solo"
VERSION = 1
SUMMIT = 50  # campaign points at the top of level 7
WON, PAID, LOST = "won", "paid", "lost"
OUTCOMES = (WON, PAID, LOST)
_MOST = 32_767


@dataclass(frozen=True)
class Result:
    """One finished solo game; in the campaign with the points after it."""

    level: int
    score: int
    goal: int
    outcome: str
    campaign: bool = False
    points: int = 0


@dataclass(frozen=True)
class Progress:
    """Levels won at least once, where the campaign stands, and every game so far."""

    won: tuple[int, ...] = ()
    level: int = 1  # the campaign's next level
    points: int = 0
    summits: int = 0
    history: tuple[Result, ...] = ()


def is_open(progress: Progress) -> bool:
    """D25: the campaign is open once all seven levels have been won."""
    return len(progress.won) == LEVELS


def next_level(progress: Progress) -> int:
    """The level to play: the campaign's, or before that the first one not won yet."""
    if is_open(progress):
        return progress.level
    return next(level for level in range(1, LEVELS + 1) if level not in progress.won)


def next_options(progress: Progress) -> dict[str, int]:
    """The options of the game to play next."""
    return {"level": next_level(progress)}


def counts(progress: Progress, position: Mapping[str, Any]) -> bool:
    """Whether a finished game moves the progress on: the level to play, or one won before it."""
    level, expected = position.get("level"), next_level(progress)
    if level is None:
        return False
    return bool(level == expected or (level < expected and not is_open(progress)))


def finished(
    game: GameContext, progress: Progress, position: Mapping[str, Any], score: int
) -> Progress:
    """The progress after a game that ended in a position with a score."""
    level = position["level"]
    return played(progress, level, score, game.rules.GOALS[level - 1])


def played(progress: Progress, level: int, score: int, goal: int) -> Progress:
    """The progress after a finished game (D24, D25)."""
    expected = next_level(progress)
    if type(level) is not int or not 1 <= level <= LEVELS:
        raise BadOption(say("option.level", given=level, last=LEVELS))
    for name, value in (("score", score), ("goal", goal)):
        if type(value) is not int or not 0 <= value <= _MOST:
            raise BadOption(say("campaign.number", name=name, value=value, most=_MOST))
    if is_open(progress):
        if level != expected:
            raise BadOption(say("campaign.not_this", level=level, expected=expected))
        return _climbed(progress, score, goal)
    if level > expected:
        raise BadOption(say("campaign.not_yet", level=level, expected=expected))
    outcome = WON if score >= goal else LOST
    won = progress.won
    if outcome == WON:
        won = tuple(sorted({*won, level}))
    history = (*progress.history, Result(level, score, goal, outcome))
    return replace(progress, won=won, history=history)


def _climbed(progress: Progress, score: int, goal: int) -> Progress:
    """D25: a surplus adds campaign points, from level 2 a shortfall is paid with them."""
    level, points = progress.level, progress.points + score - goal
    payable = level > 1 and points >= 0
    outcome = WON if score >= goal else PAID if payable else LOST
    result = Result(level, score, goal, outcome, campaign=True, points=max(points, 0))
    progress = replace(progress, history=(*progress.history, result))
    if outcome == LOST:
        return restarted(progress)
    if level < LEVELS:
        return replace(progress, level=level + 1, points=points)
    return restarted(replace(progress, summits=progress.summits + is_summit(result)))


def is_summit(result: Result) -> bool:
    """D25: level 7 of a campaign, not lost, with fifty points or more after it."""
    top = result.campaign and result.level == LEVELS and result.outcome != LOST
    return top and result.points >= SUMMIT


def restarted(progress: Progress) -> Progress:
    """The campaign from level 1 again, without points; what was won and played stays."""
    return replace(progress, level=1, points=0)


def results(progress: Progress) -> list[Message]:
    """Every game so far, a line each."""
    return [
        say(
            "campaign.climbed" if result.campaign else "campaign.played",
            **asdict(result) | {"outcome": say(f"campaign.{result.outcome}")},
        )
        for result in progress.history
    ]


def standing(progress: Progress) -> Message:
    """Where the progress stands, and what comes next."""
    if is_open(progress):
        told = {"level": progress.level, "points": progress.points, "summits": progress.summits}
        return say("campaign.open", **told)
    return say("campaign.closed", won=progress.won or "–", level=next_level(progress))


def to_browser(progress: Progress) -> dict[str, Any]:
    """What a browser keeps of it: everything but the history."""
    return {name: value for name, value in asdict(progress).items() if name != "history"}


def from_browser(kept: object) -> Progress:
    """What a browser kept: anybody may have written it, and nonsense counts as nothing."""
    fresh = Progress()
    if not isinstance(kept, Mapping):
        return fresh
    won = kept.get("won", ())
    numbers = [kept.get(name, getattr(fresh, name)) for name in ("level", "points", "summits")]
    levels = range(1, LEVELS + 1)
    sound = (
        isinstance(won, list | tuple)
        and all(type(level) is int and level in levels for level in won)
        and all(type(number) is int and 0 <= number <= _MOST for number in numbers)
        and numbers[0] in levels
    )
    return Progress(tuple(sorted(set(won))), *numbers) if sound else fresh


class Loaded(NamedTuple):
    """Progress from a file; a damaged file was kept aside under this name."""

    progress: Progress
    aside: Path | None = None


def load(path: Path) -> Loaded:
    """The progress in a file; none yet if there is no file. Another version is refused.

    A damaged file is renamed, never overwritten, and the progress begins anew.
    """
    try:
        data = json.loads(path.read_bytes())
    except FileNotFoundError:
        return Loaded(Progress())
    except OSError as error:
        raise BadProgress(say("campaign.unreadable", path=path, reason=error.strerror)) from None
    except (ValueError, RecursionError):  # not JSON, or not UTF-8
        return Loaded(Progress(), _set_aside(path))
    if isinstance(data, dict) and data.get("version", VERSION) != VERSION:
        given = data["version"]
        raise BadProgress(say("campaign.version", path=path, given=given, known=VERSION))
    try:
        return Loaded(_read(data))
    except BadPosition:
        return Loaded(Progress(), _set_aside(path))


def save(path: Path, progress: Progress) -> None:
    """Write the progress so that the file is always whole: the old one or the new one."""
    data = json.dumps({"version": VERSION, **asdict(progress)}, indent=1)
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False, encoding="utf-8") as file:
        file.write(data + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(file.name, path)


def _set_aside(path: Path) -> Path:
    """Rename a damaged file to a name that is not taken."""
    number = 1
    while True:
        aside = path.with_name(f"{path.name}.damaged-{number}")
        try:
            aside.touch(exist_ok=False)
        except FileExistsError:
            number += 1
            continue
        os.replace(path, aside)
        return aside


def _read(data: Any) -> Progress:
    fields = Fields(data)
    fields.integer("version", VERSION, VERSION)
    won = [integer(level, 1, LEVELS, "won") for level in fields.items("won")]
    if won != sorted(set(won)):
        raise fields.wrong("won", say("position.twice", value=won))
    progress = Progress(
        tuple(won),
        fields.integer("level", 1, LEVELS),
        fields.integer("points", 0, _MOST),
        fields.integer("summits", 0, _MOST),
        tuple(_read_result(result) for result in fields.each("history")),
    )
    fields.done()
    return progress


def _read_result(fields: Fields) -> Result:
    campaign = fields.value("campaign")
    if not isinstance(campaign, bool):
        raise fields.wrong(fields.at("campaign"), say("position.boolean", value=campaign))
    result = Result(
        fields.integer("level", 1, LEVELS),
        fields.integer("score", 0, _MOST),
        fields.integer("goal", 0, _MOST),
        fields.choice("outcome", OUTCOMES),
        campaign,
        fields.integer("points", 0, _MOST),
    )
    fields.done()
    return result
