/*
 * A flush that fails, a process that ends with it, and a power cut while the next one opens. The
 * disk may not have the frames that the log shows, so none of them may be written back before they
 * are on it. The world then holds the acknowledged commit, or all of the failed one.
 */
#include <stdio.h>

#include "base/rng.h"
#include "crash_disk.h"
#include "db/store.h"
#include "power_state.h"
#include "support/test.h"

#define WORLD_PATH CRASH_DISK_FOLDER "/world.db"

enum {
    RUNS = TEST_COUNT(400, 20),
    COMMIT_OPERATIONS = 24, /* of the commit whose flush is to fail, at most */
    OPENING_OPERATIONS = 30,
};

static struct store *open_store(void)
{
    struct store_status status;
    struct store *store = NULL;

    return store_open(WORLD_PATH, &store, &status) == ERR_OK ? store : NULL;
}

static void close_store(struct store *store)
{
    if (store != NULL)
        (void)!store_close(store);
}

static enum err commit(struct store *store, struct power_state *state, uint32_t version)
{
    static const struct power_change changes[] = {
        {POWER_TICK, 0},
        {(enum power_kind)(POWER_ROWS + RECORD_LEVEL), 0},
        {(enum power_kind)(POWER_ROWS + RECORD_RULING), 1},
        {(enum power_kind)(POWER_ROWS + RECORD_HEAD), 2}};
    enum err error = store_begin(store);

    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        power_state_change(state, changes[i], version + (uint32_t)i);
        if (error == ERR_OK)
            error = power_state_save(store, state, changes[i]);
    }
    return error == ERR_OK ? store_commit(store) : error;
}

/* Leaves a log with a commit that was acknowledged and one that failed, and the power is cut while
   it is opened. False: nothing failed. */
static bool fail_and_cut(struct crash_disk *disk, struct rng *rng, struct power_state *before,
                         struct power_state *after)
{
    struct store *store = open_store();

    ck_assert_ptr_nonnull(store);
    ck_assert_int_eq(commit(store, before, 1), ERR_OK);
    *after = *before;
    crash_disk_fail_at(disk, 1 + rng_below(rng, COMMIT_OPERATIONS), 1 + rng_below(rng, 3));
    bool has_failed = commit(store, after, 5) != ERR_OK;
    close_store(store);
    crash_disk_cut_at(disk, 1 + rng_below(rng, OPENING_OPERATIONS));
    close_store(open_store());
    crash_disk_power_up(disk);
    return has_failed;
}

TEST(what_a_failed_flush_left_in_the_log_is_never_written_back_by_halves)
{
    struct rng rng;
    int failed = 0;

    rng_init(&rng, 1);
    for (int i = 0; i < RUNS; i++) {
        struct crash_disk *disk = crash_disk_new((uint64_t)i);
        struct power_state before = {0};
        struct power_state after;
        char reason[128] = "";

        failed += fail_and_cut(disk, &rng, &before, &after);
        struct store *store = open_store();
        ck_assert_msg(store != NULL, "run %d: the store cannot be opened", i);
        bool is_whole = power_state_matches(store, &before, reason, sizeof reason) ||
                        power_state_matches(store, &after, reason, sizeof reason);
        ck_assert_msg(is_whole, "run %d: half a commit: %s", i, reason);
        close_store(store);
        crash_disk_free(disk);
    }
    printf("%d openings after a failed commit, each with a power cut\n", failed);
    ck_assert_int_gt(failed, RUNS / 5);
}
