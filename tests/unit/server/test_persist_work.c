/*
 * On a disk that refuses, is full or loses power no save is lost, and reads see the newest.
 */
#include "server/save/persist_work.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crash_disk.h"
#include "db/connection.h"
#include "db/examine.h"
#include "db/records.h"
#include "db/sqlite_store.h"
#include "db/store.h"
#include "disk_scene.h"
#include "server/save/persist_accounts.h"
#include "server/save/persist_levels.h"
#include "support/test.h"

enum { FOR_EVER = 1000000 };

static const char hall[] = "########################\n"
                           "#a....+........b.......#\n"
                           "#<....................>#\n"
                           "########################\n";

static struct disk_scene scene;

static void set_up(void)
{
    disk_scene_init(&scene, hall, 1);
}

static void tear_down(void)
{
    disk_scene_release(&scene);
}

TEST_FIXTURE(set_up, tear_down);

static void step(body_id delver, enum dir dir)
{
    stage_act(&scene.stage, delver, ACTION_MOVE, dir);
    stage_ticks(&scene.stage, 10);
}

static struct job *find(const char *name)
{
    struct job *job = job_new(&question_find_account);

    ck_assert_ptr_nonnull(job);
    struct account_question *found = job->content;
    memcpy(found->account.name, name, strlen(name) + 1);
    ck_assert(persist_work_do(&scene.work, job));
    ck_assert_int_eq(job->result, ERR_OK);
    return job;
}

/* The place of an account's delver, as it is loaded. */
static struct pos place_of(const char *name)
{
    struct job *job = find(name);
    struct account_question *found = job->content;
    struct pos at = found->delver.at;

    job_free(job);
    return at;
}

static struct job *role_job(int64_t account_id, int role)
{
    struct job *job = job_new(&question_save_role);

    ck_assert_ptr_nonnull(job);
    struct new_role *change = job->content;
    change->account.id = account_id;
    change->role = role;
    return job;
}

/* Saves the settings of one account in a save of their own; true if they are on disk. */
static bool save_settings(int64_t account_id, const char *settings)
{
    struct job *job = job_new(&question_save);

    ck_assert_ptr_nonnull(job);
    ck_assert_int_eq(change_set_put_settings(job->content, account_id, "overwritten"), ERR_OK);
    ck_assert_int_eq(change_set_put_settings(job->content, account_id, settings), ERR_OK);
    job->ticket = ++scene.tickets;
    if (!persist_work_do(&scene.work, job))
        return false;
    ck_assert_int_eq(job->result, ERR_OK);
    job_free(job);
    return true;
}

static void expect_role(const char *name, int role)
{
    struct job *job = find(name);
    struct account_question *found = job->content;

    ck_assert_int_eq(found->role, role);
    job_free(job);
}

static void expect_settings(const char *name, const char *settings, bool is_lost)
{
    struct job *job = find(name);
    struct account_question *found = job->content;

    ck_assert_str_eq(found->settings, settings);
    ck_assert_int_eq(found->is_settings_lost, is_lost);
    job_free(job);
}

static struct job *ask_memory(body_id delver)
{
    const struct delver *body = stage_delver(&scene.stage, delver);
    struct job *job = job_new(&question_fetch_memory);

    ck_assert_ptr_nonnull(job);
    struct memory_question *question = job->content;
    question->delver_id = body->delver_id;
    question->key = body->body.key;
    question->size = body->memory_size;
    ck_assert(persist_work_do(&scene.work, job));
    return job;
}

static enum tile_id stored_door(void)
{
    struct job *job = job_new(&question_fetch_level);

    ck_assert_ptr_nonnull(job);
    struct level_question *question = job->content;
    question->key = (struct level_key){.depth = 1};
    ck_assert(persist_work_do(&scene.work, job));
    ck_assert_int_eq(job->result, ERR_OK);
    enum tile_id tile = level_tile(question->level, draw_level_find(hall, '+'));
    job_free(job);
    return tile;
}

