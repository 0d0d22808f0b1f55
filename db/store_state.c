/*
 * The state hash: what all rows with a checksum, and the seed, sum to. Each save changes the
 * running sum by the row it replaces and the row it writes, and each commit writes the sum beside
 * them. So the rows of a database that only this program's commits have touched always sum to it
 * exactly; a row that is missing, foreign or taken from another time breaks it.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "db/examine.h"
#include "db/row_hash.h"
#include "db/store.h"
#include "db/store_private.h"

enum err store_sum_shares(struct statement *statement, uint64_t *out_sum, uint64_t *out_count)
{
    uint64_t sum = 0;
    uint64_t count = 0;

    for (; statement_fetch(statement) == ERR_OK; count++)
        sum += row_share(statement_column_u64(statement));
    enum err error = statement_end(statement);
    if (error == ERR_OK) {
        *out_sum = sum;
        *out_count = count;
    }
    return error;
}

void store_exchange_share(struct store *store, uint64_t old_share, uint64_t new_checksum)
{
    store->state_running += row_share(new_checksum) - old_share;
}

void store_withdraw_share(struct store *store, uint64_t old_share)
{
    store->state_running -= old_share;
}

uint64_t store_seed_checksum(uint64_t seed)
{
    struct hash hash;
    int64_t bits;

    memcpy(&bits, &seed, sizeof bits);
    row_hash_init(&hash, "seed");
    row_hash_int(&hash, bits);
    return hash.value;
}

enum err store_seed_share(struct store *store, uint64_t *out_share)
{
    uint64_t seed = 0;
    enum err error = store_load_meta(store, META_SEED, &seed);

    if (error == ERR_OK)
        *out_share = row_share(store_seed_checksum(seed));
    else if (error == ERR_NOT_FOUND)
        *out_share = 0;
    return error == ERR_NOT_FOUND ? ERR_OK : error;
}

enum err store_sum_rows(struct store *store, uint64_t *out)
{
    uint64_t total = 0;
    enum err error = store_seed_share(store, &total);

    for (int i = 0; error == ERR_OK && i < RECORD_COUNT; i++) {
        struct statement statement = statement_start_row(store, (enum record_id)i, ROW_CHECKSUMS);
        uint64_t sum = 0;
        uint64_t count = 0;
        error = store_sum_shares(&statement, &sum, &count);
        total += sum;
    }
    if (error == ERR_OK)
        *out = total;
    return error;
}

enum err store_load_state(struct store *store)
{
    uint64_t state = 0;
    enum err error = store_load_meta(store, META_STATE_HASH, &state);

    store->state = state;
    store->state_running = state;
    return error == ERR_NOT_FOUND ? ERR_OK : error;
}

static enum err accept(struct store *store)
{
    struct audit_record record = {.at = (int64_t)time(NULL), .who = "repair"};
    uint64_t sum = 0;
    enum err error = store_sum_rows(store, &sum);

    if (error != ERR_OK)
        return error;
    snprintf(record.what, sizeof record.what,
             "took the rows as they are: state hash %016llx instead of %016llx",
             (unsigned long long)sum, (unsigned long long)store->state);
    error = store_write_meta(store, META_STATE_HASH, sum);
    if (error == ERR_OK)
        error = store_audit(store, &record);
    if (error == ERR_OK)
        store->state_running = sum;
    return error;
}

enum err store_accept_state(struct store *store)
{
    enum err error = store_begin(store);

    if (error == ERR_OK)
        error = accept(store);
    return store_leave(store, true, error);
}
