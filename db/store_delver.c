/*
 * Delvers: where each one stands and how they are.
 */
#include "db/records.h"
#include "db/store_private.h"

/* The order of the columns is the same in both statements that write a delver. */
static void bind_delver(struct statement *statement, const struct delver_record *delver)
{
    statement_bind_int(statement, delver->id);
    store_bind_key(statement, delver->level);
    statement_bind_int(statement, delver->at.x);
    statement_bind_int(statement, delver->at.y);
    statement_bind_int(statement, delver->health);
    statement_bind_int(statement, delver->health_max);
    statement_bind_u64(statement, delver->sequence);
    statement_bind_u64(statement, delver->steps);
}

enum err store_insert_delver(struct store *store, const struct delver_record *delver)
{
    struct statement statement = statement_start(store, STATEMENT_DELVER_CREATE);

    bind_delver(&statement, delver);
    return statement_run(&statement);
}

enum err store_save_delver(struct store *store, const struct delver_record *delver)
{
    struct statement statement = statement_start(store, STATEMENT_DELVER_SAVE);

    bind_delver(&statement, delver);
    return statement_run_update(&statement);
}

static void read_delver(struct statement *statement, struct delver_record *out)
{
    out->id = statement_column_int(statement, 1, INT64_MAX);
    out->level = store_column_key(statement);
    out->at.x = (int16_t)statement_column_int(statement, 0, LEVEL_WIDTH_MAX - 1);
    out->at.y = (int16_t)statement_column_int(statement, 0, LEVEL_HEIGHT_MAX - 1);
    out->health_max = (int16_t)statement_column_int(statement, 1, INT16_MAX);
    out->health = (int16_t)statement_column_int(statement, 0, out->health_max);
    out->sequence = statement_column_u64(statement);
    out->steps = statement_column_u64(statement);
}

enum err store_load_delver(struct store *store, int64_t id, struct delver_record *out)
{
    struct statement statement = statement_start(store, STATEMENT_DELVER_LOAD);
    struct delver_record record = {0};

    statement_bind_int(&statement, id);
    enum err fetched = statement_fetch(&statement);
    if (fetched == ERR_OK)
        read_delver(&statement, &record);
    enum err error = statement_end(&statement);
    if (error == ERR_OK)
        error = fetched;
    if (error == ERR_OK)
        *out = record;
    return error;
}
