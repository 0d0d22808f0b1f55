/*
 * From one player to another: the only way in which what a player does reaches another player's
 * screen, apart from what the world shows to those who see it. Each kind of act is a row that says
 * what is asked first: whether the player is muted, whether any talk is left, whether the other
 * player ignores them, and whether the same two had the same within a minute.
 *
 * An act is begun once with reach_begin(), however many players it reaches; then reach_other() is
 * asked for each of them, and reach_tell() tells those that it may reach.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_REACH_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_REACH_H

#include <stdbool.h>

#include "content/role.h"

struct seat;
struct session;

enum reach_kind {
    REACH_TALK,       /* what a player says, tells, chats or marks */
    REACH_INVITATION, /* to a party */
    REACH_FOLLOWER,   /* the notice that somebody follows */
    REACH_GIFT,       /* an offer of one */
    REACH_PARTY,      /* news of the party that both are in */
    REACH_KIND_COUNT
};

enum reach {
    REACH_DONE,     /* it may */
    REACH_AWAY,     /* the other player's line is dead */
    REACH_IGNORED,  /* the other player ignores this one */
    REACH_TOO_SOON, /* the same two had it within REACH_PAUSE_MS, or the other had too much of it */
};

enum { REACH_PAUSE_MS = 60 * 1000 };

/* The player begins an act of that kind. False: muted, or too much was said of late; the player is
   told why, unless nobody would expect an answer (REACH_FOLLOWER). */
bool reach_begin(struct session *session, enum reach_kind kind);

/* Tells whether an act reaches the player of that seat. With REACH_DONE, *out is the session of
   that player, and a pause of the two begins. */
enum reach reach_other(const struct session *session, enum reach_kind kind, const struct seat *seat,
                       struct session **out);

/* Tells the other player. */
void reach_tell(struct session *other, const char *text, enum role role);

#endif
