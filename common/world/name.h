/*
 * Names of delvers: 3 to 16 ASCII letters, shown capitalised, unique without regard to case or to
 * letters that look alike.
 */
#ifndef UNDERCROFT_WORLD_NAME_H
#define UNDERCROFT_WORLD_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "world/record.h"

/*
 * Writes the name as shown ("ada" gives "Ada") to `out` of NAME_LENGTH_MAX + 1 bytes. ERR_FORMAT:
 * not 3 to 16 ASCII letters.
 */
MUST_USE enum err name_normalise(const char *typed, char *out);

/* The form that look-alike names share, to `out` of NAME_LENGTH_MAX + 1 bytes. `name` is a
   normalised one. (l and i look alike, rn like m, vv like w.) */
void name_skeleton(const char *name, char *out);

/* True for names that would pass for the staff, the server or a word of the login, as a whole or by
   their beginning. */
bool name_is_reserved(const char *name);

/* A name that is reserved as a whole, by its number from 0; NULL behind the last. */
const char *name_reserved_at(size_t number);

/* True if `length` bytes of `text`, in either case, are the name or its beginning. */
bool name_begins(const char *name, const char *text, size_t length);

#endif
