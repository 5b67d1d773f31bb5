/* The printed board, in order with printf when standard output is a pipe. */
#include <stdio.h>

#include "game.h"
#include "game_aux.h"
#include "game_ext.h"

int main(void) {
    printf("before\n");
    game g = game_default();
    game_play_move(g, 0, 0, S_LIGHTBULB);
    game_play_move(g, 6, 6, S_MARK);
    game_print(g);
    printf("between\n");
    game solution = game_default_solution();
    game_print(solution);
    fputs("after\n", stdout);
    game wide = game_new_empty_ext(1, 12, false);
    game_print(wide);
    game_delete(g);
    game_delete(solution);
    game_delete(wide);
    return 0;
}
//= before
//=    0123456
//=    -------
//= 0 |*.1    |
//= 1 |. 2    |
//= 2 |.    w2|
//= 3 |.      |
//= 4 |1w     |
//= 5 |    2  |
//= 6 |    w -|
//=    -------
//= between
//=    0123456
//=    -------
//= 0 |*.1*...|
//= 1 |.*2...*|
//= 2 |..*..w2|
//= 3 |......*|
//= 4 |1w..*..|
//= 5 |*...2*.|
//= 6 |.*..w..|
//=    -------
//= after
//=    012345678901
//=    ------------
//= 0 |            |
//=    ------------
