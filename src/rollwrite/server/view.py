"""What one browser sees of a table: game-neutral, in its language, without what it may not know."""

from __future__ import annotations

import time
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import Any

import rollwrite as rw
from rollwrite import web
from rollwrite.errors import Refused
from rollwrite.server import commands
from rollwrite.server.painter import Painter, Picture
from rollwrite.server.problems import say
from rollwrite.server.table import BOT, DAILY, LOBBY, OVER, Table
from rollwrite.texts import Message, catalogue

View = dict[str, Any]


class Viewer:
    """Builds views of one table for one browser."""

    def __init__(
        self,
        table: Table,
        painter: Painter,
        who: str | None,
        language: str,
        levels: Sequence[str],
        connected: AbstractSet[str] = frozenset(),
    ) -> None:
        self._table = table
        self._painter = painter
        self._who = who
        self._language = language
        self._levels = levels
        self._connected = connected
        self._mine = table.mine(who)

    def view(self) -> tuple[View, list[Picture]]:
        """The view, and its pictures in the order tray, sheets (none before the start)."""
        table = self._table
        found: View = {
            "table": table.id,
            "seq": table.seq,
            "mode": table.mode,
            "status": table.status,
            "host": table.host == self._who,
            "language": self._language,
            "game": self._game(),
            "levels": list(self._levels),
            "rematch": table.rematch,
            "before": table.before,
            "day": table.day,
            "fair": self.fair(),
        }
        if table.state is None:
            found |= {"turn": 0, "seats": self._seats(None), "deciding": [], "prompt": {}}
            found |= {"sheets": [], "tray": None, "moves": {}, "buttons": {}, "alike": {}}
            found |= {"can_take_back": [], "hidden": False, "last": None, "log": [], "tally": []}
            return found, []
        own = self._deciding()
        viewer = own[0] if own else self._mine[0] if self._mine else None
        state = table.public() if viewer is None else table.private(viewer)
        found |= self._played(state, own, viewer)
        return found, self._pictures(state, viewer)

    def _deciding(self) -> list[int]:
        """My seats that owe a decision, the one after the active seat last."""
        state = self._table.playing
        seats = state.seats
        mine = [s for s in self._mine if s in state.pending and not self._table.seats[s].away]
        return sorted(mine, key=lambda seat: (seat - state.active) % seats)

    def _game(self) -> View:
        return _game(self._table.game, self._language)

    def _seats(self, state: rw.State | None) -> list[View]:
        table = self._table
        scores = state.scores() if state else None
        winners = state.winners() if state else ()
        pending = table.playing.pending if state else ()
        return [
            {
                "seat": number,
                "name": seat.name,
                "kind": seat.kind,
                "level": seat.level,
                "mine": number in self._mine,
                "host": seat.who is not None and seat.who == table.host,
                "away": seat.away,
                "connected": seat.kind == BOT or seat.who in self._connected,
                "pending": number in pending,
                "score": scores[number] if scores else None,
                "winner": number in winners,
            }
            for number, seat in enumerate(table.seats)
        ]

    def _played(self, state: rw.State, own: list[int], viewer: int | None) -> View:
        table, language = self._table, self._language
        privates = {seat: table.private(seat).in_language(language) for seat in own}
        moves = {str(seat): self._moves(private, seat) for seat, private in privates.items()}
        names = tuple(self._name(seat) for seat in range(state.seats))
        log = self._painter.told(state, names, lambda: _log(state, names))
        found = {
            "turn": len(log),
            "active": state.active,
            "seats": self._seats(state),
            "deciding": own,
            "prompt": {str(seat): privates[seat].prompt(seat) for seat in own},
            "moves": moves,
            "alike": {str(seat): privates[seat].alike(seat) for seat in own},
            "buttons": self._buttons(moves, viewer),
            "can_take_back": self._can_take_back(),
            "hidden": bool(own) and _hides(table, own[0]),
            "last": _last(state),
            "log": log,
            "tally": self._painter.told(state, language, lambda: _tally(state, language)),
        }
        if table.playing.over:
            found["result"] = self._result(state)
        return found

    def _moves(self, state: rw.State, seat: int) -> list[View]:
        labels = self._labels(seat)
        return [
            {
                "text": move.text,
                "parts": move.parts,
                "label": ", ".join(labels.get(p) or self._button(p) for p in move.parts),
            }
            for move in state.moves(seat)
        ]

    def _labels(self, seat: int) -> dict[str, str]:
        """The sayable names of everything a seat sees before it."""
        state, name = self._table.private(seat), self._table.seats[seat].name
        sheet = self._painter.sheet(state, seat, name, self._language)
        return self._painter.tray(state, self._language).labels | sheet.labels

    def _buttons(self, moves: View, viewer: int | None) -> dict[str, str]:
        """The parts of legal moves that are drawn nowhere."""
        if viewer is None:
            return {}
        drawn = self._labels(viewer)
        parts = {part for listed in moves.values() for move in listed for part in move["parts"]}
        return {part: self._button(part) for part in sorted(parts) if part not in drawn}

    def _button(self, part: str) -> str:
        texts = catalogue(self._table.game.definition.package, self._language)
        return texts.get(f"button.{part}", part)

    def _can_take_back(self) -> list[int]:
        found = []
        for seat in self._mine:
            try:
                commands.taken_back(self._table, seat)
            except Refused:
                continue
            found.append(seat)
        return found

    def _name(self, seat: int) -> str:
        return self._table.seats[seat].name or say("seat", number=seat + 1).text(self._language)

    def _result(self, state: rw.State) -> View:
        scores, winners = state.scores(), state.winners()
        places = sorted(range(state.seats), key=lambda s: (s not in winners, -scores[s], s))
        found: View = {"winners": winners, "places": []}
        for seat in places:
            better = sum(
                (o in winners, scores[o]) > (seat in winners, scores[seat]) for o in places
            )
            found["places"].append({"seat": seat, "place": better + 1, "score": scores[seat]})
        if self._table.mode == DAILY:
            found["day"] = self._table.day
        names = [self._name(seat) for seat in range(state.seats)]
        found["story"] = web.story(state, names, self._language)
        return found

    def fair(self) -> View:
        """What the dice follow from, as far as it may be seen."""
        table = self._table
        fairness = table.fairness
        return {
            "commitment": fairness.commitment,
            "seeds": list(fairness.seeds),
            "revealed": fairness.secret.hex() if revealed(table) else None,
            "wants_seed": table.status == LOBBY
            and bool(self._mine)
            and self._who not in table.seeds,
        }

    def _pictures(self, state: rw.State, viewer: int | None) -> list[Picture]:
        public, language = self._table.public(), self._language
        pictures = [self._painter.tray(state, language)]
        for number, seat in enumerate(self._table.seats):
            shown = state if number == viewer else public
            pictures.append(self._painter.sheet(shown, number, seat.name, language))
        return pictures


