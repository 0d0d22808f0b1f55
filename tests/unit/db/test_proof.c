/*
 * The proof of all rows beside play: it finds what a look at everything at once would find,
 * even if rows are saved between two of its steps, and what it finds is in the head from then on.
 */
#include "base/rng.h"
#include "db/connection.h"
#include "db/sqlite_store.h"
#include "fixture.h"
#include "support/test.h"

enum { PLAYERS = 12, DEPTHS = 6, CELLS = 40 * 20, ROUNDS = 40 };

static struct fixture fixture;
static struct store *store;
static struct rng rng;
static char name[PLAYERS][8];

static enum err save_level(uint16_t depth, uint8_t content)
{
    struct level_blob level = {.key = {.depth = depth}, .style = "caves", .format = 1};
    uint8_t blob[50];

    memset(blob, content, sizeof blob);
    return store_save_level(store, &level, blob, sizeof blob);
}

static enum err save_memory(int64_t id, uint16_t depth)
{
    uint8_t tiles[CELLS];

    memset(tiles, (int)rng_below(&rng, TILE_COUNT), sizeof tiles);
    return store_save_memory(store, id, (struct level_key){.depth = depth}, tiles, CELLS,
                             MEMORY_BANDS_ALL);
}

static void set_up(void)
{
    rng_init(&rng, 5);
    fixture_make(&fixture);
    store = fixture_open(&fixture);
    for (int i = 0; i < PLAYERS; i++) {
        snprintf(name[i], sizeof name[i], "Ab%c%c", 'a' + i, 'a' + i);
        int64_t id = fixture_create(store, name[i]);
        for (uint16_t depth = 1; depth <= DEPTHS; depth++)
            ck_assert_int_eq(save_memory(id, depth), ERR_OK);
        ck_assert_int_eq(store_save_settings(store, id, "hints=off"), ERR_OK);
    }
    for (uint16_t depth = 1; depth <= DEPTHS; depth++)
        ck_assert_int_eq(save_level(depth, (uint8_t)depth), ERR_OK);
}

static void tear_down(void)
{
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

static void reopen_after(const char *sql)
{
    ck_assert_int_eq(store_close(store), ERR_OK);
    if (sql != NULL)
        fixture_sql(fixture.path, sql);
    store = fixture_open_unproven(&fixture);
}

/* Saves, makes and drops something, in a transaction that is perhaps taken back. */
static void act(void)
{
    int64_t id = 1 + rng_below(&rng, PLAYERS);
    uint16_t depth = (uint16_t)(1 + rng_below(&rng, DEPTHS));
    struct delver_record delver = fixture_delver();

    ck_assert_int_eq(store_begin(store), ERR_OK);
    delver.id = id;
    delver.steps = rng_next(&rng);
    enum err saved = store_save_delver(store, &delver);
    ck_assert(saved == ERR_OK || saved == ERR_NOT_FOUND);
    if (saved == ERR_OK)
        ck_assert_int_eq(save_memory(id, depth), ERR_OK);
    if (saved == ERR_OK && rng_percent(&rng, 50))
        ck_assert_int_eq(store_save_settings(store, id, rng_percent(&rng, 50) ? "" : "a=b"),
                         ERR_OK);
    ck_assert_int_eq(save_level(depth, (uint8_t)rng_next(&rng)), ERR_OK);
    if (rng_percent(&rng, 20))
        ck_assert_int_eq(store_drop_level(store, (struct level_key){.depth = depth}), ERR_OK);
    if (rng_percent(&rng, 10) && saved == ERR_OK)
        ck_assert_int_eq(store_forget_account(store, id), ERR_OK);
    if (rng_percent(&rng, 10)) {
        char made[8];
        snprintf(made, sizeof made, "Cc%c%c%c", 'a' + (int)rng_below(&rng, 26),
                 'a' + (int)rng_below(&rng, 26), 'a' + (int)rng_below(&rng, 26));
        struct account_record account = fixture_account(made, made);
        saved = store_create_account(store, &account, &delver, &(int64_t){0});
        ck_assert(saved == ERR_OK || saved == ERR_EXISTS);
    }
    if (rng_percent(&rng, 75))
        ck_assert_int_eq(store_commit(store), ERR_OK);
    else
        store_rollback(store);
}

/* The levels of this world are noise, and count as bad. */
static bool is_clean(const struct examination *found)
{
    return found->state_is_whole && examination_bad_rows(found) == found->rows[RECORD_LEVEL].bad;
}

/* With commits between all steps. */
static const struct examination *prove_beside_play(void)
{
    bool is_over = false;
    const struct examination *found = store_proof(store, &is_over);

    while (!is_over) {
        ck_assert_int_eq(store_prove(store, 1 + (int)rng_below(&rng, 4)), ERR_OK);
        act();
        found = store_proof(store, &is_over);
    }
    return found;
}

TEST_FIXTURE(set_up, tear_down);

TEST(commits_between_all_steps_do_not_disturb_the_proof)
{
    for (int round = 0; round < ROUNDS; round++) {
        reopen_after(NULL);
        const struct examination *found = prove_beside_play();
        ck_assert_msg(is_clean(found), "round %d: %s", round, found->findings[0]);
        struct examination all = fixture_examine(store);
        ck_assert_msg(is_clean(&all), "after the proof: %s", all.findings[0]);
    }
}

TEST(a_broken_sum_stays_broken_whatever_is_saved_meanwhile)
{
    static const char *const damages[] = {
        "DELETE FROM memory WHERE delver_id = 11",
        "DELETE FROM memory WHERE rowid = (SELECT min(rowid) FROM memory)",
        "DELETE FROM level WHERE rowid = (SELECT max(rowid) FROM level)",
        "DELETE FROM setting WHERE account_id = (SELECT max(account_id) FROM setting)",
        "UPDATE delver SET steps = 0" FIXTURE_RESEAL,
        "INSERT INTO level SELECT 5, depth, generation, checksum, style, format, blob FROM "
        "level" FIXTURE_RESEAL,
    };

    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        reopen_after(damages[i]);
        const struct examination *found = prove_beside_play();
        ck_assert_msg(!found->state_is_whole, "went unseen: %s", damages[i]);
        bool is_told = false;
        for (int k = 0; k < found->finding_count; k++)
            is_told = is_told || strstr(found->findings[k], "foreign or from another time") != NULL;
        ck_assert_msg(is_told, "%s", damages[i]);
        reopen_after(NULL);
        ck_assert_int_eq(store_accept_state(store), ERR_OK);
    }
}

