"""The dice generator: fixed answers for ever, and dice that are fair."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rollwrite.kernel.rng import draw, mixed, seeded

WORDS = st.integers(0, 2**32 - 1)


def generator(seed: int, stream: int) -> list[int]:
    rng = [0, 0]
    seeded(rng, seed, stream)
    return rng


def test_mixing_agrees_with_the_published_finaliser() -> None:
    # murmur3's 32-bit finaliser, worked out by its definition for two words.
    assert mixed(0) == 0
    assert mixed(1) == 0x514E28B7


def test_the_first_draws_of_a_seed_never_change() -> None:
    """Logs and published results rest on these; a change here is a new generator."""
    found = [
        [draw(rng, 6) for _ in range(12)] for rng in (generator(1, 0), generator(2**64 - 1, 3))
    ]
    assert found == GOLDEN


GOLDEN = [[3, 5, 0, 1, 2, 4, 4, 2, 4, 2, 4, 4], [1, 1, 3, 1, 0, 3, 5, 0, 5, 5, 0, 0]]


@given(WORDS, WORDS, st.integers(1, 1000))
def test_draws_stay_in_range_and_words_in_32_bits(first: int, second: int, sides: int) -> None:
    rng = [first, second | 1]
    assert 0 <= draw(rng, sides) < sides
    assert all(0 <= word < 2**32 for word in rng)
    assert rng != [0, 0]


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**40))
def test_a_generator_is_never_stuck_at_zero(seed: int, stream: int) -> None:
    assert generator(seed, stream)[1] != 0


def test_neighbouring_seeds_and_streams_differ() -> None:
    starts = {tuple(generator(seed, stream)) for seed in range(200) for stream in range(200)}
    assert len(starts) == 200 * 200


@pytest.mark.parametrize("sides", [6, 30])
def test_faces_are_equally_likely_along_a_stream_and_across_streams(sides: int) -> None:
    """Chi-square with a bound that a fair die passes but for one time in a million."""
    rng, throws = generator(5, 0), 60_000
    along = Counter(draw(rng, sides) for _ in range(throws))
    across = Counter(draw(generator(5, stream), sides) for stream in range(throws))
    limit = {6: 35.9, 30: 87.0}[sides]
    for counts in (along, across):
        expected = throws / sides
        assert sum((counts[face] - expected) ** 2 / expected for face in range(sides)) < limit


def test_consecutive_throws_are_independent() -> None:
    rng = generator(9, 1)
    throws = [draw(rng, 6) for _ in range(72_001)]
    pairs = Counter(zip(throws[::2], throws[1::2], strict=False))
    expected = 36_000 / 36
    assert sum((pairs[a, b] - expected) ** 2 / expected for a in range(6) for b in range(6)) < 93.0
