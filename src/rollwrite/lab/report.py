"""What was found, for people and for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil
from typing import TYPE_CHECKING

from rollwrite.errors import checked_language, say
from rollwrite.games.contract import Json
from rollwrite.lab.summary import Fault, Interval, Slot, counts_json
from rollwrite.texts import Figure

if TYPE_CHECKING:
    from rollwrite.lab.rollouts import Rollouts
    from rollwrite.lab.simulate import Simulation

BARS = " ▁▂▃▄▅▆▇█"
COLUMNS = 24
TOLD_FAULTS = 5


def as_json(found: Simulation) -> Json:
    """A simulation as JSON data; nothing in it depends on the machine."""
    job, summary = found.job, found.summary
    return {
        "game": job.game.id,
        "variant": job.game.variant,
        "edition": job.game.edition,
        "options": job.game.options,
        "version": job.game.definition.version,
        "seats": job.seats,
        "seed": job.seed,
        "games": summary.games,
        "asked": found.asked,
        "interrupted": found.interrupted,
        "length": _interval(found.length),
        "bots": [
            {"bot": player.name, **_slot(slot), "scores": counts_json(slot.scores)}
            for player, slot in zip(job.players, summary.slots, strict=True)
        ],
        "by_seat": [_slot(slot) for slot in summary.seats],
        "lengths": counts_json(summary.lengths),
        "broken": summary.broken,
        "faults": [fault._asdict() for fault in summary.faults],
        **({"study": found.study.json()} if found.study else {}),
    }


def as_text(found: Simulation, language: str, width: int | None = None) -> str:
    """A simulation as a table that fits a width, with what was seen and what broke off below it."""
    from rollwrite.lab.studies.told import check_width, fitted, study_told, titled_game, wrapped

    language = checked_language(language)
    check_width(width)
    job, summary = found.job, found.summary
    rate = found.games / found.seconds if found.seconds else 0.0
    head = say(
        "lab.head",
        game=titled_game(job.game, language),
        seats=job.seats,
        games=Figure(summary.games, ","),
        seconds=Figure(found.seconds),
        rate=Figure(rate, ",.0f"),
        length=Figure(found.length.value),
    )
    heads = [say(f"lab.column.{name}").text(language) for name in _COLUMNS]
    rows = [
        _row(player.name, slot, language)
        for player, slot in zip(job.players, summary.slots, strict=True)
    ]
    if job.seats > 1:
        rows += [
            _row(say("lab.seat", seat=seat).text(language), slot, language)
            for seat, slot in enumerate(summary.seats)
        ]
    table = fitted([heads, *rows], width, drop=_LEAST)
    lines = [*wrapped(head.text(language), width), "", *table]
    if found.study:
        lines += ["", *study_told(found, width, language)]
    if found.interrupted:
        lines += ["", say("lab.interrupted", asked=Figure(found.asked, ",")).text(language)]
    return "\n".join([*lines, *faults_told(summary.faults, summary.broken, language)])


_COLUMNS = ("bot", "mean", "deviation", "wins", "low", "median", "high", "scores")
_LEAST = (7, 2, 4, 6, 5)  # the columns that are left out first where all of them do not fit


def _row(name: str, slot: Slot, language: str) -> list[str]:
    if not slot.games:
        return [name, *["–"] * (len(_COLUMNS) - 1)]
    low, high = min(slot.scores), max(slot.scores)
    return [
        name,
        with_margin(slot.mean(), 2, language),
        Figure(slot.deviation(), ".2f").text(language),
        with_margin(slot.share(), 2, language, 100) + " %",
        *(Figure(score, "d").text(language) for score in (low, median(slot.scores), high)),
        sparkline(slot.scores),
    ]


def rollouts_as_text(found: Rollouts, language: str, played: str | None) -> str:
    """An analysis of a position as a table, the best move first."""
    language = checked_language(language)
    names = ["move", "value", "points" if found.state.seats == 1 else "margin", "behind"]
    if found.contested:
        names.insert(3, "wins")
    rows = [[say(f"lab.column.{name}").text(language) for name in names]]
    for one in found.moves:
        row = [
            one.move.text + (" *" if one.move.text == played else ""),
            Figure(one.value, ".2f").text(language),
            with_margin(one.margin, 2, language),
            "–" if one is found.moves[0] else with_margin(one.behind, 2, language),
        ]
        if found.contested:
            row.insert(3, with_margin(one.chance, 1, language, 100) + " %")
        rows.append(row)
    head = say("lab.rollouts", games=Figure(found.games, ","), seed=found.seed)
    lines = [head.text(language), "", *aligned(rows)]
    if any(one.move.text == played for one in found.moves):
        lines += ["", say("lab.played").text(language)]
    if found.games < found.asked:
        lines += ["", say("lab.interrupted", asked=Figure(found.asked, ",")).text(language)]
    return "\n".join(lines)


def with_margin(interval: Interval, digits: int, language: str, factor: float = 1) -> str:
    """``12.34 ± 0.05``; the larger side of an interval that is not even."""
    half = max(interval.high - interval.value, interval.value - interval.low)
    value, margin = (
        Figure(factor * each, f".{digits}f").text(language) for each in (interval.value, half)
    )
    return f"{value} ± {margin}"


def median(counts: Counter[int]) -> int:
    """The lower median of counted values."""
    left = ceil(counts.total() / 2)
    for value in sorted(counts):
        left -= counts[value]
        if left <= 0:
            return value
    raise ValueError("there is no median of nothing")


def sparkline(counts: Counter[int]) -> str:
    """The distribution in one line, from the lowest value to the highest."""
    low, high = min(counts), max(counts)
    width = max(1, ceil((high - low + 1) / COLUMNS))
    bins: Counter[int] = Counter()
    for value, count in counts.items():
        bins[(value - low) // width] += count
    most = max(bins.values())
    return "".join(
        BARS[ceil(bins[place] * (len(BARS) - 1) / most)] for place in range(max(bins) + 1)
    )


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines: the first and the last column to the left, the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    last = len(widths) - 1
    return [
        "  ".join(
            cell.ljust(width) if column in (0, last) else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def faults_told(faults: Iterable[Fault], broken: int, language: str) -> list[str]:
    """What bots broke off: how many games, and the first of them in full."""
    if not broken:
        return []
    told = list(faults)[:TOLD_FAULTS]
    return [
        "",
        say("lab.broken", games=broken).text(language),
        *(say("lab.fault", **fault._asdict()).text(language) for fault in told),
    ]


def _slot(slot: Slot) -> Json:
    return {
        "mean": _interval(slot.mean()),
        "deviation": slot.deviation() if slot.games else None,
        "wins": _interval(slot.share()),
    }


def _interval(interval: Interval) -> dict[str, float] | None:
    return None if interval.value != interval.value else interval._asdict()
