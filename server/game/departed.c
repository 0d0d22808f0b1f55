/*
 * A ring of sums with an index by delver.
 */
#include "server/game/departed.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum err departed_init(struct departed *departed)
{
    *departed = (struct departed){.next = 0};
    departed->rows = calloc(DEPARTED_MAX, sizeof *departed->rows);
    if (departed->rows == NULL)
        return ERR_MEMORY;
    return number_table_init(&departed->row_by_delver, DEPARTED_MAX);
}

void departed_release(struct departed *departed)
{
    free(departed->rows);
    departed->rows = NULL;
    number_table_release(&departed->row_by_delver);
}

static uint64_t sum_of(const struct delver_record *record)
{
    struct hash hash;

    hash_init(&hash);
    hash_u64(&hash, (uint64_t)record->level.wing << 32 | record->level.depth);
    hash_u64(&hash, record->level.generation);
    hash_u64(&hash, (uint64_t)(uint16_t)record->at.x << 32 | (uint16_t)record->at.y);
    hash_u64(&hash, (uint64_t)(uint16_t)record->health << 32 | (uint16_t)record->health_max);
    hash_u64(&hash, record->sequence);
    hash_u64(&hash, record->steps);
    life_hash(&record->life, &hash);
    return hash.value;
}

static struct departed_row *find(const struct departed *departed, int64_t delver_id)
{
    uint32_t number;

    return number_table_find(&departed->row_by_delver, (uint64_t)delver_id, &number)
               ? &departed->rows[number]
               : NULL;
}

void departed_note(struct departed *departed, const struct delver_record *record)
{
    struct departed_row *row = find(departed, record->id);

    if (row == NULL) {
        row = &departed->rows[departed->next];
        if (row->delver_id != 0)
            number_table_remove(&departed->row_by_delver, (uint64_t)row->delver_id);
        number_table_put(&departed->row_by_delver, (uint64_t)record->id, departed->next);
        departed->next = (departed->next + 1) % DEPARTED_MAX;
    }
    *row = (struct departed_row){.delver_id = record->id, .sum = sum_of(record)};
}

bool departed_allows(const struct departed *departed, const struct delver_record *record)
{
    const struct departed_row *row = find(departed, record->id);

    return row == NULL || row->sum == sum_of(record);
}

void departed_clear(struct departed *departed)
{
    for (uint32_t i = 0; i < DEPARTED_MAX; i++) {
        if (departed->rows[i].delver_id != 0)
            number_table_remove(&departed->row_by_delver, (uint64_t)departed->rows[i].delver_id);
        departed->rows[i] = (struct departed_row){.delver_id = 0};
    }
}
