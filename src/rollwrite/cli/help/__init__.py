"""``--help`` in the reader's language.

The commands have their help in English; ``fr.toml`` and ``de.toml`` have a translation for each of
these texts.
"""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import resources

import click

from rollwrite.cli.options import machine_language
from rollwrite.texts import LANGUAGES


def language_of(words: Sequence[str]) -> str:
    """The language of a command line: the one asked for, else that of the user's locale."""
    for place, word in enumerate(words):
        option, equals, value = word.partition("=")
        if word in ("-l", "--language"):
            value = words[place + 1] if place + 1 < len(words) else ""
        elif not (equals and option == "--language"):
            continue
        return value if value in LANGUAGES else machine_language()
    return machine_language()


def translations(language: str) -> dict[str, str]:
    """The help of all commands by what it says in English."""
    text = (resources.files(__package__) / f"{language}.toml").read_text(encoding="utf-8")
    return {english: str(here) for english, here in tomllib.loads(text).items()}


def texts(command: click.Command) -> Iterator[str]:
    """What the help of a command and of its subcommands says, paragraph by paragraph."""
    yield from _paragraphs(command.help or "")
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            yield parameter.help or ""
            if isinstance(parameter.show_default, str):
                yield parameter.show_default
    if isinstance(command, click.Group):
        for one in command.commands.values():
            yield from texts(one)


def translate(command: click.Command, language: str) -> None:
    """Put the help of a command and of its subcommands into another language."""
    if language != "en":
        found = translations(language)
        _translate(command, found, _context(found))


def _translate(
    command: click.Command, found: Mapping[str, str], context: type[click.Context]
) -> None:
    command.context_class = context
    command.help = "\n\n".join(found.get(one, one) for one in _paragraphs(command.help or ""))
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            parameter.help = found.get(parameter.help or "", parameter.help)
            if isinstance(parameter.show_default, str):
                parameter.show_default = found.get(parameter.show_default, parameter.show_default)
    if isinstance(command, click.Group):
        for one in command.commands.values():
            _translate(one, found, context)


def _paragraphs(text: str) -> list[str]:
    """The paragraphs of a help text, each as one line."""
    return [" ".join(one.split()) for one in re.split(r"\n\s*\n", inspect.cleandoc(text)) if one]


def _context(found: Mapping[str, str]) -> type[click.Context]:
    """What makes Click's own words, such as the headings, read in the same language."""

    class Formatter(click.HelpFormatter):
        def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
            super().write_usage(prog, args, found["Usage: "] if prefix is None else prefix)

        @contextmanager
        def section(self, name: str) -> Iterator[None]:
            with super().section(found.get(name, name)):
                yield

        def write_dl(
            self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
        ) -> None:
            told = [(term, _sentence(text)) for term, text in rows]
            super().write_dl(told, col_max, col_spacing)

    def _sentence(text: str) -> str:
        return found.get(text, text).replace("[default: ", found["[default: "])

    class Context(click.Context):
        formatter_class = Formatter

    return Context
