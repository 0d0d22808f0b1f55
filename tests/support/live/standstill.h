/*
 * A server that stands still: what it is sent meanwhile it finds all at once when it goes on, so
 * that no two things a test does lie apart by what the machine had to do in between.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_STANDSTILL_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_STANDSTILL_H

#include "support/live/process.h"

/* Returns when the server has come to a stand; the kernel goes on to take calls and bytes. */
void standstill_begin(const struct process *server);
void standstill_end(const struct process *server);

#endif
