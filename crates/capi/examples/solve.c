/* Counts the solutions of a puzzle in any format and prints the first.
 *
 *     cc solve.c $(pkg-config --cflags --libs gridwright) -o solve
 *     ./solve 7x7:b1f2iB2g1Bi2fBb */
#include <stdio.h>
#include <string.h>

#include "gridwright.h"

int main(int argc, char **argv) {
    gw_error error;
    gw_puzzle *puzzle = argc == 2 ? gw_parse(argv[1], &error) : NULL;
    if (argc != 2) {
        fprintf(stderr, "usage: solve PUZZLE\n");
        return 2;
    }
    if (!puzzle) {
        fprintf(stderr, "%u:%u: %s\n", error.line, error.column, error.message);
        return 2;
    }
    gw_cancel *ten_seconds = gw_cancel_after(10000);
    char *count = gw_count(puzzle, ten_seconds, &error);
    if (count)
        printf("%s solution%s\n", count, strcmp(count, "1") ? "s" : "");
    else
        printf("%s\n", error.message);
    char *solution = gw_solve(puzzle, ten_seconds, &error);
    puts(solution ? solution : error.message);
    gw_free(solution);
    gw_free(count);
    gw_cancel_free(ten_seconds);
    gw_puzzle_free(puzzle);
    return 0;
}
