"""The course of a finished game through the eyes of a judge: its decisions, its luck."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from rollwrite.coach.gifts import Made, Stretch
from rollwrite.coach.judge import Judge, View, Worth
from rollwrite.coach.outcomes import mean_margins, opening_margins
from rollwrite.coach.rollouts import foretold
from rollwrite.play.log import TAKE_BACK, Event, Log
from rollwrite.play.state import State

SMALL = 0.25  # points below which a loss is no mistake


class Decision(NamedTuple):
    """A choice that was free: what was chosen, what would have been best, what it gave away."""

    event: int  # its place in the log
    seat: int
    state: State  # before it
    chosen: Worth
    best: Worth
    loss: float  # in points,
    chance_loss: float  # and as a chance to win
    games: int  # that were played out from each of the two moves to find this
    stand_in: bool = False  # whether a bot decided in the place of whom the seat belongs to
    worths: tuple[Worth, ...] = ()  # of a mistake to try again: of all moves, best first
    second: Worth | None = None  # of the best choice: what would have been best without it

    @property
    def lead(self) -> float:
        """What the choice was better than all others by, if it was the best, in points."""
        return self.best.margin - self.second.margin if self.second else 0.0

    @property
    def mistake(self) -> bool:
        """Whether it should be called one; nobody is judged for what a bot did for him."""
        return self.loss >= SMALL and not self.stand_in


class Fall(NamedTuple):
    """A roll or a deal, and what it brought each seat against the mean of all that could fall."""

    event: int
    text: str
    luck: tuple[float, ...]


class Course(NamedTuple):
    """A finished game as the judge saw it, before anything was played out."""

    decisions: tuple[Decision, ...]
    falls: tuple[Fall, ...]
    views: tuple[tuple[View, ...], ...]  # of every seat: at the start, and after every event
    stretches: tuple[Stretch, ...]


def follow(
    seen: Judge, state: State, sample: int, tell: Callable[[], None] = lambda: None
) -> Course:
    """A finished game through the eyes of a judge; without a sample, luck is what it expects."""
    steps = list(steps_of(state))
    begin = steps[0][1] if steps else state
    views = seen.views(begin)
    dealt = [place for place, *_, after in takewhile(_by_chance, steps) if sample and after.chance]
    begins: list[float] = []
    if dealt:
        begins = opening_margins(seen, begin)
        if state.seats == 1:
            views = (View(begins[0], seen.chance(begin._record, begins[0])),)
    decisions: list[Decision] = []
    falls: list[Fall] = []
    course = [views]
    stretches: list[Stretch] = []
    made: list[Made] = []  # since the last roll
    first = state
    for place, before, event, after in steps:
        if event.seat is None:
            means = [view.margin for view in views]
            views = seen.views(after)
            found = [view.margin for view in views]
            if place in dealt:  # what it is worth shows once all is dealt
                found = means
            elif sample:
                means = begins or list(mean_margins(seen, before, place, sample))
                found, begins = seen.settled_margins(after._record), []
            luck = tuple(now - mean for now, mean in zip(found, means, strict=True))
            falls.append(Fall(place, event.text, luck))
        else:
            first = first if made else before
            choice = _decision(seen, place, before, event)
            if choice is not None:
                decisions.append(choice)
            action = choice.chosen.move.action if choice else before._legal(event.seat)[0]
            made.append(Made(place, event.seat, action))
            # Within a window nothing is known that was not known before.
            if after.over or after.chance:
                views = seen.views(after)
                stretches.append(Stretch(first._record, tuple(made)))
                made = []
        course.append(views)
        tell()
    return Course(tuple(decisions), tuple(falls), tuple(course), tuple(stretches))


def kept_events(log: Log) -> list[tuple[int, Event]]:
    """What was not taken back, with its place in the log."""
    kept: list[tuple[int, Event]] = []
    for place, event in enumerate(log.events):
        if event.seat is not None and event.text == TAKE_BACK:
            del kept[max(at for at, (_, given) in enumerate(kept) if given.seat == event.seat)]
        else:
            kept.append((place, event))
    return kept


def steps_of(state: State) -> Iterator[tuple[int, State, Event, State]]:
    """What happened in the end, with the states around it: nothing that was taken back."""
    log, game = state.log, state.game
    moment = game.replay(replace(log, events=(), scores=None, cut_at=None))
    for place, event in kept_events(log):
        after = game.follow(moment, event, place + 1)
        yield place, moment, event, after
        moment = after


def _by_chance(step: tuple[int, State, Event, State]) -> bool:
    return step[2].seat is None


def _decision(seen: Judge, place: int, before: State, event: Event) -> Decision | None:
    """A choice, if there was one: what is forced is not graded."""
    assert event.seat is not None
    rated = seen.rate(before, event.seat)
    if len(rated) == 1:
        return None
    best = max(rated, key=lambda worth: worth.margin)
    chosen = next(worth for worth in rated if worth.move.text == event.text)
    loss = foretold(seen, before, best, chosen)
    found = Decision(place, event.seat, before, chosen, best, loss.margin, loss.chance, 0)
    if chosen is not best:
        return found
    others = (worth for worth in rated if worth is not best)
    return found._replace(second=max(others, key=lambda worth: worth.margin))
