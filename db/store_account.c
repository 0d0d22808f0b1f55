/*
 * Accounts, and all that belongs to a player: passwords and roles, operators' rulings about a name,
 * renaming, scores, and removal.
 *
 * A removal deletes every row about the account; each is taken out of the state hash, damaged ones
 * by the checksum that is stored in them. A new name is written to every row that contains the
 * player's name. The order of scores comes from columns that nothing has proven; each row that is
 * listed is loaded, and so proven.
 */
#include <stdio.h>
#include <string.h>

#include "db/records.h"
#include "db/rows.h"
#include "db/store.h"
#include "db/store_ledger.h"
#include "db/store_private.h"
#include "world/population_codec.h"

/* Ids made in play are below this, half of all. A higher id was set by hand, and does not count as
   the highest id in use. */
#define GIVEN_MAX INT64_C(4503599627370496)

/* Chooses the id of a new account: higher than any before it. The id is part of the row's checksum,
   so it is chosen here. */
static enum err choose_id(struct store *store, int64_t *out_id)
{
    struct statement statement = statement_start(store, QUERY_ACCOUNT_NEXT_ID);
    uint64_t removed = 0;
    enum err fetched = statement_fetch(&statement);

    if (fetched == ERR_OK)
        *out_id = statement_column_int(&statement, 1, INT64_MAX);
    enum err error = statement_end_after(&statement, fetched);
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

static enum err load_row(struct store *store, int64_t id, struct stored_account *out)
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
    enum err error;

    if ((error = statement_end_after(&statement, fetched)) != ERR_OK ||
        (error = load_row(store, id, &row)) != ERR_OK)
        return error;
    *out = row.record;
    return ERR_OK;
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

/* Changes of an existing account. */
struct account_change {
    const struct account_record *seen; /* mode and last_seen_at, or NULL */
    const char *password_before;       /* the only password that may be replaced, or NULL */
    const char *password_hash;         /* or NULL */
    const enum store_role *role;       /* or NULL */
    /* new name and skeleton of a guest who becomes a player, or NULL */
    const struct account_record *claimed;
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

/* Changes an account. A bad row stays bad, because a new checksum over it would hide that. */
static enum err change_account(struct store *store, int64_t id, const struct account_change *change)
{
    struct stored_account row;
    enum err error = load_row(store, id, &row);

    if (error != ERR_OK)
        return error;
    error = apply_change(&row, change);
    return error == ERR_OK ? row_save(store, RECORD_ACCOUNT, &row) : error;
}

static enum err save_change(struct store *store, int64_t id, const struct account_change *change)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    return store_leave(store, is_own, error == ERR_OK ? change_account(store, id, change) : error);
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
    enum err error = load_row(store, account_id, &row);

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

enum err store_save_ruling(struct store *store, const struct ruling *ruling)
{
    return row_save(store, RECORD_RULING, ruling);
}

/* Makes the key of a ruling. ERR_NOT_FOUND: the subject is longer than any. */
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

/* Checks that the ruling stored under the code's name is that code. ERR_NOT_FOUND: it is not. */
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
    enum err error;

    if ((error = match_code(store, code)) != ERR_OK ||
        (error = store_drop_ruling(store, code->kind, code->subject)) != ERR_OK)
        return error;
    return store_save_password(store, account_id, password_hash);
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

/* Rulings that are removed with the player. A ban stays, because it is about the name. */
static const enum ruling_kind personal_rulings[] = {RULING_MUTE, RULING_HOLD, RULING_CODE};

enum err store_count_memories(struct store *store, int64_t delver_id, uint64_t *out)
{
    struct statement statement = statement_start(store, QUERY_MEMORY_LEVELS);

    statement_bind_int(&statement, delver_id);
    return statement_count(&statement, out);
}

/* Drops all rows that the account owns. Later records come first, because they belong to earlier
   ones. */
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

/* Reserves the id of a removed account. Other parts of the server use it for a moment more, so no
   new account may get it. */
static void retire_id(struct store *store, int64_t id)
{
    struct head *head = &store->running.head;

    if (head->numbers[META_NEWEST_ACCOUNT] < (uint64_t)id)
        head_set(head, META_NEWEST_ACCOUNT, (uint64_t)id);
}

static enum err forget(struct store *store, int64_t id)
{
    struct stored_account row;
    enum err error;

