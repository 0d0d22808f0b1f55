/*
 * Saving a change set: its rows go into the open transaction in an order in which each finds what
 * it belongs to. A row that cannot be right, or whose place in the database is damaged, is passed
 * over, so that all others are saved; whose it was is noted.
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

bool persist_is_of_row(enum err error)
{
    return error == ERR_RANGE || error == ERR_NOT_FOUND || error == ERR_EXISTS ||
           error == ERR_FORMAT || error == ERR_CHECKSUM || error == ERR_TOO_BIG;
}

/* After a row of a change set was saved: an error of the row alone is told and passed over. */
static enum err pass_over(const struct persist_work *work, enum err error, const char *table,
                          int64_t id)
{
    if (!persist_is_of_row(error))
        return error;
    LOG(work->log, LOG_ERROR, "save.row-left-out", log_text("table", table), log_number("id", id),
        log_text("error", err_name(error)));
    return ERR_OK;
}

/* The same of a row of a player's, who may be told that all is saved only if this is. */
static enum err pass_over_own(struct persist_work *work, enum err error, enum record_id record,
                              int64_t id)
{
    if (persist_is_of_row(error))
        left_out_note(&work->left_out, record, id, true);
    return pass_over(work, error, record_at(record)->table, id);
}

static enum err save_delvers(struct persist_work *work, const struct change_set *set)
{
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < set->delvers.count; i++) {
        const struct delver_record *row = &change_set_delvers(set)[i];
        left_out_note(&work->left_out, RECORD_DELVER, row->id, false);
        error = store_save_delver(work->store, row);
        error = pass_over_own(work, error, RECORD_DELVER, row->id);
    }
    for (size_t i = 0; i < set->memories.count; i++)
        left_out_note(&work->left_out, RECORD_MEMORY, change_set_memories(set)[i].delver_id, false);
    for (size_t i = 0; error == ERR_OK && i < set->memories.count; i++) {
        const struct memory_row *row = &change_set_memories(set)[i];
        error = store_save_memory(work->store, row->delver_id, row->key, row->image->tiles,
                                  row->image->count, row->bands);
        error = pass_over_own(work, error, RECORD_MEMORY, row->delver_id);
    }
    return error;
}

static enum err save_accounts(struct persist_work *work, const struct change_set *set)
{
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < set->visits.count; i++) {
        const struct account_record *row = &change_set_visits(set)[i];
        left_out_note(&work->left_out, RECORD_ACCOUNT, row->id, false);
        error = store_save_account(work->store, row);
        error = pass_over_own(work, error, RECORD_ACCOUNT, row->id);
    }
    for (size_t i = 0; error == ERR_OK && i < set->settings.count; i++) {
        const struct settings_row *row = &change_set_settings(set)[i];
        left_out_note(&work->left_out, RECORD_SETTING, row->account_id, false);
        error = store_save_settings(work->store, row->account_id, row->list);
        error = pass_over_own(work, error, RECORD_SETTING, row->account_id);
    }
    return error;
}

/* The row of a kind that is damaged stays so until a start with --repair, and is told once. */
static enum err pass_over_kind(struct persist_work *work, enum err error, enum item_kind kind)
{
    bool was_told = work->is_kind_told[kind];

    work->is_kind_told[kind] = was_told || persist_is_of_row(error);
    return was_told && persist_is_of_row(error)
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

/* In which style that generation was asked for. A head that cannot be read is none. */
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
            theme_plan_of_level(recipe.seed, key.wing, key.depth, key.generation)->style;
        memset(recipe.style, 0, sizeof recipe.style);
        memcpy(recipe.style, style, strnlen(style, sizeof recipe.style - 1));
    }
    memcpy(out, recipe.style, STYLE_NAME_SIZE);
    return error == ERR_NOT_FOUND || error == ERR_FORMAT ? ERR_OK : error;
}

static enum err save_level_row(const struct persist_work *work, const struct level_row *row)
{
    struct level_blob blob = {.key = row->key, .format = GEN_FORMAT_VERSION};
    enum err error = find_style(work, row->key, blob.style);

    if (error != ERR_OK)
        return error;
    return store_save_level(work->store, &blob, row->blob.data, row->blob.length);
}

static enum err save_populations(const struct persist_work *work, const struct change_set *set)
{
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < set->populations.count; i++) {
        const struct population_row *row = &change_set_populations(set)[i];
        error = store_save_population(work->store, row->key, row->blob.data, row->blob.length);
        error = pass_over(work, error, "population", row->key.depth);
    }
    return error;
}

static enum err save_levels(const struct persist_work *work, const struct change_set *set)
{
    enum err error = ERR_OK;

    /* Heads first: they say how a level was made. */
    for (size_t i = 0; error == ERR_OK && i < set->heads.count; i++) {
        const struct level_head *head = &change_set_heads(set)[i];
        error = store_save_head(work->store, head);
        error = pass_over(work, error, "level_head", head->depth);
    }
    for (size_t i = 0; error == ERR_OK && i < set->levels.count; i++) {
        const struct level_row *row = &change_set_levels(set)[i];
        error = save_level_row(work, row);
        error = pass_over(work, error, "level", row->key.depth);
    }
    return error == ERR_OK ? save_populations(work, set) : error;
}

static enum err drop_levels(const struct persist_work *work, const struct change_set *set)
{
    enum err error = ERR_OK;

    for (size_t i = 0; error == ERR_OK && i < set->deletions.count; i++)
        error = store_drop_level(work->store, change_set_deletions(set)[i]);
    return error;
}

static enum err save_rows(struct persist_work *work, const struct change_set *set)
{
    enum err error = set->tick == 0 ? ERR_OK : store_save_meta(work->store, META_TICK, set->tick);

    if (error == ERR_OK)
        error = save_accounts(work, set);
    if (error == ERR_OK)
        error = save_levels(work, set);
    if (error == ERR_OK)
        error = save_delvers(work, set);
    if (error == ERR_OK)
        error = save_ledger(work, &set->ledger);
    if (error == ERR_OK)
        error = drop_levels(work, set);
    for (size_t i = 0; error == ERR_OK && i < set->audits.count; i++)
        error = persist_save_act(work, &change_set_audits(set)[i].row);
    return error;
}

static bool work_save(struct persist_work *work, struct job *job)
{
    job->result = save_rows(work, &job->set);
    return true;
}

const struct question question_save = {.work = work_save, .writes = true};
