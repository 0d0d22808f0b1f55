/*
 * Saving a change set: its rows go into the open transaction in an order in which each finds the
 * row that it belongs to. An invalid row, or one whose place in the database is damaged, is
 * skipped, so that all others are saved; its owner is noted.
 */
#include "server/save/persist_save.h"

#include <string.h>

#include "content/theme.h"
#include "db/records.h"
#include "db/store.h"
#include "db/store_ledger.h"
#include "gen/gen.h"
#include "server/base/log.h"
#include "server/save/persist_lists.h"
#include "server/save/persist_work.h"
#include "world/delver.h"

_Static_assert((int)SETTINGS_ROW_SIZE == (int)SETTINGS_SIZE, "as in the database");

static int find(const struct left_out *left_out, enum record_id record, int64_t id)
{
    int i = 0;

    while (i < left_out->count &&
           (left_out->rows[i].record != record || left_out->rows[i].id != id))
        i++;
    return i;
}

void left_out_note(struct left_out *left_out, enum record_id record, int64_t id, bool is_left)
{
    int at = find(left_out, record, id);
    bool was_left = at < left_out->count;

    if (is_left == was_left)
        return;
    left_out->changes++;
    if (was_left) {
        left_out->rows[at] = left_out->rows[--left_out->count];
    } else if (left_out->count == LEFT_OUT_MAX) {
        left_out->is_full = true;
    } else {
        left_out->rows[left_out->count].record = record;
        left_out->rows[left_out->count++].id = id;
    }
}

bool left_out_has(const struct left_out *left_out, int64_t id)
{
    for (int i = 0; i < left_out->count; i++) {
        if (left_out->rows[i].id == id)
            return true;
    }
    return left_out->is_full;
}

const void *persist_find_unsaved(const struct persist_work *work, enum change_kind kind,
                                 const void *wanted)
{
    return work->unsaved == NULL ? NULL : change_set_find(work->unsaved->content, kind, wanted);
}

bool persist_is_of_row(enum err error)
{
    return error == ERR_RANGE || error == ERR_NOT_FOUND || error == ERR_EXISTS ||
           error == ERR_FORMAT || error == ERR_CHECKSUM || error == ERR_TOO_BIG;
}

/* Takes the result of saving a row: an error of only that row is reported and skipped. */
static enum err pass_over(const struct persist_work *work, enum err error, const char *table,
                          int64_t id)
{
    if (!persist_is_of_row(error))
        return error;
    LOG(work->log, LOG_ERROR, "save.row-left-out", log_text("table", table), log_number("id", id),
        log_text("error", err_name(error)));
    return ERR_OK;
}

/* Takes the result of saving the ledger of a kind. A damaged row stays until a start with --repair,
   and is reported once. */
static enum err pass_over_kind(struct persist_work *work, enum err error, enum item_kind kind)
{
    bool was_reported = work->is_kind_reported[kind];

    work->is_kind_reported[kind] = was_reported || persist_is_of_row(error);
    return was_reported && persist_is_of_row(error)
               ? ERR_OK
               : pass_over(work, error, "ledger", item_row(kind)->save_id);
}

static enum err save_ledger(struct persist_work *work, const struct change_ledger *ledger)
{
    enum err error = ERR_OK;

    for (enum item_kind kind = 0; error == ERR_OK && kind < ITEM_KIND_COUNT; kind++) {
        if (!ledger->has[kind])
            continue;
        error = store_save_ledger(work->store, kind, ledger->now.kinds[kind]);
        error = pass_over_kind(work, error, kind);
    }
    return error;
}

/* Finds the requested style of that generation; none if its head cannot be read. */
static enum err find_style(const struct persist_work *work, struct level_key key,
                           char out[STYLE_NAME_SIZE])
{
    struct level_head head = {0};
    struct level_recipe recipe = {.seed = work->world_seed, .style = LEVEL_STYLE_OF_THEME};
    enum err error = store_load_head(work->store, key.wing, key.depth, &head);

    if (error == ERR_OK && head.current == key.generation)
        recipe = head.recipe;
    else if (error == ERR_OK && head.has_kept && head.kept == key.generation)
        recipe = head.kept_recipe;
    if (strcmp(recipe.style, LEVEL_STYLE_OF_THEME) == 0) {
        const char *style =
            theme_plan_of_level(work->themes, recipe.seed, key.wing, key.depth, key.generation)
                ->style;
        memset(recipe.style, 0, sizeof recipe.style);
        memcpy(recipe.style, style, strnlen(style, sizeof recipe.style - 1));
    }
    memcpy(out, recipe.style, STYLE_NAME_SIZE);
    return error == ERR_NOT_FOUND || error == ERR_FORMAT ? ERR_OK : error;
}

