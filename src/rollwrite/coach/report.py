"""A review in words: the same for the terminal, for a page of its own and for the browser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rollwrite.bots.bot import can_prepare
from rollwrite.coach.hint import why
from rollwrite.coach.judge import Worth, judge
from rollwrite.coach.review import Decision, Fall, Review
from rollwrite.play import narration
from rollwrite.play.log import Event
from rollwrite.play.state import State
from rollwrite.texts import Figure, Message, speaker

say = speaker(__package__)
SIGNED = "+.1f"


def searched(review: Review) -> Message:
    """Why the figures of a review without a model are rough."""
    return say("searched_edition" if review.state.game.edition else "searched_game")


class Lesson(NamedTuple):
    """A decision to try again: the moment, what was played, what every move is worth, and why."""

    event: int  # its place in the log
    turn: int
    seat: int
    state: State
    chosen: str
    best: str
    loss: float
    before: float  # the chance to win with the best move,
    after: float  # and with the one that was played
    reason: str
    worths: tuple[Worth, ...]  # best first


class Portrait(NamedTuple):
    """A seat's game: the figures and their names, rolls that mattered, decisions to try again."""

    seat: int
    name: str
    headline: str
    figures: tuple[tuple[str, float], ...]  # they add up from the first to the last
    grades: str
    rolls: tuple[str, ...]
    lessons: tuple[Lesson, ...]


def portraits(review: Review, names: Sequence[str], language: str) -> list[Portrait]:
    """What is to be said about every seat."""
    return [portrait(review, seat, names, language) for seat in range(review.state.seats)]


def portrait(review: Review, seat: int, names: Sequence[str], language: str) -> Portrait:
    """What is to be said about a seat."""

    def told(key: str, **values: object) -> str:
        return say(key, **values).text(language)

    account = review.accounts[seat]
    alone = review.state.seats == 1
    figures = (
        (told("figure.start"), account.start),
        (told("figure.luck"), account.luck),
        (told("figure.errors"), -account.errors),
        (told("figure.remainder"), account.remainder),
        (told("figure.points" if alone else "figure.margin"), account.final),
    )
    free = [choice for choice in review.decisions if choice.seat == seat]
    mistakes = sum(choice.mistake for choice in free)
    points = Figure(review.state.scores()[seat], "d")
    headline = told("headline", name=names[seat], points=points)
    grades = told("grades", free=len(free), mistakes=mistakes)
    lessons = tuple(_lesson(review, choice, language) for choice in review.worst(seat))
    rolls = tuple(_rolls(review, seat, language))
    return Portrait(seat, names[seat], headline, figures, grades, rolls, lessons)


def turn_of(state: State, event: int) -> int:
    """The number of the turn in which an event of the log happened."""
    return max(1, sum(given.opens_turn for given in state.log.events[: event + 1]))


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
    game = choice.state.game
    rated = judge(game, compiled=can_prepare(game)).rate(choice.state, choice.seat)
    rated.sort(key=lambda worth: -worth.margin)
    told = why(state, choice.best, choice.chosen)
    reason = told.text(language) if told else ""
    return Lesson(
        choice.event, turn_of(review.state, choice.event), choice.seat, state,
        choice.chosen.move.text, choice.best.move.text, choice.loss,
        choice.best.chance, choice.chosen.chance, reason, tuple(rated),
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
        lines += [""]
    if not review.learnt:
        lines += [searched(review).text(language), ""]
    return "\n".join(lines).rstrip("\n")


def lesson_line(lesson: Lesson, language: str, labels: Mapping[str, str] | None = None) -> str:
    """A lesson in a sentence; ``labels`` are the moves in words."""
    labels = labels or {}
    values = {
        "turn": lesson.turn,
        "chosen": labels.get(lesson.chosen) or lesson.chosen,
        "best": labels.get(lesson.best) or lesson.best,
        "loss": Figure(lesson.loss),
    }
    if lesson.state.seats == 1 and lesson.before == 1.0:
        return say("lesson.alone", **values).text(language)
    chances = {"before": Figure(lesson.before, ".0%"), "after": Figure(lesson.after, ".0%")}
    return say("lesson.told", **values, **chances).text(language)
