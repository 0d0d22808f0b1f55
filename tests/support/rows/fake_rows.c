/*
 * Rows are arrays of values in a table of uthash by their key. Each change leaves what undoes it in
 * one list, along which a rollback, the end of a part and a loss of what was not flushed go back.
 */
#include "support/rows/fake_rows.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void *allocate(size_t size)
{
    void *memory = calloc(1, size > 0 ? size : 1);

    ck_assert_ptr_nonnull(memory);
    return memory;
}

static void free_row(struct fake_row *row)
{
    for (int i = 0; row != NULL && i < row->count; i++)
        free((void *)(uintptr_t)row->values[i].data);
    if (row != NULL)
        free(row->key);
    free(row);
}

/* Type, length and bytes of each: no two keys are alike. */
static uint8_t *write_key(const struct value *values, int count, size_t *out_length)
{
    size_t length = 0;

    for (int i = 0; i < count; i++)
        length += sizeof values[i].integer + sizeof values[i].length + values[i].length;
    uint8_t *key = allocate(length);
    *out_length = 0;
    for (int i = 0; i < count; i++) {
        memcpy(key + *out_length, &values[i].integer, sizeof values[i].integer);
        *out_length += sizeof values[i].integer;
        memcpy(key + *out_length, &values[i].length, sizeof values[i].length);
        *out_length += sizeof values[i].length;
        if (values[i].length > 0)
            memcpy(key + *out_length, values[i].data, values[i].length);
        *out_length += values[i].length;
    }
    return key;
}

static int key_columns(int table)
{
    int count = 0;

    if (table >= RECORD_COUNT)
        return 1;
    while ((record_at((enum record_id)table)->columns[count].flags & COLUMN_KEY) != 0)
        count++;
    return count;
}

static struct fake_row *find_row(const struct fake *fake, int table, const struct value *values)
{
    struct fake_row *row = NULL;
    size_t length = 0;
    uint8_t *key = write_key(values, key_columns(table), &length);

    HASH_FIND(hh, fake->tables[table], key, length, row);
    free(key);
    return row;
}

static void note_undo(struct fake *fake, struct undo undo)
{
    fake->undos = realloc(fake->undos, (fake->undo_count + 1) * sizeof *fake->undos);
    ck_assert_ptr_nonnull(fake->undos);
    fake->undos[fake->undo_count++] = undo;
    fake->has_changed = true;
}

static void take_out(struct fake *fake, int table, struct fake_row *row)
{
    HASH_DELETE(hh, fake->tables[table], row);
}

static void put_in(struct fake *fake, int table, struct fake_row *row)
{
    HASH_ADD_KEYPTR(hh, fake->tables[table], row->key, row->key_length, row);
}

void fake_undo_to(struct fake *fake, size_t count)
{
    while (fake->undo_count > count) {
        struct undo *undo = &fake->undos[--fake->undo_count];
        if (undo->added != NULL) {
            take_out(fake, undo->table, undo->added);
            free_row(undo->added);
        }
        if (undo->gone != NULL)
            put_in(fake, undo->table, undo->gone);
    }
}

void fake_flush(struct fake *fake)
{
    while (fake->undo_count > 0)
        free_row(fake->undos[--fake->undo_count].gone);
    fake->flushes++;
}

/* Puts the row in the place of `old`, which may be NULL. */
void fake_put_row(struct fake *fake, int table, const struct value *values, int count,
                  struct fake_row *old)
{
    struct fake_row *row = allocate(sizeof *row);

    row->count = count;
    for (int i = 0; i < count; i++) {
        row->values[i] = values[i];
        row->values[i].data = NULL;
        if (values[i].type == VALUE_INTEGER)
            continue;
        uint8_t *data = allocate(values[i].length);
        memcpy(data, values[i].data, values[i].length);
        row->values[i].data = data;
    }
    row->key = write_key(values, key_columns(table), &row->key_length);
    row->rowid = old != NULL ? old->rowid : ++fake->newest_rowid;
    fake->inserted_rowid = row->rowid;
    if (old != NULL)
        take_out(fake, table, old);
    put_in(fake, table, row);
    note_undo(fake, (struct undo){table, row, old});
}

