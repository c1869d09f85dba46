"""A review: what every choice of a game was worth, and how much of the result was luck.

For each seat the margin at the end is what was expected at the start, plus the luck of all rolls
and deals, less what its own choices gave away, plus a remainder: what the others chose, and what
the judge did not foresee. The remainder is told, not hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from rollwrite.bots.bot import can_prepare
from rollwrite.coach.judge import Judge, View, Worth, final_margin, judge
from rollwrite.coach.rollouts import confirmed
from rollwrite.errors import BadLog, say
from rollwrite.play.checks import check_flag, check_function, check_state
from rollwrite.play.log import TAKE_BACK, Event
from rollwrite.play.state import State

WORST = 3  # decisions to try again
SMALL = 0.25  # points below which a loss is no mistake
LOOKED_AT = 6  # the costliest decisions of a seat, which are played out before they are called so


class Decision(NamedTuple):
    """A choice that was free: what was chosen, what would have been best, what it gave away."""

    event: int  # its place in the log
    seat: int
    state: State  # before it
    chosen: Worth
    best: Worth
    loss: float  # in points
    confirmed: bool  # whether games played out from both moves agree that it was a mistake

    @property
    def mistake(self) -> bool:
        """Whether it should be called one."""
        return self.confirmed and self.loss >= SMALL


class Fall(NamedTuple):
    """A roll or a deal, and what it brought each seat against the mean of all that could fall."""

    event: int
    text: str
    luck: tuple[float, ...]


class Account(NamedTuple):
    """A seat's game in five figures: ``final`` is the sum of the others, errors taken off."""

    start: float
    luck: float
    errors: float
    remainder: float
    final: float


class Review(NamedTuple):
    """All that is to be said about a game."""

    state: State  # the end
    decisions: tuple[Decision, ...]
    falls: tuple[Fall, ...]
    chances: tuple[tuple[float, ...], ...]  # of every seat: at the start, and after every event
    accounts: tuple[Account, ...]  # of every seat
    learnt: bool  # whether a model was asked, or only a search

    def worst(self, seat: int) -> list[Decision]:
        """The costliest mistakes of a seat, costliest first: to be tried again."""
        own = [choice for choice in self.decisions if choice.seat == seat and choice.mistake]
        return sorted(own, key=lambda choice: -choice.loss)[:WORST]


def review(
    state: State,
    *,
    compiled: bool | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Review a finished game; BadLog for one that is not, such as a log that was cut off.

    Unless told otherwise it is compiled where that is installed. Interpreted it takes seconds, and
    counts as mistakes what gives away a point or more, without games that go on from there.
    """
    check_state(state)
    check_flag("compiled", compiled)
    check_function("progress", progress)
    game = state.game
    if not state.over:
        raise BadLog(say("coach.not_over", events=len(state.log.events)), game.language)
    seen = judge(game, compiled=can_prepare(game) if compiled is None else compiled)
    steps = list(_steps(state))
    decisions: list[Decision] = []
    falls: list[Fall] = []
    views = _views(seen, steps[0][1] if steps else state)
    start = views
    rest = [0.0] * state.seats
    chances = [_shares(views)]
    for number, (place, before, event, after) in enumerate(steps):
        was = views
        if event.seat is None:
            views = _views(seen, after)
            luck = tuple(now.margin - then.margin for now, then in zip(views, was, strict=True))
            falls.append(Fall(place, event.text, luck))
        else:
            choice = _decision(seen, place, before, event)
            if choice is not None:
                decisions.append(choice)
                rest[choice.seat] += choice.loss
            # Within a window nothing is known that was not known before.
            if after.over or after.chance:
                views = _views(seen, after)
                for seat, (now, then) in enumerate(zip(views, was, strict=True)):
                    rest[seat] += now.margin - then.margin
        chances.append(_shares(views))
        if progress:
            progress(number + 1, len(steps))
    decisions = _played_out(seen, decisions)
    accounts = tuple(
        _account(seat, start[seat].margin, final_margin(state, seat), rest[seat], decisions, falls)
        for seat in range(state.seats)
    )
    return Review(state, tuple(decisions), tuple(falls), tuple(chances), accounts, seen.learnt)


def _views(seen: Judge, moment: State) -> list[View]:
    return [seen.view(moment, seat) for seat in range(moment.seats)]


def _shares(views: list[View]) -> tuple[float, ...]:
    """The chances of all seats, which come to one if there is a contest."""
    total = sum(view.chance for view in views) if len(views) > 1 else 1.0
    return tuple(view.chance / (total or 1.0) for view in views)


def _steps(state: State) -> Iterator[tuple[int, State, Event, State]]:
    """What happened in the end, with the states around it: nothing that was taken back."""
    log, game = state.log, state.game
    kept: list[tuple[int, Event]] = []
    for place, event in enumerate(log.events):
        if event.seat is not None and event.text == TAKE_BACK:
            del kept[max(at for at, (_, given) in enumerate(kept) if given.seat == event.seat)]
        else:
            kept.append((place, event))
    moment = game.replay(replace(log, events=(), scores=None, cut_at=None))
    for place, event in kept:
        after = game.follow(moment, event, place + 1)
        yield place, moment, event, after
        moment = after


def _decision(seen: Judge, place: int, before: State, event: Event) -> Decision | None:
    """A choice, if there was one: what is forced is not graded."""
    assert event.seat is not None
    rated = seen.rate(before, event.seat)
    if len(rated) == 1:
        return None
    best = max(rated, key=lambda worth: worth.margin)
    chosen = next(worth for worth in rated if worth.move.text == event.text)
    loss = best.margin - chosen.margin
    return Decision(place, event.seat, before, chosen, best, loss, confirmed=False)


def _played_out(seen: Judge, decisions: list[Decision]) -> list[Decision]:
    """The costliest decisions of each seat again, with what games from there on say."""
    found = list(decisions)
    for seat in {choice.seat for choice in decisions}:
        own = [at for at, choice in enumerate(decisions) if choice.seat == seat]
        own.sort(key=lambda at: -decisions[at].loss)
        for at in own[:LOOKED_AT]:
            choice = decisions[at]
            if choice.loss >= SMALL:
                agreed = confirmed(seen, choice.state, choice.best, choice.chosen)
                found[at] = choice._replace(confirmed=agreed)
    return found


def _account(
    seat: int, start: float, final: float, rest: float,
    decisions: list[Decision], falls: list[Fall],
) -> Account:  # fmt: skip
    luck = sum(fall.luck[seat] for fall in falls)
    errors = sum(choice.loss for choice in decisions if choice.seat == seat)
    return Account(start, luck, errors, rest, final)
