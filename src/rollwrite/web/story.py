"""The story of a finished game: its points turn by turn, best turn, best roll, turning point."""

from __future__ import annotations

from collections.abc import Sequence

from rollwrite.play.log import Event
from rollwrite.play.narration import told
from rollwrite.play.state import State
from rollwrite.play.turns import Turn, turns_of
from rollwrite.web.translate import is_you, translator


def story(state: State, names: Sequence[str], language: str) -> list[str]:
    """What made the game, told with the players' names; nothing for a game of one turn."""
    turns = turns_of(state)
    if len(turns) < 2:
        return []
    found = [_best_turn(turns, names, language), _best_roll(state, turns, language)]
    if state.seats > 1 and len(state.winners()) == 1:
        found.append(_turning_point(turns, state.winners()[0], names, language))
    return [line for line in found if line]


def _gains(turns: Sequence[Turn], index: int) -> list[int]:
    before = turns[index - 1].scores if index else (0,) * len(turns[0].scores)
    return [after - was for after, was in zip(turns[index].scores, before, strict=True)]


def _best_turn(turns: Sequence[Turn], names: Sequence[str], language: str) -> str:
    gain, index, seat = max(
        (gain, -index, seat)
        for index in range(len(turns))
        for seat, gain in enumerate(_gains(turns, index))
    )
    values = {"turn": turns[-index].number, "points": gain}
    return _of(names[seat], "story.turn", language, **values) if gain > 1 else ""


def _best_roll(state: State, turns: Sequence[Turn], language: str) -> str:
    rolled = [index for index in range(len(turns)) if turns[index].rolled]
    if not rolled or len(turns[0].scores) == 1:
        return ""
    best = max(rolled, key=lambda index: sum(_gains(turns, index)))
    points = sum(_gains(turns, best))
    roll = told(state.game.definition, Event(None, turns[best].rolled), language)
    values = {"turn": turns[best].number, "roll": roll, "points": points}
    return translator(language)("story.roll", **values) if points > 1 else ""


def _turning_point(turns: Sequence[Turn], winner: int, names: Sequence[str], language: str) -> str:
    """The turn after which the winner was never behind again."""
    index = len(turns) - 1
    while index and max(turns[index - 1].scores) == turns[index - 1].scores[winner]:
        index -= 1
    key = "story.start" if index == 0 else "story.last" if index == len(turns) - 1 else "story.lead"
    return _of(names[winner], key, language, turn=turns[index].number)


def _of(name: str, key: str, language: str, **values: int) -> str:
    return translator(language)(f"{key}_you" if is_you(name) else key, name=name, **values)
