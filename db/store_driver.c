/*
 * Which driver is used, and what is handed on to it unchanged.
 */
#include "db/driver.h"

#include "db/backup.h"
#include "db/snapshot.h"
#include "db/store.h"
#include "db/store_private.h"

const struct store_driver *store_driver_default(void)
{
    return &sqlite_driver;
}

enum err store_check_pages(struct store *store, struct store_status *status)
{
    return store->driver->check_pages(store, status);
}

enum err store_checkpoint(struct store *store)
{
    return store->driver->checkpoint(store);
}

enum err store_watch(struct store *store, const char *place, struct store_status *status)
{
    return store->driver->watch(store, place, status);
}

enum err store_look(struct store *store, struct store_status *status)
{
    return store->driver->look(store, status);
}

void store_sizes(const struct store *store, uint64_t *out_database, uint64_t *out_log)
{
    store->driver->sizes(store, out_database, out_log);
}

static enum err refuse_copy(struct store_status *status)
{
    status_clear(status);
    status_set(status, "this database is copied with its own tools");
    return ERR_UNKNOWN;
}

enum err snapshot_begin(struct store *store, struct snapshot **out, struct store_status *status)
{
    return store->driver->begin_snapshot != NULL ? store->driver->begin_snapshot(store, out, status)
                                                 : refuse_copy(status);
}

enum err backup_begin_of_store(struct store *store, const char *path, struct backup **out,
                               struct store_status *status)
{
    return store->driver->begin_backup != NULL
               ? store->driver->begin_backup(store, path, out, status)
               : refuse_copy(status);
}
