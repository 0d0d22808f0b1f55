/*
 * The presentations in lines: words in, whole lines out, no cursor codes. Their rows are
 * line_presentation, reader_presentation and login_presentation; a page, which reads words as well,
 * shares these functions.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_LINE_MODE_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_LINE_MODE_H

struct session;

/* Takes a typed line from session->present.line. */
void line_mode_on_line(struct session *session);

/* Shows and numbers the list of things that can be examined. */
void line_mode_list(struct session *session);

void line_mode_do_nothing(struct session *session);

#endif
