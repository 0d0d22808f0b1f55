/*
 * Databases as released schemas left them, kept in released/N.db, are brought to the newest one
 * with everything in them. They all hold the same world: three accounts with delvers (Ada on level
 * 1, Brom, an administrator, on level 2, Cyd on a level that is not stored), two levels, three
 * memories, two acts in the audit; from 7 on level 1 has a population.
 */
#include <sys/stat.h>

#include "db/connection.h"
#include "db/rows.h"
#include "db/schema.h"
#include "db/sqlite_store.h"
#include "db/store_ledger.h"
#include "fixture.h"
#include "support/test.h"

enum {
    RELEASED_COUNT = 9,
    FIRST_WITH_CHECKSUMS = 2,
    FIRST_WITH_A_SEAL = 4, /* over the head */
    LAST_WITHOUT_BANDS = 4,
    FIRST_WITH_A_LIFE = 6,
    FIRST_WITH_THINGS = 7,
    CELLS = 100 * 57,
    BANDS = (CELLS + MEMORY_BAND - 1) / MEMORY_BAND,
};

static const char *const released_paths[RELEASED_COUNT] = {
    "tests/unit/db/released/1.db", "tests/unit/db/released/2.db", "tests/unit/db/released/3.db",
    "tests/unit/db/released/4.db", "tests/unit/db/released/5.db", "tests/unit/db/released/6.db",
    "tests/unit/db/released/7.db", "tests/unit/db/released/8.db", "tests/unit/db/released/9.db"};
static const struct level_key keys[] = {{0, 1, 0}, {0, 2, 3}};

static struct fixture fixture;

static void copy_file(const char *from, const char *to)
{
    uint8_t block[4096];
    FILE *source = fopen(from, "rb");
    FILE *target = fopen(to, "wb");

    ck_assert_msg(source != NULL, "%s is read from the root of the tree", from);
    ck_assert_ptr_nonnull(target);
    for (size_t got = fread(block, 1, sizeof block, source); got > 0;
         got = fread(block, 1, sizeof block, source))
        ck_assert_uint_eq(fwrite(block, 1, got, target), got);
    fclose(source);
    ck_assert_int_eq(fclose(target), 0);
}

/* The world as schema `number` left it. */
static void bring(int number)
{
    fixture_make(&fixture);
    copy_file(released_paths[number - 1], fixture.path);
}

static uint64_t hash_of(const char *path)
{
    uint64_t sum = 0;

    fixture_visit_hash(path, "", &sum);
    return sum;
}

/* The first one, as deep as the delver stands, and without the gold that new players have now. */
static void expect_new_life(const struct delver_record *delver)
{
    struct life life = life_new();

    life.deepest = delver->level.depth;
    life.gold = 0;
    ck_assert_int_eq(delver->life.experience, life.experience);
    ck_assert_int_eq(delver->life.gold, life.gold);
    ck_assert_uint_eq(delver->life.number, life.number);
    ck_assert_uint_eq(delver->life.deepest, life.deepest);
    ck_assert_mem_eq(delver->life.arrived, life.arrived, sizeof life.arrived);
    ck_assert_mem_eq(delver->life.explored, life.explored, sizeof life.explored);
    ck_assert_mem_eq(delver->life.kills, life.kills, sizeof life.kills);
    ck_assert_mem_eq(delver->life.opened, life.opened, sizeof life.opened);
    ck_assert_uint_eq(delver->life.known, life.known);
    ck_assert_mem_eq(&delver->life.pack, &life.pack, sizeof life.pack);
}

