/*
 * From one player to another: the only way in which a player's deed reaches another player's
 * screen, apart from those that the world shows to everybody who sees them. Each kind of act is a
 * row that says what is asked first: whether the player is muted, whether any talk is left, whether
 * the other player ignores them, and whether the same two had the same within a minute.
 *
 * An act is begun once with reach_begin(), however many players it reaches; then reach_other() is
 * asked for each of them, and reach_tell() tells those that it may reach.
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

/* Tells whether an act reaches the player of that slot. With REACH_DONE, *out is the session of
   that player, and a pause of the two begins. */
enum reach reach_other(const struct session *session, enum reach_kind kind,
                       const struct player_slot *slot, struct session **out);

/* Tells the other player. */
void reach_tell(struct session *other, const char *text, enum role role);

/* "" lists the ignored; a name (as typed: players.h) begins to ignore that player, online or not,
   or ends it. */
void ignore_toggle(struct session *session, const struct command *command);

enum {
    IGNORED_MAX = 16,     /* names that one player can ignore */
    IGNORE_KEY_SIZE = 32, /* bytes of a key of a choice */
};

/* True if the talk of that player is hidden from the session's player. */
bool ignore_hides(const struct saved_preferences *saved, const char *name);

/* The key of the choice that ignores the player of that name. */
void ignore_write_key(const char *name, char out[IGNORE_KEY_SIZE]);

/* A player has another name from now on: the session's ignores that one, if it did before. */
void ignore_rename(struct session *session, const char *before, const char *name);

/* True if a key of a choice names an ignored player. */
bool ignore_owns_key(const char *key);

#endif
