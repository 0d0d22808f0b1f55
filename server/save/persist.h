/*
 * The one thread that owns the database, and its queue of jobs. Jobs are done in order, so a job
 * that reads after a save reads what was saved, even while the disk refuses it.
 *
 * An answer is the job itself: persist_submit() names the asker's queue for it. The thread wakes
 * the loop; there persist_receive() moves finished jobs into those queues, and each asker takes its
 * answers with job_queue_take(). The ticket of an answer tells its origin; its taker frees an
 * answer that nobody waits for any more.
 */
#ifndef UNDERCROFT_SERVER_SAVE_PERSIST_H
#define UNDERCROFT_SERVER_SAVE_PERSIST_H

#include <stdbool.h>
#include <stdint.h>

#include <uv.h>

#include "base/err.h"
#include "server/save/job.h"

struct base;
struct persist;
struct store;
struct world;

enum { PERSIST_JOBS_MAX = 4096, PERSIST_RETRY_MS = 1000 };

enum { DISK_HEALTH_TEXT_SIZE = 256 };

/* The progress of the proof of all rows, which begins at the start (db/examine.h). */
struct proof_health {
    bool is_over;
    /* rows are missing, foreign or stale, or cannot be read: the next start refuses the world until
       it is repaired */
    bool is_broken;
    uint64_t rows;                       /* rows proven so far */
    uint64_t bad_rows;                   /* damaged rows among them; each is lost alone */
    char finding[DISK_HEALTH_TEXT_SIZE]; /* the fault as a clause; "": none */
};

/* The state of the disk, as the database thread last saw it. */
struct disk_health {
    /* error of the newest save; ERR_OK: it is on disk. ERR_REPLACED: nothing is saved, because the
       database is no longer the file that was opened */
    enum err error;
    bool is_tight; /* the reserve was used and could not be made again yet */
    uint64_t database_bytes;
    uint64_t log_bytes;
    char files[DISK_HEALTH_TEXT_SIZE]; /* with ERR_REPLACED: the file, and what happened to it */
    struct proof_health proof;
};

/*
 * Starts the thread on an open store, which it then owns, to save that world. `on_answers` is
 * called on the loop when there is something to receive. The caller owns *out. After ERR_MEMORY or
 * ERR_NO_RESOURCE *out is unchanged and the store still the caller's.
 */
MUST_USE enum err persist_start(struct base *base, struct store *store, const struct world *world,
                                uv_async_cb on_answers, struct persist **out);

/* Moves finished jobs to the rooms that submitted them, and copies the state of the disk. Call it
   on the loop. */
void persist_receive(struct persist *persist);

/*
 * End the thread, in three steps. persist_stop(): the thread does what is queued, and ends.
 * persist_work_off(): the loop does the jobs of the last answers; false once there are none.
 * persist_free(): gives the store back to be closed, and frees the rest, with jobs that were not
 * done. After the first two there is something to receive.
 */
void persist_stop(struct persist *persist);
bool persist_work_off(struct persist *persist);
struct store *persist_free(struct persist *persist);

/* Makes a copy end soon that is being written or proven, for a backup for example; a waiting copy
   is not begun. Call it when the server stops. */
void persist_hurry(struct persist *persist);

/*
 * Queues a job, which the thread then owns. Its answer goes to `answers`; NULL: nobody waits, and a
 * failure is only logged. ERR_BUSY: the queue is full, and the job was freed.
 */
MUST_USE enum err persist_submit(struct persist *persist, struct job *job,
                                 struct job_queue *answers);

/*
 * Returns the set for changes of rows that are not in the world. It goes to disk with the next
 * save, and before any job that is submitted later.
 */
struct change_set *persist_changes(struct persist *persist);

/*
 * Saves all that is dirty in the world, at this tick boundary, together with persist_changes() and
 * the content of `set`, which is empty afterwards. *out_ticket is the change set after which the
 * present state is on disk; 0 if it is already. ERR_MEMORY: the world is as dirty as before; the
 * next tick may try again.
 */
MUST_USE enum err persist_collect(struct persist *persist, struct world *world,
                                  struct change_set *set, uint64_t *out_ticket);

/* Returns the ticket up to which all change sets were on disk when they were saved. */
uint64_t persist_saved_ticket(const struct persist *persist);

/* True if the change set is on disk. False for all while the database files are not those that were
   opened. */
bool persist_is_saved(const struct persist *persist, uint64_t ticket);

/* True if a row of that player was left out of a save; the log says why. */
bool persist_left_out(const struct persist *persist, int64_t account_id);

/* Returns the loop's time at which the oldest change was collected that is not on disk; 0: all
   is. */
uint64_t persist_unsaved_since_ms(const struct persist *persist);

struct disk_health persist_health(const struct persist *persist);

#endif
