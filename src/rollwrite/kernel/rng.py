"""The dice generator: the same bits in Python, compiled and on a GPU.

xoroshiro64** (Blackman and Vigna, public domain) on two 32-bit words, seeded by a hash of
(seed, stream). Every product is masked to 32 bits, so that Python's unbounded integers and
64-bit machine integers agree. A generator is a list or an array of two integers.
"""

from __future__ import annotations

from rollwrite.kernel.rule import rule

WORD = 0xFFFFFFFF


@rule
def mixed(word: int) -> int:
    """A 32-bit word with its bits well stirred (the finaliser known as murmur3's)."""
    word = ((word ^ (word >> 16)) * 0x85EBCA6B) & WORD
    word = ((word ^ (word >> 13)) * 0xC2B2AE35) & WORD
    return word ^ (word >> 16)


@rule
def seeded(rng: list[int], seed: int, stream: int) -> None:
    """Set the generator to the start of one of a seed's streams (a game, or one roll of it)."""
    high = mixed((seed & WORD) ^ 0x9E3779B9)
    high = mixed(high ^ (seed >> 32 & WORD))
    low = mixed(high ^ (stream & WORD))
    rng[0] = mixed(low ^ (stream >> 32 & WORD))
    rng[1] = mixed(rng[0] ^ high ^ 0x6D2B79F5) | 1  # never both zero: that would stay zero


@rule
def draw(rng: list[int], sides: int) -> int:
    """A number from 0 to sides - 1."""
    first = int(rng[0])
    second = int(rng[1]) ^ first
    word = (first * 0x9E3779BB) & WORD
    word = (((word << 5) | (word >> 27)) * 5) & WORD
    rng[0] = (((first << 26) | (first >> 6)) ^ second ^ (second << 9)) & WORD
    rng[1] = ((second << 13) | (second >> 19)) & WORD
    return (word * sides) >> 32
