/*
 * The head: the rows on disk always sum to the numbers beside them, and a head that is not the one
 * that was written is refused.
 */
#include "base/rng.h"
#include "db/store_private.h"
#include "fixture.h"
#include "support/test.h"

enum { CELLS = 40 * 20, ACTS = 300 };

static struct fixture fixture;
static struct store *store;
static const struct level_key key = {.depth = 3};

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

static bool is_whole(void)
{
    return fixture_examine(store).state_is_whole;
}

static uint64_t written(void)
{
    uint64_t total = 0;

    for (int i = 0; i < RECORD_COUNT; i++)
        total += store->state.head.numbers[HEAD_SUM + i];
    return total;
}

static void save_memory(int64_t delver_id, uint8_t tile)
{
    uint8_t tiles[CELLS];

    memset(tiles, tile, sizeof tiles);
    ck_assert_int_eq(store_save_memory(store, delver_id, key, tiles, CELLS, MEMORY_BANDS_ALL),
                     ERR_OK);
}

static void save_level(uint16_t depth, uint8_t content)
{
    struct level_blob level = {.key = {.depth = depth}, .style = "caves", .format = 1};
    uint8_t blob[50];

    memset(blob, content, sizeof blob);
    ck_assert_int_eq(store_save_level(store, &level, blob, sizeof blob), ERR_OK);
}

static void save_head(uint32_t newest)
{
    const struct level_head head = {.depth = 3,
                                    .current = newest,
                                    .newest = newest,
                                    .recipe = {.seed = newest, .style = "maze"},
                                    .kept_recipe = {.style = LEVEL_STYLE_OF_THEME}};

    ck_assert_int_eq(store_save_head(store, &head), ERR_OK);
}

/* One save of each kind. */
static void save_everything(int64_t id, uint8_t round)
{
    static const char *const lists[] = {"", "hints=off", "hints=on colour=8"};
    struct delver_record delver = fixture_delver();
    struct account_record account = fixture_account("Ada", "Ada");

    delver.id = id;
    delver.steps = round;
    account.id = id;
    account.last_seen_at = round;
    ck_assert_int_eq(store_save_delver(store, &delver), ERR_OK);
    ck_assert_int_eq(store_save_account(store, &account), ERR_OK);
    ck_assert_int_eq(store_save_password(store, id, round % 2 == 0 ? "even" : "odd"), ERR_OK);
    ck_assert_int_eq(store_save_role(store, id, (enum store_role)(round % 3)), ERR_OK);
    ck_assert_int_eq(store_save_meta(store, META_SEED, round), ERR_OK);
    save_memory(id, round % TILE_COUNT);
    save_level(3, round);
    ck_assert_int_eq(store_save_settings(store, id, lists[round % 3]), ERR_OK);
    ck_assert_int_eq(store_save_ruling(store, &(struct ruling){.kind = RULING_MUTE,
                                                               .subject = "Ada",
                                                               .until = round,
                                                               .who = "operator",
                                                               .detail = "loud"}),
                     ERR_OK);
    save_head(round);
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_new_world_is_whole)
{
    ck_assert(is_whole());
    ck_assert_uint_eq(written(), 0);
}

TEST(every_save_outside_a_transaction_leaves_the_state_whole)
{
    int64_t id = fixture_create(store, "Ada");
    uint64_t before = written();

    ck_assert(is_whole());
    for (uint8_t round = 1; round < 4; round++) {
        save_everything(id, round);
        ck_assert_msg(is_whole(), "round %d", round);
        ck_assert_msg(written() != before, "what differs has another hash");
        before = written();
    }
    fixture_reopen_after(&fixture, &store, NULL);
    ck_assert_msg(is_whole() && written() == before, "it is there after opening again");
    save_everything(id, 9);
    ck_assert_msg(is_whole(), "the sum goes on from what was read");
}

