/*
 * The queue of the database thread: what waits there is joined, never reordered and never lost,
 * while the thread is held at a job for as long as the test wants. The thread's work on a job is a
 * stand-in.
 */
#include "server/save/persist.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <uv.h>

#include "db/store.h"
#include "persist_without_copies.h"
#include "server/base/base.h"
#include "server/save/persist_accounts.h"
#include "server/save/persist_copy.h"
#include "server/save/persist_levels.h"
#include "server/save/persist_lists.h"
#include "server/save/persist_work.h"
#include "support/stage.h"
#include "support/test.h"

enum { DONE_MAX = 16, NS_PER_S = 1000000000 };

static const char hall[] = "########################\n"
                           "#a.............b.......#\n"
                           "#<....................>#\n"
                           "########################\n";

/* A job as the thread found it when it came to do it. */
struct done {
    const struct question *question;
    uint64_t ticket;
    uint64_t tick;
    struct pos ada; /* {-1, -1}: the set has no such delver */
    struct pos brom;
    char settings[32]; /* of Ada */
    bool must_end;     /* what takes long */
};

static struct base base;
static struct persist *persist;
static struct job_queue asked; /* the answers to the jobs of these tests */
static struct stage stage;
static body_id ada;
static body_id brom;
static uv_sem_t has_begun; /* the thread is at a job … */
static uv_sem_t may_end;   /* … and stays there until it may end it */
static struct done done[DONE_MAX];
static size_t done_count;
static int answers;
static int wakings;           /* of the loop by the thread */
static uint64_t saved_ticket; /* at the end */
static uint64_t unsaved_since_ms;
static atomic_bool is_race; /* a job comes as the thread's wait ends */
static bool has_no_thread;  /* the system */
static bool refuses;        /* the disk */
static struct job *refused; /* by it: the job that waits for a retry */

static struct pos place_in(struct change_set *set, int64_t delver_id)
{
    const struct delver_record *record =
        change_set_find(set, CHANGE_DELVERS, &(int64_t){delver_id});

    return record == NULL ? pos_of(-1, -1) : record->at;
}

bool persist_work_do(struct persist_work *work, struct job *job)
{
    struct change_set none = {0};
    struct change_set *set = job->question == &question_save ? job->content : &none;
    const struct settings_row *settings = change_set_find(set, CHANGE_SETTINGS, &(int64_t){1});

    if (done_count < DONE_MAX)
        done[done_count++] = (struct done){.question = job->question,
                                           .ticket = job->ticket,
                                           .tick = set->tick,
                                           .ada = place_in(set, 1),
                                           .brom = place_in(set, 2),
                                           .must_end = atomic_load(work->must_end)};
    if (settings != NULL && done_count <= DONE_MAX)
        snprintf(done[done_count - 1].settings, sizeof done[0].settings, "%.31s", settings->list);
    uv_sem_post(&has_begun);
    uv_sem_wait(&may_end);
    if (job->question != &question_save || !refuses)
        return true;
    refused = job;
    return false;
}

/* Does the jobs one by one. test_persist_work.c tests that they are one transaction. */
void persist_work_write(struct persist_work *work, struct job_queue *jobs, struct job_queue *over)
{
    struct job *job;

    while ((job = job_queue_take(jobs)) != NULL) {
        if (persist_work_do(work, job))
            job_queue_add(over, job);
    }
}

bool persist_work_has_backlog(const struct persist_work *work)
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

bool persist_copy_is_doubtful(const struct job *job)
{
    return job->question == &question_backup &&
           ((const struct backup_order *)job->content)->stage == BACKUP_COMPARE;
}

/* Stands before libuv's own. */
int uv_thread_create(uv_thread_t *thread, uv_thread_cb run, void *argument)
{
    const uv_thread_options_t usual = {.flags = UV_THREAD_NO_FLAGS};

    return has_no_thread ? UV_EAGAIN : uv_thread_create_ex(thread, &usual, run, argument);
}

/* The same. In a race the wait ends by its time, but the lock is had only after a job has come. */
int uv_cond_timedwait(uv_cond_t *cond, uv_mutex_t *mutex, uint64_t timeout_ns)
{
    if (atomic_exchange(&is_race, false)) {
        uv_mutex_unlock(mutex);
        uv_sem_post(&has_begun);
        uv_sem_wait(&may_end);
        uv_mutex_lock(mutex);
        return UV_ETIMEDOUT;
    }
    uint64_t end_ns = uv_hrtime() + timeout_ns;
    const struct timespec end = {.tv_sec = (time_t)(end_ns / NS_PER_S),
                                 .tv_nsec = (long)(end_ns % NS_PER_S)};
    return pthread_cond_timedwait(cond, mutex, &end) == 0 ? 0 : UV_ETIMEDOUT;
}

