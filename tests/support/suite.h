/*
 * The frame of a test program: one suite, one case, run and counted.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_SUITE_H
#define UNDERCROFT_TESTS_SUPPORT_SUITE_H

#include <check.h>
#include <stdint.h>

/*
 * How many of the same a test goes through: all of them, or `some` where instruments make each
 * several times as long. tests/run goes through all of them without instruments, under clang.
 */
#ifdef TESTS_ARE_INSTRUMENTED
#define SUITE_COUNT(all, some) (some)
#else
#define SUITE_COUNT(all, some) (all)
#endif

/* How much of it is wanted: the whole number 1 to `most` that the environment has under `name`, or
   `usual` where it has none. Anything else there ends the program, which says so. */
uint64_t suite_number(const char *name, uint64_t usual, uint64_t most);

/* What main() returns, after a line "LEFT OUT: REASON" on standard output, where the machine does
   not let the tests run. Their CMake test has it as SKIP_RETURN_CODE. */
enum { SUITE_LEFT_OUT = 77 };

/* Runs the tests of `tcase` (already filled) and returns what main() returns. */
int suite_run(const char *name, TCase *tcase);

#endif
