/*
 * Words about what lies around: the numbered list of things, and what can be asked of one of them.
 * A number means the thing that had it when the list was last shown.
 */
#ifndef UNDERCROFT_SERVER_SESSION_COMMANDS_LIST_H
#define UNDERCROFT_SERVER_SESSION_COMMANDS_LIST_H

#include "narrate/things.h"
#include "server/session/commands/commands_state.h"

struct session;

/* `words` as typed: "", or a kind such as "doors". */
void list_show(struct session *session, const char *words);

/* Numbers the things as in this list from now on. */
void list_note(struct session *session, const struct delver *delver, const struct things *things);

/* Tells the surroundings in each direction. */
void list_around(struct session *session);

/* Tells the surroundings in one direction. */
void list_toward(struct session *session, enum dir dir);

/* Where a delver is; "": the player's own. */
void list_where(struct session *session, const char *words);

/* True if a thing is known that the words name; other players are none. */
bool list_has(struct session *session, const char *words);

/* Walks to a thing by its number or its name, or to a cell by its offset. */
void list_go(struct session *session, const char *words);

/* Describes a thing by its number or name, or the cell at an offset: "3 east 2 north". */
void list_examine(struct session *session, const char *words);

/* The body that has that number in the list last shown; 0: the number is no body's, or the body is
   gone, and that is told. */
body_id list_body(struct session *session, int number);

/* Describes a cell of the level. */
void list_describe(struct session *session, struct pos at);

#endif
