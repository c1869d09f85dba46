"""What can go wrong, as a closed list; every error tells what was wrong and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from enum import StrEnum
from importlib.util import find_spec

from rollwrite.texts import LANGUAGES, Message, speaker

say = speaker("rollwrite")

LONGEST_WORD = 80  # that may be a misspelt name: comparing takes time

# The extras of the installation, and the modules by which each is known to be there.
EXTRAS = {
    "cluster": ("distributed",),
    "envs": ("gymnasium", "pettingzoo"),
    "fast": ("filelock", "llvmlite", "numba", "numpy", "tomli_w"),
    "frames": ("polars",),
    "gpu": ("numba_cuda",),
    "passkeys": ("webauthn",),
    "pdf": ("markdown_it", "typst"),
    "postgresql": ("asyncpg",),
    "puffer": ("pufferlib",),
    "sb3": ("sb3_contrib", "stable_baselines3"),
    "server": (
        "aiosqlite", "alembic", "markdown_it", "msgspec", "prometheus_client", "segno",
        "sqlalchemy", "starlette", "uvicorn", "websockets",
    ),
    "torchrl": ("torchrl",),
}  # fmt: skip


class Kind(StrEnum):
    """Why a move, a roll or a take-back was refused."""

    GAME_OVER = "game_over"  # nothing can be played or taken back any more
    NO_SUCH_SEAT = "no_such_seat"  # the game has fewer seats
    NOT_PENDING = "not_pending"  # this seat is not to move now
    WHICH_SEAT = "which_seat"  # several seats are to move and none was named
    CHANCE_FIRST = "chance_first"  # dice must be rolled, or cards dealt, before anybody decides
    UNREADABLE = "unreadable"  # not the notation of a move, a roll or a deal of this game
    WRONG_MOMENT = "wrong_moment"  # a move of this game, but not of this moment
    AGAINST_RULES = "against_rules"  # breaks the numbered rule named with it
    NO_CHANCE = "no_chance"  # nothing is to be rolled or dealt now
    WRONG_DICE = "wrong_dice"  # a roll that these dice, or a deal that this deck, cannot give
    NO_SEED = "no_seed"  # neither a seed nor real dice to roll with
    NO_TAKE_BACK = "no_take_back"  # somebody else has decided, or something was rolled, since


class RollwriteError(ValueError):
    """Anything rollwrite refuses; ``str(error)`` tells it in ``error.language``."""

    def __init__(self, message: Message, language: str = "en") -> None:
        super().__init__(message, language)
        self.message = message
        self.language = language

    def text(self, language: str) -> str:
        """The reason in a language of your choice; what was given is repeated, cut short."""
        return self.message.clipped().text(checked_language(language))

    def __str__(self) -> str:
        return self.text(self.language)


class Refused(RollwriteError):
    """A move, roll or take-back that was refused: its kind, and the rule it breaks if it is one.

    ``str(error)`` ends with the rule, ``error.text(language)`` is the sentence alone.
    """

    def __init__(
        self, kind: Kind, message: Message, rule: str | None = None, language: str = "en"
    ) -> None:
        super().__init__(message, language)
        self.args = (kind, message, rule, language)
        self.kind = kind
        self.rule = rule

    def __str__(self) -> str:
        return with_rule(self.text(self.language), self.rule)


class IllegalMove(Refused):
    """A move or take-back that was refused; the state is as it was."""


class IllegalRoll(Refused):
    """A roll or deal that was refused; the state is as it was."""


class UnknownGame(RollwriteError):
    """No game has this name."""


class BadOption(RollwriteError):
    """A variant, seat count, seed or option that the game does not take."""


class BadPosition(RollwriteError):
    """A position that is not one of this game, and where it goes wrong."""


class BadEdition(RollwriteError):
    """An edition file that cannot be played with: the line and the reason."""


class BadLog(RollwriteError):
    """A log that cannot be read, or whose events are not a game, and where."""


class BadProgress(RollwriteError):
    """A file of saved progress that cannot be used, and why."""


class MissingExtra(RollwriteError, ImportError):
    """Something needs an extra that is not installed; the text has the command to run."""

    def __init__(self, extra: str, language: str = "en") -> None:
        super().__init__(say(f"extra.{extra}", command=install_command(extra)), language)
        self.args = (extra, language)
        self.extra = extra


@contextmanager
def told_in(language: str) -> Iterator[None]:
    """Whatever is refused meanwhile is told in a language."""
    try:
        yield
    except RollwriteError as error:
        error.language = language
        raise


def checked_language(language: str) -> str:
    """A language, if there are texts in it."""
    if language not in LANGUAGES:
        hint = did_you_mean(language, LANGUAGES)
        raise BadOption(say("option.language", given=language, hint=hint))
    return language


class LogCutShort(UserWarning):
    """A log ended in the middle; everything before that was loaded."""


class GameLeftOut(UserWarning):
    """A game of another package cannot be used; ``message`` names both and says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.message.text()


def with_rule(sentence: str, rule: str | None) -> str:
    """A sentence with the number of the rule that it tells, for those who know the rules by it."""
    if rule is None or f"({rule})" in sentence or not sentence.endswith("."):
        return sentence
    return f"{sentence[:-1]} ({rule})."


def ruled(reason: Message, rule: str | None) -> Message:
    """The same for a reason that is part of a longer text, and in no language yet."""
    return say("ruled", reason=reason, rule=rule) if rule else reason


def install_command(extra: str) -> str:
    """What installs an extra, quoted so that every shell takes it."""
    return f'pip install "rollwrite[{extra}]"'


def has_extra(extra: str) -> bool:
    """Whether an extra is installed; nothing is imported to find out."""
    return all(find_spec(module) for module in EXTRAS[extra])


def require_extra(extra: str, language: str = "en") -> None:
    """Raise MissingExtra where an extra is not installed."""
    if not has_extra(extra):
        raise MissingExtra(extra, language)


def did_you_mean(word: object, choices: Iterable[str]) -> Message:
    """' Did you mean …?' for the nearest choice, or the list of choices."""
    known = sorted(choices)
    typed = word if isinstance(word, str) and len(word) <= LONGEST_WORD else ""
    close = get_close_matches(typed.lower(), known, 1)
    if close:
        return say("did_you_mean", choice=close[0])
    return say("choices", choices=known) if known else say("no_choices")
