/*
 * An operator's program that runs after each proven backup, with the backup's path as its argument:
 * for copies off the machine. It runs without a shell, in a session of its own, one at a time. Its
 * output goes to the log, up to a number of lines; it may run for a limited time, and is then ended
 * with all that it has started. Programs that it leaves running are killed when it ends. A stop of
 * the server ends it as well.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_BACKUP_HOOK_H
#define UNDERCROFT_SERVER_ADMIN_BACKUP_HOOK_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct admin;

enum {
    BACKUP_HOOK_MS = 30 * 60 * 1000, /* longest run of a hook */
    BACKUP_HOOK_END_MS = 5000,       /* time from the request to end until the kill */
    BACKUP_HOOK_LINES_MAX = 100,     /* lines of its output in the log */
    BACKUP_HOOK_LINE_SIZE = 512,
    BACKUP_HOOK_REASON_SIZE = 256,
};

/* Called when the hook has ended. `failure`: why it failed; "": it succeeded. */
typedef void backup_hook_ended(struct admin *admin, const char *failure);

/*
 * Runs the hook; `on_ended` is called later. ERR_MEMORY, ERR_NO_RESOURCE, with the cause in
 * `reason`: it was not started, and `on_ended` is not called.
 */
MUST_USE enum err backup_hook_start(struct admin *admin, const char *program, const char *path,
                                    uint64_t limit_ms, backup_hook_ended *on_ended,
                                    char reason[BACKUP_HOOK_REASON_SIZE]);

/* Asks a running hook to end. Call it when the server stops. */
void backup_hook_stop(struct admin *admin);

/* Kills a hook that still runs when the loop ends; it then counts as ended. */
void backup_hook_close(struct admin *admin);

#endif
