/* Undo and redo. */
#include <stdio.h>

#include "game.h"
#include "game_ext.h"

int main(void) {
    game g = game_new_empty_ext(1, 3, false);
    game_undo(g);
    game_redo(g);
    game_play_move(g, 0, 0, S_LIGHTBULB);
    game_play_move(g, 0, 0, S_LIGHTBULB); /* changes nothing and is a move all the same */
    game_play_move(g, 0, 2, S_MARK);
    game_undo(g);
    printf("%d %d\n", game_get_square(g, 0, 0), game_get_square(g, 0, 2));
    game_undo(g);
    printf("%d %d\n", game_get_square(g, 0, 0), game_get_square(g, 0, 2));
    game_undo(g);
    printf("%d %d\n", game_get_square(g, 0, 0), game_get_square(g, 0, 2));
    game_redo(g);
    game_redo(g);
    game_redo(g);
    game_redo(g);
    printf("%d %d\n", game_get_square(g, 0, 0), game_get_square(g, 0, 2));
    game copy = game_copy(g);
    game_undo(copy);
    printf("a copy has no history: %d\n", game_equal(copy, g));
    game_undo(g);
    game_play_move(g, 0, 1, S_MARK);
    game_redo(g);
    printf("a move clears what was undone: %d\n", game_get_state(g, 0, 2));
    game_restart(g);
    game_undo(g);
    printf("so does restart: %d %d\n", game_get_square(g, 0, 0), game_get_square(g, 0, 1));
    game_delete(copy);
    game_delete(g);
    return 0;
}
//= 17 16
//= 17 16
//= 0 0
//= 17 18
//= a copy has no history: 1
//= a move clears what was undone: 0
//= so does restart: 0 0
