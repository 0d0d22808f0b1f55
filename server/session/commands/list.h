/*
 * Words about what lies around: the numbered list of things, and what can be asked of one of them.
 * A number means the thing that had it when the list was last shown.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_LIST_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_LIST_H

#include "narrate/things.h"
#include "server/session/commands/commands_state.h"

struct command;
struct scrollback;
struct session;

/* "list", "list doors": shows and numbers what is known here. */
void list_show(struct session *session, const struct command *command);

/* Tells the surroundings in each direction. */
void list_around(struct session *session, const struct command *command);

/* "look" tells what is in view, "look north" what is there, and a name as list_examine(). */
void list_look(struct session *session, const struct command *command);

/* Describes a thing by its number or name, or the cell at an offset: "3 east 2 north"; "" as the
   presentation does it. */
void list_examine(struct session *session, const struct command *command);

/* Where the player of that name is; "": the player's own delver. */
void list_where(struct session *session, const struct command *command);

/* Walks to a thing by its number or its name, to a cell by its offset, or to stairs. */
void list_go(struct session *session, const struct command *command);

/* Numbers the things as in this list from now on. */
void list_note(struct scrollback *scrollback, struct commands_state *commands,
               const struct delver *delver, const struct things *things);

/* True if a thing is known that the words name; other players are none. */
bool list_has(struct session *session, const char *words);

/* The body that has that number in the list last shown; 0: the number is no body's, or the body is
   gone, and that is told. */
body_id list_body(struct session *session, int number);

/* Describes a cell of the level. */
void list_describe(struct session *session, struct pos at);

#endif
