/*
 * Worlds whose first level is a drawing of tests/support/levels: the ways on it stay as they are
 * when the generators change. The drawings have the symbols of draw_level.h;
 * rectangles of floor are rooms.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_DRAWN_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_DRAWN_H

#include "support/live/process.h"

/* Makes the level of the file `drawing` the first one of the world in `database`, a file that a
   server made, and that no server has open. Errors fail the test. */
void drawn_lay(const char *database, const char *drawing);

/* Like process_start(), in a world that is new, with the drawing of this name. */
void drawn_start(struct process *process, const char *name, const char *const *arguments);

#endif