def complete(view: View, pictures: list[Picture], sent: dict[int, int] | None = None) -> View:
    """A view with its pictures; those that ``sent`` says are known already stay out."""
    shown: list[str | None] = []
    for place, picture in enumerate(pictures):
        known = sent is not None and sent.get(place) == picture.number
        shown.append(None if known else picture.svg)
        if sent is not None:
            sent[place] = picture.number
    if pictures:
        view["tray"] = shown[0]
        view["sheets"] = [{"seat": seat, "svg": svg} for seat, svg in enumerate(shown[1:])]
    return view


def revealed(table: Table) -> bool:
    """Whether the secret may be seen: after the game; the day's, after the day."""
    if table.status != OVER:
        return False
    return table.day is None or table.day < time.strftime("%Y-%m-%d", time.gmtime())


def _turns(events: Sequence[rw.Event]) -> list[list[rw.Event]]:
    turns: list[list[rw.Event]] = []
    for event in events:
        if event.opens_turn or not turns:
            turns.append([])
        turns[-1].append(event)
    return turns


def _hides(table: Table, seat: int) -> bool:
    """Whether a seat may not see all of the table even before anybody has answered."""
    state = table.public()
    return state.position(seat) != state.position()


def _last(state: rw.State) -> View | None:
    if not state.log.events:
        return None
    event = state.log.events[-1]
    rolled = [e for e in state.log.events if e.seat is None]
    kind = "move" if event.seat is not None else "deal" if "deal" in event.text else "roll"
    if event.text == "take back":
        kind = "take_back"
    return {"kind": kind, "text": event.text, "seat": event.seat, "rolls": len(rolled)}


def _tally(state: rw.State, language: str) -> list[list[View]]:
    told = state.in_language(language)
    return [
        [
            {"label": line.label, "points": line.points, "parts": line.parts}
            for line in told.tally(seat)
        ]
        for seat in range(state.seats)
    ]


def _log(state: rw.State, names: Sequence[str]) -> list[View]:
    """The log, a line a turn, with names in place of seat numbers."""
    lines = []
    for number, turn in enumerate(_turns(state.log.events), 1):
        words = [e.text if e.seat is None else f"{names[e.seat]}: {e.text}" for e in turn]
        events = [{"seat": event.seat, "text": event.text} for event in turn]
        lines.append({"n": number, "text": " · ".join(words), "events": events})
    return lines


@lru_cache(512)
def _game(game: rw.Game, language: str) -> View:
    told = game.in_language(language)
    return {
        "id": game.id,
        "name": told.name,
        "variant": game.variant,
        "options": game.options,
        "about": told.text(Message(game.definition.package, "about")),
        "provenance": game.definition.provenance,
        "seats": [game.seats.start, game.seats.stop - 1],
        "version": game.definition.version,
    }
