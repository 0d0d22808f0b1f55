/*
 * Lives, and their kills as bytes and back; every other run of bytes is refused.
 */
#include "world/life.h"

#include <stdlib.h>
#include <string.h>

#include "support/test.h"
#include "world/record.h"

/* A copy of exactly that size, so that a sanitizer sees a read behind its end. */
static enum err unpack_copy(const uint8_t *data, size_t length, uint16_t kills[SPECIES_COUNT])
{
    uint8_t *copy = malloc(length + (length == 0));

    ck_assert_ptr_nonnull(copy);
    memcpy(copy, data, length);
    enum err error = life_unpack_kills(copy, length, kills);
    free(copy);
    return error;
}

static uint64_t hash_of(const struct life *life)
{
    struct hash hash;

    hash_init(&hash);
    life_hash(life, &hash);
    return hash.value;
}

TEST(a_new_life_is_the_first_and_has_a_little_gold)
{
    static const uint16_t no_kills[SPECIES_COUNT];
    struct life life = life_new();

    ck_assert_uint_eq(life.number, 1);
    ck_assert_int_eq(life.experience, 0);
    ck_assert_int_eq(life.gold, 20);
    ck_assert_uint_eq(life.deepest, 0);
    ck_assert_uint_eq(life.arrived[0] | life.arrived[1], 0);
    ck_assert_uint_eq(life.explored[0] | life.explored[1], 0);
    ck_assert_mem_eq(life.kills, no_kills, sizeof no_kills);
}

TEST(the_level_follows_from_the_experience)
{
    struct life life = life_new();

    ck_assert_int_eq(life_level(&life), 1);
    life.experience = lesson_threshold(7) - 1;
    ck_assert_int_eq(life_level(&life), 6);
    life.experience++;
    ck_assert_int_eq(life_level(&life), 7);
    life.experience = INT64_MAX;
    ck_assert_int_eq(life_level(&life), LESSON_LEVEL_MAX);
}

static void learn(struct life *life)
{
    life->experience++;
}

static void earn(struct life *life)
{
    life->gold++;
}

static void begin_again(struct life *life)
{
    life->number++;
}

static void go_deeper(struct life *life)
{
    life->deepest++;
}

static void arrive(struct life *life)
{
    life->arrived[1] ^= UINT64_C(1) << 63;
}

static void explore(struct life *life)
{
    life->explored[0] ^= 1;
}

static void kill_first(struct life *life)
{
    life->kills[0]++;
}

static void kill_last(struct life *life)
{
    life->kills[SPECIES_COUNT - 1]++;
}

TEST(gold_and_experience_grow_to_the_end_of_their_range_and_no_further)
{
    struct life life = {0};

    ck_assert_int_eq(life_gain(&life.gold, 7), 7);
    ck_assert_int_eq(life.gold, 7);
    ck_assert_int_eq(life_gain(&life.gold, RANGE_WHOLE_MAX), RANGE_WHOLE_MAX - 7);
    ck_assert_int_eq(life.gold, RANGE_WHOLE_MAX);
    ck_assert_int_eq(life_gain(&life.gold, 1), 0);
    ck_assert_int_eq(life_gain(&life.experience, RANGE_WHOLE_MAX), RANGE_WHOLE_MAX);
    ck_assert_int_eq(life_gain(&life.experience, 0), 0);
    ck_assert_int_eq(life.experience, RANGE_WHOLE_MAX);
}

TEST(everything_in_a_life_is_in_its_hash)
{
    static void (*const changes[])(struct life * life) = {
        learn, earn, begin_again, go_deeper, arrive, explore, kill_first, kill_last, kill_last};
    struct life life = life_new();
    uint64_t before = hash_of(&life);

    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        changes[i](&life);
        uint64_t after = hash_of(&life);
        ck_assert_msg(after != before, "change %zu is not in the hash", i);
        before = after;
    }
}

TEST(no_kills_are_the_version_alone)
{
    static const uint16_t none[SPECIES_COUNT];
    uint16_t kills[SPECIES_COUNT] = {[SPECIES_DRUDGE] = 9};
    uint8_t blob[LIFE_KILLS_SIZE];

    ck_assert_uint_eq(life_pack_kills(none, blob), 1);
    ck_assert_uint_eq(blob[0], 1);
    ck_assert_int_eq(unpack_copy(blob, 1, kills), ERR_OK);
    ck_assert_mem_eq(kills, none, sizeof none);
}

/* Two kinds with save_ids in another order than their rows. */
TEST(kills_have_the_known_bytes)
{
    static const uint16_t kills[SPECIES_COUNT] = {[SPECIES_FERAL_MOUSER] = 0x1234,
                                                  [SPECIES_GATE_HOUND] = 1,
                                                  [SPECIES_CELLAR_RAT] = UINT16_MAX};
    static const uint8_t wanted[] = {1, 2, 0xff, 0xff, 10, 1, 0, 11, 0x34, 0x12};
    uint8_t blob[LIFE_KILLS_SIZE];
    uint16_t back[SPECIES_COUNT];

    ck_assert_uint_eq(life_pack_kills(kills, blob), sizeof wanted);
    ck_assert_mem_eq(blob, wanted, sizeof wanted);
    ck_assert_int_eq(unpack_copy(wanted, sizeof wanted, back), ERR_OK);
    ck_assert_mem_eq(back, kills, sizeof kills);
}

TEST(kills_of_every_kind_come_back_and_fill_the_blob)
{
    uint16_t kills[SPECIES_COUNT];
    uint16_t back[SPECIES_COUNT] = {0};
    uint8_t blob[LIFE_KILLS_SIZE];

    for (int id = 0; id < SPECIES_COUNT; id++)
        kills[id] = (uint16_t)(UINT16_MAX - id);
    size_t length = life_pack_kills(kills, blob);
    ck_assert_uint_eq(length, LIFE_KILLS_SIZE);
    ck_assert_int_eq(unpack_copy(blob, length, back), ERR_OK);
    ck_assert_mem_eq(back, kills, sizeof kills);
    for (size_t cut = 0; cut < length; cut++)
        ck_assert_msg(unpack_copy(blob, cut, back) == (cut % 3 == 1 ? ERR_OK : ERR_FORMAT),
                      "%zu bytes", cut);
}

TEST(bytes_of_any_other_form_are_refused_and_change_nothing)
{
    static const struct {
        const char *what;
        uint8_t bytes[8];
        size_t length;
    } rows[] = {
        {"nothing", {0}, 0},
        {"an earlier version", {0, 2, 1, 0}, 4},
        {"a later version", {2, 2, 1, 0}, 4},
        {"a count of 0", {1, 2, 0, 0}, 4},
        {"a kind twice", {1, 2, 1, 0, 2, 1, 0}, 7},
        {"kinds in descending order", {1, 3, 1, 0, 2, 1, 0}, 7},
        {"a save_id that no kind has", {1, 0, 1, 0}, 4},
        {"a kind of a later version", {1, 255, 1, 0}, 4},
        {"half a count", {1, 2, 1}, 3},
        {"a tail", {1, 2, 1, 0, 3}, 5},
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint16_t kills[SPECIES_COUNT] = {[SPECIES_CELLAR_RAT] = 77};
        ck_assert_msg(unpack_copy(rows[i].bytes, rows[i].length, kills) == ERR_FORMAT, "%s",
                      rows[i].what);
        ck_assert_msg(kills[SPECIES_CELLAR_RAT] == 77, "%s", rows[i].what);
    }
}
