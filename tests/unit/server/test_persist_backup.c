/*
 * A backup keeps no save waiting, and takes nothing from one: the database thread goes on with its
 * jobs between two bits of it, and gives it up when the disk refuses a save.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crash_disk.h"
#include "db/connection.h"
#include "db/store.h"
#include "db/sqlite_store.h"
#include "large_world.h"
#include "server/base/log.h"
#include "server/save/persist_copy.h"
#include "server/save/persist_work.h"
#include "support/test.h"

#define WORLD_PATH CRASH_DISK_FOLDER "/undercroft.db"
#define COPY_PATH  CRASH_DISK_FOLDER "/copy.db"

enum { DELVERS = 120, STEPS_MAX = 10000, FOR_EVER = 1000000 };

static struct crash_disk *disk;
static struct log log_out = {.level_min = LOG_ERROR, .descriptor = -1};
static struct persist_work work;
static atomic_bool must_end;

static void set_up(void)
{
    struct store_status status;

    disk = crash_disk_new(1);
    must_end = false;
    work = (struct persist_work){.log = &log_out, .must_end = &must_end};
    ck_assert_int_eq(store_open(WORLD_PATH, &work.store, &status), ERR_OK);
    large_world_fill(work.store, DELVERS);
    while (persist_work_is_copying(&work))
        ck_assert_ptr_null(persist_work_copy(&work)); /* the proof of all rows */
}

static void tear_down(void)
{
    crash_disk_fail_at(disk, 0, 0);
    job_free(work.unsaved);
    ck_assert_int_eq(store_close(work.store), ERR_OK);
    crash_disk_free(disk);
}

static struct job *ask(void)
{
    struct job *job = job_new(&question_backup);

    ck_assert_ptr_nonnull(job);
    struct backup_order *order = job->content;
    snprintf(order->path, sizeof order->path, "%s", COPY_PATH);
    return job;
}

/* A save with one row in it. True: it is on disk. */
static bool save(uint64_t tick)
{
    struct job *job = job_new(&question_save);
    struct level_head head = {.depth = 9,
                              .current = (uint32_t)tick,
                              .newest = (uint32_t)tick,
                              .recipe = {.seed = 5, .style = "caves"},
                              .kept_recipe = {.seed = 1, .style = LEVEL_STYLE_OF_THEME}};

    ck_assert_ptr_nonnull(job);
    struct change_set *set = job->content;
    set->tick = tick;
    ck_assert_int_eq(change_set_add_head(job->content, &head), ERR_OK);
    if (!persist_work_do(&work, job))
        return false;
    ck_assert_int_eq(job->result, ERR_OK);
    job_free(job);
    return true;
}

static bool is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

/* Does the work of the worker and of the thread on a complete copy. */
static void end(struct job *job)
{
    const struct backup_order *order = job->content;
    while (job->result == ERR_OK && order->backup != NULL) {
        persist_copy_prove(job, &must_end);
        if (persist_copy_is_doubtful(job))
            ck_assert(persist_work_do(&work, job));
    }
}

static uint64_t tick_of_copy(void)
{
    struct store_status status;
    struct store *copy = NULL;
    uint64_t tick = 0;

    enum err error = store_open(COPY_PATH, &copy, &status);
    ck_assert_msg(error == ERR_OK, "%s", status.reason);
    ck_assert_int_eq(store_load_meta(copy, META_TICK, &tick), ERR_OK);
    ck_assert_int_eq(store_close(copy), ERR_OK);
    return tick;
}

TEST_FIXTURE(set_up, tear_down);

TEST(saves_are_on_disk_while_it_is_written)
{
    struct job *job = ask();
    struct backup_order *order = job->content;
    struct job *done = NULL;
    uint64_t saves = 0;

    ck_assert_msg(!persist_work_do(&work, job), "it is done before anything else can be");
    while (done == NULL) {
        ck_assert_uint_lt(saves, STEPS_MAX);
        ck_assert(save(++saves));
        ck_assert_msg(!is_there(COPY_PATH), "it has its name before it is whole");
        persist_work_checkpoint(&work);
        done = persist_work_copy(&work);
    }
    ck_assert_ptr_eq(done, job);
    ck_assert_uint_ge(saves, 3);
    ck_assert(!persist_work_is_copying(&work));
    ck_assert(save(saves + 1));
    ck_assert_msg(!is_there(COPY_PATH), "it has its name before it is proven");
    end(job);
    ck_assert_msg(job->result == ERR_OK, "%s", order->reason);
    ck_assert_ptr_null(order->backup);
    job_free(job);
    ck_assert_uint_eq(tick_of_copy(), saves);
}

