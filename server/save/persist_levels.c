/*
 * Questions about levels and memories of them: rows that wait for a disk that refuses them have
 * priority over those of the database.
 */
#include "server/save/persist_levels.h"

#include <stdlib.h>
#include <string.h>

#include "db/records.h"
#include "db/store.h"
#include "server/save/persist_work.h"
#include "world/delver.h"
#include "world/population_codec.h"

/* Returns the row that waits for the disk; NULL: there is none. */
static const struct level_row *find_unsaved(const struct persist_work *work,
                                            const struct level_question *wanted)
{
    if (wanted->is_exact || work->unsaved == NULL)
        return persist_find_unsaved(work, CHANGE_LEVELS, &wanted->key);
    return change_set_find_level(work->unsaved->content, wanted->key.wing, wanted->key.depth);
}

/* Fetches the terrain. */
static void fetch_terrain(struct persist_work *work, struct job *job)
{
    struct level_question *question = job->content;
    struct level_blob blob;
    struct bytes data;
    const struct level_row *row = find_unsaved(work, question);

    if (row != NULL) {
        question->key = row->key;
        job->result = level_decode(row->blob.data, row->blob.length, row->key, &question->level);
        return;
    }
    job->result = ERR_OK;
    if (!question->is_exact) {
        question->key.generation = 0;
        job->result = store_find_generation(work->store, question->key.wing, question->key.depth,
                                            &question->key.generation);
    }
    if (job->result != ERR_OK)
        return;
    bytes_init(&data, LEVEL_BLOB_MAX);
    job->result = store_load_level(work->store, question->key, &blob, &data);
    if (job->result == ERR_OK)
        job->result = level_decode(data.data, data.length, question->key, &question->level);
    bytes_release(&data);
}

/* Loads the row that waits for the disk, else that of the database. ERR_NOT_FOUND: there is
   none. */
static enum err load_population(const struct persist_work *work, struct level_question *question)
{
    const struct population_row *row =
        persist_find_unsaved(work, CHANGE_POPULATIONS, &question->key);

    bytes_init(&question->population, POPULATION_BLOB_MAX);
    if (row != NULL)
        return bytes_append(&question->population, row->blob.data, row->blob.length);
    enum err error = store_load_population(work->store, question->key, &question->population);
    if (error != ERR_OK)
        return error;
    int width = question->level == NULL ? LEVEL_WIDTH_MAX : question->level->width;
    int height = question->level == NULL ? LEVEL_HEIGHT_MAX : question->level->height;
    return population_check(question->population.data, question->population.length, width, height);
}

/* Fetches the population. If it is damaged, only it is lost, and the level is read in any case. */
static void fetch_population(struct persist_work *work, struct job *job)
{
    struct level_question *question = job->content;
    enum err error = load_population(work, question);

    question->is_population_lost = err_is_damage(error);
    if (error == ERR_OK)
        return;
    bytes_release(&question->population);
    if (error == ERR_NOT_FOUND || question->is_population_lost)
        return;
    level_free(question->level);
    question->level = NULL;
    job->result = error;
}

/* Fetches terrain and population. Damage of the terrain does not affect the population, which is
   read in any case. */
static bool fetch_level(struct persist_work *work, struct job *job)
{
    fetch_terrain(work, job);
    if (job->result == ERR_OK || err_is_damage(job->result))
        fetch_population(work, job);
    return true;
}

static bool look_level(struct persist_work *work, struct job *job)
{
    struct level_question *question = job->content;

    (void)fetch_level(work, job);
    /* A damaged level exists as well. */
    bool is_damaged = err_is_damage(job->result);
    question->facts.is_made = job->result == ERR_OK || is_damaged;
    level_free(question->level);
    question->level = NULL;
    if (job->result == ERR_NOT_FOUND || is_damaged)
        job->result = ERR_OK;
    if (job->result == ERR_OK)
        job->result = store_count_delvers(work->store, question->key, &question->facts.delvers);
    return true;
}

/* Loads a memory; all unknown if there is none, or its row is damaged. */
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
    struct memory_question *question = job->content;

    job->result =
        load_memory(work, question->delver_id, question->key, question->size, &question->memory);
    return true;
}

static bool fetch_kept(struct persist_work *work, struct job *job)
{
    struct level_question *question = job->content;

    question->is_exact = true;
    (void)fetch_level(work, job);
    for (size_t i = 0; job->result == ERR_OK && i < question->memory_count; i++) {
        struct kept_memory *memory = &question->memories[i];
        memory->count = level_cell_count(question->level);
        enum err error =
            load_memory(work, memory->delver_id, question->key, memory->count, &memory->tiles);
        if (error != ERR_NOT_FOUND && !err_is_damage(error))
            job->result = error;
    }
    return true;
}

static bool list_levels(struct persist_work *work, struct job *job)
{
    struct level_list *list = job->content;

    list->list = calloc(LEVELS_LISTED_MAX, sizeof *list->list);
    job->result = list->list == NULL
                      ? ERR_MEMORY
                      : store_list_levels(work->store, list->list, LEVELS_LISTED_MAX, &list->count);
    return true;
}

static void release_level(void *content)
{
    struct level_question *question = content;

    level_free(question->level);
    bytes_release(&question->population);
    for (size_t i = 0; i < question->memory_count; i++)
        free(question->memories[i].tiles);
    free(question->memories);
}

const struct question question_fetch_level = {
    .size = sizeof(struct level_question), .work = fetch_level, .release = release_level};
const struct question question_look_level = {
    .size = sizeof(struct level_question), .work = look_level, .release = release_level};
const struct question question_fetch_kept = {
    .size = sizeof(struct level_question), .work = fetch_kept, .release = release_level};

static void release_list(void *content)
{
    free(((struct level_list *)content)->list);
}

const struct question question_list_levels = {
    .size = sizeof(struct level_list), .work = list_levels, .release = release_list};

static void release_memory(void *content)
{
    free(((struct memory_question *)content)->memory);
}

const struct question question_fetch_memory = {
    .size = sizeof(struct memory_question), .work = fetch_memory, .release = release_memory};