TEST(the_same_rows_have_the_same_hash_whatever_came_before)
{
    int64_t id = fixture_create(store, "Ada");

    save_everything(id, 4);
    uint64_t before = written();
    save_everything(id, 5);
    ck_assert(written() != before);
    save_everything(id, 4);
    ck_assert(written() == before);
}

TEST(a_tick_that_changes_no_row_changes_no_hash)
{
    fixture_create(store, "Ada");
    uint64_t before = written();
    ck_assert_int_eq(store_save_meta(store, META_TICK, 77), ERR_OK);
    ck_assert(written() == before);
    ck_assert(is_whole());
}

TEST(a_rollback_takes_the_sum_back)
{
    int64_t id = fixture_create(store, "Ada");
    uint64_t before = written();

    ck_assert_int_eq(store_begin(store), ERR_OK);
    save_everything(id, 1);
    fixture_create(store, "Brom");
    store_rollback(store);
    ck_assert(written() == before && is_whole());
    save_level(8, 1);
    ck_assert_msg(is_whole(), "what was rolled back is not in the next sum");
    ck_assert_int_eq(store_begin(store), ERR_OK);
    save_everything(id, 2);
    ck_assert_int_eq(store_commit(store), ERR_OK);
    ck_assert(is_whole());
}

TEST(a_refused_save_is_not_in_the_sum)
{
    struct account_record account = fixture_account("Brom", "Brom");
    struct delver_record delver = fixture_delver();
    int64_t id = fixture_create(store, "Ada");

    ck_assert_int_eq(store_begin(store), ERR_OK);
    delver.health = 21;
    ck_assert_int_eq(store_create_account(store, &account, &delver, &(int64_t){0}), ERR_RANGE);
    delver.id = id;
    ck_assert_int_eq(store_save_delver(store, &delver), ERR_RANGE);
    delver.health = delver.health_max;
    delver.id = id + 1;
    ck_assert_int_eq(store_save_delver(store, &delver), ERR_NOT_FOUND);
    ck_assert_int_eq(store_save_role(store, id, (enum store_role)3), ERR_RANGE);
    save_level(2, 2);
    ck_assert_int_eq(store_commit(store), ERR_OK);
    ck_assert(is_whole());
}

/* Any order of saves, commits, rollbacks and reopenings. */
TEST(whatever_is_done_the_rows_sum_to_the_hash)
{
    struct rng rng;
    bool is_open = false;
    int64_t ids[2] = {fixture_create(store, "Ada"), fixture_create(store, "Brom")};

    rng_init(&rng, 7);
    for (int act = 0; act < ACTS; act++) {
        uint64_t draw = rng_next(&rng);
        switch (draw % 8) {
        case 0:
            if (!is_open)
                ck_assert_int_eq(store_begin(store), ERR_OK);
            is_open = true;
            break;
        case 1:
            if (is_open)
                ck_assert_int_eq(store_commit(store), ERR_OK);
            is_open = false;
            break;
        case 2:
            store_rollback(store);
            is_open = false;
            break;
        case 3:
            save_level((uint16_t)(1 + draw / 8 % 5), (uint8_t)(draw >> 40));
            break;
        case 5:
            ck_assert_int_eq(store_drop_level(store, (struct level_key){.depth = 3}), ERR_OK);
            break;
        case 4:
            save_memory(ids[draw / 8 % 2], (uint8_t)((draw >> 40) % TILE_COUNT));
            break;
        default:
            save_everything(ids[draw / 8 % 2], (uint8_t)(draw >> 40));
        }
        if (!is_open)
            ck_assert_msg(is_whole(), "after act %d", act);
    }
}

