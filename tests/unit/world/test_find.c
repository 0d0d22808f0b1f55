/*
 * Finds: how often which kinds come, and what niches hold.
 */
#include "world/loot.h"

#include <string.h>

#include "base/hash.h"
#include "support/test.h"
#include "world/life.h"

enum { DRAWS = 100000, DRAWS_EACH = TEST_COUNT(DRAWS, DRAWS / 10) };

static int counts[ITEM_KIND_COUNT];

static void draw_times(int depth, int times)
{
    struct rng rng;

    memset(counts, 0, sizeof counts);
    rng_init(&rng, (uint64_t)depth);
    for (int i = 0; i < times; i++)
        counts[loot_draw(&rng, depth, NULL).kind]++;
}

static void draw_many(int depth)
{
    draw_times(depth, DRAWS);
}

TEST(each_kind_that_is_sold_comes_up_in_a_hundred_thousand_finds)
{
    draw_many(26);
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        ck_assert_msg((counts[kind] > 0) == (item_row(kind)->price > 0), "%s: %d",
                      item_row(kind)->name, counts[kind]);
}

TEST(nothing_of_a_depth_below_the_next_is_found)
{
    for (int depth = 1; depth <= 26; depth++) {
        draw_times(depth, DRAWS_EACH);
        for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
            ck_assert_msg(counts[kind] == 0 || item_row(kind)->depth <= depth + 1, "%s on depth %d",
                          item_row(kind)->name, depth);
    }
}

TEST(groups_come_as_often_as_the_table_says)
{
    static const struct {
        enum item_class class;
        int percent;
    } groups[] = {{CLASS_WEAPON, 14},
                  {CLASS_BODY, 14},
                  {CLASS_SMALL, 10},
                  {CLASS_LAUNCHER, 6},
                  {CLASS_THROWN, 12}};

    draw_many(12);
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        int found = 0;
        for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
            found += item_row(kind)->class == groups[i].class ? counts[kind] : 0;
        ck_assert_int_ge(found, (groups[i].percent * 10 - 5) * DRAWS / 1000);
        ck_assert_int_le(found, (groups[i].percent * 10 + 5) * DRAWS / 1000);
    }
    ck_assert_int_ge(counts[ITEM_MENDING], 135 * DRAWS / 1000);
    ck_assert_int_le(counts[ITEM_MENDING], 145 * DRAWS / 1000);
}

/* On depth 1 the i-th of 4 weapons weighs 10 + 30 * i / 4: 17, 25, 32, 40 of 114. */
TEST(deeper_kinds_come_more_often)
{
    static const int weights[] = {17, 25, 32, 40};
    static const enum item_kind kinds[] = {ITEM_KNIFE, ITEM_CUDGEL, ITEM_SHORT_SWORD, ITEM_HATCHET};

    draw_many(1);
    for (int i = 0; i < 4; i++) {
        int expected = DRAWS * 14 / 100 * weights[i] / 114;
        ck_assert_msg(counts[kinds[i]] > expected * 9 / 10 && counts[kinds[i]] < expected * 11 / 10,
                      "%s: %d, not about %d", item_row(kinds[i])->name, counts[kinds[i]], expected);
    }
}

/* The kinds that a new delver carries are no treasure on depths 1 to 3, but are on later ones. */
TEST(players_find_no_copy_of_what_they_began_with_on_the_first_depths)
{
    struct life life = life_new();
    struct rng rng;

    for (int depth = 1; depth <= 4; depth++) {
        int copies = 0;
        rng_init(&rng, (uint64_t)depth);
        for (int i = 0; i < DRAWS / 10; i++) {
            life_open(&life, NICHE_FIND, 1 + i % 2);
            copies += pack_is_of_kit(loot_draw(&rng, depth, &life).kind);
        }
        ck_assert_msg((copies > 0) == (depth == 4), "%d copies on depth %d", copies, depth);
    }
}

