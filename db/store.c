/*
 * Transactions, checkpoints and the end of a store. How it begins: store_open.c.
 */
#include "db/store.h"

#include <sqlite3.h>
#include <stdlib.h>

#include "base/check.h"
#include "db/connection.h"
#include "db/store_private.h"

enum { LOG_PAGES_MAX = 1000 };

enum err store_run(struct store *store, enum statement_id id)
{
    struct statement statement = statement_start(store, id);

    return statement_run(&statement);
}

enum err store_begin(struct store *store)
{
    CHECK(store->is_settled && !store->is_in_transaction);
    enum err error = store_files_look(store);
    if (error == ERR_OK)
        error = store_run(store, STATEMENT_BEGIN);
    store->is_in_transaction = error == ERR_OK;
    /* Whatever a transaction that was rolled back had added is forgotten here. */
    store->running = store->state;
    if (store->proof.is_doubtful)
        store_note_doubt(store);
    return error;
}

static enum err commit_with_state(struct store *store)
{
    /* SQLite has rolled back already, after an error that some save has reported. */
    if (sqlite3_get_autocommit(store->handle) != 0)
        return ERR_DISK;
    enum err error = store_write_head(store);
    return error == ERR_OK ? store_run(store, STATEMENT_COMMIT) : error;
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
    /* The backstop, should nobody checkpoint. What cannot be written is in the log still. */
    if (store->log_pages >= LOG_PAGES_MAX)
        (void)!store_write_back(store, SQLITE_CHECKPOINT_PASSIVE);
    store_files_note(store);
    return store_files_look_after_commit(store);
}

void store_rollback(struct store *store)
{
    bool was_in_transaction = store->is_in_transaction;

    store->is_in_transaction = false;
    if (sqlite3_get_autocommit(store->handle) == 0) {
        /* An error here means that the rollback happened by itself. */
        enum err error = store_run(store, STATEMENT_ROLLBACK);
        (void)error;
    }
    /* Its pages may be in the log already. */
    if (was_in_transaction)
        store_files_note(store);
}

enum err store_begin_part(struct store *store, struct store_part *part)
{
    CHECK(store->is_in_transaction);
    part->before = store->running;
    return store_run(store, STATEMENT_NEST);
}

enum err store_end_part(struct store *store, const struct store_part *part, enum err result)
{
    enum err error = result == ERR_OK ? ERR_OK : store_run(store, STATEMENT_NEST_UNDO);

    if (result != ERR_OK)
        store->running = part->before;
    return error == ERR_OK ? store_run(store, STATEMENT_NEST_KEEP) : error;
}

enum err store_enter(struct store *store, bool *out_is_own)
{
    *out_is_own = !store->is_in_transaction;
    if (*out_is_own)
        return store_begin(store);
    /* A full disk ends a transaction by itself. What follows must not be saved on its own. */
    return sqlite3_get_autocommit(store->handle) != 0 ? ERR_DISK : ERR_OK;
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

/* Once all of the log is in the file, the next commit begins a new one over it. */
enum err store_write_back(struct store *store, int mode)
{
    int64_t pages = 0;
    int in_log = 0;
    int written = 0;
    enum err error = connection_error(
        sqlite3_wal_checkpoint_v2(store->handle, "main", mode, &in_log, &written));

    if (error != ERR_OK || written != in_log)
        return error;
    store->log_pages = 0;
    error = connection_read_int(store->handle, "PRAGMA page_count", &pages);
    if (error == ERR_OK) {
        store->base = store->state.head.numbers[HEAD_SEAL];
        store->base_pages = (uint64_t)pages;
    }
    return error;
}

enum err store_checkpoint(struct store *store)
{
    if (!store_files_allow_checkpoint(store))
        return ERR_REPLACED;
    enum err error = store_write_back(store, SQLITE_CHECKPOINT_PASSIVE);
    store_files_note(store);
    return error;
}

/* Only a log that is empty then may go with the connection; and only the store's own, where the
   names still lead to its files. */
static enum err write_log_back(struct store *store)
{
    store_rollback(store);
    if (store_files_look(store) != ERR_OK) {
        (void)!store_checkpoint(store);
        return ERR_REPLACED;
    }
    enum err error = store_write_back(store, SQLITE_CHECKPOINT_TRUNCATE);
    if (error == ERR_OK)
        connection_allow_checkpoint_on_close(store->handle);
    return error;
}

enum err store_close(struct store *store)
{
    enum err error = ERR_OK;

    if (store->is_settled)
        error = write_log_back(store);
    else
        store_remove_own_log(store);
    store_files_free(store);
    statement_finalize_all(&store->statements);
    connection_close(store->handle);
    bytes_release(&store->scratch);
    free(store);
    return error;
}
