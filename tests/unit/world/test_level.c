/*
 * Levels: what a plan must be, and tiles, bits and rooms afterwards.
 */
#include "support/draw_level.h"
#include "support/test.h"

#include <string.h>

enum { WIDTH = 70, HEIGHT = 20 };

static const struct level_key key = {.wing = 1, .depth = 2, .generation = 3};

struct draft {
    uint8_t tiles[WIDTH * HEIGHT];
    struct rect rooms[2];
    struct level_plan plan;
};

static void draft_init(struct draft *draft)
{
    memset(draft, 0, sizeof *draft);
    memset(draft->tiles, TILE_ROCK, sizeof draft->tiles);
    draft->tiles[2 * WIDTH + 3] = TILE_STAIRS_UP;
    draft->tiles[4 * WIDTH + 65] = TILE_STAIRS_DOWN;
    draft->rooms[0] = (struct rect){3, 2, 5, 4};
    draft->rooms[1] = (struct rect){60, 10, 10, 10};
    draft->plan = (struct level_plan){
        .key = key,
        .width = WIDTH,
        .height = HEIGHT,
        .up = {3, 2},
        .down = {65, 4},
        .tiles = draft->tiles,
        .rooms = draft->rooms,
        .room_count = 2,
    };
}

static enum err make(const struct draft *draft)
{
    struct level *level = NULL;
    enum err error = level_new(&draft->plan, &level);

    level_free(level);
    return error;
}

TEST(a_level_is_what_its_plan_says)
{
    struct draft draft;
    struct level *level;

    draft_init(&draft);
    ck_assert_int_eq(level_new(&draft.plan, &level), ERR_OK);
    ck_assert(level_key_equal(level->key, key));
    ck_assert_uint_eq(level_cell_count(level), WIDTH * HEIGHT);
    ck_assert_int_eq(level_tile(level, pos_of(3, 2)), TILE_STAIRS_UP);
    ck_assert_int_eq(level_tile(level, pos_of(65, 4)), TILE_STAIRS_DOWN);
    ck_assert(pos_equal(level->up, pos_of(3, 2)));
    ck_assert(pos_equal(level->down, pos_of(65, 4)));
    ck_assert_uint_eq(level->delver_count, 0);
    ck_assert_uint_eq(level->clock, 0);
    ck_assert(!level->is_dirty);
    level_free(level);
}

TEST(sizes_outside_the_limits_are_refused)
{
    struct draft draft;

    draft_init(&draft);
    draft.plan.width = LEVEL_WIDTH_MIN - 1;
    ck_assert_int_eq(make(&draft), ERR_RANGE);
    draft.plan.width = LEVEL_WIDTH_MAX + 1;
    ck_assert_int_eq(make(&draft), ERR_RANGE);
    draft.plan.width = WIDTH;
    draft.plan.height = LEVEL_HEIGHT_MIN - 1;
    ck_assert_int_eq(make(&draft), ERR_RANGE);
    draft.plan.height = LEVEL_HEIGHT_MAX + 1;
    ck_assert_int_eq(make(&draft), ERR_RANGE);
    draft.plan.height = HEIGHT;
    draft.plan.room_count = LEVEL_ROOMS_MAX + 1;
    ck_assert_int_eq(make(&draft), ERR_RANGE);
    draft.plan.room_count = 2;
    ck_assert_int_eq(make(&draft), ERR_OK);
}

TEST(tiles_and_rooms_that_cannot_be_are_refused)
{
    struct draft draft;

    draft_init(&draft);
    draft.tiles[7] = TILE_UNKNOWN;
    ck_assert_int_eq(make(&draft), ERR_FORMAT);
    draft.tiles[7] = TILE_COUNT;
    ck_assert_int_eq(make(&draft), ERR_FORMAT);

    const struct rect bad_rooms[] = {{3, 2, 0, 4},  {3, 2, 5, 0},  {-1, 2, 5, 4},
                                     {3, -1, 5, 4}, {66, 2, 5, 4}, {3, 17, 5, 4}};
    for (size_t i = 0; i < sizeof bad_rooms / sizeof bad_rooms[0]; i++) {
        draft_init(&draft);
        draft.rooms[1] = bad_rooms[i];
        ck_assert_int_eq(make(&draft), ERR_FORMAT);
    }
}

