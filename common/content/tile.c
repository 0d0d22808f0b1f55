/*
 * The table of terrain: how each tile looks, is passed and is saved.
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
        .note = "It keeps light and sight out, and some beasts; walk in to open it.",
    },
    [TILE_DOOR_OPEN] = {
        .name = "open door", .save_id = 4, .glyph = '\'', .glyph_utf8 = '\'',
        .role = ROLE_DOOR_OPEN,
        .remembered = ROLE_REMEMBERED_DOOR, .is_walkable = true, .is_notable = true,
        .closes_to = TILE_DOOR_CLOSED,
        .note = "It falls shut by itself; close shuts it at once.",
    },
    [TILE_STAIRS_DOWN] = {
        .name = "stairs down", .save_id = 5, .glyph = '>', .glyph_utf8 = '>',
        .role = ROLE_STAIRS,
        .remembered = ROLE_REMEMBERED_STAIRS, .is_walkable = true, .is_notable = true,
        .is_uncounted = true,
        .note = "They lead to the next depth: descend goes down.",
    },
    [TILE_STAIRS_UP] = {
        .name = "stairs up", .save_id = 6, .glyph = '<', .glyph_utf8 = '<',
        .role = ROLE_STAIRS,
        .remembered = ROLE_REMEMBERED_STAIRS, .is_walkable = true, .is_notable = true,
        .is_uncounted = true,
        .note = "They lead to the depth above: ascend goes up.",
    },
    [TILE_WATER_DEEP] = {
        .name = "deep water", .save_id = 7, .glyph = '~', .glyph_utf8 = 0x2248,
        .role = ROLE_LIQUID, .remembered = ROLE_REMEMBERED_LIQUID, .is_uncounted = true,
        .is_spread = true, .is_gap = true,
        .note = "You see across it; nobody walks through it.",
    },
    [TILE_BRIDGE] = {
        .name = "bridge", .save_id = 8, .glyph = '=', .glyph_utf8 = '=', .role = ROLE_SPECIAL,
        .remembered = ROLE_REMEMBERED_SPECIAL, .is_spread = true,
        .is_walkable = true,
        .note = "It leads over deep water.",
    },
    [TILE_SHRINE] = {
        .name = "shrine", .save_id = 9, .glyph = '_', .glyph_utf8 = '_', .role = ROLE_SPECIAL,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true,
        .note = "A quiet place at the end of a way.",
    },
    [TILE_NICHE] = {
        .name = "niche", .save_id = 10, .glyph = '&', .glyph_utf8 = '&', .role = ROLE_SPECIAL,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true,
        .note = "Each player finds something in it, once: walk in.",
    },
    [TILE_PEDLAR] = {
        .name = "pedlar's stall", .save_id = 11, .glyph = '7', .glyph_utf8 = '7',
        .role = ROLE_SPECIAL, .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true,
        .note = "Shop: buy, sell and identify work near it.",
    },
    [TILE_FOUNTAIN] = {
        .name = "fountain", .save_id = 12, .glyph = '{', .glyph_utf8 = '{',
        .role = ROLE_SPECIAL, .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true,
        .note = "Once a depth it heals a third of your health: drink fountain.",
    },
    [TILE_LANTERN] = {
        .name = "lantern", .save_id = 13, .glyph = '*', .glyph_utf8 = '*',
        .role = ROLE_SPECIAL, .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true,
        .note = "Touch it once, and you wake here and can travel here by road.",
    },
    [TILE_SHALLOWS] = {
        .name = "shallows", .save_id = 14, .glyph = ',', .glyph_utf8 = ',', .role = ROLE_FLOOR,
        .remembered = ROLE_REMEMBERED,
        .is_spread = true, .is_walkable = true, .is_uncounted = true,
        .noise = 3, .note = "Wading is heard farther.",
    },
    [TILE_GRASS] = {
        .name = "grass", .save_id = 15, .glyph = '`', .glyph_utf8 = '`', .role = ROLE_FLOOR,
        .remembered = ROLE_REMEMBERED,
        .is_spread = true, .is_walkable = true, .is_uncounted = true,
        .noise = -2, .note = "Steps are quieter here.",
    },
    [TILE_THICKET] = {
        .name = "thicket", .save_id = 16, .glyph = '}', .glyph_utf8 = '}', .role = ROLE_FLOOR,
        .remembered = ROLE_REMEMBERED,
        .is_spread = true, .is_walkable = true, .is_opaque = true,
        .note = "It hides who stands in it.",
    },
    [TILE_RUBBLE] = {
        .name = "rubble", .save_id = 17, .glyph = ';', .glyph_utf8 = ';', .role = ROLE_FLOOR,
        .remembered = ROLE_REMEMBERED,
        .is_spread = true, .is_walkable = true, .is_uncounted = true,
        .is_slow = true, .note = "Steps take half as long again.",
    },
    [TILE_CHASM] = {
        .name = "chasm", .save_id = 18, .glyph = ':', .glyph_utf8 = ':', .role = ROLE_SPECIAL,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_spread = true, .is_walkable = true, .is_gap = true, .is_hazard = true,
        .note = "It leads down: who walks in falls to the next depth, unhurt.",
    },
    [TILE_STATUE] = {
        .name = "statue", .save_id = 19, .glyph = '8', .glyph_utf8 = '8', .role = ROLE_WALL,
        .remembered = ROLE_REMEMBERED,
        .is_notable = true, .is_scenery = true,
        .note = "Nobody passes through it, but it does not block sight.",
    },
    [TILE_BRAZIER] = {
        .name = "brazier", .save_id = 20, .glyph = '*', .glyph_utf8 = '*', .role = ROLE_SPECIAL,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_notable = true, .is_light = true,
        .note = "It lights what is near.",
    },
    [TILE_LEVER] = {
        .name = "lever", .save_id = 21, .glyph = '\\', .glyph_utf8 = '\\', .role = ROLE_SPECIAL,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_notable = true,
        .note = "Walk into it, or say use lever.",
    },
    [TILE_PLATE] = {
        .name = "plate", .save_id = 22, .glyph = '9', .glyph_utf8 = '9', .role = ROLE_SPECIAL,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true,
        .note = "It sinks under who stands on it.",
    },
    [TILE_BARS_SHUT] = {
        .name = "bars, shut", .save_id = 23, .glyph = '|', .glyph_utf8 = '|',
        .role = ROLE_DOOR_CLOSED,
        .remembered = ROLE_REMEMBERED_DOOR,
        .is_notable = true, .is_uncounted = true,
        .note = "Something else opens them: a lever, a plate or a key.",
    },
    [TILE_BARS_OPEN] = {
        .name = "bars, open", .save_id = 24, .glyph = '\'', .glyph_utf8 = '\'',
        .role = ROLE_DOOR_OPEN,
        .remembered = ROLE_REMEMBERED_DOOR,
        .is_walkable = true, .is_notable = true, .is_uncounted = true,
        .note = "The way is free for as long as they stand open.",
    },
    [TILE_CACHE] = {
        .name = "cache", .save_id = 25, .glyph = '0', .glyph_utf8 = '0', .role = ROLE_SPECIAL,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true,
        .note = "Each player finds something in it, once.",
    },
    [TILE_BOOKCASE] = {
        .name = "bookcase", .save_id = 26, .glyph = '6', .glyph_utf8 = '6', .role = ROLE_WALL,
        .remembered = ROLE_REMEMBERED,
        .is_opaque = true, .is_notable = true, .is_scenery = true,
        .note = "It stands in the way and hides what is behind it.",
    },
    [TILE_TORCH] = {
        .name = "torch", .save_id = 27, .glyph = '*', .glyph_utf8 = '*', .role = ROLE_SPECIAL,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_spread = true, .is_opaque = true, .is_light = true,
        .note = "It lights what is near.",
    },
    [TILE_SNARE] = {
        .name = "snare", .save_id = 28, .glyph = '^', .glyph_utf8 = '^', .role = ROLE_BAD,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true, .is_hazard = true,
        .note = "It holds who walks in.",
    },
    [TILE_SPIKES] = {
        .name = "spike trap", .save_id = 29, .glyph = '^', .glyph_utf8 = '^', .role = ROLE_BAD,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true, .is_hazard = true,
        .note = "They wound who walks in.",
    },
    [TILE_ALARM] = {
        .name = "alarm trap", .save_id = 30, .glyph = '^', .glyph_utf8 = '^', .role = ROLE_BAD,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true, .is_hazard = true,
        .note = "It wakes all that is near.",
    },
    [TILE_GAS] = {
        .name = "gas trap", .save_id = 31, .glyph = '^', .glyph_utf8 = '^', .role = ROLE_BAD,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true, .is_hazard = true,
        .note = "It poisons who walks in.",
    },
    [TILE_FLASH] = {
        .name = "flash trap", .save_id = 32, .glyph = '^', .glyph_utf8 = '^', .role = ROLE_BAD,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true, .is_hazard = true,
        .note = "It dazzles who walks in.",
    },
    [TILE_CHUTE] = {
        .name = "chute", .save_id = 33, .glyph = '^', .glyph_utf8 = '^', .role = ROLE_BAD,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true, .is_hazard = true,
        .note = "It drops who walks in to the next depth.",
    },
    [TILE_HEARTH] = {
        .name = "hearth", .save_id = 38, .glyph = '*', .glyph_utf8 = '*', .role = ROLE_SPECIAL,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true, .is_light = true,
        .note = "A fire where players meet. It lights what is near.",
    },
    [TILE_HOARD] = {
        .name = "hoard", .save_id = 39, .glyph = '0', .glyph_utf8 = '0', .role = ROLE_SPECIAL,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_walkable = true, .is_notable = true,
        .note = "The first player who walks in takes it. Later it fills again.",
    },
    [TILE_HOARD_EMPTY] = {
        .name = "empty hoard", .save_id = 40, .glyph = '0', .glyph_utf8 = '0', .role = ROLE_WALL,
        .remembered = ROLE_REMEMBERED,
        .is_walkable = true, .is_notable = true, .is_scenery = true,
        .note = "Somebody has taken it. It fills again while nobody looks.",
    },
    [TILE_KEY] = {
        .name = "key", .save_id = 34, .glyph = '5', .glyph_utf8 = '5', .role = ROLE_SPECIAL,
        .remembered = ROLE_REMEMBERED_SPECIAL,
        .is_notable = true,
        .note = "Walk into it, or say use key: it opens bars on this level.",
    },
    [TILE_KEY_TAKEN] = {
        .name = "key hook", .save_id = 35, .glyph = '5', .glyph_utf8 = '5', .role = ROLE_WALL,
        .remembered = ROLE_REMEMBERED,
        .is_notable = true, .is_scenery = true,
        .note = "You have the key that hangs here.",
    },
    [TILE_SECRET_SHUT] = {
        .name = "secret door", .save_id = 36, .glyph = '+', .glyph_utf8 = '+',
        .role = ROLE_DOOR_CLOSED,
        .remembered = ROLE_REMEMBERED_DOOR, .is_opaque = true, .is_notable = true,
        .opens_to = TILE_SECRET_OPEN,
        .note = "Others see a wall here until they find it.",
    },
    [TILE_SECRET_OPEN] = {
        .name = "open secret door", .save_id = 37, .glyph = '\'', .glyph_utf8 = '\'',
        .role = ROLE_DOOR_OPEN,
        .remembered = ROLE_REMEMBERED_DOOR, .is_walkable = true, .is_notable = true,
        .closes_to = TILE_SECRET_SHUT,
        .note = "It falls shut by itself; close shuts it at once.",
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
    return (row->is_walkable && !row->is_hazard) || row->opens_to != TILE_UNKNOWN;
}

bool tile_is_trap(enum tile_id id)
{
    const struct tile_row *row = tile_row(id);
    return row->is_hazard && !row->is_gap;
}

bool tile_is_door(enum tile_id id)
{
    const struct tile_row *row = tile_row(id);
    return row->opens_to != TILE_UNKNOWN || row->closes_to != TILE_UNKNOWN;
}

bool tile_joins_walls(enum tile_id id)
{
    return id == TILE_ROCK || id == TILE_TORCH || tile_is_door(id);
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
