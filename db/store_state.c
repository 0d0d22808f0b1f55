/*
 * The head of an open store, and what the rows of each table with a checksum sum to. Each save
 * changes the running sum of its table by the row it replaces and the row it writes, and each
 * commit writes the sums beside the rows. So the rows of a database that only this program's
 * commits have touched always sum to them exactly; a row that is missing, foreign or taken from
 * another time breaks the sum of its table, whatever is saved later.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/check.h"
#include "db/row_hash.h"
#include "db/store.h"
#include "db/store_private.h"

/* The proof counts the row in its sum: it has read it, or passed the place where it stands. */
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

/* A head that was not sound stays so until it is accepted. */
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

/* As one number for people. */
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
