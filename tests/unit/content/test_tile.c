/*
 * The table of terrain: complete, and without contradiction.
 */
#include "content/tile.h"

#include <string.h>

#include "support/test.h"

TEST(every_row_has_a_name_a_glyph_and_a_save_id)
{
    /* Glyphs of several rows: open and burning things, traps, hooks, hidden doors and caches. */
    static const char shared[] = "'*^5+0";

    for (enum tile_id id = TILE_UNKNOWN; id < TILE_COUNT; id++) {
        const struct tile_row *row = tile_row(id);
        ck_assert_ptr_nonnull(row->name);
        ck_assert_msg(row->glyph >= ' ' && row->glyph <= '~', "%s has an ASCII glyph", row->name);
        ck_assert_uint_ge(row->glyph_utf8, ' ');
        for (enum tile_id other = TILE_UNKNOWN; other < id; other++) {
            ck_assert_uint_ne(row->save_id, tile_row(other)->save_id);
            ck_assert_str_ne(row->name, tile_row(other)->name);
            ck_assert_msg(row->glyph != tile_row(other)->glyph ||
                              strchr(shared, row->glyph) != NULL,
                          "%s and %s", row->name, tile_row(other)->name);
        }
    }
}

TEST(save_ids_never_change)
{
    static const uint8_t save_ids[TILE_COUNT] = {
        [TILE_UNKNOWN] = 0,      [TILE_ROCK] = 1,         [TILE_FLOOR] = 2,
        [TILE_DOOR_CLOSED] = 3,  [TILE_DOOR_OPEN] = 4,    [TILE_STAIRS_DOWN] = 5,
        [TILE_STAIRS_UP] = 6,    [TILE_WATER_DEEP] = 7,   [TILE_BRIDGE] = 8,
        [TILE_SHRINE] = 9,       [TILE_NICHE] = 10,       [TILE_PEDLAR] = 11,
        [TILE_FOUNTAIN] = 12,    [TILE_LANTERN] = 13,     [TILE_SHALLOWS] = 14,
        [TILE_GRASS] = 15,       [TILE_THICKET] = 16,     [TILE_RUBBLE] = 17,
        [TILE_CHASM] = 18,       [TILE_STATUE] = 19,      [TILE_BRAZIER] = 20,
        [TILE_LEVER] = 21,       [TILE_PLATE] = 22,       [TILE_BARS_SHUT] = 23,
        [TILE_BARS_OPEN] = 24,   [TILE_CACHE] = 25,       [TILE_BOOKCASE] = 26,
        [TILE_TORCH] = 27,       [TILE_SNARE] = 28,       [TILE_SPIKES] = 29,
        [TILE_ALARM] = 30,       [TILE_GAS] = 31,         [TILE_FLASH] = 32,
        [TILE_CHUTE] = 33,       [TILE_KEY] = 34,         [TILE_KEY_TAKEN] = 35,
        [TILE_SECRET_SHUT] = 36, [TILE_SECRET_OPEN] = 37,  [TILE_HEARTH] = 38,
        [TILE_HOARD] = 39,       [TILE_HOARD_EMPTY] = 40,
    };

    for (enum tile_id id = TILE_UNKNOWN; id < TILE_COUNT; id++)
        ck_assert_uint_eq(tile_row(id)->save_id, save_ids[id]);
}

TEST(save_ids_lead_back_to_their_rows)
{
    unsigned known = 0;

    for (unsigned save_id = 0; save_id <= UINT8_MAX; save_id++) {
        enum tile_id id = TILE_COUNT;
        enum err error = tile_from_save_id((uint8_t)save_id, &id);
        if (error == ERR_OK) {
            ck_assert_uint_eq(tile_row(id)->save_id, save_id);
            known++;
        } else {
            ck_assert_int_eq(error, ERR_UNKNOWN);
        }
    }
    ck_assert_uint_eq(known, TILE_COUNT);
}

TEST(doors_turn_into_each_other)
{
    for (enum tile_id id = TILE_UNKNOWN; id < TILE_COUNT; id++) {
        const struct tile_row *row = tile_row(id);
        if (row->opens_to != TILE_UNKNOWN)
            ck_assert_int_eq(tile_row(row->opens_to)->closes_to, id);
        if (row->closes_to != TILE_UNKNOWN)
            ck_assert_int_eq(tile_row(row->closes_to)->opens_to, id);
    }
    ck_assert_int_eq(tile_row(TILE_DOOR_CLOSED)->opens_to, TILE_DOOR_OPEN);
    ck_assert(tile_row(TILE_DOOR_CLOSED)->is_opaque);
    ck_assert(!tile_row(TILE_DOOR_CLOSED)->is_walkable);
    ck_assert(!tile_row(TILE_DOOR_OPEN)->is_opaque);
    ck_assert(tile_row(TILE_DOOR_OPEN)->is_walkable);
}

TEST(walls_join_rock_torches_and_doors_only)
{
    for (enum tile_id id = TILE_UNKNOWN; id < TILE_COUNT; id++) {
        bool is_door = id == TILE_DOOR_CLOSED || id == TILE_DOOR_OPEN || id == TILE_SECRET_SHUT ||
                       id == TILE_SECRET_OPEN;
        ck_assert_int_eq(tile_is_door(id), is_door);
        ck_assert_int_eq(tile_joins_walls(id), is_door || id == TILE_ROCK || id == TILE_TORCH);
    }
}

TEST(a_body_can_come_to_whatever_is_walkable_or_opens)
{
    ck_assert(tile_is_passable(TILE_FLOOR));
    ck_assert(tile_is_passable(TILE_DOOR_CLOSED));
    ck_assert(tile_is_passable(TILE_BRIDGE));
    ck_assert(tile_is_passable(TILE_SHRINE));
    ck_assert(!tile_is_passable(TILE_ROCK));
    ck_assert(!tile_is_passable(TILE_WATER_DEEP));
    ck_assert(tile_is_passable(TILE_THICKET));
    ck_assert(!tile_is_passable(TILE_BARS_SHUT));
}

TEST(errands_keep_out_of_chasms_and_traps_though_a_body_can_walk_in)
{
    static const enum tile_id hazards[] = {TILE_CHASM, TILE_SNARE, TILE_SPIKES, TILE_ALARM,
                                           TILE_GAS,   TILE_FLASH, TILE_CHUTE};

    for (size_t i = 0; i < sizeof hazards / sizeof hazards[0]; i++) {
        ck_assert(tile_row(hazards[i])->is_walkable);
        ck_assert(!tile_is_passable(hazards[i]));
        ck_assert_int_eq(tile_is_trap(hazards[i]), hazards[i] != TILE_CHASM);
    }
}

TEST(a_page_has_seven_bits_for_a_tile)
{
    ck_assert_int_le(TILE_COUNT, 127);
}

TEST(water_is_seen_across_but_not_walked)
{
    ck_assert(!tile_row(TILE_WATER_DEEP)->is_walkable);
    ck_assert(!tile_row(TILE_WATER_DEEP)->is_opaque);
}

TEST(what_is_counted_has_an_article)
{
    ck_assert_str_eq(tile_article(TILE_DOOR_CLOSED), "a ");
    ck_assert_str_eq(tile_article(TILE_DOOR_OPEN), "an ");
    ck_assert_str_eq(tile_article(TILE_FLOOR), "");
    ck_assert_str_eq(tile_article(TILE_STAIRS_DOWN), "");
    ck_assert_str_eq(tile_article(TILE_WATER_DEEP), "");
}
