"""The log: the whole record of a game, and its readable text form.

A game is its list of events; the state is what they add up to. The text form has a head, a line a
turn, and a last line that says whether the game is over, so that a log that was cut off shows it:

    rollwrite log 1
    game: qwinto
    seats: 2
    seed: 42

    1. 0 roll YP; [Y4 P5]; 0 keep; 0 Y3; 1 pass
    2. 1 roll O; [O2]; 1 reroll; [O6]; 0 O3; 0 take back; 0 O4; 1 O2
    open
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from rollwrite.errors import BadLog, did_you_mean, say
from rollwrite.games.contract import Json

FIRST_LINE = "rollwrite log 1"
TAKE_BACK = "take back"
_HEAD = ("game", "variant", "edition", "seats", "first", "seed", "position")
_WORDS = ("game", "variant", "edition")  # of the head, whatever they look like
_EVENT = re.compile(r"\[(?P<chance>[^\]]+)\]|(?P<seat>\d{1,3}) +(?P<text>.+)")


class Event(NamedTuple):
    """One thing that happened: a seat's move or take-back, or (seat None) a roll or deal."""

    seat: int | None
    text: str
    opens_turn: bool = False

    def __str__(self) -> str:
        return f"[{self.text}]" if self.seat is None else f"{self.seat} {self.text}"


@dataclass(frozen=True)
class Log:
    """How a game was set up and everything that happened since."""

    game: str
    seats: int
    first: int = 0
    seed: int | None = None
    variant: str | None = None
    edition: str | None = None
    options: dict[str, Any] = field(default_factory=dict)  # as they are written: start() checks
    position: Json | None = None  # where the game began, if not at the start
    events: tuple[Event, ...] = ()
    scores: tuple[int, ...] | None = None  # of a finished game
    cut_at: int | None = None  # the line at which a text broke off, if it did

    def then(self, event: Event, scores: tuple[int, ...] | None) -> Log:
        """The log with one more event."""
        return replace(self, events=(*self.events, event), scores=scores)

    @property
    def rolls(self) -> int:
        """How many chance events have happened."""
        return sum(event.seat is None for event in self.events)

    def __str__(self) -> str:
        head = {name: getattr(self, name) for name in _HEAD}
        head = {name: value for name, value in head.items() if value is not None} | self.options
        lines = [FIRST_LINE, *(f"{name}: {_written(value)}" for name, value in head.items()), ""]
        turns: list[list[str]] = []
        for event in self.events:
            if event.opens_turn or not turns:
                turns.append([])
            turns[-1].append(str(event))
        lines += [f"{number}. {'; '.join(turn)}" for number, turn in enumerate(turns, 1)]
        lines.append("open" if self.scores is None else f"over: {' '.join(map(str, self.scores))}")
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str) -> Log:
        """Read the text form; what was cut off in the middle of an event is left out."""
        if not isinstance(text, str):
            raise BadLog(say("log.not_text", value=text))
        lines = text.split("\n")
        if lines[0].strip() != FIRST_LINE:
            raise BadLog(say("log.first_line", line=lines[0][:60], expected=FIRST_LINE))
        blank = next((n for n, line in enumerate(lines[:-1]) if not line.strip()), None)
        if blank is None:  # how the game was set up is not known for sure, so nothing can be loaded
            raise BadLog(say("log.head_cut"))
        log = cls._from_head(lines[1:blank])
        events: list[Event] = []
        for number, line in enumerate(lines[blank + 1 :], blank + 2):
            if line.strip() == "open":
                return replace(log, events=tuple(events))
            if line.startswith("over:"):
                return replace(log, events=tuple(events), scores=_scores(line, number))
            # Only what a separator follows is known to be whole.
            whole = line if number < len(lines) else line.rpartition(";")[0]
            events += _events(whole, number)
        return replace(log, events=tuple(events), cut_at=len(lines))

    @classmethod
    def _from_head(cls, lines: list[str]) -> Log:
        head: dict[str, Any] = {}
        for number, line in enumerate(lines, 2):
            name, colon, value = line.partition(":")
            if not colon:
                raise BadLog(say("log.head", number=number, line=line))
            name, value = name.strip(), value.strip()
            head[name] = value if name in _WORDS else _read(value)
        for name in ("game", "seats"):
            if name not in head:
                hint = did_you_mean(name, head)
                raise BadLog(say("log.no_field", name=name, hint=hint))
        for name in ("seats", "first", "seed"):
            if name in head and type(head[name]) is not int:
                raise BadLog(say("log.no_number", name=name, value=head[name]))
        known = {name: head.pop(name) for name in _HEAD if name in head}
        return cls(**known, options=head)


def _events(line: str, number: int) -> list[Event]:
    body = re.sub(r"^\s*\d+\.\s+", "", line)
    found: list[Event] = []
    for word in filter(None, map(str.strip, body.split(";"))):
        match = _EVENT.fullmatch(word)
        if match is None:
            raise BadLog(say("log.event", number=number, event=word))
        seat, text = match["seat"], match["text"] or match["chance"]
        found.append(Event(None if seat is None else int(seat), text, opens_turn=not found))
    return found


def _scores(line: str, number: int) -> tuple[int, ...]:
    try:
        return tuple(map(int, line.removeprefix("over:").split()))
    except ValueError:
        raise BadLog(say("log.scores", number=number, line=line)) from None


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text
