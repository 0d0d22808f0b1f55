/*
 * Reading every row and reporting its faults: all at once, or little by little. At once, each table
 * is one scan in the order of its keys; delvers come by level, so that at most one decoded level is
 * in memory. Little by little, it is read by rowid, so that one number tells how far it has come.
 */
#include "db/examine.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/check.h"
#include "db/row_hash.h"
#include "db/rows.h"
#include "db/status.h"
#include "db/store.h"
#include "db/store_private.h"
#include "world/level.h"
#include "world/population_codec.h"

struct examiner {
    struct store *store;
    struct examination *out;
    struct level *level; /* level that was last looked up; NULL: not stored, or bad */
    struct level_key level_key;
    bool has_looked_up;
    bool is_slice; /* the proof examines some rows at a time */
};

enum { PLACE_SIZE = 64 };

/* Writes the place, such as "wing 0 depth 3"; the first generation is not named. */
static const char *place_text(struct level_key key, char out[PLACE_SIZE])
{
    if (key.generation == 0)
        snprintf(out, PLACE_SIZE, "wing %u depth %u", key.wing, key.depth);
    else
        snprintf(out, PLACE_SIZE, "wing %u depth %u generation %" PRIu32, key.wing, key.depth,
                 key.generation);
    return out;
}

__attribute__((format(printf, 2, 3))) static void report(struct examiner *examiner,
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

/* Loads the level into examiner->level. That is NULL, and no error, for a level that cannot be
   loaded. */
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
        report(examiner, "player %" PRId64 ": is outside %s; put at the stairs when they come",
               delver->id, place_text(delver->level, place));
    else if (!tile_is_passable(level_tile(examiner->level, delver->at)))
        report(examiner, "player %" PRId64 ": stands in %s on %s; put at the stairs when they come",
               delver->id, tile_row(level_tile(examiner->level, delver->at))->name,
               place_text(delver->level, place));
    return ERR_OK;
}

/* Decodes a level. Succeeds only for one that has both its stairs. */
static enum err decode_level(const void *row)
{
    const struct stored_level *stored = row;
    struct level *level = NULL;
    enum err error =
        level_decode(stored->blob.data, stored->blob.length, stored->level.key, &level);

    level_free(level);
    return error;
}

static enum err decode_population(const void *row)
{
    const struct row_blob *blob = &((const struct stored_population *)row)->blob;

    return population_check(blob->data, blob->length, LEVEL_WIDTH_MAX, LEVEL_HEIGHT_MAX);
}

/* Returns the number of cells in runs of tiles_encode(); each run is a count and a tile. */
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
    uint8_t tiles[MEMORY_BAND_MOST];
    size_t count = count_cells(explored->data, explored->length);

    if (count == 0 || count > sizeof tiles)
        return ERR_FORMAT;
    return tiles_decode(explored->data, explored->length, tiles, count);
}

static void name_account(const void *row, bool is_sound, char *out)
{
    const struct account_record *account = &((const struct stored_account *)row)->record;

    if (is_sound)
        snprintf(out, EXAMINATION_FINDING_SIZE, "account %" PRId64 " (%s)", account->id,
                 account->name);
    else /* an invalid name is left out */
        snprintf(out, EXAMINATION_FINDING_SIZE, "account %" PRId64, account->id);
}

static void name_delver(const void *row, bool is_sound, char *out)
{
    (void)is_sound;
    snprintf(out, EXAMINATION_FINDING_SIZE, "player %" PRId64,
             ((const struct delver_record *)row)->id);
}

static void name_level(const void *row, bool is_sound, char *out)
{
    char place[PLACE_SIZE];

    (void)is_sound;
    snprintf(out, EXAMINATION_FINDING_SIZE, "level %s",
             place_text(((const struct stored_level *)row)->level.key, place));
}

static void name_population(const void *row, bool is_sound, char *out)
{
    char place[PLACE_SIZE];

    (void)is_sound;
    snprintf(out, EXAMINATION_FINDING_SIZE, "population of %s",
             place_text(((const struct stored_population *)row)->key, place));
}

