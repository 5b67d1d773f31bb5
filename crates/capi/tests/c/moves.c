/* Moves, flags and the end of a game. */
#include <limits.h>
#include <stdio.h>

#include "game.h"
#include "game_aux.h"
#include "game_ext.h"

int main(void) {
    game g = game_default();
    printf("legal: %d %d %d\n", game_check_move(g, 0, 0, S_BLANK), game_check_move(g, 0, 0, S_LIGHTBULB),
           game_check_move(g, 0, 0, S_MARK));
    printf("illegal: %d %d %d %d %d %d\n", game_check_move(g, 0, 2, S_BLANK), game_check_move(g, 7, 0, S_BLANK),
           game_check_move(g, UINT_MAX, UINT_MAX, S_BLANK), game_check_move(g, 0, 0, S_BLACKU),
           game_check_move(g, 0, 0, (square)(S_LIGHTBULB | F_LIGHTED)), game_check_move(g, 0, 0, (square)-1));

    /* Two bulbs that see each other, and a 2 without room: its neighbours are a wall and lit squares. */
    game_play_move(g, 0, 0, S_LIGHTBULB);
    game_play_move(g, 3, 0, S_LIGHTBULB);
    game_play_move(g, 6, 6, S_MARK);
    for (uint i = 0; i < game_nb_rows(g); i++)
        for (uint j = 0; j < game_nb_cols(g); j++)
            if (game_has_error(g, i, j)) printf("error at %u %u\n", i, j);
    game_restart(g);
    printf("restarted: %d %d\n", game_get_square(g, 0, 0), game_get_square(g, 2, 6));

    static const uint bulbs[10][2] = {{0, 0}, {0, 3}, {1, 1}, {1, 6}, {2, 2}, {3, 6}, {4, 4}, {5, 0}, {5, 5}, {6, 1}};
    for (int k = 0; k < 10; k++) {
        if (game_is_over(g)) printf("over too early\n");
        game_play_move(g, bulbs[k][0], bulbs[k][1], S_LIGHTBULB);
    }
    game solution = game_default_solution();
    printf("over %d, as the solution %d\n", game_is_over(g), game_equal(g, solution));

    /* Squares and flags stay as they are set, until they are computed. */
    game_set_square(g, 6, 6, S_LIGHTBULB);
    printf("set: over %d, flags %d\n", game_is_over(g), game_get_flags(g, 6, 6));
    game_update_flags(g);
    printf("updated: over %d, flags %d\n", game_is_over(g), game_get_flags(g, 6, 6));

    /* A torus two wide: each bulb counts twice for the 4. */
    square squares[4] = {S_BLACK4, S_LIGHTBULB, S_LIGHTBULB, S_BLANK};
    game torus = game_new_ext(2, 2, squares, true);
    game flat = game_new_ext(2, 2, squares, false);
    game_update_flags(torus);
    game_update_flags(flat);
    printf("torus %d, flat %d\n", game_is_over(torus), game_is_over(flat));
    game_delete(g);
    game_delete(solution);
    game_delete(torus);
    game_delete(flat);
    return 0;
}
//= legal: 1 1 1
//= illegal: 0 0 0 0 0 0
//= error at 0 0
//= error at 2 6
//= error at 3 0
//= restarted: 0 10
//= over 1, as the solution 1
//= set: over 0, flags 0
//= updated: over 0, flags 48
//= torus 1, flat 0
