/*
 * Acts of one player that reach another's screen. All of them pass here, except those that the
 * world shows to everybody in sight. A row for each kind of act says which conditions are checked:
 * whether the player is muted, has any talk left, is ignored by the other, and whether the same two
 * had the same act within a minute.
 *
 * An act begins with one call of reach_begin(); then reach_other() is called for each player that
 * it should reach, and reach_tell() tells those that it may reach.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_REACH_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_REACH_H

#include <stdbool.h>

#include "content/role.h"

struct command;
struct saved_preferences;
struct player_slot;
struct session;

enum reach_kind {
    REACH_TALK,       /* text that a player says, tells, chats or marks */
    REACH_INVITATION, /* an invitation to a party */
    REACH_FOLLOWER,   /* notice that a player follows */
    REACH_GIFT,       /* an offer of a gift */
    REACH_PARTY,      /* messages in the party of both */
    REACH_KIND_COUNT
};

enum reach {
    REACH_DONE,    /* the act reaches the other player */
    REACH_AWAY,    /* the other player's connection is lost */
    REACH_IGNORED, /* the other player ignores this one */
    /* the same two had such an act within REACH_PAUSE_MS, or the other player had too many */
    REACH_TOO_SOON,
};

enum { REACH_PAUSE_MS = 60 * 1000 };

/* True if operators have muted the player. */
bool reach_is_muted(const struct session *session);

/* Begins an act of that kind. False: the player is muted, or talked too much; the player is told
   why, unless nobody expects an answer (REACH_FOLLOWER). */
bool reach_begin(struct session *session, enum reach_kind kind);

/* Decides whether an act reaches the player in that slot. With REACH_DONE, *out is that player's
   session, and a pause between the two begins. */
enum reach reach_other(const struct session *session, enum reach_kind kind,
                       const struct player_slot *slot, struct session **out);

/* Tells the other player. */
void reach_tell(struct session *other, const char *text, enum role role);

/* Does the command `ignore`: "" lists the ignored players; a name (as typed, see players.h) begins
   or ends ignoring that player, online or not. */
void ignore_toggle(struct session *session, const struct command *command);

enum {
    IGNORED_MAX = 16,     /* most names that a player can ignore */
    IGNORE_KEY_SIZE = 32, /* bytes of the key of such a choice */
};

/* True if the session's player ignores that player's talk. */
bool ignore_hides(const struct saved_preferences *saved, const char *name);

/* Writes the key of the choice that ignores the player of that name. */
void ignore_write_key(const char *name, char out[IGNORE_KEY_SIZE]);

/* Changes the name of an ignored player to the new one, if the session's player ignored the old
   one. */
void ignore_rename(struct session *session, const char *before, const char *name);

/* True if `key` is the key of an ignored player among the choices. */
bool ignore_owns_key(const char *key);

#endif