static enum err save_level(const struct persist_work *work, const void *row)
{
    const struct level_row *level = row;
    struct level_blob blob = {.key = level->key, .format = GEN_FORMAT_VERSION};
    enum err error = find_style(work, level->key, blob.style);

    if (error != ERR_OK)
        return error;
    return store_save_level(work->store, &blob, level->blob.data, level->blob.length);
}

static enum err save_population(const struct persist_work *work, const void *row)
{
    const struct population_row *population = row;

    return store_save_population(work->store, population->key, population->blob.data,
                                 population->blob.length);
}

static enum err save_head(const struct persist_work *work, const void *row)
{
    return store_save_head(work->store, row);
}

static enum err save_delver(const struct persist_work *work, const void *row)
{
    return store_save_delver(work->store, row);
}

static enum err save_memory(const struct persist_work *work, const void *row)
{
    const struct memory_row *memory = row;

    return store_save_memory(work->store, memory->delver_id, memory->key, memory->image->tiles,
                             memory->image->count, memory->bands);
}

static enum err save_visit(const struct persist_work *work, const void *row)
{
    return store_save_account(work->store, row);
}

static enum err save_settings(const struct persist_work *work, const void *row)
{
    const struct settings_row *settings = row;

    return store_save_settings(work->store, settings->account_id, settings->list);
}

/* How the rows of a kind are saved. They begin like the rows of their record. */
struct save_row {
    enum change_kind kind;
    enum record_id record;
    enum err (*save)(const struct persist_work *work, const void *row);
};

/* The kinds in the order of saving. Heads are before levels, because they say how a level was
   made. */
static const struct save_row save_table[] = {
    {CHANGE_VISITS, RECORD_ACCOUNT, save_visit},
    {CHANGE_SETTINGS, RECORD_SETTING, save_settings},
    {CHANGE_HEADS, RECORD_HEAD, save_head},
    {CHANGE_LEVELS, RECORD_LEVEL, save_level},
    {CHANGE_POPULATIONS, RECORD_POPULATION, save_population},
    {CHANGE_DELVERS, RECORD_DELVER, save_delver},
    {CHANGE_MEMORIES, RECORD_MEMORY, save_memory},
};

/* Saves all rows of a kind. Notes rows that are left out: a player may be told that all is saved
   only if none of the player's rows is. */
static enum err save_kind(struct persist_work *work, const struct change_set *set,
                          const struct save_row *how)
{
    const struct record *record = record_at(how->record);
    bool is_own = record_has(record, COLUMN_OWNER);
    /* The player of a row, or the depth if the row is about a level. */
    const struct column *id = &record->columns[is_own ? 0 : 1];
    size_t count = set->of[how->kind].count;
    enum err error = ERR_OK;

    for (size_t i = 0; is_own && i < count; i++)
        left_out_note(&work->left_out, how->record,
                      column_value(id, change_set_row(set, how->kind, i)), false);
    for (size_t i = 0; error == ERR_OK && i < count; i++) {
        const void *row = change_set_row(set, how->kind, i);
        error = how->save(work, row);
        if (is_own && persist_is_of_row(error))
            left_out_note(&work->left_out, how->record, column_value(id, row), true);
        error = pass_over(work, error, record->table, column_value(id, row));
    }
    return error;
}

static enum err save_rows(struct persist_work *work, const struct change_set *set)
{
    const struct level_key *deletions = set->of[CHANGE_DELETIONS].rows;
    const struct audit_entry *audits = set->of[CHANGE_AUDITS].rows;
    enum err error = set->tick == 0 ? ERR_OK : store_save_meta(work->store, META_TICK, set->tick);

    for (size_t i = 0; error == ERR_OK && i < sizeof save_table / sizeof save_table[0]; i++)
        error = save_kind(work, set, &save_table[i]);
    if (error == ERR_OK)
        error = save_ledger(work, &set->ledger);
    for (size_t i = 0; error == ERR_OK && i < set->of[CHANGE_DELETIONS].count; i++)
        error = store_drop_level(work->store, deletions[i]);
    for (size_t i = 0; error == ERR_OK && i < set->of[CHANGE_AUDITS].count; i++)
        error = persist_save_act(work, &audits[i].row);
    return error;
}

static bool work_save(struct persist_work *work, struct job *job)
{
    job->result = save_rows(work, job->content);
    return true;
}

static void release_set(void *content)
{
    change_set_release(content);
}

const struct question question_save = {
    .size = sizeof(struct change_set), .work = work_save, .writes = true, .release = release_set};
