"""The texts of the pages, by key, in the reader's language."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

from rollwrite.texts import LANGUAGES, Message, catalogue

Translate: TypeAlias = Callable[..., str]
CLIENT = "client."
LEVEL = "level."
_VOWELS = frozenset("aeiouæœ")


def translator(language: str) -> Translate:
    """A function that looks texts up in a language: ``t("start.title")``."""
    texts = catalogue(__package__, language)

    def t(key: str, **values: Any) -> str:
        return Message(__package__, key, values).text(language) if values else texts[key]

    return t


def client_texts(language: str) -> dict[str, str]:
    """The texts that the page's scripts need, without their common prefix."""
    texts = catalogue(__package__, language)
    found = {
        key.removeprefix(CLIENT): text for key, text in texts.items() if key.startswith(CLIENT)
    }
    levels = {key.replace(".", "_"): text for key, text in texts.items() if key.startswith(LEVEL)}
    return found | levels


def is_you(name: str) -> bool:
    """Whether a player goes by the word for "you", the name of those who give none."""
    return name in _you()


@cache
def _you() -> frozenset[str]:
    return frozenset(translator(language)("setup.you") for language in LANGUAGES)


def about(key: str, name: str) -> str:
    """The key of a text about a player; ``_you`` and ``_vowel`` are forms that it may need.

    Whoever is called "You" has "your sheet", and French elides "de" before a vowel.
    """
    if is_you(name):
        return f"{key}_you"
    return f"{key}_vowel" if unicodedata.normalize("NFD", name)[:1].lower() in _VOWELS else key


def text_or(language: str, key: str, otherwise: str) -> str:
    """A text that may be missing, such as the name of a variant that another package brings."""
    return catalogue(__package__, language).get(key, otherwise)
