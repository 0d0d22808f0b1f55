/*
 * Numbers about the world, and the book of what operators did.
 */
#include <string.h>

#include "base/check.h"
#include "db/records.h"
#include "db/store_private.h"

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

static enum err insert_audit(struct store *store, const struct audit_record *record)
{
    struct statement statement = statement_start(store, QUERY_AUDIT_SAVE);

    statement_bind_int(&statement, record->at);
    statement_bind_text(&statement, record->who);
    statement_bind_text(&statement, record->what);
    return statement_run(&statement);
}

/* After each report, so that one row too many is all there can be. */
static enum err trim_bugs(struct store *store, const char *author)
{
    struct statement statement = statement_start(store, QUERY_BUG_TRIM_AUTHOR);

    statement_bind_text(&statement, author);
    statement_bind_int(&statement, BUGS_OF_ONE_MAX);
    enum err error = statement_run(&statement);
    if (error != ERR_OK)
        return error;
    statement = statement_start(store, QUERY_BUG_TRIM);
    statement_bind_int(&statement, BUGS_MAX);
    return statement_run(&statement);
}

enum err store_audit(struct store *store, const struct audit_record *record)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    if (error == ERR_OK)
        error = insert_audit(store, record);
    if (error == ERR_OK && strncmp(record->what, BUG_PREFIX, strlen(BUG_PREFIX)) == 0)
        error = trim_bugs(store, record->who);
    return store_leave(store, is_own, error);
}

enum err store_forget_bugs(struct store *store, const char *name)
{
    struct statement statement = statement_start(store, QUERY_BUG_FORGET);

    statement_bind_text(&statement, name);
    return statement_run(&statement);
}

enum err store_rename_bugs(struct store *store, const char *before, const char *name)
{
    struct statement statement = statement_start(store, QUERY_BUG_RENAME);

    statement_bind_text(&statement, before);
    statement_bind_text(&statement, name);
    return statement_run(&statement);
}

static enum err load(struct store *store, enum query query, struct audit_record *out, int count_max,
                     int *out_count)
{
    struct statement statement = statement_start(store, query);
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

enum err store_load_audit(struct store *store, struct audit_record *out, int count_max,
                          int *out_count)
{
    return load(store, QUERY_AUDIT_LOAD, out, count_max, out_count);
}

enum err store_load_bugs(struct store *store, struct audit_record *out, int count_max,
                         int *out_count)
{
    return load(store, QUERY_BUG_LOAD, out, count_max, out_count);
}
