/*
 * Watching: a session that sees through another delver's eyes and has no hands. From the name
 * prompt it has no delver at all; an operator's own delver stands still meanwhile. A watcher
 * is shown the world as that delver sees and remembers it, what happens there, what is said aloud
 * and what everybody is told; never what another delver tells that one alone, nor what they type.
 * An operator sees as well what the keepers tell that delver, hears what their own is told, and has
 * the words of operators meanwhile.
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

/* Limits on watchers from the name prompt, beside the one of their network
   (`watchers-per-address`). Operators that watch do not count. */
enum {
    WATCHERS_MAX = 100, /* of the server */
    WATCHERS_PER_PLAYER_MAX = 20,
};

struct event;
struct game;
struct player_slot;
struct session;
struct sessions;

/* At the name prompt: lists who can be watched, and asks. False: nobody can, and that was said. */
bool watch_offer(struct session *session);

/* True if anybody may watch who plays there. */
bool watch_is_allowed(const struct sessions *sessions, const struct player_slot *slot);

/* The body that a letter of that list or a name means; 0: nobody's. */
body_id watch_find_picked(const struct watch_state *watch, const struct game *game,
                          const char *line);

/*
 * Begins to watch, or to watch somebody else. `is_operator`: without asking the watched delver or
 * telling them. NULL, or why that cannot be (static text).
 */
const char *watch_begin(struct session *session, body_id watched, bool is_operator);

/* A session has begun to play a delver that may be watched already: it is told. */
void watch_greet(struct session *session);

/* Once a second: ends watching from the name prompt if the session has typed nothing for long. */
void watch_sweep(struct session *session);

/* Something happened that the watched delver took part in or saw. */
void watch_on_event(struct session *session, const struct event *event);

/* True if the watcher is an operator, whose words of operators work while watching. */
bool watch_takes_words(const struct session *session);

#endif