static void on_answers(uv_async_t *handle)
{
    (void)handle;
    wakings++;
    persist_receive(persist);
}

static enum err start(struct persist **out)
{
    return persist_start(&base, NULL, stage.world, on_answers, out);
}

static void set_up(void)
{
    done_count = 0;
    answers = 0;
    wakings = 0;
    refuses = false;
    refused = NULL;
    memset(&base, 0, sizeof base);
    base.log = (struct log){.level_min = LOG_ERROR, .descriptor = -1};
    ck_assert_int_eq(uv_loop_init(&base.loop), 0);
    ck_assert_int_eq(uv_sem_init(&has_begun, 0), 0);
    ck_assert_int_eq(uv_sem_init(&may_end, 0), 0);
    stage_init(&stage, hall);
    ada = stage_join(&stage, 1, draw_level_find(hall, 'a'));
    brom = stage_join(&stage, 2, draw_level_find(hall, 'b'));
    ck_assert_int_eq(start(&persist), ERR_OK);
}

static void tear_down(void)
{
    stage_release(&stage);
    uv_sem_destroy(&has_begun);
    uv_sem_destroy(&may_end);
    ck_assert_int_eq(uv_loop_close(&base.loop), 0);
}

/* The number of answers, with the tickets of the first ones in *out. */
static int take_answers(uint64_t *out, int max)
{
    struct job *job;
    int count = 0;

    while ((job = job_queue_take(&asked)) != NULL) {
        if (count < max)
            out[count] = job->ticket;
        count++;
        job_free(job);
    }
    return count;
}

static void free_persist(void)
{
    answers += take_answers(NULL, 0);
    saved_ticket = persist_saved_ticket(persist);
    unsaved_since_ms = persist_unsaved_since_ms(persist);
    ck_assert_ptr_null(persist_free(persist));
    uv_run(&base.loop, UV_RUN_DEFAULT);
}

/* Lets `count` jobs go and ends the thread. */
static void stop(int count)
{
    for (int i = 0; i < count; i++)
        uv_sem_post(&may_end);
    persist_stop(persist);
    persist_receive(persist);
    free_persist();
}

static void submit_ticket(const struct question *question, uint64_t ticket)
{
    struct job *job = job_new(question);

    ck_assert_ptr_nonnull(job);
    job->ticket = ticket;
    ck_assert_int_eq(persist_submit(persist, job, &asked), ERR_OK);
}

static void submit(const struct question *question)
{
    submit_ticket(question, 0);
}

static void step(body_id delver, enum dir dir)
{
    stage_act(&stage, delver, ACTION_MOVE, dir);
    stage_ticks(&stage, 10);
}

static uint64_t collect(uint64_t now_ms)
{
    struct change_set set;
    uint64_t ticket = 0;

    change_set_init(&set);
    base.now_ms = now_ms;
    ck_assert_int_eq(persist_collect(persist, stage.world, &set, &ticket), ERR_OK);
    return ticket;
}

static void expect_place(struct pos at, body_id delver)
{
    ck_assert(pos_equal(at, stage_place(&stage, delver)));
}

TEST_FIXTURE(set_up, tear_down);

TEST(a_save_that_waits_takes_in_the_newer_one_and_keeps_its_place)
{
    submit(&question_load_audit);
    uv_sem_wait(&has_begun);
    step(ada, DIR_EAST);
    ck_assert_uint_eq(collect(1000), 1);
    submit(&question_find_account);
    step(ada, DIR_EAST);
    step(brom, DIR_WEST);
    ck_assert_uint_eq(collect(2000), 2);
    submit(&question_fetch_level);
    ck_assert_uint_eq(persist_saved_ticket(persist), 0);
    ck_assert_uint_eq(persist_unsaved_since_ms(persist), 1000);
    stop(4);

    ck_assert_uint_eq(done_count, 4);
    ck_assert_ptr_eq(done[0].question, &question_load_audit);
    ck_assert_msg(done[1].question == &question_save,
                  "the save has lost its place before who reads");
    ck_assert_uint_eq(done[1].ticket, 2);
    ck_assert_uint_eq(done[1].tick, stage.world->tick);
    expect_place(done[1].ada, ada);
    expect_place(done[1].brom, brom);
    ck_assert_ptr_eq(done[2].question, &question_find_account);
    ck_assert_ptr_eq(done[3].question, &question_fetch_level);
    ck_assert_uint_eq(saved_ticket, 2);
    ck_assert_uint_eq(unsaved_since_ms, 0);
}

