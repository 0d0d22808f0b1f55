/*
 * Another name for a player: in the account, and in every row that speaks of the player by name.
 */
#include <stdio.h>
#include <string.h>

#include "db/records.h"
#include "db/rows.h"
#include "db/store.h"
#include "db/store_private.h"
#include "world/population_codec.h"

enum { FOUND_MAX = 64 /* rows that are changed at a time */ };

/* Decisions about the player go on under the new name. */
static const enum ruling_kind kept_rulings[] = {RULING_BAN_NAME, RULING_MUTE, RULING_HOLD};

/* Keys of rows that are still to be changed, and what they are found by. */
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

/* A code is made with the name, and is no good any more. */
static enum err rename_rulings(struct store *store, const struct renaming *renaming)
{
    enum err error = store_drop_ruling(store, RULING_CODE, renaming->before);

    if (error == ERR_NOT_FOUND)
        error = ERR_OK;
    for (size_t i = 0; error == ERR_OK && i < sizeof kept_rulings / sizeof kept_rulings[0]; i++)
        error = rename_ruling(store, kept_rulings[i], renaming);
    return error;
}

/* Where the word KEY=… begins in a list of words; NULL: it is not there. */
static char *find_key(char *list, const char *key)
{
    size_t length = strlen(key);

    for (char *at = list; (at = strstr(at, key)) != NULL; at += length) {
        if ((at == list || at[-1] == ' ') && at[length] == '=')
            return at;
    }
    return NULL;
}

/* The key of a word is another one from then on. Where that does not fit, the word goes. */
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

/* Finds rows of a record and changes them, some at a time: one that was changed is found no more.
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
    enum err error = rename_rulings(store, renaming);

    if (strcmp(renaming->before, renaming->account->name) == 0)
        return error;
    if (error == ERR_OK)
        error = store_rename_bugs(store, renaming->before, renaming->account->name);
    if (error == ERR_OK)
        error = change_all(store, RECORD_SETTING, find_settings, change_found_settings, renaming);
    if (error == ERR_OK)
        error = change_all(store, RECORD_POPULATION, find_graves, change_found_graves, renaming);
    if (error == ERR_OK)
        error = change_all(store, RECORD_DELVER, find_bundles, change_found_bundle, renaming);
    return error;
}

static enum err rename_account(struct store *store, const struct renaming *renaming)
{
    struct stored_account row;
    enum err error = store_load_account(store, renaming->account->id, &row);

    if (error != ERR_OK)
        return error;
    if (strcmp(row.record.name, renaming->before) != 0)
        return ERR_BUSY;
    memcpy(row.record.name, renaming->account->name, sizeof row.record.name);
    memcpy(row.record.skeleton, renaming->account->skeleton, sizeof row.record.skeleton);
    return row_save(store, RECORD_ACCOUNT, &row);
}

/* All of it, or nothing. */
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

    if (error == ERR_OK)
        error = rename_all(store, renaming);
    return store_leave(store, is_own, error);
}

enum err store_rename_traces(struct store *store, const struct renaming *renaming)
{
    bool is_own = false;
    enum err error = store_enter(store, &is_own);

    if (error == ERR_OK)
        error = rename_traces(store, renaming);
    return store_leave(store, is_own, error);
}
