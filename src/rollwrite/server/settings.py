"""How a server is set up; every field is an option of ``rollwrite serve`` (docs/hosting.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from rollwrite.errors import BadOption, did_you_mean
from rollwrite.server.problems import say
from rollwrite.texts import Message


@dataclass(frozen=True)
class Settings:
    """What a server may do, and how much of it."""

    database: str
    origin: str | None = None  # the address people type, if a proxy hides it: https://games.example
    trust_proxy: bool = False  # believe X-Forwarded-For and X-Forwarded-Proto
    hosts: str = ""  # further names this server may be called by, with commas between; * for any
    bot_seconds: float = 1.0  # how long a bot seems to think
    prepare_bots: bool = True  # compile how bots think in the background, at the start
    away_seconds: float = 60.0  # after which a bot plays for somebody who has vanished
    start_seconds: float = 2.0  # after which a table starts without its browser's randomness
    ping_seconds: float = 20.0  # between signs of life on a socket
    posts_per_second: float = 20.0  # for one address, on average
    posts_burst: int = 80
    tables_per_minute: float = 20.0  # for one address
    reads_per_second: float = 40.0  # of views, logs and pages, for one address, on average
    reads_burst: int = 400
    hints_per_address: int = 30  # that wait at once
    reviews_per_address: int = 4  # that wait at once
    connections_per_address: int = 300
    sockets_per_address: int = 100
    header_seconds: float = 10.0  # within which the head of a request must have come
    body_seconds: float = 20.0  # and the rest of it
    max_sockets: int = 20_000
    sockets_per_table: int = 200
    max_message_bytes: int = 16_384
    max_idle_tables: int = 2_000  # kept in memory with nobody looking
    idle_seconds: float = 600.0
    integrity_seconds: float = 3600.0  # between two checks of a whole SQLite file; 0: at the start
    drain_seconds: float = 0.0  # for which a server that is told to end still serves
    offline: str = ""  # the folder of an exported site, to be offered for when there is no network
    log_format: str = "text"  # or "json", a JSON object on each line


PREFIX = "ROLLWRITE_"
# What settings were called before: an error names the new one.
RENAMED = {
    "posts_a_second": "posts_per_second",
    "posts_at_once": "posts_burst",
    "tables_a_minute": "tables_per_minute",
    "sockets": "max_sockets",
    "sockets_an_address": "sockets_per_address",
    "sockets_a_table": "sockets_per_table",
    "message_bytes": "max_message_bytes",
    "idle_tables": "max_idle_tables",
}


def read_settings(words: Sequence[str], environment: Mapping[str, str]) -> dict[str, Any]:
    """Settings from ``name=value`` words and from variables such as ROLLWRITE_BOT_SECONDS."""
    known = {each.name: each.type for each in fields(Settings)}
    for old, new in RENAMED.items():
        if (variable := PREFIX + old.upper()) in environment:
            raise BadOption(_renamed(variable, PREFIX + new.upper()))
    found = {
        name: _read(name, str(kind), environment[PREFIX + name.upper()])
        for name, kind in known.items()
        if PREFIX + name.upper() in environment
    }
    for word in words:
        name, equals, value = word.partition("=")
        if name in RENAMED:
            raise BadOption(_renamed(name, RENAMED[name]))
        if name not in known:
            hint = did_you_mean(name, known)
            raise BadOption(say("settings.unknown", name=name, hint=hint))
        if not equals:
            raise BadOption(say("settings.value", name=name, given=word))
        found[name] = _read(name, str(known[name]), value)
    return found


def _renamed(old: str, new: str) -> Message:
    return say("settings.renamed", old=old, new=new)


def _read(name: str, kind: str, text: str) -> Any:
    readers: dict[str, Callable[[str], Any]] = {
        "int": int,
        "float": float,
        "bool": _YES.__getitem__,
    }
    try:
        value = readers.get(kind, str)(text)
        if isinstance(value, float | int) and not 0 <= value < 1e9:
            raise ValueError(text)
    except (ValueError, KeyError):
        raise BadOption(say("settings.value", name=name, given=text)) from None
    return value


_YES = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}
