/*
 * The queue of orders (orders.h).
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_ORDERS_STATE_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_ORDERS_STATE_H

#include <stdint.h>

#include "server/session/present/line_input.h"

enum {
    ORDERS_MAX = 16,             /* that wait; more are refused */
    ORDER_ANSWER_MAX = 12 * 1024 /* bytes of an answer that are shown in the game */
};

struct order {
    uint64_t serial; /* of the connection; its session may be gone by the time of the answer */
    char line[LINE_INPUT_MAX + 1]; /* without the '@' */
};

/* Valid when all zero. */
struct orders {
    struct order list[ORDERS_MAX];
    int count;
};

#endif
