/*
 * The queue of the database thread: what waits there is joined, never reordered and never lost,
 * while the thread is held at a job for as long as the test wants. What the thread does with a job
 * and whoever gets its answer are stood in for.
 */
#include "server/save/persist.h"

#include <string.h>
#include <uv.h>

#include "db/store.h"
#include "server/admin/admin_submit.h"
#include "server/admin/admin_level.h"
#include "server/game/dungeon.h"
#include "server/game/level_fetch.h"
#include "server/game/level_regen.h"
#include "server/game/save_watch.h"
#include "server/save/persist_copy.h"
#include "server/save/persist_work.h"
#include "server/server.h"
#include "server/session/auth/gate.h"
#include "server/session/auth/login.h"
#include "server/session/preferences/kept.h"
#include "support/stage.h"
#include "support/suite.h"

enum { DONE_MAX = 16 };

static const char hall[] = "########################\n"
                           "#a.............b.......#\n"
                           "#<....................>#\n"
                           "########################\n";

/* A job as the thread found it when it came to do it. */
struct done {
    enum job_kind kind;
    uint64_t ticket;
    uint64_t tick;
    struct pos ada; /* {-1, -1}: the set has no such delver */
    struct pos brom;
    bool must_end; /* what takes long */
};

static struct server server;
static struct stage stage;
static body_id ada;
static body_id brom;
static uv_sem_t has_begun; /* the thread is at a job … */
static uv_sem_t may_end;   /* … and stays there until it may end it */
static struct done done[DONE_MAX];
static size_t done_count;
static int answers;
static int asks;              /* so many answers are followed by another job */
static uint64_t saved_ticket; /* at the end */
static uint64_t unsaved_since_ms;
static bool has_no_thread;  /* the system */
static bool refuses;        /* the disk */
static struct job *refused; /* by it: the job that waits for a retry */

static struct pos place_in(struct change_set *set, int64_t delver_id)
{
    const struct delver_record *record = change_set_find_delver(set, delver_id);

    return record == NULL ? pos_of(-1, -1) : record->at;
}

bool persist_work_do(struct persist_work *work, struct job *job)
{
    if (done_count < DONE_MAX)
        done[done_count++] = (struct done){.kind = job->kind,
                                           .ticket = job->ticket,
                                           .tick = job->set.tick,
                                           .ada = place_in(&job->set, 1),
                                           .brom = place_in(&job->set, 2),
                                           .must_end = atomic_load(work->must_end)};
    uv_sem_post(&has_begun);
    uv_sem_wait(&may_end);
    if (job->kind != JOB_SAVE || !refuses)
        return true;
    refused = job;
    return false;
}

bool persist_work_look(struct persist_work *work)
{
    (void)work;
    return false;
}

bool persist_work_is_restless(const struct persist_work *work)
{
    (void)work;
    return refused != NULL;
}

/* Only the last try, at the stop. */
struct job *persist_work_retry(struct persist_work *work, bool must)
{
    struct job *job = must ? refused : NULL;

    (void)work;
    if (must)
        refused = NULL;
    return job;
}

void persist_work_tidy(struct persist_work *work)
{
    (void)work;
}

/* Nothing is copied here (test_persist_examine.c, test_persist_backup.c). */
bool persist_work_is_copying(const struct persist_work *work)
{
    (void)work;
    return false;
}

bool persist_copy_is_doubtful(const struct job *job)
{
    return job->stage == BACKUP_COMPARE;
}

struct job *persist_work_copy(struct persist_work *work)
{
    (void)work;
    return NULL;
}

struct job *persist_work_stop_copying(struct persist_work *work)
{
    (void)work;
    return NULL;
}

enum err ballast_init(struct ballast *ballast, const char *folder)
{
    (void)ballast;
    (void)folder;
    return ERR_OK;
}

enum err ballast_lay(struct ballast *ballast)
{
    (void)ballast;
    return ERR_OK;
}

