/*
 * When backups are made, by times that this test makes up: the hour, and five minutes after one
 * that failed. The database thread and the operators are stood in for.
 */
#include "server/admin/backup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/admin/admin_request.h"
#include "server/admin/backup_prune.h"
#include "server/save/persist.h"
#include "server/save/persist_copy.h"
#include "server/server.h"
#include "support/test.h"
#include "support/file.h"

enum { HOUR_MS = 60 * 60 * 1000, RETRY_MS = 5 * 60 * 1000 };

static struct server server;
static struct world world;
static struct job *submitted; /* NULL: nothing is under way */
static bool is_queue_full;
static struct disk_health health;
static int begun;
static int prunings;

enum err persist_submit(struct persist *persist, struct job *job, struct job_queue *queue)
{
    (void)persist;
    (void)queue;
    begun++;
    if (is_queue_full) {
        job_free(job);
        return ERR_BUSY;
    }
    ck_assert_ptr_null(submitted);
    submitted = job;
    return ERR_OK;
}

void backup_prune(struct admin *of, const char *folder, uint64_t made, struct backup_keep keep)
{
    (void)of;
    (void)folder;
    (void)made;
    (void)keep;
    prunings++;
}

enum err backup_list(const char *folder, uint64_t *out, size_t *out_count)
{
    (void)folder;
    (void)out;
    *out_count = 0;
    return ERR_OK;
}

struct disk_health persist_health(const struct persist *persist)
{
    (void)persist;
    return health;
}

void backup_remove_unfinished(const char *folder)
{
    (void)folder;
}

struct admin_request *admin_find(struct admin *of, uint64_t ticket)
{
    (void)of;
    (void)ticket;
    return NULL;
}

void admin_answer(struct admin_request *request, json_t *answer)
{
    (void)request;
    json_decref(answer);
}

void admin_refuse(struct admin_request *request, const char *format, ...)
{
    (void)request;
    (void)format;
}

void admin_settle(struct admin *of, struct admin_request *request)
{
    (void)of;
    (void)request;
}

json_t *admin_string(const char *text)
{
    return json_string(text);
}

static void set_up(void)
{
    memset(&server, 0, sizeof server);
    memset(&world, 0, sizeof world);
    begun = 0;
    prunings = 0;
    health = (struct disk_health){.proof = {.is_over = true}};
    is_queue_full = false;
    server.game.world = &world;
    server_link(&server);
    server.base.log = (struct log){.level_min = LOG_ERROR, .descriptor = -1};
    server.base.now_ms = 1000;
    server.base.opened_at_ms = 1000;
    server.base.options.backup_minutes = 60;
    file_make_folder(server.base.options.data, sizeof server.base.options.data, "backup");
    backup_start(&server.admin);
}

static void tear_down(void)
{
    char folder[JOB_PATH_SIZE + 16];

    snprintf(folder, sizeof folder, "%s/backups", server.base.options.data);
    (void)rmdir(folder);
    ck_assert_int_eq(rmdir(server.base.options.data), 0);
    job_free(submitted);
    submitted = NULL;
}

/* The one that is under way ends so. */
static void end(enum err result)
{
    struct job *job = submitted;
    char name[BACKUP_NAME_SIZE];
    uint64_t stamp = 0;

    ck_assert_ptr_nonnull(job);
    struct backup_order *order = job->content;
    submitted = NULL;
    job->result = result;
    ck_assert_int_eq(backup_stamp_of_time((int64_t)time(NULL), &stamp), ERR_OK);
    backup_name_write(stamp, name);
    snprintf(order->path, sizeof order->path, "%s/backups/%s", server.base.options.data, name);
    snprintf(order->reason, sizeof order->reason, "%s", result == ERR_OK ? "" : "the disk is full");
    backup_on_done(&server.admin, job);
    job_free(job);
}

/* Nothing is begun before `ms` from now have passed, and one then. */
static void expect_next_after(uint64_t ms)
{
    int before = begun;

    server.base.now_ms += ms - 1;
    backup_sweep(&server.admin);
    ck_assert_msg(begun == before, "one is begun early");
    server.base.now_ms += 1;
    backup_sweep(&server.admin);
    ck_assert_msg(begun == before + 1, "none is begun in time");
}

TEST_FIXTURE(set_up, tear_down);

TEST(one_that_failed_is_tried_again_after_five_minutes)
{
    expect_next_after(HOUR_MS);
    server.base.now_ms += 7000;
    backup_sweep(&server.admin);
    ck_assert_msg(begun == 1, "two at a time");
    end(ERR_NO_SPACE);
    ck_assert_str_eq(server.backups.failure, "the disk is full");
    ck_assert_int_eq(server.backups.newest_at, 0);
    for (int i = 0; i < 3; i++) {
        expect_next_after(RETRY_MS);
        end(ERR_NO_SPACE);
    }
    ck_assert_msg(prunings == 0, "older ones go although no newer one was made");
    expect_next_after(RETRY_MS);
    end(ERR_OK);
    ck_assert_int_eq(prunings, 1);
    ck_assert_str_eq(server.backups.failure, "");
    ck_assert_int_gt(server.backups.newest_at, 0);
    expect_next_after(HOUR_MS);
    end(ERR_OK);
}

TEST(nothing_older_goes_before_all_rows_are_known_to_be_of_one_moment)
{
    health.proof = (struct proof_health){.is_over = false};
    expect_next_after(HOUR_MS);
    end(ERR_OK);
    ck_assert_msg(prunings == 0, "older ones go while the rows are being proven");
    health.proof = (struct proof_health){.is_over = true, .is_broken = true};
    expect_next_after(HOUR_MS);
    end(ERR_OK);
    ck_assert_msg(prunings == 0, "older ones go for those of a broken world");
    health.proof = (struct proof_health){.is_over = true, .bad_rows = 1};
    expect_next_after(HOUR_MS);
    end(ERR_OK);
    ck_assert_int_eq(prunings, 1);
}

TEST(one_that_could_not_be_begun_is_tried_again_as_well)
{
    is_queue_full = true;
    expect_next_after(HOUR_MS);
    ck_assert_ptr_null(submitted);
    ck_assert_msg(server.backups.failure[0] != '\0', "nobody learns that none is made");
    is_queue_full = false;
    expect_next_after(RETRY_MS);
    end(ERR_OK);
    ck_assert_str_eq(server.backups.failure, "");
}

TEST(what_fails_on_request_leaves_the_schedule_alone)
{
    char reason[64];

    server.base.now_ms += HOUR_MS / 2;
    ck_assert_int_eq(backup_request(&server.admin, 1, "mine.db", reason, sizeof reason), ERR_OK);
    end(ERR_NO_SPACE);
    ck_assert_str_eq(server.backups.failure, "");
    expect_next_after(HOUR_MS / 2);
    end(ERR_OK);
}

TEST(none_is_tried_again_once_they_are_off_or_the_server_stops)
{
    expect_next_after(HOUR_MS);
    server.base.options.backup_minutes = 0;
    backup_reschedule(&server.admin);
    end(ERR_NO_SPACE);
    server.base.now_ms += 10 * HOUR_MS;
    backup_sweep(&server.admin);
    ck_assert_int_eq(begun, 1);
    server.base.options.backup_minutes = 60;
    backup_reschedule(&server.admin);
    server.base.is_stopping = true;
    server.base.now_ms += 10 * HOUR_MS;
    backup_sweep(&server.admin);
    ck_assert_int_eq(begun, 1);
}
