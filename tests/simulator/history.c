/*
 * Records of delvers over time.
 */
#include "history.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/hash.h"
#include "db/records.h"
#include "db/store.h"
#include "support/file.h"

enum { PATH_SIZE = 200, CAPACITY_FIRST = 64 };

static const char *const part_names[RECORD_PARTS] = {
    [RECORD_PLACE] = "place",         [RECORD_HEALTH] = "health",
    [RECORD_WAY] = "steps and depth", [RECORD_GAIN] = "gold and experience",
    [RECORD_THINGS] = "things",
};

static uint64_t digest_of(const uint64_t *numbers, size_t count)
{
    struct hash hash;

    hash_init(&hash);
    for (size_t i = 0; i < count; i++)
        hash_u64(&hash, numbers[i]);
    return hash.value;
}

#define DIGEST(...)                                                                                \
    digest_of((const uint64_t[]){__VA_ARGS__},                                                     \
              sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t))

static void add_stack(struct hash *hash, const struct stack *thing)
{
    hash_u64(hash, thing->count == 0 ? 0 : (uint64_t)thing->kind);
    hash_u64(hash, thing->count);
    hash_u64(hash, thing->count == 0 ? 0 : thing->temper);
    hash_u64(hash, thing->count == 0 ? 0 : thing->charges);
}

static uint64_t digest_things(const struct life *life)
{
    struct hash hash;

    hash_init(&hash);
    for (int i = 0; i < PACK_MAX; i++)
        add_stack(&hash, &life->pack.carried[i]);
    for (int i = 0; i < SLOT_COUNT; i++)
        add_stack(&hash, &life->pack.worn[i]);
    return hash.value;
}

static void describe(const struct delver_record *record, struct history_entry *out)
{
    const struct life *life = &record->life;

    out->parts[RECORD_PLACE] =
        DIGEST(record->level.wing, record->level.depth, record->level.generation,
               (uint64_t)record->at.x, (uint64_t)record->at.y, record->sequence);
    out->parts[RECORD_HEALTH] = DIGEST((uint64_t)record->health, (uint64_t)record->health_max);
    out->parts[RECORD_WAY] = DIGEST(record->steps, life->number, life->deepest);
    out->parts[RECORD_GAIN] = DIGEST((uint64_t)life->gold, (uint64_t)life->experience);
    out->parts[RECORD_THINGS] = digest_things(life);
}

static int first_difference(const struct history_entry *a, const struct history_entry *b)
{
    int part = 0;

    while (part < RECORD_PARTS && a->parts[part] == b->parts[part])
        part++;
    return part;
}

static void add(struct history *history, const struct delver *delver, uint64_t tick)
{
    struct history_entry entry = {.tick = tick};
    int64_t id = delver->delver_id;

    ck_assert_int_lt(id, HISTORY_DELVERS_MAX);
    struct delver_record record = delver_record(delver);
    describe(&record, &entry);
    size_t count = history->counts[id];
    if (count > 0 && first_difference(&history->entries[id][count - 1], &entry) == RECORD_PARTS)
        return;
    if (count == history->capacities[id]) {
        size_t capacity = count == 0 ? CAPACITY_FIRST : 2 * count;
        history->entries[id] = realloc(history->entries[id], capacity * sizeof entry);
        ck_assert_ptr_nonnull(history->entries[id]);
        history->capacities[id] = capacity;
    }
    history->entries[id][history->counts[id]++] = entry;
}

void history_note(struct history *history, const struct world *world)
{
    for (uint32_t i = 0; i < world->limits.delvers_max; i++) {
        if (world->delvers[i] != NULL)
            add(history, world->delvers[i], world->tick);
    }
}

void history_go_back(struct history *history, uint64_t tick)
{
    for (int id = 0; id < HISTORY_DELVERS_MAX; id++) {
        size_t *count = &history->counts[id];
        while (*count > 0 && history->entries[id][*count - 1].tick > tick)
            (*count)--;
    }
}

void history_release(struct history *history)
{
    for (int id = 0; id < HISTORY_DELVERS_MAX; id++)
        free(history->entries[id]);
    *history = (struct history){0};
}

/* The newest entry that is not younger; NULL: there is none. */
static const struct history_entry *entry_at(const struct history *history, int id, uint64_t tick)
{
    const struct history_entry *found = NULL;

    for (size_t i = 0; i < history->counts[id] && history->entries[id][i].tick <= tick; i++)
        found = &history->entries[id][i];
    return found;
}

static void compare_row(struct store *store, const struct history_entry *entry, int id,
                        uint64_t tick, uint64_t promised, bool may_lack)
{
    struct delver_record record;
    struct history_entry stored = {0};
    enum err error = store_load_delver(store, id, &record);

    if (error == ERR_NOT_FOUND && may_lack)
        return;
    ck_assert_msg(error == ERR_OK, "the delver %d of tick %llu cannot be read: %s", id,
                  (unsigned long long)tick, err_name(error));
    describe(&record, &stored);
    int part = first_difference(entry, &stored);
    ck_assert_msg(
        part == RECORD_PARTS,
        "on disk, at tick %llu (tick %llu was told to be saved), delver %d has another "
        "%s than it had since tick %llu: now depth %u at %d,%d, health %d, %llu steps, %lld gold",
        (unsigned long long)tick, (unsigned long long)promised, id, part_names[part % RECORD_PARTS],
        (unsigned long long)entry->tick, record.level.depth, record.at.x, record.at.y,
        record.health, (unsigned long long)record.steps, (long long)record.life.gold);
}

uint64_t history_compare(const struct history *history, const char *folder, uint64_t promised)
{
    char live[PATH_SIZE];
    char copy[PATH_SIZE];
    char copied_log[PATH_SIZE];
    struct store *store = NULL;
    struct store_status status = {0};
    uint64_t tick = 0;

    snprintf(live, sizeof live, "%s/undercroft.db", folder);
    snprintf(copy, sizeof copy, "%s/looked-at", folder);
    if (access(live, R_OK) != 0 && promised == 0)
        return 0;
    file_copy(live, copy);
    snprintf(live, sizeof live, "%s/undercroft.db-wal", folder);
    snprintf(copied_log, sizeof copied_log, "%s/looked-at-wal", folder);
    if (access(live, R_OK) == 0)
        file_copy(live, copied_log);
    enum err error = store_open(copy, &store, &status);
    ck_assert_msg(error == ERR_OK, "the database cannot be opened: %s", err_name(error));
    error = store_load_meta(store, META_TICK, &tick);
    ck_assert(error == ERR_OK || error == ERR_NOT_FOUND); /* the latter before the first save */
    for (int id = 0; id < HISTORY_DELVERS_MAX; id++) {
        const struct history_entry *entry =
            entry_at(history, id, tick > promised ? tick : promised);
        if (entry != NULL)
            compare_row(store, entry, id, tick, promised, history->may_lack);
    }
    ck_assert_int_eq(store_close(store), ERR_OK);
    unlink(copy);
    unlink(copied_log);
    return tick;
}
