/*
 * Accounts: who may come in, and as what.
 */
#include <string.h>

#include "db/records.h"
#include "db/rows.h"
#include "db/store.h"
#include "db/store_ledger.h"
#include "db/store_private.h"

/* Ids that play gives are below this one, half of all. A higher one was set by hand, and is no
   reason to have no id left. */
#define GIVEN_MAX INT64_C(4503599627370496)

/* The id is part of the row's checksum, so it is chosen here: higher than any before it. */
static enum err choose_id(struct store *store, int64_t *out_id)
{
    struct statement statement = statement_start(store, QUERY_ACCOUNT_NEXT_ID);
    uint64_t removed = 0;
    enum err fetched = statement_fetch(&statement);

    if (fetched == ERR_OK)
        *out_id = statement_column_int(&statement, 1, INT64_MAX);
    enum err error = statement_end(&statement);
    if (error == ERR_OK)
        error = fetched;
    if (error != ERR_OK)
        return error;
    error = store_load_meta(store, META_NEWEST_ACCOUNT, &removed);
    if (error == ERR_OK && removed < GIVEN_MAX && (int64_t)removed >= *out_id)
        *out_id = (int64_t)removed + 1;
    return error == ERR_NOT_FOUND ? ERR_OK : error;
}

static enum err insert_account(struct store *store, const struct account_record *account,
                               int64_t *out_id)
{
    struct stored_account row = {.record = *account, .role = STORE_ROLE_NONE};
    enum err error = choose_id(store, &row.record.id);

    if (error != ERR_OK)
        return error;
    error = row_insert(store, RECORD_ACCOUNT, &row);
    if (error == ERR_OK)
        *out_id = row.record.id;
    return error;
}

static enum err insert_both(struct store *store, const struct account_record *account,
                            const struct delver_record *delver, int64_t *out_id)
{
    enum err error = insert_account(store, account, out_id);

    if (error != ERR_OK)
        return error;
    struct delver_record numbered = *delver;
    struct ledger_kept more = {.kinds = {{0}}};
    uint64_t counts[ITEM_KIND_COUNT] = {0};
    numbered.id = *out_id;
    error = row_insert(store, RECORD_DELVER, &numbered);
    if (error != ERR_OK)
        return error;
    ledger_count_life(counts, &numbered.life);
    for (enum item_kind kind = 0; kind < ITEM_KIND_COUNT; kind++)
        more.kinds[kind].made = counts[kind];
    return store_add_ledger(store, &more);
}

static enum err create_account(struct store *store, const struct account_record *account,
                               const struct delver_record *delver, int64_t *out_id)
{
    struct store_part part;
    enum err error = store_begin_part(store, &part);

    if (error != ERR_OK)
        return error;
    error = insert_both(store, account, delver, out_id);
    enum err ended = store_end_part(store, &part, error);
    return error == ERR_OK ? ended : error;
}

enum err store_create_account(struct store *store, const struct account_record *account,
                              const struct delver_record *delver, int64_t *out_id)
{
    bool is_own = false;
    int64_t id = 0;
    enum err error = store_enter(store, &is_own);

    if (error == ERR_OK)
        error = create_account(store, account, delver, &id);
    error = store_leave(store, is_own, error);
    if (error == ERR_OK)
        *out_id = id;
    return error;
}

enum err store_load_account(struct store *store, int64_t id, struct stored_account *out)
{
    struct stored_account row = {.record = {.id = id}};
    enum err error = row_load(store, RECORD_ACCOUNT, &row);

    if (error == ERR_OK)
        *out = row;
    return error;
}

enum err store_find_account(struct store *store, const char *name, struct account_record *out)
{
    struct statement statement = statement_start(store, QUERY_ACCOUNT_FIND);
    struct stored_account row;
    int64_t id = 0;

    statement_bind_text(&statement, name);
    enum err fetched = statement_fetch(&statement);
    if (fetched == ERR_OK)
        id = statement_column_int(&statement, INT64_MIN, INT64_MAX);
    enum err error = statement_end(&statement);
    if (error == ERR_OK)
        error = fetched;
    if (error == ERR_OK)
        error = store_load_account(store, id, &row);
    if (error == ERR_OK)
        *out = row.record;
    return error;
}

enum err store_find_skeleton(struct store *store, const char *skeleton)
{
    struct statement statement = statement_start(store, QUERY_ACCOUNT_SKELETON);

