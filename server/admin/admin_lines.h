/*
 * Operators' commands that were typed in the game.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_LINES_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_LINES_H

#include <stdbool.h>

struct admin;

/* Submits the lines in the session room's queue. True if there were any. */
bool admin_take_lines(struct admin *admin);

#endif