TEST(there_is_one_at_a_time)
{
    struct job *first = ask();
    struct job *second = ask();

    ck_assert(!persist_work_do(&work, first));
    ck_assert(persist_work_do(&work, second));
    ck_assert_int_eq(second->result, ERR_BUSY);
    ck_assert_str_ne(((const struct backup_order *)second->content)->reason, "");
    job_free(second);
    while (persist_work_copy(&work) == NULL)
        continue;
    end(first);
    ck_assert_int_eq(first->result, ERR_OK);
    job_free(first);
}

TEST(a_stop_ends_it_wherever_it_is)
{
    struct job *job = ask();

    ck_assert(!persist_work_do(&work, job));
    ck_assert_ptr_null(persist_work_copy(&work));
    ck_assert_ptr_eq(persist_work_stop_copying(&work), job);
    ck_assert_int_eq(job->result, ERR_BUSY);
    ck_assert_ptr_null(persist_work_stop_copying(&work));
    job_free(job);

    job = ask();
    const struct backup_order *order = job->content;
    ck_assert(!persist_work_do(&work, job));
    while (persist_work_copy(&work) == NULL)
        continue;
    must_end = true;
    end(job);
    ck_assert_int_ne(job->result, ERR_OK);
    ck_assert_str_ne(order->reason, "");
    job_free(job);

    job = ask();
    ck_assert_msg(persist_work_do(&work, job), "one is begun while the server stops");
    ck_assert_int_eq(job->result, ERR_BUSY);
    job_free(job);
    ck_assert(!is_there(COPY_PATH));
    ck_assert(save(5));
}

TEST(a_disk_that_refuses_a_save_ends_it)
{
    struct job *job = ask();
    struct backup_order *order = job->content;

    ck_assert(save(1));
    ck_assert(!persist_work_do(&work, job));
    ck_assert_ptr_null(persist_work_copy(&work));
    /* The save fails once; without the backup there is room. */
    crash_disk_fail_at(disk, 1, 1);
    ck_assert_msg(save(2), "it is not tried again without the backup");
    ck_assert_ptr_eq(persist_work_copy(&work), job);
    ck_assert_int_eq(job->result, ERR_NO_SPACE);
    ck_assert_ptr_nonnull(strstr(order->reason, "refuses saves"));
    ck_assert_ptr_null(order->backup);
    job_free(job);
    ck_assert(!is_there(COPY_PATH));

    job = ask();
    ck_assert(!persist_work_do(&work, job));
    crash_disk_fail_at(disk, 1, FOR_EVER);
    ck_assert(!save(3));
    ck_assert_ptr_eq(persist_work_copy(&work), job);
    crash_disk_fail_at(disk, 0, 0);
    job_free(job);
    struct job *saved = persist_work_retry(&work, true);
    ck_assert_ptr_nonnull(saved);
    ck_assert_int_eq(saved->result, ERR_OK);
    job_free(saved);
    ck_assert(!is_there(COPY_PATH));
}

TEST(a_damaged_world_is_compared_and_kept_with_its_damage)
{
    struct job *job = ask();
    struct backup_order *order = job->content;

    ck_assert_int_eq(connection_exec(sqlite_of(work.store)->handle,
                                     "UPDATE delver SET steps = steps + 1 WHERE id = 7"),
                     ERR_OK);
    ck_assert(!persist_work_do(&work, job));
    while (persist_work_copy(&work) == NULL)
        continue;
    persist_copy_prove(job, &must_end);
    ck_assert_msg(persist_copy_is_doubtful(job), "a bad row was not seen");
    ck_assert(!is_there(COPY_PATH));
    ck_assert(persist_work_do(&work, job));
    ck_assert(!persist_copy_is_doubtful(job));
    end(job);
    ck_assert_msg(job->result == ERR_OK, "%s", order->reason);
    ck_assert(is_there(COPY_PATH));
    job_free(job);
}
