/*
 * The one thread that owns the database, and the queue of what it is to do. Jobs are done strictly
 * in order, so whoever reads after a save reads what was saved. Answers come back on the loop.
 */
#ifndef UNDERCROFT_SERVER_PERSIST_H
#define UNDERCROFT_SERVER_PERSIST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "server/change_set.h"
#include "world/record.h"

struct persist;
struct server;
struct store;

enum { PERSIST_JOBS_MAX = 4096, PERSIST_RETRY_MS = 1000 };

enum job_kind {
    JOB_SAVE,           /* a change set */
    JOB_FETCH_LEVEL,    /* newest generation of (wing, depth) */
    JOB_FETCH_MEMORY,   /* what a delver remembers of a level */
    JOB_FIND_ACCOUNT,   /* by name; with its delver */
    JOB_CREATE_ACCOUNT, /* with its delver */
    JOB_SAVE_ACCOUNT,   /* mode and when last seen */
    JOB_COUNT
};

/* What a job needs and what it brings. Which fields count depends on the kind. */
struct job {
    enum job_kind kind;
    enum err result;
    struct job *next;
    uint64_t ticket;      /* whom the answer is for: a change set's, traveller's or fetch's */
    uint64_t conn_serial; /* of the session that asked; 0: none */
    struct change_set set;
    struct level_key key;
    struct level *level;  /* owned until taken */
    int64_t delver_id;
    uint8_t *memory;      /* owned until taken */
    size_t memory_size;
    struct account_record account;
    struct delver_record delver;
    bool is_lookalike; /* JOB_FIND_ACCOUNT: no such name, but one that looks like it */
    uint64_t duration_us;
};

/*
 * Starts the thread on an open store, which passes to it. ERR_MEMORY, ERR_BUSY (no thread could be
 * had). The server owns *out.
 */
MUST_USE enum err persist_start(struct server *server, struct store *store, struct persist **out);

/* Does what is queued, stops the thread, gives the store back to be closed and frees the rest. */
struct store *persist_stop(struct persist *persist);

/* A job to be filled in and submitted; NULL when memory is out. */
struct job *job_new(enum job_kind kind);
void job_free(struct job *job);

/* Queues it; it passes to the thread. ERR_BUSY when the queue is full; it is then freed. */
MUST_USE enum err persist_submit(struct persist *persist, struct job *job);

/*
 * Saves all that is dirty, at this tick boundary. *out_ticket names the change set after which the
 * present state is on disk; 0 if it is already.
 */
void persist_collect(struct server *server, uint64_t *out_ticket);

/* All change sets up to this one are on disk. */
uint64_t persist_saved_ticket(const struct persist *persist);

#endif
