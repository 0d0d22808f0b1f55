/*
 * Delvers.
 */
#include "content/theme.h"
#include "fixture.h"
#include "support/test.h"

static struct fixture fixture;
static struct store *store;

static void set_up(void)
{
    fixture_make(&fixture);
    store = fixture_open(&fixture);
}

static void tear_down(void)
{
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

static void expect_same(const struct delver_record *a, const struct delver_record *b)
{
    ck_assert_int_eq(a->id, b->id);
    ck_assert(level_key_equal(a->level, b->level));
    ck_assert(pos_equal(a->at, b->at));
    ck_assert_int_eq(a->health, b->health);
    ck_assert_int_eq(a->health_max, b->health_max);
    ck_assert(a->sequence == b->sequence);
    ck_assert(a->steps == b->steps);
    ck_assert_int_eq(a->life.experience, b->life.experience);
    ck_assert_int_eq(a->life.gold, b->life.gold);
    ck_assert_uint_eq(a->life.number, b->life.number);
    ck_assert_uint_eq(a->life.deepest, b->life.deepest);
    ck_assert_mem_eq(a->life.arrived, b->life.arrived, sizeof a->life.arrived);
    ck_assert_mem_eq(a->life.explored, b->life.explored, sizeof a->life.explored);
    ck_assert_mem_eq(a->life.kills, b->life.kills, sizeof a->life.kills);
    ck_assert_mem_eq(a->life.opened, b->life.opened, sizeof a->life.opened);
    ck_assert_uint_eq(a->life.known, b->life.known);
    ck_assert_mem_eq(&a->life.pack, &b->life.pack, sizeof a->life.pack);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_delver_comes_back_as_saved)
{
    struct delver_record delver = fixture_delver();
    struct delver_record loaded;

    delver.id = fixture_create(store, "Ada");
    ck_assert_int_eq(store_load_delver(store, delver.id, &loaded), ERR_OK);
    expect_same(&loaded, &delver);

    delver.level = (struct level_key){UINT16_MAX, DEPTH_MAX, UINT32_MAX};
    delver.at = pos_of(LEVEL_WIDTH_MAX - 1, LEVEL_HEIGHT_MAX - 1);
    delver.health = 0;
    delver.health_max = RANGE_HEALTH_MAX;
    delver.sequence = UINT64_MAX;
    delver.steps = 0;
    delver.life = (struct life){.experience = RANGE_WHOLE_MAX,
                                .gold = RANGE_WHOLE_MAX,
                                .number = UINT32_MAX,
                                .deepest = LIFE_DEPTH_MAX,
                                .arrived = {UINT64_MAX, UINT64_MAX - 1},
                                .explored = {1, UINT64_C(1) << 63}};
    memset(delver.life.kills, 0xff, sizeof delver.life.kills);
    ck_assert_int_eq(store_save_delver(store, &delver), ERR_OK);
    ck_assert_int_eq(store_load_delver(store, delver.id, &loaded), ERR_OK);
    expect_same(&loaded, &delver);

    delver.life = life_new();
    ck_assert_int_eq(store_save_delver(store, &delver), ERR_OK);
    ck_assert_int_eq(store_load_delver(store, delver.id, &loaded), ERR_OK);
    expect_same(&loaded, &delver);
}

TEST(only_a_delver_that_was_made_can_be_saved)
{
    struct delver_record delver = fixture_delver();

    delver.id = fixture_create(store, "Ada") + 1;
    ck_assert_int_eq(store_save_delver(store, &delver), ERR_NOT_FOUND);
    ck_assert_int_eq(store_load_delver(store, delver.id, &delver), ERR_NOT_FOUND);
}

TEST(values_out_of_range_are_not_saved)
{
    static const struct life lives[] = {
        {.number = 0},
        {.number = 1, .experience = -1},
        {.number = 1, .gold = -1},
        {.number = 1, .deepest = LIFE_DEPTH_MAX + 1},
        {.number = 1, .experience = RANGE_WHOLE_MAX + 1},
        {.number = 1, .gold = INT64_MAX},
        {.number = 1, .dealings = {.mendings = RANGE_DEALS_MAX + 1}},
        {.number = 1, .bundle = {.delver_id = 1, .name = "Ada", .gold = -1}},
        {.number = 1, .pack.worn[SLOT_NONE] = {.kind = ITEM_DART, .count = 1}},
        {.number = 1, .pack.carried[0] = {.kind = ITEM_GOLD, .count = 1}},
    };
    struct delver_record delver = fixture_delver();
    struct delver_record loaded;

    delver.id = fixture_create(store, "Ada");
    delver.health = -1;
    ck_assert_int_eq(store_save_delver(store, &delver), ERR_RANGE);
    delver.health = 5;
    delver.at.x = -1;
    ck_assert_int_eq(store_save_delver(store, &delver), ERR_RANGE);
    delver.at.x = 1;
    delver.health_max = RANGE_HEALTH_MAX + 1;
    ck_assert_int_eq(store_save_delver(store, &delver), ERR_RANGE);
    delver.health_max = 5;
    for (size_t i = 0; i < sizeof lives / sizeof lives[0]; i++) {
        delver.life = lives[i];
        ck_assert_msg(store_save_delver(store, &delver) == ERR_RANGE, "life number %zu", i);
    }
    ck_assert_int_eq(store_load_delver(store, delver.id, &loaded), ERR_OK);
    ck_assert_int_eq(loaded.health, fixture_delver().health);
}

TEST(a_value_out_of_range_is_refused_alone_whatever_its_checksum)
{
    static const char *const damages[] = {
        "UPDATE delver SET health = 21 WHERE id = 1" FIXTURE_RESEAL,
        "UPDATE delver SET health = 5, x = 1024 WHERE id = 1" FIXTURE_RESEAL,
        "UPDATE delver SET x = 1, y = -1 WHERE id = 1" FIXTURE_RESEAL,
        "UPDATE delver SET y = 1, depth = 101 WHERE id = 1" FIXTURE_RESEAL,
        "UPDATE delver SET depth = 1, generation = 4294967296 WHERE id = 1" FIXTURE_RESEAL,
        "UPDATE delver SET generation = 1, wing = 65536 WHERE id = 1" FIXTURE_RESEAL,
        "UPDATE delver SET wing = 0, experience = -1 WHERE id = 1" FIXTURE_RESEAL,
        "UPDATE delver SET experience = 0, gold = -1 WHERE id = 1" FIXTURE_RESEAL,
        "UPDATE delver SET gold = 0, life = 0 WHERE id = 1" FIXTURE_RESEAL,
        "UPDATE delver SET life = 4294967296 WHERE id = 1" FIXTURE_RESEAL,
        "UPDATE delver SET life = 1, deepest = -1 WHERE id = 1" FIXTURE_RESEAL,
        "UPDATE delver SET deepest = 128 WHERE id = 1" FIXTURE_RESEAL,
        "UPDATE delver SET deepest = 1, kills = x'' WHERE id = 1" FIXTURE_RESEAL,
        "UPDATE delver SET kills = x'02' WHERE id = 1" FIXTURE_RESEAL,
        "UPDATE delver SET kills = x'01ff0100' WHERE id = 1" FIXTURE_RESEAL,
        "UPDATE delver SET kills = x'01020000' WHERE id = 1" FIXTURE_RESEAL,
        "UPDATE delver SET kills = x'01030100020100' WHERE id = 1" FIXTURE_RESEAL,
        "UPDATE delver SET kills = x'0102010003' WHERE id = 1" FIXTURE_RESEAL,
        "UPDATE delver SET kills = x'01', belongings = x'01' WHERE id = 1" FIXTURE_RESEAL,
    };
    struct delver_record loaded;

    ck_assert_int_eq(fixture_create(store, "Ada"), 1);
    ck_assert_int_eq(fixture_create(store, "Brom"), 2);
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        ck_assert_int_eq(store_close(store), ERR_OK);
        fixture_sql(fixture.path, damages[i]);
        store = fixture_open(&fixture);
        ck_assert_msg(store_load_delver(store, 1, &loaded) == ERR_FORMAT,
                      "damage number %zu went unseen", i);
        ck_assert_int_eq(store_load_delver(store, 2, &loaded), ERR_OK);
    }
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_sql(fixture.path,
                "UPDATE delver SET kills = x'01020100', belongings ="
                " (SELECT belongings FROM delver WHERE id = 2) WHERE id = 1" FIXTURE_RESEAL);
    store = fixture_open(&fixture);
    ck_assert_msg(store_load_delver(store, 1, &loaded) == ERR_OK, "each damage was the only one");
}

