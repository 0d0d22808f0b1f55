/*
 * Collecting what differs from the disk.
 */
#include "server/change_set.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS_MIN = 16 };

void change_set_init(struct change_set *set)
{
    *set = (struct change_set){0};
}

void change_set_release(struct change_set *set)
{
    for (size_t i = 0; i < set->memory_count; i++)
        free(set->memories[i].tiles);
    for (size_t i = 0; i < set->level_count; i++)
        bytes_release(&set->levels[i].blob);
    free(set->delvers);
    free(set->memories);
    free(set->levels);
    change_set_init(set);
}

/* Room for one more row of `size` bytes; NULL when memory is out, and then nothing changed. */
static void *grow(void *rows, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return rows;
    size_t wanted = *capacity == 0 ? ROWS_MIN : *capacity * 2;
    void *grown = realloc(rows, wanted * size);
    if (grown != NULL)
        *capacity = wanted;
    return grown;
}

static enum err put_delver(struct change_set *set, const struct delver_record *record)
{
    for (size_t i = 0; i < set->delver_count; i++) {
        if (set->delvers[i].id == record->id) {
            set->delvers[i] = *record;
            return ERR_OK;
        }
    }
    void *rows = grow(set->delvers, set->delver_count, &set->delver_capacity,
                      sizeof *set->delvers);
    if (rows == NULL)
        return ERR_MEMORY;
    set->delvers = rows;
    set->delvers[set->delver_count++] = *record;
    return ERR_OK;
}

static enum err put_memory(struct change_set *set, const struct actor *actor)
{
    uint8_t *tiles = malloc(actor->memory_size);
    if (tiles == NULL)
        return ERR_MEMORY;
    memcpy(tiles, actor->memory, actor->memory_size);

    struct memory_row row = {actor->record.id, actor->record.level, tiles, actor->memory_size};
    for (size_t i = 0; i < set->memory_count; i++) {
        struct memory_row *old = &set->memories[i];
        if (old->delver_id == row.delver_id && level_key_equal(old->key, row.key)) {
            free(old->tiles);
            *old = row;
            return ERR_OK;
        }
    }
    void *rows = grow(set->memories, set->memory_count, &set->memory_capacity,
                      sizeof *set->memories);
    if (rows == NULL) {
        free(tiles);
        return ERR_MEMORY;
    }
    set->memories = rows;
    set->memories[set->memory_count++] = row;
    return ERR_OK;
}

static enum err put_level(struct change_set *set, const struct level *level)
{
    struct level_row row = {.key = level->key};

    bytes_init(&row.blob, LEVEL_BLOB_MAX);
    enum err error = level_encode(level, &row.blob);
    if (error != ERR_OK) {
        bytes_release(&row.blob);
        return error;
    }
    for (size_t i = 0; i < set->level_count; i++) {
        if (level_key_equal(set->levels[i].key, row.key)) {
            bytes_release(&set->levels[i].blob);
            set->levels[i] = row;
            return ERR_OK;
        }
    }
    void *rows = grow(set->levels, set->level_count, &set->level_capacity, sizeof *set->levels);
    if (rows == NULL) {
        bytes_release(&row.blob);
        return ERR_MEMORY;
    }
    set->levels = rows;
    set->levels[set->level_count++] = row;
    return ERR_OK;
}

static enum err collect_actor(struct change_set *set, struct actor *actor)
{
    enum err error = ERR_OK;

    if (actor->is_memory_dirty) {
        error = put_memory(set, actor);
        if (error == ERR_OK)
            actor->is_memory_dirty = false;
    }
    if (error == ERR_OK && actor->is_record_dirty) {
        error = put_delver(set, &actor->record);
        if (error == ERR_OK)
            actor->is_record_dirty = false;
    }
    return error;
}

enum err change_set_collect(struct change_set *set, struct world *world, bool *out_is_empty)
{
    enum err error = ERR_OK;

    for (uint32_t i = 0; error == ERR_OK && i < world->limits.actors_max; i++) {
        if (world->actors[i] != NULL)
            error = collect_actor(set, world->actors[i]);
    }
    for (uint32_t i = 0; error == ERR_OK && i < world->level_count; i++) {
        if (!world->levels[i]->is_dirty)
            continue;
        error = put_level(set, world->levels[i]);
        if (error == ERR_OK)
            world->levels[i]->is_dirty = false;
    }
    set->tick = world->tick;
    *out_is_empty = set->delver_count + set->memory_count + set->level_count == 0;
    return error;
}
