"""Rows as columns by name: CSV with the standard library, Parquet and data frames with Polars."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rollwrite.errors import BadOption, RollwriteError, did_you_mean, require_extra, say
from rollwrite.kernel.match_runner import Matches
from rollwrite.lab.job import Job

FORMATS = ("csv", "parquet")
KINDS = ("games", "decisions")
MAGIC = b"PAR1"  # how a whole Parquet file begins and ends

# Columns by name, all of one length; None where there is no value.
Table = dict[str, list[Any]]

GAME_COLUMNS = ("game", "seat", "bot", "score", "victory", "decisions")
DECISION_COLUMNS = (
    "game", "decision", "turn", "seat", "bot", "choices", "move", "score", "lead", "stake", "cost",
)  # fmt: skip
COLUMNS = {"games": GAME_COLUMNS, "decisions": DECISION_COLUMNS}
# What the columns hold that are no whole numbers.
TEXTS, NUMBERS = {"bot", "move"}, {"victory", "stake", "cost"}


class BadRows(RollwriteError):
    """A file of rows that cannot be read, and what to do."""


def check_format(form: str, language: str) -> None:
    """Refuse a format that there is not, or that needs an extra that is not there."""
    if not isinstance(form, str) or form not in FORMATS:
        hint = did_you_mean(form, FORMATS)
        raise BadOption(say("lab.format", value=form, hint=hint), language)
    if form == "parquet":
        require_extra("frames", language)


def game_rows(job: Job, found: Matches, first: int) -> Table:
    """A row for each seat of each game that was played to its end."""
    seats, names = job.seats, [player.name for player in job.players]
    table: Table = {name: [] for name in GAME_COLUMNS}
    game, seat_of, bot, score, victory, decisions = table.values()
    made, bits = _listed(found.decisions), _listed(found.winners)
    scores = _listed(found.scores)
    if scores and isinstance(scores[0], list):
        scores = [points for row in scores for points in row]
    for place, count in enumerate(made):
        if count < 0:
            continue
        won = bits[place]
        share = 1 / won.bit_count() if won else 0.0
        for seat in range(seats):
            slot = (seat - first - place) % seats
            game.append(first + place)
            seat_of.append(seat)
            bot.append(names[slot])
            score.append(scores[place * seats + slot])
            victory.append(share if won >> slot & 1 else 0.0)
            decisions.append(count)
    return table


def _listed(values: Any) -> list[Any]:
    return values if isinstance(values, list) else list(values.tolist())


def joined(tables: Iterable[Table], columns: Sequence[str]) -> Table:
    """Tables one below the other."""
    every: Table = {name: [] for name in columns}
    for table in tables:
        for name, values in table.items():
            every[name].extend(values)
    return every


def written(table: Table, form: str) -> bytes:
    """A table as a file."""
    if form == "parquet":
        content = io.BytesIO()
        frame(table).write_parquet(content, compression="zstd")
        return content.getvalue()
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(table)
    rows.writerows(zip(*table.values(), strict=True))
    return text.getvalue().encode()


def frame(table: Mapping[str, list[Any]], language: str = "en") -> Any:
    """A table as a data frame of Polars."""
    require_extra("frames", language)
    import polars

    kinds = {
        name: polars.String if name in TEXTS else polars.Float64 if name in NUMBERS
        else polars.Int64
        for name in table
    }  # fmt: skip
    return polars.DataFrame(dict(table), schema=kinds)


def read(path: Path, language: str = "en") -> Table:
    """The rows of one file; BadRows if it is cut off or is no such file."""
    try:
        content = path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise BadRows(say("lab.rows_unreadable", path=path, reason=reason), language) from None
    if path.suffix == ".parquet":
        return _read_parquet(path, content, language)
    return _read_csv(path, content, language)


def _read_parquet(path: Path, content: bytes, language: str) -> Table:
    require_extra("frames", language)
    import polars

    if content[:4] != MAGIC or content[-4:] != MAGIC or len(content) < 12:
        key = "lab.rows_cut" if content[:4] == MAGIC else "lab.rows_strange"
        raise BadRows(say(key, path=path), language)
    try:
        found: Table = polars.read_parquet(io.BytesIO(content)).to_dict(as_series=False)
    except Exception as error:  # whatever Polars makes of bytes that are not what they should be
        reason = str(error).partition("\n")[0][:200]
        raise BadRows(say("lab.rows_unreadable", path=path, reason=reason), language) from None
    return _checked(path, found, language)


def _read_csv(path: Path, content: bytes, language: str) -> Table:
    if not content.endswith(b"\n"):
        raise BadRows(say("lab.rows_cut", path=path), language)
    try:
        rows = list(csv.reader(io.StringIO(content.decode(), newline="")))
        names = tuple(rows[0])
        found: Table = {
            name: [_value(name, row[place]) for row in rows[1:]] for place, name in enumerate(names)
        }
    except (ValueError, IndexError, csv.Error) as error:
        reason = str(error)
        raise BadRows(say("lab.rows_unreadable", path=path, reason=reason), language) from None
    return _checked(path, found, language)


def _value(name: str, text: str) -> Any:
    if name in TEXTS:
        return text
    if text == "":
        return None
    return float(text) if name in NUMBERS else int(text)


def _checked(path: Path, found: Table, language: str) -> Table:
    if tuple(found) not in COLUMNS.values():
        raise BadRows(say("lab.rows_strange", path=path), language)
    return found
