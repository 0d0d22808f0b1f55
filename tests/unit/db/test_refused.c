/*
 * Databases that must be refused, with every byte of them and their folder left as it was.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>

#include "base/rng.h"
#include "fixture.h"
#include "support/test.h"

enum { NOBODY = 65534 };

static struct fixture fixture;

static void set_up(void)
{
    fixture_make(&fixture);
}

static void tear_down(void)
{
    fixture_remove(&fixture);
}

static void expect_refused(enum err expected, const char *what)
{
    struct store_status status;
    uint64_t before = fixture_hash(&fixture);
    enum err error = fixture_refusal(&fixture, &status);

    ck_assert_msg(error == expected, "%s: %s (%s), not %s", what, err_name(error), status.reason,
                  err_name(expected));
    ck_assert_msg(fixture_hash(&fixture) == before, "%s: bytes changed", what);
}

static void write_file(const char *path, const void *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");

    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, length, file), length);
    ck_assert_int_eq(fclose(file), 0);
}

/* A database with enough in it to fill a good many pages. Gives its size. */
static long make_full_database(void)
{
    static uint8_t blob[9000];
    struct level_blob level = {.style = "maze", .format = 1};
    struct stat info;

    struct store *store = fixture_open(&fixture);
    for (uint16_t depth = 1; depth <= 9; depth++) {
        level.key = (struct level_key){.depth = depth};
        memset(blob, depth, sizeof blob);
        ck_assert_int_eq(store_save_level(store, &level, blob, sizeof blob), ERR_OK);
    }
    fixture_create(store, "Ada");
    ck_assert_int_eq(store_close(store), ERR_OK);
    ck_assert_int_eq(stat(fixture.path, &info), 0);
    return (long)info.st_size;
}

TEST_FIXTURE(set_up, tear_down);

TEST(an_empty_file_is_foreign)
{
    write_file(fixture.path, "", 0);
    expect_refused(ERR_FOREIGN, "0 bytes");
}

TEST(a_cut_file_is_corrupt)
{
    static const long lengths[] = {1, 15, 16, 99, 100, 511, 512, 4095, 4096, 4097, 8192, 20000};
    long size = make_full_database();
    uint8_t *whole = malloc((size_t)size);
    FILE *file = fopen(fixture.path, "rb");

    ck_assert_ptr_nonnull(whole);
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fread(whole, 1, (size_t)size, file), (size_t)size);
    fclose(file);
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        char what[32];
        snprintf(what, sizeof what, "cut to %ld bytes", lengths[i]);
        write_file(fixture.path, whole, (size_t)lengths[i]);
        expect_refused(ERR_CORRUPT, what);
    }
    write_file(fixture.path, whole, (size_t)size - 1);
    expect_refused(ERR_CORRUPT, "cut by one byte");
    write_file(fixture.path, whole, (size_t)size);
    ck_assert_int_eq(store_close(fixture_open(&fixture)), ERR_OK);
    free(whole);
}

TEST(garbage_is_corrupt)
{
    uint8_t noise[20000];
    struct rng rng;

    rng_init(&rng, 1);
    for (size_t i = 0; i < sizeof noise; i++)
        noise[i] = (uint8_t)rng_next(&rng);
    write_file(fixture.path, noise, sizeof noise);
    expect_refused(ERR_CORRUPT, "noise");
    write_file(fixture.path, "hello\n", 6);
    expect_refused(ERR_CORRUPT, "text");
}

/* Refused, or found by the proof of all rows. */
static void expect_found(const char *what)
{
    struct store *store = NULL;
    struct store_status status;
    uint64_t before = fixture_hash(&fixture);
    enum err error = store_open(fixture.path, &store, &status);

    ck_assert_msg(error == ERR_OK || error == ERR_CORRUPT, "%s: %s", what, status.reason);
    if (error != ERR_OK) {
        ck_assert_msg(fixture_hash(&fixture) == before, "%s: bytes changed", what);
        return;
    }
    const struct examination *found = fixture_prove(store, 1);
    ck_assert_msg(!found->state_is_whole, "%s went unseen (%d findings)", what,
                  found->finding_count);
    (void)!store_close(store);
}