/* Stands before libuv's own. */
int uv_thread_create(uv_thread_t *thread, uv_thread_cb run, void *argument)
{
    const uv_thread_options_t usual = {.flags = UV_THREAD_NO_FLAGS};

    return has_no_thread ? UV_EAGAIN : uv_thread_create_ex(thread, &usual, run, argument);
}

void base_touch_clock(struct base *of)
{
    (void)of;
}

void save_watch_update(struct game *of)
{
    (void)of;
}

/* Who has an answer may ask for more. */
static void ask_for_more(void)
{
    struct job *job = asks > 0 ? job_new(JOB_SAVE_AUDIT) : NULL;

    asks--;
    if (job != NULL)
        ck_assert_int_eq(persist_submit(server.persist, job), ERR_OK);
}

/* Whoever gets an answer: that there was one is all that counts here. */
#define ANSWER(room, name)                                                                         \
    void name(struct room *of, struct job *job)                                                    \
    {                                                                                              \
        (void)of;                                                                                  \
        (void)job;                                                                                 \
        answers++;                                                                                 \
        ask_for_more();                                                                            \
    }

ANSWER(admin, admin_on_account_found)
ANSWER(admin, admin_on_audit_loaded)
ANSWER(admin, admin_on_audit_saved)
ANSWER(admin, admin_on_level_looked)
ANSWER(admin, admin_on_levels_listed)
ANSWER(admin, admin_on_role_saved)
ANSWER(admin, admin_on_ruling_saved)
ANSWER(game, dungeon_on_memory_fetched)
ANSWER(sessions, gate_on_code_used)
ANSWER(sessions, gate_on_password_renewed)
ANSWER(sessions, kept_on_saved)
ANSWER(game, level_fetch_on_read)
ANSWER(game, level_regen_on_kept)
ANSWER(sessions, login_on_account_created)
ANSWER(sessions, login_on_account_found)
ANSWER(game, removal_on_listed)
ANSWER(game, removal_on_removed)

bool removal_is_going_on(const struct game *of, int64_t account_id)
{
    (void)of;
    (void)account_id;
    return false;
}

void persist_on_copied(struct base *of, struct job *job, atomic_bool *interrupt)
{
    (void)of;
    (void)job;
    (void)interrupt;
    answers++;
}

static void set_up(void)
{
    done_count = 0;
    answers = 0;
    asks = 0;
    refuses = false;
    refused = NULL;
    memset(&server, 0, sizeof server);
    server.base.log = (struct log){.level_min = LOG_ERROR, .descriptor = -1};
    ck_assert_int_eq(uv_loop_init(&server.base.loop), 0);
    ck_assert_int_eq(uv_sem_init(&has_begun, 0), 0);
    ck_assert_int_eq(uv_sem_init(&may_end, 0), 0);
    stage_init(&stage, hall);
    server.game.world = stage.world;
    server_link(&server);
    ada = stage_join(&stage, 1, draw_level_find(hall, 'a'));
    brom = stage_join(&stage, 2, draw_level_find(hall, 'b'));
    ck_assert_int_eq(persist_start(&server.base, NULL, &server.persist), ERR_OK);
    server_link(&server);
}

static void tear_down(void)
{
    stage_release(&stage);
    uv_sem_destroy(&has_begun);
    uv_sem_destroy(&may_end);
    ck_assert_int_eq(uv_loop_close(&server.base.loop), 0);
}

/* Lets `count` jobs go and ends the thread. */
static void stop(int count)
{
    for (int i = 0; i < count; i++)
        uv_sem_post(&may_end);
    ck_assert_ptr_null(persist_stop(server.persist));
    saved_ticket = persist_saved_ticket(server.persist);
    unsaved_since_ms = persist_unsaved_since_ms(server.persist);
    uv_run(&server.base.loop, UV_RUN_DEFAULT);
}

static void submit(enum job_kind kind)
{
    struct job *job = job_new(kind);

    ck_assert_ptr_nonnull(job);
    ck_assert_int_eq(persist_submit(server.persist, job), ERR_OK);
}

static void step(body_id delver, enum dir dir)
{
    stage_act(&stage, delver, ACTION_MOVE, dir);
    stage_ticks(&stage, 10);
}

