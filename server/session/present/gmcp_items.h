/*
 * GMCP: what the delver carries and wears, and the foes, things and graves in view. Each of the
 * three lists goes out whole once, then by its changes.
 *
 * The id of what is carried or worn is its letter, as in `drop a`; of a foe its number, as in
 * IRE.Target; of a thing in view "t" and a number; of a grave "g" and one.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_GMCP_ITEMS_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_GMCP_ITEMS_H

#include "world/world.h"

struct session;

/* Tells the changes since the last time, and the whole list of what is carried where the peer has
   asked for it. */
void gmcp_items_update(struct session *session, const struct delver *delver);

/* Everything is new again, and nothing is held for it. */
void gmcp_items_forget(struct session *session);

#endif
