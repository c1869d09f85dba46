"""A score line by line, from the functions that score it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from rollwrite.games.contract import GameContext, StateRecord, TallyLine
from rollwrite.texts import Message

Lines = Callable[[GameContext, StateRecord, int], list[TallyLine]]
OfSheet = Callable[[Any], Iterator[TallyLine]]


class Scoring(NamedTuple):
    """What a line is for, its points and its parts; each is given a sheet and a line's number."""

    label: Callable[[Any, int], Message]
    points: Callable[[Any, int], int]
    parts: Callable[[Any, int], Iterable[str]]


def each(numbers: Iterable[int], *scorings: Scoring) -> OfSheet:
    """Lines that are scored alike: for a row 0, 1, 2 …, all of these."""

    def lines(sheet: Any) -> Iterator[TallyLine]:
        for number in numbers:
            for label, points, parts in scorings:
                found = tuple(parts(sheet, number))
                yield TallyLine(label(sheet, number), points(sheet, number), found)

    return lines


def once(
    label: Callable[[Any], Message],
    points: Callable[[Any], int],
    parts: Callable[[Any], Iterable[str]],
) -> OfSheet:
    """A line that a sheet has once."""
    return lambda sheet: iter([TallyLine(label(sheet), points(sheet), tuple(parts(sheet)))])


def tally(*scored: OfSheet) -> Lines:
    """The ``lines`` of a game whose score is the sum of these."""

    def lines(game: GameContext, s: StateRecord, seat: int) -> list[TallyLine]:
        return [line for of_sheet in scored for line in of_sheet(s.sheets[seat])]

    return lines
