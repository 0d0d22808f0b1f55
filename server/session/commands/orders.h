/*
 * Orders: lines that begin with '@', words of operators typed in the game. The session room queues
 * them for the room of operators, which answers here. A player without a role gets the answer that
 * any unknown command gets, so nobody learns from it what there is.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_ORDERS_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_ORDERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/session/auth/account_role.h"
#include "server/session/present/line_input.h"

struct session;
struct sessions;

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

/* Queues the line if it is an order of a player with a role. False: it is a line like any other. */
bool orders_take(struct session *session, const char *line);

/* Takes the oldest order out of the queue, into *out. False: none waits. */
bool orders_next(struct sessions *sessions, struct order *out);

/*
 * Shows an answer: as lines, or in screen mode over the map if it is longer than the log is high. A
 * text longer than ORDER_ANSWER_MAX is cut, and says so. Nothing happens if the connection is
 * gone or its player is no longer in the dungeon.
 */
void orders_answer(struct sessions *sessions, uint64_t serial, bool is_done, const char *text,
                   size_t length);

/* Gives a delver another role: the sessions that play it, or are logging in as it, have the role at
   once, and are told. */
void orders_change_role(struct sessions *sessions, int64_t delver_id, enum account_role role);

#endif
