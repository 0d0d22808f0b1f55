/*
 * The ledger of things. Counting reads the rows of delvers and populations once; changes are listed
 * first, because no row may change during a scan.
 *
 * The graves of a removed player are removed with their contents, and so are bundles from such
 * graves that others carry.
 */
#include "db/store_ledger.h"

#include <stdlib.h>
#include <string.h>

#include "db/records.h"
#include "db/rows.h"
#include "db/store_private.h"
#include "world/population_codec.h"

enum { KEYS_MIN = 64 };

/* Sets *out to true if the graves of that generation count. They do in the current generation, and
   if the level's head is missing or damaged. */
static enum err counts_graves(struct store *store, struct level_key key, bool *out)
{
    struct level_head head;
    enum err error = store_load_head(store, key.wing, key.depth, &head);

    *out = error != ERR_OK || head.current == key.generation;
    return error == ERR_NOT_FOUND || err_is_damage(error) ? ERR_OK : error;
}

/* Loads the row of a kind; all 0 if there is none. ERR_FORMAT: it is damaged. */
static enum err load_kind(struct store *store, enum item_kind kind, struct stored_ledger *out)
{
    *out = (struct stored_ledger){.kind = item_row(kind)->save_id};
    enum err error = row_load(store, RECORD_LEDGER, out);
    return error == ERR_NOT_FOUND ? ERR_OK : error;
}

enum err store_save_ledger(struct store *store, enum item_kind kind, struct ledger_count play)
{
    struct stored_ledger row;
    enum err error = load_kind(store, kind, &row);

    if (error != ERR_OK)
        return error;
    row.play = play;
    return row_save(store, RECORD_LEDGER, &row);
}

static enum err take_play(const void *row, void *argument)
{
    const struct stored_ledger *stored = row;
    struct ledger_kept *out = argument;
    enum item_kind kind;

    if (item_from_save_id(stored->kind, &kind) == ERR_OK)
        out->kinds[kind] = stored->play;
    return ERR_OK;
}

enum err store_load_ledger(struct store *store, struct ledger_kept *out)
{
    uint64_t bad = 0;

    *out = (struct ledger_kept){.kinds = {{0}}};
    return row_each(store, RECORD_LEDGER, take_play, out, &bad);
}

static enum err add_kind(struct store *store, enum item_kind kind, struct ledger_count more)
{
    struct stored_ledger row;
    enum err error = load_kind(store, kind, &row);

    if (err_is_damage(error))
        return ERR_OK;
    if (error != ERR_OK)
        return error;
    row.beside.made += more.made;
    row.beside.ended += more.ended;
    return row_save(store, RECORD_LEDGER, &row);
}

enum err store_add_ledger(struct store *store, const struct ledger_kept *beside)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    for (enum item_kind kind = 0; error == ERR_OK && kind < ITEM_KIND_COUNT; kind++) {
        struct ledger_count more = beside->kinds[kind];
        if (more.made != 0 || more.ended != 0)
            error = add_kind(store, kind, more);
    }
    return store_leave(store, is_own, error);
}

/* Counts the things as ended. */
static void end_all(struct ledger_kept *beside, const uint64_t counts[ITEM_KIND_COUNT])
{
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        beside->kinds[kind].ended += counts[kind];
}

/* The counts of a scan over all rows. */
struct count {
    struct store *store;
    uint64_t there[ITEM_KIND_COUNT];
    uint64_t left[ITEM_KIND_COUNT]; /* number that the ledger expects, modulo 2^64 */
    bool is_known;
};

static enum err count_delver(const void *row, void *argument)
{
    const struct delver_record *delver = row;
    struct count *count = argument;

    ledger_count_life(count->there, &delver->life);
    return ERR_OK;
}

static enum err count_population(const void *row, void *argument)
{
    const struct stored_population *stored = row;
    struct count *count = argument;
    struct population_tally tally = {.lying = {0}};
    bool has_graves = false;
    enum err error = counts_graves(count->store, stored->key, &has_graves);

    if (error != ERR_OK)
        return error;
    if (population_count(stored->blob.data, stored->blob.length, &tally) != ERR_OK) {
        count->is_known = false;
        return ERR_OK;
    }
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        count->there[kind] += tally.lying[kind] + (has_graves ? tally.in_graves[kind] : 0);
    return ERR_OK;
}

