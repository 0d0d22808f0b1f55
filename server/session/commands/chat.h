/*
 * Talk. Words and gestures go through the world to the players who see the delver; tells and shouts
 * go straight to the sessions. Typed text is cleaned first and never logged.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_CHAT_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_CHAT_H

#include <stdbool.h>
#include <stdint.h>

#include "server/session/commands/commands_state.h"

struct session;

/* To those who can see the delver. `text` is as typed. */
void chat_say(struct session *session, const char *text);

/* The same, as something done: "Ada waves". */
void chat_emote(struct session *session, const char *text);

/* "NAME text": to that delver, wherever they are. A unique beginning of the name is enough. */
void chat_tell(struct session *session, const char *words);

/* To the player who sent the last tell. */
void chat_reply(struct session *session, const char *text);

/* To everybody on the same level, in view or not. */
void chat_shout(struct session *session, const char *text);

/* To all players online who have the channel on (`set chat`). */
void chat_all(struct session *session, const char *text);

/* To the members of the player's party. */
void chat_party(struct session *session, const char *text);

/* Shows the party a foe or a place, told to each from where they stand. `words` as in mark_find().
 */
void chat_mark(struct session *session, const char *words);

#endif
