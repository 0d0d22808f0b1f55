/*
 * Changes of an account that reach its player's sessions: a ban, a removal, another name. The
 * database has the name already; here all learn it who know the player by name.
 */
#ifndef UNDERCROFT_SERVER_SESSION_AUTH_ACCOUNT_CHANGES_H
#define UNDERCROFT_SERVER_SESSION_AUTH_ACCOUNT_CHANGES_H

#include <stdbool.h>

struct account_record;
struct delver;
struct game;
struct new_name;
struct removal;
struct ruling;
struct sessions;

/* A ban holds from now on: all players it is about are told and sent away. */
void send_away_banned(struct sessions *sessions, const struct ruling *ruling);

/* Ends all sessions that play this player or are logging in as this player, and sends the body
   away. True once the player has left the world; else the caller calls again at the next tick. */
bool send_away_removed(struct sessions *sessions, const struct removal *removal);

/* Each tick: removes the unused players that were found, except those who are just logging in. */
void send_away_unused(struct sessions *sessions);

/* Fills in the old name; change->account has the new one. */
void rename_fill_in(struct new_name *change, const char *before);

/* The account has its name and skeleton from now on, in place of `before`. Players who are in are
   told if it is there. */
void rename_settle(struct sessions *sessions, const struct account_record *account,
                   const char *before);

/* Play begins: if the body came in with the name of before, it gets the present one. */
void rename_catch_up(struct account_record *account, struct game *game,
                     const struct delver *delver);

#endif
