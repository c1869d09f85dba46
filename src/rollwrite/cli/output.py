"""Readable output: on terminals that cannot show every character, and of warnings."""

from __future__ import annotations

import codecs
import sys
import unicodedata
import warnings
from io import TextIOWrapper
from typing import Any

import click

from rollwrite.cli.options import machine_language
from rollwrite.errors import GameLeftOut
from rollwrite.texts import LANGUAGES

NAME = "rollwrite.readable"
_PLAIN = {
    "−": "-", "–": "-", "±": "+/-", "×": "x", "·": ".", "’": "'", "≥": ">=", "ß": "ss", "œ": "oe",
    **dict.fromkeys("▁▂▃▄▅▆▇█", "#"),
}  # fmt: skip


def print_what_can_be_shown() -> None:
    """Make stdout and stderr replace characters they cannot encode with similar ones."""
    codecs.register_error(NAME, _replaced)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=NAME)


def _replaced(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end]
    return "".join(map(_plain, text)), error.end


def _plain(character: str) -> str:
    """``é`` as ``e``, or a question mark; never a character that would break a JSON string."""
    base = unicodedata.normalize("NFKD", _PLAIN.get(character, character))
    found = "".join(one for one in base if one.isascii() and one not in '"\\')
    return found or ("" if unicodedata.combining(character) else "?")


def print_warnings_as_sentences() -> None:
    """Make warnings about games one line on stderr, in the language of the command."""
    otherwise = warnings.showwarning

    def show(message: Warning | str, *rest: Any, **named: Any) -> None:
        if isinstance(message, GameLeftOut):
            print(f"rollwrite: {message.message.text(_language())}", file=sys.stderr)
        else:
            otherwise(message, *rest, **named)

    warnings.showwarning = show


def _language() -> str:
    context = click.get_current_context(silent=True)
    chosen = context.params.get("language") if context else None
    return chosen if chosen in LANGUAGES else machine_language()