TEST(stairs_must_be_where_the_plan_says)
{
    struct draft draft;

    draft_init(&draft);
    draft.plan.up = pos_of(4, 2);
    ck_assert_int_eq(make(&draft), ERR_FORMAT);
    draft.plan.up = pos_of(-1, 2);
    ck_assert_int_eq(make(&draft), ERR_FORMAT);
    draft_init(&draft);
    draft.plan.down = draft.plan.up;
    ck_assert_int_eq(make(&draft), ERR_FORMAT);
    draft.plan.down = pos_of(65, HEIGHT);
    ck_assert_int_eq(make(&draft), ERR_FORMAT);
}

TEST(opacity_follows_every_tile_that_is_set)
{
    struct draft draft;
    struct level *level;

    draft_init(&draft);
    ck_assert_int_eq(level_new(&draft.plan, &level), ERR_OK);
    for (enum tile_id tile = TILE_ROCK; tile < TILE_COUNT; tile++) {
        for (int x = 62; x < 67; x++) {
            struct pos at = pos_of(x, 7);
            level_set_tile(level, at, tile);
            bool bit = level->opaque[7 * level->row_words + x / 64] >> (x % 64) & 1;
            ck_assert_int_eq(bit, tile_row(tile)->is_opaque);
            ck_assert_int_eq(level_is_opaque(level, at), tile_row(tile)->is_opaque);
            ck_assert_int_eq(level_is_walkable(level, at), tile_row(tile)->is_walkable);
        }
    }
    ck_assert_msg(level->is_dirty, "a changed tile makes the level dirty");
    level_free(level);
}

TEST(outside_is_opaque_and_nowhere_to_walk)
{
    const struct pos outside[] = {{-1, 3}, {3, -1}, {24, 3}, {3, 12}};
    struct level *level = draw_level("....\n....\n....\n....\n", key);

    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++) {
        ck_assert(!level_contains(level, outside[i]));
        ck_assert(level_is_opaque(level, outside[i]));
        ck_assert(!level_is_walkable(level, outside[i]));
    }
    ck_assert(level_is_walkable(level, pos_of(3, 3)));
    level_free(level);
}

TEST(a_place_knows_its_room)
{
    struct draft draft;
    struct level *level;

    draft_init(&draft);
    ck_assert_int_eq(level_new(&draft.plan, &level), ERR_OK);
    ck_assert_int_eq(level_room_at(level, pos_of(3, 2)), 0);
    ck_assert_int_eq(level_room_at(level, pos_of(7, 5)), 0);
    ck_assert_int_eq(level_room_at(level, pos_of(8, 5)), -1);
    ck_assert_int_eq(level_room_at(level, pos_of(69, 19)), 1);
    level_free(level);
}

static uint64_t hash_of(const struct draft *draft)
{
    struct level *level;
    struct hash hash;

    ck_assert_int_eq(level_new(&draft->plan, &level), ERR_OK);
    hash_init(&hash);
    level_hash(level, &hash);
    level_free(level);
    return hash.value;
}

TEST(the_hash_sees_tiles_stairs_and_rooms)
{
    struct draft draft;

    draft_init(&draft);
    uint64_t before = hash_of(&draft);
    ck_assert_uint_eq(hash_of(&draft), before);
    draft.tiles[WIDTH * HEIGHT - 1] = TILE_FLOOR;
    ck_assert_uint_ne(hash_of(&draft), before);
    draft_init(&draft);
    draft.rooms[1].height--;
    ck_assert_uint_ne(hash_of(&draft), before);
    draft_init(&draft);
    draft.tiles[2 * WIDTH + 4] = TILE_STAIRS_UP;
    uint64_t two_stairs = hash_of(&draft);
    draft.plan.up.x++;
    ck_assert_uint_ne(hash_of(&draft), two_stairs);
}
