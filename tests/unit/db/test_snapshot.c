/*
 * A snapshot is made between commits and has all of them; it is proven on its own, even if
 * the database is lost meanwhile, and leaves nothing behind.
 */
#include "db/backup.h"

#include "fixture.h"

#include "support/test.h"

enum { DELVERS = 150, CELLS = 100 * 57, BANDS = 6, STEPS_MIN = 3 };

static struct fixture fixture;
static struct store *store;
static int64_t ids[2 * DELVERS];
static int delver_count;

static void set_up(void)
{
    fixture_make(&fixture);
    store = fixture_open(&fixture);
    delver_count = 0;
}

static void tear_down(void)
{
    if (store != NULL)
        ck_assert_int_eq(store_close(store), ERR_OK);
    store = NULL;
    fixture_remove(&fixture);
}

/* One more delver, who remembers much. */
static void grow(void)
{
    static uint8_t tiles[CELLS];
    char name[NAME_LENGTH_MAX + 1];
    int number = delver_count;

    ck_assert_int_lt(number, 2 * DELVERS);
    snprintf(name, sizeof name, "Snap%c%c%c", 'a' + number / 676, 'a' + number / 26 % 26,
             'a' + number % 26);
    for (int i = 0; i < CELLS; i++)
        tiles[i] = i % 2 == 0 ? TILE_UNKNOWN : TILE_FLOOR;
    ids[number] = fixture_create(store, name);
    ck_assert_int_eq(store_save_memory(store, ids[number], (struct level_key){.depth = 1}, tiles,
                                       CELLS, MEMORY_BANDS_ALL),
                     ERR_OK);
    delver_count++;
}

static void grow_large(void)
{
    ck_assert_int_eq(store_begin(store), ERR_OK);
    for (int i = 0; i < DELVERS; i++)
        grow();
    ck_assert_int_eq(store_commit(store), ERR_OK);
}

static struct snapshot *begin(void)
{
    struct snapshot *snapshot = NULL;
    struct store_status status;

    enum err error = snapshot_begin(store, &snapshot, &status);
    ck_assert_msg(error == ERR_OK, "%s", status.reason);
    return snapshot;
}

/* To the end; returns in how many steps. */
static int copy(struct snapshot *snapshot, bool grows)
{
    struct store_status status;
    bool is_whole = false;
    int steps = 0;

    while (!is_whole) {
        ck_assert_int_eq(snapshot_step(snapshot, &is_whole, &status), ERR_OK);
        if (!is_whole && grows && delver_count < 2 * DELVERS)
            grow();
        steps++;
    }
    return steps;
}

static enum err prove(struct snapshot *snapshot, struct examination *out)
{
    atomic_bool interrupt = false;
    struct store_status status;

    return snapshot_prove(snapshot, &interrupt, out, &status);
}

static void expect_alone(void)
{
    char path[FILENAME_MAX];

    snprintf(path, sizeof path, "%s.proof", fixture.path);
    ck_assert_msg(access(path, F_OK) != 0, "%s stays behind", path);
}

TEST_FIXTURE(set_up, tear_down);

TEST(what_is_committed_between_the_steps_is_in_it)
{
    struct examination examination;

    grow_large();
    struct snapshot *snapshot = begin();
    int steps = copy(snapshot, true);
    ck_assert_int_ge(steps, STEPS_MIN);
    ck_assert_int_gt(delver_count, DELVERS);
    expect_alone();
    ck_assert_int_eq(prove(snapshot, &examination), ERR_OK);
    ck_assert(examination_is_clean(&examination));
    ck_assert_uint_eq(examination.rows[RECORD_ACCOUNT].all, (uint64_t)delver_count);
    ck_assert_uint_eq(examination.rows[RECORD_MEMORY].all, (uint64_t)delver_count * BANDS);
    snapshot_free(snapshot);
    fixture_expect_clean(store, "after it");
}

TEST(it_outlives_the_database_and_finds_what_is_wrong_in_it)
{
    struct examination examination;

    grow_large();
    ck_assert_int_eq(store_close(store), ERR_OK);
    fixture_sql(fixture.path, "UPDATE delver SET health = health + 1 WHERE id = 7");
    store = fixture_open(&fixture);
    struct snapshot *snapshot = begin();
    copy(snapshot, false);
    ck_assert_int_eq(store_close(store), ERR_OK);
    store = NULL;
    ck_assert_int_eq(prove(snapshot, &examination), ERR_OK);
    ck_assert_uint_eq(examination.rows[RECORD_DELVER].bad, 1);
    ck_assert_ptr_nonnull(strstr(examination.findings[0], "player 7"));
    snapshot_free(snapshot);
}

TEST(it_can_be_given_up_at_any_time)
{
    struct store_status status;
    struct examination examination;
    atomic_bool interrupt = true;
    bool is_whole = true;

    grow_large();
    snapshot_free(begin());
    expect_alone();
    struct snapshot *snapshot = begin();
    ck_assert_int_eq(snapshot_step(snapshot, &is_whole, &status), ERR_OK);
    ck_assert(!is_whole);
    snapshot_free(snapshot);
    expect_alone();
    snapshot = begin();
    copy(snapshot, false);
    ck_assert_int_eq(snapshot_prove(snapshot, &interrupt, &examination, &status), ERR_DISK);
    snapshot_free(snapshot);
    snapshot_free(NULL);
}

TEST(what_a_kill_left_is_replaced_and_removed)
{
    char path[FILENAME_MAX];

    snprintf(path, sizeof path, "%s.proof", fixture.path);
    FILE *file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fclose(file);
    struct snapshot *snapshot = begin();
    snapshot_free(snapshot);
    expect_alone();
    file = fopen(path, "w");
    ck_assert_ptr_nonnull(file);
    fclose(file);
    snapshot_remove_unfinished(fixture.path);
    expect_alone();
}
