/* Files, solutions and random boards. */
#ifndef GRIDWRIGHT_GAME_TOOLS_H
#define GRIDWRIGHT_GAME_TOOLS_H

#include "game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Loads a file and computes the flags. If it cannot, says why on stderr, with line and column, and returns NULL. */
game game_load(char *filename);
/* Saves a file without flags and history. If it cannot, says why on stderr. */
void game_save(cgame g, char *filename);

/* Puts the first solution on the board, whatever was entered. If there is none, returns false and changes nothing. */
bool game_solve(game g);
/* How many solutions the walls have, at most UINT_MAX. */
uint game_nb_solutions(cgame g);

/* A board with nb_walls walls that has a solution, with its bulbs if you like. It follows from srand and rand. */
game game_random(uint nb_rows, uint nb_cols, bool wrapping, uint nb_walls, bool with_solution);

#ifdef __cplusplus
}
#endif

#endif