    if ((error = load_row(store, id, &row)) != ERR_OK ||
        (error = drop_rulings(store, row.record.name)) != ERR_OK ||
        (error = store_forget_bugs(store, row.record.name)) != ERR_OK ||
        (error = store_end_things_of_delver(store, id)) != ERR_OK ||
        (error = drop_owned(store, id)) != ERR_OK)
        return error;
    retire_id(store, id);
    return ERR_OK;
}

enum err store_forget_account(struct store *store, int64_t account_id)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    return store_leave(store, is_own, error == ERR_OK ? forget(store, account_id) : error);
}

/* Checks that there is no ruling about that name. ERR_EXISTS: there is. */
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

/* Checks that an account may be freed. ERR_EXISTS: there is a reason to keep it. */
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
    enum err error = load_row(store, account_id, &row);

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
        error = load_row(store, page->after_id, &row);
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

enum { FOUND_MAX = 64 /* rows changed at a time */ };

/* Rulings that are kept under the new name. */
static const enum ruling_kind kept_rulings[] = {RULING_BAN_NAME, RULING_MUTE, RULING_HOLD};

/* Keys of rows that must still be changed, and the value by which they are found. */
struct found {
    const struct renaming *renaming;
    int64_t ids[FOUND_MAX];
    struct level_key levels[FOUND_MAX];
    int count;
};

static enum err rename_ruling(struct store *store, enum ruling_kind kind,
                              const struct renaming *renaming)
{
    struct ruling ruling;
    enum err error = store_load_ruling(store, kind, renaming->before, &ruling);

    if (error == ERR_NOT_FOUND || err_is_damage(error))
        return ERR_OK;
    if (error == ERR_OK)
        error = store_drop_ruling(store, kind, renaming->before);
    snprintf(ruling.subject, sizeof ruling.subject, "%s", renaming->account->name);
    return error == ERR_OK ? store_save_ruling(store, &ruling) : error;
}

/* Renames the rulings about a player. A code is made with the name, so it becomes invalid. */
static enum err rename_rulings(struct store *store, const struct renaming *renaming)
{
    enum err error = store_drop_ruling(store, RULING_CODE, renaming->before);

    if (error == ERR_NOT_FOUND)
        error = ERR_OK;
    for (size_t i = 0; error == ERR_OK && i < sizeof kept_rulings / sizeof kept_rulings[0]; i++)
        error = rename_ruling(store, kept_rulings[i], renaming);
    return error;
}

/* Returns the start of the word KEY=… in a list of words; NULL: there is none. */
static char *find_key(char *list, const char *key)
{
    size_t length = strlen(key);

    for (char *at = list; (at = strstr(at, key)) != NULL; at += length) {
        if ((at == list || at[-1] == ' ') && at[length] == '=')
            return at;
    }
    return NULL;
}

/* Changes the key of a word. If the new key does not fit, the word is removed. */
static void change_key(char list[SETTINGS_SIZE], char *at, const struct renaming *renaming)
{
    char rest[SETTINGS_SIZE];
    size_t room = SETTINGS_SIZE - (size_t)(at - list);

    snprintf(rest, sizeof rest, "%s", at + strlen(renaming->key_before));
    int length = snprintf(at, room, "%s%s", renaming->key, rest);
    if (length >= 0 && (size_t)length < room)
        return;
    snprintf(at, room, "%s", rest + strcspn(rest, " "));
}

static enum err find_settings(const void *row, void *argument)
{
    const struct stored_settings *stored = row;
    struct found *found = argument;
    char list[SETTINGS_SIZE];

    memcpy(list, stored->list, sizeof list);
    if (found->count < FOUND_MAX && find_key(list, found->renaming->key_before) != NULL)
        found->ids[found->count++] = stored->account_id;
    return ERR_OK;
}

static enum err change_settings(struct store *store, int64_t account_id,
                                const struct renaming *renaming)
{
    char list[SETTINGS_SIZE];
    enum err error = store_load_settings(store, account_id, list);
    char *at = error == ERR_OK ? find_key(list, renaming->key_before) : NULL;

    if (at == NULL)
        return error;
    change_key(list, at, renaming);
    return store_save_settings(store, account_id, list);
}

static enum err find_graves(const void *row, void *argument)
{
    const struct stored_population *stored = row;
    struct found *found = argument;
    bool is_mentioned = false;

    if (population_has_other_name(stored->blob.data, stored->blob.length,
                                  found->renaming->account->id, found->renaming->account->name,
                                  &is_mentioned) == ERR_OK &&
        is_mentioned && found->count < FOUND_MAX)
        found->levels[found->count++] = stored->key;
    return ERR_OK;
}

static enum err change_graves(struct store *store, struct level_key key,
                              const struct renaming *renaming)
{
    struct bytes blob;
    bool is_found = false;

    bytes_init(&blob, POPULATION_BLOB_MAX);
    enum err error = store_load_population(store, key, &blob);
    if (error == ERR_OK)
        error = population_rename(blob.data, blob.length, renaming->account->id,
                                  renaming->account->name, &is_found);
    if (error == ERR_OK && is_found)
        error = store_save_population(store, key, blob.data, blob.length);
    bytes_release(&blob);
    return error;
}

static enum err find_bundles(const void *row, void *argument)
{
    const struct delver_record *delver = row;
    struct found *found = argument;
    const struct grave *bundle = &delver->life.bundle;

