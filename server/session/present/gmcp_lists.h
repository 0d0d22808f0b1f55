/*
 * GMCP lists that change by one entry: the things that the delver carries and wears; the foes,
 * things and graves in view; the bad and good statuses; and the players in view. A list is sent
 * whole once, and then by its changes.
 *
 * The id of a carried or worn thing is its letter, as in `drop a`; that of a foe its number, as in
 * IRE.Target; that of a thing in view "t" and a number; that of a grave "g" and a number.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_GMCP_LISTS_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_GMCP_LISTS_H

#include "world/world.h"

struct gmcp_feed;
struct session;

/* Sends the changes since the last call that the peer wants, and all carried things if it has asked
   for them. */
void gmcp_lists_update(struct session *session, const struct delver *delver);

/* Makes lists count as not sent, for modules (a bit each) that the peer removed. */
void gmcp_lists_forget(struct gmcp_feed *feed, uint32_t modules);

/* Frees the lists of the things that were sent: all are new again. */
void gmcp_lists_release(struct gmcp_feed *feed);

#endif
