/*
 * Line mode and reader mode: words in, whole lines out, never a cursor code.
 */
#ifndef UNDERCROFT_SERVER_SESSION_LINE_MODE_H
#define UNDERCROFT_SERVER_SESSION_LINE_MODE_H

struct event;
struct palette;
struct session;

/* The colours of lines: only in line mode, and only where they were chosen or the client says that
   it shows some. NULL: none. */
const struct palette *line_mode_palette(const struct session *session);

void line_mode_open(struct session *session);

/* A line was typed: it is in session->line. */
void line_mode_on_line(struct session *session);
void line_mode_on_event(struct session *session, const struct event *event);

/* Each tick: the prompt follows once all of the tick's lines are out. */
void line_mode_attend(struct session *session);

#endif
