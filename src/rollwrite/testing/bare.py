"""The rules alone, played as plain Python: what every rule must keep, at every step."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from rollwrite.kernel.rng import draw, seeded
from rollwrite.testing.coverage import phase_names
from rollwrite.testing.inspection import Inspection
from rollwrite.testing.records import differences, place, too_wide

ENDLESS = 20_000  # events after which a game is taken not to end
LAST = 1_000  # events of such a game that are looked at to say what repeats
CLOSELY = 3  # games for each number of seats in which each rule is watched for what it changes
SLACK, CANARY = 64, -77
NEEDED = ("seats", "active", "phase", "pending")


def check_records(inspection: Inspection) -> bool:
    """Whether the record has what everybody needs; without it nothing can be played."""
    rules = inspection.game.rules
    missing = [name for name in NEEDED if name not in rules.State._fields]
    what = f"the record State lacks the field {', '.join(missing)}, which every game has"
    return inspection.that(not missing, "rules", "rules.State", what)


def play_bare(inspection: Inspection, seats: int) -> None:
    """Play games at random with the rules alone, and watch what they do to the record."""
    inspection.seats, inspection.state, inspection.play = seats, None, "bare"
    for number in range(inspection.effort.bare):
        with inspection.guard("playing the rules alone"):
            game = _BareGame(inspection, seats, number)
            game.play()
            inspection.report.coverage.games["bare"] += 1
        if inspection.endless or inspection.report.hung:
            return


class _BareGame:
    """One game of the rules alone."""

    def __init__(self, inspection: Inspection, seats: int, number: int) -> None:
        self._inspection = inspection
        self._rules = inspection.game.rules
        position = inspection.game.definition.position
        self._s = position.start(inspection.game, seats, number % seats, inspection.game.options)
        self._closely = number < CLOSELY
        self._rng = [0, 0]
        seeded(self._rng, inspection.seed, number)
        self._recent: Counter[tuple[int, int]] = Counter()

    def play(self) -> None:
        s, events = self._s, 0
        while s.phase != self._rules.OVER:
            events += 1
            if events > ENDLESS - LAST:
                self._recent[s.phase, s.pending] += 1
            if events > ENDLESS:
                self._tell_endless()
                return
            self._check_pending()
            before = s.copy() if self._closely else None
            if s.pending == 0:
                self._roll()
            elif not self._decide():
                return
            if before is not None and not self._watch(before):
                return
        self._check_pending()
        self._check_score()
        self._check_widths()

    def _that(self, true: bool, where: str, what: str) -> bool:
        return true or self._inspection.that(
            False, "rules", where, f"{what}, in phase {self._phase()}"
        )

    def _phase(self) -> str:
        names = phase_names(self._inspection.game.definition.package, self._rules)
        return names.get(self._s.phase, str(self._s.phase))

    def _watch(self, before: Any) -> bool:
        """Widths and progress after a step; False where going on makes no sense."""
        apart = list(differences(before, self._s))
        if before.pending and all(found.path[0] == "answers" for found in apart):
            self._inspection.endless = True
            what = "a seat has answered and is still pending: clear its bit in pending"
            return self._that(False, "rules.apply", what)
        changed = bool(apart)
        who = "resolve" if before.pending == 0 else "apply"
        self._that(changed, f"rules.{who}", f"{who} changes nothing in the record")
        return changed and self._check_widths()

    def _check_widths(self) -> bool:
        wide = next(too_wide(self._s), None)
        return self._that(wide is None, "rules.State", f"{wide}")

    def _check_pending(self) -> None:
        s = self._s
        if s.pending >> s.seats or s.pending < 0:
            what = f"pending is {s.pending:b}, but only {s.seats} seats play"
            self._that(False, "rules.State.pending", what)
        if s.phase == self._rules.OVER:
            waits = [seat for seat in range(s.seats) if s.pending >> seat & 1]
            what = f"a finished game waits for seats {waits}: pending is not cleared"
            self._that(not waits, "rules.State.pending", what)

    def _roll(self) -> None:
        rules, s = self._rules, self._s
        event = [0] * rules.EVENT + [CANARY] * SLACK
        before = s.copy() if self._closely else s
        rules.sample(s, event, self._rng)
        self._unchanged(before, "sample")
        kept = event[rules.EVENT :] == [CANARY] * SLACK
        self._that(kept, "rules.sample", f"sample writes more than EVENT = {rules.EVENT} integers")
        event = event[: rules.EVENT]
        fits = all(isinstance(one, int) and -128 <= one <= 127 for one in event)
        self._that(fits, "rules.sample", f"sample draws {event}, beyond what 8 bits hold")
        rules.resolve(s, event)

    def _decide(self) -> bool:
        rules, s = self._rules, self._s
        waiting = [seat for seat in range(s.seats) if s.pending >> seat & 1]
        if not waiting:
            return False
        seat = waiting[draw(self._rng, len(waiting))]
        before = s.copy() if self._closely else s
        moves = [0] * rules.MOVES + [CANARY] * SLACK
        count = rules.legal(s, seat, moves)
        self._unchanged(before, "legal")
        room = moves[rules.MOVES :] == [CANARY] * SLACK and count <= rules.MOVES
        what = f"legal lists {count} moves, but MOVES is {rules.MOVES}: raise it"
        if not self._that(room, "rules.legal", what):
            return False
        if not self._that(count > 0, "rules.legal", "a pending seat has no move"):
            return False
        moves = moves[:count]
        self._check_moves(moves)
        self._check_answers(seat, waiting, moves)
        rules.apply(s, seat, moves[draw(self._rng, count)])
        return True

    def _check_moves(self, moves: list[int]) -> None:
        limit = self._rules.ACTIONS
        fit = all(type(one) is int and 0 <= one < limit for one in moves)
        what = f"legal lists {moves}, but actions are integers from 0 to ACTIONS - 1 = {limit - 1}"
        self._that(fit, "rules.legal", what)
        falling = next(((a, b) for a, b in pairwise(moves) if a >= b), None)
        what = f"moves are not rising: legal lists {falling and falling[0]} before"
        self._that(falling is None, "rules.legal", f"{what} {falling and falling[1]}")

    def _check_answers(self, seat: int, waiting: list[int], moves: list[int]) -> None:
        """An answer that waits as 0 is one that was never given."""
        s = self._s
        if 0 not in moves or len(waiting) < 2 or "answers" not in s._fields:
            return
        after = s.copy()
        self._rules.apply(after, seat, 0)
        lost = after.phase == s.phase and not after.pending >> seat & 1
        what = "action 0 is an answer that waits, and 0 means no answer: number actions from 1"
        self._that(not lost or after.answers[seat] != 0, "rules.legal", what)

    def _unchanged(self, before: Any, rule: str) -> None:
        if self._closely and (found := next(differences(before, self._s), None)):
            self._that(False, f"rules.{rule}", f"{rule} changes the record at {place(found.path)}")

    def _check_score(self) -> None:
        before = self._s.copy()
        for seat in range(self._s.seats):
            points = self._rules.score(self._s, seat)
            fits = isinstance(points, int) and -(1 << 15) <= points < 1 << 15
            self._that(fits, "rules.score", f"score gives {points!r}, which 16 bits do not hold")
            self._rules.standing(self._s, seat)
        self._unchanged(before, "score")

    def _tell_endless(self) -> None:
        self._inspection.endless = True
        (phase, pending), times = self._recent.most_common(1)[0]
        self._s.phase = phase
        waits = [seat for seat in range(self._s.seats) if pending >> seat & 1]
        who = f"seats {waits} are asked" if waits else "chance is due"
        what = (
            f"random play does not end: of the last {LAST} of {ENDLESS} events, {times} times {who}"
        )
        self._that(False, "rules", what)
