"""Moves and rolls in words: every one is told in every language, to others and to the player."""

from __future__ import annotations

from typing import Any

from rollwrite.play.log import Event
from rollwrite.play.narration import told
from rollwrite.testing.inspection import Inspection
from rollwrite.texts import LANGUAGES, catalogue


class _Noted(dict[str, str]):
    """Texts that note which of them are looked up."""

    def __init__(self, texts: dict[str, str]) -> None:
        super().__init__(texts)
        self.noted: set[str] = set()

    def __getitem__(self, key: str) -> str:
        self.noted.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        if key in self:
            self.noted.add(key)
        return super().get(key, default)


class Narrations:
    """Tells every event once."""

    def __init__(self, look: Inspection) -> None:
        self._look = look
        self._told: set[tuple[bool, str]] = set()

    def check(self, event: Event) -> None:
        """Tell an event that was not told before."""
        moved = event.seat is not None
        if (moved, event.text) in self._told:
            return
        self._told.add((moved, event.text))
        with self._look.guard(f"telling {event.text!r} in words"):
            for language in LANGUAGES:
                for to_you in (False, True):
                    words = told(self._look.game.definition, event, language, to_you=to_you)
                    what = f"{event.text!r} is told as nothing in {language}"
                    self._look.that(bool(words.strip()), "narration", "text, told", what)
            self._check_template(event.text, moved)
            self._note_words(event.text, moved)

    def _check_template(self, text: str, moved: bool) -> None:
        """A move has a text of its own in both persons, or one for moves in general."""
        package = self._look.game.definition.package
        texts = catalogue(package, "en")
        verb, _, rest = text.partition(" ")
        keys = (text.replace(" ", "-"), f"{verb}-of" if rest else verb, verb)
        own = [key for key in keys if f"told.{key}" in texts or f"told_you.{key}" in texts]
        if not own and not moved:
            return  # dice are told one by one
        if not own:
            self._check_words(text, texts)
            own = ["move"]
        for section in ("told", "told_you") if moved else ("told",):
            what = f"{text!r} has no text {section}.{own[0]}"
            if self._look.that(f"{section}.{own[0]}" in texts, "narration", "text/en.toml", what):
                self._look.report.coverage.said.add((package, f"{section}.{own[0]}"))

    def _note_words(self, text: str, moved: bool) -> None:
        """Note which texts the game's readers look up."""
        package = self._look.game.definition.package
        texts = _Noted(catalogue(package, "en"))
        for word in text.split():
            for read in self._look.game.definition.narration:
                if read(texts, word, moved) is not None:
                    break
        self._look.report.coverage.said.update((package, key) for key in texts.noted)

    def _check_words(self, text: str, texts: dict[str, str]) -> None:
        """The words of a move without a text of its own are known to one of the game's readers."""
        readers = self._look.game.definition.narration
        for word in text.split():
            known = any(read(texts, word, True) is not None for read in readers)
            what = (
                f"the word {word!r} of the move {text!r} is told as it is written: add told.{word}"
            )
            self._look.that(known, "narration", "text/en.toml", f"{what}, or a reader for it")
