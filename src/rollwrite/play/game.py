"""A game as it is played: its rules with an edition, a variant and options, ready to start."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from rollwrite.errors import (
    BadEdition,
    BadLog,
    BadOption,
    BadPosition,
    LogCutShort,
    Refused,
    RollwriteError,
    checked_language,
    did_you_mean,
    ruled,
    say,
)
from rollwrite.games.contract import Definition, OptionValue, Rules
from rollwrite.games.kit.edition import Edition, load
from rollwrite.kernel.specialize import with_constants
from rollwrite.play.log import TAKE_BACK, Event, Log
from rollwrite.play.state import State
from rollwrite.texts import Message

SEEDS = 1 << 64


class Game:
    """One of the games, in one of its variants, in one language."""

    rules: Any  # ``Rules``, and the constants of this game, which every game has others of

    def __init__(
        self,
        definition: Definition,
        variant: str | None = None,
        edition: str | Path | None = None,
        language: str = "en",
        options: Mapping[str, OptionValue] | None = None,
    ) -> None:
        if not isinstance(definition, Definition):
            raise BadOption(say("option.definition", value=definition))
        self.definition = definition
        self.language = checked_language(language)
        self.variant = _checked_variant(definition, variant)
        with self.localized_errors():
            self.edition_file = None if edition is None else _path(edition)
            self.edition, self.rules = _edition(definition, self.edition_file)
        self.options = dict(_checked_options(definition, {} if options is None else options))

    @property
    def id(self) -> str:
        """The name by which ``rollwrite.game`` finds it."""
        return self.definition.id

    @property
    def seats(self) -> range:
        """How many may play."""
        seats = self.definition.seats
        return seats if isinstance(seats, range) else seats[self.variant or ""]

    def text(self, message: Message) -> str:
        """A message in the language of this game."""
        return message.text(self.language)

    @property
    def name(self) -> str:
        """What players call it."""
        return self.text(Message(self.definition.package, "name"))

    def in_language(self, language: str) -> Game:
        """The same game in another language."""
        twin = object.__new__(Game)
        vars(twin).update(vars(self))
        twin.language = checked_language(language)
        return twin

    def start(
        self,
        seats: int | None = None,
        seed: int | None = None,
        first: int = 0,
        **options: OptionValue,
    ) -> State:
        """The start of a game, for two unless told; with a seed, ``roll()`` needs no dice."""
        if seats is None:
            seats = 2 if 2 in self.seats else self.seats.start
        with self.localized_errors():
            _check_count("seats", seats, self.seats.start, self.seats.stop - 1)
            _check_count("first", first, 0, seats - 1)
            _check_seed(seed)
            for name, own in self.options.items():
                if options.get(name, own) != own:
                    values = {"name": name, "value": options[name], "own": own}
                    raise BadOption(say("option.fixed", **values))
            options = self.options | options
            _checked_options(self.definition, options)
            record = self.definition.position.start(self, seats, first, options)
        log = Log(self.id, seats, first, seed, self.variant, self.edition, options)
        return State(self, record, log)

    def position(self, data: Mapping[str, Any], seed: int | None = None) -> State:
        """The state a JSON position describes (see the notation page of the docs)."""
        with self.localized_errors():
            _check_seed(seed)
            if not isinstance(data, Mapping):
                raise BadPosition(say("position.not_object", value=data))
            if data.get("game", self.id) != self.id:
                raise BadPosition(say("position.game", given=data["game"], game=self.id))
            for name, own in (("variant", self.variant), ("edition", self.edition)):
                if data.get(name, own) != own:
                    raise BadPosition(say(f"position.{name}", given=data.get(name), own=own))
            record = self.definition.position.read(self, data)
        log = Log(self.id, record.seats, 0, seed, self.variant, self.edition)
        return State(self, record, replace(log, position=State(self, record, log).position()))

    def replay(self, log: Log | str) -> State:
        """The state a log leads to; a log that was cut off leads as far as it goes, and says so."""
        with self.localized_errors():
            if not isinstance(log, Log):
                log = Log.parse(log)
            given = (log.game, log.variant or self.variant, log.edition)
            own = (self.id, self.variant, self.edition)
            if given != own:
                raise BadLog(say("log.other_game", given=_words(given), own=_words(own)))
            _checked_options(self.definition, log.options)
            _check_events(log.events)
        if log.position is not None:
            state = self.position(log.position, log.seed)
        else:
            state = self.start(log.seats, log.seed, log.first, **log.options)
        for number, event in enumerate(log.events, 1):
            state = self.follow(state, event, number)
        if log.scores is not None and (not state.over or state.scores() != log.scores):
            found = state.scores() if state.over else None
            raise BadLog(say("log.other_scores", given=log.scores, found=found), self.language)
        if log.cut_at is not None:
            cut = say("log.cut", line=log.cut_at, events=len(log.events))
            warnings.warn(LogCutShort(self.text(cut)), stacklevel=2)
        return state

    def follow(self, state: State, event: Event, number: int = 1) -> State:
        """The state after one event of a log; BadLog says why it cannot happen there."""
        try:
            if event.seat is None:
                return state.roll(event.text)
            if event.text == TAKE_BACK:
                return state._taken_back(event.seat)
            return state.play(event.text, event.seat)
        except Refused as reason:
            why = ruled(reason.message, reason.rule)
            what = say("log.refused", number=number, event=str(event), reason=why)
            raise BadLog(what, self.language) from reason

    @contextmanager
    def localized_errors(self) -> Iterator[None]:
        """Errors raised inside speak the language of this game."""
        try:
            yield
        except RollwriteError as error:
            error.language = self.language
            raise

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash(self.id)

    def _identity(self) -> tuple[Any, ...]:
        return (self.id, self.variant, self.edition, self.options)

    def __reduce__(self) -> tuple[Any, ...]:
        # Found again by name, so that a pickle holds no code and no printed data.
        return _found_again, (
            self.id,
            self.variant,
            self.edition_file,
            self.language,
            self.options,
        )

    def __repr__(self) -> str:
        own = {"variant": self.variant, "edition": self.edition_file and str(self.edition_file)}
        extra = [(name, value) for name, value in own.items() if value]
        words = "".join(f", {name}={value!r}" for name, value in (*extra, *self.options.items()))
        return f"rollwrite.game({self.id!r}{words})"


def _found_again(
    name: str,
    variant: str | None,
    edition: Path | None,
    language: str,
    options: dict[str, OptionValue],
) -> Game:
    from rollwrite.play.registry import game

    return game(name, variant=variant, edition=edition, language=language, **options)


def _path(edition: object) -> Path:
    """The whole path of an edition file."""
    if not isinstance(edition, str | Path) or "\0" in str(edition):
        raise BadEdition(say("edition.path", value=edition))
    try:
        return Path(edition).resolve()
    except (OSError, RuntimeError) as error:  # links in a circle, names that are too long
        reason = getattr(error, "strerror", None) or str(error)
        raise BadEdition(say("edition.unreadable", path=edition, reason=reason)) from None


def _edition(definition: Definition, path: Path | None) -> tuple[str | None, Rules]:
    """The name of an edition and the rules with its constants; no path is the game's own."""
    if path is None:
        return None, definition.rules
    if definition.constants is None:
        raise BadOption(say("option.edition", game=definition.id))
    edition = load(path)
    return edition.name, _rules_of(definition.id, edition, definition)


