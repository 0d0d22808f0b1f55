/*
 * A store with any driver: the beginning, the transactions, the end, its few numbers, and calls
 * that are passed on to the driver unchanged. Opening in SQLite: store_open.c.
 */
#include "db/store.h"

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "db/backup.h"
#include "db/driver.h"
#include "db/records.h"
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

static void release(struct store *store)
{
    store->driver->release(store);
    bytes_release(&store->scratch);
    free(store);
}

static void give_up(struct store *store, const char *place, enum err error,
                    struct store_status *status)
{
    if (status->reason[0] == '\0')
        status_set(status, "%s: %s", place, err_text(error));
    release(store);
}

enum err store_open_unsettled(const struct store_driver *driver, const char *place,
                              struct store **out, struct store_status *status)
{
    status_clear(status);
    struct store *store = calloc(1, sizeof *store);
    if (store == NULL) {
        status_set(status, "%s: %s", place, err_text(ERR_MEMORY));
        return ERR_MEMORY;
    }

    store->driver = driver;
    bytes_init(&store->scratch, LEVEL_BLOB_MAX);
    enum err error = driver->open(store, place, status);
    if (error == ERR_OK)
        error = store_read_head(store);
    if (error == ERR_OK) {
        status->reason[0] = '\0';
        *out = store;
        return ERR_OK;
    }
    give_up(store, place, error, status);
    return error;
}

enum err store_open(const char *place, struct store **out, struct store_status *status)
{
    enum err error = store_open_unsettled(store_driver_default(), place, out, status);

    if (error != ERR_OK)
        return error;
    error = store_check_head(*out, status);
    if (error == ERR_OK)
        error = store_settle(*out, status);
    if (error == ERR_OK)
        return ERR_OK;
    give_up(*out, place, error, status);
    *out = NULL;
    return error;
}

void store_begin_proof(struct store *store)
{
    memset(&store->proof, 0, sizeof store->proof);
    store->proof.last = INT64_MIN;
    store->proof.found.state_is_whole = true;
    store->state.proven = 0;
    store->running.proven = 0;
}

enum err store_settle(struct store *store, struct store_status *status)
{
    if (store->is_settled)
        return ERR_OK;
    store->is_settled = true;
    store_begin_proof(store);
    return store->driver->settle(store, status);
}

enum err store_begin(struct store *store)
{
    CHECK(store->is_settled && !store->is_in_transaction);
    enum err error = store->driver->begin(store);
    store->is_in_transaction = error == ERR_OK;
    /* Discards the sums of a transaction that was rolled back. */
    store->running = store->state;
    if (store->proof.is_doubtful)
        store_note_doubt(store);
    return error;
}

/* Checks that the transaction is still open. The database may have rolled back by itself after an
   error that a save has reported, as on a full disk. A later save of that transaction must fail, or
   it would be on disk without the others. */
static enum err expect_transaction(const struct store *store)
{
    return store->driver->is_in_transaction(store) ? ERR_OK : ERR_DISK;
}

static enum err commit_with_state(struct store *store)
{
    enum err error = expect_transaction(store);
    if (error == ERR_OK)
        error = store_write_head(store);
    return error == ERR_OK ? store->driver->commit(store) : error;
}

enum err store_commit(struct store *store)
{
    CHECK(store->is_in_transaction);
    enum err error = commit_with_state(store);
    if (error != ERR_OK) {
        store_rollback(store);
        return error;
    }
    store->is_in_transaction = false;
    store->state = store->running;
    return store->driver->after_commit(store);
}

void store_rollback(struct store *store)
{
    if (store->is_in_transaction)
        store->driver->rollback(store);
    store->is_in_transaction = false;
}

enum err store_begin_part(struct store *store, struct store_part *part)
{
    CHECK(store->is_in_transaction);
    part->before = store->running;
    enum err error = expect_transaction(store);
    return error == ERR_OK ? store->driver->begin_part(store) : error;
}

enum err store_end_part(struct store *store, const struct store_part *part, enum err result)
{
    enum err error = expect_transaction(store);

    if (error == ERR_OK && result != ERR_OK)
        error = store->driver->undo_part(store);
    if (result != ERR_OK)
        store->running = part->before;
    return error == ERR_OK ? store->driver->end_part(store) : error;
}

enum err store_enter(struct store *store, bool *out_is_own)
{
    *out_is_own = !store->is_in_transaction;
    if (*out_is_own)
        return store_begin(store);
    return expect_transaction(store);
}

enum err store_leave(struct store *store, bool is_own, enum err error)
{
    if (!is_own)
        return error;
    if (error == ERR_OK)
        return store_commit(store);
    store_rollback(store);
    return error;
}

enum err store_close(struct store *store)
{
    enum err error = ERR_OK;

    store_rollback(store);
    if (store->is_settled)
        error = store->driver->close(store);
    release(store);
    return error;
}

enum err store_save_meta(struct store *store, enum store_meta meta, uint64_t value)
{
    bool is_own = false;

    CHECK(meta < META_COUNT);
    enum err error = store_enter(store, &is_own);
    if (error == ERR_OK)
        head_set(&store->running.head, (int)meta, value);
    return store_leave(store, is_own, error);
}

enum err store_load_meta(struct store *store, enum store_meta meta, uint64_t *out)
{
    const struct head *head = store->is_in_transaction ? &store->running.head : &store->state.head;

    CHECK(meta < META_COUNT);
    if (!head->has[meta])
        return ERR_NOT_FOUND;
    *out = head->numbers[meta];
    return ERR_OK;
}
