/*
 * Delvers: birth, sight and memory.
 */
#include "world/actor.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"

static uint32_t count_known(const uint8_t *memory, size_t memory_size)
{
    uint32_t known = 0;

    for (size_t i = 0; i < memory_size; i++)
        known += memory[i] != TILE_UNKNOWN;
    return known;
}

enum err actor_new(const struct delver_record *record, const char *name, uint8_t *memory,
                   size_t memory_size, struct actor **out)
{
    struct actor *actor = calloc(1, sizeof *actor);

    if (memory == NULL)
        memory = calloc(1, memory_size);
    if (actor == NULL || memory == NULL) {
        free(actor);
        free(memory);
        return ERR_MEMORY;
    }
    CHECK(strlen(name) <= NAME_LENGTH_MAX);
    memcpy(actor->name, name, strlen(name) + 1);
    actor->record = *record;
    actor_set_memory(actor, memory, memory_size);
    *out = actor;
    return ERR_OK;
}

void actor_free(struct actor *actor)
{
    if (actor == NULL)
        return;
    free(actor->memory);
    free(actor);
}

void actor_set_memory(struct actor *actor, uint8_t *memory, size_t memory_size)
{
    CHECK(memory != NULL);
    CHECK(memory_size > 0);
    free(actor->memory);
    actor->memory = memory;
    actor->memory_size = memory_size;
    actor->explored = count_known(memory, memory_size);
    actor->is_memory_dirty = false;
    memset(actor->touched, 0xff, sizeof actor->touched);
}

bool actor_sees(const struct actor *actor, struct pos at)
{
    return actor->state == ACTOR_PRESENT && sight_has(&actor->sight, at);
}

enum tile_id actor_remembered(const struct actor *actor, struct pos at)
{
    if (actor->level == NULL || !level_contains(actor->level, at))
        return TILE_UNKNOWN;
    return (enum tile_id)actor->memory[level_index(actor->level, at)];
}

static void remember(struct actor *actor, size_t index, uint8_t tile)
{
    if (actor->memory[index] == tile)
        return;
    actor->explored += actor->memory[index] == TILE_UNKNOWN;
    actor->memory[index] = tile;
    actor->touched[index / ACTOR_CHUNK / 64] |= UINT64_C(1) << index / ACTOR_CHUNK % 64;
    actor->is_memory_dirty = true;
}

void actor_look(struct actor *actor)
{
    const struct level *level = actor->level;

    CHECK(actor->state == ACTOR_PRESENT);
    CHECK(actor->memory_size == level_cell_count(level));
    sight_compute(level, actor->record.at, SIGHT_RADIUS_MAX, &actor->sight);
    for (int y = 0; y < level->height; y++) {
        for (int word = 0; word < level->row_words; word++) {
            uint64_t bits = actor->sight.rows[y][word];
            while (bits != 0) {
                int x = word * 64 + __builtin_ctzll(bits);
                size_t index = (size_t)(y * level->width + x);
                remember(actor, index, level->tiles[index]);
                bits &= bits - 1;
            }
        }
    }
    actor->is_sight_stale = false;
}

void actor_hash(const struct actor *actor, struct hash *hash)
{
    const struct delver_record *record = &actor->record;

    hash_u64(hash, (uint64_t)record->id);
    hash_u64(hash, (uint64_t)actor->state);
    hash_u64(hash, (uint64_t)record->level.wing << 48 | (uint64_t)record->level.depth << 32 |
                       record->level.generation);
    hash_u64(hash, (uint64_t)record->at.x << 32 | (uint64_t)record->at.y);
    hash_u64(hash, (uint64_t)(uint16_t)record->health << 16 | (uint16_t)record->health_max);
    hash_u64(hash, record->sequence);
    hash_u64(hash, record->steps);
    hash_u64(hash, actor->ready_clock);
    hash_u64(hash, (uint64_t)actor->walked);
    hash_u64(hash, (uint64_t)actor->passed_by);
    hash_u64(hash, actor->passed_clock << 8 | (uint64_t)actor->passed_way);
    hash_u64(hash, (uint64_t)actor->is_link_dead);
    if (actor->state == ACTOR_TRANSIT)
        hash_u64(hash, (uint64_t)actor->transit_stairs);
    if (actor->state == ACTOR_TRANSIT && actor->transit_stairs == TILE_UNKNOWN)
        hash_u64(hash, (uint64_t)actor->transit_to.x << 32 | (uint64_t)actor->transit_to.y);
    hash_u64(hash, (uint64_t)actor->queue_length);
    for (int i = 0; i < actor->queue_length; i++)
        hash_u64(hash, (uint64_t)actor->queue[i].verb << 8 | (uint64_t)actor->queue[i].dir);
    hash_bulk(hash, actor->memory, actor->memory_size);
}