static enum err count_ledger(const void *row, void *argument)
{
    const struct stored_ledger *stored = row;
    struct count *count = argument;
    enum item_kind kind;

    uint64_t left =
        stored->play.made - stored->play.ended + stored->beside.made - stored->beside.ended;
    if (item_from_save_id(stored->kind, &kind) == ERR_OK)
        count->left[kind] += left;
    else
        count->is_known = count->is_known && left == 0;
    return ERR_OK;
}

static enum err count_all(struct store *store, struct count *count)
{
    static const struct {
        enum record_id id;
        enum err (*take)(const void *row, void *argument);
    } passes[] = {{RECORD_DELVER, count_delver},
                  {RECORD_POPULATION, count_population},
                  {RECORD_LEDGER, count_ledger}};
    enum err error = ERR_OK;

    *count = (struct count){.store = store, .is_known = true};
    for (size_t i = 0; error == ERR_OK && i < sizeof passes / sizeof passes[0]; i++) {
        uint64_t bad = 0;
        error = row_each(store, passes[i].id, passes[i].take, count, &bad);
        count->is_known = count->is_known && bad == 0;
    }
    return error;
}

enum err store_count_ledger(struct store *store, struct ledger_report *out)
{
    struct count count;
    enum err error = count_all(store, &count);

    *out = (struct ledger_report){.is_known = error == ERR_OK && count.is_known};
    for (enum item_kind kind = 0; error == ERR_OK && kind < ITEM_KIND_COUNT; kind++) {
        out->more[kind] = (int64_t)(count.there[kind] - count.left[kind]);
        out->wrong += out->more[kind] != 0;
    }
    return error;
}

/* Corrects the ledger of a kind, of which there are `more` things than its row says; a damaged row
   is made again from 0. */
static enum err right_kind(struct store *store, enum item_kind kind, int64_t more)
{
    struct stored_ledger row;
    enum err error = load_kind(store, kind, &row);

    if (err_is_damage(error))
        row = (struct stored_ledger){.kind = item_row(kind)->save_id};
    else if (error != ERR_OK || more == 0)
        return error;
    if (more > 0)
        row.beside.made += (uint64_t)more;
    else
        row.beside.ended += 0 - (uint64_t)more;
    return row_save(store, RECORD_LEDGER, &row);
}

static enum err right_ledger(struct store *store)
{
    struct count count;
    enum err error = count_all(store, &count);

    for (enum item_kind kind = 0; error == ERR_OK && kind < ITEM_KIND_COUNT; kind++)
        error = right_kind(store, kind, (int64_t)(count.there[kind] - count.left[kind]));
    return error;
}

enum err store_right_ledger(struct store *store)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    return store_leave(store, is_own, error == ERR_OK ? right_ledger(store) : error);
}

enum err store_end_things_of_delver(struct store *store, int64_t delver_id)
{
    struct ledger_kept more = {.kinds = {{0}}};
    uint64_t counts[ITEM_KIND_COUNT] = {0};
    struct delver_record delver;
    enum err error = store_load_delver(store, delver_id, &delver);

    if (error == ERR_NOT_FOUND || err_is_damage(error))
        return ERR_OK;
    if (error != ERR_OK)
        return error;
    ledger_count_life(counts, &delver.life);
    end_all(&more, counts);
    return store_add_ledger(store, &more);
}

enum err store_end_things_of_level(struct store *store, struct level_key key)
{
    struct ledger_kept more = {.kinds = {{0}}};
    struct population_tally tally = {.lying = {0}};
    struct bytes blob;
    bool has_graves = false;

    bytes_init(&blob, POPULATION_BLOB_MAX);
    enum err error = store_load_population(store, key, &blob);
    bool is_there = error == ERR_OK;
    if (error == ERR_NOT_FOUND || err_is_damage(error))
        error = ERR_OK;
    if (error == ERR_OK)
        error = counts_graves(store, key, &has_graves);
    if (error == ERR_OK && is_there && population_count(blob.data, blob.length, &tally) == ERR_OK) {
        end_all(&more, tally.lying);
        if (has_graves)
            end_all(&more, tally.in_graves);
        error = store_add_ledger(store, &more);
    }
    bytes_release(&blob);
    return error;
}

/* The populations that have things or graves of a player. */
struct haunts {
    int64_t delver_id;
    struct level_key *keys; /* owned */
    size_t count;
    size_t capacity;
};

