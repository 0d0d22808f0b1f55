/*
 * The frame of a test program: one suite, one case, run and counted.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_SUITE_H
#define UNDERCROFT_TESTS_SUPPORT_SUITE_H

#include <check.h>

/* Runs the tests of `tcase` (already filled) and returns what main() returns. */
int suite_run(const char *name, TCase *tcase);

#endif
