/*
 * Follows the cursor of a terminal through what a server sends, as far as it must to tell the frame
 * that answers one's own key from one that shows what others do: the first moves the cursor, which
 * is parked on one's own delver, or writes into the log.
 */
#ifndef UNDERCROFT_SERVER_SWARM_CURSOR_H
#define UNDERCROFT_SERVER_SWARM_CURSOR_H

#include <stdbool.h>
#include <stdint.h>

enum { CURSOR_NUMBERS_MAX = 2, CURSOR_LOG_ROW = 20 /* the first of the log on 80x24, from 0 */ };

enum cursor_state { CURSOR_TEXT, CURSOR_ESCAPE, CURSOR_SEQUENCE };

/* Valid when it is all zero. */
struct cursor {
    int x;
    int y;
    bool has_logged; /* something was written into the log; the reader of it sets it back */
    enum cursor_state state;
    int numbers[CURSOR_NUMBERS_MAX];
    int number_count;
};

/* A byte of the text, after telnet's commands were taken out. */
void cursor_take(struct cursor *cursor, uint8_t byte);

#endif
