/*
 * A driver of the store (db/driver.h) that keeps its rows in memory, and fails, stalls and forgets
 * when a test wants it to. A world outlives the stores that are opened on it, one at a time.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_ROWS_FAKE_STORE_H
#define UNDERCROFT_TESTS_SUPPORT_ROWS_FAKE_STORE_H

#include <stdbool.h>

#include "db/driver.h"

extern const struct store_driver fake_driver;

struct fake;

/* An empty world. The caller frees it when no store is open on it. */
struct fake *fake_new(void);
void fake_free(struct fake *fake);

/* A settled store on it; store_close() leaves the world as it is. */
struct store *fake_open(struct fake *fake);

/* Steps of a driver that can fail; a write is any access that changes rows. */
enum fake_step { FAKE_BEGIN, FAKE_READ, FAKE_WRITE, FAKE_COMMIT, FAKE_STEP_COUNT };

/* The next `times` steps of that kind fail, and change nothing. 0: none does any more. */
void fake_fail(struct fake *fake, enum fake_step step, enum err error, int times);

/* The next step of that kind waits for fake_go_on(); fake_await() waits until it does. On other
   threads than that of the store. */
void fake_stall(struct fake *fake, enum fake_step step);
void fake_await(struct fake *fake);
void fake_go_on(struct fake *fake);

/* From now on commits are not flushed, though they say that they are; false: what comes next is
   flushed with all before it. */
void fake_hold_flushes(struct fake *fake, bool is_held);

/* Undoes all that was not flushed, as a power cut does, the open transaction too. The store may
   only be closed afterwards, with store_close(). */
void fake_forget(struct fake *fake);

/* Commits that were flushed. */
int fake_flushes(const struct fake *fake);

#endif
