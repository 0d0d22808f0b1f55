/*
 * The files of a store under their names: what another program does to them is refused, what the
 * store does itself is not, and the same files are taken back.
 */
#include "db/store_files.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "fixture.h"
#include "support/test.h"

enum { MANY = TEST_COUNT(400, 100), BLOB_SIZE = 4096 };

static struct fixture fixture;
static struct store *store;
static struct store_status status;
static char log_path[400];
static char elsewhere[400];

static void set_up(void)
{
    fixture_make(&fixture);
    snprintf(log_path, sizeof log_path, "%s-wal", fixture.path);
    snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", fixture.folder);
    store = fixture_open(&fixture);
    ck_assert_int_eq(store_watch_files(store, fixture.path, &status), ERR_OK);
    ck_assert_str_eq(status.warning, "");
    (void)fixture_create(store, "Ada");
}

static void tear_down(void)
{
    (void)!store_close(store);
    fixture_remove(&fixture);
}

static enum err save(void)
{
    const struct audit_record record = {.at = 1, .who = "who", .what = "what"};

    return store_audit(store, &record);
}

static void expect_well(void)
{
    ck_assert_msg(store_check_files(store, &status) == ERR_OK, "%s", status.reason);
    ck_assert_str_eq(status.reason, "");
    ck_assert_str_eq(status.warning, "");
}

static void expect_refused(const char *reason)
{
    ck_assert_int_eq(save(), ERR_REPLACED);
    ck_assert_int_eq(store_check_files(store, &status), ERR_REPLACED);
    ck_assert_str_eq(status.reason, reason);
}

TEST_FIXTURE(set_up, tear_down);

TEST(what_the_store_writes_itself_is_well)
{
    static uint8_t blob[BLOB_SIZE];
    struct account_record account = fixture_account("Ada", "ada");
    struct level_blob level = {.key = {.wing = 0, .depth = 1}, .style = "rooms", .format = 1};
    struct delver_record delver = fixture_delver();

    expect_well();
    account.id = delver.id = fixture_create(store, "Brom");
    expect_well();
    ck_assert_int_eq(store_save_account(store, &account), ERR_OK);
    expect_well();
    ck_assert_int_eq(store_save_role(store, account.id, STORE_ROLE_ADMIN), ERR_OK);
    expect_well();
    ck_assert_int_eq(store_save_settings(store, account.id, "walls=ascii"), ERR_OK);
    expect_well();
    ck_assert_int_eq(store_save_meta(store, META_TICK, 7), ERR_OK);
    expect_well();
    ck_assert_int_eq(save(), ERR_OK);
    expect_well();
    for (uint32_t i = 0; i < MANY; i++) {
        level.key.generation = i;
        ck_assert_int_eq(store_save_level(store, &level, blob, sizeof blob), ERR_OK);
    }
    expect_well();
    ck_assert_int_eq(store_checkpoint(store), ERR_OK);
    expect_well();
    ck_assert_int_eq(store_drop_level(store, level.key), ERR_OK);
    expect_well();
    ck_assert_int_eq(store_begin(store), ERR_OK);
    ck_assert_int_eq(store_save_delver(store, &delver), ERR_OK);
    store_rollback(store);
    expect_well();
}

TEST(a_removed_database_refuses_saves)
{
    ck_assert_int_eq(unlink(fixture.path), 0);
    expect_refused("world.db is gone");
}

TEST(a_removed_log_refuses_saves_but_is_brought_into_the_database)
{
    ck_assert_int_eq(unlink(log_path), 0);
    expect_refused("world.db-wal is gone");
    ck_assert_int_eq(store_checkpoint(store), ERR_OK);
    ck_assert_int_eq(store_close(store), ERR_REPLACED);
    store = fixture_open(&fixture);
    struct account_record account;
    ck_assert_int_eq(store_find_account(store, "Ada", &account), ERR_OK);
    fixture_expect_clean(store, "without its log");
}

TEST(a_moved_database_is_taken_back)
{
    ck_assert_int_eq(rename(fixture.path, elsewhere), 0);
    expect_refused("world.db is gone");
    ck_assert_int_eq(rename(elsewhere, fixture.path), 0);
    expect_well();
    ck_assert_int_eq(save(), ERR_OK);
}

TEST(a_database_that_was_exchanged_is_refused)
{
    ck_assert_int_eq(rename(fixture.path, elsewhere), 0);
    int other = open(fixture.path, O_WRONLY | O_CREAT, 0600);
    close(other);
    expect_refused("world.db was replaced by another file");
    ck_assert_int_eq(rename(elsewhere, fixture.path), 0);
    expect_well();
}