TEST(a_save_that_comes_as_the_wait_of_the_thread_ends_is_not_lost)
{
    atomic_store(&is_race, true);
    uv_sem_wait(&has_begun);
    step(ada, DIR_EAST);
    ck_assert_uint_eq(collect(1000), 1);
    stop(2);
    ck_assert_uint_eq(done_count, 1);
    ck_assert_uint_eq(saved_ticket, 1);
}

TEST(a_save_that_is_being_written_is_left_alone)
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

TEST(with_nothing_new_nothing_is_queued)
{
    step(ada, DIR_EAST);
    ck_assert_uint_eq(collect(1000), 1);
    uv_sem_wait(&has_begun);
    ck_assert_msg(collect(2000) == 1, "what is on its way counts until it is on disk");
    stop(1);
    ck_assert_uint_eq(done_count, 1);
}

TEST(a_disk_that_refuses_loses_nothing_and_the_stop_tries_once_more)
{
    refuses = true;
    step(ada, DIR_EAST);
    ck_assert_uint_eq(collect(1000), 1);
    uv_sem_wait(&has_begun);
    submit(&question_find_account);
    uv_sem_post(&may_end);
    uv_sem_wait(&has_begun);
    ck_assert_ptr_nonnull(refused);
    ck_assert_uint_eq(persist_unsaved_since_ms(persist), 1000);
    stop(1);
    ck_assert_msg(refused == NULL && saved_ticket == 1, "the stop forgets what was refused");
    ck_assert_uint_eq(done_count, 2);
}

TEST(a_stop_leaves_no_time_for_copies)
{
    submit(&question_backup);
    uv_sem_wait(&has_begun);
    submit(&question_backup);
    submit(&question_load_audit);
    persist_hurry(persist);
    stop(3);
    ck_assert_uint_eq(done_count, 3);
    ck_assert(!done[0].must_end);
    ck_assert_msg(done[1].must_end, "a backup is begun while the server stops");
    ck_assert_int_eq(answers, 3);
}

TEST(a_full_queue_refuses_all_but_saves_and_a_backup_on_its_way)
{
    submit(&question_load_audit);
    uv_sem_wait(&has_begun);
    for (int i = 0; i < PERSIST_JOBS_MAX; i++)
        submit(&question_find_account);
    struct job *job = job_new(&question_backup);
    ck_assert_ptr_nonnull(job);
    ck_assert_int_eq(persist_submit(persist, job, &asked), ERR_BUSY);
    job = job_new(&question_backup);
    ck_assert_ptr_nonnull(job);
    ((struct backup_order *)job->content)->stage = BACKUP_COMPARE;
    ck_assert_int_eq(persist_submit(persist, job, &asked), ERR_OK);
    step(ada, DIR_EAST);
    ck_assert_uint_eq(collect(1000), 1);
    step(ada, DIR_EAST);
    ck_assert_uint_eq(collect(2000), 2);
    stop(PERSIST_JOBS_MAX + 3);
    ck_assert_uint_eq(saved_ticket, 2);
    ck_assert_int_eq(answers, PERSIST_JOBS_MAX + 2);
}

TEST(answers_come_to_who_asked_in_the_order_they_were_done)
{
    struct job_queue other = {NULL, NULL};
    struct job *job = job_new(&question_load_audit);
    uint64_t tickets[3] = {0};

    submit_ticket(&question_find_account, 7);
    ck_assert_int_eq(persist_submit(persist, job, &other), ERR_OK);
    submit_ticket(&question_fetch_level, 5);
    for (int i = 0; i < 3; i++) {
        uv_sem_wait(&has_begun);
        ck_assert_msg(take_answers(tickets, 3) == 0, "answered before it is done");
        uv_sem_post(&may_end);
    }
    persist_stop(persist);
    persist_receive(persist);
    ck_assert_int_eq(take_answers(tickets, 3), 2);
    ck_assert_uint_eq(tickets[0], 7);
    ck_assert_uint_eq(tickets[1], 5);
    ck_assert_ptr_eq(job_queue_take(&other), job);
    ck_assert_ptr_null(job_queue_take(&other));
    job_free(job);
    free_persist();
}

static void on_patience_over(uv_timer_t *timer)
{
    (void)timer;
    ck_abort_msg("the loop sleeps on");
}

