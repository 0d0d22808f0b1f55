/*
 * Delvers: where each one stands and how they are.
 */
#include "db/records.h"
#include "db/store_private.h"

/* Gives the checksum of the row. */
static uint64_t bind_delver(struct statement *statement, const struct delver_record *delver)
{
    statement_bind_int(statement, delver->id);
    store_bind_key(statement, delver->level);
    statement_bind_int(statement, delver->at.x);
    statement_bind_int(statement, delver->at.y);
    statement_bind_int(statement, delver->health_max);
    statement_bind_int(statement, delver->health);
    statement_bind_u64(statement, delver->sequence);
    statement_bind_u64(statement, delver->steps);
    return statement_bind_checksum(statement);
}

enum err store_insert_delver(struct store *store, const struct delver_record *delver)
{
    struct statement statement = statement_start(store, STATEMENT_DELVER_CREATE);
    uint64_t checksum = bind_delver(&statement, delver);
    enum err error = statement_run(&statement);

    if (error == ERR_OK)
        store_exchange_share(store, 0, checksum);
    return error;
}

static enum err save_delver(struct store *store, const struct delver_record *delver)
{
    struct statement before = statement_start(store, STATEMENT_DELVER_CHECKSUM);
    uint64_t old_share = 0;

    statement_bind_int(&before, delver->id);
    enum err error = store_read_share(&before, &old_share);
    if (error != ERR_OK)
        return error;

    struct statement statement = statement_start(store, STATEMENT_DELVER_SAVE);
    uint64_t checksum = bind_delver(&statement, delver);
    error = statement_run_update(&statement);
    if (error == ERR_OK)
        store_exchange_share(store, old_share, checksum);
    return error;
}

enum err store_save_delver(struct store *store, const struct delver_record *delver)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    if (error == ERR_OK)
        error = save_delver(store, delver);
    return store_leave(store, is_own, error);
}

void store_column_delver(struct statement *statement, struct delver_record *out)
{
    out->id = statement_column_int(statement, 1, INT64_MAX);
    out->level = store_column_key(statement);
    out->at.x = (int16_t)statement_column_int(statement, 0, LEVEL_WIDTH_MAX - 1);
    out->at.y = (int16_t)statement_column_int(statement, 0, LEVEL_HEIGHT_MAX - 1);
    out->health_max = (int16_t)statement_column_int(statement, 1, INT16_MAX);
    out->health = (int16_t)statement_column_int(statement, 0, out->health_max);
    out->sequence = statement_column_u64(statement);
    out->steps = statement_column_u64(statement);
    (void)statement_column_checksum(statement);
}

enum err store_load_delver(struct store *store, int64_t id, struct delver_record *out)
{
    struct statement statement = statement_start(store, STATEMENT_DELVER_LOAD);
    struct delver_record record = {0};

    statement_bind_int(&statement, id);
    enum err fetched = statement_fetch(&statement);
    if (fetched == ERR_OK)
        store_column_delver(&statement, &record);
    enum err error = statement_end(&statement);
    if (error == ERR_OK)
        error = fetched;
    if (error == ERR_OK)
        *out = record;
    return error == ERR_CHECKSUM ? ERR_FORMAT : error;
}
