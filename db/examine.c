/*
 * Reading every row and saying what is wrong with it. Each table is one scan in the order of its
 * keys; delvers come by level, so that at most one decoded level is held.
 */
#include "db/examine.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "db/status.h"
#include "db/store_private.h"
#include "world/level.h"

struct examiner {
    struct store *store;
    struct examination *out;
    struct level *level; /* the one last looked up; NULL: not stored, or bad */
    struct level_key level_key;
    bool has_looked_up;
};

enum { PLACE_SIZE = 64 };

/* "wing 0 depth 3"; the first generation is not worth a word. */
static const char *place_text(struct level_key key, char out[PLACE_SIZE])
{
    if (key.generation == 0)
        snprintf(out, PLACE_SIZE, "wing %u depth %u", key.wing, key.depth);
    else
        snprintf(out, PLACE_SIZE, "wing %u depth %u generation %" PRIu32, key.wing, key.depth,
                 key.generation);
    return out;
}

__attribute__((format(printf, 2, 3))) static void find(struct examiner *examiner,
                                                       const char *format, ...)
{
    struct examination *out = examiner->out;
    va_list arguments;

    if (out->finding_count >= EXAMINATION_FINDINGS_MAX)
        return;
    va_start(arguments, format);
    char *finding = out->findings[out->finding_count++];
    vsnprintf(finding, EXAMINATION_FINDING_SIZE, format, arguments);
    status_clean(finding); /* it may quote a row that is damaged */
    va_end(arguments);
}

static const char *fault_text(enum err error)
{
    return error == ERR_CHECKSUM ? "the checksum is wrong" : "its values cannot be right";
}

static enum err examine_account(struct examiner *examiner, struct statement *statement)
{
    struct account_row row = {0};

    store_column_account(statement, &row);
    bool has_delver = statement_column_int(statement, 0, 1) == 1;
    enum err error = statement_take_row_error(statement);
    examiner->out->accounts++;
    if (error != ERR_OK)
        find(examiner, "account %" PRId64 ": %s; nobody can log in to it", row.record.id,
             fault_text(error));
    else if (!has_delver)
        find(examiner, "account %" PRId64 " (%s): its delver is missing; nobody can log in to it",
             row.record.id, row.record.name);
    if (error != ERR_OK || !has_delver)
        examiner->out->accounts_bad++;
    return error;
}

static enum err decode_stored(struct examiner *examiner, struct level_key key, struct level **out)
{
    struct level_blob blob;
    struct bytes data;

    bytes_init(&data, LEVEL_BLOB_MAX);
    enum err error = store_load_level(examiner->store, key, &blob, &data);
    if (error == ERR_OK)
        error = level_decode(data.data, data.length, key, out);
    bytes_release(&data);
    return error;
}

/* Puts the level into examiner->level; one that cannot be had is no error here. */
static enum err look_up_level(struct examiner *examiner, struct level_key key)
{
    if (examiner->has_looked_up && level_key_equal(examiner->level_key, key))
        return ERR_OK;
    level_free(examiner->level);
    examiner->level = NULL;
    examiner->level_key = key;
    examiner->has_looked_up = true;
    enum err error = decode_stored(examiner, key, &examiner->level);
    return err_is_damage(error) || error == ERR_NOT_FOUND ? ERR_OK : error;
}

static enum err examine_place(struct examiner *examiner, const struct delver_record *delver)
{
    char place[PLACE_SIZE];
    enum err error = look_up_level(examiner, delver->level);

    if (error != ERR_OK || examiner->level == NULL)
        return error;
    if (!level_contains(examiner->level, delver->at))
        find(examiner, "delver %" PRId64 ": is outside %s; put at the stairs when they come",
             delver->id, place_text(delver->level, place));
    else if (!tile_is_passable(level_tile(examiner->level, delver->at)))
        find(examiner, "delver %" PRId64 ": stands in %s on %s; put at the stairs when they come",
             delver->id, tile_row(level_tile(examiner->level, delver->at))->name,
             place_text(delver->level, place));
    return ERR_OK;
}

static enum err examine_delver(struct examiner *examiner, struct statement *statement)
{
    struct delver_record delver = {0};

    store_column_delver(statement, &delver);
    bool has_account = statement_column_int(statement, 0, 1) == 1;
    enum err error = statement_take_row_error(statement);
    examiner->out->delvers++;
    if (error != ERR_OK)
        find(examiner, "delver %" PRId64 ": %s; their account cannot log in", delver.id,
             fault_text(error));
    else if (!has_account)
        find(examiner, "delver %" PRId64 ": their account is missing; nobody plays them",
             delver.id);
    if (error != ERR_OK || !has_account) {
        examiner->out->delvers_bad++;
        return error;
    }
    return examine_place(examiner, &delver);
}

static enum err examine_level(struct examiner *examiner, struct statement *statement)
{
    struct level_blob blob = {0};
    struct level *level = NULL;
    const uint8_t *data = NULL;
    size_t length = 0;
    char place[PLACE_SIZE];

    store_column_level(statement, &blob, &data, &length);
    enum err error = statement_take_row_error(statement);
    /* A decoded level has both its stairs. */
    if (error == ERR_OK)
        error = level_decode(data, length, blob.key, &level);
    level_free(level);
    examiner->out->levels++;
    if (!err_is_damage(error))
        return error;
    examiner->out->levels_bad++;
    find(examiner, "level %s: %s; it is rebuilt from its seed when somebody comes",
         place_text(blob.key, place), fault_text(error));
    return error;
}

/* Of how many cells the runs speak: each is a count and a tile (tiles_encode()). */
static size_t count_cells(const uint8_t *data, size_t length)
{
    size_t count = 0;

    for (size_t i = 0; i < length; i += 2)
        count += data[i];
    return count;
}

