"""A review in words: the same for the terminal, for a page of its own and for the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from rollwrite.coach.course import Decision, Fall, kept_events
from rollwrite.coach.hint import why
from rollwrite.coach.judge import Worth
from rollwrite.coach.phrases import phrases
from rollwrite.coach.review import Review
from rollwrite.play import narration
from rollwrite.play.log import Event
from rollwrite.play.state import State
from rollwrite.texts import Figure, Message, speaker

say = speaker(__package__)
SIGNED = "+.1f"


def searched(review: Review) -> Message:
    """Why the figures of a review without a model are rough."""
    return say("searched_edition" if review.state.game.edition else "searched_game")


def how(review: Review) -> Message:
    """How the figures add up."""
    return say("how_alone" if review.state.seats == 1 else "how")


class Lesson(NamedTuple):
    """A mistake: the moment, what was played, what was better by how much, and why."""

    event: int  # its place in the log
    turn: int
    seat: int
    state: State
    chosen: Worth
    best: Worth
    loss: float
    before: float  # the chance to win with the best move,
    after: float  # and with the one that was played
    reason: str
    worths: tuple[Worth, ...]  # best first; empty where it is not to be tried again
    phrases: Mapping[str, str]  # the moves in words

    @property
    def contested(self) -> bool:
        """Whether the mistake cost chances to win that can be told in whole per cent."""
        return Figure(self.before, ".0%").text("en") != Figure(self.after, ".0%").text("en")


class Finest(NamedTuple):
    """The best choice that mattered most: when, what, by how much, and why."""

    turn: int
    move: str
    lead: float
    reason: str


class Portrait(NamedTuple):
    """A seat's game: the figures and their names, rolls that mattered, decisions to try again."""

    seat: int
    name: str
    headline: str
    figures: tuple[tuple[str, float], ...]  # they add up from the first to the last
    result: str  # who won or lost by how much,
    balance: tuple[tuple[str, float, str], ...]  # and by what: names, points, colours
    grades: str
    rolls: tuple[str, ...]
    lessons: tuple[Lesson, ...]  # to be tried again
    others: tuple[Lesson, ...]  # all other mistakes, in the order of the game
    finest: Finest | None
    chances: tuple[float, ...]  # to win: at the start, and after every turn


def portraits(review: Review, names: Sequence[str], language: str) -> list[Portrait]:
    """What is to be said about every seat."""
    return [portrait(review, seat, names, language) for seat in range(review.state.seats)]


def portrait(review: Review, seat: int, names: Sequence[str], language: str) -> Portrait:
    """What is to be said about a seat."""

    def told(key: str, **values: object) -> str:
        return say(key, **values).text(language)

    account = review.accounts[seat]
    goal = review.goal
    end = "goal" if goal else "points" if review.state.seats == 1 else "margin"
    figures = [
        (told("figure.start_goal" if goal else "figure.start", goal=goal), account.start - goal),
        (told("figure.luck"), account.luck),
        (told("figure.errors"), -account.errors),
    ]
    if account.stand_in:
        figures.append((told("figure.stand_in"), -account.stand_in))
    if review.state.seats > 1:
        figures.append((told("figure.others"), account.others))
    figures.append((told("figure.unforeseen"), account.unforeseen))
    figures.append((told(f"figure.{end}"), account.final - goal))
    free = [one for one in review.decisions if one.seat == seat and not one.stand_in]
    points = Figure(review.state.scores()[seat], "d")
    headline = told("headline", name=names[seat], points=points)
    worst, mistakes = review.worst(seat), review.mistakes(seat)
    grades = told("grades", free=len(free), mistakes=len(mistakes))
    lessons = tuple(_lesson(review, choice, language) for choice in worst)
    rest = sorted((one for one in mistakes if one not in worst), key=lambda one: one.event)
    others = tuple(_lesson(review, choice, language) for choice in rest)
    rolls = tuple(_rolls(review, seat, language))
    choices = account.others - account.errors - account.stand_in
    balance = (
        (told("balance.luck"), account.luck, "blue"),
        (told("balance.choices"), choices, "green" if choices >= 0 else "red"),
        (told("balance.unforeseen"), account.unforeseen, "line"),
    )
    return Portrait(
        seat, names[seat], headline, tuple(figures), _result(review, seat, names, language),
        balance, grades, rolls, lessons, others, _finest(review, seat, language),
        _chances(review, seat),
    )  # fmt: skip


