/*
 * Collecting what differs from the disk.
 *
 * Collecting runs on the loop, between two ticks, so it only copies. Sorting and laying one set
 * over another happen when the disk is behind, which is rare and mostly the other thread's work.
 */
#include "server/save/change_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "world/population_codec.h"

enum { ROWS_MIN = 16 };

/* How rows of one kind are compared and freed. */
struct row_kind {
    size_t size;
    int (*compare)(const void *a, const void *b);
    void (*release)(void *row);
    void (*join)(const void *older, void *newer); /* what the newer one takes over; NULL: nothing */
};

static int compare_numbers(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_keys(struct level_key a, struct level_key b)
{
    int order = compare_numbers(a.wing, b.wing);

    if (order == 0)
        order = compare_numbers(a.depth, b.depth);
    return order == 0 ? compare_numbers(a.generation, b.generation) : order;
}

static int compare_delvers(const void *a, const void *b)
{
    const struct delver_record *first = a;
    const struct delver_record *second = b;

    return compare_numbers(first->id, second->id);
}

static int compare_memories(const void *a, const void *b)
{
    const struct memory_row *first = a;
    const struct memory_row *second = b;
    int order = compare_numbers(first->delver_id, second->delver_id);

    return order == 0 ? compare_keys(first->key, second->key) : order;
}

static int compare_levels(const void *a, const void *b)
{
    const struct level_row *first = a;
    const struct level_row *second = b;

    return compare_keys(first->key, second->key);
}

static int compare_populations(const void *a, const void *b)
{
    const struct population_row *first = a;
    const struct population_row *second = b;

    return compare_keys(first->key, second->key);
}

static int compare_heads(const void *a, const void *b)
{
    const struct level_head *first = a;
    const struct level_head *second = b;
    int order = compare_numbers(first->wing, second->wing);

    return order == 0 ? compare_numbers(first->depth, second->depth) : order;
}

static int compare_drops(const void *a, const void *b)
{
    const struct level_key *first = a;
    const struct level_key *second = b;

    return compare_keys(*first, *second);
}

static int compare_notes(const void *a, const void *b)
{
    const struct audit_entry *first = a;
    const struct audit_entry *second = b;

    return (first->number > second->number) - (first->number < second->number);
}

static int compare_visits(const void *a, const void *b)
{
    const struct account_record *first = a;
    const struct account_record *second = b;

    return compare_numbers(first->id, second->id);
}

static int compare_settings(const void *a, const void *b)
{
    const struct settings_row *first = a;
    const struct settings_row *second = b;

    return compare_numbers(first->account_id, second->account_id);
}

static void release_nothing(void *row)
{
    (void)row;
}

static void release_memory(void *row)
{
    struct memory_row *memory = row;

    memory_image_release(memory->image);
}

static void join_memories(const void *older, void *newer)
{
    ((struct memory_row *)newer)->bands |= ((const struct memory_row *)older)->bands;
}

static void release_level(void *row)
{
    struct level_row *level = row;

    bytes_release(&level->blob);
}

static void release_population(void *row)
{
    struct population_row *population = row;

    bytes_release(&population->blob);
}

static const struct row_kind delver_kind = {
    .size = sizeof(struct delver_record), .compare = compare_delvers, .release = release_nothing};
static const struct row_kind memory_kind = {
    .size = sizeof(struct memory_row),
    .compare = compare_memories,
    .release = release_memory,
    .join = join_memories,
};
static const struct row_kind level_kind = {
    .size = sizeof(struct level_row), .compare = compare_levels, .release = release_level};
static const struct row_kind population_kind = {.size = sizeof(struct population_row),
                                                .compare = compare_populations,
                                                .release = release_population};

static const struct row_kind head_kind = {
    .size = sizeof(struct level_head), .compare = compare_heads, .release = release_nothing};
static const struct row_kind deletion_kind = {
    .size = sizeof(struct level_key), .compare = compare_drops, .release = release_nothing};
static const struct row_kind audit_kind = {
    .size = sizeof(struct audit_entry), .compare = compare_notes, .release = release_nothing};
static const struct row_kind visit_kind = {
    .size = sizeof(struct account_record), .compare = compare_visits, .release = release_nothing};
static const struct row_kind settings_kind = {
    .size = sizeof(struct settings_row), .compare = compare_settings, .release = release_nothing};

/* Every kind that a set has, with where its rows are. */
struct part_row {
    const struct row_kind *kind;
    size_t offset;
};

static const struct part_row part_table[] = {
    {&delver_kind, offsetof(struct change_set, delvers)},
    {&memory_kind, offsetof(struct change_set, memories)},
    {&level_kind, offsetof(struct change_set, levels)},
    {&population_kind, offsetof(struct change_set, populations)},
    {&head_kind, offsetof(struct change_set, heads)},
    {&deletion_kind, offsetof(struct change_set, deletions)},
    {&audit_kind, offsetof(struct change_set, audits)},
    {&visit_kind, offsetof(struct change_set, visits)},
    {&settings_kind, offsetof(struct change_set, settings)},
};

enum { PARTS = sizeof part_table / sizeof part_table[0] };

static struct change_rows *part_of(struct change_set *set, size_t index)
{
    return (void *)((char *)set + part_table[index].offset);
}

static const struct change_rows *const_part_of(const struct change_set *set, size_t index)
{
    return (const void *)((const char *)set + part_table[index].offset);
}

static void *row_at(const struct change_rows *rows, const struct row_kind *kind, size_t index)
{
    return (char *)rows->rows + index * kind->size;
}

/* All but the first `count`. */
static void rows_cut(struct change_rows *rows, const struct row_kind *kind, size_t count)
{
    while (rows->count > count)
        kind->release(row_at(rows, kind, --rows->count));
}

static void rows_release(struct change_rows *rows, const struct row_kind *kind)
{
    rows_cut(rows, kind, 0);
    free(rows->rows);
    *rows = (struct change_rows){0};
}

/* A new row at the end, to be filled in; NULL when memory is out, and then nothing changed. */
static void *rows_add(struct change_rows *rows, const struct row_kind *kind)
{
    if (rows->count == rows->capacity) {
        size_t capacity = rows->capacity == 0 ? ROWS_MIN : rows->capacity * 2;
        void *grown = realloc(rows->rows, capacity * kind->size);
        if (grown == NULL)
            return NULL;
        rows->rows = grown;
        rows->capacity = capacity;
    }
    rows->is_sorted = false;
    return row_at(rows, kind, rows->count++);
}

static void rows_sort(struct change_rows *rows, const struct row_kind *kind)
{
    if (!rows->is_sorted && rows->count > 1)
        qsort(rows->rows, rows->count, kind->size, kind->compare);
    rows->is_sorted = true;
}

static const void *rows_find(struct change_rows *rows, const struct row_kind *kind,
                             const void *wanted)
{
    if (rows->count == 0)
        return NULL;
    rows_sort(rows, kind);
    return bsearch(wanted, rows->rows, rows->count, kind->size, kind->compare);
}

/* The row about what `wanted` is about, or else a new one, to be filled in; NULL as rows_add(). */
static void *rows_put(struct change_rows *rows, const struct row_kind *kind, const void *wanted)
{
    const void *found = rows_find(rows, kind, wanted);

    return found == NULL ? rows_add(rows, kind)
                         : (char *)rows->rows + ((const char *)found - (char *)rows->rows);
}

/* Room for the rows of both; *out stays untouched if there is none. */
static enum err rows_reserve(const struct change_rows *older, const struct change_rows *newer,
                             const struct row_kind *kind, void **out)
{
    void *rows = malloc((older->count + newer->count + 1) * kind->size);

    if (rows == NULL)
        return ERR_MEMORY;
    *out = rows;
    return ERR_OK;
}

/* Both into `room`, in order; where both have a row about the same thing, the newer one. */
static void rows_merge(struct change_rows *older, struct change_rows *newer,
                       const struct row_kind *kind, void *room)
{
    struct change_rows merged = {.rows = room, .capacity = older->count + newer->count + 1};
    size_t a = 0;
    size_t b = 0;

    rows_sort(older, kind);
    rows_sort(newer, kind);
    while (a < older->count || b < newer->count) {
        int order = a == older->count ? 1 : -1;
        if (a < older->count && b < newer->count)
            order = kind->compare(row_at(older, kind, a), row_at(newer, kind, b));
        if (order == 0 && kind->join != NULL)
            kind->join(row_at(older, kind, a), row_at(newer, kind, b));
        if (order == 0)
            kind->release(row_at(older, kind, a++));
        void *from = order < 0 ? row_at(older, kind, a++) : row_at(newer, kind, b++);
        memcpy(row_at(&merged, kind, merged.count++), from, kind->size);
    }
    merged.is_sorted = true;
    free(older->rows);
    free(newer->rows);
    *older = merged;
    *newer = (struct change_rows){0};
}

void change_set_init(struct change_set *set)
{
    *set = (struct change_set){0};
}

void change_set_release(struct change_set *set)
{
    for (size_t i = 0; i < PARTS; i++)
        rows_release(part_of(set, i), part_table[i].kind);
    change_set_init(set);
}

bool change_set_is_empty(const struct change_set *set)
{
    size_t count = 0;

    for (size_t i = 0; i < PARTS; i++)
        count += const_part_of(set, i)->count;
    return count == 0 && change_ledger_is_empty(&set->ledger);
}

enum err change_set_add_head(struct change_set *set, const struct level_head *head)
{
    struct level_head *row = rows_add(&set->heads, &head_kind);

    if (row == NULL)
        return ERR_MEMORY;
    *row = *head;
    return ERR_OK;
}

enum err change_set_add_deletion(struct change_set *set, struct level_key key)
{
    struct level_key *row = rows_add(&set->deletions, &deletion_kind);

    if (row == NULL)
        return ERR_MEMORY;
    *row = key;
    return ERR_OK;
}

enum err change_set_add_audit(struct change_set *set, uint64_t number, const struct audit_row *act)
{
    struct audit_entry *row = rows_add(&set->audits, &audit_kind);

    if (row == NULL)
        return ERR_MEMORY;
    *row = (struct audit_entry){number, *act};
    return ERR_OK;
}

enum err change_set_put_visit(struct change_set *set, const struct account_record *account)
{
    struct account_record *row = rows_put(&set->visits, &visit_kind, account);

    if (row == NULL)
        return ERR_MEMORY;
    *row = *account;
    return ERR_OK;
}

enum err change_set_put_settings(struct change_set *set, int64_t account_id, const char *list)
{
    const struct settings_row wanted = {.account_id = account_id};
    struct settings_row *row = rows_put(&set->settings, &settings_kind, &wanted);

    if (row == NULL)
        return ERR_MEMORY;
    *row = wanted;
    snprintf(row->list, sizeof row->list, "%s", list);
    return ERR_OK;
}

static uint32_t touched_bands(const struct delver *delver)
{
    enum { CHUNKS = MEMORY_BAND / DELVER_CHUNK, CHUNKS_MASK = (1 << CHUNKS) - 1 };
    uint32_t bands = 0;

    for (int band = 0; band < MEMORY_BANDS_MAX; band++) {
        int first = band * CHUNKS;
        bool is_touched = (delver->touched[first / 64] >> first % 64 & CHUNKS_MASK) != 0;
        bands |= (uint32_t)is_touched << band;
    }
    return bands;
}

static enum err collect_delver(struct change_set *set, const struct world *world,
                               const struct delver *delver, struct memory_images *images)
{
    uint32_t slot = (delver->body.id & 0xffff) - 1;

    if (delver->is_memory_dirty) {
        struct memory_image *image = NULL;
        enum err error = memory_images_take(images, slot, delver, world->tick, &image);
        struct memory_row *row = error == ERR_OK ? rows_add(&set->memories, &memory_kind) : NULL;
        if (row == NULL) {
            memory_image_release(image);
            return ERR_MEMORY;
        }
        *row =
            (struct memory_row){delver->delver_id, delver->body.key, touched_bands(delver), image};
    }
    if (delver->is_record_dirty) {
        struct delver_record *row = rows_add(&set->delvers, &delver_kind);
        if (row == NULL)
            return ERR_MEMORY;
        *row = delver_record(delver);
    }
    return ERR_OK;
}

static enum err collect_level(struct change_set *set, const struct level *level)
{
    struct bytes blob;

    bytes_init(&blob, LEVEL_BLOB_MAX);
    enum err error = level_encode(level, &blob);
    struct level_row *row = error == ERR_OK ? rows_add(&set->levels, &level_kind) : NULL;
    if (row == NULL) {
        bytes_release(&blob);
        return error == ERR_OK ? ERR_MEMORY : error;
    }
    *row = (struct level_row){level->key, blob};
    return ERR_OK;
}

/* A population that is the same as at the last save is not saved again. */
static enum err collect_population(struct change_set *set, const struct world *world,
                                   struct level *level)
{
    struct bytes blob;

    bytes_init(&blob, POPULATION_BLOB_MAX);
    enum err error = population_encode(world, level, &blob);
    if (error == ERR_OK)
        level->population.taken = population_hash(blob.data, blob.length);
    if (error != ERR_OK || level->population.taken == level->population.given) {
        bytes_release(&blob);
        return error;
    }
    struct population_row *row = rows_add(&set->populations, &population_kind);
    if (row == NULL) {
        bytes_release(&blob);
        return ERR_MEMORY;
    }
    *row = (struct population_row){level->key, blob};
    return ERR_OK;
}

enum err change_set_collect(struct change_set *set, struct world *world,
                            struct memory_images *images)
{
    enum err error = ERR_OK;
    size_t counts[PARTS];

    for (size_t i = 0; i < PARTS; i++)
        counts[i] = part_of(set, i)->count;
    for (const struct delver *delver = world->unsaved.first; error == ERR_OK && delver != NULL;
         delver = delver->listed_next)
        error = collect_delver(set, world, delver, images);
    for (uint32_t i = 0; error == ERR_OK && i < world->level_count; i++) {
        struct level *level = world->levels[i];
        if (level->is_dirty)
            error = collect_level(set, level);
        if (error == ERR_OK && level->population.is_dirty && world_has_populations(world))
            error = collect_population(set, world, level);
    }
    for (size_t i = 0; error != ERR_OK && i < PARTS; i++)
        rows_cut(part_of(set, i), part_table[i].kind, counts[i]);
    if (error != ERR_OK)
        return error;
    set->tick = world->tick;
    change_ledger_collect(&set->ledger, world);
    /* Only when all of it is copied: until then the world stays as dirty as it was. */
    world_mark_saved(world);
    memory_images_expire(images, world->tick);
    return ERR_OK;
}

enum err change_set_merge(struct change_set *older, struct change_set *newer)
{
    void *rooms[PARTS] = {NULL};
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < PARTS; i++)
        error = rows_reserve(part_of(older, i), part_of(newer, i), part_table[i].kind, &rooms[i]);
    for (size_t i = 0; error != ERR_OK && i < PARTS; i++)
        free(rooms[i]);
    if (error != ERR_OK)
        return error;
    for (size_t i = 0; i < PARTS; i++)
        rows_merge(part_of(older, i), part_of(newer, i), part_table[i].kind, rooms[i]);
    change_ledger_join(&older->ledger, &newer->ledger);
    if (newer->tick > older->tick)
        older->tick = newer->tick;
    return ERR_OK;
}