static void expect_accounts(struct store *store)
{
    static const char *const names[] = {"Ada", "Brom", "Cyd"};
    static const char *const skeletons[] = {"ada", "brom", "cyd"};
    struct account_record account;
    struct delver_record delver;
    enum store_role role;
    char password_hash[PASSWORD_HASH_SIZE];

    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(store_find_account(store, names[i], &account), ERR_OK);
        snprintf(password_hash, sizeof password_hash, "$argon2id$not-a-real-one-%d", i);
        ck_assert_int_eq(account.id, i + 1);
        ck_assert_str_eq(account.skeleton, skeletons[i]);
        ck_assert_str_eq(account.password_hash, password_hash);
        ck_assert_int_eq(account.mode, i + 1);
        ck_assert(!account.is_guest);
        ck_assert_int_eq(account.created_at, 1760000000 + i);
        ck_assert_int_eq(account.last_seen_at, 1760000100 + i);
        ck_assert_int_eq(store_load_role(store, i + 1, &role), ERR_OK);
        ck_assert_int_eq(role, i == 1 ? STORE_ROLE_ADMIN : STORE_ROLE_NONE);
        ck_assert_int_eq(store_load_delver(store, i + 1, &delver), ERR_OK);
        ck_assert_int_eq(delver.health, 11 + i);
        ck_assert_int_eq(delver.health_max, 20);
        ck_assert(delver.sequence == UINT64_MAX - (uint64_t)i);
        ck_assert_uint_eq(delver.steps, 1000 + (uint64_t)i);
        expect_new_life(&delver);
    }
    ck_assert(pos_equal(delver.at, pos_of(3, 4)));
    ck_assert(level_key_equal(delver.level, (struct level_key){0, 9, 1}));
}

static void expect_levels(struct store *store)
{
    static const uint64_t hashes[] = {UINT64_C(0x912058da389297c3), UINT64_C(0xa3f76a7988c65255)};

    for (size_t i = 0; i < 2; i++) {
        struct level_blob row;
        struct level *level = NULL;
        struct bytes data;
        struct hash hash;

        bytes_init(&data, LEVEL_BLOB_MAX);
        ck_assert_int_eq(store_load_level(store, keys[i], &row, &data), ERR_OK);
        ck_assert_str_eq(row.style, "regions");
        ck_assert_int_eq(level_decode(data.data, data.length, keys[i], &level), ERR_OK);
        hash_init(&hash);
        level_hash(level, &hash);
        ck_assert_msg(hash.value == hashes[i], "level %zu is another", i);
        level_free(level);
        bytes_release(&data);
    }
}

/* The bands together are the cells that the released file holds, in one row or in bands. */
static void expect_memory(struct store *store, int number, int64_t delver_id, struct level_key key)
{
    uint8_t tiles[CELLS];
    uint8_t wanted[CELLS];
    struct bytes runs;
    sqlite3 *handle = NULL;
    sqlite3_stmt *statement = NULL;
    char *path = sqlite3_mprintf("file:%q?immutable=1", released_paths[number - 1]);
    char *sql = sqlite3_mprintf("SELECT explored FROM memory WHERE delver_id = %d AND depth = %d"
                                " AND generation = %d ORDER BY rowid",
                                (int)delver_id, (int)key.depth, (int)key.generation);

    bytes_init(&runs, LEVEL_BLOB_MAX);
    ck_assert_int_eq(store_load_memory(store, delver_id, key, tiles, CELLS), ERR_OK);
    ck_assert_int_eq(sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL),
                     SQLITE_OK);
    ck_assert_int_eq(sqlite3_prepare_v2(handle, sql, -1, &statement, NULL), SQLITE_OK);
    while (sqlite3_step(statement) == SQLITE_ROW)
        ck_assert_int_eq(bytes_append(&runs, sqlite3_column_blob(statement, 0),
                                      (size_t)sqlite3_column_bytes(statement, 0)),
                         ERR_OK);
    ck_assert_int_eq(tiles_decode(runs.data, runs.length, wanted, CELLS), ERR_OK);
    ck_assert_mem_eq(tiles, wanted, CELLS);
    sqlite3_finalize(statement);
    sqlite3_close(handle);
    sqlite3_free(path);
    sqlite3_free(sql);
    bytes_release(&runs);
}

