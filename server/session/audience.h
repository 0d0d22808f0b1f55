/*
 * Audiences: the sessions that hear a text or see an event. The watchers of a delver hear what it
 * hears.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUDIENCE_H
#define UNDERCROFT_SERVER_SESSION_AUDIENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "content/role.h"
#include "server/game/outbox.h"
#include "server/session/watch/viewers.h"

struct delver;
struct session;
struct sessions;

typedef void viewers_function(const struct viewers *viewers, void *context);

/* Lets a session hear something; `listener` is the body through which it hears. */
typedef void hear_function(struct session *session, body_id listener, void *context);

/* True if the audience is the viewer's level, or has a cell that it sees. */
bool audience_has_cell(const struct audience *audience, const struct delver *viewer);

/* Calls `take` for the viewers of each body of an audience. */
void audience_each(const struct sessions *sessions, const struct audience *audience,
                   viewers_function *take, void *context);

/* Calls a function for each session of an audience. Returns the number of sessions. */
uint32_t audience_hear(const struct sessions *sessions, const struct audience *audience,
                       hear_function *hear, void *context);

/* Tells an audience a text, which the caller has cleaned. Returns the number of sessions. */
uint32_t audience_tell(const struct sessions *sessions, struct audience audience, enum role role,
                       const char *text);

#endif
