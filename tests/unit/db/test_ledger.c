/*
 * The ledger in the database: accounts that come and go, generations that are dropped and players
 * that are forgotten move it as they move the things, and a count finds what is not right.
 */
#include "db/store_ledger.h"

#include "db/rows.h"
#include "fixture.h"
#include "support/stage.h"
#include "support/test.h"
#include "world/grave.h"
#include "world/population_codec.h"
#include "world/world.h"

static const char hall[] = "############\n"
                           "#<.........#\n"
                           "#..........#\n"
                           "############\n";

static const struct level_key there = {.depth = 1};

static struct fixture fixture;
static struct store *store;
static struct stage stage;

static void set_up(void)
{
    fixture_make(&fixture);
    store = fixture_open(&fixture);
    stage_init(&stage, hall);
}

static void tear_down(void)
{
    stage_release(&stage);
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

/* A new account with what a new delver has. */
static int64_t create(const char *name)
{
    struct account_record account = fixture_account(name, name);
    struct delver_record delver = fixture_delver();
    int64_t id = 0;

    delver.life = life_new();
    ck_assert_int_eq(store_create_account(store, &account, &delver, &id), ERR_OK);
    return id;
}

static int64_t more_of(enum item_kind kind)
{
    struct ledger_report report;

    ck_assert_int_eq(store_count_ledger(store, &report), ERR_OK);
    ck_assert(report.is_known);
    return report.more[kind];
}

static void expect_right(void)
{
    struct ledger_report report;

    ck_assert_int_eq(store_count_ledger(store, &report), ERR_OK);
    ck_assert(report.is_known);
    ck_assert_int_eq(report.wrong, 0);
}

static void add_grave(int64_t delver_id, const char *name, uint32_t darts, int64_t gold)
{
    struct grave grave = {.delver_id = delver_id, .at = pos_of(3, 1), .gold = gold};

    snprintf(grave.name, sizeof grave.name, "%s", name);
    grave.things[4] = stack_of(ITEM_DART, darts);
    grave_add(stage.world, stage_level(&stage), &grave);
}

/* Saves the population of the level as it is now, and adds its things to the ledger. */
static void save_level(struct level_key key)
{
    struct population_tally tally = {.lying = {0}};
    struct ledger_kept made = {.kinds = {{0}}};
    struct bytes blob;

    bytes_init(&blob, POPULATION_BLOB_MAX);
    ck_assert_int_eq(population_encode(stage.world, stage_level(&stage), &blob), ERR_OK);
    ck_assert_int_eq(population_count(blob.data, blob.length, &tally), ERR_OK);
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        made.kinds[kind].made = tally.lying[kind] + tally.in_graves[kind];
    ck_assert_int_eq(store_save_population(store, key, blob.data, blob.length), ERR_OK);
    ck_assert_int_eq(store_add_ledger(store, &made), ERR_OK);
    bytes_release(&blob);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_new_account_brings_what_it_carries_and_takes_it_along)
{
    int64_t id = create("Ada");
    struct stored_ledger knives = {.kind = item_row(ITEM_KNIFE)->save_id};

    expect_right();
    ck_assert_int_eq(row_load(store, RECORD_LEDGER, &knives), ERR_OK);
    ck_assert_uint_eq(knives.beside.made, 1);
    ck_assert_int_eq(store_forget_account(store, id), ERR_OK);
    expect_right();
    ck_assert_int_eq(row_load(store, RECORD_LEDGER, &knives), ERR_OK);
    ck_assert_uint_eq(knives.beside.ended, 1);
}

TEST(what_is_there_twice_or_lost_is_counted)
{
    struct delver_record delver;
    int64_t id = create("Ada");

    ck_assert_int_eq(store_load_delver(store, id, &delver), ERR_OK);
    delver.life.gold += 30;
    delver.life.pack.worn[SLOT_WEAPON] = (struct stack){.count = 0};
    ck_assert_int_eq(store_save_delver(store, &delver), ERR_OK);
    ck_assert_int_eq(more_of(ITEM_GOLD), 30);
    ck_assert_int_eq(more_of(ITEM_KNIFE), -1);
    ck_assert_int_eq(store_right_ledger(store), ERR_OK);
    expect_right();
}

TEST(a_damaged_row_is_set_right_by_what_is_there)
{
    (void)create("Ada");
    ck_assert_int_eq(store_save_ledger(store, ITEM_DART, (struct ledger_count){12, 12}), ERR_OK);
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_sql(fixture.path, "UPDATE ledger SET ended = ended + 1");
    store = fixture_open_unproven(&fixture);
    struct ledger_report report;
    ck_assert_int_eq(store_count_ledger(store, &report), ERR_OK);
    ck_assert_msg(!report.is_known, "rows that are damaged say nothing");
    ck_assert_int_eq(store_accept_state(store), ERR_OK);
    ck_assert_int_eq(store_right_ledger(store), ERR_OK);
    expect_right();
    ck_assert_int_eq(store_save_ledger(store, ITEM_DART, (struct ledger_count){1, 0}), ERR_OK);
    ck_assert_int_eq(more_of(ITEM_DART), -1);
}

TEST(what_was_made_and_ended_in_play_is_kept)
{
    struct ledger_kept kept;

    ck_assert_int_eq(store_save_ledger(store, ITEM_DART, (struct ledger_count){12, 5}), ERR_OK);
    ck_assert_int_eq(store_save_ledger(store, ITEM_DART, (struct ledger_count){14, 5}), ERR_OK);
    ck_assert_int_eq(store_load_ledger(store, &kept), ERR_OK);
    ck_assert_uint_eq(kept.kinds[ITEM_DART].made, 14);
    ck_assert_uint_eq(kept.kinds[ITEM_DART].ended, 5);
    ck_assert_uint_eq(kept.kinds[ITEM_GOLD].made, 0);
    ck_assert_int_eq(more_of(ITEM_DART), -9);
}

TEST(a_generation_that_is_dropped_ends_what_lay_there)
{
    (void)stage_item(&stage, ITEM_DART, pos_of(5, 1));
    save_level(there);
    expect_right();
    ck_assert_int_eq(store_drop_level(store, there), ERR_OK);
    expect_right();
}

/* The level that took its place has the same graves. */
TEST(graves_of_a_kept_generation_do_not_count)
{
    const struct level_head head = {.depth = 1,
                                    .current = 1,
                                    .newest = 1,
                                    .has_kept = true,
                                    .recipe = {.style = "rooms"},
                                    .kept_recipe = {.style = "rooms"}};

    add_grave(7, "Ada", 3, 20);
    save_level(there);
    ck_assert_int_eq(store_save_head(store, &head), ERR_OK);
    ck_assert_int_eq(more_of(ITEM_DART), -3);
    ck_assert_int_eq(more_of(ITEM_GOLD), -20);
}

TEST(a_forgotten_player_leaves_no_grave_and_no_count)
{
    struct population_tally tally = {.lying = {0}};
    struct bytes blob;
    bool is_found = true;

    add_grave(7, "Ada", 3, 20);
    add_grave(8, "Brom", 2, 10);
    item_own(stage.world, world_item(stage.world, stage_item(&stage, ITEM_KNIFE, pos_of(5, 1))), 7);
    save_level(there);
    ck_assert_int_eq(store_forget_graves(store, 7), ERR_OK);
    expect_right();
    bytes_init(&blob, POPULATION_BLOB_MAX);
    ck_assert_int_eq(store_load_population(store, there, &blob), ERR_OK);
    ck_assert_int_eq(population_mentions(blob.data, blob.length, 7, &is_found), ERR_OK);
    ck_assert(!is_found);
    ck_assert_int_eq(population_mentions(blob.data, blob.length, 8, &is_found), ERR_OK);
    ck_assert(is_found);
    ck_assert_int_eq(population_count(blob.data, blob.length, &tally), ERR_OK);
    ck_assert_uint_eq(tally.in_graves[ITEM_DART], 2);
    ck_assert_uint_eq(tally.in_graves[ITEM_GOLD], 10);
    ck_assert_uint_eq(tally.lying[ITEM_KNIFE], 1);
    bytes_release(&blob);
}

/* Cleo carries what was Ada's, and Brom what was Cleo's. */
TEST(a_forgotten_player_is_in_no_bundle_any_more)
{
    int64_t ada = create("Ada");
    int64_t bearers[] = {create("Brom"), create("Cleo")};
    struct ledger_kept more = {.kinds = {{0}}};
    struct delver_record delver;

    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(store_load_delver(store, bearers[i], &delver), ERR_OK);
        (void)pack_put(&delver.life.pack, stack_of(ITEM_BUNDLE, 1));
        delver.life.bundle = (struct grave){.delver_id = i == 0 ? bearers[1] : ada, .gold = 20};
        memcpy(delver.life.bundle.name, i == 0 ? "Cleo" : "Ada", 4);
        delver.life.bundle.things[0] = stack_of(ITEM_HELM, 1);
        ck_assert_int_eq(store_save_delver(store, &delver), ERR_OK);
    }
    more.kinds[ITEM_BUNDLE].made = 2;
    more.kinds[ITEM_GOLD].made = 40;
    more.kinds[ITEM_HELM].made = 2;
    ck_assert_int_eq(store_add_ledger(store, &more), ERR_OK);
    expect_right();
    ck_assert_int_eq(store_forget_graves(store, ada), ERR_OK);
    expect_right();
    ck_assert_int_eq(store_load_delver(store, bearers[0], &delver), ERR_OK);
    ck_assert_int_eq(delver.life.bundle.gold, 20);
    ck_assert_int_eq(store_load_delver(store, bearers[1], &delver), ERR_OK);
    ck_assert_int_eq(delver.life.bundle.delver_id, 0);
    ck_assert_uint_eq(pack_find(&delver.life.pack, ITEM_BUNDLE), OBJECT_NONE);
}

TEST(without_every_row_nothing_can_be_told)
{
    struct ledger_report report;

    save_level(there);
    ck_assert_int_eq(store_save_population(store, there, (const uint8_t *)"?", 1), ERR_OK);
    ck_assert_int_eq(store_count_ledger(store, &report), ERR_OK);
    ck_assert(!report.is_known);
}