TEST(rows_that_are_missing_foreign_or_exchanged_break_the_sum)
{
    static const char *const damages[] = {
        "DELETE FROM memory",
        "DELETE FROM level WHERE depth = 1",
        "DELETE FROM setting",
        "DELETE FROM ruling",
        "UPDATE ruling SET until = 99" FIXTURE_RESEAL,
        "DELETE FROM level_head",
        "UPDATE level_head SET locked = 1" FIXTURE_RESEAL,
        "INSERT INTO level SELECT 5, depth, generation, checksum, style, format, blob FROM level;"
        "DELETE FROM level WHERE wing = 0 AND depth = 1" FIXTURE_RESEAL,
        "UPDATE delver SET steps = 0" FIXTURE_RESEAL,
    };
    int64_t id = fixture_create(store, "Ada");

    save_everything(id, 7);
    save_level(1, 1);
    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        ck_assert(is_whole());
        fixture_reopen_after(&fixture, &store, damages[i]);
        ck_assert_msg(!is_whole(), "went unseen: %s", damages[i]);
        save_everything(id, 8);
        ck_assert_msg(!is_whole(), "later commits do not cover it up: %s", damages[i]);
        ck_assert_int_eq(store_accept_state(store), ERR_OK);
        save_everything(id, 7);
        save_level(1, 1);
    }
}

TEST(a_head_that_is_not_the_one_written_is_refused_until_it_is_accepted)
{
    static const char *const damages[] = {
        "UPDATE meta SET value = 8 WHERE name = 'seed'",
        "DELETE FROM meta WHERE name = 'seed'",
        "UPDATE meta SET value = value + 1 WHERE name = 'tick'",
        "DELETE FROM meta WHERE name = 'sum_memory'",
        "UPDATE meta SET value = value + 1 WHERE name = 'sum_level'",
        "UPDATE meta SET value = value + 1 WHERE name = 'seal'",
        "DELETE FROM meta WHERE name = 'seal'",
        "UPDATE meta SET name = 'zeal' WHERE name = 'seal'",
        "INSERT INTO meta (name, value) VALUES ('other', 1)",
        "DELETE FROM meta",
    };
    int64_t id = fixture_create(store, "Ada");

    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        struct store_status status;
        save_everything(id, 7);
        ck_assert_int_eq(store_save_meta(store, META_TICK, 5), ERR_OK);
        ck_assert_int_eq(store_close(store), ERR_OK);
        fixture_sql(fixture.path, damages[i]);
        uint64_t before = fixture_hash(&fixture);
        store = NULL;
        ck_assert_msg(fixture_refusal(&fixture, &status) == ERR_CORRUPT, "%s", damages[i]);
        ck_assert_ptr_nonnull(strstr(status.reason, "head is damaged"));
        ck_assert_msg(fixture_hash(&fixture) == before, "refused and changed: %s", damages[i]);

        store = fixture_open_unproven(&fixture);
        ck_assert_int_eq(store_accept_state(store), ERR_OK);
        fixture_reopen_after(&fixture, &store, NULL);
        ck_assert(is_whole());
    }
}

TEST(content_changed_behind_the_back_leaves_the_sum_whole)
{
    save_everything(fixture_create(store, "Ada"), 7);
    fixture_reopen_after(&fixture, &store,
                         "UPDATE level SET style = 'other'; UPDATE delver SET steps = 1;"
                         "UPDATE memory SET explored = x'0101'; UPDATE account SET role = 2");
    ck_assert(is_whole());
}

TEST(accepting_the_state_makes_it_whole_and_is_noted)
{
    struct audit_record act;
    int count = 0;

    save_everything(fixture_create(store, "Ada"), 7);
    fixture_reopen_after(&fixture, &store, "DELETE FROM memory");
    ck_assert(!is_whole());
    ck_assert_int_eq(store_accept_state(store), ERR_OK);
    ck_assert(is_whole());
    save_level(7, 7);
    fixture_reopen_after(&fixture, &store, NULL);
    ck_assert_msg(is_whole(), "it stays whole with the commits after it");
    ck_assert_int_eq(store_load_audit(store, &act, 1, &count), ERR_OK);
    ck_assert_int_eq(count, 1);
    ck_assert_ptr_nonnull(strstr(act.what, "state hash"));
    ck_assert_int_gt(act.at, 1700000000);
}
