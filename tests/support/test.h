/*
 * The frame of a test program.
 *
 * A test is TEST(name) and a body with libcheck's assertions. It registers itself; main() is here,
 * one for all tests that a program is linked from:
 *
 *     unit_world                       all tests
 *     unit_world test_fall             the tests of test_fall.c
 *     unit_world test_fall blow ends   only those whose names have all these words
 *
 * The tests of a file run in the order in which they stand there.
 */
#ifndef UNDERCROFT_TESTS_SUPPORT_TEST_H
#define UNDERCROFT_TESTS_SUPPORT_TEST_H

#include <check.h>
#include <stdint.h>

/*
 * How many of the same a test goes through: all of them, or `some` where instruments make each
 * several times as long. tests/run goes through all of them without instruments, under clang.
 */
#ifdef TESTS_ARE_INSTRUMENTED
#define TEST_COUNT(all, some) (some)
#else
#define TEST_COUNT(all, some) (all)
#endif

/* A test as the macros below register it. */
struct test_entry {
    TTest test;         /* name, function, file, line */
    int (*first)(void); /* runs once for each _i from here, ... */
    int (*end)(void);   /* ... to here, exclusive */
    struct test_entry *next;
};

/* Functions that surround the tests of a file. */
struct test_fixture {
    const char *file;
    void (*set_up)(void);
    void (*tear_down)(void);
    int is_of_file; /* run once for the whole file, and not once for each test */
    struct test_fixture *next;
};

/* For the macros alone. The entries stay the caller's and live as long as the program. */
void test_register(struct test_entry *entry);
void test_register_fixture(struct test_fixture *fixture);

/* TEST(name) { ... }: a test. TEST_EACH: one that runs once for each _i from 0 to count - 1, and
   TEST_FROM from another number on. The numbers are asked for before the file's first test and its
   TEST_FILE_FIXTURE. */
#define TEST(name)             TEST_FROM(name, 0, 1)
#define TEST_EACH(name, count) TEST_FROM(name, 0, count)
#define TEST_FROM(name, first_number, end_number)                                                  \
    static void name(int _i);                                                                      \
    static int name##_first(void)                                                                  \
    {                                                                                              \
        return (int)(first_number);                                                                \
    }                                                                                              \
    static int name##_end(void)                                                                    \
    {                                                                                              \
        return (int)(end_number);                                                                  \
    }                                                                                              \
    __attribute__((constructor)) static void name##_register(void)                                 \
    {                                                                                              \
        static struct test_entry own_row = {                                                       \
            {#name, name, __FILE__, __LINE__}, name##_first, name##_end, NULL};                    \
        test_register(&own_row);                                                                   \
    }                                                                                              \
    static void name(int _i __attribute__((unused)))

/* Functions run before and after each test of the file, at most once a file; either may be NULL. */
#define TEST_FIXTURE(set_up, tear_down) TEST_FIXTURE_OF(set_up, tear_down, each_test, 0)

/* Functions run before and after all tests of the file, at most once a file; either may be NULL. */
#define TEST_FILE_FIXTURE(set_up, tear_down) TEST_FIXTURE_OF(set_up, tear_down, whole_file, 1)

#define TEST_FIXTURE_OF(set_up, tear_down, which, is_of_file)                                      \
    __attribute__((constructor)) static void which##_register(void)                                \
    {                                                                                              \
        static struct test_fixture own_row = {__FILE__, set_up, tear_down, is_of_file, NULL};      \
        test_register_fixture(&own_row);                                                           \
    }                                                                                              \
    struct test_fixture /* so that a semicolon may follow */

/* The amount of work wanted: the whole number 1 to `most` that the environment has under `name`, or
   `usual` where it has none. Anything else there ends the program, which says so. */
uint64_t test_number(const char *name, uint64_t usual, uint64_t most);

/* The exit status of a program, after a line "LEFT OUT: REASON" on standard output, where the
   machine does not let its tests run. Their CMake test has it as SKIP_RETURN_CODE. */
enum { TEST_LEFT_OUT = 77 };

/* Runs the tests of `tcase` (already filled) and returns what main() returns: for a program that is
   no test, but wants what tests have. */
int test_run_case(const char *name, TCase *tcase);

#endif
