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

static enum err examine_place(struct examiner *examiner, const void *row)
{
    const struct delver_record *delver = row;
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

/* A decoded level has both its stairs. */
static enum err decode_level(const void *row)
{
    const struct stored_level *stored = row;
    struct level *level = NULL;
    enum err error =
        level_decode(stored->blob.data, stored->blob.length, stored->level.key, &level);

    level_free(level);
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

static enum err decode_memory(const void *row)
{
    const struct row_blob *explored = &((const struct stored_memory *)row)->explored;
    size_t count = count_cells(explored->data, explored->length);

    if (count == 0 || count > (size_t)LEVEL_WIDTH_MAX * LEVEL_HEIGHT_MAX)
        return ERR_FORMAT;
    uint8_t *tiles = malloc(count);
    if (tiles == NULL)
        return ERR_MEMORY;
    enum err error = tiles_decode(explored->data, explored->length, tiles, count);
    free(tiles);
    return error;
}

static void name_account(const void *row, bool is_sound, char *out)
{
    const struct account_record *account = &((const struct stored_account *)row)->record;

    if (is_sound)
        snprintf(out, EXAMINATION_FINDING_SIZE, "account %" PRId64 " (%s)", account->id,
                 account->name);
    else /* a name that cannot be right is not told */
        snprintf(out, EXAMINATION_FINDING_SIZE, "account %" PRId64, account->id);
}

static void name_delver(const void *row, bool is_sound, char *out)
{
    (void)is_sound;
    snprintf(out, EXAMINATION_FINDING_SIZE, "delver %" PRId64,
             ((const struct delver_record *)row)->id);
}

static void name_level(const void *row, bool is_sound, char *out)
{
    char place[PLACE_SIZE];

    (void)is_sound;
    snprintf(out, EXAMINATION_FINDING_SIZE, "level %s",
             place_text(((const struct stored_level *)row)->level.key, place));
}

static void name_memory(const void *row, bool is_sound, char *out)
{
    const struct stored_memory *memory = row;
    char place[PLACE_SIZE];

    place_text(memory->key, place);
    if (is_sound)
        snprintf(out, EXAMINATION_FINDING_SIZE, "memory of %s: delver %" PRId64, place,
                 memory->delver_id);
    else
        snprintf(out, EXAMINATION_FINDING_SIZE, "memory of delver %" PRId64 " of %s",
                 memory->delver_id, place);
}

static void name_settings(const void *row, bool is_sound, char *out)
{
    (void)is_sound;
    snprintf(out, EXAMINATION_FINDING_SIZE, "settings of account %" PRId64,
             ((const struct stored_settings *)row)->account_id);
}

static void name_ruling(const void *row, bool is_sound, char *out)
{
    const struct ruling *ruling = row;

    (void)is_sound;
    snprintf(out, EXAMINATION_FINDING_SIZE, "ruling %d about %.20s", (int)ruling->kind,
             ruling->subject);
}

static void name_head(const void *row, bool is_sound, char *out)
{
    const struct level_head *head = &((const struct stored_head *)row)->head;

    (void)is_sound;
    snprintf(out, EXAMINATION_FINDING_SIZE, "head of wing %u depth %u", head->wing, head->depth);
}

/* What is told of the rows of a record beside its columns; all of it may be left out. */
struct telling {
    void (*name)(const void *row, bool is_sound, char *out); /* NULL: the table */
    const char *loss;                                        /* what follows of a bad row */
    const char *orphan; /* what is behind the name of a sound row that has no owner */
    enum err (*decode)(const void *row);
    enum err (*look)(struct examiner *examiner, const void *row); /* at a row that is not bad */
};

static const struct telling telling_table[RECORD_COUNT] = {
    [RECORD_ACCOUNT] = {name_account, "nobody can log in to it",
                        ": its delver is missing; nobody can log in to it", NULL, NULL},
    [RECORD_DELVER] = {name_delver, "their account cannot log in",
                       ": their account is missing; nobody plays them", NULL, examine_place},
    [RECORD_LEVEL] = {name_level, "it is rebuilt from its seed when somebody comes", NULL,
                      decode_level, NULL},
    [RECORD_MEMORY] = {name_memory, "that map is forgotten", " is missing; nobody misses it",
                       decode_memory, NULL},
    [RECORD_SETTING] = {name_settings, "they begin anew", ": it is missing; nobody misses them",
                        NULL, NULL},
    [RECORD_RULING] = {name_ruling, "it is passed over", NULL, NULL, NULL},
    [RECORD_HEAD] = {name_head, "its newest generation counts, and it is not locked", NULL, NULL,
                     NULL},
};

static void tell(struct examiner *examiner, enum record_id id, const void *row, enum err error)
{
    const struct telling *telling = &telling_table[id];
    char name[EXAMINATION_FINDING_SIZE];

    snprintf(name, sizeof name, "%s", record_at(id)->table);
    if (telling->name != NULL)
        telling->name(row, error == ERR_OK, name);
    if (error == ERR_OK)
        find(examiner, "%s%s", name,
             telling->orphan != NULL ? telling->orphan : ": what it belongs to is missing");
    else
        find(examiner, "%s: %s; %s", name, fault_text(error),
             telling->loss != NULL ? telling->loss : "it is lost");
}

static enum err examine_row(struct examiner *examiner, enum record_id id,
                            struct statement *statement)
{
    const struct telling *telling = &telling_table[id];
    union row_space row = {.bytes = {0}};

    row_read(statement, id, row.bytes);
    bool has_owner = statement_column_int(statement, 0, 1) == 1;
    enum err error = statement_take_row_error(statement);
    if (error == ERR_OK && telling->decode != NULL)
        error = telling->decode(row.bytes);
    if (error != ERR_OK && !err_is_damage(error))
        return error;
    examiner->out->rows[id].all++;
    if (error == ERR_OK && has_owner)
        return telling->look != NULL ? telling->look(examiner, row.bytes) : ERR_OK;
    examiner->out->rows[id].bad++;
    tell(examiner, id, row.bytes, error);
    return ERR_OK;
}

static enum err examine_table(struct examiner *examiner, enum record_id id)
{
    struct statement statement = statement_start_row(examiner->store, id, ROW_EACH);
    enum err error = ERR_OK;

    while (error == ERR_OK && statement_fetch(&statement) == ERR_OK)
        error = examine_row(examiner, id, &statement);
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
    for (int i = 0; error == ERR_OK && i < RECORD_COUNT; i++)
        error = examine_table(&examiner, (enum record_id)i);
    level_free(examiner.level);
    return error == ERR_OK ? compare_state(&examiner) : error;
}

enum err examine_database(struct sqlite3 *handle, struct examination *out)
{
    struct store store = {.handle = handle};
    enum err error = statement_prepare_all(handle, &store.statements);

    if (error != ERR_OK)
        return error;
    error = store_examine(&store, out);
    statement_finalize_all(&store.statements);
    return error;
}

uint64_t examination_bad_rows(const struct examination *examination)
{
    uint64_t bad = 0;

    for (int i = 0; i < RECORD_COUNT; i++)
        bad += examination->rows[i].bad;
    return bad;
}

bool examination_is_clean(const struct examination *examination)
{
    return examination->state_is_whole && examination_bad_rows(examination) == 0;
}
