"""Two editions side by side: what differs between them, with intervals."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import NormalDist
from typing import NamedTuple

from rollwrite.bots.players import BotLike
from rollwrite.errors import BadEdition, checked_language, say, told_in
from rollwrite.games.contract import Json
from rollwrite.games.kit.edition import load, printed
from rollwrite.lab.parts import Progress
from rollwrite.lab.simulate import Simulation, simulate
from rollwrite.lab.studies.study import Study, Use, in_order
from rollwrite.lab.studies.told import (
    KNOWN_KINDS,
    Figures,
    check_width,
    fitted,
    interval_told,
    wrapped,
)
from rollwrite.lab.studies.told import titled_game as titled
from rollwrite.lab.summary import Interval, Slot, Z, mean
from rollwrite.play.checks import check_function, check_game
from rollwrite.play.game import Game
from rollwrite.play.registry import game as game_of
from rollwrite.play.registry import games as all_games
from rollwrite.texts import Figure, Message


class Difference(NamedTuple):
    """A figure of two editions."""

    label: Message
    a: Interval
    b: Interval
    difference: Interval  # B − A, with its 95 % interval
    unit: str
    part: bool  # whether it is about a card, row or field
    marked: bool = False  # whether it is beyond chance, as one of many figures


@dataclass(frozen=True)
class Comparison:
    """Two editions, their simulations and what differs; ``print(comparison)`` shows a table."""

    a: Simulation
    b: Simulation
    differences: list[Difference]

    @property
    def interrupted(self) -> bool:
        """Whether it was stopped before all games were played."""
        return self.a.interrupted or self.b.interrupted

    def json(self) -> Json:
        """Both simulations and every figure, as JSON data."""
        return {
            "a": self.a.json(),
            "b": self.b.json(),
            "differences": [
                {
                    "figure": one.label.text(),
                    "a": one.a._asdict(),
                    "b": one.b._asdict(),
                    "difference": one.difference._asdict(),
                    "beyond_chance": one.marked,
                }
                for one in self.differences
            ],
        }

    def text(self, language: str = "en", width: int | None = None) -> str:
        """A table of the figures of both and of their differences."""
        language = checked_language(language)
        check_width(width)
        lines = [
            line
            for letter, found in (("A", self.a), ("B", self.b))
            for line in wrapped(f"{letter}  {titled(found.job.game, language)}", width)
        ]
        names = ", ".join(dict.fromkeys(p.name for f in (self.a, self.b) for p in f.job.players))
        head = say("lab.compare.head", games=Figure(self.a.summary.games, ","), bots=names)
        rows = [
            [say("lab.compare.figure").text(language), "A", "B",
             say("lab.compare.difference").text(language), ""]
        ]  # fmt: skip
        shown = [one for one in self.differences if one.marked or not one.part]
        for one in shown:
            told = (interval_told(value, one.unit, language) for value in (one.a, one.b))
            difference = interval_told(one.difference, one.unit, language)
            mark = "*" if one.marked else ""
            rows.append([one.label.text(language), *told, difference, mark])
        key = "mark" if any(one.marked for one in self.differences) else "none"
        end = say(f"lab.compare.{key}", count=len(self.differences)).text(language)
        if left := len(self.differences) - len(shown):
            end += " " + say("lab.compare.left", count=left).text(language)
        return "\n".join(
            [
                *lines, "", *wrapped(head.text(language), width), "",
                *fitted(rows, width, drop=(2, 1)), "", *wrapped(end, width),
            ]
        )  # fmt: skip

    def __str__(self) -> str:
        return self.text(self.a.job.game.language)


def compare(
    a: Game,
    b: Game,
    bots: Sequence[BotLike] | str = "greedy",
    *,
    bots_b: Sequence[BotLike] | str | None = None,
    games: int = 20_000,
    study: int = 500,
    seats: int | None = None,
    seed: int = 0,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Play both editions with the same bots and seed, and say what differs.

    ``bots_b`` are other bots for the second one, such as the model that was trained for it. So many
    games of each as ``study`` says are looked at decision by decision.
    """
    check_game(a)
    check_game(b)
    check_function("progress", progress)
    found = []
    for number, (game, lineup) in enumerate(((a, bots), (b, bots if bots_b is None else bots_b))):
        watch = _half(progress, number)
        found.append(
            simulate(
                game, lineup, games=games, seats=seats, seed=seed, workers=workers,
                cluster=cluster, progress=watch, study=study,
            )
        )  # fmt: skip
        if found[-1].interrupted:
            break
    return compared(found[0], found[-1])


def _half(progress: Progress | None, number: int) -> Progress | None:
    if progress is None:
        return None
    return lambda done, total: progress(number * total + done, 2 * total)


def compared(a: Simulation, b: Simulation) -> Comparison:
    """Two simulations figure by figure."""
    pairs = [*_totals(a, b), *_studied(a, b)]
    # Where many figures are compared, some differ by chance: Bonferroni's bound.
    wide = NormalDist().inv_cdf(1 - 0.025 / max(1, len(pairs))) / Z
    return Comparison(a, b, [_marked(pair, wide) for pair in pairs])


def _marked(pair: Difference, wide: float) -> Difference:
    """A difference, marked if even an interval so many times as wide does not hold zero."""
    value, low, high = pair.difference
    beyond = value - wide * (value - low) > 0 or value + wide * (high - value) < 0
    return pair._replace(marked=beyond)