_RULES: dict[tuple[str, str], Rules] = {}


def _rules_of(game: str, edition: Edition, definition: Definition) -> Rules:
    """Rules with an edition's constants, made once for each content so that they compile once."""
    assert definition.constants is not None
    key = (game, edition.name)
    if key not in _RULES:
        _RULES[key] = with_constants(definition.rules, definition.constants(edition.fields))
    return _RULES[key]


def _words(parts: tuple[object, ...]) -> str:
    named = (one if isinstance(one, str) else f"<{type(one).__name__}>" for one in parts if one)
    return " ".join(named)


def _checked_variant(definition: Definition, variant: str | None) -> str | None:
    if variant is None:
        return definition.variants[0] if definition.variants else None
    if variant not in definition.variants:
        hint = did_you_mean(variant, definition.variants)
        raise BadOption(say("option.variant", given=variant, game=definition.id, hint=hint))
    return variant


def _checked_options(
    definition: Definition, options: Mapping[str, OptionValue]
) -> Mapping[str, OptionValue]:
    if not isinstance(options, Mapping):
        raise BadOption(say("option.mapping", name="options", value=options))
    known = [option.name for option in definition.options]
    for name in options:
        if name not in known:
            hint = did_you_mean(name, known)
            raise BadOption(say("option.unknown", name=name, game=definition.id, hint=hint))
    return options


def _check_events(events: object) -> None:
    """Refuse what a program has put in the place of a log's events."""
    if not isinstance(events, tuple | list):
        raise BadLog(say("log.not_text", value=events))
    for number, event in enumerate(events, 1):
        if not isinstance(event, Event):
            raise BadLog(say("log.event", number=number, event=event))


def _check_count(name: str, value: object, low: int, high: int) -> None:
    if type(value) is not int or not low <= value <= high:
        raise BadOption(say("option.count", name=name, value=value, low=low, high=high))


def _check_seed(seed: object) -> None:
    if seed is not None and (type(seed) is not int or not 0 <= seed < SEEDS):
        raise BadOption(say("option.seed", value=seed, high=SEEDS - 1))
