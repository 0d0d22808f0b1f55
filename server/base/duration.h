/*
 * Lengths of time as operators type them: "90s", "30m", "12h", "7d", "2w".
 */
#ifndef UNDERCROFT_SERVER_BASE_DURATION_H
#define UNDERCROFT_SERVER_BASE_DURATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum { DURATION_DAYS_MAX = 3650 };

/* Reads `length` bytes: a number and its unit, from one second to DURATION_DAYS_MAX days.
   ERR_FORMAT; ERR_RANGE. */
MUST_USE enum err duration_parse(const char *text, size_t length, int64_t *out_seconds);

/*
 * True if free text begins with something that may be meant as a time or a number, right or wrong:
 * "5m", "-7d", "60", "for an hour", "in 5m", "until tomorrow". Where a time has its own place
 * before the text, such a text is refused, or the act would begin or last otherwise than was meant.
 */
bool duration_is_meant(const char *text);

#endif