TEST(what_was_found_is_in_the_head_until_it_is_accepted)
{
    struct store_status status;

    reopen_after("DELETE FROM memory WHERE delver_id = 3");
    ck_assert_int_eq(store_check_head(store, &status), ERR_OK);
    ck_assert(!fixture_prove(store, 7)->state_is_whole);
    ck_assert_int_eq(save_memory(4, 1), ERR_OK);
    ck_assert_int_eq(store_close(store), ERR_OK);
    ck_assert_int_eq(fixture_refusal(&fixture, &status), ERR_CORRUPT);
    ck_assert_ptr_nonnull(strstr(status.reason, "not those of one moment"));

    store = fixture_open_unproven(&fixture);
    ck_assert(!fixture_examine(store).state_is_whole);
    ck_assert_int_eq(store_accept_state(store), ERR_OK);
    reopen_after(NULL);
    ck_assert_int_eq(store_check_head(store, &status), ERR_OK);
    ck_assert(is_clean(fixture_prove(store, 7)));
}

TEST(a_bad_row_is_told_alone_and_refuses_no_start)
{
    struct store_status status;

    reopen_after("UPDATE delver SET steps = 1 WHERE id = 3");
    const struct examination *found = fixture_prove(store, 5);
    ck_assert(found->state_is_whole);
    ck_assert_uint_eq(found->rows[RECORD_DELVER].bad, 1);
    ck_assert_str_eq(found->findings[0], "player 3: the checksum is wrong; Abcc cannot log in");
    reopen_after(NULL);
    ck_assert_int_eq(store_check_head(store, &status), ERR_OK);
}

/* The doubt that cannot be written goes with the next commit that can. */
TEST(a_doubt_that_could_not_be_written_goes_with_the_next_commit)
{
    struct store_status status;

    reopen_after("DELETE FROM level WHERE depth = 3");
    ck_assert_int_eq(connection_exec(sqlite_of(store)->handle, "PRAGMA query_only = ON"), ERR_OK);
    ck_assert(!fixture_prove(store, 9)->state_is_whole);
    ck_assert_int_eq(connection_exec(sqlite_of(store)->handle, "PRAGMA query_only = OFF"), ERR_OK);
    ck_assert_int_eq(store_save_meta(store, META_TICK, 8), ERR_OK);
    ck_assert_int_eq(store_close(store), ERR_OK);
    ck_assert_int_eq(fixture_refusal(&fixture, &status), ERR_CORRUPT);
    store = fixture_open_unproven(&fixture);
}

/* A row that no index leads to would be made a second time. */
TEST(a_row_that_its_index_lacks_is_found)
{
    static const char *const indexes[] = {"sqlite_autoindex_account_1",
                                          "sqlite_autoindex_account_2", "sqlite_autoindex_level_1"};

    /* Each is made to lead into an index without a row. */
    for (size_t i = 0; i < sizeof indexes / sizeof indexes[0]; i++) {
        char sql[400];
        ck_assert_int_eq(store_close(store), ERR_OK);
        sqlite3 *handle = NULL;
        ck_assert_int_eq(sqlite3_open(fixture.path, &handle), SQLITE_OK);
        sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL);
        snprintf(sql, sizeof sql,
                 "PRAGMA writable_schema = ON;"
                 "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema"
                 " WHERE name = 'sqlite_autoindex_ruling_1') WHERE name = '%s'",
                 indexes[i]);
        fixture_exec(handle, sql);
        sqlite3_close(handle);
        store = fixture_open_unproven(&fixture);
        const struct examination *found = fixture_prove(store, 4);
        ck_assert_msg(!found->state_is_whole, "%s", indexes[i]);
        tear_down();
        set_up();
    }
}
