/*
 * Steps of a scene: what the loop and the database thread do between them for one delver.
 */
#include <stdlib.h>
#include <string.h>

#include "db/store.h"
#include "gen/gen.h"
#include "scene.h"
#include "server/save/job.h"
#include "server/save/persist_accounts.h"
#include "server/save/persist_levels.h"
#include "world/world_tick.h"

enum { DELVERS_MAX = 8, LEVELS_MAX = 4, TICKS_AN_ACTION = 10 };

enum step_result scene_open(struct scene *scene)
{
    struct store_status status;

    if (scene->work.store != NULL)
        return STEP_DONE;
    enum err error = store_open(SCENE_PATH, &scene->work.store, &status);
    if (status.is_new)
        scene_fail(scene, "opening made a new world over the old one");
    if (error != ERR_OK && status.reason[0] == '\0')
        scene_fail(scene, "opening failed (%s) and gave no reason", err_name(error));
    if (error == ERR_OK && scene->work.store == NULL)
        scene_fail(scene, "opening gave no store");
    return scene_is_fault(scene, error, "opening") ? STEP_FAILED : STEP_DONE;
}

enum step_result scene_close(struct scene *scene)
{
    if (scene->work.store == NULL)
        return STEP_DONE;
    enum err error = store_close(scene->work.store);
    scene->work.store = NULL;
    return scene_is_fault(scene, error, "closing") ? STEP_FAILED : STEP_DONE;
}

enum step_result scene_make_world(struct scene *scene)
{
    static const struct world_limits limits = {.delvers_max = DELVERS_MAX,
                                               .levels_max = LEVELS_MAX};

    if (scene->world != NULL)
        return STEP_DONE;
    enum err error = memory_images_init(&scene->images, limits.delvers_max);
    if (error == ERR_OK)
        error = world_new(SCENE_SEED, 0, limits, &scene->world);
    if (error != ERR_OK)
        memory_images_release(&scene->images);
    return scene_is_fault(scene, error, "making the world") ? STEP_FAILED : STEP_DONE;
}

struct delver *scene_delver(const struct scene *scene, int64_t delver_id)
{
    return world_find_delver(scene->world, delver_id);
}

/* A tick with one input. */
static void enter_tick(struct scene *scene, struct input input)
{
    world_tick(scene->world, &input, 1);
}

void scene_act(struct scene *scene, int64_t delver_id, enum action_verb verb, enum dir dir)
{
    const struct delver *delver = scene_delver(scene, delver_id);

    enter_tick(scene, (struct input){.kind = INPUT_ACTION,
                                     .actor = delver->body.id,
                                     .action = {.verb = verb, .dir = dir}});
    for (int i = 1; i < TICKS_AN_ACTION; i++)
        world_tick(scene->world, NULL, 0);
}

/* Number of dirty delvers, memories and levels of the world. */
static int count_dirty(const struct world *world)
{
    int count = 0;

    for (uint32_t i = 0; i < world->limits.delvers_max; i++) {
        const struct delver *delver = world->delvers[i];
        count += delver != NULL && delver->is_record_dirty;
        count += delver != NULL && delver->is_memory_dirty;
    }
    for (uint32_t i = 0; i < world->level_count; i++)
        count += world->levels[i]->is_dirty;
    return count;
}

static bool collect(struct scene *scene, struct change_set *set)
{
    int dirty_before = count_dirty(scene->world);
    enum err error = change_set_collect(set, scene->world, &scene->images);
    int dirty_after = count_dirty(scene->world);

    if (error != ERR_OK && dirty_after != dirty_before)
        scene_fail(scene, "collecting failed and the world is cleaner than before");
    if (error != ERR_OK && !change_set_is_empty(set))
        scene_fail(scene, "collecting failed and left rows in the set");
    if (error == ERR_OK && dirty_after != 0)
        scene_fail(scene, "collecting left something dirty behind");
    return !scene_is_fault(scene, error, "collecting");
}

enum step_result scene_submit_save(struct scene *scene, struct job *job)
{
    if (!persist_work_do(&scene->work, job)) {
        if (scene->work.unsaved != job)
            scene_fail(scene, "a save that was laid by is not what is kept");
        return STEP_LAID_BY;
    }
    if (job->result != ERR_OK)
        scene_fail(scene, "a save that failed was called done");
    job_free(job);
    return STEP_DONE;
}

enum step_result scene_save(struct scene *scene)
{
    struct job *job = job_new(&question_save);

    if (job == NULL)
        return STEP_FAILED;
    if (!collect(scene, job->content)) {
        job_free(job);
        return STEP_FAILED;
    }
    return scene_submit_save(scene, job);
}

