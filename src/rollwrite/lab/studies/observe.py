"""Games of a job played again, one decision after the other, with somebody looking on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rollwrite.bots import bot
from rollwrite.bots.bot import BY_WORTH
from rollwrite.bots.players import Asked, asking
from rollwrite.errors import has_extra
from rollwrite.games.optional import OptionalTally
from rollwrite.kernel.evaluate import MoveEvaluator, built_ahead
from rollwrite.kernel.match import winning_seats
from rollwrite.kernel.match_runner import evaluator_of
from rollwrite.kernel.policy import NOISE, UNIT, Policy, seen_best
from rollwrite.kernel.rng import seeded
from rollwrite.kernel.rule import is_rule
from rollwrite.kernel.specialize import Specializer
from rollwrite.kernel.step import ENDLESS, FAULT, Scratch, step
from rollwrite.kernel.workspace import interpreted_scratch
from rollwrite.lab.job import Job

Choose = Callable[[Any, int, int, Scratch], int]


class Decision(NamedTuple):
    """A decision: when and by whom it was made, among how many moves, and what was at stake."""

    turn: int  # from 1
    seat: int
    slot: int
    choices: int
    move: str  # in notation; empty if nobody asked for it
    score: int  # of the seat, before it
    lead: int | None  # over the best other seat, before it; None for who plays alone
    stake: float | None  # points by which the best move is better than a random one,
    cost: float | None  # and than the one that was made; None where nobody can judge


class Observed(NamedTuple):
    """What was seen of a game."""

    decisions: list[Decision]
    scores: list[int]  # by seat
    winners: int  # a bit for each seat
    turns: int
    leads: int  # how often another seat took the lead, looked at when turns begin and at the end
    items: list[dict[tuple[str, str], bool]]  # by seat: what it had, and whether it was done


class Observer:
    """Plays the games of a job one by one, as they were played before, and looks on."""

    def __init__(self, job: Job, *, moves: bool = False) -> None:
        game = job.game
        self._job, self._moves = job, moves
        lineup = [
            player.bot.policy(game) if player.bot else asking(Asked(player, game, job.seats))
            for player in job.players
        ]
        self.judge = judge_of(job)
        self._judged = _evaluator(game.rules, self.judge) if self.judge else None
        rules = game.rules
        self._scratch = interpreted_scratch(rules, evaluator_of(lineup))
        bound = {"rules": rules, "evaluator": evaluator_of(lineup)}
        specializer = Specializer(bound)
        self._choose = [self._chooser(policy, specializer) for policy in lineup]
        self._step: Any = Specializer({"rules": rules, "STEPPED": True}).of(step)
        self._winning: Any = Specializer({"rules": rules}).of(winning_seats)
        self._items = OptionalTally.of(game.definition.tally).items

    def _chooser(self, policy: Policy, specializer: Specializer) -> Choose:
        """How a slot chooses: as in a match, with compiled judgement where there is one."""
        if policy.choose in BY_WORTH and _compiled(self._job.game.rules, policy):
            evaluator = _evaluator(self._job.game.rules, policy)
            noise = policy.model[NOISE]

            def by_worth(s: Any, seat: int, count: int, scratch: Scratch) -> int:
                if count == 1:
                    return 0
                worths = list(evaluator.rate(s, seat).values())
                return int(seen_best(worths, count, noise, scratch.rng))

            return by_worth
        choose: Any = policy.choose
        choose = specializer.of(choose) if is_rule(choose) else choose

        def plainly(s: Any, seat: int, count: int, scratch: Scratch) -> int:
            index: int = choose(s, seat, count, policy.model, scratch)
            return index

        return plainly

    def play(self, number: int) -> Observed | None:
        """A game by its number; None if it was broken off."""
        job, game = self._job, self._job.game
        rules, seats = game.rules, job.seats
        s = game.definition.position.start(game, seats, 0, game.options)
        seeded(self._scratch.rng, job.seed, number)
        decisions: list[Decision] = []
        turns = leads = made = 0
        leader: int | None = None
        items: list[dict[tuple[str, str], bool]] = [{} for _ in range(seats)]

        def look() -> None:
            """See who leads and what stands on the sheets."""
            nonlocal leads, leader
            scores = [rules.score(s, seat) for seat in range(seats)]
            first = [seat for seat in range(seats) if scores[seat] == max(scores)]
            if len(first) == 1:
                leads += leader is not None and leader != first[0]
                leader = first[0]
            for seat in range(seats):
                for item in self._items(game, s, seat):
                    key = item.kind, item.name
                    items[seat][key] = items[seat].get(key, False) or item.done

        def decide(s: Any, seat: int, count: int, *_: Any) -> int:
            slot = (seat - number) % seats
            worths = self._worths(s, seat, count)
            before = s.copy() if self._moves else s
            scores = [rules.score(s, other) for other in range(seats)]
            index = self._choose[slot](s, seat, count, self._scratch)
            if 0 <= index < count:
                own = scores.pop(seat)
                decisions.append(
                    Decision(
                        turns,
                        seat,
                        slot,
                        count,
                        self._text(before, seat, index),
                        own,
                        own - max(scores) if scores else None,
                        *_at_stake(worths, index),
                    )
                )
            return index

        while s.phase != rules.OVER:
            if game.definition.notation.begins_turn(game, s):
                turns += not turns or len(decisions) > made
                made = len(decisions)  # deals before the first decision are no turn of their own
                look()
            if self._step(s, self._scratch, decide, None, 0) == FAULT or len(decisions) >= ENDLESS:
                return None
        look()
        scores = [rules.score(s, seat) for seat in range(seats)]
        return Observed(decisions, scores, self._winning(s), turns, leads, items)

    def _worths(self, s: Any, seat: int, count: int) -> Sequence[int]:
        """What each move is worth to whoever judges."""
        if self._judged is None or count == 1:
            return ()
        return list(self._judged.rate(s, seat).values())

    def _text(self, before: Any, seat: int, index: int) -> str:
        if not self._moves:
            return ""
        game = self._job.game
        moves = [0] * game.rules.MOVES
        game.rules.legal(before, seat, moves)
        return game.definition.notation.write(game, before, seat, moves[index])


def _at_stake(worths: Sequence[int], index: int) -> tuple[float | None, float | None]:
    """By how many points the best move beats a random one, and the one that was made."""
    if not worths:
        return None, None
    best = max(worths)
    average = (best * len(worths) - sum(worths)) / len(worths)
    return round(average / UNIT, 3), round((best - worths[index]) / UNIT, 3)


def judge_of(job: Job) -> Policy | None:
    """Who says what moves are worth: the model of a bot at the table, else the expert's, if any."""
    own = [player.bot.policy(job.game) for player in job.players if player.bot]
    for policy in (*own, bot("expert").policy(job.game)):
        if policy.evaluator is not None and policy.choose in BY_WORTH:
            model = list(policy.model)
            model[NOISE] = 0
            return policy._replace(model=model)
    return None


def _compiled(rules: Any, policy: Policy) -> bool:
    return has_extra("fast") or built_ahead(rules, policy)


def _evaluator(rules: Any, policy: Policy) -> MoveEvaluator:
    return MoveEvaluator(rules, policy, compiled=_compiled(rules, policy))
