/*
 * Commands about things around: the numbered list, and questions about one thing. A number means
 * the thing that had it when the list was last shown.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_LIST_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_LIST_H

#include "narrate/things.h"
#include "server/session/commands/commands_state.h"

struct command;
struct scrollback;
struct session;

/* Does the command `list`: "", "doors" and the like show and number the known things here. */
void list_show(struct session *session, const struct command *command);

/* Tells the surroundings in each direction. */
void list_around(struct session *session, const struct command *command);

/* Does the command `look`: tells what is in view; with a direction the surroundings there; with a
   name it works like list_examine(). */
void list_look(struct session *session, const struct command *command);

/* Describes a thing by its number or name, or the cell at an offset such as "3 east 2 north"; ""
   does what the presentation does by default. */
void list_examine(struct session *session, const struct command *command);

/* Tells where the player of that name is; "": the player's own delver. */
void list_where(struct session *session, const struct command *command);

/* Walks to a thing by its number or its name, to a cell by its offset, or to stairs. */
void list_go(struct session *session, const struct command *command);

/* Makes the numbers of this list the ones that commands use from now on. */
void list_note(struct scrollback *scrollback, struct commands_state *commands,
               const struct delver *delver, const struct things *things);

/* True if the words name a known thing other than a player. */
bool list_has(struct session *session, const char *words);

/* Returns the body that has the number in the player's last list. Tells the player and returns 0 if
   the number stands for no body, or for a body that is gone. */
body_id list_body(struct session *session, int number);

/* Describes a cell of the level. */
void list_describe(struct session *session, struct pos at);

#endif