static void expect_the_rest(struct store *store, int number)
{
    static const struct level_key older = {0, 1, 7};
    struct audit_record acts[3];
    uint64_t value = 0;
    int count = 0;

    expect_memory(store, number, 1, keys[0]);
    expect_memory(store, number, 2, keys[1]);
    expect_memory(store, number, 1, older);
    ck_assert_int_eq(store_load_audit(store, acts, 3, &count), ERR_OK);
    ck_assert_int_eq(count, 2);
    ck_assert_str_eq(acts[0].what, "backup before the upgrade");
    ck_assert_str_eq(acts[1].what, "role Brom admin");
    ck_assert_int_eq(acts[1].at, 1760000200);
    ck_assert_int_eq(store_load_meta(store, META_SEED, &value), ERR_OK);
    ck_assert(value == UINT64_C(0xfedcba9876543210));
    ck_assert_int_eq(store_load_meta(store, META_TICK, &value), ERR_OK);
    ck_assert_uint_eq(value, 54321);
    ck_assert_int_eq(store_load_meta(store, META_CREATED_AT, &value), ERR_OK);
    ck_assert_uint_eq(value, 1760000000);
}

/* The ledger begins with all things there are: three kits, and those on the populated level. */
static void expect_ledger(struct store *store, bool has_population)
{
    struct ledger_report report;
    struct stored_ledger darts = {.kind = item_row(ITEM_DART)->save_id};
    struct stored_ledger gold = {.kind = item_row(ITEM_GOLD)->save_id};

    ck_assert_int_eq(store_count_ledger(store, &report), ERR_OK);
    ck_assert(report.is_known);
    ck_assert_int_eq(report.wrong, 0);
    ck_assert_int_eq(row_load(store, RECORD_LEDGER, &darts), ERR_OK);
    ck_assert_uint_ge(darts.beside.made, 9);
    ck_assert_int_eq(row_load(store, RECORD_LEDGER, &gold),
                     has_population ? ERR_OK : ERR_NOT_FOUND);
}

