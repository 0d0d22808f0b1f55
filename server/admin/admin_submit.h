/*
 * Commands of operators: one table for undercroftctl and for the game. A line is submitted with its
 * caller and the function that delivers the answer, at once or later. An act (a command that
 * changes something) is in the audit table before its answer is sent.
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
    ADMIN_LINE_MAX = 4096,      /* most bytes of a command */
    ADMIN_NAME_SIZE = 65,       /* bytes of a caller's name, limited by the audit table */
    ADMIN_ANSWER_MAX = 1 << 20, /* most bytes of an answer */
    ADMIN_REQUESTS_MAX = 64,    /* most requests that are not answered yet */
    ADMIN_RECORD_MS = 2000,     /* longest time that an answer waits for its audit row */
    /* longest time that an answer waits for the disk, if something must be saved */
    ADMIN_SAVE_MS = 30 * 1000,
};

enum admin_format { ADMIN_TEXT, ADMIN_JSON };

enum admin_outcome { ADMIN_DONE, ADMIN_REFUSED, ADMIN_USAGE, ADMIN_OUTCOME_COUNT };

struct admin_caller {
    /* Delivers the answer to the connection of that serial, which may be gone by then. */
    void (*deliver)(struct admin *admin, uint64_t serial, enum admin_outcome outcome,
                    const struct bytes *text);
    uint64_t serial;
    enum account_role role;
    enum admin_format format;
    struct admin_page page;     /* page for the text */
    int64_t delver_id;          /* delver of a caller in the game; 0: the operator at the machine */
    char name[ADMIN_NAME_SIZE]; /* name for the audit table: "operator", or a delver's */
};

/*
 * Runs a command. Bytes that are not text are dropped. It is answered exactly once, perhaps before
 * this function returns, unless the server ends first. ERR_MEMORY; ERR_BUSY: too many requests
 * wait; there is then no answer.
 */
MUST_USE enum err admin_submit(struct admin *admin, const struct admin_caller *caller,
                               const char *line, size_t length);

/* Answers the requests whose wait is over. Call it each tick. */
void admin_update(struct admin *admin);

/* Ends the room: acts that were not done are audited as such, and all memory is freed. The database
   thread must still run. */
void admin_release(struct admin *admin);

#endif
