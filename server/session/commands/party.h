/*
 * The words of parties: `party`, and what a member says to the others. The parties themselves are
 * those of server/game/party.h.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_PARTY_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_PARTY_H

#include <stdbool.h>

#include "world/world.h"

struct command;
struct roster;
struct session;

/* "" or "list" tells the members; "invite NAME", "join", "leave"; a name alone invites. */
void party_command(struct session *session, const struct command *command);

/* Lists the members: how they are, and where. */
void party_list(struct session *session);

/* Whether the session's player is in a party. The second tells a player without a party how to make
   one. */
bool party_is_member(const struct roster *roster, body_id actor);
bool party_can_talk(struct session *session);

/* The body belongs to another member of the party of the session's player. */
bool party_has(const struct roster *roster, body_id actor, body_id body);

/* To the members of a player's party, and not to that player. Static or copied text. */
void party_tell_others(struct session *session, const char *text);

#endif