TEST(a_refused_save_is_kept_and_newer_ones_are_laid_over_it)
{
    ck_assert(disk_scene_save(&scene));
    struct pos ada_before = stage_place(&scene.stage, scene.ada);
    crash_disk_fail_at(scene.disk, 1, FOR_EVER);
    step(scene.ada, DIR_EAST);
    ck_assert(!disk_scene_save(&scene));
    ck_assert_int_ne(scene.work.health.error, ERR_OK);
    step(scene.ada, DIR_EAST);
    step(scene.brom, DIR_WEST);
    ck_assert(!disk_scene_save(&scene));
    ck_assert_ptr_nonnull(scene.work.unsaved);
    ck_assert_uint_eq(scene.work.unsaved->ticket, scene.tickets);
    const struct change_set *unsaved = scene.work.unsaved->content;
    ck_assert_uint_eq(unsaved->tick, scene.stage.world->tick);
    ck_assert_msg(persist_work_retry(&scene.work, false) == NULL, "it is not time yet");

    scene.work.retry_at_ns = 0;
    ck_assert_msg(persist_work_retry(&scene.work, false) == NULL, "the disk still refuses");
    ck_assert_ptr_nonnull(scene.work.unsaved);

    crash_disk_fail_at(scene.disk, 0, 0);
    scene.work.retry_at_ns = 0;
    struct job *done = persist_work_retry(&scene.work, false);
    ck_assert_ptr_nonnull(done);
    ck_assert_int_eq(done->result, ERR_OK);
    ck_assert_uint_eq(done->ticket, scene.tickets);
    job_free(done);
    ck_assert_ptr_null(scene.work.unsaved);
    ck_assert_int_eq(scene.work.health.error, ERR_OK);
    ck_assert(!pos_equal(place_of("Ada"), ada_before));
    ck_assert(pos_equal(place_of("Ada"), stage_place(&scene.stage, scene.ada)));
    ck_assert(pos_equal(place_of("Brom"), stage_place(&scene.stage, scene.brom)));
}

TEST(a_read_meanwhile_reads_the_newest)
{
    ck_assert(disk_scene_save(&scene));
    crash_disk_fail_at(scene.disk, 1, FOR_EVER);
    level_set_tile(stage_level(&scene.stage), draw_level_find(hall, '+'), TILE_DOOR_OPEN);
    step(scene.ada, DIR_EAST);
    ck_assert(!disk_scene_save(&scene));
    ck_assert(pos_equal(place_of("Ada"), stage_place(&scene.stage, scene.ada)));
    ck_assert_int_eq(stored_door(), TILE_DOOR_OPEN);
    const struct delver *ada = stage_delver(&scene.stage, scene.ada);
    struct job *job = ask_memory(scene.ada);
    struct memory_question *found = job->content;
    ck_assert_int_eq(job->result, ERR_OK);
    ck_assert_mem_eq(found->memory, ada->memory, ada->memory_size);
    job_free(job);

    /* A row that does not wait is read from the database as ever. */
    ck_assert(pos_equal(place_of("Brom"), stage_place(&scene.stage, scene.brom)));
}

TEST(a_power_cut_after_the_recovery_loses_nothing)
{
    ck_assert(disk_scene_save(&scene));
    crash_disk_fail_at(scene.disk, 2, 3);
    step(scene.ada, DIR_EAST);
    bool is_saved = disk_scene_save(&scene);
    for (int i = 0; i < 10 && !is_saved; i++) {
        scene.work.retry_at_ns = 0;
        struct job *done = persist_work_retry(&scene.work, false);
        is_saved = done != NULL;
        job_free(done);
    }
    ck_assert(is_saved);
    struct pos at = stage_place(&scene.stage, scene.ada);
    crash_disk_cut_at(scene.disk, 1);
    step(scene.ada, DIR_EAST);
    ck_assert_msg(!disk_scene_save(&scene), "the power is off");
    disk_scene_close(&scene);
    crash_disk_power_up(scene.disk);
    ck_assert_int_eq(disk_scene_open(&scene), ERR_OK);
    ck_assert(pos_equal(place_of("Ada"), at));
}

TEST(at_the_end_there_is_one_last_try)
{
    ck_assert(disk_scene_save(&scene));
    crash_disk_fail_at(scene.disk, 1, FOR_EVER);
    step(scene.ada, DIR_EAST);
    ck_assert(!disk_scene_save(&scene));
    struct job *given_up = persist_work_retry(&scene.work, true);
    ck_assert_ptr_nonnull(given_up);
    ck_assert_msg(given_up->result != ERR_OK, "and it says that it failed");
    crash_disk_fail_at(scene.disk, 0, 0);
    scene.work.unsaved = given_up;
    struct job *done = persist_work_retry(&scene.work, true);
    ck_assert_ptr_nonnull(done);
    ck_assert_int_eq(done->result, ERR_OK);
    job_free(done);
    ck_assert_ptr_null(persist_work_retry(&scene.work, true));
}

static enum err remove_player(int64_t id)
{
    struct job *job = job_new(&question_remove_players);

    ck_assert_ptr_nonnull(job);
    struct removal_order *order = job->content;
    order->count = 1;
    order->players[0].id = id;
    ck_assert(persist_work_do(&scene.work, job));
    enum err error = job->result;
    job_free(job);
    return error;
}

