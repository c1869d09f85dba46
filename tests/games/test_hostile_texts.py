"""Whatever is sent as a move, a roll, a position or a log: refused or played, and soon.

Every game is played with all moments in which something else can be done, and at each of them
everything is tried that was ever written in that game at any moment, whole and changed.
"""

from __future__ import annotations

import copy
import json
import signal
import warnings
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rollwrite as rw
from deadline import Hangs, deadline
from rollwrite.errors import RollwriteError

pytestmark = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="there is no clock of CPU time"
)
MOMENTS = 40  # of each game in each variant, as different as they come
STRANGE = (
    "", " ", ";", "[", "]", "?", "0", "-1", "9" * 60, "take back", "\x00", "é", "Y+" * 90,
    "roll " + "O" * 150, "a1 " * 60, "+" * 190, "1e999", "−", "pass pass", "\u0661", "{}",
)  # fmt: skip
GAMES = sorted(
    (name, variant) for name in rw.games() for variant in rw.game(name).definition.variants or ("",)
)


class Known(NamedTuple):
    """A game in a variant: moments of it, and all that was written there."""

    game: rw.Game
    moments: list[rw.State]
    moves: list[str]
    rolls: list[str]


@cache
def known(name: str, variant: str) -> Known:
    game = rw.game(name, variant=variant or None)
    random = Random(f"{name} {variant}")
    moves: dict[str, None] = {}
    rolls: dict[str, None] = {}
    moments: dict[Any, list[rw.State]] = {}
    for seed, seats in enumerate([game.seats.start, min(2, game.seats.stop - 1)] * 2):
        state = game.start(seats, seed)
        for _ in range(400):
            kind = state._record.phase, state.window, state.pending, bool(state.log.events)
            moments.setdefault(kind[:2], []).append(state)
            if state.over:
                break
            if state.chance is not None:
                state = state.roll()
                rolls[state.log.events[-1].text] = None
                continue
            seat = random.choice(state.pending)
            legal = state.moves(seat)
            moves.update(
                dict.fromkeys(str(move) for move in random.sample(legal, min(6, len(legal))))
            )
            state = state.play(random.choice(legal), seat)
    kept = [
        state for alike in moments.values() for state in random.sample(alike, min(3, len(alike)))
    ]
    random.shuffle(kept)
    return Known(game, kept[:MOMENTS], list(moves), list(rolls))


def signs(text: str, random: Random) -> str:
    """A text that nearly is a notation."""
    place = random.randrange(len(text) + 1)
    extra = random.choice(["+", "-", "~", " ", "?", "0", "9", ";", text, text[:place], "+" * 30])
    return random.choice(
        [text[:place] + extra + text[place:], text[:place], text[place:], text.swapcase(), text * 3]
    )[:200]


def some_of_each_kind(texts: list[str], random: Random) -> list[str]:
    """A few texts for each first word: what is rare is tried as often as the rest."""
    kinds: dict[str, list[str]] = {}
    for text in texts:
        kinds.setdefault(text.partition(" ")[0], []).append(text)
    return [text for kind in kinds.values() for text in random.sample(kind, min(5, len(kind)))]


def tried(state: rw.State, text: str, random: Random) -> None:
    """A text as a move of everybody who is to move, and as a roll."""
    with deadline((repr(state), text)):
        for seat in (*state.pending, state.seats, -1):
            try:
                after = state.play(text, seat)
            except RollwriteError as refused:
                for language in ("en", "fr", "de"):
                    assert refused.text(language)
            else:
                assert after.log.events[-1].seat == seat
        try:
            state.roll(text)
        except RollwriteError as refused:
            assert refused.text("de")


@pytest.mark.parametrize(("name", "variant"), GAMES)
def test_everything_ever_written_at_every_moment(name: str, variant: str) -> None:
    of = known(name, variant)
    random = Random(f"everything {name} {variant}")
    corpus = [*some_of_each_kind(of.moves, random), *of.rolls[:12], *STRANGE]
    corpus += [signs(text, random) for text in corpus]
    for state in of.moments:
        for text in random.sample(corpus, min(60, len(corpus))):
            tried(state, text, random)


