"""The texts of the pages, by key, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from rollwrite.texts import Message, catalogue

Translate: TypeAlias = Callable[..., str]
CLIENT = "client."
LEVEL = "level."


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


def text_or(language: str, key: str, otherwise: str) -> str:
    """A text that may be missing, such as the name of a variant that another package brings."""
    return catalogue(__package__, language).get(key, otherwise)
