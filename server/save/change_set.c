/*
 * Collecting the rows that differ from the disk, and the counts of the ledger.
 *
 * Collecting runs on the loop, between two ticks, so it only copies, and of memories only new
 * parts: the image of a memory is updated unless the other thread still uses it. Sets are sorted
 * and merged when the disk is behind, which is rare and mostly the other thread's work.
 */
#include "server/save/change_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "world/delver.h"
#include "world/population_codec.h"

void memory_image_release(struct memory_image *image)
{
    /* Freeing or changing it must come after every read of it. */
    if (image != NULL && atomic_fetch_sub_explicit(&image->holders, 1, memory_order_acq_rel) == 1)
        free(image);
}

enum err memory_images_init(struct memory_images *images, uint32_t slots)
{
    *images = (struct memory_images){.of_slot = calloc(slots, sizeof(struct memory_image *))};
    images->slots = images->of_slot == NULL ? 0 : slots;
    return images->of_slot == NULL ? ERR_MEMORY : ERR_OK;
}

void memory_images_release(struct memory_images *images)
{
    for (uint32_t slot = 0; slot < images->slots; slot++)
        memory_image_release(images->of_slot[slot]);
    free(images->of_slot);
    *images = (struct memory_images){0};
}

static void put_newest(struct memory_images *images, struct memory_image *image, uint32_t slot)
{
    images->of_slot[slot] = image;
    image->slot = slot;
    image->newer = NULL;
    image->older = images->newest;
    if (images->newest != NULL)
        images->newest->newer = image;
    else
        images->oldest = image;
    images->newest = image;
}

static void take_out(struct memory_images *images, struct memory_image *image)
{
    images->of_slot[image->slot] = NULL;
    if (image->older != NULL)
        image->older->newer = image->newer;
    else
        images->oldest = image->newer;
    if (image->newer != NULL)
        image->newer->older = image->older;
    else
        images->newest = image->older;
}

void memory_images_expire(struct memory_images *images, uint64_t tick)
{
    struct memory_image *image;

    while ((image = images->oldest) != NULL && tick - image->tick >= MEMORY_IMAGE_IDLE_TICKS) {
        take_out(images, image);
        memory_image_release(image);
    }
}

static void copy_touched(struct memory_image *image, const struct delver *delver)
{
    size_t chunk = delver_chunk(image->count);

    for (size_t word = 0; word < DELVER_TOUCHED_WORDS; word++) {
        for (uint64_t bits = delver->touched[word]; bits != 0; bits &= bits - 1) {
            size_t from = (word * 64 + (size_t)__builtin_ctzll(bits)) * chunk;
            if (from >= image->count)
                return;
            size_t left = image->count - from;
            size_t length = left < chunk ? left : chunk;
            /* Copying a whole chunk takes a few instructions if its size is a constant. */
            if (length == DELVER_CHUNK)
                memcpy(image->tiles + from, delver->memory + from, DELVER_CHUNK);
            else
                memcpy(image->tiles + from, delver->memory + from, length);
        }
    }
}

static struct memory_image *copy_all(const struct delver *delver)
{
    struct memory_image *image = malloc(sizeof *image + delver->memory_size);

    if (image == NULL)
        return NULL;
    atomic_init(&image->holders, 1);
    image->count = delver->memory_size;
    memcpy(image->tiles, delver->memory, delver->memory_size);
    return image;
}

enum err memory_images_take(struct memory_images *images, uint32_t slot,
                            const struct delver *delver, uint64_t tick, struct memory_image **out)
{
    CHECK(slot < images->slots);
    struct memory_image *older = images->of_slot[slot];
    struct memory_image *image = older;

    if (older != NULL && older->count == delver->memory_size &&
        atomic_load_explicit(&older->holders, memory_order_acquire) == 1) {
        copy_touched(older, delver);
    } else {
        image = copy_all(delver);
        if (image == NULL)
            return ERR_MEMORY;
    }
    if (older != NULL)
        take_out(images, older);
    if (older != image)
        memory_image_release(older);
    put_newest(images, image, slot);
    image->tick = tick;
    atomic_fetch_add_explicit(&image->holders, 1, memory_order_relaxed);
    *out = image;
    return ERR_OK;
}

