/*
 * Commands of parties: `party`, and talk among members. The parties themselves are in
 * server/game/party.h.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_PARTY_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_PARTY_H

#include <stdbool.h>

#include "world/world.h"

struct command;
struct roster;
struct session;

/* Does the command `party`: "" or "list" lists the members; "invite NAME", "join", "leave"; a name
   alone invites. */
void party_command(struct session *session, const struct command *command);

/* Lists the members with their health and place. */
void party_list(struct session *session);

/* True if the session's player is in a party; party_can_talk() also tells a player without one how
   to make one. */
bool party_is_member(const struct roster *roster, body_id actor);
bool party_can_talk(struct session *session);

/* True if the body belongs to another member of the party of the session's player. */
bool party_has(const struct roster *roster, body_id actor, body_id body);

/* Tells the other members of a player's party; the text is copied. */
void party_tell_others(struct session *session, const char *text);

#endif
