/*
 * The lists that anybody may read, as they were last made.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_PUBLIC_LISTS_STATE_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_PUBLIC_LISTS_STATE_H

#include <stdint.h>

#include "server/net/net.h"

/* Valid when all zero. */
struct public_lists {
    char *texts[NET_LIST_COUNT]; /* owned; NULL: not made yet */
    uint64_t made_at_ms[NET_LIST_COUNT];
};

#endif
