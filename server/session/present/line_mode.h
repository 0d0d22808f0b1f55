/*
 * Line mode, and what reader mode has in common with it: words in, whole lines out, never a cursor
 * code. The rows are line_presentation and reader_presentation.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_LINE_MODE_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_LINE_MODE_H

#include <stdbool.h>

#include "content/role.h"

struct delver;
struct event;
struct session;
struct travel_end;

/* Writes a line without colours. */
void line_mode_tell(struct session *session, const char *text, enum role role);

/* A line was typed: it is in session->present.line. */
void line_mode_on_line(struct session *session);

/* An event in a line, and what is in view where the viewer has come to another place. */
void line_mode_tell_event(struct session *session, const struct event *event);

/* How far a walk led, and why it ended. */
void line_mode_tell_travel(struct session *session, const struct travel_end *end);

/* The session has another viewer: tells `text`, which says whose sight it is, and the place. */
void line_mode_change_viewer(struct session *session, const char *text);

/* The viewer, if the prompt is due; NULL: it is not, as while an action is still to be answered. */
const struct delver *line_mode_prompts(const struct session *session);

/* Writes the prompt, and behind it again a half-typed line that other lines interrupted. */
void line_mode_write_prompt(struct session *session, const char *prompt);

bool line_mode_has_pending(const struct session *session);
void line_mode_answer(struct session *session, char *text);
/* The list of things, which numbers the things that can be examined. */
void line_mode_list(struct session *session);

/* Tells of a step of the player's own, by the setting `steps`; nothing if that is quiet. */
void line_mode_tell_step(struct session *session, const struct event *event);

void line_mode_do_nothing(struct session *session);

#endif
