"""Events of a log in words: ``tick R2`` is "coche wagon 2" to somebody who reads French.

A log is written in one notation for everybody. What is told to people comes from the section
``told`` of the game's texts: a text for each first word of a move, with ``{what}`` for the rest,
and ``told.move`` for moves without such a word; ``told_you`` has the same in the second person.
``told.deal`` serves for deals. The other words are told by the readers that the game's
``Definition.narration`` lists; a word that none of them knows is told as it is written.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from rollwrite.games.contract import Definition
from rollwrite.games.optional import OptionalDescriptions
from rollwrite.play.log import TAKE_BACK, Event
from rollwrite.play.state import Move, State
from rollwrite.texts import Message, texts_of


def tell(state: State, event: Event) -> Message | None:
    """What an event that happens to a state is, where the game tells more than its notation does.

    Words of ``told``; whoever reads it may not know the event, so keep it from them.
    """
    if event.text == TAKE_BACK:
        return None
    descriptions = OptionalDescriptions.of(state.game.definition.descriptions)
    return descriptions.told(state.game, state._record, event.seat, event.text)


def act(state: State, move: Move) -> str:
    """What a button says that makes a legal move: "Write 8"."""
    game = state.game
    descriptions = OptionalDescriptions.of(game.definition.descriptions)
    said = descriptions.act(game, state._record, move.seat, move.action)
    if said is not None:
        return game.text(said)
    words = told(game.definition, Event(move.seat, move.text), game.language, to_you=True)
    return words[:1].upper() + words[1:]


def full(state: State, move: Move) -> str:
    """A legal move where its sheet is not seen: "Write 8 in orange, 3rd field"."""
    descriptions = OptionalDescriptions.of(state.game.definition.descriptions)
    said = descriptions.full(state.game, state._record, move.seat, move.action)
    return act(state, move) if said is None else state.game.text(said)


def told(
    definition: Definition,
    event: Event,
    language: str,
    *,
    to_you: bool = False,
    message: Message | None = None,
) -> str:
    """What happened, in words, without who did it: "passes", or "pass" if it was "you".

    ``message`` is what ``tell`` has made of the event when it happened.
    """
    if message is not None:
        yours = to_you and event.seat is not None
        key = message.key.replace("told.", "told_you.", 1) if yours else message.key
        return message._replace(key=key).text(language)
    return _told(definition, event.text, event.seat is not None, language, to_you)


@lru_cache(maxsize=8192)
def _told(definition: Definition, text: str, moved: bool, language: str, to_you: bool) -> str:
    texts = texts_of(definition.package, language)
    section = "told_you" if to_you else "told"
    if text == TAKE_BACK:
        return texts_of("rollwrite", language)[f"{section}.take_back"]
    verb, _, rest = text.partition(" ")
    for key in (text.replace(" ", "-"), f"{verb}-of" if rest else verb, verb):
        if template := texts.get(f"{section}.{key}") or texts.get(f"told.{key}"):
            what = _listed(definition, rest, moved, language)
            return template.format(what=what).rstrip(" :\u202f")
    what = _listed(definition, text, moved, language)
    template = texts.get(f"{section}.move") if moved else None
    return template.format(what=what) if template else what


def _listed(definition: Definition, text: str, moved: bool, language: str) -> str:
    """All words, each once and in their order, with how often it stands there."""
    words = [name for word in text.split() for name in _words(definition, word, moved, language)]
    return ", ".join(f"{name} ×{n}" if n > 1 else name for name, n in Counter(words).items())


def _words(definition: Definition, word: str, moved: bool, language: str) -> list[str]:
    """A word of the notation, as one or several words of the language."""
    texts = texts_of(definition.package, language)
    for read in definition.narration:
        if (found := read(texts, word, moved)) is not None:
            return found
    return [word.replace(",", ", ")]
