/*
 * Accounts: who may come in, and as what.
 */
#include <sqlite3.h>

#include "db/records.h"
#include "db/store.h"
#include "db/store_private.h"

static enum err insert_account(struct store *store, const struct account_record *account,
                               int64_t *out_id)
{
    struct statement statement = statement_start(store, STATEMENT_ACCOUNT_CREATE);

    statement_bind_text(&statement, account->name);
    statement_bind_text(&statement, account->skeleton);
    statement_bind_text(&statement, account->password_hash);
    statement_bind_int(&statement, account->mode);
    statement_bind_int(&statement, account->created_at);
    statement_bind_int(&statement, account->last_seen_at);
    enum err error = statement_run(&statement);
    if (error == ERR_OK)
        *out_id = sqlite3_last_insert_rowid(store->handle);
    return error;
}

static enum err insert_both(struct store *store, const struct account_record *account,
                            const struct delver_record *delver, int64_t *out_id)
{
    enum err error = insert_account(store, account, out_id);

    if (error != ERR_OK)
        return error;
    struct delver_record numbered = *delver;
    numbered.id = *out_id;
    return store_insert_delver(store, &numbered);
}

static void undo_nested(struct store *store)
{
    if (!store->is_in_transaction) {
        store_rollback(store);
        return;
    }
    /* Both fail only when the error has rolled back everything; the commit will tell. */
    if (store_run(store, STATEMENT_NEST_UNDO) == ERR_OK) {
        enum err released = store_run(store, STATEMENT_NEST_KEEP);
        (void)released;
    }
}

/* A savepoint is a transaction of its own outside of one, and a part of it inside. */
enum err store_create_account(struct store *store, const struct account_record *account,
                              const struct delver_record *delver, int64_t *out_id)
{
    int64_t id = 0;
    enum err error = store_run(store, STATEMENT_NEST);
    if (error != ERR_OK)
        return error;

    error = insert_both(store, account, delver, &id);
    if (error == ERR_OK)
        error = store_run(store, STATEMENT_NEST_KEEP);
    if (error == ERR_OK) {
        *out_id = id;
        return ERR_OK;
    }
    undo_nested(store);
    return error;
}

static void read_account(struct statement *statement, struct account_record *out)
{
    out->id = statement_column_int(statement, 1, INT64_MAX);
    statement_column_text(statement, out->name, sizeof out->name);
    statement_column_text(statement, out->skeleton, sizeof out->skeleton);
    statement_column_text(statement, out->password_hash, sizeof out->password_hash);
    out->mode = (enum session_mode)statement_column_int(statement, MODE_UNSET, MODE_READER);
    out->created_at = statement_column_int(statement, INT64_MIN, INT64_MAX);
    out->last_seen_at = statement_column_int(statement, INT64_MIN, INT64_MAX);
}

enum err store_find_account(struct store *store, const char *name, struct account_record *out)
{
    struct statement statement = statement_start(store, STATEMENT_ACCOUNT_FIND);
    struct account_record record = {0};

    statement_bind_text(&statement, name);
    enum err fetched = statement_fetch(&statement);
    if (fetched == ERR_OK)
        read_account(&statement, &record);
    enum err error = statement_end(&statement);
    if (error == ERR_OK)
        error = fetched;
    if (error == ERR_OK)
        *out = record;
    return error;
}

enum err store_find_skeleton(struct store *store, const char *skeleton)
{
    struct statement statement = statement_start(store, STATEMENT_ACCOUNT_HAS_SKELETON);

    statement_bind_text(&statement, skeleton);
    enum err fetched = statement_fetch(&statement);
    enum err error = statement_end(&statement);
    return error == ERR_OK ? fetched : error;
}

enum err store_save_account(struct store *store, const struct account_record *account)
{
    struct statement statement = statement_start(store, STATEMENT_ACCOUNT_SAVE);

    statement_bind_int(&statement, account->id);
    statement_bind_int(&statement, account->mode);
    statement_bind_int(&statement, account->last_seen_at);
    return statement_run_update(&statement);
}

enum err store_save_password(struct store *store, int64_t account_id, const char *password_hash)
{
    struct statement statement = statement_start(store, STATEMENT_ACCOUNT_SAVE_PASSWORD);

    statement_bind_int(&statement, account_id);
    statement_bind_text(&statement, password_hash);
    return statement_run_update(&statement);
}

enum err store_save_role(struct store *store, int64_t account_id, enum store_role role)
{
    struct statement statement = statement_start(store, STATEMENT_ACCOUNT_SAVE_ROLE);

    statement_bind_int(&statement, account_id);
    statement_bind_int(&statement, role);
    return statement_run_update(&statement);
}

enum err store_load_role(struct store *store, int64_t account_id, enum store_role *out)
{
    struct statement statement = statement_start(store, STATEMENT_ACCOUNT_LOAD_ROLE);
    int64_t role = STORE_ROLE_NONE;

    statement_bind_int(&statement, account_id);
    enum err fetched = statement_fetch(&statement);
    if (fetched == ERR_OK)
        role = statement_column_int(&statement, STORE_ROLE_NONE, STORE_ROLE_ADMIN);
    enum err error = statement_end(&statement);
    if (error == ERR_OK)
        error = fetched;
    if (error == ERR_OK)
        *out = (enum store_role)role;
    return error;
}
