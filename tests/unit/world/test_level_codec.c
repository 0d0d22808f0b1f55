/*
 * Levels as bytes and back; every other run of bytes is refused.
 */
#include "support/draw_level.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

#include "gen/gen.h"

static const struct level_key key = {.wing = 1, .depth = 2, .generation = 3};

/* A generated level has rooms, doors and stairs. */
static struct level *make_level(void)
{
    struct gen_request request;
    struct level *level = NULL;

    gen_request_for_key(&request, 7, key);
    ck_assert_int_eq(gen_level(&request, &level, NULL), ERR_OK);
    return level;
}

static uint64_t hash_of(const struct level *level)
{
    struct hash hash;

    hash_init(&hash);
    level_hash(level, &hash);
    return hash.value;
}

TEST(a_level_comes_back_as_it_was)
{
    struct level *level = make_level();
    struct level *back = NULL;
    struct bytes blob;

    bytes_init(&blob, LEVEL_BLOB_MAX);
    ck_assert_int_eq(level_encode(level, &blob), ERR_OK);
    ck_assert_int_eq(level_decode(blob.data, blob.length, key, &back), ERR_OK);
    ck_assert_uint_eq(hash_of(back), hash_of(level));
    ck_assert(level_key_equal(back->key, key));
    ck_assert_int_eq(back->room_count, level->room_count);
    ck_assert_mem_eq(back->tiles, level->tiles, level_cell_count(level));
    bytes_release(&blob);
    level_free(back);
    level_free(level);
}

TEST(the_largest_and_wildest_level_fits_the_blob)
{
    enum { CELLS = LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX };
    static uint8_t tiles[CELLS];
    static struct rect rooms[LEVEL_ROOMS_MAX];
    struct level_plan plan = {.key = key,
                              .width = LEVEL_WIDTH_MAX,
                              .height = LEVEL_HEIGHT_MAX,
                              .down = {2, 0},
                              .tiles = tiles,
                              .rooms = rooms,
                              .room_count = LEVEL_ROOMS_MAX};
    struct level *level = NULL;
    struct level *back = NULL;
    struct bytes blob;

    for (size_t i = 0; i < CELLS; i++)
        tiles[i] = i % 2 == 0 ? TILE_ROCK : TILE_FLOOR;
    tiles[0] = TILE_STAIRS_UP;
    tiles[2] = TILE_STAIRS_DOWN;
    for (int i = 0; i < LEVEL_ROOMS_MAX; i++)
        rooms[i] = (struct rect){0, (int16_t)(LEVEL_HEIGHT_MAX - 3), LEVEL_WIDTH_MAX, 3};
    ck_assert_int_eq(level_new(&plan, &level), ERR_OK);
    bytes_init(&blob, LEVEL_BLOB_MAX);
    ck_assert_int_eq(level_encode(level, &blob), ERR_OK);
    ck_assert_int_eq(level_decode(blob.data, blob.length, key, &back), ERR_OK);
    ck_assert_uint_eq(hash_of(back), hash_of(level));
    bytes_release(&blob);
    level_free(back);
    level_free(level);
}

/* A copy of exactly that size, so that a sanitizer sees a read behind its end. */
static enum err decode_copy(const uint8_t *data, size_t length, struct level **out)
{
    uint8_t *copy = malloc(length + (length == 0));

    ck_assert_ptr_nonnull(copy);
    memcpy(copy, data, length);
    enum err error = level_decode(copy, length, key, out);
    free(copy);
    return error;
}

static const struct spot spots[SPOTS_MAX] = {
    {{1, 1, 4, 2}, "the drowned hoard", "Water drips on old stone.", 0},
    {{5, 1, 1, 1}, "the well", "", 0},
    {{3, 1, 1, 1}, "the tithe", "", SPOT_REFILL_MAX},
};

/* The drawn level with these spots. */
static enum err make_spots(const struct spot *list, int count, struct level **out)
{
    struct level *drawn = draw_level("<.....\n>.....\n", key);
    struct level_plan plan = {.key = key,
                              .width = drawn->width,
                              .height = drawn->height,
                              .up = drawn->up,
                              .down = drawn->down,
                              .tiles = drawn->tiles,
                              .spots = list,
                              .spot_count = count};
    enum err error = level_new(&plan, out);

    level_free(drawn);
    return error;
}

/* Two spots, and a third whose hoards fill again, which makes it another version. */
TEST_EACH(spots_come_back_as_they_were, 2)
{
    struct level *level = NULL;
    struct level *back = NULL;
    struct bytes blob;
    int count = 2 + _i;

    ck_assert_int_eq(make_spots(spots, count, &level), ERR_OK);
    bytes_init(&blob, LEVEL_BLOB_MAX);
    ck_assert_int_eq(level_encode(level, &blob), ERR_OK);
    ck_assert_int_eq(level_decode(blob.data, blob.length, key, &back), ERR_OK);
    ck_assert_int_eq(blob.data[0], 3 + _i);
    ck_assert_int_eq(back->spot_count, count);
    for (int i = 0; i < count; i++) {
        ck_assert_mem_eq(&back->spots[i].area, &spots[i].area, sizeof(struct rect));
        ck_assert_str_eq(back->spots[i].name, spots[i].name);
        ck_assert_str_eq(back->spots[i].say, spots[i].say);
        ck_assert_uint_eq(back->spots[i].refill, spots[i].refill);
    }
    level_free(back);
    for (size_t length = 0; length < blob.length; length++)
        ck_assert_int_eq(decode_copy(blob.data, length, &back), ERR_FORMAT);
    bytes_release(&blob);
    level_free(level);
}

