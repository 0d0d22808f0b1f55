/*
 * Belongings as bytes: the same after as before, and nothing else is taken.
 */
#include <string.h>

#include "support/test.h"
#include "world/delver.h"
#include "world/life.h"

enum {
    HEAD_BEFORE = 1 + 8 + NICHE_COUNT * LIFE_DEPTH_WORDS * 8, /* without havens */
    HEAD = HEAD_BEFORE + BELONGINGS_HAVENS_SIZE,
    DARTS_AT = HEAD,
    EARNED_AT = HEAD - 8 - 8 - 4,
};

static size_t pack(const struct life *life, uint8_t out[BELONGINGS_SIZE])
{
    size_t length = belongings_pack(life, out);

    ck_assert_uint_le(length, BELONGINGS_SIZE);
    return length;
}

TEST(what_is_packed_comes_out_as_it_was)
{
    uint8_t bytes[BELONGINGS_SIZE];
    struct life life = life_new();
    struct life read = {.number = 1};

    life.known = UINT64_C(0xfedcba9876543210);
    life.opened[2][1] = 5;
    life.touched = 0x2a;
    life.drunk[0] = UINT64_C(1) << 63;
    life.drunk[1] = 7;
    life.dealings = (struct dealings){UINT64_MAX, 3, 299, UINT64_MAX - 1, UINT64_C(1) << 47};
    for (int i = 0; i < PACK_MAX; i++)
        life.pack.carried[i] = (struct stack){
            .kind = ITEM_WAND_FROST, .count = 1, .temper = 99, .charges = 255, .rest = 60000};
    for (enum item_slot slot = SLOT_NONE + 1; slot < SLOT_COUNT; slot++) {
        for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
            if (item_row(kind)->slot == slot)
                life.pack.worn[slot] = stack_of(kind, 1);
        }
    }
    ck_assert_int_eq(belongings_unpack(bytes, pack(&life, bytes), &read), ERR_OK);
    ck_assert_mem_eq(&read.pack, &life.pack, sizeof life.pack);
    ck_assert_mem_eq(read.opened, life.opened, sizeof life.opened);
    ck_assert_uint_eq(read.known, life.known);
    ck_assert_uint_eq(read.touched, life.touched);
    ck_assert_mem_eq(read.drunk, life.drunk, sizeof life.drunk);
    ck_assert_mem_eq(&read.dealings, &life.dealings, sizeof life.dealings);
}

TEST(bytes_of_before_there_were_havens_are_read_and_have_none)
{
    uint8_t bytes[BELONGINGS_SIZE];
    struct life life = life_new();
    struct life read = {.touched = 1, .drunk = {2, 3}, .dealings = {.earned = 4}};
    static const struct dealings none;

    life.known = 9;
    size_t length = pack(&life, bytes);
    bytes[0] = 1;
    memmove(bytes + HEAD_BEFORE, bytes + HEAD, length - HEAD);
    length -= BELONGINGS_HAVENS_SIZE;
    ck_assert_int_eq(belongings_unpack(bytes, length, &read), ERR_OK);
    ck_assert_uint_eq(read.known, 9);
    ck_assert_mem_eq(&read.pack, &life.pack, sizeof life.pack);
    ck_assert_uint_eq(read.touched | read.drunk[0] | read.drunk[1], 0);
    ck_assert_mem_eq(&read.dealings, &none, sizeof none);
}

/* These stand in db/schema/007_game_things.sql, too. */
TEST(the_things_of_a_new_delver_have_known_bytes)
{
    static const uint8_t things[] = {
        1,  1,  0, 0, 0, 0, 3, 0, 0, 0, 2,  51, 0, 0, 0, 0, 2, 0, 0, 0,
        3,  64, 0, 0, 0, 0, 1, 0, 0, 0, 18, 2,  0, 0, 0, 0, 1, 0, 0, 0,
        20, 27, 0, 0, 0, 0, 1, 0, 0, 0, 27, 47, 0, 0, 0, 0, 1, 0, 0, 0,
    };
    uint8_t bytes[BELONGINGS_SIZE];
    const struct life life = life_new();

    ck_assert_uint_eq(pack(&life, bytes), HEAD + sizeof things);
    ck_assert_uint_eq(bytes[0], 2);
    ck_assert_mem_eq(bytes + HEAD, things, sizeof things);
}

static struct deaths full_deaths(void)
{
    struct deaths deaths = {.lived = 0};

    for (int i = 0; i <= DEATHS_KEPT; i++) {
        struct death death = {.died_at = UINT64_MAX - (uint64_t)i,
                              .lived = 77,
                              .lost = i,
                              .wing = UINT16_MAX,
                              .depth = (uint16_t)(i + 1),
                              .at = {3, 4},
                              .killer = SPECIES_DRUDGE,
                              .level = 9,
                              .has_grave = i % 2 != 0,
                              .blows = {1, UINT16_MAX, 8}};
        deaths_add(&deaths, &death);
    }
    deaths.lived = 5;
    return deaths;
}

