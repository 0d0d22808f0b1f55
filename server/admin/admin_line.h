/*
 * Lines that begin with '@': words of operators, typed in the game. Whoever has no role gets the
 * answer that any unknown command gets, so nobody learns from it what there is.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_LINE_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "server/admin/admin_submit.h"

struct admin;
struct bytes;
struct sessions;
struct session;

enum { ADMIN_LINE_ANSWER_MAX = 12 * 1024 }; /* bytes of an answer that are shown in the game */

/* Submits the word if this is such a line of somebody who has a role. False: it is a line like any
   other. */
bool admin_line_take(struct session *session, const char *line);

/*
 * The answer to what a connection asked: as lines, or in screen mode over the map if it is longer
 * than the log is high. What is longer than ADMIN_LINE_ANSWER_MAX is cut, and said to be. Nothing
 * happens if the connection is gone or plays no more.
 */
void admin_line_deliver(struct admin *admin, uint64_t serial, enum admin_outcome outcome,
                        const struct bytes *text);

/* A delver has another role from now on: whoever plays it, or is logging in, has it at once, and
   is told. */
void admin_line_change_role(struct sessions *sessions, int64_t delver_id, enum admin_role role);

#endif
