/*
 * Rulings, the decisions of operators about somebody: one row a ruling.
 */
#include <string.h>

#include "db/records.h"
#include "db/rows.h"
#include "db/store_private.h"

enum err store_save_ruling(struct store *store, const struct ruling *ruling)
{
    return row_save(store, RECORD_RULING, ruling);
}

/* A ruling with this key. ERR_NOT_FOUND: there is none about a subject as long. */
static enum err key_of(enum ruling_kind kind, const char *subject, struct ruling *out)
{
    size_t length = strlen(subject);

    *out = (struct ruling){.kind = kind};
    if (length >= sizeof out->subject)
        return ERR_NOT_FOUND;
    memcpy(out->subject, subject, length + 1);
    return ERR_OK;
}

enum err store_drop_ruling(struct store *store, enum ruling_kind kind, const char *subject)
{
    struct ruling key;
    enum err error = key_of(kind, subject, &key);

    return error == ERR_OK ? row_drop(store, RECORD_RULING, &key) : error;
}

enum err store_load_ruling(struct store *store, enum ruling_kind kind, const char *subject,
                           struct ruling *out)
{
    struct ruling ruling;
    enum err error = key_of(kind, subject, &ruling);

    if (error == ERR_OK)
        error = row_load(store, RECORD_RULING, &ruling);
    if (error == ERR_OK)
        *out = ruling;
    return error;
}

struct ruling_taker {
    enum err (*take)(const struct ruling *ruling, void *argument);
    void *argument;
};

static enum err take_ruling(const void *row, void *argument)
{
    const struct ruling_taker *taker = argument;

    return taker->take(row, taker->argument);
}

enum err store_each_ruling(struct store *store,
                           enum err (*take)(const struct ruling *ruling, void *argument),
                           void *argument, uint64_t *out_bad)
{
    struct ruling_taker taker = {take, argument};

    return row_each(store, RECORD_RULING, take_ruling, &taker, out_bad);
}

/* ERR_NOT_FOUND unless the ruling stored under the code's name is that very code. */
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
        error = store_drop_ruling(store, code->kind, code->subject);
    if (error == ERR_OK)
        error = store_save_password(store, account_id, password_hash);
    return error;
}

static enum err change_password(struct store *store, const struct account_record *account,
                                const char *before)
{
    enum err error = store_renew_password(store, account->id, before, account->password_hash);

    if (error != ERR_OK)
        return error;
    error = store_drop_ruling(store, RULING_CODE, account->name);
    return error == ERR_NOT_FOUND ? ERR_OK : error;
}

enum err store_change_password(struct store *store, const struct account_record *account,
                               const char *before)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    if (error == ERR_OK)
        error = change_password(store, account, before);
    return store_leave(store, is_own, error);
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
