/* Flags and counts of small boards, flat and wrapping, against a few plain loops: neighbours count per direction, so
 * that a narrow torus meets the same square twice, or the wall itself. */
#include <stdio.h>
#include <stdlib.h>

#include "game.h"
#include "game_ext.h"
#include "game_tools.h"

#define MOST 12

static const square VALUES[] = {S_BLANK,  S_LIGHTBULB, S_MARK,   S_BLACK0, S_BLACK1,
                                S_BLACK2, S_BLACK3,    S_BLACK4, S_BLACKU};
static const int DOWN[] = {-1, 0, 1, 0}, RIGHT[] = {0, 1, 0, -1};

typedef struct {
    int rows, cols;
    bool wrapping;
    square squares[MOST];
} board;

/* The square beside one, or -1 at an edge. */
static int beside(const board *b, int at, int direction) {
    int i = at / b->cols + DOWN[direction], j = at % b->cols + RIGHT[direction];
    if (b->wrapping) return (i + b->rows) % b->rows * b->cols + (j + b->cols) % b->cols;
    return i < 0 || j < 0 || i >= b->rows || j >= b->cols ? -1 : i * b->cols + j;
}

/* Whether a bulb elsewhere shines on a square. */
static bool shone_on(const board *b, int at) {
    for (int direction = 0; direction < 4; direction++)
        for (int k = beside(b, at, direction); k != -1 && k != at && !(b->squares[k] & S_BLACK); k = beside(b, k, direction))
            if (b->squares[k] == S_LIGHTBULB) return true;
    return false;
}

static bool lit(const board *b, int at) {
    return !(b->squares[at] & S_BLACK) && (b->squares[at] == S_LIGHTBULB || shone_on(b, at));
}

static bool wrong(const board *b, int at) {
    if (b->squares[at] == S_LIGHTBULB) return shone_on(b, at);
    if (b->squares[at] < S_BLACK0 || b->squares[at] > S_BLACK4) return false;
    int bulbs = 0, usable = 0, number = (int)b->squares[at] - S_BLACK0;
    for (int direction = 0; direction < 4; direction++) {
        int k = beside(b, at, direction);
        if (k == -1) continue;
        bulbs += b->squares[k] == S_LIGHTBULB;
        usable += b->squares[k] == S_BLANK && !lit(b, k);
    }
    return bulbs > number || bulbs + usable < number;
}

static bool over(const board *b) {
    for (int at = 0; at < b->rows * b->cols; at++)
        if (wrong(b, at) || !(lit(b, at) || b->squares[at] & S_BLACK)) return false;
    return true;
}

/* How many ways there are to put bulbs on the squares from `at` on. */
static uint ways(board *b, int at) {
    if (at == b->rows * b->cols) return over(b);
    uint number = ways(b, at + 1);
    if (b->squares[at] != S_BLANK) return number;
    b->squares[at] = S_LIGHTBULB;
    number += ways(b, at + 1);
    b->squares[at] = S_BLANK;
    return number;
}

static unsigned long checked, solvable;

static void check(board *b) {
    int cells = b->rows * b->cols;
    game g = game_new_ext((uint)b->rows, (uint)b->cols, b->squares, b->wrapping);
    game_update_flags(g);
    bool same = game_is_over(g) == over(b);
    for (int at = 0; at < cells; at++) {
        square flags = game_get_flags(g, (uint)(at / b->cols), (uint)(at % b->cols));
        same = same && flags == (square)((lit(b, at) ? F_LIGHTED : 0) | (wrong(b, at) ? F_ERROR : 0));
    }
    for (int at = 0; at < cells; at++)
        if (!(b->squares[at] & S_BLACK)) b->squares[at] = S_BLANK;
    uint expected = ways(b, 0);
    same = same && game_nb_solutions(g) == expected && game_solve(g) == (expected > 0);
    if (!same) {
        printf("%d %d %d differ:", b->rows, b->cols, b->wrapping);
        for (int at = 0; at < cells; at++) printf(" %d", (int)b->squares[at]);
        printf("\n");
    }
    checked++;
    solvable += expected > 0;
    game_delete(g);
}

int main(void) {
    static const int SIZES[][2] = {{1, 1}, {1, 2}, {2, 1}, {2, 2}, {1, 4}, {4, 1}, {2, 3}, {3, 2}, {3, 3}, {2, 5}, {3, 4}};
    unsigned random = 7;
    for (unsigned size = 0; size < sizeof SIZES / sizeof *SIZES; size++)
        for (int wrapping = 0; wrapping < 2; wrapping++) {
            board b = {SIZES[size][0], SIZES[size][1], wrapping != 0, {S_BLANK}};
            int cells = b.rows * b.cols;
            /* All boards of one and two squares, forty of each larger size. */
            int boards = cells == 1 ? 9 : cells == 2 ? 81 : 40;
            for (int k = 0; k < boards; k++) {
                for (int at = 0, rest = k; at < cells; at++, rest /= 9) {
                    random = random * 1103515245u + 12345u;
                    unsigned pick = (random >> 16) % 18; /* walls on a third of larger boards */
                    b.squares[at] = VALUES[cells <= 2 ? rest % 9 : pick < 12 ? (int)pick / 4 : (int)pick - 9];
                }
                check(&b);
            }
        }
    printf("%lu boards, %lu with a solution\n", checked, solvable);
    return 0;
}
//= 982 boards, 312 with a solution