def test_the_purchase_without_dice_that_once_never_ended() -> None:
    of = known("donnant", "base")
    for state in of.moments:
        for text in ("buy e1 Y+", "buy e1 Y+O+G+B+P+", "buy b4 Y-", "buy e2"):
            tried(state, text, Random(0))


PHRASES = st.sampled_from(GAMES).flatmap(
    lambda pair: st.tuples(
        st.just(pair),
        st.integers(0, MOMENTS - 1),
        st.lists(
            st.one_of(
                st.sampled_from(known(*pair).moves + known(*pair).rolls),
                st.text(" +-~?0123456789abcdeYOGBPRWE", max_size=8),
                st.text(max_size=4),
            ),
            max_size=4,
        ),
    )
)


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(PHRASES)
def test_phrases_of_all_notations(drawn: tuple[tuple[str, str], int, list[str]]) -> None:
    pair, number, words = drawn
    moments = known(*pair).moments
    tried(moments[number % len(moments)], " ".join(words)[:200], Random(0))


def changed(value: Any, random: Random) -> Any:
    """JSON data with one value somewhere that is another one."""
    value = copy.deepcopy(value)
    holder: Any = value
    while True:
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        if not keys:
            return value
        key = random.choice(keys)
        if isinstance(holder[key], dict | list) and holder[key] and random.random() < 0.9:
            holder = holder[key]
            continue
        odd: tuple[Any, ...] = (
            None,
            True,
            -1,
            0,
            1,
            7,
            99,
            10**9,
            10**30,
            0.5,
            "",
            "x",
            [],
            {},
            [[]],
            "Y",
        )
        holder[key] = random.choice([*odd, holder[key]])
        if random.random() < 0.1 and isinstance(holder, dict):
            del holder[key]
        return value


@pytest.mark.parametrize(("name", "variant"), GAMES)
def test_positions_with_anything_in_them(name: str, variant: str) -> None:
    of = known(name, variant)
    random = Random(f"positions {name} {variant}")
    for _ in range(250):
        state = random.choice(of.moments)
        position = state.position()
        for _ in range(random.randrange(1, 4)):
            position = changed(position, random)
        with deadline(position):
            try:
                found = of.game.position(position, seed=1)
            except RollwriteError:
                continue
            played(found, random, 12)


def played(state: rw.State, random: Random, steps: int) -> None:
    """What was accepted can be looked at and played on."""
    json.dumps(state.position())
    for _ in range(steps):
        assert len(state.scores()) == state.seats
        if state.over:
            return
        if state.chance is not None:
            state = state.roll()
        else:
            assert state.pending, "a game that goes on waits for something"
            seat = random.choice(state.pending)
            state = state.play(random.choice(state.moves(seat)), seat)


@pytest.mark.parametrize(("name", "variant"), GAMES)
def test_logs_with_anything_in_them(name: str, variant: str) -> None:
    of = known(name, variant)
    random = Random(f"logs {name} {variant}")
    texts = [str(state.log) for state in of.moments if len(state.log.events) < 60]
    for _ in range(40):
        words = random.choice(texts).split(" ")
        for _ in range(random.randrange(1, 4)):
            place = random.randrange(len(words))
            other = random.choice([*of.moves, *of.rolls, *STRANGE, *words])
            words[place : place + random.randrange(3)] = [other]
        log = " ".join(words)
        with deadline(log, 30), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                found = of.game.replay(log)
            except RollwriteError as refused:
                assert refused.text("fr")
                continue
            assert of.game.replay(str(found.log)) == found


def test_what_hangs_is_ended() -> None:
    with pytest.raises(Hangs, match="for ever"), deadline("for ever", 0.05):
        while True:
            pass
