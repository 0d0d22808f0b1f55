/*
 * What somebody who comes in is told of where they are.
 */
#ifndef UNDERCROFT_SERVER_SESSION_WELCOME_H
#define UNDERCROFT_SERVER_SESSION_WELCOME_H

#include <stdbool.h>

struct session;

/* A sentence (static text), once the session has its actor. */
const char *welcome_place(const struct session *session, bool is_takeover);

#endif