/* Copies the counts that differ from those last given to the database. */
static void change_ledger_collect(struct change_ledger *ledger, const struct world *world)
{
    ledger->now = ledger_keep(&world->ledger);
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        const struct ledger_count *given = &world->ledger_given.kinds[kind];
        const struct ledger_count *now = &ledger->now.kinds[kind];
        ledger->has[kind] = now->made != given->made || now->ended != given->ended;
    }
}

/* Merges the counts of a newer set into those of an older one. */
static void change_ledger_join(struct change_ledger *older, const struct change_ledger *newer)
{
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        if (!newer->has[kind])
            continue;
        older->has[kind] = true;
        older->now.kinds[kind] = newer->now.kinds[kind];
    }
}

static bool change_ledger_is_empty(const struct change_ledger *ledger)
{
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++) {
        if (ledger->has[kind])
            return false;
    }
    return true;
}

enum { ROWS_MIN = 16 };

static int compare_numbers(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

/* Compares rows whose key is a number. */
static int compare_ids(const void *a, const void *b)
{
    const int64_t *first = a;
    const int64_t *second = b;

    return compare_numbers(*first, *second);
}

/* Compares rows whose key is a wing and a depth. */
static int compare_depths(const void *a, const void *b)
{
    const struct level_head *first = a;
    const struct level_head *second = b;
    int order = compare_numbers(first->wing, second->wing);

    return order == 0 ? compare_numbers(first->depth, second->depth) : order;
}

/* Compares rows whose key is that of a level. */
static int compare_keys(const void *a, const void *b)
{
    const struct level_key *first = a;
    const struct level_key *second = b;
    int order = compare_numbers(first->wing, second->wing);

    if (order == 0)
        order = compare_numbers(first->depth, second->depth);
    return order == 0 ? compare_numbers(first->generation, second->generation) : order;
}

/* Compares rows whose key is a number and then that of a level. */
static int compare_memories(const void *a, const void *b)
{
    const struct memory_row *first = a;
    const struct memory_row *second = b;
    int order = compare_numbers(first->delver_id, second->delver_id);

    return order == 0 ? compare_keys(&first->key, &second->key) : order;
}

#define BEGINS_WITH(type, member) _Static_assert(offsetof(type, member) == 0, "its first member")
BEGINS_WITH(struct delver_record, id);
BEGINS_WITH(struct account_record, id);
BEGINS_WITH(struct settings_row, account_id);
BEGINS_WITH(struct audit_entry, number);
BEGINS_WITH(struct level_row, key);
BEGINS_WITH(struct population_row, key);

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

/* How rows of one kind are compared and released. */
struct row_kind {
    size_t size;
    int (*compare)(const void *a, const void *b);
    void (*release)(void *row); /* NULL: it owns nothing */
    void (*join)(const void *older,
                 void *newer); /* takes data over from the older row; NULL: nothing */
};

static const struct row_kind kind_table[CHANGE_KIND_COUNT] = {
    [CHANGE_DELVERS] = {sizeof(struct delver_record), compare_ids, NULL, NULL},
    [CHANGE_MEMORIES] = {sizeof(struct memory_row), compare_memories, release_memory,
                         join_memories},
    [CHANGE_LEVELS] = {sizeof(struct level_row), compare_keys, release_level, NULL},
    [CHANGE_POPULATIONS] = {sizeof(struct population_row), compare_keys, release_population, NULL},
    [CHANGE_HEADS] = {sizeof(struct level_head), compare_depths, NULL, NULL},
    [CHANGE_DELETIONS] = {sizeof(struct level_key), compare_keys, NULL, NULL},
    [CHANGE_AUDITS] = {sizeof(struct audit_entry), compare_ids, NULL, NULL},
    [CHANGE_VISITS] = {sizeof(struct account_record), compare_ids, NULL, NULL},
    [CHANGE_SETTINGS] = {sizeof(struct settings_row), compare_ids, NULL, NULL},
};

static void *row_at(const struct change_rows *rows, const struct row_kind *kind, size_t index)
{
    return (char *)rows->rows + index * kind->size;
}

static void row_release(const struct row_kind *kind, void *row)
{
    if (kind->release != NULL)
        kind->release(row);
}

/* Removes all rows after the first `count`. */
static void rows_cut(struct change_rows *rows, const struct row_kind *kind, size_t count)
{
    while (rows->count > count)
        row_release(kind, row_at(rows, kind, --rows->count));
}

static void rows_release(struct change_rows *rows, const struct row_kind *kind)
{
    rows_cut(rows, kind, 0);
    free(rows->rows);
    *rows = (struct change_rows){0};
}

/* Adds a row at the end, to be filled in; NULL: out of memory, and nothing changed. */
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

static void *rows_find(struct change_rows *rows, const struct row_kind *kind, const void *wanted)
{
    if (rows->count == 0)
        return NULL;
    rows_sort(rows, kind);
    return bsearch(wanted, rows->rows, rows->count, kind->size, kind->compare);
}

/* Allocates room for the rows of both sets; *out is unchanged if that fails. */
static enum err rows_reserve(const struct change_rows *older, const struct change_rows *newer,
                             const struct row_kind *kind, void **out)
{
    void *rows = malloc((older->count + newer->count + 1) * kind->size);

    if (rows == NULL)
        return ERR_MEMORY;
    *out = rows;
    return ERR_OK;
}

/* Merges both into `room`, in order; of two rows about the same thing it keeps the newer. */
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
            row_release(kind, row_at(older, kind, a++));
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
    for (enum change_kind kind = 0; kind < CHANGE_KIND_COUNT; kind++)
        rows_release(&set->of[kind], &kind_table[kind]);
    change_set_init(set);
}

