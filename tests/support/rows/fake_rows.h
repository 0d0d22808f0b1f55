/*
 * The rows of a fake world, and what is done with them.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_ROWS_FAKE_ROWS_H
#define UNDERCROFT_TESTS_SUPPORT_ROWS_FAKE_ROWS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* uthash's default hash falls through from label to label, which clang warns of. */
#define HASH_FUNCTION(key, length, out) HASH_OAT(key, length, out)
#include <uthash.h>

#include "db/driver.h"
#include "support/rows/fake_store.h"

enum { TABLE_HEAD = RECORD_COUNT, TABLE_AUDIT, TABLE_COUNT };

struct fake_row {
    UT_hash_handle hh; /* by key */
    uint8_t *key;
    size_t key_length;
    int64_t rowid;
    int count;
    struct value values[ACCESS_VALUES_MAX]; /* with data of their own */
};

struct undo {
    int table;
    struct fake_row *added; /* to be taken out again, or NULL */
    struct fake_row *gone;  /* owned, to be put back, or NULL */
};

struct fake {
    struct fake_row *tables[TABLE_COUNT];
    int64_t newest_rowid;
    int64_t inserted_rowid;
    bool has_changed;
    bool is_in_transaction;
    bool holds_flushes;
    int flushes;
    struct undo *undos;
    size_t undo_count;
    size_t before_transaction; /* how many undos there were then */
    size_t before_part;
    struct {
        enum err error;
        int times;
        bool is_stalled;
    } steps[FAKE_STEP_COUNT];
    pthread_mutex_t mutex; /* over the next two and is_stalled */
    pthread_cond_t changed;
    bool is_waiting;
    bool may_go_on;
};

struct cursor {
    struct value (*rows)[ACCESS_VALUES_MAX];
    int count;
    int next;
};

/* Does an access. The caller frees cursor->rows; the values in it are borrowed from the rows. */
MUST_USE enum err fake_access(struct fake *fake, const struct access *access,
                              struct cursor *cursor);

bool fake_is_write(const struct access *access);

/* Puts a row in the place of `old`, which may be NULL. */
void fake_put_row(struct fake *fake, int table, const struct value *values, int count,
                  struct fake_row *old);

/* Undoes changes until `count` undos are left. */
void fake_undo_to(struct fake *fake, size_t count);

/* Makes the changes so far final: drops their undos. */
void fake_flush(struct fake *fake);

void fake_free_rows(struct fake *fake);

#endif
