/* Qwinto, the same algorithm as src/rollwrite/games/qwinto/rules.py. */
#include "ceiling.h"
#include <string.h>

enum { SEATS = 6, DICE = 3, ROWS = 3, FIELDS = 9, WIDTH = 12, MISSES = 4, BONUSES = 5 };
enum { CHOOSE, ROLL, KEEP, WRITE, OVER };
enum { STAY = 7, REROLL = 8, WRITE_AT = 9, PASS = 36, MOVES = 28, EVENT = 3 };

static const int8_t COLUMNS[ROWS][FIELDS] = {
    {2, 3, 4, 6, 7, 8, 9, 10, 11}, {1, 2, 3, 4, 5, 7, 8, 9, 10}, {0, 1, 2, 3, 5, 6, 7, 8, 9}};
static const int8_t PENTAGONS[BONUSES][2] = {{2, 2}, {0, 3}, {0, 7}, {1, 8}, {2, 9}};

typedef struct { int8_t cells[ROWS][WIDTH], misses; } Sheet;
typedef struct {
    int8_t seats, active, phase, pending, chosen, rolls, dice[DICE], answers[SEATS];
    Sheet sheets[SEATS];
} State;

static void begin_turn(State *s) {
    s->phase = CHOOSE;
    s->pending = 1 << s->active;
    s->chosen = s->rolls = 0;
    for (int die = 0; die < DICE; die++) s->dice[die] = 0;
}

static void start(State *s, int seats, int first) {
    memset(s, 0, sizeof *s);
    s->seats = seats;
    s->active = first;
    begin_turn(s);
}

static int number(const State *s) { return s->dice[0] + s->dice[1] + s->dice[2]; }

static int in_column(const Sheet *sheet, int column, int total) {
    return sheet->cells[0][column] == total || sheet->cells[1][column] == total ||
           sheet->cells[2][column] == total;
}

static int add_fields(const Sheet *sheet, int row, int total, int16_t *moves, int count) {
    const int8_t *cells = sheet->cells[row];
    int after = -1, before = WIDTH;
    for (int column = 0; column < WIDTH; column++) {
        if (cells[column] >= total) {
            before = column;
            break;
        }
        if (cells[column] > 0) after = column;
    }
    if (before < WIDTH && cells[before] == total) return count;
    for (int field = 0; field < FIELDS; field++) {
        int column = COLUMNS[row][field];
        if (after < column && column < before && !in_column(sheet, column, total))
            moves[count++] = WRITE_AT + FIELDS * row + field;
    }
    return count;
}

static int legal(const State *s, int seat, int16_t *moves) {
    if (s->phase == CHOOSE) {
        for (int action = 0; action < STAY; action++) moves[action] = action;
        return STAY;
    }
    if (s->phase == KEEP) {
        moves[0] = STAY;
        moves[1] = REROLL;
        return 2;
    }
    int count = 0;
    for (int row = 0; row < ROWS; row++)
        if (s->chosen >> row & 1) count = add_fields(&s->sheets[seat], row, number(s), moves, count);
    moves[count] = PASS;
    return count + 1;
}

static void announce(State *s) {
    s->phase = WRITE;
    s->pending = (1 << s->seats) - 1;
}

static int written(const Sheet *sheet, int row) {
    int count = 0;
    for (int column = 0; column < WIDTH; column++) count += sheet->cells[row][column] != 0;
    return count;
}

static int finished(const Sheet *sheet) {
    int full = 0;
    for (int row = 0; row < ROWS; row++) full += written(sheet, row) == FIELDS;
    return full >= 2 || sheet->misses >= MISSES;
}

static void end_turn(State *s) {
    int over = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        Sheet *sheet = &s->sheets[seat];
        int answer = s->answers[seat];
        s->answers[seat] = 0;
        if (answer != PASS) {
            int row = (answer - WRITE_AT) / FIELDS;
            sheet->cells[row][COLUMNS[row][(answer - WRITE_AT) % FIELDS]] = number(s);
        } else if (seat == s->active) {
            sheet->misses++;
        }
        if (finished(sheet)) over = 1;
    }
    if (over) {
        s->phase = OVER;
    } else {
        s->active = (s->active + 1) % s->seats;
        begin_turn(s);
    }
}

static void apply(State *s, int seat, int action) {
    if (s->phase == WRITE) {
        s->answers[seat] = action;
        s->pending &= ~(1 << seat);
        if (s->pending == 0) end_turn(s);
    } else if (action == STAY) {
        announce(s);
    } else {
        if (s->phase == CHOOSE) s->chosen = action + 1;
        for (int die = 0; die < DICE; die++) s->dice[die] = 0;
        s->phase = ROLL;
        s->pending = 0;
    }
}

static void sample(const State *s, int8_t *event, uint32_t *rng) {
    for (int die = 0; die < DICE; die++) event[die] = s->chosen >> die & 1 ? 1 + draw(rng, 6) : 0;
}

static void resolve(State *s, const int8_t *event) {
    for (int die = 0; die < DICE; die++) s->dice[die] = event[die];
    s->rolls++;
    if (s->rolls == 1) {
        s->phase = KEEP;
        s->pending = 1 << s->active;
    } else {
        announce(s);
    }
}

static int score(const State *s, int seat) {
    const Sheet *sheet = &s->sheets[seat];
    int points = -5 * sheet->misses;
    for (int row = 0; row < ROWS; row++) {
        int count = written(sheet, row);
        points += count == FIELDS ? sheet->cells[row][COLUMNS[row][FIELDS - 1]] : count;
    }
    for (int bonus = 0; bonus < BONUSES; bonus++) {
        int column = PENTAGONS[bonus][1];
        if (sheet->cells[0][column] && sheet->cells[1][column] && sheet->cells[2][column])
            points += sheet->cells[PENTAGONS[bonus][0]][column];
    }
    return points;
}

#include "loop.h"
