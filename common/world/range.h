/*
 * How far numbers go that are kept. A number that is read from a disk lies within these or is
 * refused there, and what play adds to stops there: so no sum of two of them overflows, and what
 * was taken can be saved again.
 */
#ifndef UNDERCROFT_WORLD_RANGE_H
#define UNDERCROFT_WORLD_RANGE_H

#include <stdint.h>

/* Ids of players, gold, experience and ticks: the highest whole number that a client which reads
   JSON can tell from the next. Ticks of 20 ms reach it after five million years. */
#define RANGE_WHOLE_MAX INT64_C(9007199254740991)

/* Seconds since 1970: the last one of the year 9999. */
#define RANGE_TIME_MAX INT64_C(253402300799)

enum {
    RANGE_HEALTH_MAX = 10000,
    RANGE_DEALS_MAX = 1000000, /* a pedlar's, with one delver in a day */
};

#endif
