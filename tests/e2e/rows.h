/*
 * Rows of a world changed behind the back of a server that has stopped, with checksums that match
 * or not, as somebody with the file in hand could. Errors fail the running test.
 */
#ifndef UNDERCROFT_TESTS_E2E_ROWS_H
#define UNDERCROFT_TESTS_E2E_ROWS_H

#include "support/live/process.h"

/* Runs statements that change at least one row; they may use the functions of db/row_function.h. */
void rows_change(const struct process *server, const char *statements);

/* Makes the sums in the head match the checksums of the rows again, and the seal the sums. */
void rows_seal(const struct process *server);

/* Waits until the server that runs has proven all rows, and found nothing. */
void rows_expect_proven(const struct process *server);

#endif