static void drop_row(struct fake *fake, int table, struct fake_row *row)
{
    take_out(fake, table, row);
    note_undo(fake, (struct undo){table, NULL, row});
}

static bool is_equal(const struct value *a, const struct value *b)
{
    return a->type == b->type && a->integer == b->integer && a->length == b->length &&
           (a->length == 0 || memcmp(a->data, b->data, a->length) == 0);
}

static int compare_values(const struct value *a, const struct value *b)
{
    if (a->integer != b->integer)
        return a->integer < b->integer ? -1 : 1;
    size_t shorter = a->length < b->length ? a->length : b->length;
    int difference = shorter == 0 ? 0 : memcmp(a->data, b->data, shorter);
    if (difference != 0)
        return difference;
    return (a->length > b->length) - (a->length < b->length);
}

/* Ascending by some columns, then by rowid. */
struct order {
    int columns[ACCESS_VALUES_MAX];
    int count;
};

static const struct order *sorting;

static int compare_rows(const void *a, const void *b)
{
    const struct fake_row *first = *(struct fake_row *const *)a;
    const struct fake_row *second = *(struct fake_row *const *)b;

    for (int i = 0; i < sorting->count; i++) {
        int column = sorting->columns[i];
        int difference = compare_values(&first->values[column], &second->values[column]);
        if (difference != 0)
            return difference;
    }
    return (first->rowid > second->rowid) - (first->rowid < second->rowid);
}

/* All rows of a table; the caller frees the list. */
static struct fake_row **sort_rows(const struct fake *fake, int table, const struct order *order,
                                   int *out_count)
{
    struct fake_row **rows = allocate(HASH_COUNT(fake->tables[table]) * sizeof(struct fake_row *));

    *out_count = 0;
    for (struct fake_row *row = fake->tables[table]; row != NULL; row = row->hh.next)
        rows[(*out_count)++] = row;
    sorting = order;
    qsort(rows, (size_t)*out_count, sizeof(struct fake_row *), compare_rows);
    return rows;
}

static struct value integer(int64_t value)
{
    return (struct value){.type = VALUE_INTEGER, .integer = value};
}

static struct value *add_answer(struct cursor *cursor)
{
    cursor->rows = realloc(cursor->rows, (size_t)(cursor->count + 1) * sizeof *cursor->rows);
    ck_assert_ptr_nonnull(cursor->rows);
    return cursor->rows[cursor->count++];
}

/* True if another row than `own` has what no other may have: accounts alone have such columns. */
static bool is_taken(const struct fake *fake, int table, const struct value *values,
                     const struct fake_row *own)
{
    for (struct fake_row *row = fake->tables[table]; table == RECORD_ACCOUNT && row != NULL;
         row = row->hh.next) {
        if (row == own)
            continue;
        if ((row->values[1].length == values[1].length &&
             strncasecmp((const char *)row->values[1].data, (const char *)values[1].data,
                         values[1].length) == 0) ||
            is_equal(&row->values[2], &values[2]))
            return true;
    }
    return false;
}

static bool has_owner(const struct fake *fake, const struct record *record,
                      const struct value *values)
{
    for (int id = 0; record->owner != NULL && id < RECORD_COUNT; id++) {
        if (strcmp(record_at((enum record_id)id)->table, record->owner) == 0)
            return find_row(fake, id, values) != NULL;
    }
    return true;
}

static enum err insert(struct fake *fake, const struct access *access)
{
    const struct record *record = record_at(access->record);

    if (find_row(fake, (int)access->record, access->values) != NULL ||
        is_taken(fake, (int)access->record, access->values, NULL))
        return ERR_EXISTS;
    /* An account is made before its delver. */
    if (access->record != RECORD_ACCOUNT && !has_owner(fake, record, access->values))
        return ERR_NOT_FOUND;
    fake_put_row(fake, (int)access->record, access->values, access->count, NULL);
    return ERR_OK;
}

