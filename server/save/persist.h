/*
 * The one thread that owns the database, and the queue of what it is to do. Jobs are done strictly
 * in order, so whoever reads after a save reads what was saved, also while the disk refuses it.
 * Answers come back on the loop.
 */
#ifndef UNDERCROFT_SERVER_PERSIST_H
#define UNDERCROFT_SERVER_PERSIST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "server/save/job.h"

struct persist;
struct base;
struct store;

enum { PERSIST_JOBS_MAX = 4096, PERSIST_RETRY_MS = 1000 };

enum { DISK_HEALTH_TEXT_SIZE = 256 };

/* How the disk does, as the database thread last saw it. */
struct disk_health {
    enum err error; /* of the newest save; ERR_OK: it is on disk. ERR_REPLACED: nothing is, because
                       the database is no longer the file that was opened */
    bool is_tight;  /* the reserve was needed and could not be laid back yet */
    uint64_t database_bytes;
    uint64_t log_bytes;
    char files[DISK_HEALTH_TEXT_SIZE]; /* with ERR_REPLACED: which file, and what became of it */
};

/*
 * Starts the thread on an open store, which passes to it. The server owns *out. After ERR_MEMORY
 * or ERR_NO_RESOURCE *out is as it was and the store still the caller's.
 */
MUST_USE enum err persist_start(struct base *base, struct store *store, struct persist **out);

/* Does what is queued, and what the last answers ask for; stops the thread, gives the store back to
   be closed and frees the rest. */
struct store *persist_stop(struct persist *persist);

/* The server stops: a copy that is being written or proven, for a backup say, ends soon; one that
   waits is not begun. */
void persist_hurry(struct persist *persist);

/* Queues it; it passes to the thread. ERR_BUSY when the queue is full; it is then freed. */
MUST_USE enum err persist_submit(struct persist *persist, struct job *job);

/*
 * Saves all that is dirty, at this tick boundary. *out_ticket names the change set after which the
 * present state is on disk; 0 if it is already. ERR_MEMORY: nothing was taken, and all is as dirty
 * as before; the next tick may try again.
 */
MUST_USE enum err persist_collect(struct base *base, uint64_t *out_ticket);

/* All change sets up to this one were on disk when they were saved. */
uint64_t persist_saved_ticket(const struct persist *persist);

/* True if they still are: nothing is while the files are not those that were opened. */
bool persist_is_saved(const struct persist *persist, uint64_t ticket);

/* The loop's time at which the oldest change was taken that is not on disk; 0: all is. */
uint64_t persist_unsaved_since_ms(const struct persist *persist);

struct disk_health persist_health(const struct persist *persist);

#endif
