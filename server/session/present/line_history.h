/*
 * The lines that were typed behind ":", for Up and Down. They last for one visit and are never
 * saved. As many of the newest lines are kept as fit into LINE_HISTORY_BYTES, allocated with the
 * first line.
 */
#ifndef UNDERCROFT_SERVER_SESSION_PRESENT_LINE_HISTORY_H
#define UNDERCROFT_SERVER_SESSION_PRESENT_LINE_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

enum { LINE_HISTORY_BYTES = 1024 };

/* Valid when all zero. */
struct line_history {
    char *text;    /* the lines, oldest first, each ended by NUL; owned; NULL: there are none */
    size_t length; /* bytes of it in use */
    size_t age;    /* of the line that is shown: 1 is the newest; 0: one that is being typed */
};

void line_history_release(struct line_history *history);

/* Adds a line, unless it is empty, the newest already, or longer than the memory. Without memory
   nothing is kept. */
void line_history_add(struct line_history *history, const char *line);

/* Goes `step` lines back (1) or forth (-1). Returns the line that is to be shown now, "" for one
   that is being typed, or NULL where there is no such line. Valid until the next call. */
const char *line_history_step(struct line_history *history, int step);

#endif
