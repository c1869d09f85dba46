"""What one browser sees of a table: game-neutral, in its language, without what it may not know."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache, partial
from typing import Literal

import rollwrite as rw
from rollwrite import web
from rollwrite.errors import Refused
from rollwrite.games.contract import Chance
from rollwrite.play.log import TAKE_BACK
from rollwrite.play.turns import points_by_turn
from rollwrite.server import schemas
from rollwrite.server.schemas import View
from rollwrite.server.tables import bot_runner, commands
from rollwrite.server.tables.daily import is_open
from rollwrite.server.tables.decision_view import DecisionViewer
from rollwrite.server.tables.entering_view import entering
from rollwrite.server.tables.render_cache import LOG, Picture, RenderCache
from rollwrite.server.tables.table import BOT, DAILY, FRIENDS, LOBBY, OVER, Table, shown_name
from rollwrite.server.tables.turn_log import narrated_last
from rollwrite.texts import Message

DIE = "die-"


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
        self.decisions = DecisionViewer(table, render_cache, language)

    def view(self) -> tuple[View, list[Picture]]:
        """The view, and its pictures: tray, sheets, a market (none before the start)."""
        view = self._before_start()
        if self._table.state is None:
            return view, []
        self._render_cache.named([seat.name for seat in self._table.seats])
        own = self._deciding()
        viewer = own[0] if own else self._mine[0] if self._mine else None
        if self._table.own_dice:
            names = [self._name(seat) for seat in range(len(self._table.seats))]
            view.entering = entering(
                self._table, self._render_cache, self._who, names, self._language
            )
            if not own and view.entering.seat in self._mine:
                viewer = view.entering.seat  # who is dealt a card that nobody else sees
        state = self._table.public() if viewer is None else self._table.private(viewer)
        known = self._render_cache.seen_by(state, viewer)
        self._add_play(view, known, own, viewer)
        pictures = self._pictures(known, viewer)
        view.rolled = _dice(self._table.rolled, pictures[0])
        return view, pictures

    def _before_start(self) -> View:
        table = self._table
        return View(
            table=table.id,
            seq=table.seq,
            mode=table.mode,
            status=table.status,
            host=table.host == self._who,
            language=self._language,
            game=_game(table.game, self._language),
            levels=self._levels,
            level=bot_runner.DEFAULT,
            rematch=table.rematch,
            before=table.before,
            day=table.day,
            fair=self.fair(),
            hint=table.mode != DAILY,
            note=self._note(),
            turn=0,
            seats=self._seats(None) if table.state is None else [],
            deciding=[],
            prompt={},
            moves={},
            asks={},
            tips={},
            alike={},
            aliases={},
            buttons={},
            can_take_back=[],
            hidden=False,
            last=None,
            log=[],
            tally=[],
            rolled=[],
            tray=None,
            sheets=[],
        )

    def _add_play(self, view: View, state: rw.State, own: list[int], viewer: int | None) -> None:
        table, render_cache = self._table, self._render_cache
        decisions = [self.decisions.decision(seat) for seat in own]
        names = tuple(self._name(seat) for seat in range(state.seats))
        view.log = render_cache.of_state(
            state,
            (LOG, viewer, self._language),
            lambda: render_cache.log.lines(table, state, names, viewer, self._language),
        )
        view.turn = len(view.log)
        view.active = state.active
        view.seats = self._seats(state)
        view.deciding = own
        view.prompt = {str(one.seat): one.prompt for one in decisions}
        view.moves = {str(one.seat): one.moves for one in decisions}
        view.asks = {str(one.seat): one.asks for one in decisions}
        view.tips = {str(one.seat): one.tip for one in decisions if one.tip}
        view.alike = {str(one.seat): one.alike for one in decisions}
        view.aliases = {str(one.seat): dict(one.aliases) for one in decisions}
        view.buttons = self.decisions.buttons(decisions, viewer)
        view.can_take_back = self._can_take_back()
        view.hidden = bool(own) and _hides(table, own[0], render_cache)
        view.last = self._last(state, names, viewer)
        view.tally = [self._tally(state, seat) for seat in range(state.seats)]
        if table.playing.over:
            view.result = self._result(state)

    def _deciding(self) -> list[int]:
        """My seats that are to move, the one after the active seat last."""
        state = self._table.playing
        seats = state.seats
        mine = [s for s in self._mine if s in state.pending and not self._table.seats[s].away]
        return sorted(mine, key=lambda seat: (seat - state.active) % seats)

    def _note(self) -> str | None:
        """What the bots at the table have to say about themselves."""
        table = self._table
        bots = [seat.level or bot_runner.DEFAULT for seat in table.seats if seat.kind == BOT]
        notes = (bot_runner.note(level, table.game, self._language) for level in bots)
        return next(filter(None, notes), None)

    def _seats(self, state: rw.State | None) -> list[schemas.TableSeat]:
        table = self._table
        scores = (
            self._render_cache.made(state, "scores", lambda s, _: s.scores()) if state else None
        )
        winners = state.winners() if state else ()
        pending = table.playing.pending if state else ()
        return [
            schemas.TableSeat(
                seat=number,
                name=self._name(number) if seat.forgotten or seat.unnamed else seat.name,
                kind=seat.kind,
                level=seat.level,
                mine=number in self._mine,
                host=seat.who is not None and seat.who == table.host,
                away=seat.away,
                connected=seat.kind == BOT or seat.who in self._connected,
                pending=number in pending,
                score=scores[number] if scores else None,
                winner=number in winners,
                hints=seat.hints,
            )
            for number, seat in enumerate(table.seats)
        ]

    def _tally(self, state: rw.State, seat: int) -> list[schemas.TallyLine]:
        def make(read: rw.State, _: object) -> list[schemas.TallyLine]:
            lines = read.in_language(self._language).tally(seat)
            return schemas.encoded([schemas.TallyLine(*line) for line in lines])

        found: list[schemas.TallyLine] = self._render_cache.made(
            state, ("tally", seat, self._language), make
        )
        return found

    def _can_take_back(self) -> list[int]:
        state = self._table.playing
        decided = state.decided  # whoever has decided nothing has nothing to take back
        return [
            seat
            for seat in self._mine
            if seat in decided
            and self._render_cache.of_state(state, ("back", seat), partial(self._may, seat))
        ]

    def _may(self, seat: int) -> bool:
        try:
            commands.taken_back(self._table, seat)
        except Refused:
            return False
        return True

    def _name(self, seat: int) -> str:
        return shown_name(self._table.seats[seat], seat, self._language)

    def _last(
        self, state: rw.State, names: Sequence[str], viewer: int | None
    ) -> schemas.LastEvent | None:
        """The last event, as notation and in words."""
        events = state.log.events
        if not events:
            return None
        event, text = narrated_last(self._table, state.log, names, viewer, self._language)
        kind: Literal["move", "deal", "roll", "take_back"] = "take_back"
        if event.text != TAKE_BACK:
            kind = "move" if event.seat is not None else "deal" if "deal" in event.text else "roll"
        return schemas.LastEvent(kind, event.text, event.seat, text, state.log.rolls)

    def _result(self, state: rw.State) -> schemas.Result:
        scores, winners = state.scores(), state.winners()
        order = sorted(range(state.seats), key=lambda s: (s not in winners, -scores[s], s))
        places = []
        for seat in order:
            better = sum((o in winners, scores[o]) > (seat in winners, scores[seat]) for o in order)
            places.append(schemas.Rank(seat, better + 1, scores[seat]))
        names = [self._name(seat) for seat in range(state.seats)]
        return schemas.Result(
            winners,
            places,
            web.story(state, names, self._language),
            points_by_turn(state),
            self._table.day if self._table.mode == DAILY else None,
        )

    def fair(self) -> schemas.Fairness:
        """What the dice follow from, as far as it may be seen."""
        table = self._table
        asks = table.status == LOBBY and bool(self._mine)
        if table.own_dice:  # what starts by itself starts when a browser says it is there
            return schemas.Fairness("", (), None, asks and table.mode != FRIENDS, own_dice=True)
        fairness = table.fairness
        return schemas.Fairness(
            commitment=fairness.commitment,
            seeds=fairness.seeds,
            revealed=fairness.secret.hex() if revealed(table) else None,
            wants_seed=asks and self._who not in table.seeds,
            brought=table.brought,
        )

    def _pictures(self, state: rw.State, viewer: int | None) -> list[Picture]:
        render_cache, language = self._render_cache, self._language
        public = render_cache.seen_by(self._table.public(), None)
        pictures = [render_cache.tray(state, language)]
        for number, seat in enumerate(self._table.seats):
            shown = state if number == viewer else public
            pictures.append(render_cache.sheet(shown, number, seat.name, language))
        market = render_cache.market(state, language)
        return pictures if market is None else [*pictures, market]


def _dice(chance: Chance | None, tray: Picture) -> list[str]:
    """The parts of the tray that were rolled last, whatever they show now."""
    if chance is None or chance.kind != "roll":
        return []
    dice = {part: part.removeprefix(DIE) for part in tray.parts if part.startswith(DIE)}
    return [part for part, name in dice.items() if any(due.endswith(name) for due in chance.what)]


def complete(view: View, pictures: list[Picture]) -> View:
    """A view with its pictures."""
    if pictures:
        seats = len(view.seats)
        view.tray = pictures[0].svg
        view.sheets = [
            schemas.Sheet(seat, one.svg) for seat, one in enumerate(pictures[1 : seats + 1])
        ]
        view.market = pictures[-1].svg if len(pictures) > seats + 1 else None
    return view


def revealed(table: Table) -> bool:
    """Whether the secret may be seen: after the game; the day's, when no game of it can count."""
    if table.status != OVER:
        return False
    return table.day is None or is_open(table.day)


def _hides(table: Table, seat: int, render_cache: RenderCache) -> bool:
    """Whether a seat may not see all of the table even before anybody has answered."""
    state = table.public()
    found: bool = render_cache.of_state(
        state, ("hides", seat), lambda: state.position(seat) != state.position()
    )
    return found


@lru_cache(512)
def _game(game: rw.Game, language: str) -> schemas.TableGame:
    localized = game.in_language(language)
    return schemas.TableGame(
        id=game.id,
        name=localized.name,
        variant=game.variant,
        options=game.options,
        about=localized.text(Message(game.definition.package, "about")),
        provenance=game.definition.provenance,
        seats=[game.seats.start, game.seats.stop - 1],
        version=game.definition.version,
    )
