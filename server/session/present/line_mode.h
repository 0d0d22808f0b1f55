/*
 * The presentations in lines: words in, whole lines out, never a cursor code. Their rows are
 * line_presentation, reader_presentation and login_presentation; a page, which reads words as well,
 * shares these functions.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_LINE_MODE_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_LINE_MODE_H

struct session;

/* A line was typed: it is in session->present.line. */
void line_mode_on_line(struct session *session);

/* The list of things, which numbers the things that can be examined. */
void line_mode_list(struct session *session);

void line_mode_do_nothing(struct session *session);

#endif
