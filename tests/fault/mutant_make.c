/*
 * Damage. Each kind is one function on the bytes of the files, or one statement of plain SQLite.
 */
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "mutant.h"

enum { PAGE_SIZE = 4096, FLIPS_MAX = 64, APPENDED_MAX = 10000, HEADER_SIZE = 100, SQL_SIZE = 256 };

static void copy(const struct bytes *from, struct bytes *to)
{
    bytes_init(to, from->length_max + APPENDED_MAX + PAGE_SIZE);
    enum err error = bytes_append(to, from->data, from->length);
    CHECK(error == ERR_OK);
}

static uint32_t below(struct rng *rng, size_t bound)
{
    return rng_below(rng, (uint32_t)bound);
}

static void flip_within(struct bytes *file, size_t from, size_t length, struct rng *rng)
{
    /* Few flips most of the time: many at once are soon noticed. */
    uint32_t count = 1 + rng_below(rng, 1 + rng_below(rng, FLIPS_MAX));

    for (uint32_t i = 0; i < count; i++)
        file->data[from + below(rng, length)] ^= (uint8_t)(1u << rng_below(rng, 8));
}

static void flip_bits(struct bytes *file, struct rng *rng)
{
    flip_within(file, 0, file->length, rng);
}

static size_t some_page(const struct bytes *file, struct rng *rng)
{
    return (size_t)below(rng, file->length / PAGE_SIZE) * PAGE_SIZE;
}

static void flip_bits_of_page(struct bytes *file, struct rng *rng)
{
    flip_within(file, some_page(file, rng), PAGE_SIZE, rng);
}

static void set_bytes(struct bytes *file, struct rng *rng)
{
    size_t from = below(rng, file->length);
    size_t length = 1 + below(rng, 64);
    uint8_t value = rng_percent(rng, 50) ? 0x00 : 0xff;

    for (size_t i = from; i < file->length && i < from + length; i++)
        file->data[i] = value;
}

static void truncate_file(struct bytes *file, struct rng *rng)
{
    size_t pages = file->length / PAGE_SIZE;

    file->length =
        rng_percent(rng, 50) ? below(rng, file->length) : (size_t)below(rng, pages) * PAGE_SIZE;
}

static void zero_page(struct bytes *file, struct rng *rng)
{
    memset(file->data + some_page(file, rng), 0, PAGE_SIZE);
}

static void exchange_pages(struct bytes *file, struct rng *rng)
{
    uint8_t page[PAGE_SIZE];
    uint8_t *a = file->data + some_page(file, rng);
    uint8_t *b = file->data + some_page(file, rng);

    memcpy(page, a, PAGE_SIZE);
    memmove(a, b, PAGE_SIZE);
    memcpy(b, page, PAGE_SIZE);
}

/* Over another page, or between two. */
static void double_page(struct bytes *file, struct rng *rng)
{
    uint8_t page[PAGE_SIZE];
    size_t from = some_page(file, rng);
    size_t to = some_page(file, rng);

    memcpy(page, file->data + from, PAGE_SIZE);
    if (rng_percent(rng, 50)) {
        enum err error = bytes_append(file, page, PAGE_SIZE);
        CHECK(error == ERR_OK);
        memmove(file->data + to + PAGE_SIZE, file->data + to, file->length - to - PAGE_SIZE);
    }
    memcpy(file->data + to, page, PAGE_SIZE);
}

static void remove_page(struct bytes *file, struct rng *rng)
{
    size_t at = some_page(file, rng);

    memmove(file->data + at, file->data + at + PAGE_SIZE, file->length - at - PAGE_SIZE);
    file->length -= PAGE_SIZE;
}

static void append_noise(struct bytes *file, struct rng *rng)
{
    uint32_t count = 1 + rng_below(rng, APPENDED_MAX);

    for (uint32_t i = 0; i < count; i++) {
        enum err error = bytes_append_u8(file, (uint8_t)rng_next(rng));
        CHECK(error == ERR_OK);
    }
}

/* https://www.sqlite.org/fileformat2.html, section 1.3: one byte of it, near what is usual. */
static void change_header(struct bytes *file, struct rng *rng)
{
    static const uint8_t values[] = {0, 1, 2, 3, 4, 5, 0x10, 0x20, 0x40, 0x7f, 0x80, 0xff};

    file->data[below(rng, HEADER_SIZE)] = values[below(rng, sizeof values)];
}

static void cut_log(struct bytes *log, struct rng *rng)
{
    log->length = below(rng, log->length);
}

static bool is_same(const struct bytes *a, const struct bytes *b)
{
    return a->length == b->length && (a->length == 0 || memcmp(a->data, b->data, a->length) == 0);
}

