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

/* The numbers of things from now on: those of this list. */
void list_note(struct session *session, const struct delver *delver, const struct things *things);

/* What lies in each direction. */
void list_around(struct session *session);

/* What lies in one of them. */
void list_toward(struct session *session, enum dir dir);

/* Where a delver is; "": the player's own. */
void list_where(struct session *session, const char *words);

/* True if a thing is known that the words name; other players are none. */
bool list_has(struct session *session, const char *words);

/* Walks to a thing by its number or its name, or to a cell by its offset. */
void list_go(struct session *session, const char *words);

/* What a thing is and where, by its number or name, or what is at an offset: "3 east 2 north". */
void list_examine(struct session *session, const char *words);

/* The body that has that number in the list last shown; 0: it is no body, or gone, and that is
 * told.
 */
body_id list_body(struct session *session, int number);

/* The same of a cell of the level. */
void list_describe(struct session *session, struct pos at);

#endif
