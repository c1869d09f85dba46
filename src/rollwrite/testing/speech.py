"""Texts of a game: catalogues that agree, and messages that can be said in every language."""

from __future__ import annotations

from importlib.resources import files
from typing import Any
from weakref import WeakValueDictionary

from rollwrite.errors import has_extra
from rollwrite.play.game import Game
from rollwrite.testing.report import Report
from rollwrite.testing.sources import places, wrong_texts
from rollwrite.texts import LANGUAGES, Message, catalogue

NEEDED = ("name", "about", "seat", "title", "tray")


def check_texts(game: Game, report: Report) -> None:
    """Every language has the same texts with the same values, and those that every game needs."""
    package = game.definition.package
    catalogues = {}
    for language in LANGUAGES:
        with report.guard(f"reading text/{language}.toml"):
            catalogues[language] = catalogue(package, language)
    english = catalogues.get("en", {})
    for key in NEEDED:
        if key not in english:
            report.add("text", "text/en.toml", f"the text {key} is missing")
    for language, other in catalogues.items():
        where = f"text/{language}.toml"
        for key in sorted(english.keys() - other.keys()):
            report.add("text", where, f"the text {key} is missing; English has it")
        for key in sorted(other.keys() - english.keys()):
            report.add("text", where, f"there is no text {key} in English")
        for key in sorted(english.keys() & other.keys()):
            if places(other[key]) != places(english[key]):
                ours, theirs = sorted(places(other[key])), sorted(places(english[key]))
                what = f"the text {key} takes the values {ours}, in English {theirs}"
                report.add("text", where, what)
    for finding in wrong_texts(package):
        report.add("key", *finding)


def check_guides(game: Game, report: Report) -> None:
    """The rules page is there in every language, and is not empty."""
    if not has_extra("server"):
        report.left_out.append("guides")
    for language in LANGUAGES:
        where = f"guide/{language}.md"
        path = files(game.definition.package).joinpath(where)
        if not path.is_file():
            report.add("guide", where, "the rules page is missing in this language")
            continue
        with report.guard(f"rendering {where}"):
            source = path.read_text(encoding="utf-8")
            if not _shown(source).strip():
                report.add("guide", where, "the rules page is empty")


def _shown(source: str) -> str:
    """A guide as the browser shows it; as it stands where nothing can render it."""
    if not has_extra("server"):
        return source
    from rollwrite.web.guide import html_of

    return html_of(source)


class Ear:
    """Hears every message of a game and tries it in every language, each form of it once."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._heard: set[tuple[Any, ...]] = set()

    def hear(self, message: object, where: str) -> None:
        """Check a message that a function of the game has made."""
        if not isinstance(message, Message):
            what = f"gives {message!r}, which is no Message: make one with say(key, ...)"
            self._report.add("key", where, what)
            return
        if not message.values and (message.package, message.key) in self._heard:
            return
        for value in message.values.values():
            for inner in value if type(value) in (list, tuple) else (value,):
                if isinstance(inner, Message):
                    self.hear(inner, where)
        form = (message.package, message.key, *message.values)
        if form not in self._heard:
            self._heard.add(form)
            self._report.coverage.said.add((message.package, message.key))
            for language in LANGUAGES:
                self._try(message, where, language)

    def _try(self, message: Message, where: str, language: str) -> None:
        with self._report.guard(f"saying {message.key} in {language}"):
            texts = catalogue(message.package, language)
            if message.key not in texts:
                if language == "en":
                    what = f"says {message.key!r}, which is no text of {message.package}"
                    self._report.add("key", where, what)
                return
            if missing := sorted(places(texts[message.key]) - set(message.values)):
                what = f"says {message.key!r} in {language} without the value {', '.join(missing)}"
                self._report.add("key", where, what)
            elif not message.text(language).strip():
                self._report.add(
                    "key", where, f"says {message.key!r}, which is empty in {language}"
                )


class HeardGame(Game):
    """A game whose every text is heard."""

    ear: Ear

    @classmethod
    def of(cls, game: Game, ear: Ear) -> HeardGame:
        """The same game with an ear."""
        twin = object.__new__(cls)
        vars(twin).update(vars(game))
        twin.ear = ear
        return twin

    def text(self, message: Message) -> str:
        """A message in the language of this game; one that cannot be said is shown by its key."""
        self.ear.hear(message, "game.text")
        try:
            return message.text(self.language)
        except (KeyError, IndexError, ValueError, AttributeError):
            return f"<{getattr(message, 'key', message)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        # A game need not be installed to be checked, so a pickle finds it again here.
        _HEARD[id(self)] = self
        return _again, (id(self),)

    def in_language(self, language: str) -> Game:
        """The same game in another language."""
        return HeardGame.of(super().in_language(language), self.ear)


_HEARD: WeakValueDictionary[int, HeardGame] = WeakValueDictionary()


def _again(number: int) -> HeardGame:
    return _HEARD[number]
