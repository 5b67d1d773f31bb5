/* Wrong arguments of every kind; the first argument says which. A call that comes back says what it answered. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "game.h"
#include "game_aux.h"
#include "game_ext.h"
#include "game_tools.h"

static int number;

/* Whether this is the call that is wanted: they are numbered from 1. */
static bool wanted(int which) { return ++number == which; }

#define CALL(call) \
    if (wanted(which)) printf("%d\n", (int)(call))
#define DO(call) \
    if (wanted(which)) call, printf("0\n")

int main(int argc, char **argv) {
    int which = 0;
    if (argc != 2 || sscanf(argv[1], "%d", &which) != 1) return 1;
    game g = game_default();
    game before = game_copy(g);
    square squares[DEFAULT_SIZE * DEFAULT_SIZE] = {(square)7};
    char name[] = "/nowhere/board.txt";

    CALL(game_copy(NULL) != NULL);
    CALL(game_equal(g, NULL));
    CALL(game_equal(NULL, g));
    DO(game_delete(NULL));
    DO(game_set_square(NULL, 0, 0, S_BLANK));
    CALL(game_get_square(NULL, 0, 0));
    CALL(game_is_black(NULL, 0, 0));
    CALL(game_is_blank(NULL, 0, 0));
    CALL(game_check_move(NULL, 0, 0, S_BLANK));
    DO(game_play_move(NULL, 0, 0, S_BLANK));
    DO(game_update_flags(NULL));
    CALL(game_is_over(NULL));
    DO(game_restart(NULL));
    DO(game_print(NULL));
    CALL(game_nb_rows(NULL));
    CALL(game_nb_cols(NULL));
    CALL(game_is_wrapping(NULL));
    DO(game_undo(NULL));
    DO(game_redo(NULL));
    DO(game_save(NULL, name));
    CALL(game_solve(NULL));
    CALL(game_nb_solutions(NULL));
    CALL(game_load(NULL) != NULL);
    DO(game_save(g, NULL));
    CALL(game_new(NULL) != NULL);
    CALL(game_new_ext(2, 2, NULL, false) != NULL);
    CALL(game_new_ext(UINT_MAX, UINT_MAX, squares, false) != NULL);
    CALL(game_new_empty_ext(0, 1, false) != NULL);
    CALL(game_new_empty_ext(1, 1001, true) != NULL);
    CALL(game_random(0, 5, false, 1, false) != NULL);
    CALL(game_random(3, 3, false, UINT_MAX, false) != NULL);
    CALL(game_get_square(g, 7, 0));
    CALL(game_get_state(g, 0, UINT_MAX));
    CALL(game_get_flags(g, UINT_MAX, UINT_MAX));
    CALL(game_has_error(g, 0, 7));
    CALL(game_is_blank(g, 0, 7));
    CALL(game_get_black_number(g, 7, 7));
    CALL(game_get_black_number(g, 0, 0)); /* no wall */
    DO(game_set_square(g, 7, 0, S_BLANK));
    DO(game_play_move(g, 0, 2, S_MARK)); /* a wall */
    DO(game_play_move(g, 0, 7, S_MARK));
    DO(game_play_move(g, 0, 0, S_BLACKU));
    DO(game_play_move(g, 0, 0, (square)UINT_MAX));
    bool same = game_equal(g, before);

    /* Values that are no squares are kept, and everything can still be done with them. */
    if (wanted(which)) {
        game odd = game_new(squares);
        for (unsigned value = 0; value < 300; value++) {
            game_set_square(odd, value % 7, value / 7 % 7, (square)(value * 0x01010101u));
            game_update_flags(odd);
            game_play_move(odd, 6, 6, S_LIGHTBULB);
            game_undo(odd);
        }
        game_print(odd);
        game_save(odd, name);
        game_solve(odd);
        game_restart(odd);
        printf("%d\n", game_is_over(odd));
        game_delete(odd);
    }
    printf("unchanged %d, calls %d\n", same, number);
    game_delete(g);
    game_delete(before);
    return 0;
}