const struct delver_record *change_set_find_delver(struct change_set *set, int64_t delver_id)
{
    const struct delver_record wanted = {.id = delver_id};

    return rows_find(&set->delvers, &delver_kind, &wanted);
}

const struct account_record *change_set_find_visit(struct change_set *set, int64_t account_id)
{
    const struct account_record wanted = {.id = account_id};

    return rows_find(&set->visits, &visit_kind, &wanted);
}

const struct settings_row *change_set_find_settings(struct change_set *set, int64_t account_id)
{
    const struct settings_row wanted = {.account_id = account_id};

    return rows_find(&set->settings, &settings_kind, &wanted);
}

const struct memory_row *change_set_find_memory(struct change_set *set, int64_t delver_id,
                                                struct level_key key)
{
    const struct memory_row wanted = {.delver_id = delver_id, .key = key};

    return rows_find(&set->memories, &memory_kind, &wanted);
}

const struct level_row *change_set_find_generation(struct change_set *set, struct level_key key)
{
    const struct level_row wanted = {.key = key};

    return rows_find(&set->levels, &level_kind, &wanted);
}

const struct population_row *change_set_find_population(struct change_set *set,
                                                        struct level_key key)
{
    const struct population_row wanted = {.key = key};

    return rows_find(&set->populations, &population_kind, &wanted);
}

