/*
 * Lines of text that a session gets for events: those of fights, and those of the log where frames
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

/* Returns how much is told about fights: the player's choice, or the default of the session's
   mode. */
enum fight_words fight_lines_words(const struct settings *settings, enum session_mode mode);

/* Takes an event of a fight. True: it is told together with others, or not at all. */
bool fight_lines_take(struct session *session, const struct event *event,
                      const struct delver *viewer);

/* Tells the lines that must come before the event. Call it before the event is told. */
void fight_lines_precede(struct session *session, const struct event *event,
                         const struct delver *viewer);

/* Tells the lines of the viewer's own fight now, because the next line is a consequence of it. */
void fight_lines_flush(struct session *session);

/* Tells the lines that are due. Call it when the session is attended. */
void fight_lines_update(struct session *session);

bool fight_lines_are_pending(const struct fight_fold *fights);

/* True for an act of the player's delver, and one against it. */
bool event_is_own(body_id actor, const struct event *event);

/* True if another player uses a door, lantern or fountain, which the map already shows. */
bool event_is_shown(body_id viewer, const struct world *world, const struct event *event);

/* True for the arrival of a player who died, which the page of that death has told. */
bool event_is_waking(const struct death_page *death, body_id actor, const struct event *event);

/* Adds the line of an event to the log, and writes it to `text` of WORDS_MAX bytes. False: the
   event has no line. */
bool event_log(struct session *session, const struct delver *viewer, const struct event *event,
               char *text, enum role *out_role);

#endif
