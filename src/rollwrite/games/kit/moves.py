"""Moves in notation: fixed words, and the two ways to refuse one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rollwrite.errors import Kind
from rollwrite.errors import say as say_common
from rollwrite.games.contract import Refusal
from rollwrite.texts import Message


class Words:
    """Actions whose notation is one fixed word: ``Words(keep=7, reroll=8)``."""

    def __init__(self, **actions: int) -> None:
        self._actions: Mapping[str, int] = actions
        self._words = {action: word for word, action in actions.items()}

    def write(self, action: int) -> str | None:
        """The word of an action, if it has one."""
        return self._words.get(action)

    def read(self, text: str) -> int | None:
        """The action of a word, if it is one."""
        return self._actions.get(text.strip().lower())


def wrong_moment(move: str, prompt: Message) -> Refusal:
    """A move that belongs to another moment; the prompt says what is due now."""
    message = say_common("refused.wrong_moment", move=move, prompt=prompt)
    return Refusal(Kind.WRONG_MOMENT, message)


def against(say: Callable[..., Message], key: str, **values: Any) -> Refusal:
    """A move against a numbered rule: ``Q5.left`` is the game's text ``refused.Q5.left``."""
    return Refusal(Kind.AGAINST_RULES, say(f"refused.{key}", **values), key.partition(".")[0])
