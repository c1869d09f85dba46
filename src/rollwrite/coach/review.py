"""A review: what every choice of a game was worth, and how much of the result was luck.

For each seat the margin at the end is what was expected at the start, plus the luck of all rolls
and deals, less what its own choices gave away, plus what the others gave away, plus what the judge
did not foresee. The last is told, not hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from rollwrite.bots.bot import can_prepare
from rollwrite.coach.course import SMALL, Course, Decision, Fall, follow
from rollwrite.coach.gifts import Cost, gifts
from rollwrite.coach.judge import Judge, View, Worth, final_margin, judge
from rollwrite.coach.outcomes import SAMPLE
from rollwrite.coach.rollouts import confirmed, foretold
from rollwrite.errors import BadLog, say
from rollwrite.play.checks import check_flag, check_function, check_places, check_state
from rollwrite.play.state import State

WORST = 3  # decisions to try again
SHOWN = 6  # moves of these that are played out
MUCH = 1.0  # points that a choice must be better by than all others to be worth telling


class Account(NamedTuple):
    """A seat's game in figures: ``final`` is the sum of the others, errors taken off."""

    start: float
    luck: float
    errors: float
    stand_in: float  # what a bot gave away that played in the place of whom the seat belongs to
    others: float  # what the other players gave away, as far as it was to this seat's good
    unforeseen: float  # by the judge
    final: float


class Review(NamedTuple):
    """All that is to be said about a game."""

    state: State  # the end
    decisions: tuple[Decision, ...]
    falls: tuple[Fall, ...]
    chances: tuple[tuple[float, ...], ...]  # of every seat: at the start, and after every event
    accounts: tuple[Account, ...]  # of every seat
    learnt: bool  # whether a model was asked, or only a search
    goal: int = 0  # the points with which a game alone is won, if there is such a goal

    def mistakes(self, seat: int) -> list[Decision]:
        """The mistakes of a seat, costliest first."""
        return costliest(self.decisions, seat)

    def finest(self, seat: int) -> Decision | None:
        """The best choice of a seat that was better than any other by most, if by much."""
        own = (one for one in self.decisions if one.seat == seat and not one.stand_in)
        found = max(own, key=lambda one: one.lead, default=None)
        return found if found and found.lead >= MUCH else None

    def worst(self, seat: int) -> list[Decision]:
        """The costliest mistakes of a seat, costliest first: to be tried again."""
        return self.mistakes(seat)[:WORST]


Progress = Callable[[int, int], None]


def review(
    state: State,
    *,
    compiled: bool | None = None,
    progress: Progress | None = None,
    by_bots: Collection[int] = (),
) -> Review:
    """Review a finished game; BadLog for one that is not, such as a log that was cut off.

    Unless told otherwise it is compiled where that is installed. Interpreted it is rougher: nothing
    is played out, and luck is measured against what the judge expected before the roll.
    ``by_bots`` are the places in the log of what bots decided for people: a seat that somebody else
    plays too is judged for its own decisions alone.
    """
    check_state(state)
    check_flag("compiled", compiled)
    check_function("progress", progress)
    check_places("by_bots", by_bots, len(state.log.events))
    game = state.game
    if not state.over:
        raise BadLog(say("coach.not_over", events=len(state.log.events)), game.language)
    seen = judge(game, compiled=can_prepare(game) if compiled is None else compiled)
    thorough = seen.compiled and seen.learnt
    events = len(state.log.events)
    done = 0

    def tell() -> None:
        nonlocal done
        done += 1
        if progress:
            progress(min(done, 2 * events), 2 * events)

    course = follow(seen, state, SAMPLE if thorough else 0, tell)
    persons = {choice.seat for choice in course.decisions if choice.event not in by_bots}
    decisions: list[Decision] = []
    for choice in course.decisions:
        aside = choice.event in by_bots and choice.seat in persons
        found = _confirmed(seen, choice) if thorough else choice
        decisions.append(found._replace(stand_in=aside))
        tell()
    for seat in range(state.seats):
        for choice in costliest(decisions, seat)[:WORST]:
            decisions[decisions.index(choice)] = choice._replace(worths=_worths(seen, choice))
    chances = tuple(map(_shares, course.views))
    accounts = accounts_of(seen, state, course, decisions)
    if progress:
        progress(2 * events, 2 * events)
    goal = seen.goal(state._record)
    return Review(state, tuple(decisions), course.falls, chances, accounts, seen.learnt, goal)


def costliest(decisions: Sequence[Decision], seat: int) -> list[Decision]:
    """The mistakes of a seat, costliest first."""
    own = [choice for choice in decisions if choice.seat == seat and choice.mistake]
    return sorted(own, key=lambda choice: -choice.loss)


def accounts_of(
    seen: Judge, end: State, course: Course, decisions: list[Decision]
) -> tuple[Account, ...]:
    """What every seat was given and gave away."""
    costs = {
        choice.event: Cost(choice.loss, choice.best.margin - choice.chosen.margin)
        for choice in decisions
    }
    given = []
    if end.seats > 2:
        given = [gifts(seen, stretch, costs) for stretch in course.stretches]
    accounts = []
    for seat in range(end.seats):
        start, final = course.views[0][seat].margin, final_margin(end, seat)
        luck = sum(fall.luck[seat] for fall in course.falls)
        made = [choice for choice in decisions if choice.seat == seat]
        errors = sum(choice.loss for choice in made if not choice.stand_in)
        stand_in = sum(choice.loss for choice in made if choice.stand_in)
        if end.seats == 2:  # there what one gives away the other gets
            others = sum(choice.loss for choice in decisions if choice.seat != seat)
        else:
            others = sum(gift[seat] for gift in given)
        rest = final - start - luck + errors + stand_in - others
        accounts.append(Account(start, luck, errors, stand_in, others, rest, final))
    return tuple(accounts)


def _shares(views: tuple[View, ...]) -> tuple[float, ...]:
    """The chances of all seats, which come to one if there is a contest."""
    total = sum(view.chance for view in views) if len(views) > 1 else 1.0
    return tuple(view.chance / (total or 1.0) for view in views)


def _confirmed(seen: Judge, choice: Decision) -> Decision:
    """A choice with what games that go on from there say."""
    if choice.loss < SMALL / 2:
        return choice
    found = confirmed(seen, choice.state, choice.best, choice.chosen)
    return choice._replace(loss=found.margin, chance_loss=found.chance, games=found.games)


def _worths(seen: Judge, choice: Decision) -> tuple[Worth, ...]:
    """What all moves were worth, with games from those that matter; the best is never beaten."""
    rated = sorted(seen.rate(choice.state, choice.seat), key=lambda worth: -worth.margin)
    told = []
    for number, worth in enumerate(rated):
        if worth.move == choice.chosen.move:
            loss, chance = choice.loss, choice.chance_loss
        elif worth.move == choice.best.move:
            loss, chance = 0.0, 0.0
        else:
            near = seen.compiled and seen.learnt and number < SHOWN
            ask = confirmed if near else foretold
            found = ask(seen, choice.state, choice.best, worth)
            loss, chance = found.margin, found.chance
        told.append(Worth(worth.move, choice.best.margin - loss, choice.best.chance - chance))
    told.sort(key=lambda worth: (-worth.margin, worth.move != choice.best.move))
    return tuple(told)