def _pair(
    label: Message, a: Interval, b: Interval, unit: str = "", *, part: bool = False
) -> Difference:
    return Difference(label, a, b, minus(b, a), unit, part)


def _totals(a: Simulation, b: Simulation) -> Iterator[Difference]:
    """What all games of both came to: scores and victories of each bot, and lengths."""
    ours, theirs = _by_bot(a), _by_bot(b)
    for (name, one), (other_name, other) in zip(ours.items(), theirs.items(), strict=False):
        bot = name if name == other_name else f"{name} / {other_name}"
        pairs = {
            "score": (one.mean(), other.mean()),
            "sd": (deviation(one.scores), deviation(other.scores)),
        }
        if len(ours) > 1:
            pairs["wins"] = one.share(), other.share()
        for key, (here, there) in pairs.items():
            values = _by_game(here, one, a), _by_game(there, other, b)
            unit = "%" if key == "wins" else ""
            yield _pair(say(f"lab.compare.{key}", bot=bot), *values, unit)
    yield _pair(say("lab.compare.length"), a.length, b.length)


def _by_game(value: Interval, slot: Slot, found: Simulation) -> Interval:
    """An interval that takes all seats of a bot in a game, which share the dice, for one."""
    wide = sqrt(slot.games / max(1, found.summary.games))
    low, high = wide * (value.value - value.low), wide * (value.high - value.value)
    return Interval(value.value, value.value - low, value.value + high)


def _by_bot(found: Simulation) -> dict[str, Slot]:
    """The games of each bot, at whatever places it sits."""
    slots: dict[str, Slot] = {}
    for player, slot in zip(found.job.players, found.summary.slots, strict=True):
        slots.setdefault(player.name, Slot()).add(slot)
    return slots


def _studied(a: Simulation, b: Simulation) -> Iterator[Difference]:
    """What was seen of the games that were looked at."""
    if a.study is None or b.study is None:
        return
    others = {label.text(): value for label, value, _ in Figures(b).lines}
    for label, value, unit in Figures(a).lines:
        if label.text() in others:
            yield _pair(label, value, others[label.text()], unit)
    for key in sorted(a.study.items.keys() | b.study.items.keys(), key=in_order):
        yield from _used(a.study, b.study, key)


def _used(a: Study, b: Study, key: tuple[str, str]) -> Iterator[Difference]:
    """How often a card, row or field was had and done."""
    kind, name = key
    told = say(f"lab.item.{kind}") if kind in KNOWN_KINDS else kind
    one, other = a.items.get(key, Use()), b.items.get(key, Use())
    always = (one.had, other.had) == (a.sheets, b.sheets)
    if not always:
        label = say("lab.compare.had", kind=told, name=name)
        yield _pair(label, a.had(one), b.had(other), "%", part=True)
    if always or (one.had, other.had) != (one.done, other.done):
        label = say("lab.compare.done", kind=told, name=name)
        yield _pair(label, a.done(one), b.done(other), "%", part=True)


def minus(b: Interval, a: Interval) -> Interval:
    """The difference of two figures that were found apart from each other."""
    value = b.value - a.value
    low = value - sqrt((b.value - b.low) ** 2 + (a.high - a.value) ** 2)
    high = value + sqrt((b.high - b.value) ** 2 + (a.value - a.low) ** 2)
    return Interval(value, low, high)


def deviation(counts: Counter[int]) -> Interval:
    """The standard deviation of counted values, whatever their distribution."""
    games = counts.total()
    middle = mean(counts).value
    second = sum(n * (value - middle) ** 2 for value, n in counts.items()) / max(1, games)
    fourth = sum(n * (value - middle) ** 4 for value, n in counts.items()) / max(1, games)
    own = sqrt(second)
    half = Z * sqrt(max(0.0, fourth - second**2) / games) / (2 * own) if own else 0.0
    return Interval(own, own - half, own + half)


def editions(
    a: Path, b: Path | None, name: str | None = None, variant: str | None = None,
    language: str = "en",
) -> tuple[Game, Game]:  # fmt: skip
    """The games of two edition files; without a second one, the game's own printed data."""
    found = name or _game_of(a, language)
    if name is None and b is not None and (other := _game_of(b, language)) != found:
        reason = f"{found}, {other}"
        told = say("lab.compare.no_game", a=a.name, b=b.name, reason=reason)
        raise BadEdition(told, language)
    return (
        game_of(found, variant=variant, edition=a, language=language),
        game_of(found, variant=variant, edition=b, language=language),
    )


def _game_of(path: Path, language: str) -> str:
    """The game whose own printed data have most in common with a file."""
    with told_in(language):
        load(path)  # refuses what is no edition at all
    given = set(tomllib.loads(path.read_text(encoding="utf-8"))) - {"name", "provenance"}
    alike = {}
    for name in all_games():
        definition = game_of(name).definition
        if definition.constants is not None:
            alike[name] = len(given & set(printed(definition.package)))
    best = max(alike, key=lambda name: alike[name], default=None)
    if best is None or not alike[best]:
        told = say("lab.compare.of_no_game", path=path.name, names=", ".join(sorted(given)))
        raise BadEdition(told, language)
    return best
