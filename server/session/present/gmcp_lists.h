/*
 * GMCP lists that change by one entry: the things that the delver carries and wears; the foes,
 * things and graves in view; the statuses that ail or help the delver; and the players in view. A
 * list is sent whole once, then by its changes.
 *
 * The id of a thing that is carried or worn is its letter, as in `drop a`; of a foe its number, as
 * in IRE.Target; of a thing in view "t" and a number; of a grave "g" and one.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_GMCP_LISTS_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_GMCP_LISTS_H

#include "world/world.h"

struct gmcp_feed;
struct session;

/* Sends the changes since the last time, as far as the peer wants them, and all that is carried if
   it has asked for that. */
void gmcp_lists_update(struct session *session, const struct delver *delver);

/* The peer has given up these modules (a bit each): what was sent of them is forgotten. */
void gmcp_lists_forget(struct gmcp_feed *feed, uint32_t modules);

/* Frees what is kept of the things that were sent: they are new again. */
void gmcp_lists_release(struct gmcp_feed *feed);

#endif
