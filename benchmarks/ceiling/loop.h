/* Random games one after the other, as kernel/playout.py plays them.
 *
 *     program SEATS GAMES SEED   prints: decisions, sum of scores, seconds */
int main(int argc, char **argv) {
    if (argc != 4) return 2;
    int seats = atoi(argv[1]);
    long games = atol(argv[2]);
    uint64_t seed = strtoull(argv[3], NULL, 10);
    State begin, s;
    start(&begin, seats, 0);
    int16_t moves[MOVES];
    int8_t event[EVENT];
    uint32_t rng[2];
    long decisions = 0, points = 0;
    struct timespec from, to;
    clock_gettime(CLOCK_MONOTONIC, &from);
    for (long game = 0; game < games; game++) {
        s = begin;
        seeded(rng, seed, game);
        for (;;) {
            if (s.pending == 0) {
                if (s.phase == OVER) break;
                sample(&s, event, rng);
                resolve(&s, event);
            } else {
                int seat = 0;
                while ((s.pending >> seat & 1) == 0) seat++;
                int count = legal(&s, seat, moves);
                apply(&s, seat, moves[draw(rng, count)]);
                decisions++;
            }
        }
        for (int seat = 0; seat < seats; seat++) points += score(&s, seat);
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    double seconds = (to.tv_sec - from.tv_sec) + 1e-9 * (to.tv_nsec - from.tv_nsec);
    printf("%ld %ld %.6f\n", decisions, points, seconds);
    return 0;
}
