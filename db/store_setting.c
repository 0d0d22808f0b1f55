/*
 * What players chose for themselves: one row an account, while there is anything they chose.
 * What the words in it mean is not the store's business, but that they are printable is.
 */
#include <string.h>

#include "db/records.h"
#include "db/store_private.h"

static bool is_printable(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text < ' ' || *text > '~')
            return false;
    }
    return true;
}

static enum err delete_row(struct store *store, int64_t account_id, uint64_t old_share)
{
    struct statement statement = statement_start(store, STATEMENT_SETTING_DELETE);

    statement_bind_int(&statement, account_id);
    enum err error = statement_run(&statement);
    if (error == ERR_OK)
        store_withdraw_share(store, old_share);
    return error;
}

static enum err write_row(struct store *store, int64_t account_id, const char *list,
                          uint64_t old_share)
{
    struct statement statement = statement_start(store, STATEMENT_SETTING_SAVE);

    statement_bind_int(&statement, account_id);
    statement_bind_text(&statement, list);
    uint64_t checksum = statement_bind_checksum(&statement);
    enum err error = statement_run(&statement);
    if (error == ERR_OK)
        store_exchange_share(store, old_share, checksum);
    return error;
}

static enum err save_settings(struct store *store, int64_t account_id, const char *list)
{
    struct statement before = statement_start(store, STATEMENT_SETTING_CHECKSUM);
    uint64_t old_share = 0;

    statement_bind_int(&before, account_id);
    enum err error = store_read_share(&before, &old_share);
    if (error != ERR_OK)
        return error;
    return list[0] == '\0' ? delete_row(store, account_id, old_share)
                           : write_row(store, account_id, list, old_share);
}

enum err store_save_settings(struct store *store, int64_t account_id, const char *list)
{
    bool is_own = false;

    if (strlen(list) >= SETTINGS_SIZE || !is_printable(list))
        return ERR_RANGE;
    enum err error = store_enter(store, &is_own);
    if (error == ERR_OK)
        error = save_settings(store, account_id, list);
    return store_leave(store, is_own, error);
}

void store_column_settings(struct statement *statement, struct settings_row *out)
{
    out->account_id = statement_column_int(statement, 1, INT64_MAX);
    statement_column_text(statement, out->list, sizeof out->list);
    (void)statement_column_checksum(statement);
    if (statement->error == ERR_OK && !is_printable(out->list))
        statement->error = ERR_FORMAT;
}

enum err store_load_settings(struct store *store, int64_t account_id, char out[SETTINGS_SIZE])
{
    struct statement statement = statement_start(store, STATEMENT_SETTING_LOAD);
    struct settings_row row = {0};

    statement_bind_int(&statement, account_id);
    enum err fetched = statement_fetch(&statement);
    if (fetched == ERR_OK)
        store_column_settings(&statement, &row);
    enum err error = statement_end(&statement);
    if (error == ERR_OK)
        error = fetched;
    if (error == ERR_OK)
        memcpy(out, row.list, sizeof row.list);
    return error == ERR_CHECKSUM ? ERR_FORMAT : error;
}