enum step_result scene_retry(struct scene *scene)
{
    if (scene->work.unsaved == NULL)
        return STEP_DONE;
    scene->work.retry_at_ns = 0;
    struct job *done = persist_work_retry(&scene->work, false);
    if (done == NULL) {
        if (scene->work.unsaved == NULL)
            scene_fail(scene, "a retry lost the save");
        return STEP_FAILED;
    }
    if (done->result != ERR_OK)
        scene_fail(scene, "a retry that failed was called done");
    job_free(done);
    return STEP_DONE;
}

static enum err make_level(struct level_key key, struct level **out)
{
    struct gen_request request;

    gen_request_for_key(&request, SCENE_SEED, key);
    enum err error = gen_level(&request, out, NULL);
    if (error == ERR_OK)
        (*out)->is_dirty = true;
    return error;
}

enum step_result scene_get_level(struct scene *scene, int depth)
{
    struct job *job = job_new(&question_fetch_level);

    if (job == NULL)
        return STEP_FAILED;
    struct level_question *question = job->content;
    question->key = scene_key(depth);
    (void)persist_work_do(&scene->work, job);
    enum err error = job->result;
    struct level *level = question->level;
    question->level = NULL;
    job_free(job);
    if (error == ERR_NOT_FOUND && depth > 1)
        error = make_level(scene_key(depth), &level);
    if (scene_is_fault(scene, error, "getting a level"))
        return STEP_FAILED;
    enter_tick(scene, (struct input){.kind = INPUT_LEVEL_ADD, .level = level});
    return STEP_DONE;
}

/* A memory for the level, from the database; it is the caller's. */
static uint8_t *get_memory(struct scene *scene, int64_t delver_id, const struct level *level)
{
    struct job *job = job_new(&question_fetch_memory);

    if (job == NULL)
        return NULL;
    struct memory_question *question = job->content;
    question->delver_id = delver_id;
    question->key = level->key;
    question->size = level_cell_count(level);
    (void)persist_work_do(&scene->work, job);
    uint8_t *memory = NULL;
    if (job->result == ERR_NOT_FOUND ||
        !scene_is_fault(scene, job->result, "getting what a delver remembers")) {
        memory = question->memory;
        question->memory = NULL;
    }
    job_free(job);
    return memory;
}

static enum step_result join(struct scene *scene, const struct job *found)
{
    const struct account_question *row = found->content;
    const struct level *level = world_level(scene->world, row->delver.level);
    struct delver *delver = NULL;

    if (level == NULL) {
        scene_fail(scene, "%s stands on no level that is there", row->account.name);
        return STEP_FAILED;
    }
    uint8_t *memory = get_memory(scene, row->delver.id, level);
    if (memory == NULL)
        return STEP_FAILED;
    enum err error =
        delver_new(&row->delver, row->account.name, memory, level_cell_count(level), &delver);
    if (scene_is_fault(scene, error, "making a delver"))
        return STEP_FAILED;
    enter_tick(scene, (struct input){.kind = INPUT_JOIN, .newcomer = delver});
    return STEP_DONE;
}

enum step_result scene_enter(struct scene *scene, const char *name)
{
    struct job *job = job_new(&question_find_account);
    enum step_result result = STEP_FAILED;

    if (job == NULL)
        return STEP_FAILED;
    struct account_question *found = job->content;
    memcpy(found->account.name, name, strlen(name) + 1);
    (void)persist_work_do(&scene->work, job);
    if (!scene_is_fault(scene, job->result, "finding an account")) {
        if (found->account.created_at != 1000 || found->delver.health_max != 12)
            scene_fail(scene, "%s was found with other values than were saved", name);
        result = join(scene, job);
    }
    if (result == STEP_DONE && scene_delver(scene, found->account.id) == NULL)
        scene_fail(scene, "%s did not come into the world", name);
    job_free(job);
    return result;
}

enum step_result scene_arrive(struct scene *scene, int64_t delver_id, int depth)
{
    const struct level *level = world_level(scene->world, scene_key(depth));
    struct delver *delver = scene_delver(scene, delver_id);

    if (level == NULL || delver == NULL || delver->body.state != BODY_TRANSIT) {
        scene_fail(scene, "nobody is on the way to depth %d", depth);
        return STEP_FAILED;
    }
    uint8_t *memory = get_memory(scene, delver_id, level);
    if (memory == NULL)
        return STEP_FAILED;
    enter_tick(scene, (struct input){.kind = INPUT_ARRIVE,
                                     .actor = delver->body.id,
                                     .key = level->key,
                                     .memory = memory,
                                     .memory_size = level_cell_count(level)});
    if (delver->body.state != BODY_PRESENT)
        scene_fail(scene, "the delver did not arrive");
    return STEP_DONE;
}
