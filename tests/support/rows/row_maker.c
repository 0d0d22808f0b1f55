/*
 * Making and reading rows by their columns.
 */
#include "support/rows/row_maker.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "base/rng.h"
#include "db/records.h"
#include "db/rows.h"
#include "db/store.h"
#include "db/store_private.h"

enum { ATTEMPTS = 1000 };

static int key_columns(const struct record *record)
{
    int count = 0;

    while (count < record->count && (record->columns[count].flags & COLUMN_KEY) != 0)
        count++;
    return count;
}

int row_places(enum record_id id)
{
    const struct record *record = record_at(id);

    return record->owner != NULL && key_columns(record) == 1 ? ROW_OWNERS : ROW_PLACES;
}

static int64_t draw_value(const struct column *column, struct rng *rng)
{
    uint64_t span = (uint64_t)column->high - (uint64_t)column->low;
    uint64_t drawn = rng_next(rng);
    int64_t value;

    drawn = (uint64_t)column->low + (span == UINT64_MAX ? drawn : drawn % (span + 1));
    memcpy(&value, &drawn, sizeof value);
    return value;
}

enum text_form { TEXT_PRINTABLE, TEXT_WORD, TEXT_NAME, TEXT_FORM_COUNT };

static void write_text(enum text_form form, const struct column *column, struct rng *rng, char *out)
{
    int length = rng_range(rng, 1, (int)column->size - 1);

    for (int i = 0; i < length; i++)
        out[i] = (char)(form == TEXT_WORD ? rng_range(rng, 'a', 'z') : rng_range(rng, ' ', '~'));
    out[length] = '\0';
    if (form == TEXT_NAME)
        snprintf(out, column->size, "Name");
}

/* Draws a text in the first form that the column takes. */
static void draw_text(const struct column *column, struct rng *rng, char *out)
{
    bool is_sound = false;

    for (int form = 0; !is_sound && form < TEXT_FORM_COUNT; form++) {
        write_text((enum text_form)form, column, rng, out);
        is_sound = column->is_sound == NULL || column->is_sound(out);
    }
    CHECK(is_sound);
}

static void draw_blob(const struct column *column, struct rng *rng, struct made_row *out)
{
    /* Mostly less than a page; now and then a long run of pages. */
    size_t length = (size_t)rng_range(rng, 1, rng_percent(rng, 85) ? 1500 : ROW_BLOB_MAX);
    struct row_blob blob = {out->blob, length};

    for (size_t i = 0; i < length; i += sizeof(uint64_t)) {
        uint64_t word = rng_next(rng);
        memcpy(out->blob + i, &word, length - i < sizeof word ? length - i : sizeof word);
    }
    memcpy(out->row.bytes + column->offset, &blob, sizeof blob);
}

/* Few kinds, or all of them. */
static void draw_kills(const struct column *column, struct rng *rng, struct made_row *out)
{
    uint16_t kills[SPECIES_COUNT] = {0};
    int percent = rng_range(rng, 0, 100);

    for (int id = 0; id < SPECIES_COUNT; id++)
        kills[id] = rng_percent(rng, percent) ? (uint16_t)rng_next(rng) : 0;
    memcpy(out->row.bytes + column->offset, kills, sizeof kills);
}

/* Draws things for some places of the pack, and any opened niches. */
static void draw_belongings(const struct column *column, struct rng *rng, struct made_row *out)
{
    struct life *life = (struct life *)(void *)(out->row.bytes + column->offset);
    int percent = rng_range(rng, 0, 100);

    life->known = rng_next(rng);
    for (int niche = 0; niche < NICHE_COUNT; niche++)
        life->opened[niche][0] = rng_next(rng);
    life->pack = pack_new();
    for (int i = 0; i < PACK_MAX; i++) {
        enum item_kind kind = (enum item_kind)rng_below(rng, ITEM_GOLD);
        if (rng_percent(rng, percent))
            life->pack.carried[i] = (struct stack){.kind = kind, .count = 1, .temper = 3};
    }
}

static void draw_packed(const struct column *column, struct rng *rng, struct made_row *out)
{
    if (strcmp(column->name, "kills") == 0)
        draw_kills(column, rng, out);
    else
        draw_belongings(column, rng, out);
}

static void draw_column(const struct column *column, struct rng *rng, struct made_row *out)
{
    if (column->type == COLUMN_TEXT)
        draw_text(column, rng, (char *)out->row.bytes + column->offset);
    else if (column->type == COLUMN_BLOB)
        draw_blob(column, rng, out);
    else if (column->type == COLUMN_PACKED)
        draw_packed(column, rng, out);
    else
        column_set_value(column, out->row.bytes, draw_value(column, rng));
}

/* Different for every place. */
static void set_from_place(const struct column *column, int place, struct made_row *out)
{
    char *text = (char *)out->row.bytes + column->offset;
    int64_t low = column->low == INT64_MIN ? 0 : column->low;
    int count = column->high - low < ROW_PLACES ? (int)(column->high - low) + 1 : ROW_PLACES;

    if (column->type == COLUMN_TEXT)
        snprintf(text, column->size, "Place%c", 'a' + place);
    else
        column_set_value(column, out->row.bytes, low + place % count);
}