/* SQL of damaged values for each type of column; % is the column's name. */
static const char *const change_table[][4] = {
    [COLUMN_SIGNED] = {"% + 1", "-% - 1", "0", "% + 100"},
    [COLUMN_UNSIGNED] = {"% + 1", "-% - 1", "0", "% * 2"},
    [COLUMN_TEXT] = {"% || 'x'", "char(27)", "''", "upper(%)"},
    [COLUMN_BLOB] = {"x'0101'", "substr(%, 2)", "zeroblob(100000)", "x'00'"},
    [COLUMN_PACKED] = {"x'01020100'", "x'01020000'", "CAST(% || x'ff0100' AS BLOB)", "x'02'"},
};

static const char *const unsealed_tables[] = {"meta", "audit"};

static const char *table_name(size_t index)
{
    return index < RECORD_COUNT ? record_at((enum record_id)index)->table
                                : unsealed_tables[index - RECORD_COUNT];
}

static const char *key_of_table(const char *table)
{
    return strcmp(table, "meta") == 0 ? "name" : "rowid";
}

static void sql_delete_row(struct rng *rng, char out[SQL_SIZE])
{
    /* All but the audit, which has no checksums. */
    const char *table = table_name(below(rng, RECORD_COUNT + 1));

    snprintf(out, SQL_SIZE, "DELETE FROM %s WHERE %s = (SELECT %s FROM %s LIMIT 1 OFFSET %u)",
             table, key_of_table(table), key_of_table(table), table, rng_below(rng, MUTANT_PLACES));
}

/* The first part of `change`, the column if it is to stand there, and the rest. */
static void write_change(const char *change, const char *name, char *out, size_t out_size)
{
    const char *mark = strchr(change, '%');

    if (mark == NULL)
        snprintf(out, out_size, "%s", change);
    else
        snprintf(out, out_size, "%.*s%s%s", (int)(mark - change), change, name, mark + 1);
}

static void sql_change_value(struct rng *rng, char out[SQL_SIZE])
{
    enum { META = RECORD_COUNT };
    size_t id = below(rng, RECORD_COUNT + 1);
    const char *table = table_name(id);
    const char *name = id == META ? "value" : "checksum";
    enum column_type type = COLUMN_SIGNED;
    char value[64];

    if (id != META) {
        const struct record *record = record_at((enum record_id)id);
        size_t index = below(rng, (size_t)record->count + 1);
        if (index < (size_t)record->count) {
            name = record->columns[index].name;
            type = record->columns[index].type;
        }
    }
    write_change(change_table[type][rng_below(rng, 4)], name, value, sizeof value);
    snprintf(out, SQL_SIZE,
             "UPDATE %s SET %s = %s WHERE %s = (SELECT %s FROM %s LIMIT 1 OFFSET %u)", table, name,
             value, key_of_table(table), key_of_table(table), table, rng_below(rng, MUTANT_PLACES));
}

/* By way of sqlite_schema, because DROP INDEX cannot drop the indexes of constraints. */
static void sql_drop_index(struct rng *rng, char out[SQL_SIZE])
{
    snprintf(out, SQL_SIZE,
             "DELETE FROM sqlite_schema WHERE name = (SELECT name FROM sqlite_schema"
             " WHERE type = 'index' LIMIT 1 OFFSET %u)",
             rng_below(rng, 4));
}

static void sql_drop_table(struct rng *rng, char out[SQL_SIZE])
{
    snprintf(out, SQL_SIZE, "DROP TABLE %s", table_name(below(rng, RECORD_COUNT + 2)));
}

static void sql_version(struct rng *rng, char out[SQL_SIZE])
{
    static const int versions[] = {-1, 0, 1, 2, 3, 100};

    snprintf(out, SQL_SIZE, "PRAGMA user_version = %d",
             versions[below(rng, sizeof versions / sizeof versions[0])]);
}

static void sql_application_id(struct rng *rng, char out[SQL_SIZE])
{
    snprintf(out, SQL_SIZE, "PRAGMA application_id = %d", rng_range(rng, -1, 5));
}

/* False if SQLite itself refuses. */
static bool run_sql(const char *path, const char *sql)
{
    sqlite3 *handle = NULL;
    int code = sqlite3_open(path, &handle);

    CHECK(code == SQLITE_OK);
    sqlite3_exec(handle,
                 "PRAGMA ignore_check_constraints = ON; PRAGMA writable_schema = ON;"
                 "PRAGMA foreign_keys = OFF",
                 NULL, NULL, NULL);
    code = sqlite3_exec(handle, sql, NULL, NULL, NULL);
    int changes = sqlite3_total_changes(handle);
    sqlite3_close(handle);
    return code == SQLITE_OK &&
           (changes > 0 || strncmp(sql, "PRAGMA", 6) == 0 || strncmp(sql, "DROP", 4) == 0);
}

