/*
 * Commands of operators: one table of words for undercroftctl and for the game. A line is submitted
 * with its caller and the way back; the answer comes that way, at once or later. An act (a word
 * that changes something) is in the audit table before its answer goes out.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_SUBMIT_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_SUBMIT_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "server/admin/admin_print.h"
#include "server/session/auth/account_role.h"

struct admin;
struct bytes;

enum {
    ADMIN_LINE_MAX = 4096,      /* bytes of a command */
    ADMIN_NAME_SIZE = 65,       /* of the caller; as long as the audit table takes */
    ADMIN_ANSWER_MAX = 1 << 20, /* bytes */
    ADMIN_REQUESTS_MAX = 64,    /* not answered yet */
    ADMIN_RECORD_MS = 2000,     /* an answer waits no longer for its audit row */
    ADMIN_SAVE_MS = 30 * 1000,  /* and that long for the disk, when it was to be saved */
};

enum admin_format { ADMIN_TEXT, ADMIN_JSON };

enum admin_outcome { ADMIN_DONE, ADMIN_REFUSED, ADMIN_USAGE, ADMIN_OUTCOME_COUNT };

struct admin_caller {
    /* Takes the answer for the connection of that serial, which may be gone by then. */
    void (*deliver)(struct admin *admin, uint64_t serial, enum admin_outcome outcome,
                    const struct bytes *text);
    uint64_t serial;
    enum account_role role;
    enum admin_format format;
    struct admin_page page;     /* of the text */
    int64_t delver_id;          /* the caller in the game; 0: the operator at the machine */
    char name[ADMIN_NAME_SIZE]; /* for the audit table: "operator", or a delver's name */
};

/*
 * Runs a command. Bytes that are no text are dropped. There is exactly one answer, unless the
 * server ends before; it may be given before this returns. ERR_MEMORY, ERR_BUSY: too many are
 * waiting already; there is no answer then.
 */
MUST_USE enum err admin_submit(struct admin *admin, const struct admin_caller *caller,
                               const char *line, size_t length);

/* Each tick: answers the requests whose wait is over. */
void admin_update(struct admin *admin);

/* The end: acts that were not done are written down as such, and all is freed. The database thread
   must run still. */
void admin_release(struct admin *admin);

#endif