TEST(the_last_ten_deaths_are_kept_with_all_that_is_carried)
{
    uint8_t bytes[BELONGINGS_SIZE];
    struct life life = life_new();
    struct life read = {.number = 1};

    life.deaths = full_deaths();
    life.deaths.is_unreported = true;
    life.deaths.last[2].grave = (struct grave_place){.wing = 1, .depth = 7, .at = {8, 9}};
    ck_assert_uint_eq(life.deaths.number, DEATHS_KEPT + 1);
    ck_assert_int_eq(life.deaths.count, DEATHS_KEPT);
    ck_assert_int_eq(life.deaths.last[0].depth, DEATHS_KEPT + 1);
    size_t length = pack(&life, bytes);
    ck_assert_int_eq(belongings_unpack(bytes, length, &read), ERR_OK);
    ck_assert_mem_eq(&read.pack, &life.pack, sizeof life.pack);
    ck_assert_uint_eq(read.deaths.lived, 5);
    ck_assert_int_eq(read.deaths.count, DEATHS_KEPT);
    ck_assert(read.deaths.is_unreported);
    for (int i = 0; i < DEATHS_KEPT; i++) {
        const struct death *death = &read.deaths.last[i];
        ck_assert_uint_eq(death->died_at, life.deaths.last[i].died_at);
        ck_assert_int_eq(death->lost, life.deaths.last[i].lost);
        ck_assert_int_eq(death->killer, SPECIES_DRUDGE);
        ck_assert_mem_eq(death->blows, life.deaths.last[i].blows, sizeof death->blows);
        ck_assert_int_eq(death->has_grave, life.deaths.last[i].has_grave);
    }
    bytes[HEAD + 12] = DEATHS_KEPT + 1;
    ck_assert_int_eq(belongings_unpack(bytes, length, &read), ERR_FORMAT);
}

TEST(bytes_of_any_other_form_change_nothing)
{
    static const struct {
        int at;
        uint8_t byte;
    } damages[] = {
        {0, 0},
        {0, 3},
        {DARTS_AT, 0},       /* an object that is none */
        {DARTS_AT, 2},       /* the same twice */
        {DARTS_AT, 28},      /* behind the last */
        {DARTS_AT, 18},      /* worn, where it cannot be */
        {DARTS_AT + 1, 200}, /* no such kind */
        {DARTS_AT + 1, 87},  /* gold is in the purse */
        {DARTS_AT + 2, 100}, /* better than anything can be */
        {DARTS_AT + 6, 0},   /* none of it */
        {DARTS_AT + 6, 21},  /* more than lie in one place */
        {DARTS_AT + 20, 17}, /* worn, where nothing is */
        {EARNED_AT + 3, 1},  /* more than anybody is paid */
    };
    uint8_t bytes[BELONGINGS_SIZE];
    const struct life life = life_new();
    struct life read = {.known = 7};
    size_t length;

    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        length = pack(&life, bytes);
        bytes[damages[i].at] = damages[i].byte;
        ck_assert_msg(belongings_unpack(bytes, length, &read) == ERR_FORMAT, "damage %zu", i);
    }
    length = pack(&life, bytes);
    for (size_t cut = 0; cut < length; cut++) {
        if (cut >= HEAD && (cut - HEAD) % BELONGINGS_THING_SIZE == 0)
            continue;
        ck_assert_int_eq(belongings_unpack(bytes, cut, &read), ERR_FORMAT);
    }
    ck_assert_uint_eq(read.known, 7);
    ck_assert_int_eq(belongings_unpack(bytes, length, &read), ERR_OK);
}

/* The contents of a bundle, to the edge and past it. */
TEST(the_numbers_of_a_bundle_have_their_range)
{
    static const struct {
        int64_t delver_id;
        int64_t gold;
        int64_t experience;
        bool is_taken;
    } bundles[] = {
        {1, 0, 0, true},   {RANGE_WHOLE_MAX, RANGE_WHOLE_MAX, RANGE_WHOLE_MAX, true},
        {-1, 0, 0, false}, {RANGE_WHOLE_MAX + 1, 0, 0, false},
        {1, -1, 0, false}, {1, RANGE_WHOLE_MAX + 1, 0, false},
        {1, 0, -1, false}, {1, 0, INT64_MAX, false},
    };
    uint8_t bytes[BELONGINGS_SIZE];

    for (size_t i = 0; i < sizeof bundles / sizeof bundles[0]; i++) {
        struct life life = life_new();
        struct life read = life_new();
        life.bundle = (struct grave){.delver_id = bundles[i].delver_id,
                                     .gold = bundles[i].gold,
                                     .experience = bundles[i].experience,
                                     .name = "Ada"};
        enum err error = belongings_unpack(bytes, pack(&life, bytes), &read);
        ck_assert_msg((error == ERR_OK) == bundles[i].is_taken, "bundle %zu", i);
    }
}

/* Compilers have lost members of so large a value where it was copied. */
TEST(the_record_of_a_delver_has_all_that_it_owns)
{
    static struct delver delver = {.delver_id = 7};
    uint8_t owned[BELONGINGS_SIZE];
    uint8_t kept[BELONGINGS_SIZE];

    delver.life = life_new();
    delver.life.deaths = full_deaths();
    for (uint32_t i = 0; i < PACK_MAX; i++)
        delver.life.pack.carried[i] = stack_of(ITEM_DART, i + 1);
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        if (item_row(kind)->slot != SLOT_NONE)
            delver.life.pack.worn[item_row(kind)->slot] = stack_of(kind, 1);
    }
    const struct delver_record record = delver_record(&delver);
    size_t length = pack(&delver.life, owned);
    ck_assert_uint_eq(pack(&record.life, kept), length);
    ck_assert_mem_eq(kept, owned, length);
    ck_assert_int_eq(record.life.gold, delver.life.gold);
}