static enum err save(struct fake *fake, const struct access *access)
{
    struct fake_row *old = find_row(fake, (int)access->record, access->values);

    if (old == NULL)
        return record_at(access->record)->is_made_once ? ERR_OK : insert(fake, access);
    if (is_taken(fake, (int)access->record, access->values, old))
        return ERR_EXISTS;
    fake_put_row(fake, (int)access->record, access->values, access->count, old);
    return ERR_OK;
}

enum shape { SHAPE_ALL, SHAPE_EXAMINED, SHAPE_CHECKSUM, SHAPE_DELETE };

struct operation_row {
    unsigned where; /* of enum column_flag */
    enum shape shape;
};

static const struct operation_row operation_table[ROW_OPERATION_COUNT] = {
    [ROW_LOAD] = {COLUMN_KEY, SHAPE_ALL},
    [ROW_EACH] = {0, SHAPE_EXAMINED},
    [ROW_SLICE] = {0, SHAPE_EXAMINED},
    [ROW_CHECKSUMS] = {0, SHAPE_CHECKSUM},
    [ROW_CHECKSUM_OF_KEY] = {COLUMN_KEY, SHAPE_CHECKSUM},
    [ROW_CHECKSUMS_OF_OWNER] = {COLUMN_OWNER, SHAPE_CHECKSUM},
    [ROW_CHECKSUMS_OF_LEVEL] = {COLUMN_LEVEL, SHAPE_CHECKSUM},
    [ROW_DELETE_OF_KEY] = {COLUMN_KEY, SHAPE_DELETE},
    [ROW_DELETE_OF_OWNER] = {COLUMN_OWNER, SHAPE_DELETE},
    [ROW_DELETE_OF_LEVEL] = {COLUMN_LEVEL, SHAPE_DELETE},
};

static bool is_wanted(const struct access *access, const struct fake_row *row)
{
    const struct record *record = record_at(access->record);
    unsigned where = operation_table[access->operation].where;

    if (access->operation == ROW_SLICE)
        return row->rowid > access->values[0].integer;
    for (int i = 0; where != 0 && i < record->count; i++) {
        if ((record->columns[i].flags & where) != 0 &&
            !is_equal(&row->values[i], &access->values[i]))
            return false;
    }
    return true;
}

static void answer_row(struct fake *fake, const struct access *access, struct fake_row *row,
                       struct cursor *cursor)
{
    const struct record *record = record_at(access->record);
    enum shape shape = operation_table[access->operation].shape;

    if (shape == SHAPE_DELETE) {
        drop_row(fake, (int)access->record, row);
        return;
    }
    struct value *out = add_answer(cursor);
    if (shape == SHAPE_CHECKSUM) {
        out[0] = row->values[record->count];
        out[1] = integer(row->rowid);
        return;
    }
    memcpy(out, row->values, (size_t)row->count * sizeof *out);
    if (shape == SHAPE_EXAMINED) {
        out[row->count] = integer(has_owner(fake, record, row->values));
        out[row->count + 1] = integer(row->rowid);
    }
}

static struct order order_of(const struct access *access)
{
    const struct record *record = record_at(access->record);
    struct order order = {.count = 0};

    if (access->operation != ROW_EACH || record->is_in_no_order)
        return order;
    for (unsigned flag = COLUMN_ORDER; flag != 0; flag = flag == COLUMN_ORDER ? COLUMN_KEY : 0) {
        for (int i = 0; i < record->count; i++) {
            if ((record->columns[i].flags & flag) != 0)
                order.columns[order.count++] = i;
        }
    }
    return order;
}

static enum err operate(struct fake *fake, const struct access *access, struct cursor *cursor)
{
    struct order order = order_of(access);
    int count = 0;

