/* Making games, reading and writing squares. */
#include <stdio.h>

#include "game.h"
#include "game_aux.h"
#include "game_ext.h"

static void show(cgame g, uint i, uint j) {
    printf("%u %u: square %d state %d flags %d blank %d bulb %d black %d mark %d lit %d error %d\n", i, j,
           game_get_square(g, i, j), game_get_state(g, i, j), game_get_flags(g, i, j), game_is_blank(g, i, j),
           game_is_lightbulb(g, i, j), game_is_black(g, i, j), game_is_marked(g, i, j), game_is_lighted(g, i, j),
           game_has_error(g, i, j));
}

int main(void) {
    square squares[6] = {S_BLACK3, S_BLANK, S_BLACKU, S_LIGHTBULB | F_ERROR, S_MARK | F_LIGHTED, S_BLACK};
    game g = game_new_ext(2, 3, squares, true);
    printf("size of a square %d, %u x %u, wrapping %d\n", (int)sizeof(square), game_nb_rows(g), game_nb_cols(g),
           game_is_wrapping(g));
    for (uint i = 0; i < 2; i++)
        for (uint j = 0; j < 3; j++) show(g, i, j);
    printf("numbers %d %d %d\n", game_get_black_number(g, 0, 0), game_get_black_number(g, 0, 2),
           game_get_black_number(g, 1, 2));

    game same = game_copy(g);
    game flat = game_new_ext(2, 3, squares, false);
    game wide = game_new_empty_ext(3, 2, true);
    printf("equal: copy %d, flat %d, other size %d\n", game_equal(g, same), game_equal(g, flat), game_equal(g, wide));
    game_set_square(same, 1, 1, S_MARK);
    printf("without a flag %d\n", game_equal(g, same));
    game_set_square(same, 1, 1, S_MARK | F_LIGHTED);
    printf("with it again %d\n", game_equal(g, same));
    game_set_square(same, 0, 0, S_BLANK);
    show(same, 0, 0);

    game empty = game_new_empty();
    square walls[DEFAULT_SIZE * DEFAULT_SIZE] = {S_BLACK1};
    game seven = game_new(walls);
    printf("%u x %u, number %d, over %d\n", game_nb_rows(empty), game_nb_cols(empty), game_get_black_number(seven, 0, 0),
           game_is_over(empty));
    game_delete(g);
    game_delete(same);
    game_delete(flat);
    game_delete(wide);
    game_delete(empty);
    game_delete(seven);
    return 0;
}
//= size of a square 4, 2 x 3, wrapping 1
//= 0 0: square 11 state 11 flags 0 blank 0 bulb 0 black 1 mark 0 lit 0 error 0
//= 0 1: square 0 state 0 flags 0 blank 1 bulb 0 black 0 mark 0 lit 0 error 0
//= 0 2: square 13 state 13 flags 0 blank 0 bulb 0 black 1 mark 0 lit 0 error 0
//= 1 0: square 33 state 1 flags 32 blank 0 bulb 1 black 0 mark 0 lit 0 error 1
//= 1 1: square 18 state 2 flags 16 blank 0 bulb 0 black 0 mark 1 lit 1 error 0
//= 1 2: square 8 state 8 flags 0 blank 0 bulb 0 black 1 mark 0 lit 0 error 0
//= numbers 3 -1 0
//= equal: copy 1, flat 0, other size 0
//= without a flag 0
//= with it again 1
//= 0 0: square 0 state 0 flags 0 blank 1 bulb 0 black 0 mark 0 lit 0 error 0
//= 7 x 7, number 1, over 0
