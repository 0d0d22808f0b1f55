/*
 * Describes each kind of row that carries a checksum: its table, and for every column the name, the
 * place in the row's struct and the valid content. The SQL (db/row_sql.h), binding, reading and the
 * checksum (db/rows.h), the examination (db/examine.h) and the rows of tests are made from it. A
 * new table is a migration, a struct here, and its columns in columns.c.
 */
#ifndef UNDERCROFT_DB_COLUMNS_H
#define UNDERCROFT_DB_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "db/records.h"
#include "world/ledger.h"
#include "world/record.h"

enum column_type {
    COLUMN_SIGNED,   /* an integer of `size` bytes, between low and high */
    COLUMN_UNSIGNED, /* a 64-bit value, stored as the signed integer of the same bits */
    COLUMN_TEXT,     /* a char array, ended by NUL and not empty */
    COLUMN_BLOB,     /* a struct row_blob; low and high are lengths, low at least 1 */
    COLUMN_PACKED,   /* values packed into bytes by functions of their own, stored as a blob */
};

enum column_flag {
    COLUMN_KEY = 1,     /* part of the primary key; keys are the first columns */
    COLUMN_FIXED = 2,   /* never changes after the row was made */
    COLUMN_UNIQUE = 32, /* no two rows have equal values */
    COLUMN_ORDER = 4,   /* rows are examined in the order of these columns, then of the keys */
    COLUMN_OWNER = 8,   /* id of the owner, the first column: the row is removed with the player */
    COLUMN_LEVEL = 16,  /* wing, depth and generation of a level with which the row is removed */
};

enum {
    PACKED_SIZE_MAX = 2048,
    PACKED_COLUMNS_MAX = 2 /* bytes of a packed column, and packed columns in a row */
};

/* The functions that pack a column's values into bytes and back. `value` is the member of the
   row. */
struct packing {
    size_t (*pack)(const void *value, uint8_t out[PACKED_SIZE_MAX]);
    enum err (*unpack)(const uint8_t *data, size_t length, void *value);
};

struct column {
    const char *name;
    enum column_type type;
    unsigned flags; /* bits of enum column_flag */
    size_t offset;
    size_t size;
    int64_t low;
    int64_t high;
    bool (*is_sound)(const char *text); /* checks a text; NULL: any text is valid */
    const struct packing *packing;      /* for COLUMN_PACKED only */
};

/* A kind of row. Its checksum goes over the columns in this order (db/row_hash.h): never change the
   order. */
struct record {
    const char *table;
    const struct column *columns;
    int count;
    size_t row_size;
    const char *owner; /* table that must contain the owner: without it the row is bad */
    bool is_made_once; /* made by row_insert(), never by row_save() */
    /* examined in the order of the file, because look-ups by key would be slow */
    bool is_in_no_order;
    bool (*is_sound)(const void *row); /* checks values against each other; NULL: no check */
};

/* The kinds of rows, in the order in which they are examined. */
enum record_id {
    RECORD_ACCOUNT,
    RECORD_DELVER,
    RECORD_LEVEL,
    RECORD_MEMORY,
    RECORD_SETTING,
    RECORD_RULING,
    RECORD_HEAD,
    RECORD_POPULATION,
    RECORD_LEDGER,
    RECORD_COUNT
};

enum { ROW_SIZE_MAX = 2048 };

/* Large enough for any row. */
union row_space {
    max_align_t alignment;
    uint8_t bytes[ROW_SIZE_MAX];
};

/* Bytes that belong to others. A blob that was read is valid until the next fetch of its
   statement. */
struct row_blob {
    const uint8_t *data;
    size_t length;
};

struct stored_account {
    struct account_record record;
    enum store_role role;
};

struct stored_level {
    struct level_blob level;
    struct row_blob blob;
};

struct stored_population {
    struct level_key key;
    struct row_blob blob; /* the output of population_encode() */
};

struct stored_memory {
    int64_t delver_id;
    struct level_key key;
    uint8_t band;
    struct row_blob explored; /* cells of the band, encoded by tiles_encode() */
};

struct stored_settings {
    int64_t account_id;
    char list[SETTINGS_SIZE];
};

/* The number of things of a kind that were ever made, and that ended: in play, and outside it,
   where whole rows come and go (accounts that are made and removed, generations that are
   dropped). */
struct stored_ledger {
    uint8_t kind; /* save_id of the kind */
    struct ledger_count play;
    struct ledger_count beside;
};

enum { NO_GENERATION = -1 };
struct stored_head {
    struct level_head head;
    int64_t kept; /* a generation, or NO_GENERATION; see head.kept */
};

/* Returns the description of a kind of row. The struct of a delver's row is struct delver_record,
   of a ruling's struct ruling. */
const struct record *record_at(enum record_id id);

/* True if any column has that flag. */
bool record_has(const struct record *record, unsigned flag);

/* Reads and writes the value of an integer column; a written value must be in the column's
   range. */
int64_t column_value(const struct column *column, const void *row);
void column_set_value(const struct column *column, void *row, int64_t value);

/* Returns the text or blob of a column of that kind. */
const char *column_text(const struct column *column, const void *row);
const struct row_blob *column_blob(const struct column *column, const void *row);

/* Packs the value of a COLUMN_PACKED into `out`. Returns its length, at least 1. */
size_t column_pack(const struct column *column, const void *row, uint8_t out[PACKED_SIZE_MAX]);

/* True if the text has only lower-case letters, digits and hyphens. */
bool text_is_word(const char *text);

/* True if the row may be saved and read again: every column is valid, and so are all of them
   together. */
bool row_is_sound(const struct record *record, const void *row);

#endif