TEST(no_niche_of_the_first_depths_holds_a_copy_either)
{
    for (int64_t delver_id = 1; delver_id <= 100; delver_id++) {
        struct life life = life_new();
        for (int place = 0; place < 3 * NICHE_COUNT; place++) {
            struct stack finds[NICHE_FINDS_MAX];
            enum niche niche = (enum niche)(place % NICHE_COUNT);
            int depth = 1 + place / NICHE_COUNT;
            int count = niche_finds(99, delver_id, &life, depth, niche, finds);
            life_open(&life, niche, depth);
            for (int i = 0; i < count; i++)
                ck_assert_msg(!pack_is_of_kit(finds[i].kind), "%s on depth %d",
                              item_row(finds[i].kind)->name, depth);
        }
    }
}

TEST(the_first_find_of_a_life_is_to_be_worn_or_unknown)
{
    struct life life = life_new();
    struct rng rng;
    int unknown = 0;

    rng_init(&rng, 1);
    for (int i = 0; i < DRAWS_EACH; i++) {
        struct stack thing = loot_draw(&rng, 1 + i % 26, &life);
        bool is_worn = item_row(thing.kind)->slot != SLOT_NONE;
        ck_assert_msg(is_worn || !life_knows(&life, thing.kind), "%s", item_row(thing.kind)->name);
        unknown += !is_worn;
    }
    ck_assert_int_gt(unknown, DRAWS_EACH / 4);
    /* A delver who knows all kinds finds things to wear. */
    life.known = UINT64_MAX;
    for (int i = 0; i < DRAWS_EACH / 10; i++)
        ck_assert_int_ne(item_row(loot_draw(&rng, 1 + i % 26, &life).kind)->slot, SLOT_NONE);
}

/* Opens all niches of depth 1 to 12, in that order. */
static void open_niches(int64_t delver_id, uint32_t number)
{
    struct life life = life_new();

    life.number = number;
    memset(counts, 0, sizeof counts);
    for (int depth = 1; depth <= 12; depth++) {
        for (enum niche niche = 0; niche < NICHE_COUNT; niche++) {
            struct stack finds[NICHE_FINDS_MAX];
            int count = niche_finds(99, delver_id, &life, depth, niche, finds);
            life_open(&life, niche, depth);
            ck_assert_int_ge(count, 1);
            ck_assert_int_le(count, NICHE_FINDS_MAX);
            for (int i = 0; i < count; i++)
                counts[finds[i].kind] += (int)finds[i].count;
        }
    }
}

TEST(by_depth_twelve_everybody_has_had_the_same_tempers_mendings_hearts_and_escapes)
{
    for (int64_t delver_id = 1; delver_id <= 100; delver_id++) {
        open_niches(delver_id, 1);
        ck_assert_int_eq(counts[ITEM_TEMPERING], 12);
        ck_assert_int_eq(counts[ITEM_HEART], 4);
        ck_assert_int_ge(counts[ITEM_MENDING], 9);
        ck_assert_int_ge(counts[ITEM_ELSEWHERE], 3);
        ck_assert_int_ge(counts[ITEM_BANDAGE], 13);
    }
}

TEST(a_niche_holds_the_same_each_time_and_something_else_for_others)
{
    int first[ITEM_KIND_COUNT];

    open_niches(1, 1);
    memcpy(first, counts, sizeof first);
    open_niches(1, 1);
    ck_assert_mem_eq(first, counts, sizeof first);
    open_niches(2, 1);
    ck_assert_mem_ne(first, counts, sizeof first);
    open_niches(1, 2);
    ck_assert_mem_ne(first, counts, sizeof first);
}

TEST(the_finds_of_a_delver_are_golden)
{
    struct life life = life_new();
    struct hash hash;

    hash_init(&hash);
    for (int depth = 1; depth <= 40; depth++) {
        struct stack finds[NICHE_FINDS_MAX];
        (void)niche_finds(7, 42, &life, depth, NICHE_FIND, finds);
        life_open(&life, NICHE_FIND, depth);
        hash_u64(&hash, (uint64_t)item_row(finds[0].kind)->save_id << 8 | (uint64_t)finds[0].count);
    }
    ck_assert_uint_eq(hash.value, UINT64_C(6469065501928570209));
}
