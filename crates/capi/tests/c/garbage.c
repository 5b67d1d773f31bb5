/* Wrong arguments of every kind. */
#include <string.h>

#include "game.h"
#include "game_aux.h"
#include "game_ext.h"

int main(int argc, char **argv) {
    if (argc != 2) return 1;
    game g = game_default();
    if (!strcmp(argv[1], "null")) game_nb_rows(NULL);
    if (!strcmp(argv[1], "row")) game_get_square(g, 7, 0);
    if (!strcmp(argv[1], "square")) game_set_square(g, 0, 0, (square)7);
    if (!strcmp(argv[1], "wall")) game_play_move(g, 0, 2, S_MARK);
    if (!strcmp(argv[1], "size")) game_new_empty_ext(0, 1001, false);
    game_delete(g);
    return 0;
}