TEST_EACH(a_released_world_comes_over_whole, RELEASED_COUNT)
{
    bring(_i + 1);
    struct store *store = fixture_open(&fixture);
    struct examination seen = fixture_examine(store);

    ck_assert_msg(examination_is_clean(&seen) && seen.finding_count == 0, "%s", seen.findings[0]);
    ck_assert_uint_eq(seen.rows[RECORD_ACCOUNT].all, 3);
    ck_assert_uint_eq(seen.rows[RECORD_DELVER].all, 3);
    ck_assert_uint_eq(seen.rows[RECORD_LEVEL].all, 2);
    ck_assert_uint_eq(seen.rows[RECORD_MEMORY].all, 3 * BANDS);
    ck_assert_uint_eq(seen.rows[RECORD_POPULATION].all, _i + 1 >= FIRST_WITH_THINGS);
    expect_ledger(store, _i + 1 >= FIRST_WITH_THINGS);
    expect_accounts(store);
    expect_levels(store);
    expect_the_rest(store, _i + 1);
    ck_assert_msg(connection_exec(sqlite_of(store)->handle, "SELECT row_checksum('a', 1)") !=
                      ERR_OK,
                  "the functions of the migration are gone");

    int64_t id = fixture_create(store, "Dora");
    ck_assert_int_eq(id, 4);
    ck_assert_int_eq(store_save_role(store, 1, STORE_ROLE_BUILDER), ERR_OK);
    ck_assert_int_eq(store_close(store), ERR_OK);
    store = fixture_open(&fixture);
    fixture_expect_clean(store, "after playing on");
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

/* Migrates and ends before anything is written from the log into the file. */
_Noreturn static void bring_over_and_die(void)
{
    sqlite3 *handle = NULL;
    struct store_status status;
    enum err error = connection_open(fixture.path, SQLITE_OPEN_READWRITE, &handle);

    if (error == ERR_OK)
        error = migrate_run(handle, schema_scripts, schema_script_count, fixture.path, &status);
    _exit(error == ERR_OK ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* The new schema is in a log then, and the file below it of the old one. */
TEST_EACH(a_world_that_died_after_it_was_brought_over_comes_back, RELEASED_COUNT)
{
    char log_path[400];
    struct stat info;

    bring(_i + 1);
    fflush(NULL);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0)
        bring_over_and_die();
    ck_assert_int_eq(fixture_wait(child), 0);
    snprintf(log_path, sizeof log_path, "%s-wal", fixture.path);
    ck_assert_msg(stat(log_path, &info) == 0 && info.st_size > 0, "there is no log");
    struct store *store = fixture_open(&fixture);
    fixture_expect_clean(store, "after it died");
    expect_accounts(store);
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

static int64_t bring_over_and_read_base(int number)
{
    sqlite3 *handle = NULL;
    int64_t base = 0;

    bring(number);
    ck_assert_int_eq(store_close(fixture_open(&fixture)), ERR_OK);
    ck_assert_int_eq(connection_open(fixture.path, SQLITE_OPEN_READONLY, &handle), ERR_OK);
    ck_assert_int_eq(
        connection_read_int(handle, "SELECT value FROM meta WHERE name = 'base'", &base), ERR_OK);
    connection_close(handle);
    fixture_remove(&fixture);
    return base;
}

/* Bases differ so that the log of one world is not taken for that of another. */
TEST_EACH(no_two_worlds_that_were_brought_over_share_the_base_of_their_log, RELEASED_COUNT)
{
    int64_t base = bring_over_and_read_base(_i + 1);

    ck_assert(bring_over_and_read_base(_i + 1) != base);
}

/* Rows of `table` that only one of both databases has. */
static int count_differences(sqlite3 *handle, const char *table)
{
    sqlite3_stmt *statement = NULL;
    char sql[300];

    snprintf(sql, sizeof sql,
             "SELECT (SELECT count(*) FROM (SELECT * FROM main.%s EXCEPT SELECT * FROM old.%s))"
             " + (SELECT count(*) FROM (SELECT * FROM old.%s EXCEPT SELECT * FROM main.%s))",
             table, table, table, table);
    ck_assert_int_eq(sqlite3_prepare_v2(handle, sql, -1, &statement, NULL), SQLITE_OK);
    ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
    int count = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return count;
}

TEST_EACH(the_world_of_before_is_kept_beside_it, RELEASED_COUNT)
{
    static const char *const tables[] = {"meta", "account", "delver", "level", "memory", "audit"};
    char copy_path[400];
    struct stat info;
    sqlite3 *handle = NULL;
    const char *released_path = released_paths[_i];
    uint64_t released = hash_of(released_path);

    bring(_i + 1);
    snprintf(copy_path, sizeof copy_path, "%s.before-%03d", fixture.path, _i + 2);
    struct store *store = fixture_open(&fixture);
    uint64_t copied = hash_of(copy_path);
    fixture_create(store, "Dora");
    ck_assert_int_eq(store_close(store), ERR_OK);
    ck_assert_int_eq(store_close(fixture_open(&fixture)), ERR_OK);
    ck_assert_msg(hash_of(copy_path) == copied, "playing on does not touch the copy");
    ck_assert_msg(hash_of(released_path) == released, "nor the file of this test");
    ck_assert_int_eq(stat(copy_path, &info), 0);
    ck_assert_int_eq(info.st_mode & 0777, 0600);

    char *attach = sqlite3_mprintf("ATTACH 'file:%q?immutable=1' AS old", released_path);
    ck_assert_int_eq(
        sqlite3_open_v2(copy_path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL),
        SQLITE_OK);
    ck_assert_int_eq(sqlite3_exec(handle, attach, NULL, NULL, NULL), SQLITE_OK);
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        ck_assert_msg(count_differences(handle, tables[i]) == 0, "the copy's %s", tables[i]);
    sqlite3_free(attach);
    sqlite3_close(handle);
    fixture_remove(&fixture);
}

TEST_EACH(what_was_damaged_before_is_not_made_good, RELEASED_COUNT)
{
    struct level_blob row;
    struct bytes data;
    uint8_t tiles[CELLS];

    bring(_i + 1);
    fixture_sql(fixture.path, "UPDATE level SET blob = CAST(blob || x'00' AS BLOB) WHERE depth = 2;"
                              "UPDATE memory SET explored = CAST(explored || x'0101' AS BLOB)"
                              " WHERE rowid = (SELECT min(rowid) FROM memory WHERE delver_id = 2);"
                              "UPDATE account SET mode = 9 WHERE id = 3");
    struct store *store = fixture_open(&fixture);
    struct examination seen = fixture_examine(store);
    ck_assert_uint_eq(seen.rows[RECORD_LEVEL].bad, 1);
    ck_assert_uint_eq(seen.rows[RECORD_MEMORY].bad, 1);
    ck_assert_msg(seen.rows[RECORD_ACCOUNT].bad == 1 && seen.rows[RECORD_ACCOUNT].all == 3,
                  "a bad row is carried over");
    ck_assert(seen.state_is_whole);
    bytes_init(&data, LEVEL_BLOB_MAX);
    ck_assert_int_eq(store_load_level(store, keys[1], &row, &data), ERR_CHECKSUM);
    ck_assert_int_eq(store_load_level(store, keys[0], &row, &data), ERR_OK);
    ck_assert_int_eq(store_load_memory(store, 2, keys[1], tiles, sizeof tiles), ERR_CHECKSUM);
    bytes_release(&data);
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

/* A damaged row stays bad both with a wrong checksum and with one that fits the bad values. */
TEST_FROM(a_delver_that_was_damaged_before_is_not_made_good, FIRST_WITH_CHECKSUMS,
          RELEASED_COUNT + 1)
{
    static const char *const damages[] = {
        "UPDATE delver SET steps = steps + 1 WHERE id = 2",
        "UPDATE delver SET x = 1024, checksum = row_checksum('delver', id, wing, depth, generation,"
        " 1024, y, health_max, health, sequence, steps) WHERE id = 2",
        "UPDATE delver SET depth = 128, checksum = row_checksum('delver', id, wing, 128, "
        "generation,"
        " x, y, health_max, health, sequence, steps) WHERE id = 2",
    };
    struct delver_record delver;

    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        bring(_i);
        fixture_sql(fixture.path, damages[i]);
        struct store *store = fixture_open_unproven(&fixture);
        struct examination seen = fixture_examine(store);
        ck_assert_msg(seen.rows[RECORD_DELVER].bad == 1 && seen.rows[RECORD_DELVER].all == 3, "%s",
                      damages[i]);
        ck_assert_msg(store_load_delver(store, 2, &delver) == ERR_FORMAT, "%s", damages[i]);
        ck_assert_int_eq(store_load_delver(store, 1, &delver), ERR_OK);
        ck_assert_int_eq(store_close(store), ERR_OK);
        fixture_remove(&fixture);
    }
}

TEST(a_band_of_which_nothing_was_known_comes_over_without_a_row)
{
    enum { RUN = 255, UNKNOWN = 5 * RUN, ALL = 6 * RUN };
    uint8_t tiles[ALL];
    char runs[6 * 4 + 1];
    char sql[300];

    for (int i = 0; i < 6; i++)
        snprintf(runs + 4 * i, 5, "%02x%02x", (unsigned)RUN,
                 (unsigned)tile_row(i < 5 ? TILE_UNKNOWN : TILE_FLOOR)->save_id);
    snprintf(sql, sizeof sql,
             "UPDATE memory SET explored = x'%s', checksum = row_checksum('memory', delver_id,"
             " wing, depth, generation, x'%s') WHERE delver_id = 2",
             runs, runs);
    bring(LAST_WITHOUT_BANDS);
    fixture_sql(fixture.path, sql);
    struct store *store = fixture_open_unproven(&fixture);
    ck_assert_uint_eq(fixture_examine(store).rows[RECORD_MEMORY].all, 2 * BANDS + 1);
    ck_assert_int_eq(store_load_memory(store, 2, keys[1], tiles, ALL), ERR_OK);
    for (int i = 0; i < ALL; i++)
        ck_assert_int_eq(tiles[i], i < UNKNOWN ? TILE_UNKNOWN : TILE_FLOOR);
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

TEST_FROM(a_head_that_was_not_sound_is_not_made_good, FIRST_WITH_A_SEAL, RELEASED_COUNT + 1)
{
    static const char *const damages[] = {
        "UPDATE meta SET value = value + 1 WHERE name = 'tick'",
        "UPDATE meta SET value = value + 1 WHERE name = 'sum_delver'",
        "DELETE FROM meta WHERE name = 'doubt'",
        "DELETE FROM meta WHERE name = 'seal'",
        "INSERT INTO meta (name, value) VALUES ('more', 1)",
        "UPDATE delver SET checksum = checksum + 1 WHERE id = 3",
    };
    struct store_status status;

    for (size_t i = 0; i < sizeof damages / sizeof damages[0]; i++) {
        bring(_i);
        fixture_sql(fixture.path, damages[i]);
        ck_assert_msg(fixture_refusal(&fixture, &status) == ERR_CORRUPT, "%s", damages[i]);
        fixture_remove(&fixture);
    }
}

/* The state is proven in the newest schema, before the migration is written. */
static void expect_no_migration(int number, const char *damage, unsigned memories)
{
    struct store *store = NULL;
    struct store_status status;
    struct stat info;
    char path[400];

    bring(number);
    fixture_sql(fixture.path, damage);
    uint64_t before = hash_of(fixture.path);
    ck_assert_int_eq(store_open_unsettled(&sqlite_driver, fixture.path, &store, &status), ERR_OK);
    struct examination seen = fixture_examine(store);
    ck_assert(!seen.state_is_whole);
    ck_assert_uint_eq(examination_bad_rows(&seen), 0);
    ck_assert_uint_eq(seen.rows[RECORD_MEMORY].all, memories);
    ck_assert_int_eq(store_close(store), ERR_OK);
    ck_assert_msg(hash_of(fixture.path) == before, "what is refused was changed");
    snprintf(path, sizeof path, "%s-wal", fixture.path);
    ck_assert_msg(stat(path, &info) != 0, "a log of what was taken back stays");
    snprintf(path, sizeof path, "%s.before-%03d", fixture.path, number + 1);
    ck_assert_msg(stat(path, &info) == 0, "there is no copy");
    /* An operator who accepts the rows as they are has them in the newest schema. */
    ck_assert_int_eq(fixture_refusal(&fixture, &status), ERR_CORRUPT);
    store = fixture_open_unproven(&fixture);
    ck_assert_int_eq(store_accept_state(store), ERR_OK);
    fixture_expect_clean(store, "after it was accepted");
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_remove(&fixture);
}

/* The columns of a delver after its steps, by schema. */
static const char *columns_after_steps(int number)
{
    static const char life[] = ", experience, gold, life, deepest, arrived_low, arrived_high,"
                               " explored_low, explored_high, kills";
    static const char pack[] = ", experience, gold, life, deepest, arrived_low, arrived_high,"
                               " explored_low, explored_high, kills, belongings";

    if (number < FIRST_WITH_A_LIFE)
        return "";
    return number < FIRST_WITH_THINGS ? life : pack;
}

/* The damaged rows have checksums that a later script computes again. */
TEST_FROM(rows_that_are_no_world_are_not_migrated, FIRST_WITH_CHECKSUMS, RELEASED_COUNT + 1)
{
    char damage[400];

    if (_i <= LAST_WITHOUT_BANDS)
        expect_no_migration(_i, "DELETE FROM memory WHERE delver_id = 2", 2 * BANDS);
    snprintf(damage, sizeof damage,
             "UPDATE delver SET steps = 5, checksum = row_checksum('delver', id, wing, depth,"
             " generation, x, y, health_max, health, sequence, 5%s) WHERE id = 2",
             columns_after_steps(_i));
    expect_no_migration(_i, damage, 3 * BANDS);
}
