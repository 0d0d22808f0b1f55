/*
 * Sessions that end because of what operators decided: a ban, or the removal of a player.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_SEND_AWAY_H
#define UNDERCROFT_SERVER_SESSION_AUTH_SEND_AWAY_H

#include <stdbool.h>

struct removal;
struct ruling;
struct sessions;

/* A ban holds from now on: all players it is about are told and sent away. */
void send_away_banned(struct sessions *sessions, const struct ruling *ruling);

/* Sends away all who play that player or are logging in as them, body and all. True once nothing is
   left of them in the world; else to be called again at the next tick. */
bool send_away_removed(struct sessions *sessions, const struct removal *removal);

/* Each tick: unused players who were found go, but for those somebody is logging in as. */
void send_away_unused(struct sessions *sessions);

#endif
