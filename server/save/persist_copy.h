/*
 * Copies of the database, to be proven (question_examine) or kept (question_backup). The database
 * thread makes them bit by bit, between its other jobs, and a worker does all that takes long: a
 * save waits for a few pages at most, however large the world is.
 */
#ifndef UNDERCROFT_SERVER_SAVE_PERSIST_COPY_H
#define UNDERCROFT_SERVER_SAVE_PERSIST_COPY_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/err.h"

struct job;
struct persist_work;
struct store_status;

/* The disk has refused a save: a backup that is being written gives up what room it takes. True if
   there is one. */
bool persist_copy_yield(struct persist_work *work);

/* On whatever thread: proves a whole copy, and frees it, or gives a backup its name. A backup that
   is doubtful stays, to be compared: then it is handed to persist_work_do() once more. */
void persist_copy_prove(struct job *job, atomic_bool *interrupt);
bool persist_copy_is_doubtful(const struct job *job);

/* There is no time for it: the copy is freed. */
void persist_copy_drop(struct job *job);

/* Steps of the two kinds of copies (persist_examine.c, persist_backup.c). Errors come with
   `status`; the function that fails or drops it frees the copy. */
MUST_USE enum err persist_examine_begin(struct persist_work *work, struct job *job,
                                        struct store_status *status);
MUST_USE enum err persist_examine_step(struct persist_work *work, struct job *job,
                                       bool *out_is_whole, struct store_status *status);
void persist_examine_fail(struct job *job, enum err error, const struct store_status *status);
void persist_examine_drop(struct job *job);
void persist_examine_prove(struct job *job, atomic_bool *interrupt);

MUST_USE enum err persist_backup_begin(struct persist_work *work, struct job *job,
                                       struct store_status *status);
MUST_USE enum err persist_backup_step(struct persist_work *work, struct job *job,
                                      bool *out_is_whole, struct store_status *status);
void persist_backup_compare(struct persist_work *work, struct job *job);
void persist_backup_fail(struct job *job, enum err error, const struct store_status *status);
void persist_backup_drop(struct job *job);
void persist_backup_prove(struct job *job, atomic_bool *interrupt);

#endif
