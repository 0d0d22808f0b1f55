/*
 * Settings that change while the server runs: by an operator's `set`, or by SIGHUP, which reads
 * flags, environment and file again. Both use the functions here.
 *
 * A value that an operator has set stays until the restart, even if the file has another. A setting
 * that cannot change while the server runs is reported and left unchanged.
 */
#ifndef UNDERCROFT_SERVER_ADMIN_ADMIN_SET_H
#define UNDERCROFT_SERVER_ADMIN_ADMIN_SET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "server/base/options.h"

struct admin;

/* Watches SIGHUP from now on. ERR_NO_RESOURCE. */
MUST_USE enum err live_options_watch(struct admin *admin);
void live_options_unwatch(struct admin *admin);

/* Returns why row `index` cannot get its value in `wanted` now, as a clause; NULL: it can. Static
   text. */
const char *live_options_obstacle(const struct admin *admin, size_t index,
                                  const struct options *wanted);

/* Gives row `index`, for which there is no obstacle, its value in `wanted`. */
void live_options_apply(struct admin *admin, size_t index, const struct options *wanted);

#endif
