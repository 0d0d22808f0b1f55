/*
 * Acts of delvers: coming in, walking and opening doors, taking the stairs.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "db/store.h"
#include "fault_run.h"
#include "server/save/job.h"
#include "server/save/persist_accounts.h"
#include "server/save/persist_lists.h"

static void prepare_store(struct scene *scene)
{
    enum step_result result = scene_open(scene);
    CHECK(result == STEP_DONE);
}

static enum step_result enter_hall(struct scene *scene)
{
    return scene_get_level(scene, 1);
}

static enum step_result enter_ada(struct scene *scene)
{
    return scene_enter(scene, "Ada");
}

/* Puts both delvers into the hall and saves all. */
static void prepare_world(struct scene *scene)
{
    prepare_store(scene);
    enum step_result result = scene_make_world(scene);
    if (result == STEP_DONE)
        result = enter_hall(scene);
    if (result == STEP_DONE)
        result = enter_ada(scene);
    if (result == STEP_DONE)
        result = scene_enter(scene, "Brom");
    if (result == STEP_DONE)
        result = scene_save(scene);
    CHECK(result == STEP_DONE);
}

/* Does a job that writes, together with a save that was laid by. */
static void write_job(struct scene *scene, struct job *job)
{
    struct job_queue jobs = {job, job};
    struct job_queue done = {NULL, NULL};
    struct job *other;

    persist_work_write(&scene->work, &jobs, &done);
    while ((other = job_queue_take(&done)) != NULL) {
        if (other == job)
            continue;
        if (other->result != ERR_OK)
            scene_fail(scene, "a save that failed was called done");
        job_free(other);
    }
}

/* Does the job and ends it. */
static enum step_result finish_job(struct scene *scene, struct job *job, const char *what)
{
    write_job(scene, job);
    enum step_result result = scene_is_fault(scene, job->result, what) ? STEP_FAILED : STEP_DONE;
    job_free(job);
    return result;
}

/* Nobody has the name, but somebody looks like it. */
static enum step_result find_lookalike(struct scene *scene)
{
    struct job *job = job_new(&question_find_account);

    if (job == NULL)
        return STEP_FAILED;
    struct account_question *found = job->content;
    snprintf(found->account.name, sizeof found->account.name, "Brorn");
    snprintf(found->account.skeleton, sizeof found->account.skeleton, "Brom");
    (void)persist_work_do(&scene->work, job);
    if (job->result == ERR_OK || (job->result == ERR_NOT_FOUND && !found->is_lookalike))
        scene_fail(scene, "a look-alike was not told");
    enum step_result result =
        job->result != ERR_NOT_FOUND && scene_is_fault(scene, job->result, "finding a look-alike")
            ? STEP_FAILED
            : STEP_DONE;
    job_free(job);
    return result;
}

static enum step_result create_cyd(struct scene *scene)
{
    struct job *job = job_new(&question_create_account);

    if (job == NULL)
        return STEP_FAILED;
    struct new_account *made = job->content;
    snprintf(made->account.name, sizeof made->account.name, "Cyd");
    snprintf(made->account.skeleton, sizeof made->account.skeleton, "cyd");
    snprintf(made->account.password_hash, sizeof made->account.password_hash, "none");
    made->delver = (struct delver_record){
        .level = {.depth = 1}, .health = 9, .health_max = 9, .life = life_new()};
    return finish_job(scene, job, "making an account");
}

static enum step_result save_account(struct scene *scene)
{
    static const struct account_record seen = {
        .id = SCENE_ADA, .mode = MODE_READER, .last_seen_at = 2000};
    struct job *job = job_new(&question_save);

    if (job == NULL || change_set_put_visit(job->content, &seen) != ERR_OK) {
        job_free(job);
        return STEP_FAILED;
    }
    return scene_submit_save(scene, job);
}

static enum step_result submit_settings(struct scene *scene, const char *settings)
{
    struct job *job = job_new(&question_save);

    if (job == NULL || change_set_put_settings(job->content, SCENE_ADA, settings) != ERR_OK) {
        job_free(job);
        return STEP_FAILED;
    }
    return scene_submit_save(scene, job);
}

static enum step_result save_settings(struct scene *scene)
{
    return submit_settings(scene, "colour=256 hints=off");
}

static enum step_result change_settings(struct scene *scene)
{
    return submit_settings(scene, "colour=16");
}

static enum step_result forget_settings(struct scene *scene)
{
    return submit_settings(scene, "");
}

static struct ruling code_until(int64_t until)
{
    return (struct ruling){.kind = RULING_CODE,
                           .subject = "Ada",
                           .until = until,
                           .who = "operator",
                           .detail = "0123456789abcdef"};
}