    if (access->operation == ROW_INSERT)
        return insert(fake, access);
    if (access->operation == ROW_SAVE)
        return save(fake, access);
    struct fake_row **rows = sort_rows(fake, (int)access->record, &order, &count);
    for (int i = 0; i < count; i++) {
        bool is_full = access->operation == ROW_SLICE && cursor->count >= access->values[1].integer;
        if (!is_full && is_wanted(access, rows[i]))
            answer_row(fake, access, rows[i], cursor);
    }
    free(rows);
    return ERR_OK;
}

struct query_row {
    int table;
    struct order order;
    bool is_descending;
    int limit; /* the parameter that says how many; -1: all */
    bool (*wants)(const struct value *row, const struct value *parameters);
    void (*answer)(const struct value *row, struct value *out);
};

static bool wants_all(const struct value *row, const struct value *parameters)
{
    (void)row;
    (void)parameters;
    return true;
}

static bool wants_name(const struct value *row, const struct value *parameters)
{
    return row[1].length == parameters[0].length &&
           strncasecmp((const char *)row[1].data, (const char *)parameters[0].data,
                       row[1].length) == 0;
}

static bool wants_skeleton(const struct value *row, const struct value *parameters)
{
    return is_equal(&row[2], &parameters[0]);
}

static bool wants_later(const struct value *row, const struct value *parameters)
{
    return row[0].integer > parameters[0].integer;
}

static bool wants_depth(const struct value *row, const struct value *parameters)
{
    return is_equal(&row[0], &parameters[0]) && is_equal(&row[1], &parameters[1]);
}

static bool wants_place(const struct value *row, const struct value *parameters)
{
    return is_equal(&row[1], &parameters[0]) && is_equal(&row[2], &parameters[1]) &&
           is_equal(&row[3], &parameters[2]);
}

static bool wants_owner(const struct value *row, const struct value *parameters)
{
    return is_equal(&row[0], &parameters[0]);
}

static void answer_key(const struct value *row, struct value *out)
{
    memcpy(out, row + 1, 3 * sizeof *out);
}

static void answer_id(const struct value *row, struct value *out)
{
    out[0] = row[0];
}

/* All of the belongings, where a database gives the first bytes. */
static void answer_score(const struct value *row, struct value *out)
{
    out[0] = row[0];
    out[1] = row[13];
    out[2] = row[10];
    out[3] = row[19];
}

static void answer_generation(const struct value *row, struct value *out)
{
    out[0] = row[2];
}

static void answer_level(const struct value *row, struct value *out)
{
    memcpy(out, row, 4 * sizeof *out);
    out[4] = row[5];
}

static void answer_act(const struct value *row, struct value *out)
{
    memcpy(out, row + 1, 3 * sizeof *out);
}

static void answer_length(const struct value *row, struct value *out)
{
    out[0] = row[0];
    out[1] = integer((int64_t)(row[2].length + row[3].length));
}

static const struct query_row query_table[QUERY_COUNT] = {
    [QUERY_ACCOUNT_NEXT_ID] = {RECORD_ACCOUNT, {{0}, 1}, true, -1, wants_all, answer_id},
    [QUERY_ACCOUNT_FIND] = {RECORD_ACCOUNT, {{0}, 1}, false, -1, wants_name, answer_id},
    [QUERY_ACCOUNT_SKELETON] = {RECORD_ACCOUNT, {{0}, 1}, false, -1, wants_skeleton, answer_id},
    [QUERY_ACCOUNT_AFTER] = {RECORD_ACCOUNT, {{0}, 1}, false, 1, wants_later, answer_id},
    [QUERY_LEVEL_GENERATION] = {RECORD_LEVEL, {{2}, 1}, true, -1, wants_depth, answer_generation},
    [QUERY_LEVEL_LIST] = {RECORD_LEVEL, {{1, 0, 2}, 3}, false, 0, wants_all, answer_level},
    [QUERY_DELVER_COUNT] = {RECORD_DELVER, {{0}, 1}, false, -1, wants_place, answer_id},
    [QUERY_DELVER_SCORES] = {RECORD_DELVER, {{0}, 1}, false, -1, wants_all, answer_score},
    [QUERY_MEMORY_LEVELS] = {RECORD_MEMORY, {{1, 2, 3}, 3}, false, -1, wants_owner, answer_key},
    [QUERY_AUDIT_LOAD] = {TABLE_AUDIT, {{0}, 1}, true, 0, wants_all, answer_act},
    [QUERY_AUDIT_SLICE] = {TABLE_AUDIT, {{0}, 1}, false, 1, wants_later, answer_length},
};

