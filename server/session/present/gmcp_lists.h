/*
 * GMCP lists that change by one entry: what ails and what helps the delver, and the players in
 * view. A list is sent whole once, then what is added and removed.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_GMCP_LISTS_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_GMCP_LISTS_H

#include "world/world.h"

struct session;

/* The changes since the last time, as far as the peer wants them. */
void gmcp_lists_update(struct session *session, const struct delver *delver);

/* The peer has given up these modules (a bit each): what was sent of them is forgotten. */
void gmcp_lists_forget(struct session *session, uint32_t modules);

#endif