static enum step_result submit_ruling(struct scene *scene, const struct question *question,
                                      int64_t until)
{
    struct job *job = job_new(question);

    if (job == NULL)
        return STEP_FAILED;
    *(struct ruling *)job->content = code_until(until);
    return finish_job(scene, job, "a ruling");
}

static enum step_result save_ruling(struct scene *scene)
{
    return submit_ruling(scene, &question_save_ruling, 5);
}

static enum step_result drop_ruling(struct scene *scene)
{
    return submit_ruling(scene, &question_drop_ruling, 5);
}

static enum step_result change_ruling(struct scene *scene)
{
    return submit_ruling(scene, &question_save_ruling, 7);
}

static enum step_result use_code(struct scene *scene)
{
    struct job *job = job_new(&question_use_code);

    if (job == NULL)
        return STEP_FAILED;
    struct code_use *use = job->content;
    use->code = code_until(7);
    use->account.id = SCENE_ADA;
    snprintf(use->account.password_hash, sizeof use->account.password_hash, "anew");
    return finish_job(scene, job, "a ruling");
}

static enum step_result save_role(struct scene *scene)
{
    struct job *job = job_new(&question_save_role);

    if (job == NULL)
        return STEP_FAILED;
    struct new_role *change = job->content;
    change->account.id = SCENE_BROM;
    change->role = 2;
    return finish_job(scene, job, "saving a role");
}

static enum step_result save_audit(struct scene *scene)
{
    struct job *job = job_new(&question_save_audit);

    if (job == NULL)
        return STEP_FAILED;
    struct audit_row *row = job->content;
    row->at = 8;
    snprintf(row->who, sizeof row->who, "brom");
    snprintf(row->what, sizeof row->what, "was made an administrator");
    return finish_job(scene, job, "writing the audit");
}

static enum step_result load_audit(struct scene *scene)
{
    struct job *job = job_new(&question_load_audit);

    if (job == NULL)
        return STEP_FAILED;
    struct audit_list *list = job->content;
    list->count = 10;
    (void)persist_work_do(&scene->work, job);
    if (job->result == ERR_OK && (list->count != 2 || list->rows[0].at != 8))
        scene_fail(scene, "the audit was read with %d rows", list->count);
    enum step_result result =
        scene_is_fault(scene, job->result, "reading the audit") ? STEP_FAILED : STEP_DONE;
    job_free(job);
    return result;
}

const struct scenario scenario_login = {
    .name = "login",
    .files = SCENE_DATABASE,
    .prepare = prepare_store,
    .steps = {find_lookalike, create_cyd, scene_make_world, enter_hall, enter_ada, save_account,
              save_settings, change_settings, forget_settings, save_ruling, drop_ruling,
              save_ruling, change_ruling, use_code, save_role, save_audit, load_audit, scene_save,
              scene_retry},
};

static enum step_result walk_ada(struct scene *scene)
{
    scene_act(scene, SCENE_ADA, ACTION_MOVE, DIR_WEST);
    return STEP_DONE;
}

static enum step_result walk_brom(struct scene *scene)
{
    scene_act(scene, SCENE_BROM, ACTION_MOVE, DIR_WEST);
    return STEP_DONE;
}

static enum step_result open_door(struct scene *scene)
{
    scene_act(scene, SCENE_BROM, ACTION_OPEN, DIR_EAST);
    if (level_tile(world_level(scene->world, scene_key(1)), pos_of(6, 1)) != TILE_DOOR_OPEN)
        scene_fail(scene, "the door did not open");
    return STEP_DONE;
}

static enum step_result collect_into(struct scene *scene, struct change_set *set)
{
    enum err error = change_set_collect(set, scene->world, &scene->images);

    return scene_is_fault(scene, error, "collecting") ? STEP_FAILED : STEP_DONE;
}

static enum step_result collect_older(struct scene *scene)
{
    return collect_into(scene, &scene->older);
}

static enum step_result collect_newer(struct scene *scene)
{
    return collect_into(scene, &scene->newer);
}

static size_t count_rows(const struct change_set *set)
{
    return set->of[CHANGE_DELVERS].count + set->of[CHANGE_MEMORIES].count +
           set->of[CHANGE_LEVELS].count;
}

static enum step_result merge(struct scene *scene)
{
    size_t older = count_rows(&scene->older);
    size_t newer = count_rows(&scene->newer);
    uint64_t tick = scene->older.tick;
    enum err error = change_set_merge(&scene->older, &scene->newer);

