/*
 * Talk. Words and gestures go through the world to the players who see the delver; tells and shouts
 * go straight to the sessions. Typed text is cleaned first and never logged.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_CHAT_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_CHAT_H

struct command;
struct session;

/* Does the command `say`: sends the rest of the line, as it was typed, to those who can see the
   delver. */
void chat_say(struct session *session, const struct command *command);

/* Shows a gesture to those who can see the delver: "Ada waves". */
void chat_emote(struct session *session, const struct command *command);

/* Does the command `tell`: "NAME text" sends the text to that player anywhere. A unique beginning
   of the name is enough. */
void chat_tell(struct session *session, const struct command *command);

/* Answers the player who sent the last tell. */
void chat_reply(struct session *session, const struct command *command);

/* Does the command `shout`: sends the rest of the line to all on the same level, in view or not. */
void chat_shout(struct session *session, const struct command *command);

/* Does the command `all`: sends the rest of the line to all players online who have the channel on
   (`set chat`). */
void chat_all(struct session *session, const struct command *command);

/* Sends the rest of the line to the members of the player's party. */
void chat_party(struct session *session, const struct command *command);

/* Shows the party a foe or a place, described for each member from that member's cell: a foe in
   view by its number or a word of its name, a place as "3 east 2 north", "12,7" or "here"; "" is
   the nearest awake foe, else the nearest foe, else the player's own cell. */
void chat_mark(struct session *session, const struct command *command);

#endif
