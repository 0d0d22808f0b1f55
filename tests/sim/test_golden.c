/*
 * One run on levels drawn by hand goes the same way with every compiler, at every optimisation, and
 * in the next version too: tests/golden/sim_hash.txt holds the hash of every thousandth tick.
 *
 * A change to the rules that is meant rewrites the file:
 *     UNDERCROFT_UPDATE_GOLDEN=1 build/dev/tests/sim_tests test_golden
 * Programs run from the root of the source tree.
 */
#include "sim/walkers.h"
#include "support/test.h"
#include "world/world_hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICKS = 10000, STEP = 1000, LINE_SIZE = 64 };

static const char golden_path[] = "tests/golden/sim_hash.txt";
static const struct walkers_setup setup = {
    .seed = 20, .walker_count = 40, .depth_count = 3, .place = SIM_DRAWN};

/* Runs to the next line of the file: "1000 0123456789abcdef\n". */
static void run_step(struct walkers *walkers, char line[LINE_SIZE])
{
    for (int i = 0; i < STEP; i++)
        walkers_tick(walkers);
    snprintf(line, LINE_SIZE, "%" PRIu64 " %016" PRIx64 "\n", walkers->world->tick,
             world_hash(walkers->world));
}

static void rewrite(void)
{
    char line[LINE_SIZE];
    struct walkers walkers;
    FILE *file = fopen(golden_path, "w");

    ck_assert_msg(file != NULL, "cannot write %s", golden_path);
    walkers_init(&walkers, &setup);
    for (int tick = 0; tick < TICKS; tick += STEP) {
        run_step(&walkers, line);
        fputs(line, file);
    }
    walkers_release(&walkers);
    ck_assert_int_eq(fclose(file), 0);
}

TEST(the_run_goes_the_way_that_is_on_file)
{
    char wanted[LINE_SIZE] = "";
    char line[LINE_SIZE];
    struct walkers walkers;
    const char *update = getenv("UNDERCROFT_UPDATE_GOLDEN");

    if (update != NULL && strcmp(update, "1") == 0)
        rewrite();
    FILE *file = fopen(golden_path, "r");
    ck_assert_msg(file != NULL, "cannot read %s", golden_path);
    walkers_init(&walkers, &setup);
    for (int tick = 0; tick < TICKS; tick += STEP) {
        run_step(&walkers, line);
        ck_assert_msg(fgets(wanted, sizeof wanted, file) != NULL, "no line for %s", line);
        ck_assert_str_eq(line, wanted);
    }
    ck_assert_msg(fgets(wanted, sizeof wanted, file) == NULL, "a line too many: %s", wanted);
    walkers_release(&walkers);
    fclose(file);
}