TEST(a_spoilt_page_is_refused_or_found)
{
    long size = make_full_database();
    uint8_t *whole = malloc((size_t)size);
    FILE *all = fopen(fixture.path, "rb");

    ck_assert(whole != NULL && all != NULL);
    ck_assert_uint_eq(fread(whole, 1, (size_t)size, all), (size_t)size);
    fclose(all);
    for (long offset = 4096; offset < 5 * 4096; offset += 4096) {
        FILE *file = fopen(fixture.path, "r+b");
        uint8_t zeroes[4096] = {0};
        ck_assert_ptr_nonnull(file);
        ck_assert_int_gt(size, offset + 4096);
        fseek(file, offset, SEEK_SET);
        ck_assert_uint_eq(fwrite(zeroes, 1, sizeof zeroes, file), sizeof zeroes);
        fclose(file);
        char what[40];
        snprintf(what, sizeof what, "page %ld of zeroes", offset / 4096 + 1);
        expect_found(what);
        file = fopen(fixture.path, "r+b");
        ck_assert_ptr_nonnull(file);
        fseek(file, 0, SEEK_SET);
        ck_assert_uint_eq(fwrite(whole, 1, (size_t)size, file), (size_t)size);
        fclose(file);
    }
    free(whole);
    ck_assert_int_eq(store_close(fixture_open(&fixture)), ERR_OK);
}

TEST(another_programs_database_is_foreign)
{
    fixture_sql(fixture.path, "CREATE TABLE thing (id INTEGER)");
    expect_refused(ERR_FOREIGN, "no mark");
    fixture_sql(fixture.path, "PRAGMA application_id = 7");
    expect_refused(ERR_FOREIGN, "another mark");
    fixture_sql(fixture.path, "PRAGMA journal_mode = WAL");
    expect_refused(ERR_FOREIGN, "another mark, with a log");
}

TEST(a_folder_in_its_place_is_foreign)
{
    struct store_status status;

    ck_assert_int_eq(mkdir(fixture.path, 0700), 0);
    ck_assert_int_eq(fixture_refusal(&fixture, &status), ERR_FOREIGN);
    ck_assert_int_eq(rmdir(fixture.path), 0);
}

TEST(a_mark_without_our_tables_is_corrupt)
{
    fixture_sql(fixture.path, "CREATE TABLE thing (id INTEGER);"
                              "PRAGMA application_id = 1431192643");
    expect_refused(ERR_CORRUPT, "no schema");
}

/* SQLite quotes what it cannot read, and the reason goes to a terminal. */
TEST(a_spoilt_schema_is_told_of_in_clean_text)
{
    struct store_status status;

    fixture_make_database(&fixture);
    fixture_sql(fixture.path, "PRAGMA writable_schema = ON;"
                              "UPDATE sqlite_schema SET sql = replace(sql, 'INTEGER',"
                              " 'INT' || CAST(x'c95b32c29b4ac3a9' AS TEXT)) WHERE name = 'delver'");
    expect_refused(ERR_CORRUPT, "a word of the schema");
    ck_assert_int_eq(fixture_refusal(&fixture, &status), ERR_CORRUPT);
    ck_assert_msg(strstr(status.reason, "INT?[2??J\xc3\xa9") != NULL, "%s", status.reason);
}

TEST(a_newer_schema_is_refused)
{
    fixture_make_database(&fixture);
    fixture_sql(fixture.path, "PRAGMA user_version = 99");
    expect_refused(ERR_NEWER, "newer");
}

/* A child runs `sql` and dies at once, as if the power had gone. */
static void die_after(const char *sql)
{
    pid_t child = fork();
    if (child == 0) {
        sqlite3 *handle = NULL;
        if (sqlite3_open(fixture.path, &handle) != SQLITE_OK ||
            sqlite3_exec(handle, sql, NULL, NULL, NULL) != SQLITE_OK)
            _exit(1);
        raise(SIGKILL);
    }
    ck_assert_int_eq(fixture_wait(child), -SIGKILL);
}

TEST(what_only_the_log_knows_counts)
{
    fixture_make_database(&fixture);
    die_after("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;"
              "PRAGMA user_version = 99");
    expect_refused(ERR_NEWER, "newer in the log");
    fixture_sql(fixture.path, "PRAGMA user_version = 1");
    die_after("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL;"
              "PRAGMA application_id = 7");
    expect_refused(ERR_FOREIGN, "another mark in the log");
}

/* SQLite would roll a left journal back, and so change the file, on the first read. */
TEST(a_journal_of_a_refused_database_is_left_alone)
{
    static const char half[] = "PRAGMA cache_size = 5; BEGIN;"
                               "WITH RECURSIVE n (i) AS"
                               " (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)"
                               "INSERT INTO thing SELECT i, zeroblob(3000) FROM n";

    fixture_sql(fixture.path, "CREATE TABLE thing (id INTEGER, data BLOB);"
                              "PRAGMA application_id = 7");
    die_after(half);
    ck_assert_int_eq(fixture_each(&fixture, fixture_visit_nothing, NULL), 2);
    expect_refused(ERR_FOREIGN, "another program's, with a journal");

    fixture_sql(fixture.path, "PRAGMA application_id = 1431192643; PRAGMA user_version = 99");
    die_after(half);
    ck_assert_int_eq(fixture_each(&fixture, fixture_visit_nothing, NULL), 2);
    expect_refused(ERR_NEWER, "newer, with a journal");
}

