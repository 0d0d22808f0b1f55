/*
 * The head: a few numbers about the whole database, and the sums of its tables.
 *
 * The seal of the head is the sum of terms of each number's name and value, as a migration can
 * compute it in SQL (db/row_function.h), so a missing number breaks it too.
 *
 * Each save changes the running sum of its table by the row that it replaces and the row that it
 * writes, and each commit writes the sums beside the rows. So the rows of a database that only this
 * program's commits have changed always add up to them exactly; a row that is missing, foreign or
 * from another time breaks the sum of its table, even after later saves.
 */
#include "db/head.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"
#include "db/connection.h"
#include "db/row_hash.h"
#include "db/store.h"
#include "db/store_private.h"
#include "world/record.h"

/* Names and maxima of the numbers that are not sums. */
static const struct {
    const char *name;
    uint64_t high;
} number_table[HEAD_COUNT] = {
    [META_SEED] = {"seed", UINT64_MAX},
    [META_TICK] = {"tick", RANGE_WHOLE_MAX},
    [META_CREATED_AT] = {"created_at", RANGE_TIME_MAX},
    [META_NEWEST_ACCOUNT] = {"newest_account", RANGE_WHOLE_MAX},
    [HEAD_COMMITS] = {"commits", UINT64_MAX},
    [HEAD_BASE] = {"base", UINT64_MAX},
    [HEAD_PAGES] = {"pages", UINT32_MAX},
    [HEAD_DOUBT] = {"doubt", 1},
    [HEAD_SEAL] = {"seal", UINT64_MAX},
};

void head_name(int number, char out[HEAD_NAME_SIZE])
{
    CHECK(number >= 0 && number < HEAD_COUNT);
    if (number_table[number].name != NULL)
        snprintf(out, HEAD_NAME_SIZE, "%s", number_table[number].name);
    else
        snprintf(out, HEAD_NAME_SIZE, "sum_%s",
                 record_at((enum record_id)(number - HEAD_SUM))->table);
}

static bool is_sum(int number)
{
    return number_table[number].name == NULL;
}

void head_set(struct head *head, int number, uint64_t value)
{
    uint64_t high = is_sum(number) ? UINT64_MAX : number_table[number].high;

    head->numbers[number] = value < high ? value : high;
    head->has[number] = true;
}

static uint64_t number_term(const struct head *head, int number)
{
    char name[HEAD_NAME_SIZE];
    struct hash hash;
    int64_t bits;

    memcpy(&bits, &head->numbers[number], sizeof bits);
    head_name(number, name);
    row_hash_init(&hash, "meta");
    row_hash_text(&hash, name, strlen(name));
    row_hash_int(&hash, bits);
    return row_term(hash.value);
}

uint64_t head_seal(const struct head *head)
{
    uint64_t seal = 0;

    for (int i = 0; i < HEAD_COUNT; i++) {
        if (head->has[i] && i != HEAD_SEAL)
            seal += number_term(head, i);
    }
    return seal;
}

void head_take(struct head *head, const char *name, int64_t value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < HEAD_COUNT; i++) {
        char known[HEAD_NAME_SIZE];
        head_name(i, known);
        bool was_there = head->has[i];
        if (strcmp(known, name) != 0)
            continue;
        head_set(head, i, bits);
        /* The table has a number twice, or out of its range: the seal covers the stored value. */
        head->is_sound = head->is_sound && !was_there && head->numbers[i] == bits;
        return;
    }
    head->is_sound = false;
}

void head_check(struct head *head)
{
    for (int i = HEAD_SUM; i < HEAD_COUNT; i++)
        head->is_sound = head->is_sound && head->has[i];
    head->is_sound = head->is_sound && head->numbers[HEAD_SEAL] == head_seal(head);
}

static void take_number(const char *name, int64_t value, void *argument)
{
    head_take(argument, name, value);
}

