/* Printing and the default board. */
#ifndef GRIDWRIGHT_GAME_AUX_H
#define GRIDWRIGHT_GAME_AUX_H

#include "game.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Prints the board on stdout, in order with your own printf. Row and column numbers show their last digit. */
void game_print(cgame g);
game game_default(void);
game game_default_solution(void);

#ifdef __cplusplus
}
#endif

#endif