static void save_act(struct fake *fake, const struct access *access)
{
    struct value row[4] = {integer(fake->newest_rowid + 1)};

    memcpy(row + 1, access->values, 3 * sizeof *row);
    fake_put_row(fake, TABLE_AUDIT, row, 4, NULL);
}

static void clear_head(struct fake *fake)
{
    while (fake->tables[TABLE_HEAD] != NULL)
        drop_row(fake, TABLE_HEAD, fake->tables[TABLE_HEAD]);
}

/* Instead of the rows that were found. */
static void answer_number(struct cursor *cursor, int64_t number)
{
    cursor->count = 0;
    *add_answer(cursor) = integer(number);
}

/* Rows of one level come one behind the other. */
static int64_t count_levels(const struct cursor *cursor)
{
    int64_t count = 0;

    for (int i = 0; i < cursor->count; i++)
        count += i == 0 || !is_equal(&cursor->rows[i][0], &cursor->rows[i - 1][0]) ||
                 !is_equal(&cursor->rows[i][1], &cursor->rows[i - 1][1]) ||
                 !is_equal(&cursor->rows[i][2], &cursor->rows[i - 1][2]);
    return count;
}

static void ask(const struct fake *fake, const struct access *access, struct cursor *cursor)
{
    const struct query_row *query = &query_table[access->query];
    int count = 0;
    struct fake_row **rows = sort_rows(fake, query->table, &query->order, &count);

    for (int i = 0; i < count; i++) {
        const struct value *row = rows[query->is_descending ? count - 1 - i : i]->values;
        bool is_full = query->limit >= 0 && cursor->count >= access->values[query->limit].integer;
        if (!is_full && query->wants(row, access->values))
            query->answer(row, add_answer(cursor));
    }
    free(rows);
    if (access->query == QUERY_ACCOUNT_NEXT_ID)
        answer_number(cursor, 1 + (cursor->count > 0 ? cursor->rows[0][0].integer : 0));
    else if (access->query == QUERY_DELVER_COUNT)
        answer_number(cursor, cursor->count);
    else if (access->query == QUERY_MEMORY_LEVELS)
        answer_number(cursor, count_levels(cursor));
}

static void do_query(struct fake *fake, const struct access *access, struct cursor *cursor)
{
    if (access->query == QUERY_HEAD_CLEAR)
        clear_head(fake);
    else if (access->query == QUERY_HEAD_SAVE)
        fake_put_row(fake, TABLE_HEAD, access->values, access->count,
                     find_row(fake, TABLE_HEAD, access->values));
    else if (access->query == QUERY_AUDIT_SAVE)
        save_act(fake, access);
    else
        ask(fake, access, cursor);
}

bool fake_is_write(const struct access *access)
{
    if (access->is_query)
        return query_table[access->query].wants == NULL;
    return access->operation == ROW_INSERT || access->operation == ROW_SAVE ||
           operation_table[access->operation].shape == SHAPE_DELETE;
}

enum err fake_access(struct fake *fake, const struct access *access, struct cursor *cursor)
{
    fake->has_changed = false;
    if (!access->is_query)
        return operate(fake, access, cursor);
    do_query(fake, access, cursor);
    return ERR_OK;
}

void fake_free_rows(struct fake *fake)
{
    fake_flush(fake);
    for (int table = 0; table < TABLE_COUNT; table++) {
        struct fake_row *row;
        struct fake_row *next;
        HASH_ITER(hh, fake->tables[table], row, next)
        {
            take_out(fake, table, row);
            free_row(row);
        }
    }
    free(fake->undos);
}
