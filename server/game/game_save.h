/*
 * The game and the disk: the content of a save.
 */
#ifndef UNDERCROFT_SERVER_GAME_GAME_SAVE_H
#define UNDERCROFT_SERVER_GAME_GAME_SAVE_H

#include <stdint.h>

#include "base/err.h"

struct game;

/*
 * Saves the world and the heads of its levels as they are after this tick. *out_ticket and
 * ERR_MEMORY as of persist_collect().
 */
MUST_USE enum err game_save(struct game *game, uint64_t *out_ticket);

#endif