static uint64_t collect(uint64_t now_ms)
{
    uint64_t ticket = 0;

    server.base.now_ms = now_ms;
    ck_assert_int_eq(persist_collect(&server.base, &ticket), ERR_OK);
    return ticket;
}

static void expect_place(struct pos at, body_id delver)
{
    ck_assert(pos_equal(at, stage_place(&stage, delver)));
}

START_TEST(a_save_that_waits_takes_in_the_newer_one_and_keeps_its_place)
{
    submit(JOB_LOAD_AUDIT);
    uv_sem_wait(&has_begun);
    step(ada, DIR_EAST);
    ck_assert_uint_eq(collect(1000), 1);
    submit(JOB_FIND_ACCOUNT);
    step(ada, DIR_EAST);
    step(brom, DIR_WEST);
    ck_assert_uint_eq(collect(2000), 2);
    submit(JOB_FETCH_LEVEL);
    ck_assert_uint_eq(persist_saved_ticket(server.persist), 0);
    ck_assert_uint_eq(persist_unsaved_since_ms(server.persist), 1000);
    stop(4);

    ck_assert_uint_eq(done_count, 4);
    ck_assert_int_eq(done[0].kind, JOB_LOAD_AUDIT);
    ck_assert_msg(done[1].kind == JOB_SAVE, "the save has lost its place before who reads");
    ck_assert_uint_eq(done[1].ticket, 2);
    ck_assert_uint_eq(done[1].tick, stage.world->tick);
    expect_place(done[1].ada, ada);
    expect_place(done[1].brom, brom);
    ck_assert_int_eq(done[2].kind, JOB_FIND_ACCOUNT);
    ck_assert_int_eq(done[3].kind, JOB_FETCH_LEVEL);
    ck_assert_uint_eq(saved_ticket, 2);
    ck_assert_uint_eq(unsaved_since_ms, 0);
}
END_TEST

START_TEST(a_save_that_is_being_written_is_left_alone)
{
    step(ada, DIR_EAST);
    ck_assert_uint_eq(collect(1000), 1);
    uv_sem_wait(&has_begun);
    struct pos ada_before = stage_place(&stage, ada);
    step(ada, DIR_EAST);
    ck_assert_uint_eq(collect(2000), 2);
    step(brom, DIR_WEST);
    ck_assert_uint_eq(collect(3000), 3);
    stop(2);
    ck_assert_uint_eq(done_count, 2);
    ck_assert_uint_eq(done[0].ticket, 1);
    ck_assert(pos_equal(done[0].ada, ada_before));
    ck_assert_uint_eq(done[1].ticket, 3);
    ck_assert_uint_eq(saved_ticket, 3);
    ck_assert_uint_eq(unsaved_since_ms, 0);
    expect_place(done[1].ada, ada);
    expect_place(done[1].brom, brom);
}
END_TEST

START_TEST(with_nothing_new_nothing_is_queued)
{
    step(ada, DIR_EAST);
    ck_assert_uint_eq(collect(1000), 1);
    uv_sem_wait(&has_begun);
    ck_assert_msg(collect(2000) == 1, "what is on its way counts until it is on disk");
    stop(1);
    ck_assert_uint_eq(done_count, 1);
}
END_TEST

START_TEST(a_disk_that_refuses_loses_nothing_and_the_stop_tries_once_more)
{
    refuses = true;
    step(ada, DIR_EAST);
    ck_assert_uint_eq(collect(1000), 1);
    uv_sem_wait(&has_begun);
    submit(JOB_FIND_ACCOUNT);
    uv_sem_post(&may_end);
    uv_sem_wait(&has_begun);
    ck_assert_ptr_nonnull(refused);
    ck_assert_uint_eq(persist_unsaved_since_ms(server.persist), 1000);
    stop(1);
    ck_assert_msg(refused == NULL && saved_ticket == 1, "the stop forgets what was refused");
    ck_assert_uint_eq(done_count, 2);
}
END_TEST

