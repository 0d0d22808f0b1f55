/*
 * Scenes on a disk that loses power.
 */
#include "disk_scene.h"

#include <check.h>
#include <string.h>

#include "crash_disk.h"
#include "db/store.h"
#include "server/save/persist_accounts.h"

enum err disk_scene_open(struct disk_scene *scene)
{
    struct store_status status;

    scene->work.store = NULL;
    return store_open(CRASH_DISK_FOLDER "/undercroft.db", &scene->work.store, &status);
}

static int64_t create(struct disk_scene *scene, const char *name)
{
    struct job *job = job_new(&question_create_account);

    ck_assert_ptr_nonnull(job);
    struct new_account *made = job->content;
    memcpy(made->account.name, name, strlen(name) + 1);
    memcpy(made->account.skeleton, name, strlen(name) + 1);
    memcpy(made->account.password_hash, "none", sizeof "none");
    made->delver = stage_newborn();
    ck_assert(persist_work_do(&scene->work, job));
    ck_assert_int_eq(job->result, ERR_OK);
    int64_t id = made->account.id;
    job_free(job);
    return id;
}

void disk_scene_init(struct disk_scene *scene, const char *text, uint64_t seed)
{
    *scene = (struct disk_scene){.log = {.level_min = LOG_ERROR, .descriptor = -1}};
    scene->disk = crash_disk_new(seed);
    scene->work.log = &scene->log;
    scene->work.world_seed = 1;
    ck_assert_int_eq(disk_scene_open(scene), ERR_OK);
    stage_init(&scene->stage, text);
    ck_assert_int_eq(memory_images_init(&scene->images, STAGE_DELVERS_MAX), ERR_OK);
    scene->ada = stage_join(&scene->stage, create(scene, "Ada"), draw_level_find(text, 'a'));
    scene->brom = stage_join(&scene->stage, create(scene, "Brom"), draw_level_find(text, 'b'));
}

void disk_scene_close(struct disk_scene *scene)
{
    job_free(scene->work.unsaved);
    scene->work.unsaved = NULL;
    enum err error = store_close(scene->work.store);
    ck_assert(error == ERR_OK || crash_disk_is_off(scene->disk));
}

void disk_scene_release(struct disk_scene *scene)
{
    crash_disk_fail_at(scene->disk, 0, 0);
    if (scene->work.store != NULL)
        disk_scene_close(scene);
    memory_images_release(&scene->images);
    stage_release(&scene->stage);
    crash_disk_free(scene->disk);
}

bool disk_scene_save(struct disk_scene *scene)
{
    struct job *job = job_new(&question_save);

    ck_assert_ptr_nonnull(job);
    ck_assert_int_eq(change_set_collect(job->content, scene->stage.world, &scene->images), ERR_OK);
    job->ticket = ++scene->tickets;
    if (!persist_work_do(&scene->work, job))
        return false;
    ck_assert_int_eq(job->result, ERR_OK);
    job_free(job);
    return true;
}
