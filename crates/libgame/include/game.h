/* The basic functions of the course's Light Up library, as Gridwright provides them.
 *
 * Rows are i, columns j, both from 0 at the top left. A game belongs to you: delete it with game_delete.
 * Wrong arguments end a program that is linked with a debug build of the library; a release build ignores them
 * and answers false, 0, -1 or NULL. Only values that are no squares are stored as they are. */
#ifndef GRIDWRIGHT_GAME_H
#define GRIDWRIGHT_GAME_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned int uint;

/* Rows and columns of the board that functions without a size make. */
#define DEFAULT_SIZE 7

/* What is on a square: a state and any flags, joined by |. */
typedef enum {
    S_BLANK = 0,
    S_LIGHTBULB = 1,
    S_MARK = 2,
    S_BLACK = 8, /* the wall with the number 0, and the bit that all walls share */
    S_BLACK0 = 8,
    S_BLACK1 = 9,
    S_BLACK2 = 10,
    S_BLACK3 = 11,
    S_BLACK4 = 12,
    S_BLACKU = 13, /* a wall without a number */
    F_LIGHTED = 16,
    F_ERROR = 32
} square;

#define S_MASK 0x0F /* the state */
#define F_MASK 0xF0 /* the flags */
#define A_MASK 0xFF /* both */

typedef struct game_s *game;
typedef const struct game_s *cgame;

/* A game from DEFAULT_SIZE * DEFAULT_SIZE squares, row by row; flags are kept as they are given. */
game game_new(square *squares);
game game_new_empty(void);
/* A copy without the history. */
game game_copy(cgame g);
/* Whether size, wrapping, states and flags are the same. */
bool game_equal(cgame g1, cgame g2);
void game_delete(game g);

/* Overwrites a square, walls too. Flags and history stay as they are. */
void game_set_square(game g, uint i, uint j, square s);
square game_get_square(cgame g, uint i, uint j);
square game_get_state(cgame g, uint i, uint j);
square game_get_flags(cgame g, uint i, uint j);

bool game_is_blank(cgame g, uint i, uint j);
bool game_is_lightbulb(cgame g, uint i, uint j);
bool game_is_black(cgame g, uint i, uint j);
/* The number of a wall, -1 if it has none. */
int game_get_black_number(cgame g, uint i, uint j);
bool game_is_marked(cgame g, uint i, uint j);
bool game_is_lighted(cgame g, uint i, uint j);
bool game_has_error(cgame g, uint i, uint j);

/* Whether s is S_BLANK, S_LIGHTBULB or S_MARK and (i,j) is on the board and no wall. Takes any numbers. */
bool game_check_move(cgame g, uint i, uint j, square s);
/* Plays a move that game_check_move allows, and computes the flags. */
void game_play_move(game g, uint i, uint j, square s);
void game_update_flags(game g);
/* Whether everything is lit and nothing has an error, by the flags as they are. */
bool game_is_over(cgame g);
/* Leaves only the walls; no flags, no history. */
void game_restart(game g);

#ifdef __cplusplus
}
#endif

#endif
