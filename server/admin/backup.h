/*
 * Backups: on a schedule, into backups/ in the data directory, and on request. The database thread
 * writes and checks a copy; only when it is good are older ones removed, and only those with a name
 * of the schedule's. Then the hook (backup_hook.h) runs, if there is one, and the backup succeeds
 * only if the hook does.
 *
 * The schedule runs by the loop's clock. The wall clock gives names and, once at start, the age of
 * the newest backup.
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
    BACKUP_RETRY_MS = 5 * 60 * 1000, /* delay after a failed backup */
    BACKUP_FAILURE_SIZE = 512,
    BACKUP_PATH_SIZE = 4096 + 512,
};

/* The result of a backup: of the copy, and then of the hook. */
struct backup_outcome {
    uint64_t ticket; /* ticket of the request; 0: the schedule's */
    bool is_scheduled;
    bool is_written;
    char path[BACKUP_PATH_SIZE]; /* absolute path of the backup */
    uint64_t size_bytes;
    uint64_t took_ms;
    const char *error;                 /* name of the failure, for the log */
    char failure[BACKUP_FAILURE_SIZE]; /* why it failed, as a clause; "": it succeeded */
    char warning[BACKUP_FAILURE_SIZE]; /* damage that the world has too; "": none */
};

struct backups {
    bool is_running;               /* a backup is going on, until its hook has ended as well */
    struct backup_outcome outcome; /* outcome of the running backup */
    struct backup_hook *hook;      /* NULL: no hook runs */
    bool has_new_world;            /* the world was made in this run */
    uint64_t due_at_ms;            /* time of the next backup; 0: none is scheduled */
    /* time of the newest backup in seconds since 1970; 0: none */
    int64_t newest_at;
    char failure[BACKUP_FAILURE_SIZE]; /* failure of the last backup; "": it succeeded */
};

/* Lists the present backups and schedules the first one. */
void backup_start(struct admin *admin);

/* Schedules the next backup by the new interval, counted from the last one. Call it when the
   interval has changed. */
void backup_reschedule(struct admin *admin);

/* Begins the backup that is due. Call it once a second. */
void backup_sweep(struct admin *admin);

/*
 * Begins a backup now for the admin request `ticket`, which is answered when it is done. `file` is
 * a path, absolute or below backups/, that must not exist; NULL: a name of the schedule's. Errors
 * come with a sentence in `reason`. The disk is not checked here: an existing file is found when
 * the copy begins.
 */
MUST_USE enum err backup_request(struct admin *admin, uint64_t ticket, const char *file,
                                 char *reason, size_t reason_size);

/* Takes the result from the database thread. */
void backup_on_done(void *asker, struct job *job);

#endif
