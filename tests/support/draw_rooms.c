/*
 * Drawn levels with rooms.
 */
#include "support/draw_rooms.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "support/draw_level.h"

static struct level *build(const struct level *level, const uint8_t *tiles,
                           const struct rect *rooms, int room_count)
{
    struct level_plan plan = {
        .key = level->key,
        .width = level->width,
        .height = level->height,
        .up = level->up,
        .down = level->down,
        .tiles = tiles,
        .rooms = rooms,
        .room_count = room_count,
    };
    struct level *out = NULL;

    ck_assert_int_eq(level_new(&plan, &out), ERR_OK);
    return out;
}

struct level *draw_rooms(const char *text, struct level_key key, const struct rect *rooms,
                         int room_count)
{
    struct level *bare = draw_level(text, key);
    struct level *level = build(bare, bare->tiles, rooms, room_count);

    level_free(bare);
    return level;
}

struct level *draw_with_doors(const struct level *level, enum tile_id door)
{
    size_t count = level_cell_count(level);
    uint8_t *tiles = malloc(count);

    ck_assert_ptr_nonnull(tiles);
    memcpy(tiles, level->tiles, count);
    for (size_t i = 0; i < count; i++) {
        if (tiles[i] == TILE_DOOR_CLOSED || tiles[i] == TILE_DOOR_OPEN)
            tiles[i] = (uint8_t)door;
    }
    struct level *out = build(level, tiles, level->rooms, level->room_count);
    free(tiles);
    return out;
}