static bool follows_from_place(const struct column *column)
{
    return (column->flags & (COLUMN_KEY | COLUMN_FIXED | COLUMN_UNIQUE)) != 0;
}

enum { NO_THING = 128 };

/* Moves the row to a kind that no thing has: making and removing accounts changes the real rows. */
static void move_off_things(void *row)
{
    struct stored_ledger *ledger = row;

    ledger->kind = (uint8_t)(ledger->kind | NO_THING);
}

void row_make(enum record_id id, int place, uint32_t version, struct made_row *out)
{
    const struct record *record = record_at(id);
    struct rng rng;
    bool is_sound = false;

    CHECK(place >= 0 && place < row_places(id));
    rng_init(&rng, (uint64_t)id << 32 | version);
    memset(&out->row, 0, sizeof out->row);
    for (int attempt = 0; !is_sound && attempt < ATTEMPTS; attempt++) {
        for (int i = 0; i < record->count; i++) {
            const struct column *column = &record->columns[i];
            if (!follows_from_place(column))
                draw_column(column, &rng, out);
            else
                set_from_place(column, i == 0 && record->owner != NULL ? place % ROW_OWNERS : place,
                               out);
        }
        if (id == RECORD_LEDGER)
            move_off_things(out->row.bytes);
        is_sound = row_is_sound(record, out->row.bytes);
    }
    CHECK(is_sound);
}

static bool is_same_packed(const struct column *column, const void *a, const void *b)
{
    uint8_t bytes[2][PACKED_SIZE_MAX];
    size_t length = column_pack(column, a, bytes[0]);

    return column_pack(column, b, bytes[1]) == length && memcmp(bytes[0], bytes[1], length) == 0;
}

static bool is_same_column(const struct column *column, const void *a, const void *b)
{
    if (column->type == COLUMN_TEXT)
        return strcmp(column_text(column, a), column_text(column, b)) == 0;
    if (column->type == COLUMN_PACKED)
        return is_same_packed(column, a, b);
    if (column->type != COLUMN_BLOB)
        return column_value(column, a) == column_value(column, b);
    const struct row_blob *blob = column_blob(column, a);
    const struct row_blob *other = column_blob(column, b);
    return blob->length == other->length && memcmp(blob->data, other->data, blob->length) == 0;
}

static bool is_same_row(const struct record *record, const void *a, const void *b)
{
    for (int i = 0; i < record->count; i++) {
        if (!is_same_column(&record->columns[i], a, b))
            return false;
    }
    return true;
}

enum err row_compare(struct store *store, enum record_id id, const void *wanted, bool *out_is_same)
{
    union row_space found;
    struct statement statement;

    memcpy(found.bytes, wanted, record_at(id)->row_size);
    enum err read = row_find(store, id, found.bytes, &statement);
    *out_is_same = read == ERR_OK && is_same_row(record_at(id), wanted, found.bytes);
    enum err error = statement_end(&statement);
    return error == ERR_OK ? read : error;
}

static void hash_column(const struct column *column, const void *row, struct hash *hash)
{
    if (column->type == COLUMN_TEXT) {
        const char *text = column_text(column, row);
        hash_bytes(hash, text, strlen(text) + 1);
    } else if (column->type == COLUMN_BLOB) {
        const struct row_blob *blob = column_blob(column, row);
        hash_u64(hash, blob->length);
        hash_bulk(hash, blob->data, blob->length);
    } else if (column->type == COLUMN_PACKED) {
        uint8_t bytes[PACKED_SIZE_MAX];
        hash_bulk(hash, bytes, column_pack(column, row, bytes));
    } else {
        hash_u64(hash, (uint64_t)column_value(column, row));
    }
}

enum err row_digest(struct store *store, enum record_id id, const void *key, struct hash *hash)
{
    const struct record *record = record_at(id);
    union row_space found;
    struct statement statement;

    memcpy(found.bytes, key, record->row_size);
    enum err read = row_find(store, id, found.bytes, &statement);
    for (int i = 0; read == ERR_OK && i < record->count; i++)
        hash_column(&record->columns[i], found.bytes, hash);
    enum err error = statement_end(&statement);
    return error == ERR_OK ? read : error;
}

void row_make_owners(struct store *store)
{
    ck_assert_int_eq(store_begin(store), ERR_OK);
    for (int place = 0; place < ROW_OWNERS; place++) {
        struct made_row account;
        struct made_row delver;
        int64_t id = 0;
        row_make(RECORD_ACCOUNT, place, 1, &account);
        row_make(RECORD_DELVER, place, 1, &delver);
        ck_assert_int_eq(store_create_account(store,
                                              &((struct stored_account *)account.row.bytes)->record,
                                              (struct delver_record *)delver.row.bytes, &id),
                         ERR_OK);
    }
    ck_assert_int_eq(store_commit(store), ERR_OK);
}

void row_save_all(struct store *store, uint32_t version)
{
    ck_assert_int_eq(store_begin(store), ERR_OK);
    for (int id = 0; id < RECORD_COUNT; id++) {
        for (int place = 0; place < row_places((enum record_id)id); place++) {
            struct made_row row;
            row_make((enum record_id)id, place, version, &row);
            ck_assert_int_eq(row_save(store, (enum record_id)id, row.row.bytes), ERR_OK);
        }
    }
    ck_assert_int_eq(store_commit(store), ERR_OK);
}
