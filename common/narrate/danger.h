/*
 * Danger in words: the description of a foe that is looked at, and how hard a fight would be.
 */
#ifndef UNDERCROFT_NARRATE_DANGER_H
#define UNDERCROFT_NARRATE_DANGER_H

#include <stddef.h>

#include "world/body.h"
#include "world/estimate.h"

enum { DANGER_TEXT_MAX = 160 };

/* "Even fight." into `out` of `size` bytes. */
void danger_describe(enum danger danger, char *out, size_t size);

/* "It hits you 72 in 100 for at most 9; 3 such blows end you. You hit it 78 in 100; about 4 blows.
   Even fight." into `out`; DANGER_TEXT_MAX bytes hold every prospect. */
void danger_describe_prospect(const struct prospect *prospect, char *out, size_t size);

/* "Opens doors, flees when hurt.": the parts of the kind in words, into `out`. DANGER_TEXT_MAX
   bytes are enough for every kind; "" for a plain one. */
void danger_describe_parts(const struct species_row *row, char *out, size_t size);

/* "unhurt", "hardly hurt", "hurt", "badly hurt". */
const char *danger_wounds(const struct body *foe);

#endif
