/*
 * Numbers about the world, and the book of what operators did.
 */
#include "base/check.h"
#include "db/records.h"
#include "db/store_private.h"

static const char *const meta_names[META_COUNT] = {
    [META_SEED] = "seed",
    [META_TICK] = "tick",
    [META_STATE_HASH] = "state_hash",
    [META_CREATED_AT] = "created_at",
    [META_NEWEST_ACCOUNT] = "newest_account",
};

enum err store_write_meta(struct store *store, enum store_meta meta, uint64_t value)
{
    struct statement statement = statement_start(store, STATEMENT_META_SAVE);

    CHECK(meta < META_COUNT);
    statement_bind_text(&statement, meta_names[meta]);
    statement_bind_u64(&statement, value);
    return statement_run(&statement);
}

/* The seed is part of what the state hash is about. */
static enum err save_seed(struct store *store, uint64_t value)
{
    uint64_t old_share = 0;
    enum err error = store_seed_share(store, &old_share);

    if (error == ERR_OK)
        error = store_write_meta(store, META_SEED, value);
    if (error == ERR_OK)
        store_exchange_share(store, old_share, store_seed_checksum(value));
    return error;
}

enum err store_save_meta(struct store *store, enum store_meta meta, uint64_t value)
{
    bool is_own = false;

    CHECK(meta != META_STATE_HASH);
    enum err error = store_enter(store, &is_own);
    if (error == ERR_OK)
        error = meta == META_SEED ? save_seed(store, value) : store_write_meta(store, meta, value);
    return store_leave(store, is_own, error);
}

enum err store_load_meta(struct store *store, enum store_meta meta, uint64_t *out)
{
    struct statement statement = statement_start(store, STATEMENT_META_LOAD);

    CHECK(meta < META_COUNT);
    statement_bind_text(&statement, meta_names[meta]);
    enum err fetched = statement_fetch(&statement);
    uint64_t value = fetched == ERR_OK ? statement_column_u64(&statement) : 0;
    enum err error = statement_end(&statement);
    if (error == ERR_OK)
        error = fetched;
    if (error == ERR_OK)
        *out = value;
    return error;
}

static enum err insert_audit(struct store *store, const struct audit_record *record)
{
    struct statement statement = statement_start(store, STATEMENT_AUDIT_SAVE);

    statement_bind_int(&statement, record->at);
    statement_bind_text(&statement, record->who);
    statement_bind_text(&statement, record->what);
    return statement_run(&statement);
}

enum err store_audit(struct store *store, const struct audit_record *record)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    if (error == ERR_OK)
        error = insert_audit(store, record);
    return store_leave(store, is_own, error);
}

enum err store_load_audit(struct store *store, struct audit_record *out, int count_max,
                          int *out_count)
{
    struct statement statement = statement_start(store, STATEMENT_AUDIT_LOAD);
    int count = 0;

    statement_bind_int(&statement, count_max);
    while (count < count_max && statement_fetch(&statement) == ERR_OK) {
        struct audit_record *row = &out[count++];
        row->at = statement_column_int(&statement, INT64_MIN, INT64_MAX);
        statement_column_text(&statement, row->who, sizeof row->who);
        statement_column_text(&statement, row->what, sizeof row->what);
        /* One bad row hides none of the others. */
        if (statement_take_row_error(&statement) != ERR_OK)
            *row = (struct audit_record){.who = "?", .what = "(this row cannot be read)"};
    }
    *out_count = count;
    return statement_end(&statement);
}
