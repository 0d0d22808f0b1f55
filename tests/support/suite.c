/*
 * The frame of a test program.
 */
#include "support/suite.h"

#include <stdlib.h>

int suite_run(const char *name, TCase *tcase)
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
