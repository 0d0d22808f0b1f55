/*
 * Programs that an operator has named: whether one can be run is asked before it has to.
 */
#ifndef UNDERCROFT_SERVER_BASE_PROGRAM_H
#define UNDERCROFT_SERVER_BASE_PROGRAM_H

#include <stdbool.h>

enum { PROGRAM_CAUSE_SIZE = 128 };

/*
 * Looks for `program` like execvp(): a name without a slash in the folders of PATH. False: the
 * server's user cannot run it, and `cause` is a clause that says why. Reads the disk.
 */
bool program_can_run(const char *program, char cause[PROGRAM_CAUSE_SIZE]);

#endif