static enum err add_key(struct haunts *haunts, struct level_key key)
{
    if (haunts->count == haunts->capacity) {
        size_t capacity = haunts->capacity == 0 ? KEYS_MIN : haunts->capacity * 2;
        struct level_key *grown = realloc(haunts->keys, capacity * sizeof *grown);
        if (grown == NULL)
            return ERR_MEMORY;
        haunts->keys = grown;
        haunts->capacity = capacity;
    }
    haunts->keys[haunts->count++] = key;
    return ERR_OK;
}

static enum err find_haunt(const void *row, void *argument)
{
    const struct stored_population *stored = row;
    struct haunts *haunts = argument;
    bool is_found = false;
    enum err error =
        population_mentions(stored->blob.data, stored->blob.length, haunts->delver_id, &is_found);

    return error == ERR_OK && is_found ? add_key(haunts, stored->key) : ERR_OK;
}

static enum err clear_haunt(struct store *store, struct level_key key, int64_t delver_id)
{
    struct ledger_kept more = {.kinds = {{0}}};
    uint64_t gone[ITEM_KIND_COUNT] = {0};
    struct bytes blob;
    bool has_graves = false;
    bool is_found = false;

    bytes_init(&blob, POPULATION_BLOB_MAX);
    enum err error = store_load_population(store, key, &blob);
    if (error == ERR_OK)
        error = counts_graves(store, key, &has_graves);
    if (error == ERR_OK)
        error = population_forget(blob.data, &blob.length, delver_id, gone, &is_found);
    if (error == ERR_OK && is_found)
        error = store_save_population(store, key, blob.data, blob.length);
    end_all(&more, gone);
    if (error == ERR_OK && has_graves)
        error = store_add_ledger(store, &more);
    bytes_release(&blob);
    return error;
}

static enum err forget_graves(struct store *store, int64_t delver_id)
{
    struct haunts haunts = {.delver_id = delver_id};
    uint64_t bad = 0;
    enum err error = row_each(store, RECORD_POPULATION, find_haunt, &haunts, &bad);

    for (size_t i = 0; error == ERR_OK && i < haunts.count; i++)
        error = clear_haunt(store, haunts.keys[i], delver_id);
    free(haunts.keys);
    return error;
}

enum { BEARERS_MAX = 64 /* bearers changed at a time */ };

struct bearers {
    int64_t owner_id;
    int64_t ids[BEARERS_MAX];
    int count;
};

static enum err find_bearer(const void *row, void *argument)
{
    const struct delver_record *delver = row;
    struct bearers *bearers = argument;

    if (delver->life.bundle.delver_id == bearers->owner_id && bearers->count < BEARERS_MAX)
        bearers->ids[bearers->count++] = delver->id;
    return ERR_OK;
}

static enum err take_from(struct store *store, int64_t id, int64_t owner_id)
{
    struct ledger_kept more = {.kinds = {{0}}};
    uint64_t gone[ITEM_KIND_COUNT] = {0};
    struct delver_record delver;
    enum err error = store_load_delver(store, id, &delver);

    if (error != ERR_OK || !life_drop_bundle(&delver.life, owner_id, gone))
        return error;
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        more.kinds[kind].ended = gone[kind];
    error = store_save_delver(store, &delver);
    return error == ERR_OK ? store_add_ledger(store, &more) : error;
}

/* Removes the bundles from a player's graves, in the open transaction: a part of
   store_forget_graves(). */
static enum err store_forget_bundles(struct store *store, int64_t owner_id)
{
    struct bearers bearers;
    uint64_t bad = 0;
    enum err error = ERR_OK;

    do {
        bearers = (struct bearers){.owner_id = owner_id};
        error = row_each(store, RECORD_DELVER, find_bearer, &bearers, &bad);
        for (int i = 0; error == ERR_OK && i < bearers.count; i++)
            error = take_from(store, bearers.ids[i], owner_id);
    } while (error == ERR_OK && bearers.count == BEARERS_MAX);
    return error;
}

enum err store_forget_graves(struct store *store, int64_t delver_id)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    if (error == ERR_OK)
        error = forget_graves(store, delver_id);
    if (error == ERR_OK)
        error = store_forget_bundles(store, delver_id);
    return store_leave(store, is_own, error);
}
