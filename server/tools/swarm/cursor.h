/*
 * Follows the cursor of a terminal through what a server sends, as far as it must to tell the frame
 * that answers one's own key from one that shows what others do: the first moves the cursor, which
 * is parked on one's own delver, writes into the log, or says in the status row what comes next.
 */
#ifndef UNDERCROFT_SERVER_SWARM_CURSOR_H
#define UNDERCROFT_SERVER_SWARM_CURSOR_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CURSOR_NUMBERS_MAX = 2,
    CURSOR_STATUS_ROW = 19, /* on 80x24, from 0; the log is below */
};

enum cursor_state { CURSOR_TEXT, CURSOR_ESCAPE, CURSOR_SEQUENCE };

/* Valid when it is all zero. */
struct cursor {
    int x;
    int y;
    bool has_told; /* something was written into the log, or "next:" into the status row; the reader
                      of it sets it back */
    int next_length; /* of "next:", as far as it was just written */
    enum cursor_state state;
    int numbers[CURSOR_NUMBERS_MAX];
    int number_count;
};

/* A byte of the text, after telnet's commands were taken out. */
void cursor_take(struct cursor *cursor, uint8_t byte);

#endif