static enum err decode_memory(const struct memory_blob *memory)
{
    size_t count = count_cells(memory->data, memory->length);

    if (count == 0 || count > (size_t)LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX)
        return ERR_FORMAT;
    uint8_t *tiles = malloc(count);
    if (tiles == NULL)
        return ERR_MEMORY;
    enum err error = tiles_decode(memory->data, memory->length, tiles, count);
    free(tiles);
    return error;
}

static enum err examine_memory(struct examiner *examiner, struct statement *statement)
{
    struct memory_blob memory = {0};
    char place[PLACE_SIZE];

    store_column_memory(statement, &memory);
    bool has_delver = statement_column_int(statement, 0, 1) == 1;
    enum err error = statement_take_row_error(statement);
    if (error == ERR_OK)
        error = decode_memory(&memory);
    examiner->out->memories++;
    if (err_is_damage(error))
        find(examiner, "memory of delver %" PRId64 " of %s: %s; that map is forgotten",
             memory.delver_id, place_text(memory.key, place), fault_text(error));
    else if (error == ERR_OK && !has_delver)
        find(examiner, "memory of %s: delver %" PRId64 " is missing; nobody misses it",
             place_text(memory.key, place), memory.delver_id);
    if (err_is_damage(error) || !has_delver)
        examiner->out->memories_bad++;
    return error;
}

static enum err examine_settings(struct examiner *examiner, struct statement *statement)
{
    struct settings_row row = {0};

    store_column_settings(statement, &row);
    bool has_account = statement_column_int(statement, 0, 1) == 1;
    enum err error = statement_take_row_error(statement);
    examiner->out->settings++;
    if (error != ERR_OK)
        find(examiner, "settings of account %" PRId64 ": %s; they begin anew", row.account_id,
             fault_text(error));
    else if (!has_account)
        find(examiner, "settings of account %" PRId64 ": it is missing; nobody misses them",
             row.account_id);
    if (error != ERR_OK || !has_account)
        examiner->out->settings_bad++;
    return error;
}

static enum err examine_ruling(struct examiner *examiner, struct statement *statement)
{
    struct ruling ruling = {.until = 0};

    store_column_ruling(statement, &ruling);
    enum err error = statement_take_row_error(statement);
    examiner->out->rulings++;
    if (error == ERR_OK)
        return error;
    examiner->out->rulings_bad++;
    find(examiner, "ruling %d about %.20s: %s; it is passed over", (int)ruling.kind,
         ruling.subject, fault_text(error));
    return error;
}

static enum err examine_head(struct examiner *examiner, struct statement *statement)
{
    struct level_head head = {0};

    store_column_head(statement, &head);
    enum err error = statement_take_row_error(statement);
    examiner->out->heads++;
    if (error == ERR_OK)
        return error;
    examiner->out->heads_bad++;
    find(examiner,
         "head of wing %u depth %u: %s; its newest generation counts, and it is not locked",
         head.wing, head.depth, fault_text(error));
    return error;
}

struct table_row {
    enum statement_id each;
    enum err (*examine)(struct examiner *examiner, struct statement *statement);
};

static const struct table_row table_list[] = {
    {STATEMENT_ACCOUNT_EACH, examine_account},
    {STATEMENT_DELVER_EACH, examine_delver},
    {STATEMENT_LEVEL_EACH, examine_level},
    {STATEMENT_MEMORY_EACH, examine_memory},
    {STATEMENT_SETTING_EACH, examine_settings},
    {STATEMENT_RULING_EACH, examine_ruling},
    {STATEMENT_HEAD_EACH, examine_head},
};

static enum err examine_table(struct examiner *examiner, const struct table_row *table)
{
    struct statement statement = statement_start(examiner->store, table->each);
    enum err error = ERR_OK;

    while (error == ERR_OK && statement_fetch(&statement) == ERR_OK) {
        error = table->examine(examiner, &statement);
        if (err_is_damage(error))
            error = ERR_OK;
    }
    enum err ended = statement_end(&statement);
    return error == ERR_OK ? ended : error;
}

static enum err compare_state(struct examiner *examiner)
{
    uint64_t written = 0;
    uint64_t sum = 0;
    enum err error = store_load_meta(examiner->store, META_STATE_HASH, &written);

    if (error == ERR_OK)
        error = store_sum_rows(examiner->store, &sum);
    examiner->out->state_is_whole = error == ERR_OK && sum == written;
    return err_is_damage(error) || error == ERR_NOT_FOUND ? ERR_OK : error;
}

enum err store_examine(struct store *store, struct examination *out)
{
    struct examiner examiner = {.store = store, .out = out};
    enum err error = ERR_OK;

    memset(out, 0, sizeof *out);
    for (size_t i = 0; error == ERR_OK && i < sizeof table_list / sizeof table_list[0]; i++)
        error = examine_table(&examiner, &table_list[i]);
    level_free(examiner.level);
    return error == ERR_OK ? compare_state(&examiner) : error;
}

enum err examine_database(struct sqlite3 *handle, struct examination *out)
{
    struct store store = {.handle = handle};
    enum err error = statement_prepare_all(handle, store.statements);

    if (error != ERR_OK)
        return error;
    error = store_examine(&store, out);
    statement_finalize_all(store.statements);
    return error;
}

uint64_t examination_bad_rows(const struct examination *examination)
{
    return examination->accounts_bad + examination->delvers_bad + examination->levels_bad +
           examination->memories_bad + examination->settings_bad + examination->rulings_bad +
           examination->heads_bad;
}

bool examination_is_clean(const struct examination *examination)
{
    return examination->state_is_whole && examination_bad_rows(examination) == 0;
}
