/*
 * Backups: by the hour, into backups/ in the data directory, and on request. The database thread
 * writes and checks a copy; only when it is good do older ones go, and only those whose name says
 * that the schedule made them. Where there is a hook (backup_hook.h), it is run then, and a backup
 * has only succeeded if it has.
 *
 * The schedule runs by the loop's clock. The wall clock gives names, and tells once, at start, how
 * old the newest backup is.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_BACKUP_H
#define UNDERCROFT_SERVER_ADMIN_BACKUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct admin;
struct backup_hook;
struct job;

enum {
    BACKUP_RETRY_MS = 5 * 60 * 1000, /* after one that failed */
    BACKUP_FAILURE_SIZE = 512,
    BACKUP_PATH_SIZE = 4096 + 512,
};

/* The result of a backup: of the copy, and then of the hook. */
struct backup_outcome {
    uint64_t ticket; /* of the request that asked for it; 0: the schedule did */
    bool is_scheduled;
    bool is_written;
    char path[BACKUP_PATH_SIZE]; /* from / on */
    uint64_t size_bytes;
    uint64_t took_ms;
    const char *error;                 /* of the failure, for the log */
    char failure[BACKUP_FAILURE_SIZE]; /* "": it went well */
    char warning[BACKUP_FAILURE_SIZE]; /* damage that the world has too; "": none */
};

struct backups {
    bool is_running;                   /* until its hook has ended as well */
    struct backup_outcome outcome;     /* of the one that runs */
    struct backup_hook *hook;          /* NULL: none runs */
    bool has_new_world;                /* this run made it */
    uint64_t due_at_ms;                /* of the next; 0: none is scheduled */
    int64_t newest_at;                 /* seconds since 1970; 0: there is none */
    char failure[BACKUP_FAILURE_SIZE]; /* of the last one; "": it went well */
};

/* Looks at the backups that are there and sets the first to be made. */
void backup_start(struct admin *admin);

/* The time between two has changed: the next is due that long after the last. */
void backup_reschedule(struct admin *admin);

/* Once a second: begins the backup that is due. */
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
void backup_on_done(void *asker, struct job *job);

#endif
