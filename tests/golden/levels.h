/*
 * The lines of tests/golden/levels.txt: what a level of every style and seed comes to, and what the
 * game makes of some seeds at every depth that has a theme of its own. Knows nothing of the test
 * library, so that it compiles where that is not at hand.
 */
#ifndef UNDERCROFT_TESTS_GOLDEN_LEVELS_H
#define UNDERCROFT_TESTS_GOLDEN_LEVELS_H

#include <stddef.h>

#include "base/err.h"
#include "gen/gen.h"

enum {
    GOLDEN_SEED_COUNT = 30,      /* of every style, from 0 on */
    GOLDEN_DEPTH_COUNT = 20,     /* from 1 on */
    GOLDEN_DEPTH_SEED_COUNT = 5, /* of every depth, from 0 on */
    GOLDEN_LINE_SIZE = 80,
};

/* "format 1\n": the first line. */
void golden_format_line(char line[GOLDEN_LINE_SIZE]);

/* Number of lines after the first. */
size_t golden_line_count(void);

/* Reads the set pieces that are built in; once, before any line. ERR_MEMORY. */
MUST_USE enum err golden_open(void);
void golden_close(void);

/* "rooms 7 0123456789abcdef\n", or "depth3 4 0123456789abcdef\n" behind all styles. Errors are
 * those of gen_level(); `line` then holds the line without its hash. */
MUST_USE enum err golden_level_line(size_t index, char line[GOLDEN_LINE_SIZE]);

#endif
