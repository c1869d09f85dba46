"""One game, checked at every step."""

from __future__ import annotations

from functools import partial

from rollwrite.games.optional import OptionalDescriptions
from rollwrite.play.state import Move, State
from rollwrite.testing.chances import check_chance
from rollwrite.testing.choosers import Chooser, chooser
from rollwrite.testing.decisions import check_refusals, check_taken_back, check_window, refused
from rollwrite.testing.drawings import Drawings
from rollwrite.testing.hidden import check_hidden_moves, check_hidden_roll
from rollwrite.testing.inspection import Inspection
from rollwrite.testing.moments import check_end, check_moment
from rollwrite.testing.narrations import Narrations

ENDLESS = 20_000  # events after which a game is taken not to end
ADVISED = 300, 0.4  # for how many decisions a reason is asked, and what share of the others
ENOUGH = 200  # events of a game that is known not to end


class Playthrough:
    """Plays a game in one way and looks at everything on it."""

    def __init__(self, look: Inspection, seats: int, play: str, number: int) -> None:
        self._look = look
        self._play = play
        self._number = number
        look.seats, look.play, look.state = seats, play, None
        self._known: set[str] = set()  # every notation of a move met so far
        self._drawings = Drawings(look)
        self._narrations = Narrations(look)
        self._fresh = True  # whether more has happened than that an answer waits

    def check(self) -> State | None:
        """Play to the end; the last state, or None if the game could not be played."""
        look = self._look
        state: State | None = None
        with look.guard("starting a game"):
            choose = chooser(look, self._play)
            first = look.random.randrange(look.seats)
            state = look.game.start(look.seats, look.seed + self._number, first)
        if state is None:
            return None
        before: State | None = None
        events, limit = 0, ENOUGH if look.endless else ENDLESS
        while not state.over:
            events += 1
            if events > limit:
                ends = look.endless
                look.that(ends, "rules", "rules", f"{self._play} play does not end")
                return None
            look.state = state
            look.report.coverage.phases.add(state._record.phase)
            self._fresh = _is_fresh(before, state)
            check_moment(look, state, fresh=self._fresh)
            before = state
            after = self._go_on(state, choose)
            if after is None:
                return None
            state = after
        look.state = state
        look.report.coverage.phases.add(state._record.phase)
        look.report.coverage.games[self._play] += 1
        check_moment(look, state, fresh=True)
        check_end(look, state)
        return state

    def _go_on(self, state: State, choose: Chooser) -> State | None:
        """The next state, or None if the game's code did not get that far."""
        after = None
        if state.pending:
            with self._look.guard("deciding"):
                after = self._decided(state, choose)
        else:
            with self._look.guard("rolling"):
                after = self._rolled(state)
        if after is not None:
            self._narrations.check(after.log.events[-1])
        return after

    def _describe(self, state: State, move: Move) -> None:
        """What the button says that makes a move, what it does, and how it is told."""
        game, record = self._look.game, state._record
        describing = OptionalDescriptions.of(game.definition.descriptions)
        for what in (describing.act, describing.effect):
            found = what(game, record, move.seat, move.action)
            if found is not None:
                self._look.ear.hear(found, "descriptions")
        for found in describing.closes(game, record, move.seat, move.action):
            self._look.ear.hear(found, "descriptions.closes")
        told = describing.told(game, record, move.seat, move.text)
        if told is not None:
            yours = told._replace(key=told.key.replace("told.", "told_you.", 1))
            for message in (told, yours):
                self._look.ear.hear(message, "descriptions.told")

    def _rolled(self, state: State) -> State:
        look = self._look
        rolled = state.roll()
        look.report.coverage.rolls += 1
        with look.guard("checking a chance event"):
            check_chance(look, state, rolled, next(iter(self._known), "x"))
        with look.guard("comparing what seats see"):
            check_hidden_roll(look, state, rolled)
        return rolled

    def _decided(self, state: State, choose: Chooser) -> State:
        look = self._look
        one = look.random.choice(state.pending)
        for seat in state.pending:
            if self._fresh or seat == one:
                self._check_seat(state, seat)
        with look.guard("checking a window"):
            check_window(look, state)
        with look.guard("comparing what seats see"):
            check_hidden_moves(look, state)
        seat = look.random.choice(state.pending)
        move = choose(state, seat)
        after = state.play(move)
        self._note(move)
        with look.guard("explaining a move"):
            self._advise(state, move)
        with look.guard("describing a move"):
            self._describe(state, move)
        with look.guard("refusing a roll"):
            reason = refused(partial(state.roll, "1"))
            look.that(reason is not None, "chance", "State", "dice are rolled while seats decide")
        with look.guard("taking back"):
            check_taken_back(look, state, move, after)
        return after

    def _check_seat(self, state: State, seat: int) -> None:
        """What a pending seat may do, is shown and is told."""
        moves = state.moves(seat)
        self._check_moves(state, seat, moves)
        with self._look.guard("checking the drawings"):
            self._drawings.check(state, seat, moves)
        check_refusals(self._look, state, seat, moves, self._known)

    def _note(self, move: Move) -> None:
        coverage = self._look.report.coverage
        coverage.decisions += 1
        coverage.chosen.update(move.parts)
        coverage.words.add(move.text.partition(" ")[0])

    def _check_moves(self, state: State, seat: int, moves: list[Move]) -> None:
        look = self._look
        look.that(bool(moves), "moves", "rules.legal", f"seat {seat} has no move")
        texts = [str(move) for move in moves]
        if len(set(texts)) < len(texts):
            twice = max(texts, key=texts.count)
            look.that(False, "moves", "notation.write", f"two moves are written {twice!r}")
        parts = [frozenset(move.parts) for move in moves]
        same = len(set(parts)) == len(parts)
        look.that(same, "moves", "notation.parts", "two moves consist of the same parts")
        with look.guard("prompting"):
            notation = look.game.definition.notation
            look.ear.hear(notation.prompt(look.game, state._record, seat), "notation.prompt")
        for move in look.random.sample(moves, min(3, len(moves))):
            with look.guard(f"reading {move.text!r}"):
                alike = state.play(str(move).upper(), seat) == state.play(move)
                what = f"{move.text!r} is read as another move than it is written for"
                look.that(alike, "moves", "notation.read", what)
        self._known.update(texts)

    def _advise(self, state: State, move: Move) -> None:
        """What speaks for a move against another can be said."""
        advice = self._look.game.definition.advice
        if advice is None or not self._look.is_due("advice", *ADVISED):
            return
        others = [one for one in state.moves(move.seat) if one.action != move.action]
        if not others:
            return
        other = self._look.random.choice(others)
        record, seat = state._record, move.seat
        found = advice.why(self._look.game, record, seat, move.action, other.action)
        if found is not None:
            self._look.ear.hear(found, "advice.why")


def _is_fresh(before: State | None, state: State) -> bool:
    """Whether more has changed than who has answered: else all but one seat look at the same."""
    if before is None or before._record.phase != state._record.phase:
        return True
    waiting = ("answers", "pending")
    one, two = before._record, state._record
    return any(getattr(one, n) != getattr(two, n) for n in one._fields if n not in waiting)
