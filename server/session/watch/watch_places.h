/*
 * Who gets a place among those who watch from the name prompt. Each player has so many places for
 * them, the server has so many in all, and each network has its share (`watchers-per-address`).
 * Operators who watch take no place.
 */
#ifndef UNDERCROFT_SERVER_SESSION_WATCH_PLACES_H
#define UNDERCROFT_SERVER_SESSION_WATCH_PLACES_H

#include "base/err.h"
#include "server/net/network_table.h"

struct viewers;
struct sessions;

enum {
    WATCHERS_MAX = 100, /* of the server */
    WATCHERS_PER_PLAYER_MAX = 20,
};

/*
 * Makes sure of a place for one more who would watch the delver of `viewers` from the network of
 * `key`. Where all are taken, the one who has typed nothing for longest in the network that holds
 * most of them is sent back to the name prompt, if that network then still holds as many as the
 * newcomer's. NULL, or why there is no place (static text).
 */
MUST_USE const char *watch_places_take(struct sessions *sessions, struct network_key key,
                                       const struct viewers *viewers);

#endif
