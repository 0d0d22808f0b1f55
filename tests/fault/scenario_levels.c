/*
 * Work of an operator: the hall is rebuilt around the delvers in it, twice, so that its first
 * generation is forgotten the second time. Each rebuild is one change set.
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "fault_run.h"
#include "gen/gen.h"
#include "server/save/job.h"
#include "world/world_tick.h"

enum { PEOPLE = 2 };

static void prepare_hall(struct scene *scene)
{
    enum step_result result = scene_open(scene);

    if (result == STEP_DONE)
        result = scene_make_world(scene);
    if (result == STEP_DONE)
        result = scene_get_level(scene, 1);
    if (result == STEP_DONE)
        result = scene_enter(scene, "Ada");
    if (result == STEP_DONE)
        result = scene_enter(scene, "Brom");
    if (result == STEP_DONE)
        result = scene_save(scene);
    CHECK(result == STEP_DONE);
}

static struct level_key key_of(uint32_t generation)
{
    return (struct level_key){.depth = 1, .generation = generation};
}

static enum err fill(struct input *input, uint32_t generation)
{
    struct gen_request request;

    gen_request_for_key(&request, SCENE_SEED, key_of(generation));
    enum err error = gen_level(&request, &input->level, NULL);
    if (error != ERR_OK)
        return error;
    input->level->is_dirty = true;
    input->memories = calloc(PEOPLE, sizeof *input->memories);
    for (size_t i = 0; input->memories != NULL && i < PEOPLE; i++) {
        input->memories[i].tiles = delver_memory_new(level_cell_count(input->level));
        if (input->memories[i].tiles == NULL)
            return ERR_MEMORY;
        input->memory_count++;
    }
    return input->memories == NULL ? ERR_MEMORY : ERR_OK;
}

static enum step_result swap(struct scene *scene, uint32_t generation)
{
    struct input input = {.kind = INPUT_LEVEL_SWAP};
    enum err error = fill(&input, generation);

    if (scene_is_fault(scene, error, "making the hall again")) {
        input_release(&input);
        return STEP_FAILED;
    }
    world_tick(scene->world, &input, 1);
    const struct level *level = world_level(scene->world, key_of(generation));
    if (level == NULL || level->delver_count != PEOPLE)
        scene_fail(scene, "the hall is not in its place with those who were in it");
    return STEP_DONE;
}

static enum err add_acts(struct change_set *set, uint32_t generation)
{
    struct audit_row act = {.at = 7000 + generation, .who = "ada"};
    const struct level_recipe recipe = {.seed = SCENE_SEED, .style = LEVEL_STYLE_OF_THEME};
    const struct level_head head = {.depth = 1,
                                    .current = generation,
                                    .has_kept = true,
                                    .kept = generation - 1,
                                    .newest = generation,
                                    .recipe = recipe,
                                    .kept_recipe = recipe};
    enum err error = change_set_add_head(set, &head);

    snprintf(act.what, sizeof act.what, "made the hall again: %u", generation);
    if (error == ERR_OK)
        error = change_set_add_audit(set, generation, &act);
    if (error == ERR_OK && generation > 1)
        error = change_set_add_deletion(set, key_of(generation - 2));
    return error;
}

static enum step_result save(struct scene *scene, uint32_t generation)
{
    struct job *job = job_new(&question_save);

    if (job == NULL)
        return STEP_FAILED;
    enum err error = add_acts(job->content, generation);
    if (error == ERR_OK)
        error = change_set_collect(job->content, scene->world, &scene->images);
    if (scene_is_fault(scene, error, "collecting")) {
        job_free(job);
        return STEP_FAILED;
    }
    return scene_submit_save(scene, job);
}

static enum step_result swap_first(struct scene *scene)
{
    return swap(scene, 1);
}

static enum step_result save_first(struct scene *scene)
{
    return save(scene, 1);
}

static enum step_result walk(struct scene *scene)
{
    for (enum dir dir = DIR_NORTH; dir < DIR_COUNT; dir++)
        scene_act(scene, SCENE_ADA, ACTION_MOVE, dir);
    return STEP_DONE;
}

static enum step_result swap_second(struct scene *scene)
{
    return swap(scene, 2);
}

static enum step_result save_second(struct scene *scene)
{
    return save(scene, 2);
}

const struct scenario scenario_levels = {
    .name = "levels",
    .files = SCENE_DATABASE,
    .prepare = prepare_hall,
    .steps = {swap_first, save_first, walk, scene_save, swap_second, save_second, walk, scene_save,
              scene_retry},
};
