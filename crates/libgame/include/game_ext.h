/* Boards of any size, boards that wrap round, and the history. */
#ifndef GRIDWRIGHT_GAME_EXT_H
#define GRIDWRIGHT_GAME_EXT_H

#include "game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A game from nb_rows * nb_cols squares, row by row; both numbers are from 1 to 1000. */
game game_new_ext(uint nb_rows, uint nb_cols, square *squares, bool wrapping);
game game_new_empty_ext(uint nb_rows, uint nb_cols, bool wrapping);
uint game_nb_rows(cgame g);
uint game_nb_cols(cgame g);
bool game_is_wrapping(cgame g);

/* Take the last move back, and play it again. Without one, they change nothing. */
void game_undo(game g);
void game_redo(game g);

#ifdef __cplusplus
}
#endif

#endif