START_TEST(a_stop_leaves_no_time_for_copies)
{
    submit(JOB_BACKUP);
    uv_sem_wait(&has_begun);
    submit(JOB_BACKUP);
    submit(JOB_LOAD_AUDIT);
    persist_hurry(server.persist);
    stop(3);
    ck_assert_uint_eq(done_count, 3);
    ck_assert(!done[0].must_end);
    ck_assert_msg(done[1].must_end, "a backup is begun while the server stops");
    ck_assert_int_eq(answers, 3);
}
END_TEST

START_TEST(a_full_queue_refuses_all_but_saves_and_a_backup_on_its_way)
{
    submit(JOB_LOAD_AUDIT);
    uv_sem_wait(&has_begun);
    for (int i = 0; i < PERSIST_JOBS_MAX; i++)
        submit(JOB_FIND_ACCOUNT);
    struct job *job = job_new(JOB_BACKUP);
    ck_assert_ptr_nonnull(job);
    ck_assert_int_eq(persist_submit(server.persist, job), ERR_BUSY);
    job = job_new(JOB_BACKUP);
    ck_assert_ptr_nonnull(job);
    job->stage = BACKUP_COMPARE;
    ck_assert_int_eq(persist_submit(server.persist, job), ERR_OK);
    step(ada, DIR_EAST);
    ck_assert_uint_eq(collect(1000), 1);
    step(ada, DIR_EAST);
    ck_assert_uint_eq(collect(2000), 2);
    stop(PERSIST_JOBS_MAX + 3);
    ck_assert_uint_eq(saved_ticket, 2);
    ck_assert_int_eq(answers, PERSIST_JOBS_MAX + 2);
}
END_TEST

START_TEST(what_the_last_answers_ask_for_is_done_too)
{
    submit(JOB_SAVE_ROLE);
    asks = 2;
    stop(3);
    ck_assert_uint_eq(done_count, 3);
    ck_assert_int_eq(done[0].kind, JOB_SAVE_ROLE);
    ck_assert_int_eq(done[1].kind, JOB_SAVE_AUDIT);
    ck_assert_int_eq(done[2].kind, JOB_SAVE_AUDIT);
    ck_assert_msg(answers == 3, "nobody hears what became of it");
}
END_TEST

START_TEST(who_asks_for_ever_holds_no_stop_up_and_leaves_nothing_behind)
{
    submit(JOB_SAVE_ROLE);
    asks = 1000;
    stop(DONE_MAX);
    ck_assert_uint_gt(done_count, 1);
    ck_assert_uint_lt(done_count, DONE_MAX);
    ck_assert_int_eq(answers, (int)done_count);
}
END_TEST

START_TEST(without_a_thread_nothing_is_left_behind)
{
    struct persist *none = NULL;

    stop(0);
    server.persist = NULL;
    has_no_thread = true;
    ck_assert_int_eq(persist_start(&server.base, NULL, &none), ERR_NO_RESOURCE);
    has_no_thread = false;
    ck_assert_msg(none == NULL && server.persist == NULL, "there is something to stop");
    uv_run(&server.base.loop, UV_RUN_DEFAULT);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("persist");

    tcase_add_checked_fixture(tcase, set_up, tear_down);
    tcase_add_test(tcase, a_save_that_waits_takes_in_the_newer_one_and_keeps_its_place);
    tcase_add_test(tcase, a_save_that_is_being_written_is_left_alone);
    tcase_add_test(tcase, with_nothing_new_nothing_is_queued);
    tcase_add_test(tcase, a_disk_that_refuses_loses_nothing_and_the_stop_tries_once_more);
    tcase_add_test(tcase, a_stop_leaves_no_time_for_copies);
    tcase_add_test(tcase, a_full_queue_refuses_all_but_saves_and_a_backup_on_its_way);
    tcase_add_test(tcase, what_the_last_answers_ask_for_is_done_too);
    tcase_add_test(tcase, who_asks_for_ever_holds_no_stop_up_and_leaves_nothing_behind);
    tcase_add_test(tcase, without_a_thread_nothing_is_left_behind);
    return suite_run("persist", tcase);
}