    if (bundle->delver_id == found->renaming->account->id &&
        strcmp(bundle->name, found->renaming->account->name) != 0 && found->count < FOUND_MAX)
        found->ids[found->count++] = delver->id;
    return ERR_OK;
}

static enum err change_bundle(struct store *store, int64_t bearer_id,
                              const struct renaming *renaming)
{
    struct delver_record delver;
    enum err error = store_load_delver(store, bearer_id, &delver);

    if (error != ERR_OK)
        return error;
    memcpy(delver.life.bundle.name, renaming->account->name, sizeof delver.life.bundle.name);
    return store_save_delver(store, &delver);
}

/* Finds rows of a record and changes them, some at a time; a changed row is not found again.
   Damaged rows stay as they are. */
static enum err change_all(struct store *store, enum record_id id,
                           enum err (*find)(const void *row, void *argument),
                           enum err (*change)(struct store *store, const struct found *found,
                                              int number),
                           const struct renaming *renaming)
{
    struct found found = {.count = FOUND_MAX};
    enum err error = ERR_OK;

    while (error == ERR_OK && found.count == FOUND_MAX) {
        uint64_t bad = 0;
        found = (struct found){.renaming = renaming};
        error = row_each(store, id, find, &found, &bad);
        for (int i = 0; error == ERR_OK && i < found.count; i++)
            error = change(store, &found, i);
    }
    return error;
}

static enum err change_found_settings(struct store *store, const struct found *found, int number)
{
    return change_settings(store, found->ids[number], found->renaming);
}

static enum err change_found_graves(struct store *store, const struct found *found, int number)
{
    return change_graves(store, found->levels[number], found->renaming);
}

static enum err change_found_bundle(struct store *store, const struct found *found, int number)
{
    return change_bundle(store, found->ids[number], found->renaming);
}

static enum err rename_traces(struct store *store, const struct renaming *renaming)
{
    static const struct {
        enum record_id id;
        enum err (*find)(const void *row, void *argument);
        enum err (*change)(struct store *store, const struct found *found, int number);
    } rows[] = {
        {RECORD_SETTING, find_settings, change_found_settings},
        {RECORD_POPULATION, find_graves, change_found_graves},
        {RECORD_DELVER, find_bundles, change_found_bundle},
    };
    enum err error = rename_rulings(store, renaming);

    if (strcmp(renaming->before, renaming->account->name) == 0)
        return error;
    if (error == ERR_OK)
        error = store_rename_bugs(store, renaming->before, renaming->account->name);
    for (size_t i = 0; error == ERR_OK && i < sizeof rows / sizeof rows[0]; i++)
        error = change_all(store, rows[i].id, rows[i].find, rows[i].change, renaming);
    return error;
}

static enum err rename_account(struct store *store, const struct renaming *renaming)
{
    struct stored_account row;
    enum err error = load_row(store, renaming->account->id, &row);

    if (error != ERR_OK)
        return error;
    if (strcmp(row.record.name, renaming->before) != 0)
        return ERR_BUSY;
    memcpy(row.record.name, renaming->account->name, sizeof row.record.name);
    memcpy(row.record.skeleton, renaming->account->skeleton, sizeof row.record.skeleton);
    return row_save(store, RECORD_ACCOUNT, &row);
}

/* Changes all rows, or none. */
static enum err rename_all(struct store *store, const struct renaming *renaming)
{
    struct store_part part;
    enum err error = store_begin_part(store, &part);

    if (error != ERR_OK)
        return error;
    error = rename_account(store, renaming);
    if (error == ERR_OK)
        error = rename_traces(store, renaming);
    enum err ended = store_end_part(store, &part, error);
    return error == ERR_OK ? ended : error;
}

enum err store_rename_account(struct store *store, const struct renaming *renaming)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    return store_leave(store, is_own, error == ERR_OK ? rename_all(store, renaming) : error);
}

enum err store_rename_traces(struct store *store, const struct renaming *renaming)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    return store_leave(store, is_own, error == ERR_OK ? rename_traces(store, renaming) : error);
}

enum err store_each_score(struct store *store,
                          void (*take)(const struct score_record *score, void *argument),
                          void *argument)
{
    struct statement statement = statement_start(store, QUERY_DELVER_SCORES);

    statement_bind_int(&statement, BELONGINGS_HEAD_SIZE);
    while (statement_fetch(&statement) == ERR_OK) {
        struct score_record score = {.id = statement_column_int(&statement, 1, INT64_MAX)};
        size_t length = 0;
        score.deepest = (uint16_t)statement_column_int(&statement, 0, LIFE_DEPTH_MAX);
        score.experience = statement_column_int(&statement, 0, RANGE_WHOLE_MAX);
        const uint8_t *head = statement_column_blob(&statement, &length);
        bool is_sound = statement_take_row_error(&statement) == ERR_OK;
        if (is_sound && belongings_peek(head, length, &score.honours) == ERR_OK)
            take(&score, argument);
    }
    return statement_end(&statement);
}

enum err store_load_score(struct store *store, int64_t id, struct score_record *out)
{
    struct stored_account account;
    struct delver_record delver;
    enum err error = load_row(store, id, &account);

    if (error == ERR_OK)
        error = store_load_delver(store, id, &delver);
    if (error != ERR_OK)
        return error;
    *out = (struct score_record){.id = id,
                                 .life = delver.life.number,
                                 .deepest = delver.life.deepest,
                                 .experience = delver.life.experience,
                                 .gold = delver.life.gold,
                                 .honours = delver.life.honours,
                                 .steps = delver.steps};
    memcpy(out->name, account.record.name, sizeof out->name);
    return ERR_OK;
}
