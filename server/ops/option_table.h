/*
 * The table of settings, for those who read, print and explain it.
 */
#ifndef UNDERCROFT_SERVER_OPS_OPTION_TABLE_H
#define UNDERCROFT_SERVER_OPS_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "server/ops/options.h"

struct option_row {
    const char *name;     /* "tick-ms": --tick-ms, UNDERCROFT_TICK_MS, tick-ms = … */
    const char *argument; /* "N"; NULL: the flag stands alone, and only as a flag */
    const char *help;
    int low; /* of numbers */
    int high;
    size_t offset; /* of the member of struct options */
    /* False: the value is not one this option takes. `reason` then says what is. */
    bool (*set)(struct options *options, const struct option_row *row, const char *value,
                char *reason, size_t reason_size);
    void (*print)(const struct options *options, const struct option_row *row, char *out,
                  size_t out_size);
};

extern const struct option_row option_table[];
extern const size_t option_count;

/* NULL if there is none of that name (`length` bytes of it). */
const struct option_row *option_find(const char *name, size_t length);

/* The name most like it; NULL if none is. */
const char *option_nearest(const char *name);

#endif
