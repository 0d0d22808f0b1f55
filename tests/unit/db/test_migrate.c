/*
 * Migrations: whole steps, a copy before the first.
 */
#include "db/connection.h"
#include "db/schema.h"
#include "db/sqlite_store.h"
#include "fixture.h"
#include "support/test.h"
#include "world/life.h"
#include "world/population_codec.h"

/* A world in two steps, a third that fails after it has changed something, and cured forms of it.
 */
static const struct schema_script scripts[] = {
    {1, "first",
     "CREATE TABLE thing (id INTEGER PRIMARY KEY, word TEXT) STRICT;"
     "INSERT INTO thing VALUES (1, 'kept');"
     "PRAGMA application_id = 1431192643; PRAGMA user_version = 1;"},
    {2, "second", "ALTER TABLE thing ADD COLUMN more INTEGER; PRAGMA user_version = 2;"},
    {3, "broken",
     "UPDATE thing SET word = 'lost'; CREATE TABLE half (id INTEGER);"
     "PRAGMA user_version = 3; INSERT INTO nowhere VALUES (1);"},
};
static const struct schema_script silent_script = {2, "silent", "CREATE TABLE half (id INTEGER);"};
static const struct schema_script orphan_script = {
    2, "orphan",
    "CREATE TABLE half (id INTEGER PRIMARY KEY REFERENCES thing (id));"
    "INSERT INTO half VALUES (99); PRAGMA user_version = 2;"};

static sqlite3 *open_raw(const char *path)
{
    sqlite3 *handle = NULL;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;

    ck_assert_int_eq(connection_open(path, flags, &handle), ERR_OK);
    return handle;
}

static int64_t read_int(sqlite3 *handle, const char *sql)
{
    int64_t value = -1;

    ck_assert_int_eq(connection_read_int(handle, sql, &value), ERR_OK);
    return value;
}

static void expect_whole_at(sqlite3 *handle, int version)
{
    ck_assert_int_eq(read_int(handle, "PRAGMA user_version"), version);
    ck_assert_int_eq(read_int(handle, "SELECT count(*) FROM thing WHERE word = 'kept'"), 1);
    ck_assert_int_eq(read_int(handle, "SELECT count(*) FROM sqlite_schema WHERE name = 'half'"), 0);
    ck_assert_msg(sqlite3_get_autocommit(handle) != 0, "no transaction is left open");
}

TEST(the_scripts_of_the_program_are_numbered_from_one)
{
    ck_assert_uint_ge(schema_script_count, 1);
    for (size_t i = 0; i < schema_script_count; i++)
        ck_assert_int_eq(schema_scripts[i].number, (int)i + 1);
}

/*
 * A server that knows a schema reads all that is packed in its rows: a form of bytes that it does
 * not know has to come with a schema that it refuses, or it would take good rows for damage. A new
 * form is a new row of this table and a new script.
 */
TEST(a_form_of_packed_bytes_comes_with_a_schema)
{
    struct life life = life_new();
    uint8_t belongings[BELONGINGS_SIZE];

    life.deaths = (struct deaths){.number = 1, .count = 1, .last = {{.depth = 1, .level = 1}}};
    life.bundle = (struct grave){.delver_id = 1, .name = "Ada"};
    life.honours.season = 1;
    life.honours.twins[0] = 1;
    belongings_pack(&life, belongings);
    const struct {
        const char *name;
        int newest;
        int known;
        size_t schema; /* that is refused by servers without it */
    } forms[] = {
        {"belongings", belongings[0], 11, 14},
        {"population", POPULATION_WIDE_VERSION + POPULATION_CHALK, 5, 14},
    };
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        ck_assert_msg(forms[i].newest == forms[i].known, "%s: form %d has no schema", forms[i].name,
                      forms[i].newest);
        ck_assert_msg(schema_script_count >= forms[i].schema, "%s: no schema %zu", forms[i].name,
                      forms[i].schema);
    }
}

TEST(scripts_run_once_and_in_order)
{
    struct fixture fixture;
    struct store_status status = {0};

    fixture_make(&fixture);
    sqlite3 *handle = open_raw(fixture.path);
    ck_assert_int_eq(migrate_run(handle, scripts, 1, NULL, &status), ERR_OK);
    expect_whole_at(handle, 1);
    ck_assert_int_eq(migrate_run(handle, scripts, 2, NULL, &status), ERR_OK);
    expect_whole_at(handle, 2);
    ck_assert_int_eq(migrate_run(handle, scripts, 2, fixture.path, &status), ERR_OK);
    expect_whole_at(handle, 2);
    connection_close(handle);
    int count = fixture_each(&fixture, fixture_visit_remove, NULL);
    ck_assert_msg(count == 1, "with nothing to migrate nothing is copied");
    fixture_remove(&fixture);
}

/* A refused database is left as it was: the steps before the failed one are taken back too. */
TEST(a_step_that_fails_leaves_all_as_it_was_and_a_copy)
{
    struct fixture fixture;
    struct store_status status = {0};
    char copy_path[400];

    fixture_make(&fixture);
    snprintf(copy_path, sizeof copy_path, "%s.before-002", fixture.path);
    sqlite3 *handle = open_raw(fixture.path);
    ck_assert_int_eq(migrate_run(handle, scripts, 1, NULL, &status), ERR_OK);
    ck_assert_int_ne(migrate_run(handle, scripts, 3, fixture.path, &status), ERR_OK);
    ck_assert_msg(strstr(status.reason, "broken") != NULL, "the reason names the step: %s",
                  status.reason);
    expect_whole_at(handle, 1);
    connection_close(handle);

    handle = open_raw(copy_path);
    expect_whole_at(handle, 1);
    connection_close(handle);
    ck_assert_int_eq(fixture_each(&fixture, fixture_visit_remove, NULL), 2);
    fixture_remove(&fixture);
}

TEST(a_script_must_set_its_number_and_keep_references_whole)
{
    struct fixture fixture;
    struct store_status status = {0};

    fixture_make(&fixture);
    sqlite3 *handle = open_raw(fixture.path);
    ck_assert_int_eq(migrate_run(handle, scripts, 1, NULL, &status), ERR_OK);
    ck_assert_int_eq(migrate_run(handle, &silent_script, 1, NULL, &status), ERR_FORMAT);
    expect_whole_at(handle, 1);
    ck_assert_int_eq(migrate_run(handle, &orphan_script, 1, NULL, &status), ERR_FORMAT);
    expect_whole_at(handle, 1);
    connection_close(handle);
    fixture_remove(&fixture);
}

TEST(without_a_copy_nothing_is_migrated)
{
    struct fixture fixture;
    struct store_status status = {0};
    char nowhere[400];

    fixture_make(&fixture);
    snprintf(nowhere, sizeof nowhere, "%s/no/such/folder/world.db", fixture.folder);
    sqlite3 *handle = open_raw(fixture.path);
    ck_assert_int_eq(migrate_run(handle, scripts, 1, NULL, &status), ERR_OK);
    ck_assert_int_ne(migrate_run(handle, scripts, 2, nowhere, &status), ERR_OK);
    ck_assert_str_ne(status.reason, "");
    expect_whole_at(handle, 1);
    connection_close(handle);
    fixture_remove(&fixture);
}