/* Rows of theirs may be among what waits, and would have nowhere to go. */
TEST(nobody_is_removed_while_a_save_is_refused)
{
    ck_assert(disk_scene_save(&scene));
    crash_disk_fail_at(scene.disk, 1, FOR_EVER);
    step(scene.ada, DIR_EAST);
    ck_assert(!disk_scene_save(&scene));
    crash_disk_fail_at(scene.disk, 0, 0);
    ck_assert_int_ne(remove_player(1), ERR_OK);
    struct pos at = stage_place(&scene.stage, scene.ada);
    struct job *done = persist_work_retry(&scene.work, true);
    ck_assert_ptr_nonnull(done);
    ck_assert_int_eq(done->result, ERR_OK);
    job_free(done);
    ck_assert(pos_equal(place_of("Ada"), at));
    ck_assert_int_eq(remove_player(1), ERR_OK);
    ck_assert_int_eq(remove_player(1), ERR_NOT_FOUND);
}

TEST(settings_come_with_the_account_and_damaged_ones_are_lost_alone)
{
    expect_settings("Ada", "", false);
    ck_assert(save_settings(1, "colour=256"));
    ck_assert_msg(save_settings(9, "colour=256"), "nobody's settings hold a save up");
    expect_settings("Ada", "colour=256", false);
    expect_settings("Brom", "", false);

    crash_disk_fail_at(scene.disk, 1, FOR_EVER);
    ck_assert(!save_settings(1, "colour=16"));
    expect_settings("Ada", "colour=16", false);
    ck_assert(!save_settings(2, "colour=8"));
    crash_disk_fail_at(scene.disk, 0, 0);
    expect_settings("Ada", "colour=16", false);
    struct job *done = persist_work_retry(&scene.work, true);
    ck_assert(done != NULL && done->result == ERR_OK);
    job_free(done);
    expect_settings("Ada", "colour=16", false);
    expect_settings("Brom", "colour=8", false);

    ck_assert_int_eq(
        connection_exec(sqlite_of(scene.work.store)->handle, "UPDATE setting SET list = 'x=y'"),
        ERR_OK);
    expect_settings("Ada", "", true);
    ck_assert(save_settings(1, "colour=8"));
    expect_settings("Ada", "colour=8", false);
}

enum { GROUP = 4 };

/* The waiting jobs: roles of Ada and of nobody, a step of Ada's, a role of Brom. */
static struct job_queue group_of(void)
{
    struct job_queue jobs = {NULL, NULL};
    struct job *save_job = job_new(&question_save);

    ck_assert_ptr_nonnull(save_job);
    step(scene.ada, DIR_EAST);
    ck_assert_int_eq(change_set_collect(save_job->content, scene.stage.world, &scene.images),
                     ERR_OK);
    save_job->ticket = ++scene.tickets;
    job_queue_add(&jobs, role_job(1, STORE_ROLE_ADMIN));
    job_queue_add(&jobs, role_job(9, STORE_ROLE_ADMIN));
    job_queue_add(&jobs, save_job);
    job_queue_add(&jobs, role_job(2, STORE_ROLE_ADMIN));
    return jobs;
}

/* The results in the order of the answers; how many there are. */
static int results_of(struct job_queue *done, enum err out[GROUP])
{
    struct job *job;
    int count = 0;

    while ((job = job_queue_take(done)) != NULL) {
        ck_assert_int_lt(count, GROUP);
        out[count++] = job->result;
        job_free(job);
    }
    return count;
}

static void expect_whole(void)
{
    struct examination examination;

    ck_assert_int_eq(store_examine(scene.work.store, &examination), ERR_OK);
    ck_assert_msg(examination.state_is_whole, "the rows do not sum to the state");
    ck_assert_uint_eq(examination_bad_rows(&examination), 0);
}

TEST(all_that_waits_costs_one_flush_and_a_bad_row_fails_alone)
{
    struct job_queue done = {NULL, NULL};
    enum err results[GROUP];

    ck_assert(disk_scene_save(&scene));
    struct job_queue jobs = group_of();
    uint64_t syncs = crash_disk_counts(scene.disk)->syncs;
    persist_work_write(&scene.work, &jobs, &done);
    ck_assert_uint_eq(crash_disk_counts(scene.disk)->syncs - syncs, 1);
    ck_assert_int_eq(results_of(&done, results), GROUP);
    ck_assert(results[0] == ERR_OK && results[2] == ERR_OK && results[3] == ERR_OK);
    ck_assert_int_eq(results[1], ERR_NOT_FOUND);
    expect_role("Ada", STORE_ROLE_ADMIN);
    expect_role("Brom", STORE_ROLE_ADMIN);
    ck_assert(pos_equal(place_of("Ada"), stage_place(&scene.stage, scene.ada)));
    expect_whole();
}

