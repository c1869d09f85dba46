/* The kernel's generator and loop in C: what the compiled Python is measured against.
 *
 * A game's .c file defines State and the functions below it, line by line as in its rules.py, and
 * then includes "loop.h". Everything is static so that the compiler may inline as it likes. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline uint32_t mixed(uint32_t word) {
    word = (word ^ word >> 16) * 0x85EBCA6Bu;
    word = (word ^ word >> 13) * 0xC2B2AE35u;
    return word ^ word >> 16;
}

static inline void seeded(uint32_t *rng, uint64_t seed, uint64_t stream) {
    uint32_t high = mixed((uint32_t)seed ^ 0x9E3779B9u);
    high = mixed(high ^ (uint32_t)(seed >> 32));
    uint32_t low = mixed(high ^ (uint32_t)stream);
    rng[0] = mixed(low ^ (uint32_t)(stream >> 32));
    rng[1] = mixed(rng[0] ^ high ^ 0x6D2B79F5u) | 1;
}

static inline int draw(uint32_t *rng, int sides) {
    uint32_t first = rng[0], second = rng[1] ^ rng[0];
    uint32_t word = first * 0x9E3779BBu;
    word = (word << 5 | word >> 27) * 5;
    rng[0] = (first << 26 | first >> 6) ^ second ^ second << 9;
    rng[1] = second << 13 | second >> 19;
    return (int)((uint64_t)word * (uint64_t)sides >> 32);
}
