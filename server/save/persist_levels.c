/*
 * Questions about levels and memories of them: rows that wait for a disk that refuses them go
 * before those of the database.
 */
#include <stdlib.h>
#include <string.h>

#include "db/records.h"
#include "db/store.h"
#include "server/save/persist_work.h"
#include "world/delver.h"
#include "world/population_codec.h"

/* The row that waits for the disk; NULL: none. */
static const struct level_row *find_unsaved(const struct persist_work *work, const struct job *job)
{
    if (job->is_exact || work->unsaved == NULL)
        return persist_find_unsaved(work, CHANGE_LEVELS, &job->key);
    return change_set_find_level(&work->unsaved->set, job->key.wing, job->key.depth);
}

/* The terrain. */
static void fetch_terrain(struct persist_work *work, struct job *job)
{
    struct level_blob blob;
    struct bytes data;
    const struct level_row *row = find_unsaved(work, job);

    if (row != NULL) {
        job->key = row->key;
        job->result = level_decode(row->blob.data, row->blob.length, row->key, &job->level);
        return;
    }
    job->result = ERR_OK;
    if (!job->is_exact) {
        job->key.generation = 0;
        job->result =
            store_find_generation(work->store, job->key.wing, job->key.depth, &job->key.generation);
    }
    if (job->result != ERR_OK)
        return;
    bytes_init(&data, LEVEL_BLOB_MAX);
    job->result = store_load_level(work->store, job->key, &blob, &data);
    if (job->result == ERR_OK)
        job->result = level_decode(data.data, data.length, job->key, &job->level);
    bytes_release(&data);
}

/* The row that waits for the disk, else that of the database. ERR_NOT_FOUND: there is none. */
static enum err load_population(struct persist_work *work, struct job *job)
{
    const struct population_row *row = persist_find_unsaved(work, CHANGE_POPULATIONS, &job->key);

    bytes_init(&job->population, POPULATION_BLOB_MAX);
    if (row != NULL)
        return bytes_append(&job->population, row->blob.data, row->blob.length);
    enum err error = store_load_population(work->store, job->key, &job->population);
    if (error != ERR_OK)
        return error;
    int width = job->level == NULL ? LEVEL_WIDTH_MAX : job->level->width;
    int height = job->level == NULL ? LEVEL_HEIGHT_MAX : job->level->height;
    return population_check(job->population.data, job->population.length, width, height);
}

/* A damaged population is lost alone: the level is read all the same. */
static void fetch_population(struct persist_work *work, struct job *job)
{
    enum err error = load_population(work, job);

    job->is_population_lost = err_is_damage(error);
    if (error == ERR_OK)
        return;
    bytes_release(&job->population);
    if (error == ERR_NOT_FOUND || job->is_population_lost)
        return;
    level_free(job->level);
    job->level = NULL;
    job->result = error;
}

/* Damaged terrain does not damage the population, which is read all the same. */
static bool fetch_level(struct persist_work *work, struct job *job)
{
    fetch_terrain(work, job);
    if (job->result == ERR_OK || err_is_damage(job->result))
        fetch_population(work, job);
    return true;
}

static bool look_level(struct persist_work *work, struct job *job)
{
    (void)fetch_level(work, job);
    /* A damaged level was made all the same. */
    bool is_damaged = err_is_damage(job->result);
    job->facts.is_made = job->result == ERR_OK || is_damaged;
    level_free(job->level);
    job->level = NULL;
    if (job->result == ERR_NOT_FOUND || is_damaged)
        job->result = ERR_OK;
    if (job->result == ERR_OK)
        job->result = store_count_delvers(work->store, job->key, &job->facts.delvers);
    return true;
}

/* Zeros where nothing is remembered, or its row is damaged. */
static enum err load_memory(struct persist_work *work, int64_t delver_id, struct level_key key,
                            size_t size, uint8_t **out)
{
    const struct memory_row *row =
        persist_find_unsaved(work, CHANGE_MEMORIES, &(struct memory_row){delver_id, key, 0, NULL});

    *out = delver_memory_new(size);
    if (*out == NULL)
        return ERR_MEMORY;
    if (row != NULL && row->image->count == size) {
        memcpy(*out, row->image->tiles, size);
        return ERR_OK;
    }
    return store_load_memory(work->store, delver_id, key, *out, size);
}

static bool fetch_memory(struct persist_work *work, struct job *job)
{
    job->result = load_memory(work, job->delver_id, job->key, job->memory_size, &job->memory);
    return true;
}

static bool fetch_kept(struct persist_work *work, struct job *job)
{
    job->is_exact = true;
    (void)fetch_level(work, job);
    for (size_t i = 0; job->result == ERR_OK && i < job->memory_count; i++) {
        struct kept_memory *memory = &job->memories[i];
        memory->count = level_cell_count(job->level);
        enum err error =
            load_memory(work, memory->delver_id, job->key, memory->count, &memory->tiles);
        if (error != ERR_NOT_FOUND && !err_is_damage(error))
            job->result = error;
    }
    return true;
}

static bool list_levels(struct persist_work *work, struct job *job)
{
    job->list = calloc(JOB_LEVELS_MAX, sizeof *job->list);
    job->result = job->list == NULL
                      ? ERR_MEMORY
                      : store_list_levels(work->store, job->list, JOB_LEVELS_MAX, &job->list_count);
    return true;
}

const struct question question_fetch_level = {.work = fetch_level};
const struct question question_look_level = {.work = look_level};
const struct question question_fetch_kept = {.work = fetch_kept};
const struct question question_list_levels = {.work = list_levels};
const struct question question_fetch_memory = {.work = fetch_memory};