TEST(spots_outside_or_with_other_than_plain_words_are_refused)
{
    static const struct spot bad[] = {
        {{0, 0, 0, 1}, "the well", "", 0},
        {{0, 0, 1, -1}, "the well", "", 0},
        {{-1, 0, 2, 2}, "the well", "", 0},
        {{LEVEL_WIDTH_MIN, 0, 1, 1}, "the well", "", 0},
        {{0, 0, 1, LEVEL_HEIGHT_MIN + 1}, "the well", "", 0},
        {{0, 0, 1, 1}, "", "", 0},
        {{0, 0, 1, 1}, "the\x1b[2Jwell", "", 0},
        {{0, 0, 1, 1}, "the well", "caf\xc3\xa9", 0},
        {{0, 0, 1, 1}, "the well", "two\nlines", 0},
        {{0, 0, 1, 1}, "the well", "", SPOT_REFILL_MAX + 1},
    };
    struct level *level = NULL;

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        ck_assert_int_eq(make_spots(&bad[i], 1, &level), ERR_FORMAT);
    ck_assert_int_eq(make_spots(spots, SPOTS_MAX + 1, &level), ERR_RANGE);
    ck_assert_int_eq(make_spots(spots, -1, &level), ERR_RANGE);
}

TEST(a_buffer_too_small_is_an_error)
{
    struct level *level = make_level();
    struct bytes blob;

    bytes_init(&blob, 100);
    ck_assert_int_eq(level_encode(level, &blob), ERR_TOO_BIG);
    bytes_release(&blob);
    level_free(level);
}

TEST(every_truncation_and_every_extra_byte_is_refused)
{
    struct level *level = make_level();
    struct bytes blob;

    bytes_init(&blob, LEVEL_BLOB_MAX);
    ck_assert_int_eq(level_encode(level, &blob), ERR_OK);
    for (size_t length = 0; length < blob.length; length++) {
        struct level *back = NULL;
        ck_assert_int_eq(decode_copy(blob.data, length, &back), ERR_FORMAT);
        ck_assert_ptr_null(back);
    }
    struct level *back = NULL;
    ck_assert_int_eq(bytes_append_u8(&blob, 1), ERR_OK);
    ck_assert_int_eq(decode_copy(blob.data, blob.length, &back), ERR_FORMAT);
    bytes_release(&blob);
    level_free(level);
}

/* An accepted level is sound: its cells are known tiles and its stairs are stairs. */
static void expect_sound(const struct level *level)
{
    for (size_t i = 0; i < level_cell_count(level); i++)
        ck_assert(level->tiles[i] > TILE_UNKNOWN && level->tiles[i] < TILE_COUNT);
    ck_assert_int_eq(level_tile(level, level->up), TILE_STAIRS_UP);
    ck_assert_int_eq(level_tile(level, level->down), TILE_STAIRS_DOWN);
}

TEST(a_corrupted_byte_never_makes_an_unsound_level)
{
    static const uint8_t damages[] = {0x01, 0x80, 0xff};
    struct level *level = draw_level("<.+'..\n>.....\n", key);
    struct bytes blob;

    bytes_init(&blob, LEVEL_BLOB_MAX);
    ck_assert_int_eq(level_encode(level, &blob), ERR_OK);
    for (size_t at = 0; at < blob.length; at++) {
        for (size_t i = 0; i < sizeof damages; i++) {
            struct level *back = NULL;
            blob.data[at] ^= damages[i];
            enum err error = decode_copy(blob.data, blob.length, &back);
            ck_assert(error == ERR_OK || error == ERR_FORMAT);
            if (error == ERR_OK)
                expect_sound(back);
            level_free(back);
            blob.data[at] ^= damages[i];
        }
    }
    bytes_release(&blob);
    level_free(level);
}

TEST(a_memory_may_hold_the_unknown_and_a_level_may_not)
{
    uint8_t memory[600] = {0};
    uint8_t back[600];
    struct bytes runs;

    memory[300] = TILE_DOOR_OPEN;
    bytes_init(&runs, 1000);
    ck_assert_int_eq(tiles_encode(memory, sizeof memory, &runs), ERR_OK);
    ck_assert_uint_eq(runs.length, 2 * 5);
    ck_assert_int_eq(tiles_decode(runs.data, runs.length, back, sizeof back), ERR_OK);
    ck_assert_mem_eq(back, memory, sizeof memory);
    ck_assert_int_eq(tiles_decode(runs.data, runs.length, back, sizeof back - 1), ERR_FORMAT);
    ck_assert_int_eq(tiles_decode(runs.data, runs.length - 1, back, sizeof back), ERR_FORMAT);
    bytes_release(&runs);

    const uint8_t run_of_none[] = {0, 1, 255, 1};
    ck_assert_int_eq(tiles_decode(run_of_none, 4, back, 255), ERR_FORMAT);

    struct level *level = draw_level("<>\n", key);
    struct level *decoded = NULL;
    struct bytes blob;
    bytes_init(&blob, LEVEL_BLOB_MAX);
    level->tiles[5] = TILE_UNKNOWN;
    ck_assert_int_eq(level_encode(level, &blob), ERR_OK);
    ck_assert_int_eq(level_decode(blob.data, blob.length, key, &decoded), ERR_FORMAT);
    bytes_release(&blob);
    level_free(level);
}