def _result(review: Review, seat: int, names: Sequence[str], language: str) -> str:
    """Who won or lost by how much: against the best other, or the goal of a level."""
    state, account = review.state, review.accounts[seat]
    points = Figure(state.scores()[seat], "d")
    won = state.winners()
    if review.goal:
        kind = "reached" if seat in won else "missed"
    elif state.seats == 1:
        kind = "alone"
    else:
        kind = "lost" if seat not in won else "won" if len(won) == 1 else "shared"
    gap = Figure(abs(account.final - review.goal), ".0f")
    values = {"name": names[seat], "points": points, "gap": gap, "goal": review.goal}
    return say(f"result.{kind}", **values).text(language)


def turn_of(state: State, event: int) -> int:
    """The number of the turn in which an event of the log happened."""
    return max(1, sum(given.opens_turn for given in state.log.events[: event + 1]))


def _finest(review: Review, seat: int, language: str) -> Finest | None:
    found = review.finest(seat)
    if found is None or found.second is None:
        return None
    state = found.state.in_language(language)
    told = why(state, found.chosen, found.second)
    move = phrases(state, seat)[found.chosen.move.text]
    reason = told.text(language) if told else ""
    return Finest(turn_of(review.state, found.event), move, found.lead, reason)


def _chances(review: Review, seat: int) -> tuple[float, ...]:
    """The chance to win of a seat at the start, and at the end of every turn."""
    log = review.state.log
    turns = accumulate(event.opens_turn for event in log.events)
    turn = [max(1, number) for number in turns]
    found = {0: review.chances[0][seat]}
    for (place, _), row in zip(kept_events(log), review.chances[1:], strict=True):
        found[turn[place]] = row[seat]
    return tuple(found.values())


def _rolls(review: Review, seat: int, language: str) -> list[str]:
    """The luckiest and the unluckiest roll, if there is anything to tell."""
    found: list[str] = []
    if not review.falls:
        return found
    ends: list[tuple[str, Fall]] = [
        ("rolls.best", max(review.falls, key=lambda fall: fall.luck[seat])),
        ("rolls.worst", min(review.falls, key=lambda fall: fall.luck[seat])),
    ]
    for key, fall in ends:
        turn = turn_of(review.state, fall.event)
        points = Figure(fall.luck[seat], SIGNED)
        roll = narration.told(review.state.game.definition, Event(None, fall.text), language)
        found.append(say(key, turn=turn, roll=roll, points=points).text(language))
    return found


def _lesson(review: Review, choice: Decision, language: str) -> Lesson:
    state = choice.state.in_language(language)
    told = why(state, choice.best, choice.chosen)
    reason = told.text(language) if told else ""
    return Lesson(
        choice.event, turn_of(review.state, choice.event), choice.seat, state,
        choice.chosen, choice.best, choice.loss, choice.best.chance,
        choice.best.chance - choice.chance_loss, reason, choice.worths,
        phrases(state, choice.seat),
    )  # fmt: skip


def signed(points: float, language: str) -> str:
    """Points with their sign, to a tenth."""
    return Figure(points, SIGNED).text(language)


def text(review: Review, names: Sequence[str], language: str, seats: Sequence[int]) -> str:
    """The review for a terminal."""
    lines: list[str] = []
    for seat in seats:
        one = portrait(review, seat, names, language)
        lines += [one.headline]
        width = max(len(label) for label, _ in one.figures)
        lines += [
            f"  {label:<{width}}  {signed(value, language):>7}" for label, value in one.figures
        ]
        lines += [f"  {line}" for line in (one.grades, *one.rolls)]
        for number, lesson in enumerate(one.lessons, 1):
            lines += [f"  {number}. {lesson_line(lesson, language)}"]
            if lesson.reason:
                lines += [f"     {lesson.reason}"]
        lines += [f"  {say('more').text(language)}"] if one.others else []
        lines += [f"  - {lesson_line(lesson, language)}" for lesson in one.others]
        lines += [""]
    if not review.learnt:
        lines += [searched(review).text(language), ""]
    return "\n".join(lines).rstrip("\n")


def lesson_line(lesson: Lesson, language: str) -> str:
    """A mistake in a sentence. Where nothing was left to win, points alone are told."""
    values = {
        "turn": lesson.turn,
        "chosen": lesson.phrases[lesson.chosen.move.text],
        "best": lesson.phrases[lesson.best.move.text],
        "loss": Figure(lesson.loss),
    }
    if not lesson.contested:
        return say("lesson.alone", **values).text(language)
    chances = {"before": Figure(lesson.before, ".0%"), "after": Figure(lesson.after, ".0%")}
    return say("lesson.told", **values, **chances).text(language)