TEST(a_job_that_fails_half_way_leaves_nothing_behind)
{
    struct job_queue jobs = {NULL, NULL};
    struct job_queue done = {NULL, NULL};
    struct job *job = job_new(&question_remove_players);
    struct removal_order *order = job->content;
    enum err results[GROUP];

    order->count = 2;
    order->players[0].id = 1;
    order->players[1].id = 9;
    job_queue_add(&jobs, role_job(1, STORE_ROLE_BUILDER));
    job_queue_add(&jobs, job);
    job_queue_add(&jobs, role_job(2, STORE_ROLE_BUILDER));
    persist_work_write(&scene.work, &jobs, &done);
    ck_assert_int_eq(results_of(&done, results), 3);
    ck_assert_int_eq(results[1], ERR_NOT_FOUND);
    expect_role("Ada", STORE_ROLE_BUILDER);
    expect_role("Brom", STORE_ROLE_BUILDER);
    expect_whole();
}

TEST(a_disk_that_refuses_all_of_it_fails_each_and_keeps_the_save)
{
    struct job_queue done = {NULL, NULL};
    enum err results[GROUP];

    ck_assert(disk_scene_save(&scene));
    struct job_queue jobs = group_of();
    crash_disk_fail_at(scene.disk, 1, FOR_EVER);
    persist_work_write(&scene.work, &jobs, &done);
    ck_assert_int_eq(results_of(&done, results), GROUP - 1);
    for (int i = 0; i < GROUP - 1; i++)
        ck_assert_int_ne(results[i], ERR_OK);
    ck_assert_ptr_nonnull(scene.work.unsaved);
    crash_disk_fail_at(scene.disk, 0, 0);
    expect_role("Ada", STORE_ROLE_NONE);
    ck_assert(pos_equal(place_of("Ada"), stage_place(&scene.stage, scene.ada)));
}

TEST(a_save_that_was_refused_is_on_disk_before_anything_newer)
{
    struct job_queue jobs = {NULL, NULL};
    struct job_queue done = {NULL, NULL};
    enum err results[GROUP];

    ck_assert(disk_scene_save(&scene));
    crash_disk_fail_at(scene.disk, 1, FOR_EVER);
    step(scene.ada, DIR_EAST);
    ck_assert(!disk_scene_save(&scene));
    crash_disk_fail_at(scene.disk, 0, 0);
    job_queue_add(&jobs, role_job(1, STORE_ROLE_ADMIN));
    persist_work_write(&scene.work, &jobs, &done);
    ck_assert_ptr_null(scene.work.unsaved);
    ck_assert_ptr_eq(done.first->question, &question_save);
    ck_assert_int_eq(results_of(&done, results), 2);
    ck_assert(results[0] == ERR_OK && results[1] == ERR_OK);
    ck_assert_int_eq(scene.work.health.error, ERR_OK);
    ck_assert(pos_equal(place_of("Ada"), stage_place(&scene.stage, scene.ada)));
}

/* True if every row of the group is on disk after a power cut, false if none is. */
static bool has_group(struct pos ada_before)
{
    bool is_there = !pos_equal(place_of("Ada"), ada_before);

    expect_role("Ada", is_there ? STORE_ROLE_ADMIN : STORE_ROLE_NONE);
    expect_role("Brom", is_there ? STORE_ROLE_ADMIN : STORE_ROLE_NONE);
    expect_whole();
    return is_there;
}

TEST(a_power_cut_leaves_all_of_it_or_nothing)
{
    enum { CUTS_MAX = 1000 };
    bool is_over = false;

    for (uint64_t cut = 1; !is_over; cut++) {
        struct job_queue done = {NULL, NULL};
        enum err results[GROUP];

        ck_assert_uint_lt(cut, CUTS_MAX);
        ck_assert(disk_scene_save(&scene));
        struct pos before = stage_place(&scene.stage, scene.ada);
        struct job_queue jobs = group_of();
        crash_disk_cut_at(scene.disk, cut);
        persist_work_write(&scene.work, &jobs, &done);
        bool is_told = results_of(&done, results) == GROUP;
        disk_scene_close(&scene);
        is_over = !crash_disk_is_off(scene.disk);
        crash_disk_power_up(scene.disk);
        ck_assert_int_eq(disk_scene_open(&scene), ERR_OK);
        ck_assert_msg(has_group(before) || !is_told, "cut %d: told and lost", (int)cut);
        tear_down();
        set_up();
    }
}

TEST(a_bad_row_of_a_change_set_is_left_out_alone)
{

    ck_assert(disk_scene_save(&scene));
    ck_assert_int_eq(remove_player(2), ERR_OK);
    step(scene.ada, DIR_EAST);
    step(scene.brom, DIR_WEST);
    level_set_tile(stage_level(&scene.stage), draw_level_find(hall, '+'), TILE_DOOR_OPEN);
    ck_assert_msg(disk_scene_save(&scene), "a row without its player holds the save up");
    ck_assert(pos_equal(place_of("Ada"), stage_place(&scene.stage, scene.ada)));
    ck_assert_int_eq(stored_door(), TILE_DOOR_OPEN);
    expect_whole();
}