/* At most one of the three is set; without any, the log is replaced by another world's. */
struct mutation_row {
    const char *name;
    void (*change_database)(struct bytes *file, struct rng *rng);
    void (*change_log)(struct bytes *log, struct rng *rng); /* of the killed world */
    void (*write_sql)(struct rng *rng, char out[SQL_SIZE]); /* on the closed world */
};

static const struct mutation_row mutation_table[MUTATION_COUNT] = {
    [MUTATION_FLIP_BITS] = {"bits flipped", .change_database = flip_bits},
    [MUTATION_FLIP_BITS_OF_PAGE] = {"bits of a page", .change_database = flip_bits_of_page},
    [MUTATION_SET_BYTES] = {"bytes set", .change_database = set_bytes},
    [MUTATION_TRUNCATE] = {"truncated", .change_database = truncate_file},
    [MUTATION_ZERO_PAGE] = {"page zeroed", .change_database = zero_page},
    [MUTATION_EXCHANGE_PAGES] = {"pages exchanged", .change_database = exchange_pages},
    [MUTATION_DOUBLE_PAGE] = {"page doubled", .change_database = double_page},
    [MUTATION_REMOVE_PAGE] = {"page removed", .change_database = remove_page},
    [MUTATION_APPEND] = {"bytes appended", .change_database = append_noise},
    [MUTATION_HEADER] = {"header changed", .change_database = change_header},
    [MUTATION_LOG_CUT] = {"log cut", .change_log = cut_log},
    [MUTATION_LOG_FLIP] = {"log flipped", .change_log = flip_bits},
    [MUTATION_LOG_FOREIGN] = {"log of another", NULL, NULL, NULL},
    [MUTATION_LOG_FOREIGN_WHOLE] = {"all another's log", NULL, NULL, NULL},
    [MUTATION_SQL_DELETE_ROW] = {"row deleted", .write_sql = sql_delete_row},
    [MUTATION_SQL_CHANGE_VALUE] = {"value changed", .write_sql = sql_change_value},
    [MUTATION_SQL_DROP_INDEX] = {"index dropped", .write_sql = sql_drop_index},
    [MUTATION_SQL_DROP_TABLE] = {"table dropped", .write_sql = sql_drop_table},
    [MUTATION_SQL_VERSION] = {"other version", .write_sql = sql_version},
    [MUTATION_SQL_APPLICATION_ID] = {"other program", .write_sql = sql_application_id},
};

const char *mutation_name(enum mutation mutation)
{
    return mutation_table[mutation].name;
}

const struct mutant_original *mutant_choose(const struct mutant_world *world,
                                            enum mutation mutation, struct rng *rng)
{
    if (mutation_table[mutation].change_log != NULL)
        return &world->killed;
    if (mutation_table[mutation].write_sql != NULL)
        return &world->closed;
    return rng_percent(rng, 50) ? &world->closed : &world->killed;
}

static const struct bytes *choose_log(const struct mutant_world *world,
                                      const struct mutant_original *original,
                                      enum mutation mutation)
{
    if (mutation == MUTATION_LOG_FOREIGN)
        return &world->foreign_log;
    return mutation == MUTATION_LOG_FOREIGN_WHOLE ? &world->foreign_log_whole : &original->log;
}

bool mutant_make(const struct mutant_world *world, const struct mutant_original *original,
                 enum mutation mutation, struct rng *rng, const char *path)
{
    const struct mutation_row *row = &mutation_table[mutation];
    char log_path[MUTANT_PATH_SIZE + 8];
    char sql[SQL_SIZE];
    struct bytes database;
    struct bytes log;

    copy(&original->database, &database);
    copy(choose_log(world, original, mutation), &log);
    if (row->change_database != NULL)
        row->change_database(&database, rng);
    if (row->change_log != NULL)
        row->change_log(&log, rng);
    snprintf(log_path, sizeof log_path, "%s-wal", path);
    mutant_write_file(path, &database);
    unlink(log_path);
    if (log.length > 0)
        mutant_write_file(log_path, &log);
    bool is_changed = !is_same(&database, &original->database) || !is_same(&log, &original->log);
    bytes_release(&database);
    bytes_release(&log);
    if (row->write_sql == NULL)
        return is_changed;
    row->write_sql(rng, sql);
    return run_sql(path, sql);
}
