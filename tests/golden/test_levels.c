/*
 * The same seed gives the same level, on every machine, with every compiler, and in the next
 * version too: tests/golden/levels.txt holds a hash for each of 30 seeds of every style, and for
 * what the game makes at every depth.
 *
 * A change that is meant to give other levels rewrites the file:
 *     UNDERCROFT_UPDATE_GOLDEN=1 build/dev/tests/golden_tests test_levels
 * Programs run from the root of the source tree.
 */
#include "golden/levels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/test.h"

static const char golden_path[] = "tests/golden/levels.txt";

static void rewrite(void)
{
    char line[GOLDEN_LINE_SIZE];
    FILE *file = fopen(golden_path, "w");

    ck_assert_msg(file != NULL, "cannot write %s", golden_path);
    golden_format_line(line);
    fputs(line, file);
    for (size_t i = 0; i < golden_line_count(); i++) {
        ck_assert_int_eq(golden_level_line(i, line), ERR_OK);
        fputs(line, file);
    }
    ck_assert_int_eq(fclose(file), 0);
}

static void open_levels(void)
{
    ck_assert_int_eq(golden_open(), ERR_OK);
}

TEST_FILE_FIXTURE(open_levels, golden_close);

TEST(every_level_is_the_one_on_file)
{
    char wanted[GOLDEN_LINE_SIZE] = "";
    char line[GOLDEN_LINE_SIZE];
    const char *update = getenv("UNDERCROFT_UPDATE_GOLDEN");

    if (update != NULL && strcmp(update, "1") == 0)
        rewrite();
    FILE *file = fopen(golden_path, "r");
    ck_assert_msg(file != NULL, "cannot read %s", golden_path);
    golden_format_line(line);
    ck_assert_ptr_nonnull(fgets(wanted, sizeof wanted, file));
    ck_assert_str_eq(wanted, line);
    for (size_t i = 0; i < golden_line_count(); i++) {
        ck_assert_int_eq(golden_level_line(i, line), ERR_OK);
        ck_assert_msg(fgets(wanted, sizeof wanted, file) != NULL, "no line for %s", line);
        ck_assert_str_eq(line, wanted);
    }
    ck_assert_msg(fgets(wanted, sizeof wanted, file) == NULL, "a line too many: %s", wanted);
    fclose(file);
}
