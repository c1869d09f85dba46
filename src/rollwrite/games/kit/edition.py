"""Printed data: a game's own ``sheet.toml``, or a file in which a player typed in other cards.

The data become the constants of the game's rules. A file with a mistake gets an error that names
the line and the reason.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from rollwrite.errors import BadEdition, RollwriteError, say
from rollwrite.games.kit.reading import Fields
from rollwrite.texts import Message

MAX_BYTES = 1_000_000
_TOKEN = re.compile(r"""\"(?:\\.|[^"\\])*\"|'[^']*'|\#.*|[\[\],]|[^\s\[\],\#"']+""")


class Edition(NamedTuple):
    """A file of printed data: its name with a hash of its content, and its fields."""

    name: str
    fields: Fields


def printed(package: str) -> dict[str, Any]:
    """The data of a game's own ``sheet.toml``."""
    return tomllib.loads(files(package).joinpath("sheet.toml").read_text(encoding="utf-8"))


def own_fields(package: str) -> Fields:
    """A game's own ``sheet.toml``, to be read by the same checks as anybody else's."""
    source = files(package).joinpath("sheet.toml").read_text(encoding="utf-8")
    return _fields(tomllib.loads(source), source, "sheet.toml")


def load(path: str | Path) -> Edition:
    """A player's edition file; BadEdition says what is wrong with it and where."""
    path = Path(path)
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BadEdition(say("edition.too_large", path=path.name, limit=MAX_BYTES))
        source = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8"
        raise BadEdition(say("edition.unreadable", path=str(path), reason=reason)) from None
    try:
        data = tomllib.loads(source)
    except RecursionError:
        raise BadEdition(say("edition.toml", path=path.name, reason=say("edition.deep"))) from None
    except ValueError as error:  # what is no TOML, and numbers of thousands of digits
        raise _not_toml(path.name, source, str(error)) from None
    fields = _fields(data, source, path.name)
    name = fields.value("name")
    # It stands in the head of logs, on one line.
    if not isinstance(name, str) or not name.strip() or not name.isprintable() or len(name) > 80:
        raise fields.wrong("name", say("edition.name", value=name))
    content = json.dumps(data, sort_keys=True, default=str)  # whatever the order of the lines
    digest = hashlib.sha256(content.encode()).hexdigest()[:8]
    return Edition(f"{name.strip()} #{digest}", fields)


def _not_toml(path: str, source: str, reason: str) -> BadEdition:
    """What is no TOML at all; a name that stands twice, as a card's may, is told in plain words."""
    if "overwrite" not in reason and "twice" not in reason:
        return BadEdition(say("edition.toml", path=path, reason=reason))
    found = re.search(r"at line (\d+)", reason)
    line = int(found[1]) if found else len(source.splitlines())  # "at end of document"
    return BadEdition(say("edition.twice", path=path, line=line))


def _fields(data: dict[str, Any], source: str, name: str) -> Fields:
    def wrong(where: str, message: Message) -> RollwriteError:
        line = line_of(source, where)
        place = say("edition.line", path=name, line=line, where=where or name)
        return BadEdition(say("position.at", where=place, what=message))

    return Fields(data, "", wrong)


def line_of(source: str, where: str) -> int:
    """The line of a place such as ``cards[2].R``: its table's header, then its key below that."""
    lines = source.splitlines()
    line, table = 0, ""
    for step in re.findall(r"[^.\[\]]+|\[\d+\]", where):
        if step.startswith("["):
            headers = [n for n, text in enumerate(lines) if text.strip().startswith(f"[[{table}]]")]
            place = int(step[1:-1])
            if not headers:
                line = _line_of_item(lines, line, place)
            if place < len(headers):
                line = headers[place]
            continue
        above = rf"(?:{re.escape(table)}\s*\.\s*)?"
        table = f"{table}.{step}" if table else step
        header = rf"\s*\[\[?\s*{re.escape(table)}\s*\]"
        key = rf"\s*{above}[\"']?{re.escape(step)}[\"']?\s*="
        for number in range(line, len(lines)):
            if re.match(header, lines[number]) or re.match(key, lines[number]):
                line = number
                break
    return line + 1


def _line_of_item(lines: list[str], line: int, place: int) -> int:
    """The line on which an item of the list that begins on a line stands."""
    depth, item = 0, 0
    for number in range(line, len(lines)):
        text = lines[number].partition("=")[2] if number == line else lines[number]
        for token in _TOKEN.findall(text):
            if token.startswith("#"):
                break
            if depth == 1 and item == place and token not in ("]", ","):
                return number
            depth += {"[": 1, "]": -1}.get(token, 0)
            item += token == "," and depth == 1
            if depth == 0:
                return line
    return line
