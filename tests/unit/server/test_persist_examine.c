/*
 * A proof of the database, however large it is, keeps no save waiting: the database thread goes on
 * with its jobs between two bits of the copy that is proven.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "db/store.h"
#include "large_world.h"
#include "server/base/log.h"
#include "server/save/persist_copy.h"
#include "server/save/persist_work.h"
#include "support/test.h"
#include "support/file.h"

enum { DELVERS = 200, PATH_SIZE = 512 };

static char folder[PATH_SIZE / 2];
static char path[PATH_SIZE];
static struct log log_out = {.level_min = LOG_ERROR, .descriptor = -1};
static struct persist_work work;

static void set_up(void)
{
    struct store_status status;

    file_make_folder(folder, sizeof folder, "examine");
    snprintf(path, sizeof path, "%s/undercroft.db", folder);
    work = (struct persist_work){.log = &log_out, .folder = folder};
    ck_assert_int_eq(store_open(path, &work.store, &status), ERR_OK);
    ck_assert_int_eq(ballast_init(&work.ballast, folder), ERR_OK);
    large_world_fill(work.store, DELVERS);
    while (persist_work_is_copying(&work))
        ck_assert_ptr_null(persist_work_copy(&work)); /* the proof of all rows */
}

static void tear_down(void)
{
    ck_assert_int_eq(store_close(work.store), ERR_OK);
    unlink(path);
    unlink(work.ballast.path);
    ck_assert_msg(rmdir(folder) == 0, "something stays behind in %s", folder);
}

static struct job *ask(void)
{
    struct job *job = job_new(&question_examine);

    ck_assert_ptr_nonnull(job);
    return job;
}

static void save(int round)
{
    struct job *job = job_new(&question_save);
    char settings[32];

    ck_assert_ptr_nonnull(job);
    snprintf(settings, sizeof settings, "round=%d", round);
    ck_assert_int_eq(change_set_put_settings(job->content, 1, settings), ERR_OK);
    ck_assert(persist_work_do(&work, job));
    ck_assert_int_eq(job->result, ERR_OK);
    job_free(job);
}

TEST_FIXTURE(set_up, tear_down);

TEST(saves_are_done_while_it_goes_on)
{
    atomic_bool interrupt = false;
    struct job *job = ask();
    struct disk_question *question = job->content;
    struct job *done = NULL;
    int saves = 0;

    ck_assert_msg(!persist_work_do(&work, job), "it is done before anything else can be");
    for (save(0); (done = persist_work_copy(&work)) == NULL; saves++)
        save(saves);
    ck_assert_ptr_eq(done, job);
    ck_assert_int_ge(saves, 3);
    ck_assert(!persist_work_is_copying(&work));
    ck_assert_ptr_nonnull(question->snapshot);
    persist_copy_prove(job, &interrupt);
    ck_assert_ptr_null(question->snapshot);
    ck_assert_int_eq(question->report.error, ERR_OK);
    ck_assert(question->report.is_whole);
    ck_assert_uint_eq(question->report.bad_rows, 0);
    ck_assert_uint_gt(question->report.total_bytes, 0);
    job_free(job);
    ck_assert_ptr_null(persist_work_copy(&work));
}

TEST(there_is_one_at_a_time_and_the_end_waits_for_none)
{
    struct job *first = ask();
    struct job *second = ask();

    ck_assert(!persist_work_do(&work, first));
    ck_assert(persist_work_do(&work, second));
    ck_assert_int_eq(second->result, ERR_BUSY);
    job_free(second);
    ck_assert_ptr_null(persist_work_copy(&work));
    ck_assert_ptr_eq(persist_work_stop_copying(&work), first);
    ck_assert_int_eq(first->result, ERR_BUSY);
    ck_assert_ptr_null(((const struct disk_question *)first->content)->snapshot);
    job_free(first);
    ck_assert_ptr_null(persist_work_stop_copying(&work));
}

TEST(a_backup_is_made_beside_it)
{
    atomic_bool interrupt = false;
    struct job *proof = ask();
    struct job *backup = job_new(&question_backup);
    struct job *done[2] = {NULL, NULL};

    ck_assert_ptr_nonnull(backup);
    struct backup_order *order = backup->content;
    snprintf(order->path, sizeof order->path, "%s/copy.db", folder);
    ck_assert(!persist_work_do(&work, backup));
    ck_assert(!persist_work_do(&work, proof));
    for (int i = 0; i < 2; i++) {
        while (done[i] == NULL)
            done[i] = persist_work_copy(&work);
    }
    ck_assert(!persist_work_is_copying(&work));
    ck_assert((done[0] == backup && done[1] == proof) || (done[0] == proof && done[1] == backup));
    persist_copy_prove(proof, &interrupt);
    const struct disk_question *question = proof->content;
    ck_assert_int_eq(question->report.error, ERR_OK);
    ck_assert(question->report.is_whole);
    persist_copy_prove(backup, &interrupt);
    ck_assert_msg(backup->result == ERR_OK, "%s", order->reason);
    ck_assert_int_eq(unlink(order->path), 0);
    job_free(backup);
    job_free(proof);
}