TEST(a_log_without_its_database_is_corrupt)
{
    char log_path[400];

    snprintf(log_path, sizeof log_path, "%s-wal", fixture.path);
    write_file(log_path, "what is left", 12);
    expect_refused(ERR_CORRUPT, "only a log");
    unlink(log_path);
    fixture_make_database(&fixture);
}

/* Opens the database as a user without root's rights. Returns the error, or 100 and above. */
static int open_as_nobody(void)
{
    struct store *store = NULL;
    struct store_status status;

    if (geteuid() == 0 && (setgid(NOBODY) != 0 || setuid(NOBODY) != 0))
        return 100;
    enum err error = store_open(fixture.path, &store, &status);
    if (error == ERR_OK)
        return store_close(store) == ERR_OK ? 101 : 102;
    return status.reason[0] != '\0' ? (int)error : 103;
}

static void expect_read_only(const char *what)
{
    uint64_t before = fixture_hash(&fixture);
    pid_t child = fork();
    if (child == 0)
        _exit(open_as_nobody());
    int code = fixture_wait(child);
    ck_assert_msg(code != 100, "%s: this user may not become another, so it was not tried", what);
    ck_assert_msg(code == ERR_READ_ONLY, "%s: the answer was %d", what, code);
    ck_assert_msg(fixture_hash(&fixture) == before, "%s: bytes changed", what);
}

TEST(a_file_or_folder_that_cannot_be_written_is_read_only)
{
    fixture_make_database(&fixture);
    if (geteuid() == 0) {
        ck_assert_int_eq(chown(fixture.folder, NOBODY, NOBODY), 0);
        ck_assert_int_eq(chown(fixture.path, NOBODY, NOBODY), 0);
    }
    ck_assert_int_eq(chmod(fixture.path, 0400), 0);
    expect_read_only("file");
    ck_assert_int_eq(chmod(fixture.path, 0600), 0);
    ck_assert_int_eq(chmod(fixture.folder, 0500), 0);
    expect_read_only("folder");
    if (geteuid() == 0)
        ck_assert_int_eq(chown(fixture.path, 0, 0), 0);
    else
        ck_assert_int_eq(chmod(fixture.path, 0), 0);
    ck_assert_int_eq(chmod(fixture.folder, 0700), 0);
    if (geteuid() == 0)
        expect_read_only("a file of somebody else");
    unlink(fixture.path);
    ck_assert_int_eq(chmod(fixture.folder, 0500), 0);
    expect_read_only("a new database in a folder");
    ck_assert_int_eq(chmod(fixture.folder, 0700), 0);
}

/* Holds the database until the pipe `stop` is closed at its other end. */
static void hold(int ready, int stop)
{
    struct store *store = NULL;
    struct store_status status;
    char byte = 'r';

    if (store_open(fixture.path, &store, &status) != ERR_OK ||
        store_save_meta(store, META_TICK, 5) != ERR_OK || write(ready, &byte, 1) != 1)
        _exit(1);
    ssize_t got = read(stop, &byte, 1);
    _exit(got == 0 && store_save_meta(store, META_TICK, 6) == ERR_OK && store_close(store) == ERR_OK
              ? 0
              : 2);
}

TEST(a_database_has_one_server)
{
    int ready[2];
    int stop[2];
    char byte;
    uint64_t tick = 0;

    ck_assert_int_eq(pipe(ready), 0);
    ck_assert_int_eq(pipe(stop), 0);
    pid_t child = fork();
    if (child == 0) {
        close(stop[1]);
        hold(ready[1], stop[0]);
    }
    close(stop[0]);
    ck_assert_int_eq(read(ready[0], &byte, 1), 1);
    expect_refused(ERR_IN_USE, "twin");
    close(stop[1]);
    ck_assert_msg(fixture_wait(child) == 0, "the first server is not disturbed");
    close(ready[0]);
    close(ready[1]);

    struct store *store = fixture_open(&fixture);
    ck_assert_int_eq(store_load_meta(store, META_TICK, &tick), ERR_OK);
    ck_assert_uint_eq(tick, 6);
    ck_assert_int_eq(store_close(store), ERR_OK);
}

TEST(a_process_does_not_open_it_twice_either)
{
    struct store_status status;
    struct store *store = fixture_open(&fixture);

    ck_assert_int_eq(fixture_refusal(&fixture, &status), ERR_IN_USE);
    ck_assert_int_eq(store_save_meta(store, META_TICK, 5), ERR_OK);
    ck_assert_int_eq(store_close(store), ERR_OK);
}