TEST(what_reads_waits_for_all_that_was_to_be_written_before_it_and_for_nothing_else)
{
    static const struct question *const waiting[] = {&question_find_account, &question_save_role,
                                                     &question_fetch_level, &question_save_role,
                                                     &question_load_audit};
    static const struct question *const expected[] = {&question_find_account, &question_save_role,
                                                      &question_save_role, &question_fetch_level,
                                                      &question_load_audit};

    submit(&question_look_level);
    uv_sem_wait(&has_begun);
    for (int i = 0; i < 5; i++)
        submit(waiting[i]);
    stop(6);
    ck_assert_uint_eq(done_count, 6);
    for (int i = 0; i < 5; i++)
        ck_assert_ptr_eq(done[1 + i].question, expected[i]);
}

static void choose(int64_t account_id, const char *list)
{
    ck_assert_int_eq(change_set_put_settings(persist_changes(persist), account_id, list), ERR_OK);
}

TEST(what_changed_beside_the_world_is_saved_before_what_is_asked_for_next)
{
    submit(&question_load_audit);
    uv_sem_wait(&has_begun);
    choose(1, "colour=16");
    submit(&question_find_account);
    choose(1, "colour=8");
    step(ada, DIR_EAST);
    ck_assert_uint_eq(collect(1000), 2);
    ck_assert(change_set_is_empty(persist_changes(persist)));
    stop(3);
    ck_assert_uint_eq(done_count, 3);
    ck_assert_ptr_eq(done[1].question, &question_save);
    ck_assert_str_eq(done[1].settings, "colour=8");
    ck_assert_uint_eq(done[1].tick, stage.world->tick);
    ck_assert_ptr_eq(done[2].question, &question_find_account);
    ck_assert_uint_eq(saved_ticket, 2);
}

TEST(what_changed_at_last_is_saved_at_the_stop)
{
    choose(1, "colour=8");
    stop(1);
    ck_assert_uint_eq(done_count, 1);
    ck_assert_str_eq(done[0].settings, "colour=8");
    ck_assert_uint_eq(done[0].tick, 0);
    ck_assert_uint_eq(saved_ticket, 1);
}

TEST(the_thread_wakes_the_loop_for_an_answer)
{
    uv_timer_t patience;
    uint64_t ticket = 0;

    ck_assert_int_eq(uv_timer_init(&base.loop, &patience), 0);
    ck_assert_int_eq(uv_timer_start(&patience, on_patience_over, 30000, 0), 0);
    submit_ticket(&question_find_account, 7);
    uv_sem_post(&may_end);
    while (take_answers(&ticket, 1) == 0)
        uv_run(&base.loop, UV_RUN_ONCE);
    ck_assert_int_gt(wakings, 0);
    ck_assert_uint_eq(ticket, 7);
    uv_close((uv_handle_t *)&patience, NULL);
    stop(0);
}

TEST(an_answer_that_nobody_waits_for_is_freed)
{
    struct job *job = job_new(&question_save_audit);

    ck_assert_int_eq(persist_submit(persist, job, NULL), ERR_OK);
    stop(1);
    ck_assert_uint_eq(done_count, 1);
    ck_assert_int_eq(answers, 0);
}

TEST(what_the_last_answers_ask_for_is_done_too)
{
    submit(&question_save_role);
    for (int i = 0; i < 3; i++)
        uv_sem_post(&may_end);
    persist_stop(persist);
    persist_receive(persist);
    for (int i = 0; i < 2; i++) {
        ck_assert_int_eq(take_answers(NULL, 0), 1);
        submit(&question_save_audit);
        ck_assert(persist_work_off(persist));
        persist_receive(persist);
    }
    ck_assert(!persist_work_off(persist));
    free_persist();
    ck_assert_uint_eq(done_count, 3);
    ck_assert_ptr_eq(done[2].question, &question_save_audit);
    ck_assert_msg(answers == 1, "nobody hears of the result");
}

TEST(what_is_asked_for_after_the_end_is_freed)
{
    submit(&question_save_role);
    uv_sem_post(&may_end);
    persist_stop(persist);
    submit(&question_save_audit);
    persist_receive(persist);
    free_persist();
    ck_assert_uint_eq(done_count, 1);
    ck_assert_int_eq(answers, 1);
}

TEST(without_a_thread_nothing_is_left_behind)
{
    struct persist *none = NULL;

    stop(0);
    has_no_thread = true;
    ck_assert_int_eq(start(&none), ERR_NO_RESOURCE);
    has_no_thread = false;
    ck_assert_msg(none == NULL, "there is something to stop");
    uv_run(&base.loop, UV_RUN_DEFAULT);
}
