"""Texts in the player's language: messages by key, catalogues in ``text/{en,fr,de}.toml``.

A message knows the package whose catalogue holds its words, its key there and the values that fill
it. It becomes text only when somebody reads it, so one message serves all languages.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import PurePath
from reprlib import Repr
from typing import Any, NamedTuple

LANGUAGES = ("en", "fr", "de")
INHERIT = "inherit"  # the key in a catalogue that names another, whose texts it has too
MINUS = "−"  # for people, everywhere; logs, positions and JSON have the hyphen of programs
# How each language writes a figure: the minus, the decimal mark, what parts thousands, per cent.
_MARKS = {
    "en": str.maketrans({"-": MINUS}),
    "fr": str.maketrans({"-": MINUS, ".": ",", ",": "\u202f", "%": "\u202f%"}),
    "de": str.maketrans({"-": MINUS, ".": ",", ",": ".", "%": "\u00a0%"}),
}
_COLONS = {"en": ":", "fr": "\u202f:", "de": ":"}


_ECHO = Repr()  # of foreign values: short, shallow, and never an error of its own
_ECHO.maxlevel, _ECHO.maxlist, _ECHO.maxdict, _ECHO.maxtuple = 3, 8, 8, 8
LONGEST = 80  # letters of what somebody typed that a message repeats
LONGEST_PATH = 300  # half a path is of no use to whoever looks for the file
MOST = 40  # items of a list


class Message(NamedTuple):
    """Something to say, in no language yet."""

    package: str
    key: str
    values: Mapping[str, Any] = {}

    def text(self, language: str = "en") -> str:
        """The message in a language; values that are messages are told in it too."""
        template = texts_of(self.package, language)[self.key]
        told = {name: _told(value, language) for name, value in self.values.items()}
        return template.format(**told)

    def clipped(self) -> Message:
        """The same with what was given from outside cut short, for errors that repeat it."""
        return self._replace(values={name: _clipped(v) for name, v in self.values.items()})


class Figure(NamedTuple):
    """A number for people, formatted by ``form``, as the language it is told in writes numbers.

    >>> Figure(1234.5, ",.1f").text("de")
    '1.234,5'
    """

    value: float
    form: str = ".1f"

    def text(self, language: str = "en") -> str:
        """The number in a language."""
        text = format(self.value, self.form)
        if not any(digit in text for digit in "123456789"):
            text = text.lstrip("+-")  # what rounds to nothing is neither more nor less
        return text.translate(_MARKS[language])


def labelled(name: str, text: str, language: str) -> str:
    """A text and whose it is: ``Anna: 7``, with the colon set as the language does."""
    return f"{name}{_COLONS[language]} {text}"


def speaker(package: str) -> Callable[..., Message]:
    """A function that makes messages of a package: ``say("refused.Q5", number=9)``."""

    def say(key: str, **values: Any) -> Message:
        return Message(package, key, values)

    return say


@cache
def catalogue(package: str, language: str) -> dict[str, str]:
    """All texts of a package in a language, tables flattened to dotted keys.

    With ``inherit = "another.package"`` it has the texts of that package too, if not its own.
    """
    texts = own_texts(package, language)
    parent = texts.pop(INHERIT, None)
    return own_texts(parent, language) | texts if parent else texts


def own_texts(package: str, language: str) -> dict[str, str]:
    """The texts that stand in a package itself, and from which other it inherits, if it does."""
    from importlib.resources import files

    source = files(package).joinpath(f"text/{language}.toml").read_text(encoding="utf-8")
    return dict(_flattened(tomllib.loads(source), ""))


@cache
def texts_of(package: str, language: str) -> dict[str, str]:
    """What people read: the texts of a package in a language, in English what is missing there."""
    english = catalogue(package, "en")
    try:
        return english | catalogue(package, language)
    except FileNotFoundError:
        return english


def _flattened(table: Mapping[str, Any], prefix: str) -> list[tuple[str, str]]:
    found = []
    for key, value in table.items():
        if isinstance(value, Mapping):
            found += _flattened(value, f"{prefix}{key}.")
        else:
            found.append((prefix + key, value))
    return found


def clip(text: str, most: int = LONGEST) -> str:
    """A text of at most 80 letters; of a longer one, how it begins and ends."""
    return text if len(text) <= most else f"{text[: most - 31]}…{text[-30:]}"


def _clipped(value: Any) -> Any:
    if isinstance(value, Message):
        return value.clipped()
    if isinstance(value, str):  # an enumeration's members too
        return clip(value)
    if isinstance(value, bool | float | Figure) or value is None:
        return value
    if isinstance(value, int):
        bits = value.bit_length()
        return value if bits <= 3 * LONGEST else _Echo(f"2^{bits - 1}…", "-" * (value < 0))
    if type(value) in (list, tuple):
        return [_clipped(item) for item in value[:MOST]] + ["…"] * (len(value) > MOST)
    if isinstance(value, PurePath):
        return clip(str(value), LONGEST_PATH)
    try:
        return _Echo(clip(_ECHO.repr(value)))
    except Exception:  # a foreign object whose own repr fails
        return _Echo(f"<{type(value).__name__}>")


class _Echo:
    """A value from outside as messages show it, quoted or not."""

    def __init__(self, text: str, sign: str = "") -> None:
        self._text = sign + text

    def __repr__(self) -> str:
        return self._text

    def __format__(self, spec: str) -> str:
        return self._text


def _told(value: Any, language: str) -> Any:
    if isinstance(value, Message | Figure):
        return value.text(language)
    if type(value) is int:
        return _Whole(value)
    if type(value) in (list, tuple):  # not a named tuple, which has words of its own
        return _Listed(_told(item, language) for item in value)
    return value


class _Whole(int):
    """A whole number with a proper minus sign in a text; ``{value!r}`` shows it as typed."""

    def __str__(self) -> str:
        return repr(self).replace("-", MINUS)

    def __format__(self, spec: str) -> str:
        return super().__format__(spec).replace("-", MINUS)


class _Listed(list[Any]):
    """A list that a text shows as words between commas, and ``{value!r}`` as it is."""

    def __str__(self) -> str:
        return ", ".join(map(str, self))

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)
