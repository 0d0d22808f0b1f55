/*
 * The fake as a driver: transactions go back along the undos of its rows (fake_rows.h), and each
 * step may be made to wait or to fail first.
 */
#include "support/rows/fake_store.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "db/examine.h"
#include "db/head.h"
#include "db/store.h"
#include "db/store_private.h"
#include "support/rows/fake_rows.h"

static struct fake *opening;

/* Waits, fails, or goes on. */
static enum err enter(struct fake *fake, enum fake_step step)
{
    pthread_mutex_lock(&fake->mutex);
    if (fake->steps[step].is_stalled) {
        fake->steps[step].is_stalled = false;
        fake->is_waiting = true;
        pthread_cond_broadcast(&fake->changed);
        while (!fake->may_go_on)
            pthread_cond_wait(&fake->changed, &fake->mutex);
        fake->may_go_on = false;
        fake->is_waiting = false;
    }
    enum err error = fake->steps[step].times > 0 ? fake->steps[step].error : ERR_OK;
    fake->steps[step].times -= error != ERR_OK;
    pthread_mutex_unlock(&fake->mutex);
    return error;
}

static enum err start(struct store *store, const struct access *access, void **out_cursor)
{
    struct fake *fake = store->own;
    bool writes = fake_is_write(access);
    enum err error = enter(fake, writes ? FAKE_WRITE : FAKE_READ);

    if (error != ERR_OK)
        return error;
    ck_assert_msg(!writes || fake->is_in_transaction, "a change outside of a transaction");
    struct cursor *cursor = calloc(1, sizeof *cursor);
    ck_assert_ptr_nonnull(cursor);
    *out_cursor = cursor;
    return fake_access(fake, access, cursor);
}

static enum err fetch(struct store *store, void *at, struct value *out)
{
    struct cursor *cursor = at;

    (void)store;
    if (cursor->next == cursor->count)
        return ERR_NOT_FOUND;
    memcpy(out, cursor->rows[cursor->next++], sizeof *cursor->rows);
    return ERR_OK;
}

static enum err end(struct store *store, void *at)
{
    struct cursor *cursor = at;

    (void)store;
    free(cursor->rows);
    free(cursor);
    return ERR_OK;
}

static bool has_changed(const struct store *store)
{
    return ((const struct fake *)store->own)->has_changed;
}

static int64_t inserted_rowid(const struct store *store)
{
    return ((const struct fake *)store->own)->inserted_rowid;
}

static enum err read_head(struct store *store, struct head *out)
{
    const struct fake *fake = store->own;

    *out = (struct head){.is_sound = true};
    for (const struct fake_row *row = fake->tables[TABLE_HEAD]; row != NULL; row = row->hh.next) {
        char name[HEAD_NAME_SIZE] = "";
        memcpy(name, row->values[0].data, row->values[0].length);
        head_take(out, name, row->values[1].integer);
    }
    head_check(out);
    return ERR_OK;
}

static enum err begin(struct store *store)
{
    struct fake *fake = store->own;
    enum err error = enter(fake, FAKE_BEGIN);

    if (error != ERR_OK)
        return error;
    fake->is_in_transaction = true;
    fake->before_transaction = fake->undo_count;
    return ERR_OK;
}

static void rollback(struct store *store)
{
    struct fake *fake = store->own;

    if (fake->is_in_transaction)
        fake_undo_to(fake, fake->before_transaction);
    fake->is_in_transaction = false;
}

static enum err commit(struct store *store)
{
    struct fake *fake = store->own;
    enum err error = enter(fake, FAKE_COMMIT);

    if (error != ERR_OK)
        return error;
    fake->is_in_transaction = false;
    if (!fake->holds_flushes)
        fake_flush(fake);
    return ERR_OK;
}

static bool is_in_transaction(const struct store *store)
{
    return ((const struct fake *)store->own)->is_in_transaction;
}

static enum err begin_part(struct store *store)
{
    struct fake *fake = store->own;

    fake->before_part = fake->undo_count;
    return ERR_OK;
}

static enum err undo_part(struct store *store)
{
    struct fake *fake = store->own;

    fake_undo_to(fake, fake->before_part);
    return ERR_OK;
}

static enum err do_nothing(struct store *store)
{
    (void)store;
    return ERR_OK;
}

static enum err find_nothing(struct store *store, struct store_status *status)
{
    (void)store;
    status_clear(status);
    return ERR_OK;
}

static enum err watch(struct store *store, const char *place, struct store_status *status)
{
    (void)place;
    return find_nothing(store, status);
}

