/*
 * Limits on watchers from the name prompt: per player (WATCHERS_PER_PLAYER_MAX), for the server
 * (WATCHERS_MAX) and per network (`watchers-per-address`). Operators that watch do not count.
 */
#ifndef UNDERCROFT_SERVER_SESSION_WATCH_WATCH_PLACES_H
#define UNDERCROFT_SERVER_SESSION_WATCH_WATCH_PLACES_H

#include "base/err.h"
#include "server/net/network_table.h"

struct viewers;
struct sessions;

enum {
    WATCHERS_MAX = 100, /* of the server */
    WATCHERS_PER_PLAYER_MAX = 20,
};

/*
 * Makes a place for one more watcher of the delver of `viewers`, from the network of `key`. Where
 * all places are taken, the network with the most watchers gives one up if it then still has as
 * many as the newcomer's: its watcher that has typed nothing for longest goes back to the name
 * prompt. NULL, or why there is no place (static text).
 */
MUST_USE const char *watch_places_take(struct sessions *sessions, struct network_key key,
                                       const struct viewers *viewers);

#endif
