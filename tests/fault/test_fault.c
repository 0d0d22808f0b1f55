/*
 * The Nth I/O error and the Nth failed allocation, once and for ever: no crash, no leak, no half
 * state, and nothing that was acknowledged is gone.
 *
 * FAULT_SITES in the environment (1000) is how many failures are tried in all, spread evenly over
 * the scenarios and their operations; 100000000: every one.
 */
#include <inttypes.h>
#include <stdio.h>

#include "fault_run.h"
#include "support/test.h"

enum { SITES = 1000, SCENARIOS = 6 };

static void run_kind(const struct scenario *scenario, enum fault_kind kind)
{
    struct fault_result result;
    uint64_t sites = test_number("FAULT_SITES", SITES, UINT64_MAX);

    fault_run(scenario, kind, sites / (SCENARIOS * FAULT_KIND_COUNT), &result);
    printf("%-10s %-7s %6" PRIu64 " sites, %6" PRIu64 " runs with a fault, %6" PRIu64
           " of them to the end\n",
           scenario->name, kind == FAULT_DISK ? "disk" : "memory", result.sites, result.runs,
           result.survived);
    fflush(stdout);
    ck_assert_msg(result.failure[0] == '\0', "%s", result.failure);
    ck_assert_msg(result.runs > 0, "no fault was met: nothing was proved");
}

static void run_both(const struct scenario *scenario)
{
    run_kind(scenario, FAULT_DISK);
    run_kind(scenario, FAULT_MEMORY);
}

static void make_files(void)
{
    fault_set_up();
    scene_make_files();
}

TEST_FILE_FIXTURE(make_files, scene_free_files);

TEST(login_meets_every_fault)
{
    run_both(&scenario_login);
}

TEST(steps_and_doors_meet_every_fault)
{
    run_both(&scenario_steps);
}

TEST(stairs_meet_every_fault)
{
    run_both(&scenario_stairs);
}

TEST(a_level_made_anew_meets_every_fault)
{
    run_both(&scenario_levels);
}

TEST(removing_players_meets_every_fault)
{
    run_both(&scenario_removal);
}

TEST(a_log_left_behind_meets_every_fault)
{
    run_both(&scenario_reopen);
}

TEST(migration_meets_every_fault)
{
    run_both(&scenario_migration);
}

TEST(backup_meets_every_fault)
{
    run_both(&scenario_backup);
}
