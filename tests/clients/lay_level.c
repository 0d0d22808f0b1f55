/*
 * Puts a drawn level into the world of a server that is not running (support/live/drawn.h).
 * Failures are told as in a test.
 *
 * Usage: lay_level DATABASE DRAWING
 */
#include <stdio.h>

#include "support/live/drawn.h"
#include "support/test.h"

static const char *database;
static const char *drawing;

START_TEST(the_level_is_laid)
{
    drawn_lay(database, drawing);
}
END_TEST

int main(int argc, char **argv)
{
    TCase *tcase = tcase_create("lay_level");

    if (argc != 3) {
        fputs("usage: lay_level DATABASE DRAWING\n", stderr);
        return 2;
    }
    database = argv[1];
    drawing = argv[2];
    tcase_add_test(tcase, the_level_is_laid);
    return test_run_case("lay_level", tcase);
}