    if (error != ERR_OK && (count_rows(&scene->older) != older || scene->older.tick != tick ||
                            count_rows(&scene->newer) != newer))
        scene_fail(scene, "merging failed and changed a set");
    if (error == ERR_OK &&
        (change_set_find(&scene->older, CHANGE_DELVERS, &(int64_t){SCENE_ADA}) == NULL ||
         change_set_find(&scene->older, CHANGE_DELVERS, &(int64_t){SCENE_BROM}) == NULL ||
         !change_set_is_empty(&scene->newer)))
        scene_fail(scene, "merging lost a row");
    return scene_is_fault(scene, error, "merging") ? STEP_FAILED : STEP_DONE;
}

/* The merged set is saved as every other. */
static enum step_result save_merged(struct scene *scene)
{
    struct job *job = job_new(&question_save);

    if (job == NULL)
        return STEP_FAILED;
    *(struct change_set *)job->content = scene->older;
    change_set_init(&scene->older);
    return scene_submit_save(scene, job);
}

const struct scenario scenario_steps = {
    .name = "steps",
    .files = SCENE_DATABASE,
    .prepare = prepare_world,
    .steps = {walk_ada, scene_save, open_door, scene_save, walk_ada, collect_older, walk_brom,
              collect_newer, merge, save_merged, scene_retry},
};

static enum step_result go_down(struct scene *scene)
{
    scene_act(scene, SCENE_ADA, ACTION_MOVE, DIR_EAST);
    scene_act(scene, SCENE_ADA, ACTION_DESCEND, DIR_NONE);
    if (scene_delver(scene, SCENE_ADA)->body.state != BODY_TRANSIT)
        scene_fail(scene, "Ada did not depart");
    return STEP_DONE;
}

static enum step_result get_cave(struct scene *scene)
{
    return scene_get_level(scene, 2);
}

static enum step_result arrive_below(struct scene *scene)
{
    return scene_arrive(scene, SCENE_ADA, 2);
}

static enum step_result go_up(struct scene *scene)
{
    scene_act(scene, SCENE_ADA, ACTION_ASCEND, DIR_NONE);
    if (scene_delver(scene, SCENE_ADA)->body.state != BODY_TRANSIT)
        scene_fail(scene, "Ada did not depart");
    return STEP_DONE;
}

static enum step_result arrive_above(struct scene *scene)
{
    enum step_result result = scene_arrive(scene, SCENE_ADA, 1);

    if (result == STEP_DONE && scene_delver(scene, SCENE_ADA)->explored == 0)
        scene_fail(scene, "Ada has forgotten the hall");
    return result;
}

const struct scenario scenario_stairs = {
    .name = "stairs",
    .files = SCENE_DATABASE,
    .prepare = prepare_world,
    .steps = {go_down, scene_save, get_cave, arrive_below, scene_save, scene_retry, go_up,
              arrive_above, scene_save, scene_retry},
};

/* Tried again, it may find that the first try was on disk after all. */
static enum step_result finish_removal(struct scene *scene, struct job *job)
{
    write_job(scene, job);
    bool is_gone = scene->is_again && job->result == ERR_NOT_FOUND;
    enum step_result result = !is_gone && scene_is_fault(scene, job->result, "removing a player")
                                  ? STEP_FAILED
                                  : STEP_DONE;
    job_free(job);
    return result;
}

static enum step_result remove_ada(struct scene *scene)
{
    struct job *job = job_new(&question_remove_players);

    if (job == NULL)
        return STEP_FAILED;
    struct removal_order *order = job->content;
    order->count = 1;
    order->players[0].id = SCENE_ADA;
    return finish_removal(scene, job);
}

/* Cyd alone was never seen since then. */
static enum step_result remove_unused(struct scene *scene)
{
    struct job *list = job_new(&question_list_unused);
    struct job *job = job_new(&question_remove_players);

    if (list == NULL || job == NULL) {
        job_free(list);
        job_free(job);
        return STEP_FAILED;
    }
    struct removal_order *order = list->content;
    order->are_unused = true;
    order->seen_before = 1;
    (void)persist_work_do(&scene->work, list);
    enum err listed = list->result;
    *(struct removal_order *)job->content = *order;
    job_free(list);
    if (listed == ERR_OK)
        return finish_removal(scene, job);
    job_free(job);
    return scene_is_fault(scene, listed, "listing the unused") ? STEP_FAILED : STEP_DONE;
}

const struct scenario scenario_removal = {
    .name = "removal",
    .files = SCENE_DATABASE,
    .prepare = prepare_store,
    .steps = {create_cyd, save_settings, save_ruling, remove_ada, remove_unused},
};