    statement_bind_text(&statement, skeleton);
    enum err fetched = statement_fetch(&statement);
    enum err error = statement_end(&statement);
    return error == ERR_OK ? fetched : error;
}

enum err store_name_of_skeleton(struct store *store, const char *skeleton,
                                char out[NAME_LENGTH_MAX + 1])
{
    struct statement statement = statement_start(store, QUERY_ACCOUNT_SKELETON);

    statement_bind_text(&statement, skeleton);
    enum err fetched = statement_fetch(&statement);
    if (fetched == ERR_OK)
        statement_column_text(&statement, out, NAME_LENGTH_MAX + 1);
    enum err error = statement_end(&statement);
    return error == ERR_OK ? fetched : error;
}

/* Changes to an account after it was made. */
struct account_change {
    const struct account_record *seen;    /* mode and last_seen_at, or NULL */
    const char *password_before;          /* which alone is to be replaced, or NULL */
    const char *password_hash;            /* or NULL */
    const enum store_role *role;          /* or NULL */
    const struct account_record *claimed; /* name and skeleton of a guest from now on, or NULL */
};

static enum err apply_change(struct stored_account *row, const struct account_change *change)
{
    if (change->claimed != NULL &&
        (!row->record.is_guest || strcmp(change->password_before, row->record.password_hash) != 0))
        return ERR_BUSY;
    if (change->password_before != NULL &&
        strcmp(change->password_before, row->record.password_hash) != 0)
        return ERR_EXISTS;
    if (change->password_hash != NULL) {
        size_t length = strlen(change->password_hash);
        if (length >= sizeof row->record.password_hash)
            return ERR_RANGE;
        memcpy(row->record.password_hash, change->password_hash, length + 1);
    }
    if (change->seen != NULL) {
        row->record.mode = change->seen->mode;
        row->record.last_seen_at = change->seen->last_seen_at;
    }
    if (change->role != NULL)
        row->role = *change->role;
    if (change->claimed != NULL) {
        memcpy(row->record.name, change->claimed->name, sizeof row->record.name);
        memcpy(row->record.skeleton, change->claimed->skeleton, sizeof row->record.skeleton);
        row->record.is_guest = false;
    }
    return ERR_OK;
}

/* A row that is bad already stays so: a new checksum over it would hide that. */
static enum err change_account(struct store *store, int64_t id, const struct account_change *change)
{
    struct stored_account row;
    enum err error = store_load_account(store, id, &row);

    if (error != ERR_OK)
        return error;
    error = apply_change(&row, change);
    return error == ERR_OK ? row_save(store, RECORD_ACCOUNT, &row) : error;
}

static enum err save_change(struct store *store, int64_t id, const struct account_change *change)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    if (error == ERR_OK)
        error = change_account(store, id, change);
    return store_leave(store, is_own, error);
}

enum err store_save_account(struct store *store, const struct account_record *account)
{
    return save_change(store, account->id, &(struct account_change){.seen = account});
}

enum err store_save_password(struct store *store, int64_t account_id, const char *password_hash)
{
    return save_change(store, account_id, &(struct account_change){.password_hash = password_hash});
}

enum err store_renew_password(struct store *store, int64_t account_id, const char *before,
                              const char *password_hash)
{
    return save_change(
        store, account_id,
        &(struct account_change){.password_before = before, .password_hash = password_hash});
}

enum err store_claim_account(struct store *store, const struct account_record *claimed,
                             const char *before)
{
    return save_change(store, claimed->id,
                       &(struct account_change){.password_before = before,
                                                .password_hash = claimed->password_hash,
                                                .claimed = claimed});
}

enum err store_save_role(struct store *store, int64_t account_id, enum store_role role)
{
    return save_change(store, account_id, &(struct account_change){.role = &role});
}

enum err store_read_account(struct store *store, int64_t account_id, struct account_record *out,
                            enum store_role *out_role)
{
    struct stored_account row;
    enum err error = store_load_account(store, account_id, &row);

    if (error != ERR_OK)
        return error;
    *out = row.record;
    *out_role = row.role;
    return ERR_OK;
}

enum err store_load_role(struct store *store, int64_t account_id, enum store_role *out)
{
    struct account_record account;

    return store_read_account(store, account_id, &account, out);
}