bool change_set_is_empty(const struct change_set *set)
{
    size_t count = 0;

    for (enum change_kind kind = 0; kind < CHANGE_KIND_COUNT; kind++)
        count += set->of[kind].count;
    return count == 0 && change_ledger_is_empty(&set->ledger);
}

/* Adds a row; the set owns all that the row owns. */
static enum err add(struct change_set *set, enum change_kind kind, const void *row)
{
    void *place = rows_add(&set->of[kind], &kind_table[kind]);

    if (place == NULL)
        return ERR_MEMORY;
    memcpy(place, row, kind_table[kind].size);
    return ERR_OK;
}

/* Adds a row; it replaces one with the same key. */
static enum err put(struct change_set *set, enum change_kind kind, const void *row)
{
    void *found = rows_find(&set->of[kind], &kind_table[kind], row);

    if (found == NULL)
        return add(set, kind, row);
    memcpy(found, row, kind_table[kind].size);
    return ERR_OK;
}

enum err change_set_add_head(struct change_set *set, const struct level_head *head)
{
    return add(set, CHANGE_HEADS, head);
}

enum err change_set_add_deletion(struct change_set *set, struct level_key key)
{
    return add(set, CHANGE_DELETIONS, &key);
}

enum err change_set_add_audit(struct change_set *set, uint64_t number, const struct audit_row *row)
{
    return add(set, CHANGE_AUDITS, &(struct audit_entry){number, *row});
}

enum err change_set_put_visit(struct change_set *set, const struct account_record *account)
{
    return put(set, CHANGE_VISITS, account);
}

enum err change_set_put_settings(struct change_set *set, int64_t account_id, const char *list)
{
    struct settings_row row = {.account_id = account_id};

