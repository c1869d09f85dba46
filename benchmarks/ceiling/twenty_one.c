/* Twenty One, the same algorithm as src/rollwrite/games/twenty_one/rules.py. */
#include "ceiling.h"
#include <string.h>

enum { SEATS = 6, DICE = 6, ROWS = 5, FIELDS = 6, CROSSED = -1 };
enum { ROLL, KEEP, WRITE, OVER };
enum { STAY = 0, REROLL = 1, CROSS = 2, WRITE_DICE = 2, MOVES = 64, EVENT = 6 };

static const char *const SHEETS[SEATS][ROWS] = {
    {"RYGBWK", "YGWKRB", "BRKWGY", "BYKGWR", "BYWRKG"},
    {"BKWYRG", "KBRYGW", "WGYRBK", "GRWKYB", "KRBGWY"},
    {"WBRGKY", "BWYGKR", "RKGYWB", "YGBRKW", "WBRYGK"},
    {"GRKWYB", "RYGBWK", "KWBGYR", "KBYWRG", "YKGWRB"},
    {"YWBKGR", "WKBRYG", "GYRBKW", "WKRBGY", "RGYKBW"},
    {"KGYRBW", "GRKWBY", "YBWKRG", "RWGYBK", "GWKBYR"}};
static const int8_t NUMBERS[ROWS][FIELDS] = {
    {6, 5, 4, 3, 2, 1}, {5, 4, 4, 3, 3, 1}, {6, 5, 3, 2, 2, 1}, {5, 4, 4, 2, 2, 1}, {4, 4, 3, 3, 2, 1}};
static const int8_t BONUS[FIELDS + 1] = {0, 1, 3, 6, 10, 15, 21};
static int8_t PLACES[SEATS][ROWS][DICE];

typedef struct { int8_t model, row, cells[ROWS][FIELDS]; } Sheet;
typedef struct {
    int8_t seats, active, phase, pending, rolls, dice[DICE], answers[SEATS];
    Sheet sheets[SEATS];
} State;

static void begin_turn(State *s) {
    s->phase = ROLL;
    s->pending = s->rolls = 0;
    for (int die = 0; die < DICE; die++) s->dice[die] = 0;
}

static void start(State *s, int seats, int first) {
    for (int model = 0; model < SEATS; model++)
        for (int row = 0; row < ROWS; row++)
            for (int die = 0; die < DICE; die++)
                PLACES[model][row][die] = strchr(SHEETS[model][row], "RYGBWK"[die]) - SHEETS[model][row];
    memset(s, 0, sizeof *s);
    s->seats = seats;
    s->active = first;
    for (int seat = 0; seat < seats; seat++) s->sheets[seat].model = seat;
    begin_turn(s);
}

static int rerollable(const State *s) {
    for (int die = 0; die < DICE; die++)
        if (s->dice[die] != 1) return 1;
    return 0;
}

static int fits(const Sheet *sheet, int die, int value) {
    int place = PLACES[sheet->model][sheet->row][die];
    return sheet->cells[sheet->row][place] == 0 && value <= NUMBERS[sheet->row][place];
}

static int legal(const State *s, int seat, int16_t *moves) {
    if (s->phase == KEEP) {
        moves[0] = STAY;
        moves[1] = REROLL;
        return rerollable(s) ? 2 : 1;
    }
    moves[0] = CROSS;
    int count = 1, fitting = 0, chosen = 0;
    for (int die = 0; die < DICE; die++)
        if (fits(&s->sheets[seat], die, s->dice[die])) fitting |= 1 << die;
    while (chosen != fitting) {
        chosen = (chosen - fitting) & fitting;
        moves[count++] = WRITE_DICE + chosen;
    }
    return count;
}

static void announce(State *s) {
    s->phase = WRITE;
    s->pending = (1 << s->seats) - 1;
}

static void fill(const State *s, Sheet *sheet, int answer) {
    if (answer == CROSS) {
        int place = 0;
        while (sheet->cells[sheet->row][place] != 0) place++;
        sheet->cells[sheet->row][place] = CROSSED;
    } else {
        for (int die = 0; die < DICE; die++)
            if ((answer - WRITE_DICE) >> die & 1)
                sheet->cells[sheet->row][PLACES[sheet->model][sheet->row][die]] = s->dice[die];
    }
}

static int complete(const Sheet *sheet) {
    for (int place = 0; place < FIELDS; place++)
        if (sheet->cells[sheet->row][place] == 0) return 0;
    return 1;
}

static void end_turn(State *s) {
    int over = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        Sheet *sheet = &s->sheets[seat];
        fill(s, sheet, s->answers[seat]);
        s->answers[seat] = 0;
        if (complete(sheet) && ++sheet->row == ROWS) over = 1;
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
        for (int die = 0; die < DICE; die++)
            if (s->dice[die] != 1) s->dice[die] = 0;
        s->phase = ROLL;
        s->pending = 0;
    }
}

static void sample(const State *s, int8_t *event, uint32_t *rng) {
    for (int die = 0; die < DICE; die++) event[die] = s->dice[die] == 0 ? 1 + draw(rng, 6) : 0;
}

static void resolve(State *s, const int8_t *event) {
    for (int die = 0; die < DICE; die++)
        if (event[die] != 0) s->dice[die] = event[die];
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
    int points = 0;
    for (int row = 0; row < ROWS; row++) {
        int hits = 0;
        for (int place = 0; place < FIELDS; place++) {
            int cell = sheet->cells[row][place];
            hits += cell == NUMBERS[row][place];
            points += cell > 0 ? cell : 0;
        }
        points += BONUS[hits];
    }
    return points;
}

#include "loop.h"
