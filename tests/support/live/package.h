/*
 * GMCP messages out of what a client's program heard.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_PACKAGE_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_PACKAGE_H

#include <jansson.h>

#include "support/live/program.h"

/* The value of the newest message of that name ("Dungeon.Map"), which the caller owns; NULL if none
   has come. A message that is no JSON fails the running test. */
json_t *package_newest(const struct program *program, const char *name);

/* The number under `key`. Anything else there fails the running test. */
long long package_number(const json_t *object, const char *key);

/* The text under `key`, owned by the object. Anything else there fails the running test. */
const char *package_text(const json_t *object, const char *key);

#endif
