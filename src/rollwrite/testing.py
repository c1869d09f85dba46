"""A conformance check for games: what every game must keep, whoever wrote it.

>>> import rollwrite as rw
>>> from rollwrite.testing import check_game
>>> check_game(rw.game("qwinto"), playthroughs=1, compiled_games=0)
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from random import Random
from xml.etree import ElementTree

from rollwrite.draw.shapes import Drawing, Part, Shape
from rollwrite.draw.svg import svg
from rollwrite.errors import BadOption, Refused
from rollwrite.games.contract import OptionalDrawings, OptionalEvaluator
from rollwrite.kernel.policy import HEAD
from rollwrite.kernel.run import run_bounds_checked, run_compiled, run_interpreted
from rollwrite.play.game import Game
from rollwrite.play.log import Log
from rollwrite.play.state import Move, State
from rollwrite.texts import LANGUAGES, Message, catalogue

ENDLESS = 20_000  # events after which a random game is taken not to end
MANY_OUTCOMES = 1_000  # chance events with more outcomes are enumerated once


def check_game(
    game: Game, *, playthroughs: int = 3, compiled_games: int = 2000, seed: int = 1
) -> None:
    """Raise AssertionError if a game breaks a promise; for every number of seats it takes.

    Options take the values they name. Training fits the evaluator. Random play ends. Pending seats
    have moves, no two alike. Moves of one window commute. Positions, logs, pickles and notation
    round-trip. Chances add up to one. Scores equal their tally. A decision can be taken back.
    Refusals have a text in every language. Drawings name their parts, an emblem is square.
    Interpreted, compiled and bounds-checked runs agree to the bit.
    """
    check_texts(game)
    check_options(game)
    check_bots(game)
    check_emblem(game)
    enumerated: set[str] = set()
    for seats in game.seats:
        for number in range(playthroughs):
            _Playthrough(game, seats, seed + number, enumerated).check()
        if compiled_games:
            check_runs_agree(game, seats, compiled_games, seed)


def check_texts(game: Game) -> None:
    """Every language has the same texts with the same places for values."""
    english = catalogue(game.definition.package, "en")
    for language in LANGUAGES:
        other = catalogue(game.definition.package, language)
        missing = sorted(english.keys() ^ other.keys())
        assert not missing, f"{game.id}: texts in only one of en and {language}: {missing}"
        for key, text in english.items():
            same = _places(text) == _places(other[key])
            assert same, f"{game.id}: text {key} has other values in {language}"
    for key in ("name", "about", "seat", "title", "tray"):
        assert key in english, f"{game.id}: text {key} is missing"


def check_emblem(game: Game) -> None:
    """The emblem, if there is one, is a square picture that can be drawn before the first move."""
    emblem = OptionalDrawings.of(game.definition.drawing).emblem
    if emblem is None:
        return
    drawing = emblem(game, game.start(seed=1)._record, 0)
    for language in LANGUAGES:
        ElementTree.fromstring(svg(drawing, language))
    size = f"{drawing.width} by {drawing.height}"
    assert drawing.width == drawing.height, f"{game.id}: the emblem is {size}, not square"


def _places(text: str) -> list[str]:
    return sorted(set(re.findall(r"(?<!{){(\w+)", text)))


def check_options(game: Game) -> None:
    """Options that are whole numbers take the values they name, and no others."""
    for option in game.definition.options:
        if option.values is None:
            continue
        taken = not option.variants or game.variant in option.variants
        for value in (option.values.start - 1, *option.values, option.values.stop):
            right = taken and value in option.values
            try:
                game.start(seed=1, **{option.name: value})
            except BadOption:
                assert not right, f"{game!r} refuses {option.name}={value}"
            else:
                assert right, f"{game!r} takes {option.name}={value}"


def check_runs_agree(game: Game, seats: int, games: int, seed: int) -> None:
    """Interpreted, compiled (one or more threads) and bounds-checked runs give the same games.

    Plain Python takes its time, so it plays the first of them: all numbers of seats together come
    to as many games as the others play for each.
    """
    rules = game.rules
    start = game.definition.position.start(game, seats, 0, game.options)
    compiled = run_compiled(rules, start, games, seed)
    for run in (
        run_compiled(rules, start, games, seed, workers=3),
        run_bounds_checked(rules, start, games, seed),
    ):
        same = (run.decisions == compiled.decisions).all() and (run.scores == compiled.scores).all()
        assert same, f"{game.id}, {seats} seats: two compiled runs differ"
    some = -(-games // len(game.seats))
    plain = run_interpreted(rules, start, some, seed)
    same = compiled.decisions[:some].tolist() == plain.decisions
    same = same and compiled.scores[:some].tolist() == plain.scores
    assert same, f"{game.id}, {seats} seats: compiled and interpreted runs differ"


def count_positions(state: State, depth: int) -> list[int]:
    """How many different positions there are after 1 to ``depth`` decisions, whatever is rolled."""
    counts = []
    layer = {state}
    for _ in range(depth):
        deciding = _rolled(layer)
        layer = {s.play(move) for s in deciding for seat in s.pending for move in s.moves(seat)}
        counts.append(len(layer))
    return counts


def _rolled(states: set[State]) -> set[State]:
    """The states, each at a chance event replaced by all that can come of it."""
    found, open_ = set(), list(states)
    while open_:
        state = open_.pop()
        if state.chance is None:
            found.add(state)
        else:
            open_ += [state.roll(event) for event, _ in state.chance_outcomes()]
    return found


def check_bots(game: Game) -> None:
    """What trains bots fits the evaluator, and names of baselines can be typed."""
    definition = game.definition
    if definition.training is not None:
        evaluator = definition.evaluator
        assert evaluator is not None, f"{game.id}: there is no evaluator to train"
        can = OptionalEvaluator.of(evaluator).features is not None
        assert can, f"{game.id}: the evaluator has no features to learn"
        for fixed in definition.training.fixed_weights:
            inside = HEAD <= fixed.place < HEAD + evaluator.WEIGHTS
            assert inside, f"{game.id}: {fixed} is no place of a model"
    for name in definition.baselines:
        assert re.fullmatch(r"\w+", name), f"{game.id}: {name!r} is no name of a baseline"


class _Playthrough:
    """One random game, checked at every step."""

    def __init__(self, game: Game, seats: int, seed: int, enumerated: set[str]) -> None:
        self._game = game
        self._random = Random(f"{game.id}{seats}{seed}")
        self._state = game.start(seats, seed, self._random.randrange(seats))
        self._texts: set[str] = set()  # every notation met so far
        self._sound: dict[tuple[int | None, str], dict[str | int, Shape]] = {}  # drawn before
        self._enumerated = enumerated  # what chance has many outcomes, all of which were checked

    def check(self) -> None:
        events = 0
        while not self._state.over:
            events += 1
            self._that(events < ENDLESS, "random play does not end")
            self._check_state()
            if self._state.chance is None:
                self._decide()
            else:
                self._roll()
        self._check_state()
        self._that(not self._state.pending, "a finished game waits for somebody")
        alone = self._state.seats == 1  # whoever plays alone may lose
        self._that(alone or bool(self._state.winners()), "nobody has won")
        log = self._state.log
        self._that(Log.parse(str(log)) == log, "the log does not round-trip")
        again = self._game.replay(str(log))
        self._that((again, again.log) == (self._state, log), "the log replays differently")

    def _that(self, true: bool, problem: str) -> None:
        assert true, f"{self._game!r}: {problem}, at {self._state.position()}"

    def _check_state(self) -> None:
        state = self._state
        again = self._game.position(state.position())
        self._that(again == state, "the position does not round-trip")
        self._that(pickle.loads(pickle.dumps(state)) == state, "the pickle does not round-trip")
        self._that(hash(state) == hash(again), "equal states hash apart")
        for seat in range(state.seats):
            points = sum(line.points for line in state.tally(seat))
            self._that(points == state.scores()[seat], "the tally is not the score")
        self._that(bool(str(state)), "print shows nothing")

    def _roll(self) -> None:
        state, few = self._state, True
        rolled = state.roll()
        event = rolled.log.events[-1].text
        if str(state.chance) in self._enumerated:
            few = state.roll(event) == rolled
        else:
            outcomes = dict(state.chance_outcomes())
            if len(outcomes) > MANY_OUTCOMES:
                self._enumerated.add(str(state.chance))
            self._that(abs(sum(outcomes.values()) - 1) < 1e-9, "chances do not add up to one")
            self._that(event in outcomes, f"{event} is no outcome")
        self._that(few and state.roll(event.lower()) == rolled, f"{event} is read differently")
        self._refused(partial(state.play, next(iter(self._texts), "x"), 0))
        self._state = rolled

    def _decide(self) -> None:
        state = self._state
        for seat in state.pending:
            moves = state.moves(seat)
            self._check_moves(seat, moves)
            self._check_drawn(seat, moves)
            self._check_refusals(seat, moves)
        self._check_window()
        seat = self._random.choice(state.pending)
        move = self._random.choice(state.moves(seat))
        after = state.play(move)
        self._refused(partial(state.roll, "1"))
        if not after.over:
            self._that(after.take_back(seat) == state, f"{move} cannot be taken back")
        self._state = after

    def _check_moves(self, seat: int, moves: list[Move]) -> None:
        self._that(bool(moves), f"seat {seat} has no move")
        texts = [str(move) for move in moves]
        self._that(len(set(texts)) == len(texts), f"a move is listed twice: {texts}")
        parts = [frozenset(move.parts) for move in moves]
        self._that(len(set(parts)) == len(parts), "two moves consist of the same parts")
        self._that(bool(self._state.prompt(seat)), "there is no prompt")
        for move in self._random.sample(moves, min(3, len(moves))):
            same = self._state.play(str(move).upper(), seat) == self._state.play(move)
            self._that(same, f"{move} is read differently")
        self._texts.update(texts)

    def _check_drawn(self, seat: int, moves: list[Move]) -> None:
        """Every part of a move is drawn, or is a button with a text."""
        drawing, record = self._game.definition.drawing, self._state._record
        language = self._random.choice(LANGUAGES)
        drawn = set(self._parts(drawing.tray(self._game, record), None, language))
        drawn.update(self._parts(drawing.sheet(self._game, record, seat), seat, language))
        buttons = catalogue(self._game.definition.package, "en")
        for part in {part for move in moves for part in move.parts} - drawn:
            self._that(f"button.{part}" in buttons, f"{part} is neither drawn nor a button")

    def _parts(self, drawing: Drawing, whose: int | None, language: str) -> Iterator[str]:
        """The ids of a drawing's parts; the drawing must be sound SVG and name each part once.

        What looks as it did the last time is as sound as then.
        """
        sound = self._sound.get((whose, language), {})
        shapes: dict[str | int, Shape] = {
            shape.id if isinstance(shape, Part) else place: shape
            for place, shape in enumerate(drawing.shapes)
        }
        fresh = tuple(shape for place, shape in shapes.items() if sound.get(place) != shape)
        ElementTree.fromstring(svg(replace(drawing, shapes=fresh), language))
        self._sound[whose, language] = shapes
        ids = [part.id for part in _all_parts(drawing.shapes)]
        assert len(set(ids)) == len(ids), f"a part is drawn twice: {sorted(ids)}"
        yield from ids

    def _check_refusals(self, seat: int, moves: list[Move]) -> None:
        """What was legal at another moment and is not now is refused, with a reason."""
        others = sorted(self._texts - {str(move) for move in moves})
        for text in self._random.sample(others, min(3, len(others))):
            reason = self._refused(partial(self._state.play, text, seat))
            told = reason is None or all(map(reason.text, LANGUAGES))
            self._that(told, f"{text} is refused without a reason")
        nonsense = self._refused(partial(self._state.play, "?!", seat))
        self._that(nonsense is not None, "'?!' is played")

    def _check_window(self) -> None:
        """Two seats that are pending at the same time may answer in either order."""
        state = self._state
        if len(state.pending) < 2:
            return
        one, two = self._random.sample(state.pending, 2)
        first, second = (self._random.choice(state.moves(seat)) for seat in (one, two))
        same = state.play(first).play(second) == state.play(second).play(first)
        self._that(same, f"{first} and {second} do not commute")
        hidden = state.play(first)
        if hidden.pending:
            seen = hidden.position(two).get("answers", {})
            self._that(str(one) not in seen, f"seat {two} sees {first}")
            self._that(hidden.take_back(one) == state, f"{first} cannot be taken back")

    @staticmethod
    def _refused(action: Callable[[], State]) -> Refused | None:
        try:
            action()
        except Refused as reason:
            return reason
        return None


def _all_parts(shapes: tuple[object, ...]) -> Iterator[Part]:
    for shape in shapes:
        if isinstance(shape, Part):
            assert isinstance(shape.label, Message), f"{shape.id} has no name that can be said"
            yield shape
            yield from _all_parts(shape.shapes)