static void sizes(const struct store *store, uint64_t *out_database, uint64_t *out_log)
{
    (void)store;
    *out_database = 0;
    *out_log = 0;
}

/* Writes the head of a world without rows. */
static void write_new_head(struct fake *fake)
{
    struct head head = {.is_sound = true};

    for (int i = HEAD_SUM; i < HEAD_COUNT; i++)
        head_set(&head, i, 0);
    head_set(&head, HEAD_SEAL, head_seal(&head));
    for (int i = HEAD_SUM; i < HEAD_COUNT; i++) {
        char name[HEAD_NAME_SIZE];
        head_name(i, name);
        int64_t bits;
        memcpy(&bits, &head.numbers[i], sizeof bits);
        const struct value row[2] = {
            {.type = VALUE_TEXT, .data = (const uint8_t *)name, .length = strlen(name)},
            {.type = VALUE_INTEGER, .integer = bits}};
        fake_put_row(fake, TABLE_HEAD, row, 2, NULL);
    }
    fake_flush(fake);
}

static enum err open_world(struct store *store, const char *place, struct store_status *status)
{
    store->own = opening;
    (void)place;
    status->is_new = opening->tables[TABLE_HEAD] == NULL;
    if (status->is_new)
        write_new_head(opening);
    return ERR_OK;
}

static void release(struct store *store)
{
    rollback(store);
}

const struct store_driver fake_driver = {
    .name = "fake",
    .open = open_world,
    .settle = find_nothing,
    .close = do_nothing,
    .release = release,
    .begin = begin,
    .commit = commit,
    .after_commit = do_nothing,
    .rollback = rollback,
    .is_in_transaction = is_in_transaction,
    .begin_part = begin_part,
    .undo_part = undo_part,
    .end_part = do_nothing,
    .start = start,
    .fetch = fetch,
    .end = end,
    .has_changed = has_changed,
    .inserted_rowid = inserted_rowid,
    .read_head = read_head,
    .check_pages = find_nothing,
    .checkpoint = do_nothing,
    .watch = watch,
    .look = find_nothing,
    .sizes = sizes,
};

struct fake *fake_new(void)
{
    struct fake *fake = calloc(1, sizeof *fake);

    ck_assert_ptr_nonnull(fake);
    ck_assert_int_eq(pthread_mutex_init(&fake->mutex, NULL), 0);
    ck_assert_int_eq(pthread_cond_init(&fake->changed, NULL), 0);
    return fake;
}

void fake_free(struct fake *fake)
{
    fake_free_rows(fake);
    pthread_cond_destroy(&fake->changed);
    pthread_mutex_destroy(&fake->mutex);
    free(fake);
}

struct store *fake_open(struct fake *fake)
{
    struct store *store = NULL;
    struct store_status status;

    opening = fake;
    ck_assert_int_eq(store_open_unsettled(&fake_driver, "fake", &store, &status), ERR_OK);
    ck_assert_int_eq(store_check_head(store, &status), ERR_OK);
    ck_assert_int_eq(store_settle(store, &status), ERR_OK);
    fake->flushes = 0;
    return store;
}

void fake_fail(struct fake *fake, enum fake_step step, enum err error, int times)
{
    pthread_mutex_lock(&fake->mutex);
    fake->steps[step].error = error;
    fake->steps[step].times = times;
    pthread_mutex_unlock(&fake->mutex);
}

void fake_stall(struct fake *fake, enum fake_step step)
{
    pthread_mutex_lock(&fake->mutex);
    fake->steps[step].is_stalled = true;
    pthread_mutex_unlock(&fake->mutex);
}

void fake_await(struct fake *fake)
{
    pthread_mutex_lock(&fake->mutex);
    while (!fake->is_waiting)
        pthread_cond_wait(&fake->changed, &fake->mutex);
    pthread_mutex_unlock(&fake->mutex);
}

void fake_go_on(struct fake *fake)
{
    pthread_mutex_lock(&fake->mutex);
    fake->may_go_on = true;
    pthread_cond_broadcast(&fake->changed);
    pthread_mutex_unlock(&fake->mutex);
}

void fake_hold_flushes(struct fake *fake, bool is_held)
{
    fake->holds_flushes = is_held;
}

void fake_forget(struct fake *fake)
{
    fake_undo_to(fake, 0);
    fake->is_in_transaction = false;
}

int fake_flushes(const struct fake *fake)
{
    return fake->flushes;
}
