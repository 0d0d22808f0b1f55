/*
 * A program of the operator's that is run after each proven backup, with its path as the argument:
 * for copies off the machine. It is run without a shell, in a session of its own, one at a time.
 * Its output goes to the log, so many lines of it; it may run for a while, and is then ended with
 * all that it has started. Programs that it leaves running are killed when it ends by itself. A
 * stop of the server ends it as well.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_BACKUP_HOOK_H
#define UNDERCROFT_SERVER_ADMIN_BACKUP_HOOK_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct admin;

enum {
    BACKUP_HOOK_MS = 30 * 60 * 1000, /* the longest run of a hook */
    BACKUP_HOOK_END_MS = 5000,       /* from being asked to end to being killed */
    BACKUP_HOOK_LINES_MAX = 100,     /* lines of its output in the log */
    BACKUP_HOOK_LINE_SIZE = 512,
    BACKUP_HOOK_REASON_SIZE = 256,
};

/* The hook is over; `failure`: why it counts as failed, "" if it went well. */
typedef void backup_hook_ended(struct admin *admin, const char *failure);

/*
 * Runs it; `on_ended` follows. ERR_MEMORY, ERR_NO_RESOURCE, with the cause
 * in `reason`: it was not run, and nothing follows.
 */
MUST_USE enum err backup_hook_start(struct admin *admin, const char *program, const char *path,
                                    uint64_t limit_ms, backup_hook_ended *on_ended,
                                    char reason[BACKUP_HOOK_REASON_SIZE]);

/* The server stops: a running hook is asked to end. */
void backup_hook_stop(struct admin *admin);

/* The loop ends: a hook that still runs is killed, and counts as ended. */
void backup_hook_close(struct admin *admin);

#endif
