/*
 * Lines that begin with '@': operators' commands that were typed in the game. This file queues
 * them; server/admin takes them from the queue and answers here. A player without a role gets the
 * answer to an unknown command, which does not show that operators' commands exist.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_OPERATOR_LINES_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_OPERATOR_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/session/auth/account_role.h"
#include "server/session/present/line_input.h"

struct session;
struct sessions;

enum {
    OPERATOR_LINES_MAX = 16,        /* most lines in the queue; more are refused */
    OPERATOR_ANSWER_MAX = 12 * 1024 /* most bytes of an answer that are shown in the game */
};

struct operator_line {
    uint64_t serial; /* serial of the connection; its session may be gone when the answer comes */
    char line[LINE_INPUT_MAX + 1]; /* the line without its '@' */
};

/* A queue of lines. All zero: empty. */
struct operator_lines {
    struct operator_line list[OPERATOR_LINES_MAX];
    int count;
};

/* Queues the line if it begins with '@' and its player has a role. False: it is no such line. */
bool operator_lines_take(struct session *session, const char *line);

/* Takes the oldest line of the queue. False: the queue is empty. */
bool operator_lines_next(struct sessions *sessions, struct operator_line *out);

/*
 * Shows an answer: as lines, or in screen mode over the map if it is longer than the log is high. A
 * text longer than OPERATOR_ANSWER_MAX is cut, and says so. Does nothing if the connection is gone
 * or its player has left the dungeon.
 */
void operator_lines_answer(struct sessions *sessions, uint64_t serial, bool is_done,
                           const char *text, size_t length);

/* Gives a delver another role, and tells its player. Sessions that play it, or are logging in as
   it, have the role at once. */
void operator_lines_change_role(struct sessions *sessions, int64_t delver_id,
                                enum account_role role);

#endif
