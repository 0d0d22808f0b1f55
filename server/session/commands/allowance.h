/*
 * The budgets of a player, for what is said, typed, reported and wished for, kept from one visit to
 * the next: the limits on talk and on lines, and the pauses between two reports and between two
 * wishes to be saved, would begin again with each login otherwise. Kept when a visit ends, by
 * account; of more than ALLOWANCES_MAX the one that was kept longest ago goes.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_ALLOWANCE_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_ALLOWANCE_H

#include <stdint.h>

#include "server/session/commands/commands_state.h"

struct session;

enum { ALLOWANCES_MAX = 256 };

struct allowance {
    int64_t account_id; /* 0: free */
    uint64_t kept_at_ms;
    struct chat_budget chat;
    int lines;
    uint64_t lines_at_ms;
    uint64_t reported_at_ms; /* by `bug`; 0: never */
    uint64_t wished_at_ms;   /* by `save`; 0: never */
};

/* Valid when all zero. */
struct allowances {
    struct allowance slots[ALLOWANCES_MAX];
};

/* The visit of a player ends. Before it has entered there is nothing to keep. */
void allowance_keep(const struct session *session);

/* A visit begins: with no more than the last one left, and what has been earned since. */
void allowance_take(struct session *session);

#endif
