/*
 * Removing a player: the account with every row that is about it. Each row that goes is taken out
 * of the state hash, the damaged ones by the checksum that is written in them.
 */
#include <string.h>

#include "db/records.h"
#include "db/rows.h"
#include "db/store_ledger.h"
#include "db/store_private.h"

/* Rulings that go with the player. A ban stays: it is of the name. */
static const enum ruling_kind personal_rulings[] = {RULING_MUTE, RULING_HOLD, RULING_CODE};

enum err store_count_memories(struct store *store, int64_t delver_id, uint64_t *out)
{
    struct statement statement = statement_start(store, QUERY_MEMORY_LEVELS);

    statement_bind_int(&statement, delver_id);
    return statement_count(&statement, out);
}

/* Drops all rows that the account owns; later records first, since they belong to earlier ones. */
static enum err drop_owned(struct store *store, int64_t account_id)
{
    enum err error = ERR_OK;

    for (int id = RECORD_COUNT - 1; error == ERR_OK && id >= 0; id--) {
        const struct record *record = record_at((enum record_id)id);
        union row_space row = {.bytes = {0}};
        struct row_sum gone;
        if (!record_has(record, COLUMN_OWNER))
            continue;
        column_set_value(&record->columns[0], row.bytes, account_id);
        error = rows_drop(store, (enum record_id)id, ROWS_OF_OWNER, row.bytes, &gone);
    }
    return error;
}

static enum err drop_rulings(struct store *store, const char *name)
{
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < sizeof personal_rulings / sizeof personal_rulings[0];
         i++) {
        error = store_drop_ruling(store, personal_rulings[i], name);
        if (error == ERR_NOT_FOUND)
            error = ERR_OK;
    }
    return error;
}

/* Other parts of the server hold the number of the player for a moment more: no new account may
   ever get it. */
static void retire_id(struct store *store, int64_t id)
{
    struct head *head = &store->running.head;

    if (head->numbers[META_NEWEST_ACCOUNT] < (uint64_t)id)
        head_set(head, META_NEWEST_ACCOUNT, (uint64_t)id);
}

static enum err forget(struct store *store, int64_t id)
{
    struct stored_account row;
    enum err error = store_load_account(store, id, &row);

    if (error == ERR_OK)
        error = drop_rulings(store, row.record.name);
    if (error == ERR_OK)
        error = store_forget_bugs(store, row.record.name);
    if (error == ERR_OK)
        error = store_end_things_of_delver(store, id);
    if (error == ERR_OK)
        error = drop_owned(store, id);
    if (error == ERR_OK)
        retire_id(store, id);
    return error;
}

enum err store_forget_account(struct store *store, int64_t account_id)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    if (error == ERR_OK)
        error = forget(store, account_id);
    return store_leave(store, is_own, error);
}

/* ERR_OK: nothing was decided about that name. */
static enum err expect_no_ruling(struct store *store, const char *name)
{
    for (int kind = RULING_BAN_NAME; kind < RULING_KIND_END; kind++) {
        struct ruling ruling;
        enum err error = store_load_ruling(store, (enum ruling_kind)kind, name, &ruling);
        if (error == ERR_OK || error == ERR_FORMAT)
            return ERR_EXISTS;
        if (error != ERR_NOT_FOUND)
            return error;
    }
    return ERR_OK;
}

/* ERR_OK, or ERR_EXISTS: there is a reason to keep it. */
static enum err expect_unused(struct store *store, const struct stored_account *row,
                              const struct unused_terms *terms)
{
    struct delver_record delver;

    bool is_forgotten_guest =
        row->record.is_guest && row->record.last_seen_at < terms->guest_seen_before;

    if (row->role != STORE_ROLE_NONE ||
        (!is_forgotten_guest && row->record.last_seen_at >= terms->seen_before))
        return ERR_EXISTS;
    enum err error = store_load_delver(store, row->record.id, &delver);
    if (error == ERR_NOT_FOUND || error == ERR_FORMAT)
        return ERR_EXISTS;
    if (error == ERR_OK && !is_forgotten_guest && delver.steps >= terms->steps_min)
        return ERR_EXISTS;
    return error == ERR_OK ? expect_no_ruling(store, row->record.name) : error;
}

enum err store_expect_unused(struct store *store, int64_t account_id,
                             const struct unused_terms *terms)
{
    struct stored_account row;
    enum err error = store_load_account(store, account_id, &row);

    if (error == ERR_NOT_FOUND || error == ERR_FORMAT)
        return ERR_EXISTS;
    return error == ERR_OK ? expect_unused(store, &row, terms) : error;
}

static void add(struct unused_page *page, const struct account_record *account)
{
    struct unused_player *player = &page->players[page->count++];

    player->id = account->id;
    memcpy(player->name, account->name, sizeof player->name);
}

enum err store_list_unused(struct store *store, const struct unused_terms *terms,
                           struct unused_page *page)
{
    struct statement statement = statement_start(store, QUERY_ACCOUNT_AFTER);
    enum err error = ERR_OK;
    int scanned = 0;

    page->count = 0;
    statement_bind_int(&statement, page->after_id);
    statement_bind_int(&statement, UNUSED_SCAN_MAX);
    while (error == ERR_OK && page->count < UNUSED_PAGE_MAX &&
           statement_fetch(&statement) == ERR_OK) {
        struct stored_account row;
        page->after_id = statement_column_int(&statement, 1, INT64_MAX);
        scanned++;
        error = store_load_account(store, page->after_id, &row);
        if (error == ERR_OK)
            error = expect_unused(store, &row, terms);
        else if (error == ERR_FORMAT)
            error = ERR_EXISTS;
        if (error == ERR_OK)
            add(page, &row.record);
        else if (error == ERR_EXISTS)
            error = ERR_OK;
    }
    page->is_last = scanned < UNUSED_SCAN_MAX && page->count < UNUSED_PAGE_MAX;
    enum err ended = statement_end(&statement);
    return error == ERR_OK ? ended : error;
}
