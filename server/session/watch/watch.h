/*
 * Watching: a session that sees through another delver's eyes and cannot act. From the name prompt
 * it has no delver at all; an operator's own delver waits meanwhile. A watcher sees the world as
 * that delver sees and remembers it, its events, speech around it and announcements to everybody;
 * never private talk to the delver, or the input of its player. An operator also sees what
 * operators tell that delver, hears what the operator's own delver is told, and can use operators'
 * commands.
 */
#ifndef UNDERCROFT_SERVER_SESSION_WATCH_WATCH_H
#define UNDERCROFT_SERVER_SESSION_WATCH_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "base/err.h"
#include "content/role.h"
#include "server/base/network.h"
#include "server/net/network_table.h"
#include "server/session/watch/watch_state.h"
#include "term/key.h"

/* Limits on watchers from the name prompt, besides that of their network (`watchers-per-address`).
   Operators who watch do not count. */
enum {
    WATCHERS_MAX = 100, /* watchers of a server */
    WATCHERS_PER_PLAYER_MAX = 20,
};

struct event;
struct game;
struct player_slot;
struct session;
struct sessions;

/* Lists the players who can be watched, and asks for one. False: there is none, and the client was
   told. Call it at the name prompt. */
bool watch_offer(struct session *session);

/* True if the player in that slot may be watched. */
bool watch_is_allowed(const struct sessions *sessions, const struct player_slot *slot);

/* Returns the body that a letter of that list or a name means; 0: none. */
body_id watch_find_picked(const struct watch_state *watch, const struct game *game,
                          const char *line);

/*
 * Begins to watch, or changes to another delver. `is_operator`: without asking or telling the
 * watched player. Returns NULL, or why that is impossible (static text).
 */
const char *watch_begin(struct session *session, body_id watched, bool is_operator);

/* Tells a session that has begun to play a delver that it is being watched. */
void watch_greet(struct session *session);

/* Ends watching from the name prompt if the session has been idle for long. Call it once a
   second. */
void watch_sweep(struct session *session);

/* Takes an event that the watched delver took part in or saw. */
void watch_on_event(struct session *session, const struct event *event);

/* True if the watcher is an operator, who can use operators' commands while watching. */
bool watch_takes_words(const struct session *session);

#endif
