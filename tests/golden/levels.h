/*
 * The lines of tests/golden/levels.txt: what a level of every style and seed comes to. Knows
 * nothing of the test library, so that it compiles where that is not at hand.
 */
#ifndef UNDERCROFT_TESTS_GOLDEN_LEVELS_H
#define UNDERCROFT_TESTS_GOLDEN_LEVELS_H

#include "base/err.h"
#include "gen/gen.h"

enum {
    GOLDEN_SEED_COUNT = 30, /* of every style, from 0 on */
    GOLDEN_LINE_SIZE = 80,
};

/* "format 1\n": the first line. */
void golden_format_line(char line[GOLDEN_LINE_SIZE]);

/* "rooms 7 0123456789abcdef\n". Errors are those of gen_level(); `line` is then left as it was. */
MUST_USE enum err golden_level_line(const struct gen_style *style, int seed,
                                    char line[GOLDEN_LINE_SIZE]);

#endif
