"""What the printed sheet and dice mean: ``sheet.toml``, or an edition, as constants of the rules.

Every symbol that can be ticked has a number, its *target*: balloons, wagons, gifts and pairs of
treats stand at fixed places of one list, so that an edition only changes what the list holds.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from rollwrite.errors import RollwriteError, did_you_mean
from rollwrite.games.clever_kids.bot.dice_outcomes import hands
from rollwrite.games.kit.edition import printed
from rollwrite.games.kit.reading import Fields
from rollwrite.texts import speaker

say = speaker(__package__)

COLOURS = ("yellow", "red", "green", "blue")  # the zones 1 to 4
YELLOW, RED, GREEN, BLUE, STAR = 1, 2, 3, 4, 5  # zones and prizes; 0 is none

FACES = (
    "", "joker", "heart", "blue", "pink", "green", "candle", "muffin", "donut", "cake",
    "gift1", "gift2", "gift3", "gift4",
)  # fmt: skip
JOKER, BALLOON, CANDLE, TREAT, GIFT = 1, 2, 6, 7, 10  # the first face of each kind
BALLOON_NAMES = FACES[BALLOON:CANDLE]
TREAT_NAMES = FACES[TREAT:GIFT]
ZONE_OF = (0, 0, 1, 1, 1, 1, 2, 4, 4, 4, 3, 3, 3, 3)  # by face; a joker is of every zone

DICE, SIDES, KINDS, TREATS = 5, 6, 4, 3
# The most of everything that a sheet may have.
MOST_BALLOONS, MOST_WAGONS, MOST_ROWS, MOST_COLUMNS, MOST_PAIRS = 20, 15, 5, 6, 6
YELLOW_AT = 0
RED_AT = YELLOW_AT + MOST_BALLOONS
GREEN_AT = RED_AT + MOST_WAGONS
BLUE_AT = GREEN_AT + MOST_ROWS * MOST_COLUMNS
TARGETS = BLUE_AT + TREATS * MOST_PAIRS

_ENTRY = re.compile(r"(?P<symbol>\w*)\s*(?P<prize>\*|\(\s*\w+\s*\))?")


class _Entry(NamedTuple):
    """One printed symbol: ``pink (blue)``, ``2 *``, ``(red)``."""

    symbol: str
    prize: int
    where: str


def constants(fields: Fields) -> dict[str, Any]:
    """The constants of the rules; every mistake is named with its line."""
    fields.value("name")
    fields.value("provenance", "")
    face, need, prize = [0] * TARGETS, [0] * TARGETS, [0] * TARGETS

    def print_(target: int, shown: int, dice: int, entry: _Entry) -> None:
        face[target], need[target], prize[target] = shown, dice, entry.prize

    own = printed(__package__)  # what an edition leaves out is as in our own sheet

    balloons = _balloons(fields.fields("yellow", own["yellow"]))
    for place, (shown, entry) in enumerate(balloons):
        print_(YELLOW_AT + place, shown, 1, entry)
    wagons = _wagons(fields.fields("red", own["red"]))
    for place, (candles, entry) in enumerate(wagons):
        print_(RED_AT + place, CANDLE, candles, entry)
    green = fields.fields("green", own["green"])
    grid = _gifts(green)
    for row, kinds in enumerate(grid):
        for column, kind in enumerate(kinds):
            place = MOST_COLUMNS * row + column
            print_(GREEN_AT + place, GIFT + kind - 1, 1, _Entry("", 0, green.at("gifts")))
    width = len(grid[0])
    row_prizes = [entry.prize for entry in _prizes(green, "rows", len(grid), len(grid))]
    column_prizes = [entry.prize for entry in _prizes(green, "columns", width, width)]
    pairs = _treats(fields.fields("blue", own["blue"]))
    for treat, entries in enumerate(pairs):
        for place, entry in enumerate(entries):
            print_(BLUE_AT + MOST_PAIRS * treat + place, TREAT + treat, 2, entry)
    green.done()
    dice = _dice(fields.fields("dice", own["dice"]))
    fields.done()
    _check_reachable(fields, dice, face, need)

    places = [MOST_COLUMNS * row + column for row in range(len(grid)) for column in range(width)]
    rows = [_bits(place for place in places if place // MOST_COLUMNS == row) for row in range(5)]
    return {
        "BALLOONS": len(balloons),
        "WAGONS": len(wagons),
        "PAIRS": tuple(map(len, pairs)),
        "ROWS": len(grid),
        "COLUMNS": width,
        "GIFTS": tuple(places),
        "ALL_GIFTS": _bits(places),
        "KIND_GIFTS": tuple(
            _bits(place for place in places if face[GREEN_AT + place] == GIFT + kind)
            for kind in range(KINDS)
        ),
        "ROW_GIFTS": tuple(rows),
        "COLUMN_GIFTS": tuple(
            _bits(place for place in places if place % MOST_COLUMNS == column)
            for column in range(MOST_COLUMNS)
        ),
        "ROW_PRIZE": _padded(row_prizes, MOST_ROWS),
        "COLUMN_PRIZE": _padded(column_prizes, MOST_COLUMNS),
        "FACE": tuple(face),
        "NEED": tuple(need),
        "PRIZE": tuple(prize),
        "SHOWS": tuple(map(tuple, dice)),
        **hands(dice),
        # Every gift by a natural die or a joker, then done; or one bonus of each colour.
        "MOVES": max(2 * len(places) + 1, len(places) + 9, 10),
    }


def _bits(places: Any) -> int:
    return sum(1 << place for place in places)


def _padded(values: list[int], length: int) -> tuple[int, ...]:
    return tuple(values + [0] * (length - len(values)))


def _entries(fields: Fields, name: str, fewest: int, most: int) -> list[_Entry]:
    """A list of printed symbols, each with its prize."""
    values = fields.items(name)
    if not fewest <= len(values) <= most:
        key = "edition.count" if fewest < most else "edition.exactly"
        if not values:
            key = "edition.no_symbols"
        message = say(key, count=len(values), fewest=fewest, most=most)
        raise fields.wrong(fields.at(name), message)
    return [
        _entry(fields, f"{fields.at(name)}[{place}]", value) for place, value in enumerate(values)
    ]


def _entry(fields: Fields, where: str, value: Any) -> _Entry:
    words = str(value).strip().lower() if type(value) in (str, int) else "?"
    match = _ENTRY.fullmatch(words)
    if match is None:
        raise fields.wrong(where, say("edition.entry", value=value))
    circle = (match["prize"] or "").strip("() ")
    if circle in ("", "*"):
        return _Entry(match["symbol"], STAR if circle else 0, where)
    if circle not in COLOURS:
        message = say("edition.colour", value=circle, hint=did_you_mean(circle, COLOURS))
        raise fields.wrong(where, message)
    return _Entry(match["symbol"], COLOURS.index(circle) + 1, where)


def _balloons(fields: Fields) -> list[tuple[int, _Entry]]:
    found = []
    for entry in _entries(fields, "balloons", 1, MOST_BALLOONS):
        if entry.symbol not in BALLOON_NAMES:
            raise _unknown(fields, entry, "edition.balloon", BALLOON_NAMES)
        found.append((FACES.index(entry.symbol, BALLOON), entry))
    fields.done()
    return found


def _wagons(fields: Fields) -> list[tuple[int, _Entry]]:
    found = []
    for entry in _entries(fields, "wagons", 1, MOST_WAGONS):
        if entry.symbol not in tuple("12345"):
            raise fields.wrong(entry.where, say("edition.candles", value=entry.symbol, most=DICE))
        found.append((int(entry.symbol), entry))
    fields.done()
    return found


def _gifts(fields: Fields) -> list[list[int]]:
    rows = fields.items("gifts")
    if not rows:
        raise fields.wrong(fields.at("gifts"), say("edition.no_symbols"))
    if len(rows) > MOST_ROWS:
        message = say("edition.count", count=len(rows), fewest=1, most=MOST_ROWS)
        raise fields.wrong(fields.at("gifts"), message)
    for place, row in enumerate(rows):
        where = f"{fields.at('gifts')}[{place}]"
        if not isinstance(row, str) or not 1 <= len(row) <= MOST_COLUMNS:
            raise fields.wrong(where, say("edition.gifts", value=row, most=MOST_COLUMNS))
        if set(row) - set("1234"):
            kind = next(kind for kind in row if kind not in "1234")
            raise fields.wrong(where, say("edition.gift_kind", value=kind))
        if len(row) != len(rows[0]):
            message = say("edition.gift_width", count=len(row), first=len(rows[0]))
            raise fields.wrong(where, message)
    return [list(map(int, row)) for row in rows]


def _treats(fields: Fields) -> list[list[_Entry]]:
    found = [_prizes(fields, name, 1, MOST_PAIRS) for name in TREAT_NAMES]
    fields.done()
    return found


def _prizes(fields: Fields, name: str, fewest: int, most: int) -> list[_Entry]:
    """A list of prizes: what is ticked there needs no symbol."""
    entries = _entries(fields, name, fewest, most)
    for entry in entries:
        if entry.symbol:
            raise fields.wrong(entry.where, say("edition.prize", value=entry.symbol))
    return entries


def _dice(fields: Fields) -> list[list[int]]:
    found = []
    for number in range(DICE):
        name = f"D{number + 1}"
        faces = fields.items(name)
        if len(faces) != SIDES:
            message = say("edition.faces", die=name, count=len(faces), sides=SIDES)
            raise fields.wrong(fields.at(name), message)
        for place, shown in enumerate(faces):
            if not isinstance(shown, str) or shown not in FACES[1:]:
                where = f"{fields.at(name)}[{place}]"
                raise _unknown(fields, _Entry(str(shown), 0, where), "edition.face", FACES[1:])
        found.append([FACES.index(shown) for shown in faces])
    fields.done()
    return found


def _unknown(fields: Fields, entry: _Entry, key: str, known: tuple[str, ...]) -> RollwriteError:
    message = say(key, value=entry.symbol, hint=did_you_mean(entry.symbol, known))
    return fields.wrong(entry.where, message)


def _check_reachable(
    fields: Fields, dice: list[list[int]], face: list[int], need: list[int]
) -> None:
    """Whatever is printed must be possible to roll, or a game might never end."""
    for target in range(TARGETS):
        able = sum(1 for shows in dice if face[target] in shows or JOKER in shows)
        if able < need[target]:
            shown = FACES[face[target]]
            message = say("edition.unreachable", symbol=shown, need=need[target], able=able)
            raise fields.wrong("dice", message)
