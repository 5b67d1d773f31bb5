/* Files, solving, counting and random boards. The first argument is a folder to write to. */
#include <stdio.h>
#include <stdlib.h>

#include "game.h"
#include "game_aux.h"
#include "game_ext.h"
#include "game_tools.h"

static char path[1000];

static game loaded(const char *text) {
    FILE *file = fopen(path, "w");
    if (!file) exit(1);
    fputs(text, file);
    fclose(file);
    return game_load(path);
}

static void count(const char *text) {
    game g = loaded(text);
    game before = game_copy(g);
    printf("%u\n", game_nb_solutions(g));
    if (!game_equal(g, before)) printf("changed\n");
    game_delete(g);
    game_delete(before);
}

int main(int argc, char **argv) {
    if (argc != 2) return 1;
    snprintf(path, sizeof path, "%s/board.txt", argv[1]);
    game g = game_default();
    game_play_move(g, 0, 0, S_LIGHTBULB);
    game_play_move(g, 6, 6, S_MARK);
    game_save(g, path);
    game again = game_load(path);
    printf("as saved %d\n", game_equal(g, again));
    game_delete(again);
    again = loaded("1 3 1\r\nb*-"); /* carriage returns, and no last end of line */
    printf("%u x %u wrapping %d: %d %d %d\n", game_nb_rows(again), game_nb_cols(again), game_is_wrapping(again),
           game_get_square(again, 0, 0), game_get_square(again, 0, 1), game_get_square(again, 0, 2));
    printf("refused %d %d %d\n", loaded("2 2 0\nbb\nb") == NULL, loaded("1 1 0\nx\n") == NULL, game_load("/nowhere") == NULL);

    /* Solving starts from the walls, whatever was entered. */
    game_play_move(g, 6, 5, S_LIGHTBULB);
    game solution = game_default_solution();
    bool solved_it = game_solve(g);
    printf("solved %d, as the solution %d, over %d\n", solved_it, game_equal(g, solution), game_is_over(g));
    game none = game_new_empty_ext(1, 2, false);
    game_set_square(none, 0, 0, S_BLACK4);
    game_set_square(none, 0, 1, S_MARK);
    game before = game_copy(none);
    bool solved_none = game_solve(none);
    printf("no solution: %d, unchanged %d, count %u\n", solved_none, game_equal(none, before), game_nb_solutions(none));
    game first = game_new_empty_ext(2, 2, false);
    printf("first %d", game_solve(first));
    printf(": %d %d\n", game_is_lightbulb(first, 0, 0), game_is_lightbulb(first, 1, 1));

    count("6 6 0\nbbbbbb\nbbbbbb\nbbbbbb\nbbbbbb\nbbbbbb\nbbbbbb\n");
    count("3 3 0\nbbb\nb2b\nbbb\n");
    count("1 1 0\nb\n");
    count("2 1 0\nb\nb\n");
    count("2 2 1\n4b\nbb\n");
    game huge = game_new_empty_ext(14, 14, false); /* 14! solutions */
    printf("%u\n", game_nb_solutions(huge));

    srand(7);
    game random = game_random(6, 5, true, 8, false);
    srand(7);
    game solved = game_random(6, 5, true, 8, true);
    uint walls = 0, same = 1;
    for (uint i = 0; i < 6; i++)
        for (uint j = 0; j < 5; j++) {
            walls += game_is_black(random, i, j);
            same = same && game_is_black(random, i, j) == game_is_black(solved, i, j);
        }
    printf("%u walls, the same %u, over %d %d, wrapping %d\n", walls, same, game_is_over(random), game_is_over(solved),
           game_is_wrapping(random));
    printf("solvable %d\n", game_solve(random));
    game all[] = {g, again, solution, none, before, first, huge, random, solved};
    for (unsigned k = 0; k < sizeof all / sizeof *all; k++) game_delete(all[k]);
    return 0;
}
//= as saved 1
//= 1 x 3 wrapping 1: 16 17 18
//= refused 1 1 1
//= solved 1, as the solution 1, over 1
//= no solution: 0, unchanged 1, count 0
//= first 1: 1 1
//= 720
//= 4
//= 1
//= 2
//= 1
//= 4294967295
//= 8 walls, the same 1, over 0 1, wrapping 1
//= solvable 1