TEST(every_column_of_a_delver_is_under_its_checksum)
{
    static const char *const columns[] = {
        "wing",         "depth",        "generation",   "x",    "y",    "health",  "health_max",
        "sequence",     "steps",        "experience",   "gold", "life", "deepest", "arrived_low",
        "arrived_high", "explored_low", "explored_high"};
    struct delver_record loaded;
    char sql[100];

    fixture_create(store, "Ada");
    fixture_create(store, "Brom");
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        for (int step = 1; step >= -1; step -= 2) {
            ck_assert_int_eq(store_close(store), ERR_OK);
            snprintf(sql, sizeof sql, "UPDATE delver SET %s = %s + %d WHERE id = 1", columns[i],
                     columns[i], step);
            fixture_sql(fixture.path, sql);
            store = fixture_open(&fixture);
            ck_assert_msg(store_load_delver(store, 1, &loaded) == (step > 0 ? ERR_FORMAT : ERR_OK),
                          "%s changed by %d", columns[i], step);
            ck_assert_int_eq(store_load_delver(store, 2, &loaded), ERR_OK);
        }
    }
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_sql(fixture.path, "PRAGMA foreign_keys = OFF; UPDATE delver SET id = 9 WHERE id = 1");
    store = fixture_open(&fixture);
    ck_assert_msg(store_load_delver(store, 9, &loaded) == ERR_FORMAT, "the id is under it too");
}