    snprintf(row.list, sizeof row.list, "%s", list);
    return put(set, CHANGE_SETTINGS, &row);
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
        const struct memory_row row = {delver->delver_id, delver->body.key, touched_bands(delver),
                                       image};
        if (error == ERR_OK)
            error = add(set, CHANGE_MEMORIES, &row);
        if (error != ERR_OK) {
            memory_image_release(image);
            return ERR_MEMORY;
        }
    }
    if (!delver->is_record_dirty)
        return ERR_OK;
    /* Written in place, because a record is large and the loop waits. */
    struct delver_record *row = rows_add(&set->of[CHANGE_DELVERS], &kind_table[CHANGE_DELVERS]);
    if (row == NULL)
        return ERR_MEMORY;
    *row = delver_record(delver);
    return ERR_OK;
}

static enum err collect_level(struct change_set *set, const struct level *level)
{
    struct bytes blob;

    bytes_init(&blob, LEVEL_BLOB_MAX);
    enum err error = level_encode(level, &blob);
    if (error == ERR_OK)
        error = add(set, CHANGE_LEVELS, &(struct level_row){level->key, blob});
    if (error != ERR_OK)
        bytes_release(&blob);
    return error;
}

/* Collects the population of a level, unless it is the same as at the last save. */
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
    error = add(set, CHANGE_POPULATIONS, &(struct population_row){level->key, blob});
    if (error != ERR_OK)
        bytes_release(&blob);
    return error;
}

enum err change_set_collect(struct change_set *set, struct world *world,
                            struct memory_images *images)
{
    enum err error = ERR_OK;
    size_t counts[CHANGE_KIND_COUNT];

    for (size_t i = 0; i < CHANGE_KIND_COUNT; i++)
        counts[i] = set->of[i].count;
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
    for (size_t i = 0; error != ERR_OK && i < CHANGE_KIND_COUNT; i++)
        rows_cut(&set->of[i], &kind_table[i], counts[i]);
    if (error != ERR_OK)
        return error;
    set->tick = world->tick;
    change_ledger_collect(&set->ledger, world);
    /* Only when all is copied: until then the world stays as dirty as it was. */
    world_mark_saved(world);
    memory_images_expire(images, world->tick);
    return ERR_OK;
}

enum err change_set_merge(struct change_set *older, struct change_set *newer)
{
    void *rooms[CHANGE_KIND_COUNT] = {NULL};
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < CHANGE_KIND_COUNT; i++)
        error = rows_reserve(&older->of[i], &newer->of[i], &kind_table[i], &rooms[i]);
    for (size_t i = 0; error != ERR_OK && i < CHANGE_KIND_COUNT; i++)
        free(rooms[i]);
    if (error != ERR_OK)
        return error;
    for (size_t i = 0; i < CHANGE_KIND_COUNT; i++)
        rows_merge(&older->of[i], &newer->of[i], &kind_table[i], rooms[i]);
    change_ledger_join(&older->ledger, &newer->ledger);
    if (newer->tick > older->tick)
        older->tick = newer->tick;
    return ERR_OK;
}

const void *change_set_row(const struct change_set *set, enum change_kind kind, size_t index)
{
    CHECK(index < set->of[kind].count);
    return row_at(&set->of[kind], &kind_table[kind], index);
}

const void *change_set_find(struct change_set *set, enum change_kind kind, const void *wanted)
{
    return rows_find(&set->of[kind], &kind_table[kind], wanted);
}

const struct level_row *change_set_find_level(const struct change_set *set, uint16_t wing,
                                              uint16_t depth)
{
    const struct level_row *rows = set->of[CHANGE_LEVELS].rows;
    const struct level_row *found = NULL;

    for (size_t i = 0; i < set->of[CHANGE_LEVELS].count; i++) {
        if (rows[i].key.wing == wing && rows[i].key.depth == depth &&
            (found == NULL || rows[i].key.generation > found->key.generation))
            found = &rows[i];
    }
    return found;
}
