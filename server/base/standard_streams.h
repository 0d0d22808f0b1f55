/*
 * The three streams that every program takes to be open.
 */
#ifndef UNDERCROFT_SERVER_BASE_STANDARD_STREAMS_H
#define UNDERCROFT_SERVER_BASE_STANDARD_STREAMS_H

#include <stdbool.h>

/* Closed ones lead to /dev/null from then on: the next file or socket to be opened would
   take their number, and what is printed would be written into that. Called before a program opens
   anything. False: there is no /dev/null. */
bool standard_streams_fill(void);

#endif
