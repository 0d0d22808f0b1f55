/*
 * GMCP messages out of what a client's program heard.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_LIVE_PACKAGE_H
#define UNDERCROFT_TESTS_SUPPORT_LIVE_PACKAGE_H

#include <jansson.h>

#include "support/live/program.h"

/* The value of the newest message of that name ("Dungeon.Map"), which the caller owns; NULL if none
   has come. What is no JSON fails the running test, as do the two below. */
json_t *package_newest(const struct program *program, const char *name);

long long package_number(const json_t *object, const char *key);

/* Owned by the object. */
const char *package_text(const json_t *object, const char *key);

#endif
