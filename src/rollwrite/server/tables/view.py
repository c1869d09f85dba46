"""What one browser sees of a table: game-neutral, in its language, without what it may not know."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache, partial
from typing import Any, NamedTuple

import msgspec

import rollwrite as rw
from rollwrite import web
from rollwrite.errors import Refused
from rollwrite.games.contract import Chance
from rollwrite.server.problems import say
from rollwrite.server.tables import bot_runner, commands
from rollwrite.server.tables.render_cache import Picture, RenderCache
from rollwrite.server.tables.table import BOT, DAILY, LOBBY, OVER, Table
from rollwrite.server.tables.turn_log import in_words
from rollwrite.texts import Message, catalogue

View = dict[str, Any]
DIE = "die-"
_ENCODER = msgspec.json.Encoder()


class Decision(NamedTuple):
    """What a seat may do now."""

    seat: int
    prompt: str
    moves: msgspec.Raw
    alike: tuple[tuple[str, ...], ...]
    parts: set[str]


def encoded(value: Any) -> msgspec.Raw:
    """A value as JSON already, for all the messages it stands in."""
    return msgspec.Raw(_ENCODER.encode(value))


class Viewer:
    """Builds views of one table for one browser."""

    def __init__(
        self,
        table: Table,
        render_cache: RenderCache,
        who: str | None,
        language: str,
        levels: Sequence[str],
        connected: AbstractSet[str] = frozenset(),
    ) -> None:
        self._table = table
        self._render_cache = render_cache
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
            "levels": self._levels,
            "level": bot_runner.DEFAULT,
            "rematch": table.rematch,
            "before": table.before,
            "day": table.day,
            "fair": self.fair(),
            "hint": table.mode != DAILY,
            "note": self._note(),
        }
        if table.state is None:
            found |= {"turn": 0, "seats": self._seats(None), "deciding": [], "prompt": {}}
            found |= {"sheets": [], "tray": None, "moves": {}, "buttons": {}, "alike": {}}
            found |= {
                "rolled": [],
                "can_take_back": [],
                "hidden": False,
                "last": None,
                "log": [],
                "tally": [],
            }
            return found, []
        own = self._deciding()
        viewer = own[0] if own else self._mine[0] if self._mine else None
        state = table.public() if viewer is None else table.private(viewer)
        known = self._seen(state, viewer)
        found |= self._played(known, own, viewer)
        pictures = self._pictures(known, viewer)
        found["rolled"] = _dice(table.rolled, pictures[0])
        return found, pictures

    def _seen(self, state: rw.State, viewer: int | None) -> rw.State:
        """A state without what others hide from a seat."""
        found: rw.State = self._render_cache.told(
            state, ("seen", viewer), lambda: state.seen_by(viewer)
        )
        return found

    def _deciding(self) -> list[int]:
        """My seats that owe a decision, the one after the active seat last."""
        state = self._table.playing
        seats = state.seats
        mine = [s for s in self._mine if s in state.pending and not self._table.seats[s].away]
        return sorted(mine, key=lambda seat: (seat - state.active) % seats)

    def _game(self) -> View:
        return _game(self._table.game, self._language)

    def _note(self) -> str | None:
        """What the bots at the table have to say about themselves."""
        table = self._table
        bots = [seat.level or bot_runner.DEFAULT for seat in table.seats if seat.kind == BOT]
        notes = (bot_runner.note(level, table.game, self._language) for level in bots)
        return next(filter(None, notes), None)

    def named(self, seat: int) -> dict[str, str]:
        """The legal moves of a seat that owes a decision, in words."""
        state, before = self._table.private(seat).in_language(self._language), self._before(seat)
        moves = {
            move.text: [_label(part, before) or self._button(part) for part in move.parts]
            for move in state.moves(seat)
        }
        return web.named(moves)

    def _seats(self, state: rw.State | None) -> list[View]:
        table = self._table
        scores = (
            self._render_cache.made(state, "scores", lambda s, _: s.scores()) if state else None
        )
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
                "hints": seat.hints,
            }
            for number, seat in enumerate(table.seats)
        ]

    def _played(self, state: rw.State, own: list[int], viewer: int | None) -> View:
        table, render_cache = self._table, self._render_cache
        decisions = [self._decision(seat) for seat in own]
        names = tuple(self._name(seat) for seat in range(state.seats))
        log = render_cache.told(
            state,
            ("log", names, viewer, self._language),
            lambda: render_cache.log.lines(table, state, names, viewer, self._language),
        )
        found = {
            "turn": len(log),
            "active": state.active,
            "seats": self._seats(state),
            "deciding": own,
            "prompt": {str(one.seat): one.prompt for one in decisions},
            "moves": {str(one.seat): one.moves for one in decisions},
            "alike": {str(one.seat): one.alike for one in decisions},
            "buttons": self._buttons(decisions, viewer),
            "can_take_back": self._can_take_back(),
            "hidden": bool(own) and _hides(table, own[0], render_cache),
            "last": self._last(state, names, viewer),
            "log": log,
            "tally": [self._tally(state, seat) for seat in range(state.seats)],
        }
        if table.playing.over:
            found["result"] = self._result(state)
        return found

    def _decision(self, seat: int) -> Decision:
        state = self._table.private(seat)
        found: Decision = self._render_cache.told(
            state, ("decision", seat, self._language), lambda: self._decide(state, seat)
        )
        return found

    def _decide(self, state: rw.State, seat: int) -> Decision:
        told = state.in_language(self._language)
        listed, before = told.moves(seat), self._before(seat)
        parts = {part for move in listed for part in move.parts}
        labels = {part: _label(part, before) or self._button(part) for part in parts}
        moves = [
            {
                "text": move.text,
                "parts": move.parts,
                "label": ", ".join(labels[part] for part in move.parts),
            }
            for move in listed
        ]
        return Decision(seat, told.prompt(seat), encoded(moves), told.alike(seat), parts)

    def _tally(self, state: rw.State, seat: int) -> msgspec.Raw:
        def make(read: rw.State, _: object) -> msgspec.Raw:
            lines = read.in_language(self._language).tally(seat)
            return encoded([{"label": a, "points": b, "parts": c} for a, b, c in lines])

        found: msgspec.Raw = self._render_cache.made(state, ("tally", seat, self._language), make)
        return found

    def _before(self, seat: int) -> tuple[Picture, Picture]:
        """What a seat has before it: the middle of the table and its own sheet."""
        state, name = self._table.private(seat), self._table.seats[seat].name
        known = self._seen(state, seat)
        tray = self._render_cache.tray(known, self._language)
        return tray, self._render_cache.sheet(known, seat, name, self._language)

    def _buttons(self, decisions: list[Decision], viewer: int | None) -> dict[str, str]:
        """The parts of legal moves that are drawn nowhere."""
        if viewer is None or not decisions:
            return {}
        tray, sheet = self._before(viewer)
        parts = {part for one in decisions for part in one.parts}
        parts -= tray.parts.keys() | sheet.parts.keys()
        return {part: self._button(part) for part in sorted(parts)}

    def _button(self, part: str) -> str:
        texts = catalogue(self._table.game.definition.package, self._language)
        return texts.get(f"button.{part}", part)

    def _can_take_back(self) -> list[int]:
        state = self._table.playing
        decided = state.decided  # whoever has decided nothing has nothing to take back
        return [
            seat
            for seat in self._mine
            if seat in decided
            and self._render_cache.told(state, ("back", seat), partial(self._may, seat))
        ]

    def _may(self, seat: int) -> bool:
        try:
            commands.taken_back(self._table, seat)
        except Refused:
            return False
        return True

    def _name(self, seat: int) -> str:
        return self._table.seats[seat].name or say("seat", number=seat + 1).text(self._language)

    def _last(self, state: rw.State, names: Sequence[str], viewer: int | None) -> View | None:
        """The last event, as notation and in words."""
        events = state.log.events
        if not events:
            return None
        event = self._table.known_event(len(events) - 1, events[-1], viewer)
        kind = "move" if event.seat is not None else "deal" if "deal" in event.text else "roll"
        if event.text == "take back":
            kind = "take_back"
        told = in_words(self._table.game, event, names, self._language)
        found = {"kind": kind, "text": event.text, "seat": event.seat, "told": told}
        return found | {"rolls": state.log.rolls}

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
        public, language = self._seen(self._table.public(), None), self._language
        pictures = [self._render_cache.tray(state, language)]
        for number, seat in enumerate(self._table.seats):
            shown = state if number == viewer else public
            pictures.append(self._render_cache.sheet(shown, number, seat.name, language))
        return pictures


def _dice(chance: Chance | None, tray: Picture) -> list[str]:
    """The parts of the tray that were rolled last, whatever they show now."""
    if chance is None or chance.kind != "roll":
        return []
    dice = {part: part.removeprefix(DIE) for part in tray.parts if part.startswith(DIE)}
    return [part for part, name in dice.items() if any(due.endswith(name) for due in chance.what)]


def _label(part: str, pictures: Iterable[Picture]) -> str | None:
    return next(filter(None, (picture.label(part) for picture in pictures)), None)


def complete(view: View, pictures: list[Picture]) -> View:
    """A view with its pictures."""
    if pictures:
        view["tray"] = pictures[0].svg
        sheets = enumerate(pictures[1:])
        view["sheets"] = [{"seat": seat, "svg": picture.svg} for seat, picture in sheets]
    return view


def revealed(table: Table) -> bool:
    """Whether the secret may be seen: after the game; the day's, after the day."""
    if table.status != OVER:
        return False
    return table.day is None or table.day < time.strftime("%Y-%m-%d", time.gmtime())


def _hides(table: Table, seat: int, render_cache: RenderCache) -> bool:
    """Whether a seat may not see all of the table even before anybody has answered."""
    state = table.public()
    found: bool = render_cache.told(
        state, ("hides", seat), lambda: state.position(seat) != state.position()
    )
    return found


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


async def why_not(table: Table, seat: int, part: str, language: str) -> str:
    """The reason a part is of no use to a seat, in words; what it may do, if the part is of use."""
    if table.state is None:
        return say("why.not_begun").text(language)
    state = table.private(seat).in_language(language)
    if state.over or seat not in state.pending:
        return say("why.over" if state.over else "why.not_pending").text(language)
    # A game with many thousand moves takes a moment to search, and nobody else should wait for it.
    return await asyncio.to_thread(state.why_not, seat, part) or state.prompt(seat)