enum err head_read(struct sqlite3 *handle, struct head *out)
{
    *out = (struct head){.is_sound = true};
    enum err error =
        connection_each_number(handle, "SELECT name, value FROM meta", take_number, out);

    head_check(out);
    return error;
}

/* True if the proof's sum includes the row: it has read it, or passed its position. */
static bool is_passed(const struct store *store, enum record_id id, int64_t rowid)
{
    return (int)id == store->proof.table && rowid <= store->proof.last;
}

enum err store_sum_rows(struct store *store, enum record_id id, struct statement *statement,
                        struct row_sum *out)
{
    *out = (struct row_sum){.count = 0};
    for (; statement_fetch(statement) == ERR_OK; out->count++) {
        uint64_t term = row_term(statement_column_u64(statement));
        out->rowid = statement_column_int(statement, INT64_MIN, INT64_MAX);
        out->term += term;
        out->proven += is_passed(store, id, out->rowid) ? term : 0;
    }
    return statement_end(statement);
}

void store_exchange_row(struct store *store, enum record_id id, const struct row_sum *old,
                        uint64_t checksum)
{
    int64_t rowid = old->count > 0 ? old->rowid : store->driver->inserted_rowid(store);

    store_withdraw_rows(store, id, old);
    store->running.head.numbers[HEAD_SUM + id] += row_term(checksum);
    if (is_passed(store, id, rowid))
        store->running.proven += row_term(checksum);
}

void store_withdraw_rows(struct store *store, enum record_id id, const struct row_sum *old)
{
    store->running.head.numbers[HEAD_SUM + id] -= old->term;
    store->running.proven -= old->proven;
}

enum err store_sum_table(struct store *store, enum record_id id, uint64_t *out)
{
    struct statement statement = statement_start_row(store, id, ROW_CHECKSUMS);
    struct row_sum sum;
    enum err error = store_sum_rows(store, id, &statement, &sum);

    *out = sum.term;
    return error;
}

enum err store_read_head(struct store *store)
{
    enum err error = store->driver->read_head(store, &store->state.head);

    store->base = store->state.head.numbers[HEAD_BASE];
    store->base_pages = store->state.head.numbers[HEAD_PAGES];
    store->running = store->state;
    return error;
}

static enum err write_number(struct store *store, int number)
{
    struct statement statement = statement_start(store, QUERY_HEAD_SAVE);
    char name[HEAD_NAME_SIZE];

    head_name(number, name);
    statement_bind_text(&statement, name);
    statement_bind_u64(&statement, store->running.head.numbers[number]);
    return statement_run(&statement);
}

/* Writes the head. A head that was not sound stays so until store_accept_state(). */
enum err store_write_head(struct store *store)
{
    const struct head *old = &store->state.head;
    struct head *head = &store->running.head;
    enum err error = ERR_OK;

    head_set(head, HEAD_COMMITS, head->numbers[HEAD_COMMITS] + 1);
    head_set(head, HEAD_BASE, store->base);
    head_set(head, HEAD_PAGES, store->base_pages);
    if (head->is_sound)
        head_set(head, HEAD_SEAL, head_seal(head));
    for (int i = 0; error == ERR_OK && i < HEAD_COUNT; i++) {
        bool is_old = old->has[i] && old->numbers[i] == head->numbers[i];
        if (head->has[i] && (!is_old || store->must_write_head))
            error = write_number(store, i);
    }
    return error;
}

void store_note_doubt(struct store *store)
{
    head_set(&store->running.head, HEAD_DOUBT, 1);
}

enum err store_check_head(const struct store *store, struct store_status *status)
{
    const struct head *head = &store->state.head;

    if (head->is_sound && head->numbers[HEAD_DOUBT] == 0)
        return ERR_OK;
    if (head->is_sound)
        status_set(status, "its rows are not those of one moment: some are missing, foreign or "
                           "from another time");
    else
        status_set(status, "its head is damaged: the numbers that prove the rows are not those of "
                           "one moment");
    return ERR_CORRUPT;
}
