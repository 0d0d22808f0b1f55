/*
 * Changes of an account that affect its player's sessions: a ban, a removal, a new name. The
 * database has the new name already; these functions update all copies of it in sessions and the
 * world.
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

/* Enforces a ban: tells all players that it covers, and ends their sessions. */
void send_away_banned(struct sessions *sessions, const struct ruling *ruling);

/* Ends all sessions that play this player or log in as this player, and sends the body away. True
   once the player has left the world; else the caller calls again at the next tick. */
bool send_away_removed(struct sessions *sessions, const struct removal *removal);

/* Removes the unused players that were found, except those who are logging in. Call it each
   tick. */
void send_away_unused(struct sessions *sessions);

/* Fills in the old name of a renaming; change->account has the new one. */
void rename_fill_in(struct new_name *change, const char *before);

/* Sets the account's new name and skeleton in place of `before`, and tells the player if that
   player is online. */
void rename_settle(struct sessions *sessions, const struct account_record *account,
                   const char *before);

/* Gives a body the new name if it came in with the old one. Call it when play begins. */
void rename_catch_up(struct account_record *account, struct game *game,
                     const struct delver *delver);

#endif
