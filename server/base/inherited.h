/*
 * All that a process gets from the one that started it: signals, limits, descriptors. A supervisor,
 * a shell or a terminal may leave any of them in any state, and the program is to do the same with
 * each of them. The environment says what it says, and the working folder is left alone.
 */
#ifndef UNDERCROFT_SERVER_BASE_INHERITED_H
#define UNDERCROFT_SERVER_BASE_INHERITED_H

#include <stdbool.h>

#include "server/base/explain.h"

/*
 * For a program that serves: no signal is blocked, and none is ignored but those that its owner
 * watches later (SIGHUP, SIGINT, SIGTERM). No timer of the parent's runs on. Files are made for
 * their owner alone. Soft limits on the stack and on processor time are raised as far as the hard
 * ones let them. Descriptors above the standard streams stay open, since a lock or
 * the end of a pipe may be meant to last as long as the process, but no child gets them.
 */
void inherited_settle(void);

/* True, with nothing told, if the limits are enough to work with. Otherwise that is explained, and
 *out_exit_code is what to end with. */
bool inherited_limits_suffice(enum exit_code *out_exit_code);

#endif
