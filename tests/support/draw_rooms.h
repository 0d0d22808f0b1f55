/*
 * Drawn levels whose rooms are listed, as those of generated levels are.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_DRAW_ROOMS_H
#define UNDERCROFT_TESTS_SUPPORT_DRAW_ROOMS_H

#include "world/level.h"

/* The level of `text`, as draw_level() makes it, with these rooms. The caller frees it. */
struct level *draw_rooms(const char *text, struct level_key key, const struct rect *rooms,
                         int room_count);

/* The same level with every door closed (or open), its areas worked out again. */
struct level *draw_with_doors(const struct level *level, enum tile_id door);

#endif
