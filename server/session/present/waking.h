/*
 * The waking after a death, which the page of that death tells of (death_page.h): no sentence tells
 * it again.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_WAKING_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_WAKING_H

#include <stdbool.h>

struct event;
struct session;

/* True if the event is the waking of the session's own delver, and a page has told of it. */
bool waking_was_told(const struct session *session, const struct event *event);

#endif