TEST(a_commit_is_not_saved_when_its_files_lose_their_names_amid_it)
{
    ck_assert_int_eq(store_begin(store), ERR_OK);
    ck_assert_int_eq(save(), ERR_OK);
    ck_assert_int_eq(rename(fixture.path, elsewhere), 0);
    ck_assert_int_eq(store_commit(store), ERR_REPLACED);
    ck_assert_int_eq(rename(elsewhere, fixture.path), 0);
    expect_well();
    /* It may be tried again. */
    ck_assert_int_eq(save(), ERR_OK);
    fixture_expect_clean(store, "after a commit without a name");
}

TEST(a_touched_file_is_told_and_then_taken_as_it_is)
{
    ck_assert_int_eq(utimensat(AT_FDCWD, fixture.path, NULL, 0), 0);
    expect_refused("world.db was written by another program");
    ck_assert_int_eq(store_check_files(store, &status), ERR_OK);
    ck_assert_ptr_nonnull(strstr(status.warning, "read again"));
    expect_well();
    ck_assert_int_eq(save(), ERR_OK);
}

TEST(a_log_that_was_cut_is_taken_only_if_nothing_is_lost)
{
    ck_assert_int_eq(truncate(log_path, 0), 0);
    expect_refused("world.db-wal was cut short by another program");
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(store_check_files(store, &status), ERR_REPLACED);
    ck_assert_int_eq(store_checkpoint(store), ERR_REPLACED);
}

TEST(a_log_that_is_cut_amid_a_commit_is_told)
{
    ck_assert_int_eq(store_begin(store), ERR_OK);
    ck_assert_int_eq(save(), ERR_OK);
    ck_assert_int_eq(truncate(log_path, 0), 0);
    ck_assert_int_eq(store_commit(store), ERR_REPLACED);
    expect_refused("world.db-wal was cut short by another program");
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(store_check_files(store, &status), ERR_REPLACED);
}

TEST(a_cut_log_that_the_database_has_no_need_of_is_taken)
{
    ck_assert_int_eq(store_checkpoint(store), ERR_OK);
    ck_assert_int_eq(truncate(log_path, 0), 0);
    expect_refused("world.db-wal was cut short by another program");
    ck_assert_int_eq(store_check_files(store, &status), ERR_OK);
    ck_assert_int_eq(save(), ERR_OK);
    (void)fixture_create(store, "Brom");
    ck_assert_int_eq(store_close(store), ERR_OK);
    store = fixture_open(&fixture);
    fixture_expect_clean(store, "after its log was cut");
    struct account_record account;
    ck_assert_int_eq(store_find_account(store, "Brom", &account), ERR_OK);
}

/* In another process, because closing the file here would give up the lock. */
static void overwrite(const char *path, off_t at, const char *bytes, size_t length)
{
    pid_t child = fork();

    if (child == 0) {
        int file = open(path, O_WRONLY);
        _exit(pwrite(file, bytes, length, at) == (ssize_t)length ? 0 : 1);
    }
    ck_assert_int_eq(fixture_wait(child), 0);
}

TEST(pages_that_another_program_wrote_are_never_taken)
{
    static char zeros[BLOB_SIZE];
    struct stat info;

    ck_assert_int_eq(store_checkpoint(store), ERR_OK);
    ck_assert_int_eq(stat(fixture.path, &info), 0);
    for (off_t at = BLOB_SIZE; at < info.st_size; at += BLOB_SIZE)
        overwrite(fixture.path, at, zeros, sizeof zeros);
    expect_refused("world.db was written by another program");
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(store_check_files(store, &status), ERR_REPLACED);
}

TEST(watching_gives_up_no_lock)
{
    struct store_status other;

    expect_well();
    pid_t child = fork();
    if (child == 0) {
        struct store *second = NULL;
        _exit(store_open(fixture.path, &second, &other) == ERR_IN_USE ? 0 : 1);
    }
    ck_assert_int_eq(fixture_wait(child), 0);
    ck_assert_int_eq(save(), ERR_OK);
}

TEST(a_store_that_is_not_watched_is_not_held_against_its_name)
{
    ck_assert_int_eq(store_close(store), ERR_OK);
    store = fixture_open(&fixture);
    ck_assert_int_eq(rename(fixture.path, elsewhere), 0);
    ck_assert_int_eq(save(), ERR_OK);
    expect_well();
    ck_assert_int_eq(rename(elsewhere, fixture.path), 0);
}
