/*
 * The ANSI writer's belief of a terminal's cells, compared with a screen.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_SHOWN_H
#define UNDERCROFT_TESTS_SUPPORT_SHOWN_H

#include "term/ansi_shown.h"

/* Fails the test unless each cell is the same. */
void expect_shown_cells(const struct ansi_shown *shown, const struct screen *wanted);

#endif