const struct level_row *change_set_find_level(struct change_set *set, uint16_t wing, uint16_t depth)
{
    const struct level_row *found = NULL;
    const struct level_row *levels = change_set_levels(set);

    for (size_t i = 0; i < set->levels.count; i++) {
        if (levels[i].key.wing == wing && levels[i].key.depth == depth &&
            (found == NULL || levels[i].key.generation > found->key.generation))
            found = &levels[i];
    }
    return found;
}

const struct delver_record *change_set_delvers(const struct change_set *set)
{
    return set->delvers.rows;
}

const struct memory_row *change_set_memories(const struct change_set *set)
{
    return set->memories.rows;
}

const struct level_row *change_set_levels(const struct change_set *set)
{
    return set->levels.rows;
}

const struct population_row *change_set_populations(const struct change_set *set)
{
    return set->populations.rows;
}

const struct level_head *change_set_heads(const struct change_set *set)
{
    return set->heads.rows;
}

const struct level_key *change_set_deletions(const struct change_set *set)
{
    return set->deletions.rows;
}

const struct audit_entry *change_set_audits(const struct change_set *set)
{
    return set->audits.rows;
}

const struct account_record *change_set_visits(const struct change_set *set)
{
    return set->visits.rows;
}

const struct settings_row *change_set_settings(const struct change_set *set)
{
    return set->settings.rows;
}
