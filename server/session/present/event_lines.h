/*
 * The lines that events become for a session: those of fights, and those of the log where frames
 * are drawn.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_EVENT_LINES_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_EVENT_LINES_H

#include <stdbool.h>

#include "content/role.h"
#include "narrate/fight_fold.h"

struct death_page;
struct delver;
struct event;
struct session;
struct settings;

/* The player's choice, else the usual one of the session's mode. */
enum fight_words fight_lines_words(const struct settings *settings, enum session_mode mode);

/* True if the event is told with the others of a fight, or not at all. */
bool fight_lines_take(struct session *session, const struct event *event,
                      const struct delver *viewer);

/* Called before the event is told: says the lines that belong before it. */
void fight_lines_precede(struct session *session, const struct event *event,
                         const struct delver *viewer);

/* Tells at once what there is to say of the viewer's own fight: what follows comes of it. */
void fight_lines_flush(struct session *session);

/* When attended: tells the lines that are due. */
void fight_lines_update(struct session *session);

bool fight_lines_are_pending(const struct fight_fold *fights);

/* True for the deeds of the player's delver, and for deeds done to it. */
bool event_is_own(body_id actor, const struct event *event);

/* True for the doors, lanterns and fountains of other players, which the map shows already. */
bool event_is_shown(body_id viewer, const struct world *world, const struct event *event);

/* True for the arrival of a player who died: the page of that death told of the waking. */
bool event_is_waking(const struct death_page *death, body_id actor, const struct event *event);

/* Adds the line of an event to the log, and writes it into `text` of WORDS_MAX bytes; false: the
   event is not worth a line. */
bool event_log(struct session *session, const struct delver *viewer, const struct event *event,
               char *text, enum role *out_role);

#endif
