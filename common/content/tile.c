/*
 * The table of terrain.
 */
#include "content/tile.h"

#include <string.h>

#include "base/check.h"

// clang-format off
static const struct tile_row tile_table[TILE_COUNT] = {
    [TILE_UNKNOWN] = {
        .name = "unknown", .save_id = 0, .glyph = ' ', .glyph_utf8 = ' ', .role = ROLE_BLANK,
        .is_uncounted = true,
    },
    [TILE_ROCK] = {
        .name = "wall", .save_id = 1, .glyph = '#', .glyph_utf8 = 0x2592, .role = ROLE_WALL,
        .remembered = ROLE_REMEMBERED,
        .is_opaque = true,
    },
    [TILE_FLOOR] = {
        .name = "floor", .save_id = 2, .glyph = '.', .glyph_utf8 = 0xB7, .role = ROLE_FLOOR,
        .remembered = ROLE_REMEMBERED,
        .is_walkable = true, .is_uncounted = true,
    },
    [TILE_DOOR_CLOSED] = {
        .name = "closed door", .save_id = 3, .glyph = '+', .glyph_utf8 = '+',
        .role = ROLE_DOOR_CLOSED,
        .remembered = ROLE_REMEMBERED_DOOR, .is_opaque = true, .is_notable = true,
        .opens_to = TILE_DOOR_OPEN,
    },
    [TILE_DOOR_OPEN] = {
        .name = "open door", .save_id = 4, .glyph = '\'', .glyph_utf8 = '\'',
        .role = ROLE_DOOR_OPEN,
        .remembered = ROLE_REMEMBERED_DOOR, .is_walkable = true, .is_notable = true,
        .closes_to = TILE_DOOR_CLOSED,
    },
    [TILE_STAIRS_DOWN] = {
        .name = "stairs down", .save_id = 5, .glyph = '>', .glyph_utf8 = '>',
        .role = ROLE_STAIRS,
        .remembered = ROLE_REMEMBERED_STAIRS, .is_walkable = true, .is_notable = true,
        .is_uncounted = true,
    },
    [TILE_STAIRS_UP] = {
        .name = "stairs up", .save_id = 6, .glyph = '<', .glyph_utf8 = '<',
        .role = ROLE_STAIRS,
        .remembered = ROLE_REMEMBERED_STAIRS, .is_walkable = true, .is_notable = true,
        .is_uncounted = true,
    },
    [TILE_WATER_DEEP] = {
        .name = "deep water", .save_id = 7, .glyph = '~', .glyph_utf8 = 0x2248,
        .role = ROLE_LIQUID, .remembered = ROLE_REMEMBERED_LIQUID, .is_uncounted = true,
    },
    [TILE_BRIDGE] = {
        .name = "bridge", .save_id = 8, .glyph = '=', .glyph_utf8 = '=', .role = ROLE_SPECIAL,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true,
    },
    [TILE_SHRINE] = {
        .name = "shrine", .save_id = 9, .glyph = '_', .glyph_utf8 = '_', .role = ROLE_SPECIAL,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true,
    },
    [TILE_NICHE] = {
        .name = "niche", .save_id = 10, .glyph = '&', .glyph_utf8 = '&', .role = ROLE_SPECIAL,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true,
    },
    [TILE_PEDLAR] = {
        .name = "pedlar's stall", .save_id = 11, .glyph = '7', .glyph_utf8 = '7',
        .role = ROLE_SPECIAL, .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true,
    },
    [TILE_FOUNTAIN] = {
        .name = "fountain", .save_id = 12, .glyph = '{', .glyph_utf8 = '{',
        .role = ROLE_SPECIAL, .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true,
    },
    [TILE_LANTERN] = {
        .name = "lantern", .save_id = 13, .glyph = '*', .glyph_utf8 = '*',
        .role = ROLE_SPECIAL, .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true,
    },
};
// clang-format on

const struct tile_row *tile_row(enum tile_id id)
{
    CHECK((unsigned)id < TILE_COUNT);
    return &tile_table[id];
}

const char *tile_article(enum tile_id id)
{
    const struct tile_row *row = tile_row(id);

    if (row->is_uncounted)
        return "";
    return strchr("aeiou", row->name[0]) != NULL ? "an " : "a ";
}

bool tile_is_passable(enum tile_id id)
{
    const struct tile_row *row = tile_row(id);
    return row->is_walkable || row->opens_to != TILE_UNKNOWN;
}

bool tile_is_door(enum tile_id id)
{
    const struct tile_row *row = tile_row(id);
    return row->opens_to != TILE_UNKNOWN || row->closes_to != TILE_UNKNOWN;
}

bool tile_joins_walls(enum tile_id id)
{
    return id == TILE_ROCK || tile_is_door(id);
}

enum err tile_from_save_id(uint8_t save_id, enum tile_id *out_id)
{
    for (enum tile_id id = TILE_UNKNOWN; id < TILE_COUNT; id++) {
        if (tile_table[id].save_id == save_id) {
            *out_id = id;
            return ERR_OK;
        }
    }
    return ERR_UNKNOWN;
}
