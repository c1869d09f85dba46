"""A turn of a real game, step by step, in the game's own words and drawings: for the rules page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from rollwrite.draw.shapes import Drawing
from rollwrite.games.optional import OptionalNotation
from rollwrite.play.log import Event
from rollwrite.play.narration import tell, told
from rollwrite.play.state import State
from rollwrite.texts import labelled
from rollwrite.web.html import Html, h
from rollwrite.web.pictures import moments, picture
from rollwrite.web.translate import translator

NAMES = ("Anna", "Ben", "Cléo", "Dora", "Emil", "Fanny")
LONGEST = 9  # steps of a turn that is worth showing


class Step(NamedTuple):
    """What happened, in words, and what it changed: the dice, the market, or a sheet."""

    text: str
    drawing: Drawing | None
    seat: int | None  # whose sheet it is
    kind: str  # "tray", "market" or "sheet"


def worked_turn(id_: str, language: str) -> Html:
    """The turn as a list of steps, with the points at its end."""
    t = translator(language)
    states = _turn(id_)
    steps = [_step(before, after, language) for before, after in pairwise(states)]
    last = {step.seat: number for number, step in enumerate(steps)}  # of each sheet, as it ends
    shown = [_shown(step, last[step.seat] == n, language) for n, step in enumerate(steps)]
    scores = ", ".join(
        labelled(name, t("rules.points", points=points), language)
        for name, points in zip(NAMES, states[-1].scores(), strict=False)
    )
    return h(
        "section",
        h("h2", t("rules.turn")),
        h("p", t("rules.turn_lead")),
        h("ol", shown, class_="steps"),
        h("p", t("rules.after", scores=scores)),
        class_="worked",
    )


def _shown(step: Step, last: bool, language: str) -> Html:
    drawn = None
    if step.drawing is not None and (last or step.seat is None):
        name = None if step.seat is None else NAMES[step.seat]
        drawn = h("div", picture(step.drawing, language, name), class_=f"{step.kind}-picture")
    return h("li", h("p", step.text), drawn)


def _step(before: State, after: State, language: str) -> Step:
    before, after = before.in_language(language), after.in_language(language)
    event = after.log.events[-1]
    message = tell(before, event)
    middle, kind = (after.tray(), "tray") if after.tray() != before.tray() else (None, "tray")
    if middle is None and after.market() != before.market():
        middle, kind = after.market(), "market"
    if event.seat is None:
        due = before.chance
        what = told(after.game.definition, event, language, message=message)
        rolled = due is not None and due.kind == "roll"
        text = translator(language)("rules.rolled", what=what) if rolled else _sentence(what)
        return Step(text, middle, None, kind)
    text = f"{NAMES[event.seat]} {told(after.game.definition, event, language, message=message)}."
    sheet = _carried_out(before, event).sheet(event.seat)
    if sheet != before.sheet(event.seat):
        return Step(text, sheet, event.seat, "sheet")
    return Step(text, middle, None, kind)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _carried_out(state: State, event: Event) -> State:
    """The state with a move carried out, even where answers wait for each other."""
    assert event.seat is not None, "a roll is no move"
    action = next(move.action for move in state.moves(event.seat) if move.text == event.text)
    notation = OptionalNotation.of(state.game.definition.notation)
    record = notation.preview(state.game, state._record, event.seat, action)
    return State(state.game, record, state.log)


@cache
def _turn(id_: str) -> Sequence[State]:
    """The states of the turn that shows most: the most kinds of steps, then the most points."""
    states = moments(id_)
    opened = [n for n, state in enumerate(states) if n and state.log.events[-1].opens_turn]
    turns = [states[a - 1 : b] for a, b in pairwise(opened)]
    short = [turn for turn in turns if len(turn) <= LONGEST + 1]
    return max(short or turns, key=_worth)


def _worth(turn: Sequence[State]) -> tuple[int, int]:
    verbs = {state.log.events[-1].text.partition(" ")[0] for state in turn[1:]}
    drawn = sum(a.scores() != b.scores() for a, b in pairwise(turn))
    gained = sum(turn[-1].scores()) - sum(turn[0].scores())
    return len(verbs) + drawn + 2 * (gained > 0), gained
