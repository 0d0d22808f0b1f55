/*
 * Backups: by the hour, into backups/ in the data directory, and on request. The database thread
 * writes and checks a copy; only when it is good do older ones go, and only those whose name says
 * that the schedule made them.
 *
 * The schedule runs by the loop's clock. The wall clock gives names, and tells once, at start, how
 * old the newest backup is.
 */
#ifndef UNDERCROFT_SERVER_OPS_BACKUP_H
#define UNDERCROFT_SERVER_OPS_BACKUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct job;
struct admin;

enum {
    BACKUP_RETRY_MS = 5 * 60 * 1000, /* after one that failed */
    BACKUP_FAILURE_SIZE = 256,
};

struct backups {
    bool is_running;
    bool has_new_world;                /* this run made it */
    uint64_t due_at_ms;                /* of the next; 0: none is scheduled */
    int64_t newest_at;                 /* seconds since 1970; 0: there is none */
    char failure[BACKUP_FAILURE_SIZE]; /* of the last one; "": it went well */
};

/* Looks at the backups that are there and sets the first to be made. */
void backup_start(struct admin *admin);

/* The time between two has changed: the next is due that long after the last. */
void backup_reschedule(struct admin *admin);

/* Once a second: makes the one that is due. */
void backup_sweep(struct admin *admin);

/*
 * Begins one now for the admin request `ticket`, which is answered when it is done. `file` is a
 * path, absolute or below backups/, that must not exist; NULL: a name of the schedule's. Errors
 * come with a sentence in `reason`. Nothing is looked up on the disk here: that there is such a
 * file already is found where the copy begins.
 */
MUST_USE enum err backup_request(struct admin *admin, uint64_t ticket, const char *file,
                                 char *reason, size_t reason_size);

/* Back from the database thread. */
void backup_on_done(struct admin *admin, struct job *job);

#endif
