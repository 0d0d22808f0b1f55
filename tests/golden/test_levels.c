/*
 * The same seed gives the same level, on every machine, with every compiler, and in the next
 * version too: tests/golden/levels.txt holds a hash for each of 30 seeds of every style.
 *
 * A change that is meant to give other levels grows GEN_FORMAT_VERSION and rewrites the file:
 *     UNDERCROFT_UPDATE_GOLDEN=1 build/dev/tests/golden_test_levels
 * Programs run from the root of the source tree.
 */
#include "gen/gen.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/suite.h"

enum { SEED_COUNT = 30, WIDTH = 100, HEIGHT = 57, LINE_MAX_SIZE = 80 };

static const char golden_path[] = "tests/golden/levels.txt";

/* "rooms 7 0123456789abcdef\n" */
static void golden_line(const struct gen_style *style, int seed, char line[LINE_MAX_SIZE])
{
    struct gen_request request;
    struct gen_report report;
    struct level *level;
    struct level_key key = {.depth = 1};

    gen_request_init(&request, style, (uint64_t)seed, key, WIDTH, HEIGHT);
    ck_assert_int_eq(gen_level(&request, &level, &report), ERR_OK);
    level_free(level);
    snprintf(line, LINE_MAX_SIZE, "%s %d %016" PRIx64 "\n", style->name, seed, report.hash);
}

static void rewrite(void)
{
    char line[LINE_MAX_SIZE];
    FILE *file = fopen(golden_path, "w");

    ck_assert_msg(file != NULL, "cannot write %s", golden_path);
    fprintf(file, "format %d\n", GEN_FORMAT_VERSION);
    for (size_t i = 0; i < gen_style_count(); i++) {
        for (int seed = 0; seed < SEED_COUNT; seed++) {
            golden_line(gen_style_at(i), seed, line);
            fputs(line, file);
        }
    }
    ck_assert_int_eq(fclose(file), 0);
}

START_TEST(every_level_is_the_one_on_file)
{
    char wanted[LINE_MAX_SIZE] = "";
    char line[LINE_MAX_SIZE];
    const char *update = getenv("UNDERCROFT_UPDATE_GOLDEN");

    if (update != NULL && strcmp(update, "1") == 0)
        rewrite();
    FILE *file = fopen(golden_path, "r");
    ck_assert_msg(file != NULL, "cannot read %s", golden_path);
    snprintf(line, sizeof line, "format %d\n", GEN_FORMAT_VERSION);
    ck_assert_ptr_nonnull(fgets(wanted, sizeof wanted, file));
    ck_assert_str_eq(wanted, line);
    for (size_t i = 0; i < gen_style_count(); i++) {
        for (int seed = 0; seed < SEED_COUNT; seed++) {
            golden_line(gen_style_at(i), seed, line);
            ck_assert_msg(fgets(wanted, sizeof wanted, file) != NULL, "no line for %s", line);
            ck_assert_str_eq(line, wanted);
        }
    }
    ck_assert_msg(fgets(wanted, sizeof wanted, file) == NULL, "a line too many: %s", wanted);
    fclose(file);
}
END_TEST

int main(void)
{
    TCase *tcase = tcase_create("golden levels");

    tcase_set_timeout(tcase, 120);
    tcase_add_test(tcase, every_level_is_the_one_on_file);
    return suite_run("golden levels", tcase);
}
