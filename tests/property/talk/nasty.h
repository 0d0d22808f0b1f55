/*
 * Strings that nobody should have to show: made of pieces that have hurt terminals, telnet clients
 * and parsers before, of letters that are none, and of plain noise, then damaged further.
 */
#ifndef UNDERCROFT_TESTS_PROPERTY_TALK_NASTY_H
#define UNDERCROFT_TESTS_PROPERTY_TALK_NASTY_H

#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"

enum { NASTY_MAX = 1200 };

/* Writes at most NASTY_MAX bytes and returns how many. Any value may occur: telnet's 255 is not
   doubled. */
size_t nasty_make(struct rng *rng, uint8_t out[NASTY_MAX]);

#endif
