/*
 * The work on a job, by the database thread. Nothing here is shared with the loop.
 */
#ifndef UNDERCROFT_SERVER_SAVE_PERSIST_WORK_H
#define UNDERCROFT_SERVER_SAVE_PERSIST_WORK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "content/item.h"
#include "server/save/ballast.h"
#include "server/save/persist.h"
#include "server/save/persist_save.h"

struct log;
struct store;

/* The purposes of copies; there is at most one copy for each (persist_copy.h). */
enum copy_slot { COPY_EXAMINE, COPY_BACKUP, COPY_COUNT };

struct persist_work {
    struct store *store;
    struct log *log;
    const char *folder; /* data folder; not owned */
    uint64_t world_seed;
    const struct themes *themes; /* themes of a host; NULL: none. Not owned */
    struct ballast ballast;
    struct morgue *morgue; /* known pages of lives (persist_morgue.h); owned, NULL: none yet */
    struct job *copies[COPY_COUNT]; /* jobs whose copy is not complete yet; NULL: none */
    int copy_turn;
    atomic_bool *must_end; /* the server stops, so long work must end; NULL: never. Not owned */
    /* the save that the disk refused, merged with all newer changes; NULL: none */
    struct job *unsaved;
    uint64_t retry_at_ns;
    uint64_t look_at_ns; /* time of the next check of the disk */
    bool is_checkpoint_failing;
    struct disk_health health;
    struct left_out left_out;
    bool
        /* the damage of the kind's row of the ledger was reported */
        is_kind_reported[ITEM_KIND_COUNT];
    int findings_reported;   /* number of the proof's findings that were reported */
    uint64_t proof_begun_ns; /* time when the proof began; 0: not yet */
    uint64_t proof_at_ns;    /* time of the next try, after the disk could not be read */
    bool is_proof_failing;
};

/*
 * Does one job. True: it is done, with or without an error, and its answer may be sent. False: it
 * is a save that was kept to be tried again, or a copy that was begun.
 */
bool persist_work_do(struct persist_work *work, struct job *job);

/* Does writing jobs, in order and with one flush; finished ones go to `done`. */
void persist_work_write(struct persist_work *work, struct job_queue *jobs, struct job_queue *done);

/* Checks the disk's free space and the database's files, once a second at most. True if it did. */
bool persist_work_look(struct persist_work *work);

/* True while something must be tried again from time to time. */
bool persist_work_has_backlog(const struct persist_work *work);

/*
 * Tries refused work again, if it is time or if `must` is set. Returns the save that is on disk
 * now, or, with `must`, one that was given up; else NULL.
 */
struct job *persist_work_retry(struct persist_work *work, bool must);

/* True while there is a copy to continue, or the proof of all rows. */
bool persist_work_is_copying(const struct persist_work *work);

/* Continues a copy that was begun, and the proof, for a millisecond or two each. Returns a job
   whose copy is complete, or failed (then it has none); else NULL. */
struct job *persist_work_copy(struct persist_work *work);

/* Drops a copy and returns its job, when the thread ends; NULL: there is none left. */
struct job *persist_work_stop_copying(struct persist_work *work);

/* Writes the log back into the database, in idle time. */
void persist_work_checkpoint(struct persist_work *work);

#endif
