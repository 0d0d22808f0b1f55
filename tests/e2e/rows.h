/*
 * Rows of a world changed behind the back of a server that has stopped, with checksums that match
 * or not, as somebody with the file in hand could. What goes wrong fails the running test.
 */
#ifndef UNDERCROFT_TESTS_E2E_ROWS_H
#define UNDERCROFT_TESTS_E2E_ROWS_H

#include "support/live/process.h"

/* Runs statements that change at least one row; they may use the functions of db/row_function.h. */
void rows_change(const struct process *server, const char *statements);

/* Makes the sum of all rows match their checksums again. */
void rows_seal(const struct process *server);

#endif
