/*
 * Numbers from the environment, and one case of tests run and counted.
 *
 * libcheck writes a mark to a file for every assertion that holds, so that a crash can be reported
 * as "after this point". Tests with millions of assertions would spend their time in write(): of a
 * test program's marks the first go there, and then one now and again. "After this point" stays
 * true; an assertion that fails tells its own place.
 */
#include "support/test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { MARKS_ALL = 1000, MARKS_ONE_OF = 1000 };

/* Called in place of libcheck's _mark_point(), which the linker knows as __real__mark_point(). */
void __real__mark_point(const char *file, int line);
void __wrap__mark_point(const char *file, int line);

void __wrap__mark_point(const char *file, int line)
{
    static unsigned int count;

    count++;
    if (count <= MARKS_ALL || count % MARKS_ONE_OF == 0)
        __real__mark_point(file, line);
}

uint64_t test_number(const char *name, uint64_t usual, uint64_t most)
{
    const char *text = getenv(name);
    char *end = NULL;

    if (text == NULL || text[0] == '\0')
        return usual;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 0);
    if (errno != 0 || *end != '\0' || number < 1 || number > most) {
        fprintf(stderr, "%s=%s is no whole number from 1 to %llu\n", name, text,
                (unsigned long long)most);
        exit(EXIT_FAILURE);
    }
    return number;
}

int test_run_case(const char *name, TCase *tcase)
{
    Suite *suite = suite_create(name);
    suite_add_tcase(suite, tcase);

    SRunner *runner = srunner_create(suite);
    srunner_run_all(runner, CK_NORMAL);
    int failed = srunner_ntests_failed(runner);
    int run = srunner_ntests_run(runner);
    srunner_free(runner);

    /* A program that ran nothing proved nothing. */
    return failed == 0 && run > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