static void name_memory(const void *row, bool is_sound, char *out)
{
    const struct stored_memory *memory = row;
    char place[PLACE_SIZE];

    place_text(memory->key, place);
    if (is_sound)
        snprintf(out, EXAMINATION_FINDING_SIZE, "memory of %s: player %" PRId64, place,
                 memory->delver_id);
    else
        snprintf(out, EXAMINATION_FINDING_SIZE, "memory of player %" PRId64 " of %s",
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

static void name_ledger(const void *row, bool is_sound, char *out)
{
    (void)is_sound;
    snprintf(out, EXAMINATION_FINDING_SIZE, "ledger of kind %u",
             ((const struct stored_ledger *)row)->kind);
}

static void name_head(const void *row, bool is_sound, char *out)
{
    const struct level_head *head = &((const struct stored_head *)row)->head;

    (void)is_sound;
    snprintf(out, EXAMINATION_FINDING_SIZE, "head of wing %u depth %u", head->wing, head->depth);
}

/* Parts of a finding about a row, besides its columns; each may be left out. */
struct telling {
    /* names the row; NULL: the name of the table */
    void (*name)(const void *row, bool is_sound, char *out);
    const char *loss;   /* the loss that a bad row causes, as words */
    const char *orphan; /* words behind the name of a sound row that has no owner */
    enum err (*decode)(const void *row);
    enum err (*look)(struct examiner *examiner,
                     const void *row); /* called for a row that is not bad */
};

static const struct telling telling_table[RECORD_COUNT] = {
    [RECORD_ACCOUNT] = {name_account, "nobody can log in to it",
                        ": its player is missing; nobody can log in to it", NULL, NULL},
    [RECORD_DELVER] = {name_delver, NULL, ": their account is missing; nobody plays them", NULL,
                       examine_place},
    [RECORD_LEVEL] = {name_level, "it is rebuilt from its seed when somebody comes", NULL,
                      decode_level, NULL},
    [RECORD_MEMORY] = {name_memory, "that part of the map is forgotten",
                       " is missing; nobody misses it", decode_memory, NULL},
    [RECORD_SETTING] = {name_settings, "the defaults return", ": it is missing; nobody misses them",
                        NULL, NULL},
    [RECORD_RULING] = {name_ruling, "it is passed over", NULL, NULL, NULL},
    [RECORD_HEAD] = {name_head, "its newest generation counts, and it is not locked", NULL, NULL,
                     NULL},
    [RECORD_POPULATION] = {name_population, "the level is populated again at the next arrival",
                           NULL, decode_population, NULL},
    [RECORD_LEDGER] = {name_ledger, "nobody can tell any more whether things of it are lost", NULL,
                       NULL, NULL},
};

/* Reports a bad delver by the player's name, which operators know: it is in the account, unless
   that is damaged as well. */
static void report_delver(struct examiner *examiner, int64_t id, const char *name, enum err error)
{
    struct stored_account account = {.record = {.id = id}};
    bool is_known = row_load(examiner->store, RECORD_ACCOUNT, &account) == ERR_OK;

    report(examiner, "%s: %s; %s cannot log in", name, fault_text(error),
           is_known ? account.record.name : "their account");
}

static void tell(struct examiner *examiner, enum record_id id, const void *row, enum err error)
{
    const struct telling *telling = &telling_table[id];
    char name[EXAMINATION_FINDING_SIZE];

    snprintf(name, sizeof name, "%s", record_at(id)->table);
    if (telling->name != NULL)
        telling->name(row, error == ERR_OK, name);
    if (error == ERR_OK)
        report(examiner, "%s%s", name,
               telling->orphan != NULL ? telling->orphan : ": what it belongs to is missing");
    else if (id == RECORD_DELVER)
        report_delver(examiner, ((const struct delver_record *)row)->id, name, error);
    else
        report(examiner, "%s: %s; %s", name, fault_text(error),
               telling->loss != NULL ? telling->loss : "it is lost");
}

/* Checks that an index of the table leads to the row. */
static enum err find_by_key(struct examiner *examiner, enum record_id id, const void *row,
                            int64_t rowid)
{
    struct row_sum sum;
    enum err error = rows_sum(examiner->store, id, ROWS_OF_KEY, row, &sum);

    if (error == ERR_OK && (sum.count != 1 || sum.rowid != rowid))
        return ERR_CORRUPT;
    if (error != ERR_OK || id != RECORD_ACCOUNT)
        return error;
    const struct account_record *account = &((const struct stored_account *)row)->record;
    struct account_record found = {.id = 0};
    error = store_find_account(examiner->store, account->name, &found);
    if (error == ERR_OK && found.id == account->id)
        error = store_find_skeleton(examiner->store, account->skeleton);
    else if (error == ERR_OK)
        error = ERR_NOT_FOUND;
    return error == ERR_NOT_FOUND ? ERR_CORRUPT : error;
}

/* Examines the current row of `statement`. *out_term: its part of the sum of its table. */
static enum err examine_row(struct examiner *examiner, enum record_id id,
                            struct statement *statement, int64_t *out_rowid, uint64_t *out_term)
{
    const struct telling *telling = &telling_table[id];
    union row_space row = {.bytes = {0}};

    *out_term = row_term(row_read(statement, id, row.bytes));
    bool has_owner = statement_column_int(statement, 0, 1) == 1;
    *out_rowid = statement_column_int(statement, INT64_MIN, INT64_MAX);
    enum err error = statement_take_row_error(statement);
    enum err found = ERR_OK;
    if (error == ERR_OK && examiner->is_slice)
        found = find_by_key(examiner, id, row.bytes, *out_rowid);
    if (found == ERR_OK && error == ERR_OK && telling->decode != NULL)
        error = telling->decode(row.bytes);
    if (found != ERR_OK || (error != ERR_OK && !err_is_damage(error)))
        return found != ERR_OK ? found : error;
    examiner->out->rows[id].all++;
    if (error == ERR_OK && has_owner)
        return telling->look != NULL && !examiner->is_slice ? telling->look(examiner, row.bytes)
                                                            : ERR_OK;
    examiner->out->rows[id].bad++;
    tell(examiner, id, row.bytes, error);
    return ERR_OK;
}

static enum err examine_table(struct examiner *examiner, enum record_id id)
{
    struct statement statement = statement_start_row(examiner->store, id, ROW_EACH);
    enum err error = ERR_OK;

    while (error == ERR_OK && statement_fetch(&statement) == ERR_OK) {
        int64_t rowid = 0;
        uint64_t term = 0;
        error = examine_row(examiner, id, &statement, &rowid, &term);
    }
    enum err ended = statement_end(&statement);
    return error == ERR_OK ? ended : error;
}

static enum err compare_state(struct examiner *examiner)
{
    struct head head;
    enum err error = examiner->store->driver->read_head(examiner->store, &head);
    bool is_whole = head.is_sound && head.numbers[HEAD_DOUBT] == 0;

    for (int i = 0; error == ERR_OK && i < RECORD_COUNT; i++) {
        uint64_t sum = 0;
        error = store_sum_table(examiner->store, (enum record_id)i, &sum);
        is_whole = is_whole && sum == head.numbers[HEAD_SUM + i];
    }
    examiner->out->state_is_whole = error == ERR_OK && is_whole;
    return err_is_damage(error) ? ERR_OK : error;
}

enum err store_examine(struct store *store, struct examination *out)
{
    struct examiner examiner = {.store = store, .out = out};
    enum err error = ERR_OK;

    memset(out, 0, sizeof *out);
    for (int i = 0; error == ERR_OK && i < RECORD_COUNT; i++)
        error = examine_table(&examiner, (enum record_id)i);
    level_free(examiner.level);
    if (error == ERR_OK)
        error = store_count_ledger(store, &out->ledger);
    return error == ERR_OK ? compare_state(&examiner) : error;
}

/* Begins the proof of a table: at its first row, with a sum of 0. */
static void begin_table(struct store *store, int table)
{
    store->proof.table = table;
    store->proof.last = INT64_MIN;
    store->state.proven = 0;
    store->running.proven = 0;
}

const struct examination *store_proof(const struct store *store, bool *out_is_over)
{
    *out_is_over = store->proof.table == PROOF_IS_OVER;
    return &store->proof.found;
}

/* Returns ERR_OK for errors after which the index was still readable: no row, or a damaged row that
   should not exist. */
static enum err searched(enum err error)
{
    return error == ERR_NOT_FOUND || err_is_damage(error) ? ERR_OK : error;
}

/* Looks for a row that may not exist, so that an index without rows is read too. */
static enum err find_nothing(struct examiner *examiner, enum record_id id)
{
    static const union row_space nothing;
    struct account_record account;
    struct row_sum sum;
    enum err error = rows_sum(examiner->store, id, ROWS_OF_KEY, nothing.bytes, &sum);

    if (error == ERR_OK && id == RECORD_ACCOUNT)
        error = searched(store_find_account(examiner->store, "", &account));
    if (error == ERR_OK && id == RECORD_ACCOUNT)
        error = searched(store_find_skeleton(examiner->store, ""));
    return error;
}

/* Proves the next rows of the table. Rowids only increase, even in a damaged file, so the loop
   ends. *out_done: number of rows read. */
static enum err prove_rows(struct examiner *examiner, enum record_id id, int count, int *out_done)
{
    struct store *store = examiner->store;
    struct statement statement = statement_start_row(store, id, ROW_SLICE);
    enum err error = ERR_OK;

    statement_bind_int(&statement, store->proof.last);
    statement_bind_int(&statement, count);
    for (*out_done = 0; error == ERR_OK && statement_fetch(&statement) == ERR_OK; ++*out_done) {
        int64_t rowid = 0;
        uint64_t term = 0;
        error = examine_row(examiner, id, &statement, &rowid, &term);
        if (error == ERR_OK && rowid <= store->proof.last)
            error = ERR_CORRUPT;
        if (error != ERR_OK)
            break;
        store->proof.last = rowid;
        store->state.proven += term;
    }
    store->running.proven = store->state.proven;
    enum err ended = statement_end(&statement);
    return error == ERR_OK ? ended : error;
}

/* Proves the next acts of the audit. They have no checksum, so only their being readable is
   proven. */
static enum err prove_acts(struct store *store, int count, int *out_done)
{
    struct statement statement = statement_start(store, QUERY_AUDIT_SLICE);
    enum err error = ERR_OK;

    statement_bind_int(&statement, store->proof.last);
    statement_bind_int(&statement, count);
    for (*out_done = 0; error == ERR_OK && statement_fetch(&statement) == ERR_OK; ++*out_done) {
        int64_t id = statement_column_int(&statement, INT64_MIN, INT64_MAX);
        if (id <= store->proof.last)
            error = ERR_CORRUPT;
        store->proof.last = id;
    }
    enum err ended = statement_end(&statement);
    return error == ERR_OK ? ended : error;
}

/* Reports that the rows come from different moments. Also notes it in the head at once; if that
   fails, the next commit notes it. */
static void doubt(struct examiner *examiner, const char *table, const char *finding)
{
    struct store *store = examiner->store;

    /* Replaces the last finding if there is no room for another. */
    if (examiner->out->finding_count == EXAMINATION_FINDINGS_MAX)
        examiner->out->finding_count--;
    report(examiner, "%s: %s", table, finding);
    examiner->out->state_is_whole = false;
    store->proof.is_doubtful = true;
    if (store_begin(store) == ERR_OK)
        (void)!store_commit(store);
}

static enum err prove_slice(struct examiner *examiner, int count, int *out_done)
{
    struct store *store = examiner->store;

    if (store->proof.table == PROOF_OF_AUDIT)
        return prove_acts(store, count, out_done);
    enum record_id id = (enum record_id)store->proof.table;
    enum err error = prove_rows(examiner, id, count, out_done);
    return error == ERR_OK && *out_done < count ? find_nothing(examiner, id) : error;
}

enum err store_prove(struct store *store, int count)
{
    struct examiner examiner = {.store = store, .out = &store->proof.found, .is_slice = true};
    int table = store->proof.table;
    int done = 0;

    CHECK(store->is_settled && !store->is_in_transaction && count > 0);
    if (table == PROOF_IS_OVER)
        return ERR_OK;
    enum err error = prove_slice(&examiner, count, &done);
    bool is_damage = error == ERR_CORRUPT || err_is_damage(error);
    if ((error != ERR_OK && !is_damage) || (error == ERR_OK && done == count))
        return error;
    const char *name = table == PROOF_OF_AUDIT ? "audit" : record_at((enum record_id)table)->table;
    bool is_sum = table == PROOF_OF_AUDIT ||
                  store->state.proven == store->state.head.numbers[HEAD_SUM + table];
    begin_table(store, table + 1);
    if (error != ERR_OK)
        doubt(&examiner, name, "it cannot be read as a whole");
    else if (!is_sum)
        doubt(&examiner, name, "rows are missing, foreign or from another time");
    return ERR_OK;
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

/* Returns the sum of all row counts, as one number for messages. */
static unsigned long long total(const struct head *head)
{
    uint64_t sum = 0;

    for (int i = 0; i < RECORD_COUNT; i++)
        sum += head->numbers[HEAD_SUM + i];
    return sum;
}

static enum err accept(struct store *store)
{
    struct audit_record record = {.at = (int64_t)time(NULL), .who = "repair"};
    struct head *head = &store->running.head;
    struct statement statement = statement_start(store, QUERY_HEAD_CLEAR);
    enum err error = statement_run(&statement);

    for (int i = 0; error == ERR_OK && i < RECORD_COUNT; i++) {
        uint64_t sum = 0;
        error = store_sum_table(store, (enum record_id)i, &sum);
        head_set(head, HEAD_SUM + i, sum);
    }
    if (error != ERR_OK)
        return error;
    head_set(head, HEAD_DOUBT, 0);
    head->is_sound = true;
    snprintf(record.what, sizeof record.what,
             "took the rows as they are: state hash %016llx instead of %016llx", total(head),
             total(&store->state.head));
    return store_audit(store, &record);
}

enum err store_accept_state(struct store *store)
{
    enum err error = store_begin(store);

    store->must_write_head = true;
    if (error == ERR_OK)
        error = accept(store);
    error = store_leave(store, true, error);
    store->must_write_head = false;
    if (error == ERR_OK)
        store_begin_proof(store);
    return error;
}
