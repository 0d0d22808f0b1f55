/*
 * Follows the cursor of a terminal through what a server sends, as far as it must to tell the frame
 * that answers one's own key from one that shows what others do: the first moves the cursor, which
 * is parked on one's own delver, writes into the log, or says in the status row what comes next.
 */
#ifndef UNDERCROFT_SERVER_TOOLS_SWARM_CURSOR_H
#define UNDERCROFT_SERVER_TOOLS_SWARM_CURSOR_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CURSOR_NUMBERS_MAX = 2,
    CURSOR_STATUS_ROW = 19, /* on 80x24, from 0; the log is below */
    CURSOR_COLUMNS = 80,
};

enum cursor_state { CURSOR_TEXT, CURSOR_ESCAPE, CURSOR_SEQUENCE };

/* Valid when it is all zero. */
struct cursor {
    int x;
    int y;
    bool has_told; /* something was written into the log, or "next:" into the status row; the reader
                      of it sets it back */
    int next_length;                 /* of "next:", as far as it was just written */
    char status[CURSOR_COLUMNS + 1]; /* the status row as it stands; NULs where nothing came yet */
    enum cursor_state state;
    int numbers[CURSOR_NUMBERS_MAX];
    int number_count;
};

/* The status row, as read: the delver's health and full health (0: not to be read), and whether
   there is danger. */
struct cursor_told {
    int health;
    int health_max;
    bool is_in_danger;
};

struct cursor_told cursor_read(const struct cursor *cursor);

/* A byte of the text, after telnet's commands were taken out. */
void cursor_take(struct cursor *cursor, uint8_t byte);

#endif
