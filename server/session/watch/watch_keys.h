/*
 * Input to a session while it watches.
 */
#ifndef UNDERCROFT_SERVER_SESSION_WATCH_WATCH_KEYS_H
#define UNDERCROFT_SERVER_SESSION_WATCH_WATCH_KEYS_H

#include "term/key.h"

struct session;

void watch_on_key(struct session *session, struct key key);
void watch_on_line(struct session *session, const char *line);

#endif
