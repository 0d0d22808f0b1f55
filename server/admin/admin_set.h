/*
 * Settings that change while the server runs: by `set` of an operator, or by SIGHUP, which reads
 * flags, environment and file again. Both go through here, so a value has one way in.
 *
 * A value that an operator has set stays until the restart, whatever the file says. A setting that
 * cannot change while the server runs is reported and left as it is.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_SET_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_SET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "server/base/options.h"

struct admin;

/* Listens for SIGHUP. ERR_NO_RESOURCE. */
MUST_USE enum err live_options_watch(struct admin *admin);
void live_options_unwatch(struct admin *admin);

/* Why row `index` cannot become what it is in `wanted` just now, as a clause; NULL if it can.
   Static text. */
const char *live_options_obstacle(const struct admin *admin, size_t index,
                                  const struct options *wanted);

/* Makes row `index`, for which there is no obstacle, what it is in `wanted`, from now on. */
void live_options_apply(struct admin *admin, size_t index, const struct options *wanted);

#endif
