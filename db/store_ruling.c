/*
 * What operators decided about somebody: one row a ruling.
 */
#include <string.h>

#include "db/records.h"
#include "db/store_private.h"

static bool has_controls(const char *text)
{
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            return true;
    }
    return false;
}

static bool is_sound(const struct ruling *ruling)
{
    return ruling->kind >= RULING_BAN_NAME && ruling->kind < RULING_KIND_END &&
           ruling->until >= 0 && ruling->until <= RULING_UNTIL_MAX && ruling->subject[0] != '\0' &&
           ruling->who[0] != '\0' && ruling->detail[0] != '\0' && !has_controls(ruling->subject) &&
           !has_controls(ruling->who) && !has_controls(ruling->detail);
}

static enum err read_share(struct store *store, enum ruling_kind kind, const char *subject,
                           uint64_t *out_share)
{
    struct statement before = statement_start(store, STATEMENT_RULING_CHECKSUM);

    statement_bind_int(&before, kind);
    statement_bind_text(&before, subject);
    return store_read_share(&before, out_share);
}

static enum err save_ruling(struct store *store, const struct ruling *ruling)
{
    uint64_t old_share = 0;
    enum err error = read_share(store, ruling->kind, ruling->subject, &old_share);

    if (error != ERR_OK)
        return error;
    struct statement statement = statement_start(store, STATEMENT_RULING_SAVE);
    statement_bind_int(&statement, ruling->kind);
    statement_bind_text(&statement, ruling->subject);
    statement_bind_int(&statement, ruling->until);
    statement_bind_int(&statement, ruling->at);
    statement_bind_text(&statement, ruling->who);
    statement_bind_text(&statement, ruling->detail);
    uint64_t checksum = statement_bind_checksum(&statement);
    error = statement_run(&statement);
    if (error == ERR_OK)
        store_exchange_share(store, old_share, checksum);
    return error;
}

enum err store_save_ruling(struct store *store, const struct ruling *ruling)
{
    bool is_own = false;

    if (!is_sound(ruling))
        return ERR_RANGE;
    enum err error = store_enter(store, &is_own);
    if (error == ERR_OK)
        error = save_ruling(store, ruling);
    return store_leave(store, is_own, error);
}

static enum err drop_ruling(struct store *store, enum ruling_kind kind, const char *subject)
{
    uint64_t old_share = 0;
    enum err error = read_share(store, kind, subject, &old_share);

    if (error != ERR_OK)
        return error;
    if (old_share == 0)
        return ERR_NOT_FOUND;
    struct statement statement = statement_start(store, STATEMENT_RULING_DELETE);
    statement_bind_int(&statement, kind);
    statement_bind_text(&statement, subject);
    error = statement_run(&statement);
    if (error == ERR_OK)
        store_withdraw_share(store, old_share);
    return error;
}

enum err store_drop_ruling(struct store *store, enum ruling_kind kind, const char *subject)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    if (error == ERR_OK)
        error = drop_ruling(store, kind, subject);
    return store_leave(store, is_own, error);
}

void store_column_ruling(struct statement *statement, struct ruling *out)
{
    out->kind =
        (enum ruling_kind)statement_column_int(statement, RULING_BAN_NAME, RULING_KIND_END - 1);
    statement_column_text(statement, out->subject, sizeof out->subject);
    out->until = statement_column_int(statement, 0, RULING_UNTIL_MAX);
    out->at = statement_column_int(statement, INT64_MIN, INT64_MAX);
    statement_column_text(statement, out->who, sizeof out->who);
    statement_column_text(statement, out->detail, sizeof out->detail);
    (void)statement_column_checksum(statement);
    if (statement->error == ERR_OK && !is_sound(out))
        statement->error = ERR_FORMAT;
}

enum err store_each_ruling(struct store *store,
                           enum err (*take)(const struct ruling *ruling, void *argument),
                           void *argument)
{
    struct statement statement = statement_start(store, STATEMENT_RULING_EACH);
    enum err error = ERR_OK;

    while (error == ERR_OK && statement_fetch(&statement) == ERR_OK) {
        struct ruling ruling = {.until = 0};
        store_column_ruling(&statement, &ruling);
        if (statement_take_row_error(&statement) == ERR_OK && statement.error == ERR_OK)
            error = take(&ruling, argument);
    }
    enum err ended = statement_end(&statement);
    return error == ERR_OK ? ended : error;
}

enum err store_load_ruling(struct store *store, enum ruling_kind kind, const char *subject,
                           struct ruling *out)
{
    struct statement statement = statement_start(store, STATEMENT_RULING_LOAD);
    struct ruling ruling = {.until = 0};

    statement_bind_int(&statement, kind);
    statement_bind_text(&statement, subject);
    enum err fetched = statement_fetch(&statement);
    if (fetched == ERR_OK)
        store_column_ruling(&statement, &ruling);
    enum err error = statement_end(&statement);
    if (error == ERR_OK)
        error = fetched;
    if (error == ERR_OK)
        *out = ruling;
    return error == ERR_CHECKSUM ? ERR_FORMAT : error;
}

/* What is stored under the code's name is that very code. */
static enum err match_code(struct store *store, const struct ruling *code)
{
    struct ruling stored = {.until = 0};
    enum err error = store_load_ruling(store, code->kind, code->subject, &stored);

    if (error == ERR_FORMAT)
        return ERR_NOT_FOUND;
    if (error == ERR_OK && strcmp(stored.detail, code->detail) != 0)
        return ERR_NOT_FOUND;
    return error;
}

static enum err use_code(struct store *store, int64_t account_id, const char *password_hash,
                         const struct ruling *code)
{
    enum err error = match_code(store, code);

    if (error == ERR_OK)
        error = drop_ruling(store, code->kind, code->subject);
    if (error == ERR_OK)
        error = store_save_password(store, account_id, password_hash);
    return error;
}

enum err store_use_code(struct store *store, int64_t account_id, const char *password_hash,
                        const struct ruling *code)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    if (error == ERR_OK)
        error = use_code(store, account_id, password_hash, code);
    return store_leave(store, is_own, error);
}
