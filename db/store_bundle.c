/*
 * Bundles of a player that is forgotten: others may carry what was in that player's graves.
 */
#include "db/records.h"
#include "db/rows.h"
#include "db/store_ledger.h"

enum { BEARERS_MAX = 64 /* dropped at a time */ };

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

enum err store_forget_bundles(struct store *store, int64_t owner_id)
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
